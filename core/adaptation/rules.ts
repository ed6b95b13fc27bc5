import { type RoastLevel, roastLevels, roastWord } from '../coffees/roast.ts'
import type { RuleName } from '../dial/reason.ts'
import type { Filter } from '../equipment/model.ts'
import { indexPerPoint, type MethodId } from '../grind/methods.ts'
import { capital } from '../names.ts'
import type { Palate } from '../taste/palate.ts'
import { strengthFactor } from '../taste/strength.ts'
import { type BaseRecipe, baseOf, isFixed } from './base.ts'
import { daysInWords } from './conditions.ts'
import { tastesByPours } from './pour-parts.ts'
import type { StyleId } from './style-figures.ts'

/** What can change a recipe from its base. Missing or null values change nothing. */
export interface Circumstances {
  method: MethodId
  /** Missing: the usual one. */
  style?: StyleId | null | undefined
  roastLevel?: RoastLevel | null | undefined
  isDecaf?: boolean | undefined
  /** 1 light to 5 strong. */
  strength?: number | undefined
  /** -2 brighter to +2 richer. */
  taste?: number | undefined
  palate?: Palate | null | undefined
  filterType?: Filter['type'] | null | undefined
  daysOffRoast?: number | null | undefined
  leftOff?: LeftOff | null | undefined
  /** A technique says itself how to move some figures. */
  technique?: Pick<BaseRecipe, 'hotterByRoastF' | 'pourParts' | 'fixed' | 'groundFor'> | undefined
}

/**
 * Where earlier brews of the coffee in this style have led to. It already includes roast, filter
 * and palate.
 */
export interface LeftOff {
  grindIndex: number
  ratio: number
  waterTempF: number | null
  daysOffRoast: number | null
  /** As the drinker reads it: "You settled on 22 clicks and 1:15.8 with your brews of this coffee". */
  cause: string
}

/**
 * What one rule changes, and its cause. Adjustments only add up, so the order of rules does not
 * matter.
 */
export interface Adjustment {
  /** In grind index points; above 0 is coarser. */
  indexShift?: number
  ratioFactor?: number
  tempShiftF?: number
  /** Steps of taste by which the pours move; above 0 is richer. */
  pouredRicher?: number
  /** Takes precedence over all shifts. */
  waterTempF?: number
  /** What the rule would have moved, and the technique keeps. */
  keeps?: readonly ('ratio' | 'temperature')[]
  /** The hotter or cooler water that the grind replaces. */
  insteadOf?: 'hotter' | 'cooler'
  /** The finer grind that decaf asks for and the coarser one that stands in for cooler water are the same. */
  cancelsOut?: true
  /** Hot water to add to the cup, as a share of the brew's water. */
  dilution?: number
  cause: string
}

type Rule = (circumstances: Circumstances) => Adjustment | null
export type NamedAdjustment = Adjustment & { rule: RuleName }

/** A new bag starts where the last one ended. */
const byLeftOff: Rule = ({ method, style, leftOff }) =>
  leftOff
    ? {
        indexShift: leftOff.grindIndex - baseOf(method, style).grindIndex,
        // A moka pot decides coffee and water.
        ...(method !== 'moka' && { ratioFactor: leftOff.ratio / baseOf(method, style).ratio }),
        ...(leftOff.waterTempF !== null && { waterTempF: leftOff.waterTempF }),
        cause: leftOff.cause,
      }
    : null

/**
 * Guides that give a temperature for each roast drop 7.8 C from light to dark (n 8). The grind
 * shift is our choice; espresso changes by half of it. It is published that light roasts are pulled
 * longer; by how much is our choice.
 */
export const byRoast: Rule = ({ method, roastLevel, technique }) => {
  if (!roastLevel) return null
  const { tempShiftF: usually, indexShift, shotFactor } = roastMoves[roastLevel]
  const tempShiftF = technique?.hotterByRoastF?.[roastLevel] ?? (brewsHot(method) ? usually : 0)
  if (roastLevel === 'MEDIUM' && tempShiftF === 0) return null
  return {
    indexShift: indexShift * indexPerPoint(method),
    tempShiftF,
    ratioFactor: method === 'espresso' ? shotFactor : 1,
    cause: `${capital(roastWord(roastLevel))} roast`,
  }
}

