import { methodById } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { type PersonalRecipe, ReviseRecipe, WriteRecipe } from '../../../../core/personal-recipes/model.ts'
import {
  deletePersonalRecipe,
  getPersonalRecipe,
  reviseRecipe,
  writeRecipe,
} from '../../../../core/personal-recipes/personal-recipes.ts'
import { ratioOf } from '../../../../core/recipes/arithmetic.ts'
import { brewView } from '../brew-view.ts'
import { dialForRecipe } from '../choices.ts'
import { nudgedIn } from '../chosen-brew.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { nudgedBy, type OnDial, reasonedOn, setOn } from '../parts/dials.ts'
import { numberBlock } from '../parts/figures.ts'
import { basedOnLine, differencePanel } from '../parts/lineage.ts'
import { brewerIcon, icon } from '../parts/pen.ts'
import { dialReasonsOf } from '../parts/reasons.ts'
import { stepsOrUsual } from '../recipe-on-page.ts'
import { standNow } from '../stand-now.ts'
import { anyOf } from './draft.ts'
import { idOf, type Params } from './path.ts'
import { personalRecipeName } from './personal-recipes.ts'
import { changesTyped, emptyRecipe, type RecipeDraft, recipeTyped, stepsTyped } from './recipe-draft.ts'
import { asInOriginal, basisTyped, recipeStart } from './recipe-start.ts'
import { openWriting, type RecipeWriting, sendWriting } from './recipe-writing.ts'
import { figuresIn, groundOnDial } from './start.ts'

/** A personal recipe to brew from. Looks like a published one, but only its owner sees it. */
export async function personalRecipePage(visit: OwnVisit, params: Params): Promise<Response> {
  const { recipe } = await getPersonalRecipe({ id: idOf(params) }, visit.ports, visit.who)
  const { id, method, coffee } = recipe
  return sitePage(visit, {
    title: personalRecipeName(recipe),
    script: 'recipe.js',
    body: html`<nav class="crumbs" aria-label="Where this is"><a class="quiet" href="/me">My coffee</a>${icon('right')}<a class="quiet" href="/me/recipes">My recipes</a></nav>
${basedOnLine(recipe.basedOn)}<h1 class="title">${personalRecipeName(recipe)}</h1>
<div class="under-title"><p class="facts">${brewerIcon(method)}<span>${methodById[method].name}</span>${coffee ? html`<b><a href="/coffees/${coffee.id}">${coffee.name}</a></b><span>${coffee.roasterName}</span>` : ''}<span>For your eyes only</span></p>
<div class="acts"><a class="bare-text" href="/recipes/new?from=recipe-${id}">${icon('share')}Share it</a><button class="bare-text" data-print hidden>${icon('print')}Print</button>${recipe.version > 1 ? html`<a class="bare-text" href="/me/recipes/${id}/versions">Version ${recipe.version}</a>` : ''}<a class="bare-text" href="/me/recipes/${id}/edit">Edit</a></div></div>
${await toBrew(recipe, visit)}${await differs(recipe, visit)}
<p class="buttons logs-it"><a class="button soft" href="/me/log?mine=${id}">${icon('plus')}Log a brew</a></p>
<details class="more"><summary>Delete this recipe</summary><form method="post" action="/me/recipes/${id}/delete"><p class="quiet">This can’t be undone. Your brews stay.</p><button class="button outlined">Delete it</button></form></details>`,
  })
}

/** What it changes of its original, and how to share it as a variation. */
async function differs(recipe: PersonalRecipe, visit: OwnVisit): Promise<Html> {
  const { id, basedOn, method, grinderId, grindSetting, steps } = recipe
  if (!basedOn) return html``
  const { grindIndex, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds } = recipe
  // A personal recipe is for any brewer and filter of its method.
  const figures = { grindIndex, grinderId, grindSetting, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds }
  const compared = { ...figures, steps, method, coffeeProfileId: recipe.coffeeProfileId ?? undefined }
  const dial = await dialForRecipe(recipe, visit)
  const where = basedOn.title === null ? 'others will find it' : `others will find it under ${basedOn.title}`
  return html`${await differencePanel(compared, basedOn, dial, visit)}<section class="only-you"><p><b>Only you can see this.</b><br>Share it and ${where}, on their own dials.</p><a class="button outlined" href="/recipes/new?from=recipe-${id}">Share as a variation</a></section>`
}

/** With ring and timer; if it gives no amounts, only the facts it has. */
async function toBrew(recipe: PersonalRecipe, visit: OwnVisit): Promise<Html> {
  const { words } = visit
  const { id, method, doseGrams, waterGrams, brewTimeSeconds, ratio, steps } = recipe
  if (doseGrams === null || waterGrams === null)
    return html`${doseGrams === null ? '' : numberBlock([['Coffee', words.grams(doseGrams)]])}<p class="quiet">No amounts yet. <a href="/me/recipes/${id}/edit">Add them</a></p>`
  const written = await asWritten(recipe, visit)
  const nudged = written && nudgedBy(nudgedIn(visit), written, method)
  const mine = await onMine(recipe, visit)
  const shown = (visit.url.searchParams.get('as') === 'written' ? nudged : mine) ?? nudged
  const poured = { steps, waterGrams, ratio: ratio ?? ratioOf(doseGrams, waterGrams), brewTimeSeconds }
  return brewView(visit, {
    ...recipe,
    title: personalRecipeName(recipe),
    log: { mine: String(id) },
    doseGrams,
    waterGrams,
    ratio: poured.ratio,
    ...stepsOrUsual(poured, method),
    shown,
    mine: mine ?? written,
    stand: await standNow(shown, visit),
    written: mine && written,
    reasons: reasonsOf(recipe, shown, written),
  })
}

