import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { type NewCoffee, newCoffee } from '../coffees/coffees.ts'
import { atMost } from '../cut.ts'
import type { Grinders, StoredGrinder } from '../equipment/equipment.ts'
import type { OwnedEquipment } from '../equipment/owned-equipment.ts'
import * as field from '../fields.ts'
import type { OwnGrinders } from '../grind/own-grinders.ts'
import type { Pieces } from '../pieces.ts'
import { type BeanconquerorFile, lackedBy } from './beanconqueror.ts'
import { type PlannedBean, type PlannedBrew, planImport } from './plan.ts'

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
    beans: readonly (Omit<PlannedBean, 'coffee'> & { coffee: NewCoffee })[],
    brews: readonly PlannedBrew[],
    now: Date,
  ) => Promise<Record<'beans' | 'brews' | 'completed', Set<string>>>
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

const tally = v.object({ taken: v.number(), alreadyHere: v.number(), notTaken: v.number() })

export const ImportReport = v.object({
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
  const beans = plan.beans.map(bean => ({ ...bean, coffee: newCoffee(bean.coffee, person, now) }))
  const added = await portability.import(person.id, beans, plan.brews, now)
  const left = (what: 'bean' | 'brew') => plan.notTaken.filter(({ kind }) => kind === what).length
  return {
    beans: { taken: added.beans.size, alreadyHere: plan.beans.length - added.beans.size, notTaken: left('bean') },
    brews: { taken: added.brews.size, alreadyHere: plan.brews.length - added.brews.size, notTaken: left('brew') },
    completed: added.completed.size,
    missing: lackedBy(file),
    grinders: plan.grinders.map(({ name, grinder }) => ({
      name: atMost(name, field.LONGEST_LINE),
      grinder: grinder ? { id: grinder.id, slug: grinder.slug, brand: grinder.brand, name: grinder.model } : null,
    })),
    notTaken: plan.notTaken.slice(0, MOST_REMARKS).map(shortened),
    notTakenCount: plan.notTaken.length,
    remarks: plan.remarks.slice(0, MOST_REMARKS).map(shortened),
    remarkCount: plan.remarks.length,
  }
}

const LONGEST_REMARK = 500
const shortened = <T extends object>(row: T): T =>
  Object.fromEntries(
    Object.entries(row).map(([field, text]) => [field, typeof text === 'string' ? atMost(text, LONGEST_REMARK) : text]),
  ) as T

/** Lets whoever else waits have a turn. */
const pause = () => new Promise<void>(resolve => setTimeout(resolve, 0))
