import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { atMost } from '../cut.ts'
import type { Grinders, StoredGrinder } from '../equipment/equipment.ts'
import type { OwnedEquipment } from '../equipment/owned-equipment.ts'
import * as field from '../fields.ts'
import type { OwnGrinders } from '../grind/own-grinders.ts'
import { type BeanconquerorFile, lackedBy } from './beanconqueror.ts'
import { planImport } from './plan.ts'
import type { Portability } from './portability.ts'
import { type ImportReport, reportOf } from './report.ts'

export interface BeanconquerorPorts {
  portability: Portability
  grinders: Grinders
  ownedEquipment: OwnedEquipment
  ownGrinders: OwnGrinders
  clock: Clock
}

export async function importBeanconqueror(
  file: BeanconquerorFile,
  ports: BeanconquerorPorts,
  person: Person,
): Promise<ImportReport> {
  const { portability, clock } = ports
  const plan = await planImport(file, { ...(await dialsOf(person, ports)), now: clock() }, pause)
  const bring = file.isDryRun ? portability.wouldImport : portability.import
  const added = await bring(person.id, plan.bags, plan.brews)
  return reportOf(plan, {
    isDryRun: file.isDryRun,
    beans: { taken: added.bags.size, alreadyHere: plan.bags.length - added.bags.size },
    brews: { taken: added.brews.size, alreadyHere: plan.brews.length - added.brews.size },
    others: [],
    completed: added.completed.size,
    missing: lackedBy(file),
    grinders: plan.grinders.map(reportedGrinder),
  })
}

/** The grinders that a name may mean, and what the person has and knows of them. */
export async function dialsOf(
  person: Person,
  { grinders, ownedEquipment, ownGrinders }: Pick<BeanconquerorPorts, 'grinders' | 'ownedEquipment' | 'ownGrinders'>,
) {
  const [belongings, calibrated] = await Promise.all([
    ownedEquipment.grinders.list(person.id),
    ownGrinders.calibratedBy(person.id),
  ])
  return {
    grinders: grinders.list(),
    ownCurve: (grinder: StoredGrinder) => calibrated.get(grinder.id) ?? grinder,
    owns: ({ id }: { id: number }) => belongings.some(({ itemId }) => itemId === id),
  }
}

export const reportedGrinder = ({ name, grinder }: { name: string; grinder: StoredGrinder | undefined }) => ({
  name: atMost(name, field.LONGEST_LINE),
  grinder: grinder ? { id: grinder.id, slug: grinder.slug, brand: grinder.brand, name: grinder.model } : null,
})

/** Lets whoever else waits have a turn. */
export const pause = () => new Promise<void>(resolve => setTimeout(resolve, 0))
