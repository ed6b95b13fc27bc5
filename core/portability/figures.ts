import * as v from 'valibot'
import type { StyleId } from '../adaptation/style-figures.ts'
import { GivenStyle, possibleStyle } from '../adaptation/styles.ts'
import type { Techniques } from '../adaptation/technique.ts'
import { isHeavierThanWater } from '../brews/extraction.ts'
import { atMost } from '../cut.ts'
import { DAY_MS } from '../dates.ts'
import type { StoredGrinder } from '../equipment/equipment.ts'
import * as field from '../fields.ts'
import { indexOnDial } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import type { AnyGrinder } from '../grind/model.ts'
import { MOST_SETTING } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { settingRead } from '../grind/notation.ts'
import { wordsOf } from '../names.ts'
import { clamp, withPoint } from '../numbers.ts'
import { isOddRatio } from '../recipes/arithmetic.ts'
import { tenths } from '../rounding.ts'
import { fahrenheitOf } from '../temperature.ts'
import type { Brew } from './beanconqueror.ts'
import type { RemarkSort } from './import-report.ts'

/** Reports what was changed or left out in a row that is imported. */
export type Remark = (text: string, sort?: RemarkSort) => void

/**
 * Reads a setting in the dial's notation, on the dial or off it. Otherwise only the text is kept:
 * we never guess.
 */
export function groundAt(
  { grind_size: given }: Pick<Brew, 'grind_size'>,
  grinder: StoredGrinder | undefined,
  ownCurve: (grinder: StoredGrinder) => AnyGrinder,
  remark: Remark,
) {
  const grinderId = grinder?.id ?? null
  const grindSettingText = cut(given, field.LONGEST_LINE, 'grind size', remark)
  const grind_size = grindSettingText ?? ''
  const own = grinder && ownCurve(grinder)
  const read = own ? settingRead(own, grind_size) : plainSetting(grind_size)
  const grindSetting = read === undefined || Math.abs(read) > MOST_SETTING ? null : read
  const grindIndex = own && grindSetting !== null ? indexOnDial(own, grindSetting) : null
  if (own && grindSettingText !== null && grindIndex === null) {
    const says = (size: string, dial: string) =>
      grindSetting === null
        ? `The grind size${size} isn’t a setting on ${dial}, so we kept it as text.`
        : `The grind size${size} is off the dial of ${dial}, so it has no grind index.`
    remark(says(` "${grind_size}"`, `the ${fullName(own)}`), { sum: says('', 'the grinder'), isMinor: true })
  }
  return { grinderId, grindSetting, grindSettingText, grindIndex }
}

/** For an unknown grinder, only a number counts as a setting, with or without its unit. */
function plainSetting(text: string) {
  const [, number] = /^([+-]?\d{1,6}(?:[.,]\d{1,6})?)(?:\s*(?:clicks?|turns?|rotations?))?$/i.exec(text) ?? []
  const setting = Number(withPoint(number ?? '?'))
  return Number.isNaN(setting) ? undefined : setting
}

export function poured(brew: Brew, method: MethodId, remark: Remark) {
  const water = method === 'espresso' ? brew.brew_beverage_quantity || brew.brew_quantity : brew.brew_quantity
  const doseGrams = withinBounds(field.doseGrams, brew.grind_weight || brew.bean_weight_in, 'grind_weight', remark)
  const waterGrams = withinBounds(field.waterGrams, water, 'brew_quantity', remark)
  if (!isOddRatio(doseGrams, waterGrams)) return { doseGrams, waterGrams }
  remarkOddRatio(doseGrams, waterGrams, remark)
  return { doseGrams, waterGrams: null }
}

export const remarkOddRatio = (doseGrams: number | null, waterGrams: number | null, remark: Remark) =>
  remark(`${waterGrams} g of water for ${doseGrams} g of coffee isn’t plausible, so we left the water out.`, {
    sum: 'The ratio of water to coffee isn’t plausible, so we left the water out.',
  })

/** A brew without the weight of its drink, where that is more than the water it was brewed with. */
export function withPlausibleDrink<Brewed extends Parameters<typeof isHeavierThanWater>[0]>(
  brew: Brewed,
  remark: Remark,
): Brewed {
  if (!isHeavierThanWater(brew)) return brew
  remark(
    `A drink of ${brew.beverageGrams} g from ${brew.waterGrams} g of water isn’t plausible, so we left out the weight of the drink.`,
    { sum: 'The drink is heavier than the water, so we left out its weight.' },
  )
  return { ...brew, beverageGrams: null }
}

/** What was measured with a scale, a refractometer and a clock. */
export const measured = (brew: Brew, remark: Remark) => ({
  tdsPercent: withinBounds(field.tdsPercent, brew.tds, 'tds', remark),
  beverageGrams: withinBounds(field.beverageGrams, brew.brew_beverage_quantity, 'brew_beverage_quantity', remark),
  bloomSeconds: withinBounds(
    field.secondsInBrew,
    Math.round(brew.coffee_blooming_time),
    'coffee_blooming_time',
    remark,
  ),
  firstDripSeconds: withinBounds(
    field.secondsInBrew,
    Math.round(brew.coffee_first_drip_time),
    'coffee_first_drip_time',
    remark,
  ),
})

/** No water is above 100 Celsius, so a higher figure is in Fahrenheit. */
export function heated({ brew_temperature: given }: Brew, remark: Remark) {
  const fahrenheit = given === 0 || given > 100 ? given : tenths(fahrenheitOf(given))
  return withinBounds(field.waterTempF, fahrenheit, 'brew_temperature', remark)
}