/**
 * Our choice: the process leaves beans that extract less easily, and that taste of it when brewed
 * hot.
 */
const byDecaf: Rule = ({ method, isDecaf }) =>
  isDecaf ? { indexShift: -1, tempShiftF: brewsHot(method) ? -4 : 0, cause: 'Decaf' } : null

/** Cold brew uses cool water and a cezve starts with warm water, whatever the beans. */
const brewsHot = (method: MethodId) => method !== 'cold_brew' && method !== 'turkish'

/** For earlier brews without a logged temperature, the other figures are known. */
const heatOnly =
  (rule: Rule): Rule =>
  circumstances => {
    const asked = circumstances.leftOff?.waterTempF === null ? rule(circumstances) : null
    return asked && { tempShiftF: asked.tempShiftF ?? 0, cause: asked.cause }
  }

export const byStrength: Rule = ({ method, strength = 3 }) => {
  if (strength === 3) return null
  const cause = `Strength ${strength} of 5`
  if (method !== 'moka') return { ratioFactor: strengthFactor(method, strength), cause }
  return { indexShift: potShift(strength), dilution: Math.max(0, strengthFactor(method, strength) - 1), cause }
}

/**
 * A moka pot decides coffee and water, so the grind changes: as much per step as one step of taste.
 * Our choice.
 */
const potShift = (strength: number) => -1.5 * (strength - 3)

/**
 * Grind and ratio, not temperature: at equal strength and extraction, tasters could not tell 87
 * from 93 C (Batali, Ristenpart and Guinard, Sci. Rep. 10, 2020).
 */
export const byTaste: Rule = ({ method, taste = 0, technique }) =>
  taste === 0
    ? null
    : {
        ...leanBy(method, taste, technique),
        cause: `${inSteps(Math.abs(taste))} ${taste < 0 ? 'brighter' : isByPours(technique) ? 'sweeter' : 'richer'}`,
      }

/**
 * The levers of strength and taste, at most one step each, and only if the palate is far from
 * neutral.
 */
export const byPalate: Rule = ({ method, palate, technique }) => {
  if (!palate) return null
  const stronger = far(palate.strength)
  // Acidity pulls one way, body and bitterness the other.
  const richer = Math.sign(far(palate.body) + far(palate.bitterness) - far(palate.acidity))
  if (stronger === 0 && richer === 0) return null
  const { indexShift = 0, ratioFactor = 1, ...poured } = leanBy(method, richer, technique)
  const steps = [
    ...(stronger === 0 ? [] : [stronger > 0 ? 'a step stronger' : 'a step lighter']),
    ...(richer === 0 ? [] : [richer > 0 ? 'a step richer' : 'a step brighter']),
  ]
  const cause = `Your palate, ${steps.join(' and ')}`
  if (method === 'moka') return { indexShift: indexShift + potShift(3 + stronger), cause }
  return { indexShift, ratioFactor: ratioFactor * strengthFactor(method, 3 + stronger), ...poured, cause }
}

/**
 * Metal lets fines through, cloth some of them. Relative to the filter that the method's base is
 * ground for.
 */
export const byFilter: Rule = ({ method, filterType, technique }) => {
  const usual = technique?.groundFor ?? usualFilter[method]
  if (!filterType || !usual || filterType === usual) return null
  return { indexShift: filterIndex[filterType] - filterIndex[usual], cause: `${capital(filterType)} filter` }
}

/**
 * Our choice: fresh beans still release gas and extract fast at the edges; old ones have lost what
 * extracts easily.
 */
export const byBeanAge: Rule = ({ daysOffRoast, leftOff }) => {
  // Earlier brews of unknown age may have been from these very beans.
  if (daysOffRoast == null || leftOff?.daysOffRoast === null) return null
  const indexShift = ageShift(daysOffRoast) - ageShift(leftOff?.daysOffRoast ?? null)
  return indexShift === 0 ? null : { indexShift, cause: `Beans ${daysInWords(daysOffRoast)} off roast` }
}

