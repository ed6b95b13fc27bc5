import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { brewedStyle } from '../adaptation/styles.ts'
import type { Clock } from '../clock.ts'
import { DAY_MS, day } from '../dates.ts'
import { forDrinker } from '../drinkers/model.ts'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { GivenSetting, shownOn } from '../grind/given.ts'
import { methodIds } from '../grind/methods.ts'
import { labelOf } from '../grind/notation.ts'
import { SettingRange } from '../grind/range.ts'
import { GrinderRef, grinderRef } from '../grind/ref.ts'
import { type DialNow, dialNow, dialsNow, type StandPorts } from './dials.ts'
import { type NeededPorts, type NeededSetting, neededSettings } from './needed.ts'

const setting = v.number()
const label = v.pipe(v.string(), v.description('As the device shows it.'))

const DialStand = v.object({
  grinder: GrinderRef,
  isDefault: v.boolean(),
  calibrated: v.boolean(),
  stands: v.pipe(
    v.nullable(
      v.object({
        setting,
        label,
        at: v.pipe(field.instant, v.description('When it was brewed, or when you said so.')),
        brewLogId: v.pipe(v.nullable(field.id), v.description('Null: you said so.')),
        lastFor: v.pipe(
          v.optional(v.nullable(v.string())),
          v.description('Who it was set for, if another of your drinkers. Null: someone without a name.'),
        ),
      }),
    ),
    v.description('Where it is now: at the setting of its last brew, or where you’ve said it is since. Null: unknown.'),
  ),
  burrsChangedOn: v.nullable(v.string()),
  isCalibrationOld: v.pipe(
    v.boolean(),
    v.description('True if its burrs were changed or cleaned after you calibrated it.'),
  ),
})

const NeededOnDial = v.object({
  grinderId: field.id,
  coffeeProfileId: v.nullable(field.id),
  bagId: v.pipe(v.nullable(field.id), v.description('For a coffee that isn’t in the catalog.')),
  name: v.pipe(v.nullable(v.string()), v.description('Null: your last brew, which named no coffee.')),
  roasterName: v.nullable(v.string()),
  method: v.picklist(methodIds),
  style: brewedStyle,
  brewLogId: v.pipe(v.nullable(field.id), v.description('The brew whose next step this is. Null: computed by rule.')),
  setting,
  label,
  range: SettingRange,
  reachable: v.pipe(
    v.boolean(),
    v.description('False if the dial ends too soon; the setting is then the closest one.'),
  ),
  turn: v.pipe(
    v.nullable(
      v.object({
        steps: v.pipe(v.number(), v.description('Whole steps of the dial; 0: leave it there.')),
        direction: v.nullable(v.picklist(['finer', 'coarser'])),
        words: v.pipe(v.string(), v.description('As the dial shows it: "1 turn, 4 clicks coarser".')),
      }),
    ),
    v.description('How far to turn from where it is. Null if that’s unknown.'),
  ),
})

export const ReadDials = v.object(forDrinker)
export const DialsReply = v.object({
  dials: v.array(DialStand),
  needed: v.pipe(
    v.array(NeededOnDial),
    v.description('What your open bags need, for each method you brew them with; the next cup first.'),
  ),
})
export const DialReply = v.object({ dial: DialStand })

/** Nobody drinks from more bags. */
const MOST_NEEDED = 20

/** Where each dial is, and how far to turn it for each open bag. */
export async function readDials(
  _: v.InferOutput<typeof ReadDials>,
  ports: StandPorts & NeededPorts,
  person: Person,
): Promise<v.InferOutput<typeof DialsReply>> {
  const dials = await dialsNow(ports, person)
  const needed = await neededSettings(dials, MOST_NEEDED, ports, person)
  return {
    dials: dials.map(presentDial),
    needed: needed.flatMap(one => {
      const dial = dials.find(({ grinder }) => grinder.id === one.grinderId)
      return dial ? [presentNeeded(one, dial)] : []
    }),
  }
}

export const SetDial = v.object({
  grinderId: field.id,
  grindSetting: v.pipe(
    v.nullish(GivenSetting, undefined),
    v.description('Where it is now, if not where you last brewed. Null: forget what you said.'),
  ),
  burrsChangedOn: v.pipe(
    v.nullish(day, undefined),
    v.description('When its burrs were last changed or cleaned. Null: forget that.'),
  ),
})

/** Says where a dial is, or when its burrs were changed. A brew after that says more. */
export async function setDial(
  { grinderId, grindSetting, burrsChangedOn }: v.InferOutput<typeof SetDial>,
  ports: StandPorts & { clock: Clock },
  person: Person,
): Promise<v.InferOutput<typeof DialReply>> {
  const dial = await dialNow(grinderId, ports, person)
  if (!dial) throw new Fault('grinder-not-found', `You don’t have a grinder ${grinderId}.`)
  const now = ports.clock()
  if (burrsChangedOn && Date.parse(burrsChangedOn) > now.getTime() + DAY_MS)
    throw faultAt(['burrsChangedOn'], 'must not be in the future.')
  const setting = grindSetting == null ? grindSetting : shownOn(dial.grinder, grindSetting)
  await ports.dials.say(person.id, dial.grinder.id, { setting, burrsChangedOn }, now)
  const dials = await dialsNow(ports, person)
  return { dial: presentDial(dials.find(({ grinder }) => grinder.id === dial.grinder.id) ?? dial) }
}

const presentDial = ({ grinder, isDefault, stand, lastFor, burrsChangedOn, isCalibrationOld }: DialNow) => ({
  grinder: grinderRef(grinder),
  isDefault,
  calibrated: grinder.calibrated === true,
  stands: stand && {
    setting: stand.setting,
    label: labelOf(grinder, stand.setting),
    at: stand.at,
    brewLogId: stand.brew?.id ?? null,
    ...(lastFor !== undefined && { lastFor }),
  },
  burrsChangedOn,
  isCalibrationOld,
})

const presentNeeded = (
  { bag, method, style, brew, setting, range, reachable, turn }: NeededSetting,
  { grinder }: DialNow,
) => ({
  grinderId: grinder.id,
  coffeeProfileId: bag?.coffeeProfileId ?? null,
  bagId: bag?.bagId ?? null,
  name: bag?.name ?? null,
  roasterName: bag?.roasterName ?? null,
  method,
  style,
  brewLogId: brew?.id ?? null,
  setting,
  label: labelOf(grinder, setting),
  range,
  reachable,
  turn,
})
