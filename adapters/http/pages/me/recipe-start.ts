import { withFigures } from '../../../../core/adaptation/step-notes.ts'
import type { Technique } from '../../../../core/adaptation/technique.ts'
import { baseOfTechnique, techniqueCalled } from '../../../../core/adaptation/technique-base.ts'
import { getBrew } from '../../../../core/brews/brews.ts'
import { getRoasterRecipe, publishRoasterRecipe } from '../../../../core/embeds/publish.ts'
import { listOwnedMachines } from '../../../../core/equipment/owned-equipment.ts'
import type { MethodId } from '../../../../core/grind/methods.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { getPersonalRecipe } from '../../../../core/personal-recipes/personal-recipes.ts'
import { ratioOf } from '../../../../core/recipes/arithmetic.ts'
import { getRecipe } from '../../../../core/recipes/recipes.ts'
import type { Steps } from '../../../../core/recipes/steps.ts'
import { MOST_NUDGES } from '../../../../core/setup/adapt-recipe.ts'
import { techniqueOn } from '../../../../core/techniques/techniques.ts'
import { dialFor } from '../choices.ts'
import { nudgedIn, waterAsked } from '../chosen-brew.ts'
import type { OwnVisit } from '../own-page.ts'
import { idIn } from '../query.ts'
import { chosenOf, knobsIn } from '../technique-knobs.ts'
import { brewerFor, techniqueReader } from '../technique-reader.ts'
import { anyOf, type BrewDraft, bagIn } from './draft.ts'
import { emptyRecipe, type RecipeDraft, stepsTyped } from './recipe-draft.ts'
import {
  figuresIn,
  fromBrew,
  fromNothing,
  fromPersonalRecipe,
  fromRecipe,
  fromTechnique,
  roasterRecipeIn,
  startFromRoaster,
} from './start.ts'

/**
 * The initial values for a new recipe: what it is based on (`?basedOn=12`, a technique's slug, or a
 * roaster's recipe), a personal recipe or a brew as it was (`?from=recipe-7`), else the usual.
 */
export async function recipeStart(asked: URLSearchParams, visit: OwnVisit): Promise<RecipeDraft> {
  const original = await originalStart(asked.get('basedOn') ?? '', visit)
  const { draft, steps, notes = '', basedOn = '' } = original ?? (await ownStart(asked, visit))
  return {
    ...emptyRecipe,
    ...draft,
    recipe: '',
    basedOn,
    // A recipe needs a coffee that everybody can find.
    coffee: bagIn(draft.coffee) === undefined ? draft.coffee : '',
    brewer: await namedBrewer(draft.brewer, visit),
    daysOffRoast: '',
    notes,
    steps: stepsTyped(steps, visit.words),
  }
}

interface RecipeBasis {
  draft: Partial<BrewDraft> & Pick<BrewDraft, 'coffee' | 'brewer'>
  steps: Steps | null
  notes?: string
  /** As the field of the form has it. */
  basedOn?: string
}

async function ownStart(asked: URLSearchParams, visit: OwnVisit): Promise<RecipeBasis> {
  const { ports, who } = visit
  const [, kind, text] = /^(recipe|brew)-(\d{1,9})$/.exec(asked.get('from') ?? '') ?? []
  const id = Number(text)
  if (kind === 'brew') return { ...fromBrew((await getBrew({ id }, ports, who)).brewLog, visit, false), steps: null }
  if (kind !== 'recipe') return { ...(await fromNothing(asked, visit)), steps: null }
  const { recipe } = await getPersonalRecipe({ id }, ports, who)
  const { steps, notes, basedOn } = recipe
  const basis = basedOn?.technique ?? basedOn?.id
  return { ...fromPersonalRecipe(recipe, visit), steps, notes: notes ?? '', basedOn: String(basis ?? '') }
}

/** What a new recipe is to be based on, on the reader's dial. Its notes stay with their author. */
async function originalStart(
  basedOn: string,
  visit: OwnVisit,
): Promise<(RecipeBasis & { basedOn: string }) | undefined> {
  const { ports } = visit
  if (basedOn === '') return undefined
  const id = idIn(basedOn)
  if (id !== undefined) {
    const { steps } = await getRecipe({ id }, ports)
    return { ...(await fromRecipe(id, visit)), steps, basedOn }
  }
  const roasters = roasterRecipeIn(basedOn)
  if (roasters) {
    const { recipe } = await getRoasterRecipe(roasters, ports)
    return { ...(await startFromRoaster(roasters, visit)), steps: recipe.steps, basedOn }
  }
  const technique = techniqueCalled(basedOn, ports)
  const { draft } = fromTechnique(technique, null, visit)
  if (Object.keys(chosenOf(visit)).length > 0)
    return { ...(await asChosen(technique, draft, visit)), basedOn: technique.slug }
  return { draft, steps: withFigures(technique.steps, 1, 1), basedOn: technique.slug }
}

