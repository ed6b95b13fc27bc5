import * as v from 'valibot'
import { brewedStyle, styledName } from '../adaptation/styles.ts'
import type { BrewLog } from '../brews/model.ts'
import { brewedCoffee } from '../brews/present.ts'
import { tastesOf } from '../brews/said.ts'
import { atMost } from '../cut.ts'
import * as field from '../fields.ts'
import { type MethodId, methodById, methodIds } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { gramsInWords, ratioInWords } from '../ratio.ts'
import { brewTimeInWords } from '../recipes/ranges.ts'
import { celsiusOf } from '../temperature.ts'
import { coffeeWithRoaster } from './own-coffees.ts'

/** The words that people use for how a cup tasted. */
export const saidTastes = ['sour', 'bitter', 'weak', 'strong', 'harsh', 'balanced'] as const
type SaidTaste = (typeof saidTastes)[number]

/** What the log calls a taste. */
export const loggedTaste = (word: SaidTaste) => (word === 'weak' ? 'watery' : word)

const figure = v.nullable(v.number())
const words = v.nullable(v.string())

export const BrewInShort = v.object({
  id: field.id,
  brewedAt: field.instant,
  coffee: words,
  roaster: words,
  method: v.picklist(methodIds),
  style: brewedStyle,
  brewer: words,
  grinder: words,
  setting: v.pipe(words, v.description('As the dial shows it.')),
  doseGrams: figure,
  waterGrams: v.pipe(figure, v.description('For espresso, the yield.')),
  ratio: figure,
  waterTempF: figure,
  brewTimeSeconds: figure,
  tdsPercent: figure,
  taste: v.array(v.picklist(saidTastes)),
  rating: figure,
  notes: v.pipe(words, v.description('In their own words.')),
  for: v.pipe(v.array(v.string()), v.description('Who drank it; "you" is the person themselves.')),
})
export type BrewInShort = v.InferOutput<typeof BrewInShort>

const MOST_OF_NOTES = 120

export function brewInShort(
  brew: Omit<BrewLog, 'grinder'> & { grinder: { brand: string; model: string } | null },
  namesOf: (ids: readonly number[] | undefined) => string[],
): BrewInShort {
  const said = tastesOf(brew)
  const { id, brewedAt, method, style, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, tdsPercent } = brew
  return {
    id,
    brewedAt,
    coffee: brewedCoffee(brew) ?? null,
    roaster: brew.coffee?.roasterName ?? brew.bag?.roasterName ?? null,
    method,
    style,
    brewer: brew.machine && fullName(brew.machine),
    grinder: brew.grinder && fullName(brew.grinder),
    setting:
      brew.grindLabel ?? brew.grindSettingText ?? (brew.grindSetting === null ? null : String(brew.grindSetting)),
    doseGrams,
    waterGrams,
    ratio,
    waterTempF,
    brewTimeSeconds,
    tdsPercent,
    taste: saidTastes.filter(word => said[loggedTaste(word)] === true),
    rating: brew.rating,
    notes: brew.notes === null ? null : atMost(brew.notes, MOST_OF_NOTES),
    for: namesOf(brew.drinkerIds),
  }
}

/** In one line: coffee, brewer, setting, amounts, taste and rating. */
export function brewInWords(brew: BrewInShort): string {
  const { method, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, taste, rating } = brew
  const isFor = brew.for.join() === 'you' ? [] : [`for ${brew.for.join(' and ')}`]
  return [
    coffeeWithRoaster({ name: brew.coffee ?? 'Unnamed coffee', roasterName: brew.roaster }),
    styledName(brew.style, brew.brewer ?? methodById[method].name),
    ...(brew.setting ? [`${brew.setting}${brew.grinder ? ` on the ${brew.grinder}` : ''}`] : []),
    ...amountsInWords({ method, doseGrams, waterGrams, ratio }),
    ...(waterTempF === null ? [] : [temperatureInWords(waterTempF)]),
    ...(brewTimeSeconds === null ? [] : [brewTimeInWords(brewTimeSeconds)]),
    ...(taste.length === 0 ? [] : [taste.join(' and ')]),
    ...(rating === null ? [] : [`${rating} of 5 stars`]),
    ...isFor,
  ].join(', ')
}

export const temperatureInWords = (fahrenheit: number) => `${Math.round(fahrenheit)} F (${celsiusOf(fahrenheit)} C)`

/** For espresso, the yield: "36 g out". */
export const waterInWords = (method: MethodId, grams: number) =>
  `${gramsInWords(grams)} ${method === 'espresso' ? 'out' : 'of water'}`

function amountsInWords({
  method,
  doseGrams,
  waterGrams,
  ratio,
}: Pick<BrewInShort, 'method' | 'doseGrams' | 'waterGrams' | 'ratio'>) {
  const water = waterGrams === null ? [] : [`${gramsInWords(waterGrams)} ${method === 'espresso' ? 'out' : 'water'}`]
  const ofBoth = ratio === null ? '' : ` (${ratioInWords(ratio)})`
  const both = [...(doseGrams === null ? [] : [`${gramsInWords(doseGrams)} in`]), ...water]
  return both.length === 0 ? [] : [`${both.join(', ')}${ofBoth}`]
}
