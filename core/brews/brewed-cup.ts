import type { Brewer } from '../adaptation/base.ts'
import type { RoastLevel } from '../coffees/roast.ts'
import type { MethodId } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import type { TasteProfile } from '../recipes/model.ts'
import type { HomeWater } from '../water/home-water.ts'
import type { ExtractionFeedback } from './model.ts'

/** A brew as the coach reads it. What is missing was not logged. */
export interface BrewedCup {
  method: MethodId
  doseGrams: number | null
  waterGrams: number | null
  waterTempF: number | null
  grindSetting: number | null
  grinder: AnyGrinder | null
  /** Where it is known what it was brewed in. */
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
  /** Whether the drinker can set the water's temperature, where the setup says so. */
  canSetTemperature?: boolean | undefined
  /** Where the drinker brews and with what water, as far as they said. */
  water?: HomeWater | undefined
}

/** The brews of one bag, oldest first; the last is the one to learn from. */
export type CupsOfBag = readonly [BrewedCup, ...BrewedCup[]]

export const lastOf = (bag: CupsOfBag) => bag[bag.length - 1] as BrewedCup
