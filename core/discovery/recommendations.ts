import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { canBrew } from '../adaptation/fit.ts'
import { dialIn } from '../dial/dial-in.ts'
import { dialRecipe } from '../dial/on-grinder.ts'
import { onDial, readerOf } from '../dial/reader.ts'
import { forDrinker } from '../drinkers/model.ts'
import type { Machines, StoredMachine } from '../equipment/equipment.ts'
import { type AnyStoredGrinder, grinderFor } from '../equipment/own-grinders.ts'
import { usedFirst } from '../equipment/owned-equipment.ts'
import * as field from '../fields.ts'
import { cautionFor, suitsMethod } from '../grind/suits.ts'
import { Recipe } from '../recipes/model.ts'
import { presentTo, type ReaderPorts } from '../recipes/present.ts'
import type { Recipes } from '../recipes/recipes.ts'
import { type Candidate, nearestFirst, varied } from '../recipes/recommend.ts'
import { palateBox } from '../taste/match.ts'
import { TasteVector, vectorOf } from '../taste/palate.ts'
import { type Taster, type TasterPorts, tasterOf, withMatch } from '../taste/taster.ts'

export const RecommendRecipes = v.object({ ...forDrinker, ...onDial, limit: field.limit(5, 20) })

export const Recommendations = v.object({
  recommendations: v.array(
    v.object({
      ...Recipe.entries,
      calibrated: v.pipe(v.boolean(), v.description('True if the setting uses your own calibration.')),
    }),
  ),
  hasProfile: v.pipe(v.boolean(), v.description('False until you’ve set your palate; until then, only votes count.')),
  profileSummary: v.object({
    strengthPreference: TasteVector.entries.strengthPreference,
    roastPreference: TasteVector.entries.roastPreference,
  }),
  note: v.pipe(
    v.nullable(v.string()),
    v.description('Why nothing is recommended and what to do about it. Null if something is.'),
  ),
})

type RecommendPorts = TasterPorts & ReaderPorts & { recipes: Recipes; machines: Machines }

/**
 * Recipes by others that suit the person best and that their brewers and grinder can make. Leaves
 * out recipes with more votes against than for, and has at most two per coffee.
 */
export async function recommendRecipes(
  { limit, grinder }: v.InferOutput<typeof RecommendRecipes>,
  ports: RecommendPorts,
  person: Person,
): Promise<v.InferOutput<typeof Recommendations>> {
  const [taster, gear, calibrated, asked] = await Promise.all([
    tasterOf(person, ports),
    ownGearOf(person, ports),
    ports.ownGrinders.calibratedBy(person.id),
    readerOf(grinder, ports, person),
  ])
  const dial = asked.dial ?? gear.dial
  const candidates = await candidatesFor(person, gear.brewers, ports, taster)
  const ranked = varied(nearestFirst(candidates, taster), MOST_OF_A_COFFEE)
  const recommended = await firstThatFit(ranked, limit, { ...gear, dial }, ports)
  const shown = withMatch(await presentTo({ person, dial }, recommended, ports), taster)
  const { strengthPreference, roastPreference } = vectorOf(taster?.palate ?? null).profile
  return {
    recommendations: shown.map(recipe => atOwnSetting(recipe, calibrated)),
    hasProfile: taster !== undefined,
    profileSummary: { strengthPreference, roastPreference },
    note: shown.length > 0 ? null : whyNothing({ ...gear, dial }, candidates.length > 0),
  }
}

/** Why there is no recommendation for this equipment, and what to do. */
function whyNothing({ brewers, dial }: OwnGear, isAnythingPublished: boolean): string {
  const methods = brewers.map(({ brewMethod }) => brewMethod)
  const [method] = methods
  if (dial && method && methods.every(one => suitsMethod(dial, one) === 'no'))
    return `${cautionFor(dial, method)}. Add another grinder, or a brewer for another method, to your gear.`
  if (brewers.length === 0 && !dial) return 'There are no community recipes to recommend yet. Publish the first one.'
  return isAnythingPublished
    ? 'No community recipes fit your gear. Add another brewer or grinder to see more.'
    : 'Nobody else has published a recipe for your brewers yet. Add another brewer to see more.'
}

const MOST_OF_A_COFFEE = 2
/** How many recipes are read at a time until enough fit. */
const READ_AT_ONCE = 40

interface OwnGear {
  /** Empty when we do not know what they brew with. Then anything may be recommended. */
  brewers: readonly StoredMachine[]
  dial: AnyStoredGrinder | undefined
}

async function ownGearOf(person: Person, ports: RecommendPorts): Promise<OwnGear> {
  const [machines, grinders] = await Promise.all([
    ports.ownedEquipment.machines.list(person.id),
    ports.ownedEquipment.grinders.list(person.id),
  ])
  const own = usedFirst(grinders)
  return {
    brewers: machines.flatMap(({ itemId }) => ports.machines.byId(itemId) ?? []),
    dial: own && (await grinderFor(person, own.itemId, ports)),
  }
}

/**
 * Recipes for every method that the person has a brewer for, or for all methods if they have none.
 */
async function candidatesFor(
  person: Person,
  brewers: readonly StoredMachine[],
  { recipes }: RecommendPorts,
  taster: Taster | undefined,
): Promise<Candidate[]> {
  const methods = [...new Set(brewers.map(({ brewMethod }) => brewMethod))]
  const box = taster && palateBox(taster.palate)
  const filters = methods.length === 0 ? [{}] : methods.map(brewMethod => ({ brewMethod }))
  const found = await Promise.all(
    filters.map(filter => recipes.candidates({ exceptAuthorId: person.id, ...filter }, box)),
  )
  return found.flat()
}

async function firstThatFit(ranked: readonly Candidate[], limit: number, gear: OwnGear, ports: RecommendPorts) {
  const fitting: Recipe[] = []
  for (let at = 0; at < ranked.length && fitting.length < limit; at += READ_AT_ONCE) {
    const read = await ports.recipes.byIds(ranked.slice(at, at + READ_AT_ONCE).map(({ id }) => id))
    fitting.push(...read.filter(recipe => fits(recipe, gear, ports)))
  }
  return fitting.slice(0, limit)
}

function fits(recipe: Recipe, { brewers, dial }: OwnGear, { grinders }: RecommendPorts) {
  const { brewMethod } = recipe.machine
  if (recipe.downvotes > recipe.upvotes) return false
  const canBrewIt =
    brewers.length === 0 || brewers.some(brewer => brewer.brewMethod === brewMethod && canBrew(brewer, recipe))
  if (!canBrewIt) return false
  if (!dial) {
    const theirs = grinders.byId(recipe.grinderId)
    return !theirs || suitsMethod(theirs, brewMethod) !== 'no'
  }
  return suitsMethod(dial, brewMethod) !== 'no' && dialRecipe(dial, recipe, grinders.byId(recipe.grinderId)).reachable
}

/** A recipe made with a grinder that the person has calibrated, at their own setting. */
function atOwnSetting<R extends Recipe>(recipe: R, calibrated: ReadonlyMap<number, AnyStoredGrinder>) {
  const grinder = calibrated.get(recipe.grinderId)
  if (!grinder) return { ...recipe, calibrated: false }
  const { grindSetting } = dialIn(grinder, recipe.grindIndex)
  return { ...recipe, grindSetting, grindSettingText: null, calibrated: true }
}
