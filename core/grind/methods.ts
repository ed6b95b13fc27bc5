import * as v from 'valibot'
import { choiceAs } from '../fields.ts'
import { withArticle } from './name.ts'

export const BrewMethod = v.object({
  id: v.string(),
  name: v.string(),
  grindIndex: v.pipe(
    v.object({ low: v.number(), target: v.number(), high: v.number() }),
    v.description('Where this method grinds on the 0-100 grind index.'),
  ),
  note: v.optional(v.string()),
})

export const methodIds = [
  'turkish',
  'espresso',
  'moka',
  'aeropress',
  'siphon',
  'v60',
  'kalita',
  'drip',
  'clever',
  'chemex',
  'french_press',
  'cold_brew',
] as const
export type MethodId = (typeof methodIds)[number]

/** Accepts "V60", "french press", "Aero-Press" and "Clever Dripper" as well as the ids. */
export const GivenMethod = v.pipe(
  choiceAs(text => idByLetters.get(lettersOf(text)) ?? text, methodIds),
  v.description('The brew method.'),
)

export type BrewMethod = v.InferOutput<typeof BrewMethod> & { id: MethodId }

/**
 * The bands come from makers' published settings, mapped through the curves (medians). AeroPress
 * and V60 were widened to include published recipes.
 */
export const methodById: Readonly<Record<MethodId, BrewMethod>> = {
  turkish: {
    ...method('turkish', 'Turkish', -12, -8, 0),
    note: 'Finer than the scale: about 100 um, where the grind index starts at 200 um.',
  },
  espresso: method('espresso', 'Espresso', 4, 9, 14),
  moka: method('moka', 'Moka pot', 17, 22, 29),
  aeropress: method('aeropress', 'AeroPress', 20, 30, 44),
  siphon: method('siphon', 'Siphon', 34, 41, 48),
  v60: method('v60', 'V60', 33, 41, 48),
  kalita: method('kalita', 'Kalita Wave', 33, 42, 50),
  drip: method('drip', 'Drip machine', 32, 43, 52),
  clever: method('clever', 'Clever Dripper', 36, 46, 54),
  chemex: method('chemex', 'Chemex', 42, 50, 58),
  french_press: method('french_press', 'French press', 50, 59, 70),
  cold_brew: method('cold_brew', 'Cold brew', 63, 74, 90),
}

/** Other words that people search for them by. */
export const methodsAlsoCalled: Partial<Record<MethodId, string>> = {
  turkish: 'cezve ibrik',
  moka: 'stovetop Bialetti',
  siphon: 'syphon vacuum pot',
  v60: 'Hario pour-over pourover',
  kalita: 'pour-over pourover',
  drip: 'filter batch brewer',
  clever: 'Hario Switch immersion',
  chemex: 'pour-over pourover',
  french_press: 'cafetière plunger',
}

export const brewMethods: readonly BrewMethod[] = methodIds.map(id => methodById[id])

/** The name within a sentence: "cold brew", but "French press" and "V60". */
export const drinkName = (method: MethodId) =>
  commonNouns.has(method) ? methodById[method].name.toLowerCase() : methodById[method].name

/** After "for": "a V60", "an AeroPress", "a moka pot", but "espresso" and "cold brew", which are no device. */
export const drinkWithArticle = (method: MethodId) =>
  drinks.has(method) ? drinkName(method) : withArticle(drinkName(method))

const drinks: ReadonlySet<MethodId> = new Set(['turkish', 'espresso', 'cold_brew'])

const commonNouns: ReadonlySet<MethodId> = new Set(['espresso', 'moka', 'siphon', 'drip', 'cold_brew'])

const idByLetters = new Map<string, MethodId>(
  brewMethods.flatMap(({ id, name }) => [id, name].map(text => [lettersOf(text), id] as const)),
)

/** The rows of a chart, from espresso to cold brew. Turkish is below the scale. */
export const chartMethods = brewMethods.filter(({ id }) => id !== 'turkish')

/**
 * How many index points make a difference that one point makes elsewhere. Our choice: half a point
 * for espresso.
 */
export const indexPerPoint = (method: MethodId) => (method === 'espresso' ? 0.5 : 1)

/** The methods whose band contains an index, finest first; empty between two bands. */
export function methodsAt(grindIndex: number): MethodId[] {
  if (grindIndex <= 0) return ['turkish']
  return chartMethods
    .filter(({ grindIndex: band }) => band.low <= grindIndex && grindIndex <= band.high)
    .map(({ id }) => id)
}

function lettersOf(name: string) {
  return name.toLowerCase().replace(/[\s_-]+/g, '')
}

function method(id: MethodId, name: string, low: number, target: number, high: number): BrewMethod {
  return { id, name, grindIndex: { low, target, high } }
}