const ageShift = (daysOffRoast: number | null) =>
  daysOffRoast === null ? 0 : daysOffRoast < 5 ? 1 : daysOffRoast > 30 ? -2 : 0

/** In the order of their reasons in replies. */
const rules: readonly [RuleName, Rule][] = [
  ['roast', byRoast],
  ['decaf', byDecaf],
  ['strength', byStrength],
  ['taste', byTaste],
  ['palate', byPalate],
  ['filter', byFilter],
  ['bean-age', byBeanAge],
]
const rulesAfterwards: readonly [RuleName, Rule][] = [
  ['left-off', byLeftOff],
  ['roast', heatOnly(byRoast)],
  ['decaf', heatOnly(byDecaf)],
  ['strength', byStrength],
  ['taste', byTaste],
  ['bean-age', byBeanAge],
]

/** The adjustments of every rule that applies. */
export const adjustmentsFor = (circumstances: Circumstances): NamedAdjustment[] =>
  (circumstances.leftOff ? rulesAfterwards : rules).flatMap(([rule, ask]) => {
    const adjustment = ask(circumstances)
    return adjustment ? [{ rule, ...withoutFixed(adjustment, circumstances.technique) }] : []
  })

/** What makes a technique itself stays, and the reason says so. */
function withoutFixed(adjustment: Adjustment, technique: Circumstances['technique']): Adjustment {
  const { ratioFactor = 1, tempShiftF = 0 } = adjustment
  const keepsRatio = ratioFactor !== 1 && technique !== undefined && isFixed(technique, 'ratio')
  const keepsHeat = tempShiftF !== 0 && technique !== undefined && isFixed(technique, 'waterTempF')
  if (!keepsRatio && !keepsHeat) return adjustment
  return {
    ...adjustment,
    ...(keepsRatio && { ratioFactor: 1 }),
    ...(keepsHeat && { tempShiftF: 0 }),
    keeps: [...(keepsRatio ? (['ratio'] as const) : []), ...(keepsHeat ? (['temperature'] as const) : [])],
  }
}

/** Turkish coffee is ground as fine as the grinder goes, whatever else is asked for. */
export const grinds = (method: MethodId) => method !== 'turkish'

export const roastMoves = Object.fromEntries(
  roastLevels.map((level, at) => [
    level,
    {
      tempShiftF: [4, 2, 0, -4, -9][at] as number,
      indexShift: [-3, -1.5, 0, 1.5, 3][at] as number,
      shotFactor: [1.2, 1.1, 1, 0.95, 0.9][at] as number,
    },
  ]),
) as Record<RoastLevel, { tempShiftF: number; indexShift: number; shotFactor: number }>

/** A quarter of the scale from the middle: level 2 or 4. */
const FAR = 0.25
const far = (taste: number) => (Math.abs(taste - 0.5) < FAR ? 0 : Math.sign(taste - 0.5))

/**
 * Richer is finer with a shorter ratio, brighter is coarser with a longer one; the ratio of a moka
 * pot is fixed.
 */
export const lean = (method: MethodId, steps: number) => ({
  indexShift: 0 - 1.5 * steps,
  ratioFactor: method === 'moka' ? 1 : 1 - 0.02 * steps,
})

/** By its pours, if its author does. */
const leanBy = (method: MethodId, steps: number, technique: Circumstances['technique']): Partial<Adjustment> =>
  isByPours(technique) ? { pouredRicher: steps } : lean(method, steps)

const isByPours = (technique: Circumstances['technique']) => technique !== undefined && tastesByPours(technique)

const filterIndex = { paper: 0, cloth: 1, metal: 3 } as const
const usualFilter: Partial<Record<MethodId, Filter['type']>> = {
  aeropress: 'paper',
  v60: 'paper',
  kalita: 'paper',
  chemex: 'paper',
  drip: 'paper',
  clever: 'paper',
  cold_brew: 'paper',
  siphon: 'cloth',
  french_press: 'metal',
}

const inSteps = (count: number) => (count === 1 ? '1 step' : `${count} steps`)
