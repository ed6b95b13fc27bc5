import * as v from 'valibot'
import { CLAIM_LINK_HOURS, SubmitClaim, submitClaim } from '../../../core/roasters/claims.ts'
import { ListRoasters } from '../../../core/roasters/model.ts'
import { getRoaster } from '../../../core/roasters/roasters.ts'
import { answerForm, type RefusedForm } from './answer-form.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { type OwnVisit, seeOther } from './own-page.ts'
import { notice, searchField, textField } from './parts/controls.ts'
import { icon } from './parts/pen.ts'
import { textsIn, validIn } from './query.ts'

const FOUND = 12

/** Explains how a roaster takes over their page, with a search for it. */
export async function howToClaimPage(visit: Visit): Promise<Response> {
  const { ports, url } = visit
  const [q = ''] = textsIn(url, 'q')
  const { roasters } = q
    ? await ports.roasters.list(validIn(ListRoasters, { search: q, limit: FOUND }))
    : { roasters: [] }
  return sitePage(visit, {
    title: 'Claim your page',
    description: 'Roasters run their page on Dialin: their recipes in their customers’ clicks, a widget for the shop.',
    canonical: '/claim',
    section: 'Roasters',
    body: html`<div class="plain"><h1>Claim your page</h1>
<p class="lead">Write your own recipes, put them in your shop, and see what people make of them.</p>
<ol class="first-steps">${step(1, 'Find your roastery', 'By its name, below')}${step(2, 'Say where to write', 'An address of the business')}${step(3, 'Open our mail', `One press, within ${CLAIM_LINK_HOURS} hours`)}</ol>
<p class="quiet">If the address is of the website we know, the page is yours at once. If not, one of us looks at it first.</p>
<form class="finder" method="get" action="/claim">${searchField('Name of your roastery', q)}</form>
${
  q === ''
    ? ''
    : html`<ul class="lines">${roasters.map(({ slug, name, location, isVerified }) => html`<li><span><b><a href="/roasters/${slug}">${name}</a></b> <span class="quiet">${location ?? ''}</span></span>${isVerified ? html`<span class="verified">${icon('check')}Claimed</span>` : html`<a class="button small soft" href="/roasters/${slug}/claim" aria-label="Claim ${name}">Claim</a>`}</li>`)}</ul>
<p>${roasters.length === 0 ? 'No roaster is called so.' : 'Not among them?'} <a href="/claim/new?name=${encodeURIComponent(q)}">Add your roastery</a></p>`
}</div>`,
  })
}

const step = (at: number, title: string, text: string): Html =>
  html`<li><span class="at">${at}</span><p><b>${title}</b><span class="quiet">${text}</span></p></li>`

/** The form to claim an existing roaster, or a new one. */
export async function claimFormPage(visit: Visit, slug?: string, refused?: RefusedForm): Promise<Response> {
  const { ports, url, who } = visit
  const name = slug === undefined ? undefined : (await getRoaster({ slug }, ports)).name
  const typed = (field: string, usual = '') => refused?.typed[field] ?? usual
  const sent = url.searchParams.get('sent')
  const said = refused?.complaints ?? {}
  return sitePage(visit, {
    title: name ? `Claim ${name}` : 'Add your roastery',
    ...(refused && { status: refused.status }),
    body: sent
      ? html`<div class="plain"><h1>Look in your mail.</h1><p class="lead">We have written to ${sent}. One press on the link in it, within ${CLAIM_LINK_HOURS} hours, and ${name ?? 'your roastery'} is confirmed.</p><p><a class="button outlined" href="/portal">See how it stands</a></p></div>`
      : html`<div class="plain"><h1>${name ? `Is ${name} yours?` : 'Add your roastery'}</h1>
<p class="lead">We write to an address of the business; the link in the mail confirms that you may run the page.</p>
${said[''] ? notice('wrong', 'Not sent yet.', said['']) : ''}<form method="post" action="${slug === undefined ? '/claim/new' : `/roasters/${slug}/claim`}">${
          slug === undefined
            ? textField('roasterName', 'Name of the roastery', {
                value: typed('roasterName', url.searchParams.get('name') ?? ''),
                complaint: said.roasterName,
                more: html`required maxlength="200"`,
              })
            : html`<input type="hidden" name="roasterSlug" value="${slug}">`
        }${textField('businessEmail', 'E-mail address of the business', { value: typed('businessEmail'), complaint: said.businessEmail, more: html`type="email" required` })}${textField('proofUrl', 'A page that shows you belong to it, if you like', { value: typed('proofUrl'), complaint: said.proofUrl, more: html`type="url" placeholder="https://"` })}<div class="field"><label for="notes">Anything we should know</label><textarea id="notes" name="notes" rows="3" maxlength="5000">${typed('notes')}</textarea></div><button class="button">Write to this address</button></form>
<p class="quiet">You are signed in as ${who?.email ?? ''}.</p></div>`,
  })
}

/** Handles the form; a mail goes to the business. A refused form is shown again as it was typed. */
export const claimSent = (visit: OwnVisit, slug?: string): Promise<Response> =>
  answerForm(
    visit,
    Claimed,
    (visit, refused) => claimFormPage(visit, slug, refused),
    async input => {
      const { claim } = await submitClaim(input, visit.ports, visit.who)
      return seeOther(`${visit.url.pathname}?sent=${encodeURIComponent(claim.businessEmail)}`)
    },
  )

/** An empty field gets an error message and does not count as missing. */
const Claimed = v.pipe(
  v.looseObject({}),
  v.transform(typed => ({ businessEmail: '', ...typed })),
  SubmitClaim,
)