/** A technique with what was chosen on its page, where "Make it mine" was pressed. */
async function asChosen<Draft extends RecipeBasis['draft']>(technique: Technique, draft: Draft, visit: OwnVisit) {
  const { ports, who, words } = visit
  const { grinder } = dialFor(visit)
  const reader = await techniqueReader(visit)
  const { machine: brewer } = brewerFor(technique, reader, visit)
  const knobs = knobsIn(visit, undefined, baseOfTechnique(technique, ports.grinders), brewer)
  const volumeGrams = knobs.doseGrams === undefined ? waterAsked(visit) : undefined
  const asked = { ...knobs, brewer, volumeGrams, palate: reader.palate }
  const recipe = techniqueOn(technique, asked, grinder, ports, who, nudgedIn(visit, MOST_NUDGES))
  const grindSetting = numeralOf(grinder, recipe.grindSetting)
  return { draft: { ...draft, ...figuresIn(recipe, words), grindSetting }, steps: recipe.steps }
}

/** If only a method is given, the person's brewer for it, or the first in the catalog. */
async function namedBrewer(brewer: string, { ports, who }: OwnVisit) {
  const { machines } = await listOwnedMachines(undefined, ports, who)
  const isOf = ({ brewMethod }: { brewMethod: MethodId }) => anyOf(brewMethod) === brewer
  return machines.find(isOf)?.slug ?? ports.machines.list().find(isOf)?.slug ?? brewer
}

/** What a form says that a recipe is based on. A roaster's recipe joins the community's by that. */
export async function basisTyped({ basedOn }: RecipeDraft, { ports }: OwnVisit): Promise<number | string | null> {
  const roasters = roasterRecipeIn(basedOn)
  if (roasters) return publishRoasterRecipe(roasters, ports)
  return basedOn === '' ? null : (idIn(basedOn) ?? basedOn)
}

interface TypedFigures {
  doseGrams: number
  waterGrams: number
  ratio: number
  waterTempF?: number | null | undefined
  brewTimeSeconds?: number | null | undefined
  steps?: Steps | null | undefined
}

/**
 * The figures of a form, where those that read as in the original are the original's: a temperature
 * shown in whole degrees does not drift.
 */
export async function asInOriginal<G extends TypedFigures>(given: G, draft: RecipeDraft, visit: OwnVisit): Promise<G> {
  const original = await figuresOfOriginal(draft.basedOn, visit)
  if (!original) return given
  const { words } = visit
  const reads = (figures: TypedFigures) => figuresIn({ ...figures, ...known(figures) }, words)
  const [typed, written] = [reads(given), reads(original)]
  const kept = <F extends keyof TypedFigures>(figure: F, name: keyof BrewDraft) =>
    typed[name] === written[name] ? original[figure] : given[figure]
  const amounts = { doseGrams: kept('doseGrams', 'doseGrams'), waterGrams: kept('waterGrams', 'waterGrams') }
  const isScaled = amounts.doseGrams !== original.doseGrams || amounts.waterGrams !== original.waterGrams
  const sameSteps =
    JSON.stringify(stepsTyped(given.steps ?? null, words)) === JSON.stringify(stepsTyped(original.steps ?? null, words))
  return {
    ...given,
    ...amounts,
    ratio: isScaled ? ratioOf(amounts.doseGrams, amounts.waterGrams) : original.ratio,
    waterTempF: kept('waterTempF', 'waterTemp'),
    brewTimeSeconds: kept('brewTimeSeconds', 'brewTime'),
    steps: sameSteps ? original.steps : given.steps,
  }
}

const known = ({ waterTempF = null, brewTimeSeconds = null }: TypedFigures) => ({ waterTempF, brewTimeSeconds })

async function figuresOfOriginal(basedOn: string, { ports }: OwnVisit): Promise<TypedFigures | undefined> {
  if (basedOn === '') return undefined
  const id = idIn(basedOn)
  if (id !== undefined) return ports.recipes.byId(id)
  const roasters = roasterRecipeIn(basedOn)
  if (roasters) return (await getRoasterRecipe(roasters, ports)).recipe
  const technique = techniqueCalled(basedOn, ports)
  const base = baseOfTechnique(technique, ports.grinders)
  return { ...base, ratio: ratioOf(base.doseGrams, base.waterGrams), steps: withFigures(technique.steps, 1, 1) }
}
