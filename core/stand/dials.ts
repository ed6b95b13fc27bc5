import type { Person } from '../accounts/model.ts'
import type { BrewPorts } from '../brews/brews.ts'
import type { StoredBrew } from '../brews/model.ts'
import { FIRST_DRINKER } from '../drinkers/model.ts'
import { ownDialsOf } from '../equipment/own-dial.ts'
import type { AnyStoredGrinder, GrinderPorts, TastedCalibration } from '../equipment/own-grinders.ts'
import type { OwnedEquipment } from '../equipment/owned-equipment.ts'
import { dialOf } from '../grind/dial.ts'
import { type OpenBag, type SaidSetting, type SettingBrew, type Stand, standOf } from './stand.ts'

/** What is known of a person's dials. Nothing is stored but what they said. */
export interface Dials {
  /** For each dial, the last brew with a setting from `min` to `max`, and what was said of it. */
  of: (userId: number, dials: readonly { grinderId: number; min: number; max: number }[]) => Promise<KnownOfDial[]>
  said: (userId: number) => Promise<SaidOfDial[]>
  /** Undefined fields stay as they were. Also adds the grinder to the person's equipment. */
  say: (userId: number, grinderId: number, said: NewSaying, now: Date) => Promise<void>
  /** The bags that are neither finished nor frozen on a day, the one brewed or added last first. */
  openBags: (userId: number, limit: number, day: string) => Promise<OpenBag[]>
}

type BrewOnDial = SettingBrew & Pick<StoredBrew, 'method' | 'drinkerIds'>
export type KnownOfDial = SaidOfDial &
  (BrewOnDial | { [Name in keyof BrewOnDial]: Name extends 'grinderId' ? number : null })
export type SaidOfDial = { grinderId: number; burrsChangedOn: string | null } & (
  | SaidSetting
  | { saidSetting: null; saidAt: null }
)
interface NewSaying {
  setting?: number | null | undefined
  burrsChangedOn?: string | null | undefined
}

export interface StandPorts extends GrinderPorts, Pick<BrewPorts, 'brews' | 'drinkers'> {
  dials: Dials
  ownedEquipment: OwnedEquipment
}

/** One of a person's dials, and where it is; null if nobody knows. */
export interface DialNow {
  grinder: AnyStoredGrinder
  isDefault: boolean
  stand: Stand<BrewOnDial> | null
  /** For whom it was set last, if for others; null: for a guest. Left out if it was the person who asks. */
  lastFor?: string | null
  burrsChangedOn: string | null
  /** The burrs were changed or cleaned after the person's last calibration. */
  isCalibrationOld: boolean
}

/** The dials of a person's gear, the default first; without gear, the one they brewed with last. */
export async function dialsNow(ports: StandPorts, person: Person): Promise<DialNow[]> {
  const owned = await ports.ownedEquipment.grinders.list(person.id)
  const [first] = owned
  const used = first ? undefined : (await ports.brews.last(person.id))?.grinderId
  const items = used == null ? owned : [{ itemId: used, isDefault: false }]
  return standsOf(
    items.map(({ itemId, isDefault }) => ({ id: itemId, isDefault })),
    ports,
    person,
  )
}

/** One dial, whether it is in the person's gear or not. */
export async function dialNow(grinderId: number, ports: StandPorts, person: Person): Promise<DialNow | undefined> {
  const [dial] = await standsOf([{ id: grinderId, isDefault: false }], ports, person)
  return dial
}

async function standsOf(asked: readonly { id: number; isDefault: boolean }[], ports: StandPorts, person: Person) {
  const [grinderOf, calibrated] = await Promise.all([
    ownDialsOf(person, ports),
    ports.ownGrinders.calibratedBy(person.id),
  ])
  const grinders = asked.flatMap(({ id, isDefault }) => {
    const grinder = grinderOf(id)
    return grinder ? [{ grinder, isDefault }] : []
  })
  const known = await ports.dials.of(
    person.id,
    grinders.map(({ grinder }) => ({ grinderId: grinder.id, min: dialOf(grinder).min, max: dialOf(grinder).max })),
  )
  const dials = grinders.map(({ grinder, isDefault }): DialNow => {
    const own = known.find(({ grinderId }) => grinderId === grinder.id)
    return {
      grinder,
      isDefault,
      stand: standOf(grinder, own && isBrew(own) ? [own] : [], own && own.saidSetting !== null ? own : undefined),
      burrsChangedOn: own?.burrsChangedOn ?? null,
      isCalibrationOld: isBefore(calibrated.get(grinder.id)?.tasted, own?.burrsChangedOn ?? null),
    }
  })
  return withLastFor(dials, ports, person)
}

const isBrew = (known: KnownOfDial): known is SaidOfDial & BrewOnDial => known.id !== null

/** References from before we stored dates are older than any of them. */
const isBefore = (tasted: TastedCalibration['tasted'] | undefined, burrsChangedOn: string | null) =>
  tasted !== undefined &&
  burrsChangedOn !== null &&
  tasted.every(({ tastedAt }) => tastedAt === undefined || tastedAt.slice(0, 10) < burrsChangedOn)

/** Who drank the last brew, where several people use the grinders. */
async function withLastFor(dials: DialNow[], { drinkers }: StandPorts, { id, drinkerId = FIRST_DRINKER }: Person) {
  const idsOf = ({ stand }: DialNow) => (stand?.brew ? (stand.brew.drinkerIds ?? [FIRST_DRINKER]) : [drinkerId])
  if (dials.every(dial => idsOf(dial).includes(drinkerId))) return dials
  const named = await drinkers.list(id)
  if (named.length === 0) return dials
  return dials.map((dial): DialNow => {
    const ids = idsOf(dial)
    if (ids.includes(drinkerId)) return dial
    const names = named.filter(one => ids.includes(one.id)).map(({ name }) => name)
    return { ...dial, lastFor: ids.includes(FIRST_DRINKER) ? 'you' : (names[0] ?? null) }
  })
}
