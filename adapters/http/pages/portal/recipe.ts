import * as v from 'valibot'
import { baseRecipes } from '../../../../core/adaptation/base.ts'
import { curveThrough } from '../../../../core/grind/curve.ts'
import { drinkName, type MethodId, methodById, methodIds } from '../../../../core/grind/methods.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { labelled } from '../../../../core/grind/range.ts'
import { getPortalCoffee } from '../../../../core/portal/coffees.ts'
import {
  AddPortalRecipe,
  addPortalRecipe,
  deletePortalRecipe,
  getPortalRecipe,
  RevisePortalRecipe,
  revisePortalRecipe,
} from '../../../../core/portal/recipes.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { figureSteppers, notesField } from '../me/brew-fields.ts'
import { withWrong } from '../me/complaints.ts'
import { anyOf, type DraftGear, draftGear, settingOf } from '../me/draft.ts'
import { idOf, type Params } from '../me/path.ts'
import {
  emptyRecipe,
  type RecipeDraft,
  recipeDraftIn,
  recipeTyped,
  type StepChange,
  stepChangeIn,
  stepsTyped,
  type WrongRecipe,
  wrongBy,
  wrongIn,
} from '../me/recipe-draft.ts'
import { stepRows } from '../me/recipe-form.ts'
import { figuresIn, groundOnDial } from '../me/start.ts'
import { seeOther } from '../own-page.ts'
import { chipBox, grinderField, textField } from '../parts/controls.ts'
import { grindOn, setOn, straightDial } from '../parts/dials.ts'
import { idIn } from '../query.ts'
import type { PortalVisit } from './portal-page.ts'
import { poursTyped } from './recipe-pours.ts'
import { recipePreview } from './recipe-preview.ts'
import { portalView } from './shell.ts'

type PortalCoffeeOf = Awaited<ReturnType<typeof getPortalCoffee>>['coffee']

/** A recipe being written or changed: its coffee, its initial values, and how it is saved. */
interface RecipeEditor {
  coffee: PortalCoffeeOf
  id?: number
  action: string
  start: RecipeDraft
  /** The grind that is saved. A new recipe has none. */
  grindIndex?: number
  isDefault: boolean
}

async function editorFor(visit: PortalVisit, params: Params): Promise<RecipeEditor> {
  const { ports, who, url, words } = visit
  const home = `/portal/${who.roasterSlug}/recipes`
  if (params.id === undefined) {
    const { coffee } = await getPortalCoffee({ id: idIn(url.searchParams.get('coffee')) ?? 0 }, ports, who)
    const base = baseRecipes.v60
    return {
      coffee,
      action: `${home}/new?coffee=${coffee.id}`,
      start: {
        ...emptyRecipe,
        ...figuresIn(base, words),
        brewer: anyOf(base.method),
        ...dialStart(base.grindIndex, visit),
      },
      isDefault: true,
    }
  }
  const { recipe } = await getPortalRecipe({ id: idOf(params) }, ports, who)
  const { coffee } = await getPortalCoffee({ id: recipe.coffeeId }, ports, who)
  const dial = recipe.grinderId === null ? dialStart(recipe.grindIndex, visit) : groundOnDial(recipe, visit)
  return {
    coffee,
    id: recipe.id,
    action: `${home}/${recipe.id}`,
    start: {
      ...emptyRecipe,
      ...figuresIn(recipe, words),
      brewer: anyOf(recipe.method),
      ...dial,
      notes: recipe.notes ?? '',
      steps: stepsTyped(recipe.steps, words),
    },
    grindIndex: recipe.grindIndex,
    isDefault: recipe.isDefault,
  }
}

/** On the grinder that the reader chose, if any. A setting on one they never chose would be saved as theirs. */
function dialStart(grindIndex: number, { ports, grinder: chosen }: PortalVisit) {
  const grinder = chosen && ports.grinders.bySlug(chosen.slug)
  if (!grinder) return {}
  return { grinder: grinder.slug, grindSetting: numeralOf(grinder, grindOn(grinder, grindIndex, 'your').grindSetting) }
}