/** A figure within our bounds. The app writes 0 for a missing one. */
export function withinBounds(bounds: v.GenericSchema<number>, given: number, name: string, remark: Remark) {
  if (given === 0 || v.is(bounds, given)) return given === 0 ? null : given
  remarkLeftOut(name, `(${given})`, leftOut.outOfRange, remark)
  return null
}

export const leftOut = {
  outOfRange: (figure: string) => `The ${figure} is out of range, so it was left out.`,
  noNumber: (figure: string) => `The ${figure} isn’t a number, so it was left out.`,
  unknown: (figure: string) => `We don’t know the ${figure} for that brewer, so it was left out.`,
  impossible: (figure: string) => `The ${figure} isn’t possible with the brewer, so it was left out.`,
}

/** What people call a field of a file. The names of the other fields are plain words already. */
const figuresInWords: Record<string, string> = {
  bean_weight_in: 'dose',
  bloom_s: 'bloom time',
  brew_beverage_quantity: 'weight of the drink',
  brew_quantity: 'amount of water',
  brew_temperature: 'water temperature',
  brew_time: 'brew time',
  coffee_blooming_time: 'bloom time',
  coffee_first_drip_time: 'time of the first drip',
  coffee_g: 'dose',
  days_off_roast: 'number of days since roasting',
  drink_g: 'weight of the drink',
  first_drip_s: 'time of the first drip',
  grind_index: 'grind index',
  grind_weight: 'dose',
  tds: 'TDS',
  tds_percent: 'TDS',
  time_s: 'brew time',
  water_g: 'amount of water',
  water_temperature_f: 'water temperature',
}

export function remarkLeftOut(name: string, given: string, sentence: (figure: string) => string, remark: Remark) {
  const figure = figuresInWords[name] ?? name
  remark(sentence(`${figure} ${given}`), { sum: sentence(figure) })
}

/** Reports a text in place of a number. */
export const remarkNoNumber = (name: string, written: string, remark: Remark) =>
  remarkLeftOut(name, `("${atMost(written, LONGEST_QUOTED)}")`, leftOut.noNumber, remark)

const LONGEST_QUOTED = 60

/** A style that the brewer supports, or the method if the brewer is unknown. */
export function styleInFile(
  written: string | null,
  method: MethodId,
  brewer: Parameters<typeof possibleStyle>[2],
  remark: Remark,
): StyleId | null {
  if (!written) return null
  const named = v.safeParse(GivenStyle, written)
  const style = named.success && possibleStyle(method, named.output, brewer)
  if (style) return style
  remarkLeftOut('style', `("${atMost(written, LONGEST_QUOTED)}")`, leftOut.impossible, remark)
  return null
}

const LONGEST_TECHNIQUE = 100

/** A technique that this server has, for that method: by its slug or its name. */
export function techniqueInFile(
  written: string | null,
  method: MethodId,
  techniques: Techniques,
  remark: Remark,
): string | null {
  if (!written) return null
  const named = wordsOf(atMost(written, LONGEST_TECHNIQUE)).join(' ')
  const technique = techniques
    .list()
    .find(one => one.method === method && [one.slug, one.name].some(name => wordsOf(name).join(' ') === named))
  if (technique) return technique.slug
  remarkLeftOut('technique', `("${atMost(written, LONGEST_QUOTED)}")`, leftOut.unknown, remark)
  return null
}

export function cut(text: string, length: number, name: string, remark: Remark) {
  if (text.length > length) remark(`The ${name} was cut after ${length} characters.`)
  return text === '' ? null : atMost(text, length)
}

/** Converts a rating on a scale from 0 (not rated) to `best`. */
export function outOfFive(rating: number, best: number, remark: Remark) {
  if (rating <= 0) return withinBounds(field.rating, rating, 'rating', remark)
  const exact = (5 * rating) / best
  const stars = clamp(halfToEven(exact), 1, 5)
  if (stars !== exact)
    remark(`The rating (${rating} of ${best}) was rounded to ${stars} of 5.`, {
      sum: 'The rating was rounded to whole stars.',
      isMinor: true,
    })
  return stars
}

/**
 * Rounds halves to the even neighbour, so that many ratings together come out neither better nor
 * worse.
 */
const halfToEven = (exact: number) => (exact % 1 === 0.5 ? 2 * Math.round(exact / 2) : Math.round(exact))

/** Instants of a bag; NaN when it has none. */
export interface BagDates {
  roastedAt: number
  frozenAt: number
  thawedAt: number
}

/**
 * How many days after its roast a bag was brewed. In the freezer it ages one day in 90, as in the
 * app.
 */
export function daysAfterRoast({ roastedAt, frozenAt, thawedAt }: BagDates, brewedAt: number) {
  const frozenUntil = thawedAt <= brewedAt ? thawedAt : brewedAt
  const days =
    frozenAt <= brewedAt
      ? wholeDays(roastedAt, frozenAt) +
        Math.floor(wholeDays(frozenAt, frozenUntil) / 90) +
        wholeDays(frozenUntil, brewedAt)
      : wholeDays(roastedAt, brewedAt)
  return v.is(field.daysOffRoast, days) ? days : null
}

const wholeDays = (one: number, other: number) => Math.floor((other - one) / DAY_MS)