/** On the grinder it was written for, with the owner's calibration. */
async function asWritten({ grinderId, grindSetting, grindIndex }: PersonalRecipe, { ports, who }: OwnVisit) {
  if (grinderId === null || grindSetting === null || grindIndex === null) return
  return setOn(await ports.ownGrinders.of(who.id, grinderId), grindSetting)
}

/** On the grinder they use now, if they no longer own the original one. */
async function onMine(recipe: PersonalRecipe, visit: OwnVisit) {
  const { grindIndex, grinderId } = recipe
  const grinder = await dialForRecipe(recipe, visit)
  if (!grinder || grindIndex === null || grinder.id === grinderId) return
  return reasonedOn(grinder, { ...recipe, grindIndex }, 'your', visit, nudgedIn(visit))
}

function reasonsOf(
  { grindSetting }: PersonalRecipe,
  shown: OnDial | undefined,
  written: OnDial | undefined,
): [string, string][] {
  if (!written || !shown)
    return grindSetting === null ? [] : [[String(grindSetting), 'As you wrote it, without a grinder.']]
  const numeral = numeralOf(written.grinder, written.grindSetting)
  if (shown.grinder.slug === written.grinder.slug)
    return [[numeral, `As you set it on your ${fullName(written.grinder)}.`]]
  return dialReasonsOf(shown, written)
}

/** The form for a new recipe. */
export const writePage = async (visit: OwnVisit): Promise<Response> =>
  openWriting(visit, writing(visit), await recipeStart(visit.url.searchParams, visit))

export const recipeWritten = (visit: OwnVisit): Promise<Response> => sendWriting(visit, writing(visit), emptyRecipe)

const writing = (visit: OwnVisit): RecipeWriting<typeof WriteRecipe> => {
  const { ports, who, words } = visit
  return {
    form: {
      title: 'New recipe',
      lead: 'For your eyes only, until you share it.',
      action: '/me/recipes/new',
      chooses: ['coffee', 'gear'],
      isPersonal: true,
      button: 'Save recipe',
      back: '/me/recipes',
    },
    schema: WriteRecipe,
    typed: (draft, gear) => recipeTyped(draft, gear, words),
    save: async (given, draft) => {
      const basedOn = await basisTyped(draft, visit)
      const { recipe } = await writeRecipe({ ...(await asInOriginal(given, draft, visit)), basedOn }, ports, who)
      return `/me/recipes/${recipe.id}`
    },
  }
}

export async function personalRecipeEditPage(visit: OwnVisit, params: Params): Promise<Response> {
  const { recipe } = await getPersonalRecipe({ id: idOf(params) }, visit.ports, visit.who)
  return openWriting(visit, changing(recipe, visit), draftOf(recipe, visit))
}

export async function personalRecipeEdited(visit: OwnVisit, params: Params): Promise<Response> {
  const { recipe } = await getPersonalRecipe({ id: idOf(params) }, visit.ports, visit.who)
  return sendWriting(visit, changing(recipe, visit), draftOf(recipe, visit))
}

const changing = (recipe: PersonalRecipe, visit: OwnVisit): RecipeWriting<typeof ReviseRecipe> => ({
  form: {
    title: `Change ${personalRecipeName(recipe)}`,
    lead: [methodById[recipe.method].name, ...(recipe.coffee ? [recipe.coffee.name] : [])].join(', '),
    action: `/me/recipes/${recipe.id}/edit`,
    chooses: [],
    isPersonal: true,
    button: 'Save',
    back: `/me/recipes/${recipe.id}`,
  },
  schema: ReviseRecipe,
  typed: (draft, gear) => ({ id: recipe.id, ...changesTyped(draft, draftOf(recipe, visit), gear, visit.words) }),
  save: async given => {
    await reviseRecipe(given, visit.ports, visit.who)
    return `/me/recipes/${recipe.id}`
  },
})

export async function personalRecipeDeleted({ request, ports, who }: OwnVisit, params: Params): Promise<Response> {
  await postedForm(request, ports)
  await deletePersonalRecipe({ id: idOf(params) }, ports, who)
  return seeOther('/me/recipes')
}

const draftOf = (recipe: PersonalRecipe, visit: OwnVisit): RecipeDraft => ({
  ...emptyRecipe,
  ...figuresIn(recipe, visit.words),
  name: recipe.name ?? '',
  coffee: String(recipe.coffeeProfileId ?? ''),
  brewer: anyOf(recipe.method),
  ...groundOnDial(recipe, visit),
  notes: recipe.notes ?? '',
  rating: String(recipe.rating ?? ''),
  steps: stepsTyped(recipe.steps, visit.words),
})
