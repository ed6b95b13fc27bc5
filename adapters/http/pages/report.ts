import { techniqueCalled } from '../../../core/adaptation/technique-base.ts'
import { Fault } from '../../../core/errors.ts'
import { GivenReport, LONGEST_SENTENCE, type ReportedThing, reasonsInWords } from '../../../core/reports/model.ts'
import {
  refuseUnpublished,
  reportable,
  reportComment,
  reportRecipe,
  reportTechniqueComment,
  reportUnpublished,
} from '../../../core/reports/reports.ts'
import { answerForm, type RefusedForm } from './answer-form.ts'
import type { Visit } from './choices.ts'
import type { FormFaults } from './field-faults.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { chipBox, notice } from './parts/controls.ts'
import { icon } from './parts/pen.ts'
import { techniquePath } from './parts/technique-card.ts'
import { idIn } from './query.ts'
import { type RecipeAt, recipeAt } from './recipe-at.ts'

/** The form to report a recipe or, with `?comment=` in the URL, a comment on it. */
export async function reportPage(
  visit: Visit,
  params: Record<string, string>,
  refused?: RefusedForm,
): Promise<Response> {
  const recipe = await reportedAt(params, visit)
  const commentId = commentIn(visit)
  const thing = await thingAt(recipe, commentId, visit)
  const title = commentId === undefined ? 'Report this recipe' : 'Report this comment'
  const isSent = visit.url.searchParams.has('sent')
  return sitePage(visit, {
    title,
    section: 'slug' in recipe ? 'Techniques' : 'Recipes',
    ...(refused && { status: refused.status }),
    body: html`<nav class="crumbs" aria-label="Where this is">${'slug' in recipe ? html`<a class="quiet" href="/techniques">Techniques</a>` : html`<a class="quiet" href="/recipes">Recipes</a>`}${icon('right')}<a class="quiet" href="${recipe.path}">${recipe.coffeeName}</a></nav>
<div class="plain"><h1>${title}</h1>
${isSent ? html`${notice('right', 'Thank you.', 'The people who run this site will look at it.')}<p><a class="button outlined" href="${recipe.path}">Back to the ${'slug' in recipe ? 'technique' : 'recipe'}</a></p>` : form(visit, thing, refused)}</div>`,
  })
}

type ReportedAt = RecipeAt | { slug: string; path: string; coffeeName: string }

/** A recipe, or a technique, of which only comments can be reported. */
async function reportedAt(params: Record<string, string>, visit: Visit): Promise<ReportedAt> {
  if (params.slug === undefined) return recipeAt(params, visit)
  const { slug, name } = techniqueCalled(params.slug, visit.ports)
  return { slug, path: techniquePath(slug), coffeeName: name }
}

/** Stores the report. A second report by the same person gets the same thanks. */
export const reported = (visit: Visit, params: Record<string, string>): Promise<Response> =>
  answerForm(
    visit,
    GivenReport,
    (visit, refused) => reportPage(visit, params, refused),
    async given => {
      const { ports, who, url } = visit
      const caller = visit.caller ?? { address: '' }
      const recipe = await reportedAt(params, visit)
      const commentId = commentIn(visit)
      if ('slug' in recipe) {
        await reportTechniqueComment({ slug: recipe.slug, commentId: commentId ?? 0, ...given }, ports, who, caller)
        return seeOther(`${url.pathname}?comment=${commentId}&sent=1`)
      }
      const { ofRoaster, putThere: publish } = recipe
      const id = await idThere(recipe)
      if (commentId !== undefined) await reportComment({ id: id ?? 0, commentId, ...given }, ports, who, caller)
      else if (id === undefined && ofRoaster)
        await reportUnpublished({ ...ofRoaster, publish }, given, ports, who, caller)
      else await reportRecipe({ id: id ?? 0, ...given }, ports, who, caller)
      return seeOther(`${url.pathname}?${commentId === undefined ? '' : `comment=${commentId}&`}sent=1`)
    },
    faults,
  )

const faults: FormFaults = {
  reason: { wrong: 'Choose what fits best.' },
  sentence: { wrong: `Shorten this to ${LONGEST_SENTENCE} characters.` },
}

/** The comment that the URL names, if any. */
function commentIn({ url }: Visit) {
  const named = url.searchParams.get('comment')
  if (named === null) return undefined
  const id = idIn(named)
  if (id === undefined) throw new Fault('not-found', 'We couldn’t find this comment. It may have been deleted.')
  return id
}

const idThere = (recipe: RecipeAt) => recipe.ifThere(async id => id)

/** The thing to report; undefined for a roaster's recipe that is not published yet. */
async function thingAt(recipe: ReportedAt, commentId: number | undefined, { ports, who }: Visit) {
  if ('slug' in recipe) return reportable({ kind: 'comment', id: commentId ?? 0 }, recipe.slug, ports, who)
  const id = await idThere(recipe)
  if (commentId !== undefined) return reportable({ kind: 'comment', id: commentId }, id ?? 0, ports, who)
  if (id !== undefined) return reportable({ kind: 'recipe', id }, id, ports, who)
  if (recipe.ofRoaster) await refuseUnpublished(recipe.ofRoaster, ports, who)
  return undefined
}

function form({ url, who }: Visit, thing: ReportedThing | undefined, refused: RefusedForm | undefined): Html {
  const { typed = {}, complaints = {} } = refused ?? {}
  const isComment = thing?.kind === 'comment'
  return html`${isComment ? html`<figure class="reported"><blockquote dir="auto">${thing.text ?? ''}</blockquote><figcaption class="label">${thing.author?.displayName ?? ''}</figcaption></figure>` : ''}
<p>${who ? 'We won’t tell the author. Only the people who run this site can see that you reported it.' : 'We won’t tell the author. You don’t need an account, and we won’t know who you are.'}</p>
${complaints[''] ? notice('wrong', 'We couldn’t send this yet.', complaints['']) : ''}<form class="panel" method="post" action="${url.pathname}${isComment ? `?comment=${thing.id}` : ''}">
<fieldset class="field report-why"${complaints.reason ? html` aria-describedby="reason-complaint"` : ''}><legend>What’s wrong with it?</legend><div class="chips">${Object.entries(reasonsInWords).map(([reason, words]) => chipBox('radio', 'reason', reason, words, typed.reason === reason))}</div>${complaints.reason ? html`<p class="complaint" id="reason-complaint">${icon('fault')}${complaints.reason}</p>` : ''}</fieldset>
<div class="field"><label for="sentence">Anything to add? (optional)</label><textarea id="sentence" name="sentence" rows="3" maxlength="${LONGEST_SENTENCE}"${complaints.sentence ? html` aria-invalid="true" aria-describedby="sentence-complaint"` : ''}>${typed.sentence ?? ''}</textarea>${complaints.sentence ? html`<p class="complaint" id="sentence-complaint">${icon('fault')}${complaints.sentence}</p>` : ''}</div>
<button class="button">Send report</button></form>`
}
