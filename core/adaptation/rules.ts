import { type RoastLevel, roastLevels } from '../coffees/roast.ts'
import type { Filter } from '../equipment/model.ts'
import type { MethodId } from '../grind/methods.ts'
import type { Palate } from '../taste/palate.ts'
import { baseRecipes } from './base.ts'
import { strengthFactor } from './strength.ts'

/** Everything that may move a recipe away from its method's base. What is missing or null moves nothing. */
export interface Wishes {
  method: MethodId
  roastLevel?: RoastLevel | null | undefined
  /** 1 light to 5 strong. */
  strength?: number | undefined
  /** -2 brighter to +2 richer. */
  taste?: number | undefined
  palate?: Palate | null | undefined
  filterType?: Filter['type'] | null | undefined
  daysOffRoast?: number | null | undefined
  /** The water to brew with; the method's own amount when not given. */
  volumeGrams?: number | undefined
}

/** What one rule changes, and the line that says so. Adjustments only add up, so no rule depends on another's turn. */
export interface Adjustment {
  /** In grind index points; above 0 is coarser. */
  indexShift?: number
  ratioFactor?: number
  tempShiftF?: number
  timeFactor?: number
  reason: string
}

export type Rule = (wishes: Wishes) => Adjustment | null

/** About 2 C cooler a step is what sources agree on; the grind shift is our choice. Espresso moves by half of it. */
export const byRoast: Rule = ({ method, roastLevel }) => {
  if (!roastLevel || roastLevel === 'MEDIUM') return null
  const level = roastLevels.indexOf(roastLevel)
  const shift = [-3, -1.5, 0, 1.5, 3][level] as number
  const indexShift = shift * (method === 'espresso' ? 0.5 : 1)
  // Cold brew draws with cool water, whatever the roast.
  const tempShiftF = method === 'cold_brew' ? 0 : ([4, 2, 0, -3, -6][level] as number)
  const changes = [
    tempShiftF !== 0 && `${Math.abs(tempShiftF)} F ${tempShiftF > 0 ? 'hotter' : 'cooler'}`,
    grinds(method) && `a touch ${indexShift > 0 ? 'coarser' : 'finer'}`,
  ].filter(Boolean)
  const name = roastLevel.replace('_', '-').toLowerCase()
  return { indexShift, tempShiftF, reason: `${capital(name)} roast: ${changes.join(', ')}` }
}

/** The dose moves; the water stays what was asked for. */
export const byStrength: Rule = ({ method, strength = 3 }) => {
  if (strength === 3) return null
  const dose = strength > 3 ? 'more' : 'less'
  return {
    ratioFactor: strengthFactor(method, strength),
    reason: `Strength ${strength} of 5: ${dose} coffee to the same water`,
  }
}

/**
 * Grind and ratio, not temperature: at equal strength and extraction, tasters could not tell 87 from 93 C
 * (Batali, Ristenpart and Guinard, Sci. Rep. 10, 2020).
 */
export const byTaste: Rule = ({ method, taste = 0 }) => {
  if (taste === 0) return null
  return {
    ...lean(taste),
    reason: `${taste > 0 ? 'Richer' : 'Brighter'} by ${Math.abs(taste)}: ${leanWords(method, taste)}`,
  }
}

/** The levers of strength and taste, one step at most each, and only where the palate is far from neutral. */
export const byPalate: Rule = ({ method, palate }) => {
  if (!palate) return null
  const stronger = far(palate.strength)
  // Brightness and clarity pull one way, body and bitterness the other.
  const richer = Math.sign(far(palate.body) + far(palate.bitterness) - far(palate.acidity))
  if (stronger === 0 && richer === 0) return null
  const { indexShift, ratioFactor } = lean(richer)
  const changes = [
    stronger !== 0 && (stronger > 0 ? 'a step stronger' : 'a step lighter'),
    richer !== 0 && `a step ${richer > 0 ? 'richer' : 'brighter'} (${leanWords(method, richer)})`,
  ].filter(Boolean)
  return {
    indexShift,
    ratioFactor: ratioFactor * strengthFactor(method, 3 + stronger),
    reason: `Your palate: ${changes.join(', ')}`,
  }
}

/** Metal lets fines through, cloth some of them. Counted from the filter for which the method's base is ground. */
export const byFilter: Rule = ({ method, filterType }) => {
  const usual = usualFilter[method]
  if (!filterType || !usual || filterType === usual) return null
  const indexShift = filterIndex[filterType] - filterIndex[usual]
  return {
    indexShift,
    reason: `${capital(filterType)} filter: ${Math.abs(indexShift) > 1 ? '' : 'a touch '}${indexShift > 0 ? 'coarser' : 'finer'}`,
  }
}

/** Our choice: fresh beans still give off gas and extract fast at the edges, old ones have lost what extracts easily. */
export const byBeanAge: Rule = ({ method, daysOffRoast }) => {
  if (daysOffRoast == null || !grinds(method)) return null
  if (daysOffRoast < 5) return { indexShift: 1, reason: `Beans ${days(daysOffRoast)} off roast: a touch coarser` }
  if (daysOffRoast > 30) return { indexShift: -2, reason: `Beans ${days(daysOffRoast)} off roast: a touch finer` }
  return null
}

export const byVolume: Rule = ({ method, volumeGrams }) => {
  const usualGrams = baseRecipes[method].waterGrams
  const timeFactor = volumeTimeFactor(method, usualGrams, volumeGrams ?? usualGrams)
  if (timeFactor === 1) return null
  const brew = timeFactor > 1 ? 'a longer brew' : 'a shorter brew'
  return { timeFactor, reason: `${volumeGrams} g of water instead of ${usualGrams} g: ${brew}` }
}

/** In the order in which their reasons are told. */
export const rules: readonly Rule[] = [byRoast, byStrength, byTaste, byPalate, byFilter, byBeanAge, byVolume]

/** More water through one bed of coffee takes longer, though not in proportion: the bed grows too. The power is our choice. */
export const volumeTimeFactor = (method: MethodId, fromGrams: number, toGrams: number) =>
  poured.has(method) ? (toGrams / fromGrams) ** 0.35 : 1

/** Turkish coffee is ground as fine as the grinder goes, always. */
export const grinds = (method: MethodId) => method !== 'turkish'

/** A quarter of the scale from the middle: level 2 or 4. */
const FAR = 0.25
const far = (taste: number) => (Math.abs(taste - 0.5) < FAR ? 0 : Math.sign(taste - 0.5))

/** Richer is finer and a shorter ratio, brighter is coarser and a longer one. */
const lean = (steps: number) => ({ indexShift: 0 - 1.5 * steps, ratioFactor: 1 - 0.02 * steps })

function leanWords(method: MethodId, steps: number) {
  const ratio = steps > 0 ? 'a shorter ratio' : 'a longer ratio'
  return grinds(method) ? `${steps > 0 ? 'finer' : 'coarser'}, ${ratio}` : ratio
}

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

const poured: ReadonlySet<MethodId> = new Set(['v60', 'kalita', 'chemex', 'drip'])

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
const days = (count: number) => (count === 1 ? '1 day' : `${count} days`)
