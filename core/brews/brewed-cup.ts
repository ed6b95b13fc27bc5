import { type BaseRecipe, type Brewer, baseOf } from '../adaptation/base.ts'
import type { StyleId } from '../adaptation/style-figures.ts'
import { styledName } from '../adaptation/styles.ts'
import type { RoastLevel } from '../coffees/roast.ts'
import { type MethodId, methodById } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import type { TasteProfile } from '../taste/profile.ts'
import type { HomeWater } from '../water/home-water.ts'
import type { ExtractionFeedback } from './model.ts'

/** A brew as the coach reads it. What is missing was not logged. */
export interface BrewedCup {
  method: MethodId
  /** Missing or null: the usual one. */
  style?: StyleId | null
  /** The technique that it was brewed by; left out: the usual recipe of its method and style. */
  planned?: BaseRecipe | undefined
  doseGrams: number | null
  waterGrams: number | null
  waterTempF: number | null
  grindSetting: number | null
  grinder: AnyGrinder | null
  /** The brewer, if known. */
  brewer?: Brewer | undefined
  daysOffRoast: number | null
  extractionFeedback: ExtractionFeedback | null
  outcome?: string | null
  rating?: number | null
  tasteProfile?: TasteProfile | null
  brewTimeSeconds?: number | null
  tdsPercent?: number | null
  beverageGrams?: number | null
  roastLevel?: RoastLevel | null
  /** Whether the drinker can set the water's temperature, if the setup says so. */
  canSetTemperature?: boolean | undefined
  /** The drinker's altitude and water, as far as known. */
  water?: HomeWater | undefined
}

type Styled = Pick<BrewedCup, 'method' | 'style' | 'planned'>

/** The recipe that a cup is judged against. */
export const baseOfCup = ({ method, style, planned }: Styled) => planned ?? baseOf(method, style)

/** The method that a cup is brewed like: a Switch with its valve open is a pour-over. */
export const brewedLike = (cup: Styled): MethodId => baseOfCup(cup).flow.timedAs

/** For example "iced V60". */
export const methodInWords = ({ method, style }: Styled) => styledName(style, methodById[method].name)

/** The band of the method that a cup is ground for. A technique may lie outside it. */
export function bandOfCup(cup: Styled) {
  const { low, high } = methodById[brewedLike(cup)].grindIndex
  const { grindIndex = low } = cup.planned ?? {}
  return { low: Math.min(low, grindIndex), high: Math.max(high, grindIndex) }
}

/** The brews of one bag and style, oldest first; the last is the one to learn from. */
export type CupsOfBag = readonly [BrewedCup, ...BrewedCup[]]

export const lastOf = (bag: CupsOfBag) => bag[bag.length - 1] as BrewedCup
