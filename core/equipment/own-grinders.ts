import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { type Calibration, CalibrationReference, CalibrationReferences, calibrate } from '../grind/calibrate.ts'
import type { GrinderDescription } from '../grind/described.ts'
import { type AnyGrinder, FiveReferences, type Grinder } from '../grind/model.ts'
import { type Grinders, type StoredGrinder, unknownItem } from './equipment.ts'

/** `ownerId` is the person who calibrated it; undefined for a grinder of the catalog. */
export type AnyStoredGrinder = AnyGrinder & { id: number; ownerId?: number }

/**
 * Grinders with one person's calibrations. Everything that a signed-in person is told about a
 * grinder comes from here.
 */
export interface OwnGrinders {
  /**
   * The person's calibrated grinder, or else the catalog's. An unknown id is a Fault that names
   * grinderId.
   */
  of: (userId: number, grinderId: number) => Promise<AnyStoredGrinder>
  /**
   * All grinders that the person has calibrated, by grinder id, with what each calibration is based
   * on.
   */
  calibratedBy: (userId: number) => Promise<ReadonlyMap<number, AnyStoredGrinder & Pick<TastedCalibration, 'tasted'>>>
  /** What the person's calibration of a grinder is based on. */
  calibration: (userId: number, grinderId: number) => Promise<TastedCalibration | undefined>
  /** Removes the calibration; the person keeps the grinder. False when it was not calibrated. */
  forget: (userId: number, grinderId: number) => Promise<boolean>
  /** The grinders that the person has described, the oldest first. */
  describedBy: (userId: number) => Promise<DescribedGrinder[]>
  /** Those that are in the catalog now, by the id from before. */
  acceptedOf: (userId: number) => Promise<ReadonlyMap<number, StoredGrinder>>
  /**
   * Also adds it to the person's equipment, unless nothing is said of that. Those that they removed,
   * and that are only kept for their brews and recipes, are not counted.
   */
  describe: (
    userId: number,
    described: NewDescribed,
    said: { isDefault?: boolean | undefined; nickname?: string | null | undefined } | undefined,
    now: Date,
  ) => Promise<number | 'too many' | 'same name'>
  /** A new description keeps the calibration's tastings. */
  describeAnew: (
    userId: number,
    grinderId: number,
    described: NewDescribed,
    calibration?: Calibration,
  ) => Promise<'done' | 'unknown' | 'same name'>
  /** Forgets what was described, unless brews or recipes of its owner still name it. */
  discard: (userId: number, grinderId: number) => Promise<void>
  /** Replaces an earlier calibration. Also adds the grinder to the person's equipment. */
  calibrate: (
    userId: number,
    grinderId: number,
    calibration: Calibration,
    tasted: readonly TastedReference[],
    now: Date,
  ) => Promise<void>
}

export interface TastedCalibration {
  calibration: Calibration
  tasted: TastedReference[]
}

/** References from before we stored dates have no `tastedAt`. */
type TastedReference = CalibrationReference & { tastedAt?: string }

/** A grinder as its owner described it, and what follows from that. */
export interface NewDescribed {
  description: GrinderDescription
  record: Grinder
}
export type DescribedGrinder = StoredGrinder & { description: GrinderDescription }

/** So that nobody fills the table. Nobody has as many. */
export const MOST_DESCRIBED = 20

export interface GrinderPorts {
  grinders: Grinders
  ownGrinders: OwnGrinders
}

/** A signed-in person's own grinder, or the catalog's for a visitor. */
export async function grinderFor(
  person: Person | undefined,
  grinderId: number,
  { grinders, ownGrinders }: GrinderPorts,
): Promise<AnyStoredGrinder> {
  if (person) return ownGrinders.of(person.id, grinderId)
  const grinder = grinders.byId(grinderId)
  if (!grinder) throw unknownItem('grinder')
  return grinder
}

export const CalibrateGrinder = v.object({ grinderId: field.id, references: CalibrationReferences })

export const Calibrated = v.object({
  calibration: v.object({
    grinderId: v.number(),
    references: v.array(v.object({ ...CalibrationReference.entries, tastedAt: v.nullable(field.instant) })),
    curve: v.pipe(FiveReferences, v.description('The owner’s own curve, which is used from now on.')),
    shift: v.pipe(v.number(), v.description('own setting = stretch x published setting + shift')),
    stretch: v.number(),
    calibrated: v.literal(true),
  }),
})

export async function calibrateGrinder(
  { grinderId, references }: v.InferOutput<typeof CalibrateGrinder>,
  { grinders, ownGrinders, clock }: { grinders: Grinders; ownGrinders: OwnGrinders; clock: Clock },
  person: Person,
) {
  const grinder = grinders.byId(grinderId)
  if (!grinder) throw unknownItem('grinder')
  const calibration = calibrate(grinder, references)
  const now = clock()
  const tasted = references.map(({ tastedAt, ...reference }) => ({
    ...reference,
    tastedAt: pastInstant(tastedAt, now),
  }))
  await ownGrinders.calibrate(person.id, grinderId, calibration, tasted, now)
  return presentCalibration(grinderId, { calibration, tasted })
}

/** When it was tasted, in our format. A time in the future counts as now. */
const pastInstant = (time: string | undefined, now: Date) =>
  new Date(Math.min(now.getTime(), time === undefined ? Infinity : Date.parse(time))).toISOString()

export const GrinderId = v.object({ grinderId: field.id })

export async function getCalibration(
  { grinderId }: v.InferOutput<typeof GrinderId>,
  { ownGrinders }: { ownGrinders: OwnGrinders },
  person: Person,
) {
  const known = await ownGrinders.calibration(person.id, grinderId)
  if (!known) throw notCalibrated(grinderId)
  return presentCalibration(grinderId, known)
}

export async function forgetCalibration(
  { grinderId }: v.InferOutput<typeof GrinderId>,
  { ownGrinders }: { ownGrinders: OwnGrinders },
  person: Person,
) {
  if (!(await ownGrinders.forget(person.id, grinderId))) throw notCalibrated(grinderId)
  return { success: true as const }
}

const notCalibrated = (grinderId: number) =>
  new Fault('grinder-not-found', `You have not calibrated grinder ${grinderId}.`)

const presentCalibration = (grinderId: number, { calibration, tasted }: TastedCalibration) => {
  const { references: curve, shift, stretch } = calibration
  const references = tasted.map(reference => ({ ...reference, tastedAt: reference.tastedAt ?? null }))
  return { calibration: { grinderId, references, curve, shift, stretch, calibrated: true as const } }
}
