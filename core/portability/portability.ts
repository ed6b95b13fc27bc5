import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { atMost } from '../cut.ts'
import type { Grinders, StoredGrinder } from '../equipment/equipment.ts'
import type { OwnedEquipment } from '../equipment/owned-equipment.ts'
import * as field from '../fields.ts'
import type { OwnGrinders } from '../grind/own-grinders.ts'
import type { Pieces } from '../pieces.ts'
import type { PlannedBag } from './bag.ts'
import { type BeanconquerorFile, lackedBy } from './beanconqueror.ts'
import { type PlannedBrew, planImport } from './plan.ts'

export interface Portability {
  /**
   * Every row about a person, by what it is, read in pieces while they are taken. A row that is there all the while is
   * there once; what changes meanwhile may be there as it was or as it is.
   */
  everything: (userId: number) => Promise<PersonalData>
  /**
   * In small sets, so that nobody waits for all of it; if it breaks off, the same again adds the rest. Answers the keys
   * that were new, and of the brews that were here those that lacked something that this file has.
   */
  import: (
    userId: number,
    bags: readonly PlannedBag[],
    brews: readonly PlannedBrew[],
  ) => Promise<Record<'bags' | 'brews' | 'completed', Set<string>>>
  /** Of these keys those that the person has imported before. */
  importedBefore: (
    userId: number,
    keys: Record<'bags' | 'brews', readonly string[]>,
  ) => Promise<Record<'bags' | 'brews', Set<string>>>
}

export interface PersonalData {
  account: PersonalRow
  data: Record<string, Pieces<PersonalRow>>
  /** What the ids in the data are called: to be read when the data has been. */
  names: Record<'coffees' | 'grinders' | 'machines', Pieces<PersonalRow>>
}
export type PersonalRow = Record<string, unknown>

const row = v.record(v.string(), v.unknown())

export const Export = v.object({
  exportedAt: field.instant,
  account: row,
  data: v.pipe(v.record(v.string(), v.array(row)), v.description('Every row about you, by what it is.')),
  names: v.pipe(
    v.object({ coffees: v.array(row), grinders: v.array(row), machines: v.array(row) }),
    v.description('What the ids in the data are called.'),
  ),
})

const kind = v.picklist(['bean', 'brew', 'mill', 'preparation'])
/** Nobody reads more of them, and a report is no place to get one's own file back. */
const MOST_REMARKS = 100
const MOST_REASONS = 10

const tally = v.object({ taken: v.number(), alreadyHere: v.number(), notTaken: v.number() })

export const ImportReport = v.object({
  isDryRun: v.pipe(v.boolean(), v.description('Whether this is what would come; then nothing was written.')),
  beans: tally,
  brews: tally,
  completed: v.pipe(
    v.number(),
    v.description('Brews that were here already and now have what they lacked, such as their grinder.'),
  ),
  missing: v.pipe(v.array(v.string()), v.description('Why there may be more than was in the file, in sentences.')),
  grinders: v.array(
    v.object({
      name: v.string(),
      grinder: v.nullable(v.object({ id: field.id, slug: v.string(), brand: v.string(), name: v.string() })),
    }),
  ),
  notTaken: v.pipe(
    v.array(v.object({ kind, uuid: v.nullable(v.string()), name: v.string(), reason: v.string() })),
    v.description(`What was left out: the first ${MOST_REMARKS} of notTakenCount.`),
  ),
  notTakenCount: v.number(),
  notTakenBecause: v.pipe(
    v.array(v.object({ kind, reason: v.string(), count: v.number() })),
    v.description(`The same by reason, the most frequent ${MOST_REASONS}.`),
  ),
  remarks: v.pipe(
    v.array(v.object({ kind, uuid: v.string(), name: v.string(), remark: v.string() })),
    v.description(`What was changed or left out of what was taken: the first ${MOST_REMARKS} of remarkCount.`),
  ),
  remarkCount: v.number(),
})

export async function exportEverything(
  _: unknown,
  { portability, clock }: { portability: Portability; clock: Clock },
  person: Person,
) {
  return { exportedAt: clock().toISOString(), ...(await portability.everything(person.id)) }
}

interface ImportPorts {
  portability: Portability
  grinders: Grinders
  ownedEquipment: OwnedEquipment
  ownGrinders: OwnGrinders
  clock: Clock
}

export async function importBeanconqueror(
  file: BeanconquerorFile,
  { portability, grinders, ownedEquipment, ownGrinders, clock }: ImportPorts,
  person: Person,
): Promise<v.InferOutput<typeof ImportReport>> {
  const now = clock()
  const [belongings, calibrated] = await Promise.all([
    ownedEquipment.grinders.list(person.id),
    ownGrinders.calibratedBy(person.id),
  ])
  const around = {
    grinders: grinders.list(),
    ownCurve: (grinder: StoredGrinder) => calibrated.get(grinder.id) ?? grinder,
    owns: ({ id }: { id: number }) => belongings.some(({ itemId }) => itemId === id),
    now,
  }
  const plan = await planImport(file, around, pause)
  const added = file.isDryRun
    ? await wouldAdd(plan, portability, person)
    : await portability.import(person.id, plan.bags, plan.brews)
  const left = (what: 'bean' | 'brew') => plan.notTaken.filter(({ kind }) => kind === what).length
  return {
    isDryRun: file.isDryRun,
    beans: { taken: added.bags.size, alreadyHere: plan.bags.length - added.bags.size, notTaken: left('bean') },
    brews: { taken: added.brews.size, alreadyHere: plan.brews.length - added.brews.size, notTaken: left('brew') },
    completed: added.completed.size,
    missing: lackedBy(file),
    grinders: plan.grinders.map(({ name, grinder }) => ({
      name: atMost(name, field.LONGEST_LINE),
      grinder: grinder ? { id: grinder.id, slug: grinder.slug, brand: grinder.brand, name: grinder.model } : null,
    })),
    notTaken: plan.notTaken.slice(0, MOST_REMARKS).map(shortened),
    notTakenCount: plan.notTaken.length,
    notTakenBecause: byReason(plan.notTaken),
    remarks: plan.remarks.slice(0, MOST_REMARKS).map(shortened),
    remarkCount: plan.remarks.length,
  }
}

/** What the import of a plan would answer; what it would fill in shows only when it does. */
async function wouldAdd(
  { bags, brews }: { bags: readonly PlannedBag[]; brews: readonly PlannedBrew[] },
  portability: Portability,
  { id }: Person,
) {
  const keysOf = (rows: readonly { importKey: string }[]) => rows.map(({ importKey }) => importKey)
  const before = await portability.importedBefore(id, { bags: keysOf(bags), brews: keysOf(brews) })
  return {
    bags: new Set(keysOf(bags)).difference(before.bags),
    brews: new Set(keysOf(brews)).difference(before.brews),
    completed: new Set<string>(),
  }
}

function byReason(rows: readonly { kind: v.InferOutput<typeof kind>; reason: string }[]) {
  const together = Map.groupBy(rows, ({ kind, reason }) => `${kind} ${reason}`)
  return [...together.values()]
    .flatMap(([row, ...more]) =>
      row ? [shortened({ kind: row.kind, reason: row.reason, count: 1 + more.length })] : [],
    )
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_REASONS)
}

const LONGEST_REMARK = 500
const shortened = <T extends object>(row: T): T =>
  Object.fromEntries(
    Object.entries(row).map(([field, text]) => [field, typeof text === 'string' ? atMost(text, LONGEST_REMARK) : text]),
  ) as T

/** Lets whoever else waits have a turn. */
const pause = () => new Promise<void>(resolve => setTimeout(resolve, 0))