/** As it is saved, or with the unsaved changes that the preview sends. */
export async function portalRecipePage(visit: PortalVisit, params: Params): Promise<Response> {
  const editor = await editorFor(visit, params)
  const asked = visit.url.searchParams
  const draft = recipeDraftIn(asked, editor.start)
  return editorPage(visit, editor, {
    draft,
    isDefault: asked.has('brewer') ? asked.has('isDefault') : editor.isDefault,
    shopper: asked.get('shopper'),
    isBefore: asked.get('stage') === 'before',
  })
}

interface Edited {
  draft: RecipeDraft
  isDefault: boolean
  shopper?: string | null
  isBefore?: boolean
  stepChange?: StepChange
  wrong?: WrongRecipe | undefined
}

async function editorPage(visit: PortalVisit, editor: RecipeEditor, edited: Edited): Promise<Response> {
  const { ports, who } = visit
  const { coffee, id, action } = editor
  const { draft, isDefault, shopper = null, isBefore = false, stepChange, wrong } = edited
  const complaints = wrong?.complaints ?? {}
  const gear = await draftGear(draft, visit)
  const method = gear.method ?? 'v60'
  const home = `/portal/${who.roasterSlug}/recipes`
  const grindIndex = indexOf(draft, gear) ?? editor.grindIndex ?? methodById[method].grindIndex.target
  const preview = await recipePreview({ coffee, id, draft, gear, method, grindIndex, shopper, isBefore }, visit)
  return portalView(visit, {
    title: `${methodById[method].name} recipe`,
    at: '/recipes',
    script: 'recipe-editor.js',
    ...(wrong && { status: wrong.fault ? faultStatus[wrong.fault.code] : 400 }),
    body: withWrong(
      wrong,
      summary => html`<div class="headed"><div><p class="quiet">${coffee.name}</p><h1 data-live="title">${methodById[method].name} recipe</h1></div><p class="buttons"><a class="button outlined" href="${home}">Discard</a><button class="button" form="recipe">Publish</button></p></div>${summary}
<form class="recipe-edit" id="recipe" method="post" action="${action}"><input type="hidden" name="coffee" value="${coffee.id}">
<div><fieldset class="chips"><legend class="unseen">Brew method</legend>${methodIds.map(one => chipBox('radio', 'brewer', anyOf(one), methodById[one].name, one === method))}</fieldset>
<div class="writing">${figureSteppers('The figures', draft, { method }, complaints, visit)}</div>
<div class="panel">${grinderField('grinder', 'Your grinder', ports.grinders.list(), gear.grinder?.slug, { none: 'Choose your grinder' })}${textField('grindSetting', 'Your setting', { value: draft.grindSetting, complaint: complaints.grindSetting, more: html`autocomplete="off"` })}<div data-live="band">${bandOf(draft, gear, method)}</div></div>
${stepRows({ draft, stepChange, wrong }, html`<div class="pours-typed" data-live="pours">${poursTyped(draft, gear, method, visit)}</div>`)}
${notesField(draft.notes, complaints.notes, 3)}
<p><label class="check"><input type="checkbox" name="isDefault" value="yes"${isDefault ? html` checked` : ''}> Make this the default for its method</label></p>
<p><button class="button soft unscripted" formmethod="get" formnovalidate>Preview</button></p></div>
<aside class="beside" aria-label="As your customer sees it">${preview}</aside></form>
${id === undefined ? '' : html`<details class="more"><summary>Delete this recipe</summary><form method="post" action="${action}/delete"><p class="quiet">It’s removed from your page and widget, along with its votes, ratings and comments.</p><button class="button outlined">Delete it</button></form></details>`}`,
    ),
  })
}

