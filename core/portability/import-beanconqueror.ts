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
  { portability, grinders, ownedEquipment, ownGrinders, clock }: BeanconquerorPorts,
  person: Person,
): Promise<ImportReport> {
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
  const bring = file.isDryRun ? portability.wouldImport : portability.import
  const added = await bring(person.id, plan.bags, plan.brews)
  return reportOf(plan, {
    isDryRun: file.isDryRun,
    beans: { taken: added.bags.size, alreadyHere: plan.bags.length - added.bags.size },
    brews: { taken: added.brews.size, alreadyHere: plan.brews.length - added.brews.size },
    others: [],
    completed: added.completed.size,
    missing: lackedBy(file),
    grinders: plan.grinders.map(({ name, grinder }) => ({
      name: atMost(name, field.LONGEST_LINE),
      grinder: grinder ? { id: grinder.id, slug: grinder.slug, brand: grinder.brand, name: grinder.model } : null,
    })),
  })
}

/** Lets whoever else waits have a turn. */
export const pause = () => new Promise<void>(resolve => setTimeout(resolve, 0))
