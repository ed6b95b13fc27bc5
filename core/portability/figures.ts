import * as v from 'valibot'
import { atMost } from '../cut.ts'
import { DAY_MS } from '../dates.ts'
import type { StoredGrinder } from '../equipment/equipment.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { groundOn, MOST_SETTING } from '../grind/given.ts'
import type { MethodId } from '../grind/methods.ts'
import type { OwnGrinder } from '../grind/model.ts'
import { fullName } from '../grind/name.ts'
import { isOddRatio } from '../recipes/arithmetic.ts'
import { tenths } from '../rounding.ts'
import { fahrenheitOf } from '../temperature.ts'
import type { Brew } from './beanconqueror.ts'

/** Says what was changed or left out of a row that is taken. */
type Remark = (text: string) => void

/** The setting by the grinder's notation where it is on the dial, else the number, else the text alone. */
export function groundAt(
  { grind_size: given }: Brew,
  grinder: StoredGrinder | undefined,
  ownCurve: (grinder: StoredGrinder) => OwnGrinder,
  remark: Remark,
) {
  const grinderId = grinder?.id ?? null
  const grind_size = atMost(given, field.LONGEST_LINE)
  const grindSettingText = grind_size === '' ? null : grind_size
  const number = Number.parseFloat(grind_size.replace(',', '.'))
  if (grinder && !Number.isNaN(number)) {
    try {
      return { grinderId, ...groundOn(ownCurve(grinder), grind_size.replace(',', '.')), grindSettingText }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      remark(`Its grind size "${grind_size}" is not on the dial of the ${fullName(grinder)}; it has no grind index.`)
    }
  }
  const grindSetting = Number.isNaN(number) || Math.abs(number) > MOST_SETTING ? null : number
  return { grinderId, grindSetting, grindSettingText, grindIndex: null }
}

export function poured(brew: Brew, method: MethodId, remark: Remark) {
  const water = method === 'espresso' ? brew.brew_beverage_quantity || brew.brew_quantity : brew.brew_quantity
  const doseGrams = withinBounds(field.doseGrams, brew.grind_weight || brew.bean_weight_in, 'grind_weight', remark)
  const waterGrams = withinBounds(field.waterGrams, water, 'brew_quantity', remark)
  if (!isOddRatio(doseGrams, waterGrams)) return { doseGrams, waterGrams }
  remark(`${waterGrams} g of water to ${doseGrams} g of coffee is no brew; the water was left out.`)
  return { doseGrams, waterGrams: null }
}

/** Nobody brews above 100 Celsius: a higher figure is in Fahrenheit already. */
export function heated({ brew_temperature: given }: Brew, remark: Remark) {
  const fahrenheit = given === 0 || given > 100 ? given : tenths(fahrenheitOf(given))
  return withinBounds(field.waterTempF, fahrenheit, 'brew_temperature', remark)
}

/** A figure within our bounds; 0 is how the app says that there is none. */
export function withinBounds(bounds: v.GenericSchema<number>, given: number, name: string, remark: Remark) {
  if (given === 0 || v.is(bounds, given)) return given === 0 ? null : given
  remark(`Its ${name} (${given}) is out of bounds and was left out.`)
  return null
}

export function cut(text: string, length: number, name: string, remark: Remark) {
  if (text.length > length) remark(`Its ${name} was cut after ${length} characters.`)
  return text === '' ? null : atMost(text, length)
}

/** A rating from 0, which is none, to `best`. */
export function outOfFive(rating: number, best: number, remark: Remark) {
  if (rating <= 0) return withinBounds(field.rating, rating, 'rating', remark)
  const exact = Math.round((5 * rating) / best)
  const stars = Math.min(5, Math.max(1, exact))
  if (stars !== exact) remark(`Its rating (${rating} of ${best}) was taken as ${stars} of 5.`)
  return stars
}

export function daysBetween(roastedAt: number | undefined, brewedAt: number) {
  const days = Math.floor((brewedAt - (roastedAt ?? Number.NaN)) / DAY_MS)
  return v.is(field.daysOffRoast, days) ? days : null
}
