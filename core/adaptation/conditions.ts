import { beansTrouble, type RestedBeans, restDays } from '../coffees/rest.ts'
import { roastWord } from '../coffees/roast.ts'
import { changesBetween, plainReason, type Reason, reasonBy } from '../dial/reason.ts'
import { boilsAtF } from '../equipment/boiling.ts'
import { BOILING_F } from '../fields.ts'
import { fullName, type NamedMachine } from '../grind/name.ts'
import { brewTimeInWords } from '../recipes/ranges.ts'

/** Beans that are too young or stale. No figure changes, because no setting makes up for age. */
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
 * For a recipe that would ask for hotter water than the altitude allows; `fromF` is where it starts
 * from. None at sea level. `advice` is for a recipe whose grind stays as its author wrote it.
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

/** For water that is hotter than the boiling point at this altitude, which a boiler under pressure can make. */
export function pressureReasons(altitudeMeters: number | null | undefined, waterTempF: number): Reason[] {
  const boilsF = boilsAtF(altitudeMeters)
  if (waterTempF <= boilsF) return []
  const text = `Water boils at ${boilsF} F at ${inMeters(altitudeMeters ?? 0)}, but an espresso boiler is under pressure and can be hotter`
  return [plainReason('altitude', {}, text)]
}

/** The cause of a finer grind: 1 point for each 4 F that the water lacks, as on a machine that heats its own (own-heat.ts). */
export const notHotEnough = (altitudeMeters: number | null | undefined) =>
  `Water does not get hot enough at ${inMeters(altitudeMeters ?? 0)}, so by our rule of thumb the grind makes up for it`

/** What to expect from somebody else's recipe in cooler water; undefined if it can hardly be tasted. */
export const inCoolerWater = (waterTempF: number, hottestF: number) =>
  waterTempF - hottestF < TASTED_F ? undefined : 'if the cup tastes sour, grind a little finer'

/** A recipe by somebody else on a machine that cannot be set to its temperature: its grind stays, and a sentence says what to expect. */
export function ownHeatReasons(machine: NamedMachine, fromF: number, machineF: number): Reason[] {
  if (fromF === machineF) return []
  const cause = `The ${fullName(machine)}`
  const effect = {
    figure: 'waterTempF' as const,
    value: machineF,
    text: `brews at ${machineF} F, whatever the recipe says`,
  }
  const expected = fromF > machineF ? 'sour, grind a little finer' : 'bitter, grind a little coarser'
  const advice = Math.abs(fromF - machineF) < TASTED_F ? [] : [{ text: `if the cup tastes ${expected}` }]
  const effects = [effect, ...advice]
  const changes = changesBetween({ waterTempF: fromF }, { waterTempF: machineF })
  return [{ rule: 'machine', changes, cause, effects, text: `${cause} ${effects.map(({ text }) => text).join('; ')}` }]
}

/** Fewer degrees can hardly be tasted; our choice. */
export const TASTED_F = 4

/** A cold brew on a dial that ends before it is coarse enough. */
export const steepReasons = ({ usual, now }: { usual: number; now: number }): Reason[] =>
  now === usual
    ? []
    : [
        reasonBy(
          'dial',
          changesBetween({ brewTimeSeconds: usual }, { brewTimeSeconds: now }),
          'Ground finer than a cold brew should be',
          `steep it for ${brewTimeInWords(now)} instead of ${brewTimeInWords(usual)}`,
        ),
      ]

const inMeters = (altitude: number) => `${Math.round(altitude).toLocaleString('en')} m`
