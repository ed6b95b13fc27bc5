import type { Person } from '../accounts/model.ts'
import type { LeftOff } from '../adaptation/rules.ts'
import type { StyleId } from '../adaptation/style-figures.ts'
import { styledName } from '../adaptation/styles.ts'
import type { CoffeeByMethod } from '../coffees/coffees.ts'
import { FIRST_DRINKER } from '../drinkers/model.ts'
import { labelOf } from '../grind/notation.ts'
import { inARow } from '../names.ts'
import { exactRatio, ratioInWords } from '../ratio.ts'
import type { BrewedCup } from './brewed-cup.ts'
import { type Brews, LEARNED_FROM } from './brews.ts'
import type { RoastedBrew } from './model.ts'
import { isWithoutFigure } from './move.ts'
import { afterStep, nextStep } from './next-step.ts'
import { type CalibratedEquipment, type CalibratedEquipmentPorts, calibratedEquipmentOf, cupOf } from './present.ts'
import { isBrewedAs } from './run.ts'
import { asDrunkBy } from './who-drank.ts'

export interface LeftOffPorts extends CalibratedEquipmentPorts {
  brews: Brews
}

/**
 * Where a person's brews of a coffee in a style have led to, from which its next bag starts; null
 * if nothing was said about them.
 */
export const leftOffWith = async (
  brew: CoffeeByMethod,
  style: StyleId,
  ports: LeftOffPorts,
  person: Person | undefined,
) => (await leftOffEach([brew], ports, person, style)).get(brew.coffeeId) ?? null

/** The same for a bag whose coffee is not in the catalog. */
export async function leftOffWithBag(of: Parameters<Brews['newestOfBag']>[1], ports: LeftOffPorts, person: Person) {
  const [brews, equipment] = await Promise.all([
    ports.brews.newestOfBag(person.id, of, LEARNED_FROM, person.drinkerId),
    calibratedEquipmentOf(person, ports),
  ])
  return leftOffIn(brews, equipment, person)
}

/** The same for several coffees, each with one method and all in one style, in one read. */
export async function leftOffEach(
  coffees: readonly CoffeeByMethod[],
  ports: LeftOffPorts,
  person: Person | undefined,
  style: StyleId | null = null,
): Promise<Map<number | null, LeftOff | null>> {
  if (!person || coffees.length === 0) return new Map()
  const [brews, equipment] = await Promise.all([
    ports.brews.newestOfEach(person.id, coffees, style, LEARNED_FROM, person.drinkerId),
    calibratedEquipmentOf(person, ports),
  ])
  const ofEach = Map.groupBy(brews, ({ coffeeProfileId }) => coffeeProfileId)
  return new Map([...ofEach].map(([coffeeId, brews]) => [coffeeId, leftOffIn(brews, equipment, person)]))
}

function leftOffIn(drunk: readonly RoastedBrew[], equipment: CalibratedEquipment, person: Person): LeftOff | null {
  const brews = drunk.map(brew => asDrunkBy(brew, person.drinkerId ?? FIRST_DRINKER))
  const from = brews.findIndex(
    ({ extractionFeedback, rating }) =>
      Object.values(extractionFeedback ?? {}).includes(true) || (rating ?? 0) >= FAIR_RATING,
  )
  const [last, ...earlier] = brews.slice(Math.max(0, from)).map(brew => cupOf(brew, equipment, person))
  if (from < 0 || !last) return null
  const step = nextStep(last, earlier)
  const end = afterStep(afterStep(last, step?.also), step)
  const grindIndex = equipment.grindIndexOf(end)
  if (grindIndex === null || end.doseGrams === null || end.waterGrams === null) return null
  const ratio = exactRatio(end.doseGrams, end.waterGrams)
  const brew = styledName(last.style, 'brew')
  const isAskedFor = step && (!isWithoutFigure(step) || !isBrewedAs(last, end))
  const figures = inARow([...grindLabel(end), ...(end.method === 'moka' ? [] : [ratioInWords(ratio)])])
  return {
    grindIndex,
    ratio,
    waterTempF: end.waterTempF,
    daysOffRoast: end.daysOffRoast,
    cause: isAskedFor
      ? `After your last ${brew} of this coffee we suggested ${figures}`
      : `You settled on ${figures} with your ${brew}s of this coffee`,
  }
}

/** A cup with no other feedback than this rating, or a better one, is worth starting from. */
const FAIR_RATING = 3

const grindLabel = ({ grinder, grindSetting }: BrewedCup) =>
  grinder && grindSetting !== null ? [labelOf(grinder, grindSetting)] : []