function indexOf(draft: RecipeDraft, gear: DraftGear) {
  const setting = settingOf(draft, gear)
  return gear.grinder && setting !== undefined ? curveThrough(gear.grinder.references).indexAt(setting) : undefined
}

/** The roaster's own dial with the method's usual band and their setting. */
function bandOf(draft: RecipeDraft, gear: DraftGear, method: MethodId): Html {
  const setting = settingOf(draft, gear)
  if (!gear.grinder || setting === undefined)
    return html`<p class="quiet">Choose your grinder and enter the setting on its dial.</p>`
  const { low, high } = methodById[method].grindIndex
  const on = setOn(gear.grinder, setting)
  const [from, to] = [low, high].map(
    index => grindOn(gear.grinder as NonNullable<typeof gear.grinder>, index, 'your').grindSetting,
  )
  const span = { min: Math.min(from ?? 0, to ?? 0), max: Math.max(from ?? 0, to ?? 0) }
  const range = labelled(gear.grinder, span)
  const isInside = setting >= range.min && setting <= range.max
  return html`${straightDial({ ...on, grindRange: range })}<p class="quiet"><b>${range.label}</b> is the usual range for ${drinkName(method)}. Your setting is ${isInside ? 'inside' : 'outside'} it.</p>`
}

/**
 * Saves the form. A refused form is shown again as it was typed, and so is one whose rows were only
 * moved.
 */
export async function portalRecipePosted(visit: PortalVisit, params: Params): Promise<Response> {
  const { request, ports, who, words } = visit
  const editor = await editorFor(visit, params)
  const sent = await postedForm(request, ports, LONG_FORM_BYTES)
  const draft = recipeDraftIn(sent, editor.start)
  const isDefault = sent.has('isDefault')
  const stepChange = stepChangeIn(sent)
  const edited = { draft, isDefault, shopper: sent.get('shopper'), isBefore: sent.get('stage') === 'before' }
  if (stepChange !== undefined) return editorPage(visit, editor, { ...edited, stepChange })
  const gear = await draftGear(draft, visit)
  const said = { ...recipeTyped(draft, gear, words), isDefault }
  const saved = await attempt(() => save(editor, said, visit, { draft, gear }))
  if (saved.fault) return editorPage(visit, editor, { ...edited, wrong: wrongBy(saved.fault, draft, gear, words) })
  if (saved.done) return editorPage(visit, editor, { ...edited, wrong: saved.done })
  return seeOther(`/portal/${who.roasterSlug}/recipes?saved`)
}

/** Returns what is wrong with it, if anything. */
async function save(
  { id, coffee }: RecipeEditor,
  said: Record<string, unknown>,
  visit: PortalVisit,
  { draft, gear }: { draft: RecipeDraft; gear: DraftGear },
) {
  const { ports, who, words } = visit
  const given = Object.fromEntries(
    Object.entries(said).filter(([name, value]) => value !== null || CLEARED.includes(name)),
  )
  if (id === undefined) {
    const input = v.safeParse(AddPortalRecipe, { id: coffee.id, ...given })
    if (!input.success) return wrongIn(input.issues, draft, gear, words)
    await addPortalRecipe(input.output, ports, who)
  } else {
    const input = v.safeParse(RevisePortalRecipe, {
      id,
      ...given,
      doseGrams: said.doseGrams ?? '',
      waterGrams: said.waterGrams ?? '',
    })
    if (!input.success) return wrongIn(input.issues, draft, gear, words)
    await revisePortalRecipe(input.output, ports, who)
  }
}

/** Fields that are cleared when they are emptied. */
const CLEARED = ['waterTempF', 'brewTimeSeconds', 'steps', 'notes']

export async function portalRecipeDeleted({ request, ports, who }: PortalVisit, params: Params): Promise<Response> {
  await postedForm(request, ports)
  await deletePortalRecipe({ id: idOf(params) }, ports, who)
  return seeOther(`/portal/${who.roasterSlug}/recipes?deleted`)
}
