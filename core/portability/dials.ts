import type { Person } from '../accounts/model.ts'
import type { Grinders, StoredGrinder } from '../equipment/equipment.ts'
import type { OwnGrinders } from '../equipment/own-grinders.ts'
import type { OwnedEquipment } from '../equipment/owned-equipment.ts'

export interface DialPorts {
  grinders: Grinders
  ownedEquipment: OwnedEquipment
  ownGrinders: OwnGrinders
}

/** The grinders that a name in a file may mean, and the person's own grinders and calibrations. */
export async function dialsOf(person: Person, { grinders, ownedEquipment, ownGrinders }: DialPorts) {
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
