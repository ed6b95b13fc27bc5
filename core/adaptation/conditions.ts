import { beansTrouble, type RestedBeans, restDays } from '../coffees/rest.ts'
import { roastWord } from '../coffees/roast.ts'
import { changesBetween, plainReason, type Reason } from '../dial/reason.ts'
import { BOILING_F } from '../fields.ts'

/** Beans that are too young or stale. It moves no figure: no dial does what days do, or undo. */
export function restReasons(beans: RestedBeans): Reason[] {
  const trouble = beansTrouble(beans)
  if (!trouble) return []
  const daysOffRoast = beans.daysOffRoast ?? 0
  const age = `These beans are ${daysOffRoast < 1 ? 'less than a day' : daysInWords(daysOffRoast)} off roast`
  return [plainReason('bean-age', {}, trouble === 'young' ? young(beans, age, daysOffRoast) : `${age}, and ${STALE}`)]
}

const STALE = 'stale coffee tastes flat at any setting: brew them, but a fresher bag will change more than the dial'

function young(beans: RestedBeans, age: string, daysOffRoast: number) {
  const { method, roastLevel } = beans
  const rest = restDays(beans)
  const what = roastLevel ? `a ${roastWord(roastLevel)} roast` : 'coffee'
  const use = method === 'espresso' ? ' for espresso' : ''
  const wait = Math.ceil(rest - daysOffRoast)
  const more = wait === 1 ? 'one more day' : `${wait} more days`
  return `${age}, and ${what}${use} rests about ${daysInWords(rest)}. Brew them, but ${more} of rest will change more than the dial`
}

export const daysInWords = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/**
 * For a recipe that would ask for hotter water than there is; `fromF` is what it starts from. None at sea level. `advice` is
 * for a recipe whose grind stays as its author wrote it.
 */
export function altitudeReasons(
  altitudeMeters: number | null | undefined,
  hottestF: number,
  fromF: number,
  advice?: string,
): Reason[] {
  if (altitudeMeters == null || hottestF === BOILING_F) return []
  const cause = 'Water'
  const text = `boils at ${hottestF} F at ${inMeters(altitudeMeters)}, so that is as hot as it gets`
  const changes = changesBetween({ waterTempF: fromF }, { waterTempF: Math.min(fromF, hottestF) })
  const effect = { figure: 'waterTempF' as const, value: hottestF, text }
  const effects = advice ? [effect, { text: advice }] : [effect]
  return [{ rule: 'altitude', changes, cause, effects, text: `${cause} ${effects.map(one => one.text).join('; ')}` }]
}

/** The cause of a finer grind: 1 point for each 4 F that the water lacks, as on a machine that heats its own (own-heat.ts). */
export const notHotEnough = (altitudeMeters: number | null | undefined) =>
  `Water does not get hot enough at ${inMeters(altitudeMeters ?? 0)}, so by our rule of thumb the grind makes up for it`

/** What to expect of somebody else's recipe in cooler water; undefined where the difference is hardly tasted. */
export const inCoolerWater = (waterTempF: number, hottestF: number) =>
  waterTempF - hottestF < TASTED_F ? undefined : 'if the cup tastes sour, grind a little finer'

/** Fewer degrees are hardly tasted; our choice. */
export const TASTED_F = 4

const inMeters = (altitude: number) => `${Math.round(altitude).toLocaleString('en')} m`
