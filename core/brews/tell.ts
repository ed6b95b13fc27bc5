import type { Person } from '../accounts/model.ts'
import type { Grinders, Machines, StoredMachine } from '../equipment/equipment.ts'
import { dialOf } from '../grind/dial.ts'
import { indexOnDial } from '../grind/given.ts'
import type { OwnGrinder } from '../grind/model.ts'
import { labelOf } from '../grind/notation.ts'
import type { OwnGrinders } from '../grind/own.ts'
import { ratioOf } from '../recipes/arithmetic.ts'
import type { BrewLog, StoredBrew } from './model.ts'

/** The equipment as one person's dials really are. */
export interface Shelf {
  grinder: (id: number) => (OwnGrinder & { id: number }) | undefined
  machine: (id: number) => StoredMachine | undefined
  /** By today's curve of that person, which may be another than when the brew was logged. */
  grindIndexOf: (brew: Pick<StoredBrew, 'grinderId' | 'grindSetting' | 'grindIndex'>) => number | null
}

export interface ShelfPorts {
  grinders: Grinders
  machines: Machines
  ownGrinders: OwnGrinders
}

export async function shelfOf(person: Person, { grinders, machines, ownGrinders }: ShelfPorts): Promise<Shelf> {
  const calibrated = await ownGrinders.calibratedBy(person.id)
  const grinder = (id: number) => calibrated.get(id) ?? grinders.byId(id)
  return {
    grinder,
    machine: machines.byId,
    grindIndexOf: ({ grinderId, grindSetting, grindIndex }) => {
      const known = grinderId === null ? undefined : grinder(grinderId)
      return known && grindSetting !== null ? indexOnDial(known, grindSetting) : grindIndex
    },
  }
}

/** A brew as its owner is told of it. */
export function tellBrew(brew: StoredBrew, shelf: Shelf): BrewLog {
  const { doseGrams, waterGrams, grindSetting } = brew
  const grinder = brew.grinderId === null ? undefined : shelf.grinder(brew.grinderId)
  const machine = brew.machineId === null ? undefined : shelf.machine(brew.machineId)
  const onDial = grinder && grindSetting !== null && dialOf(grinder).holds(grindSetting)
  return {
    ...brew,
    coffeeGrams: doseGrams,
    ratio: doseGrams === null || waterGrams === null ? null : ratioOf(doseGrams, waterGrams),
    grindLabel: onDial ? labelOf(grinder, grindSetting) : null,
    grindIndex: shelf.grindIndexOf(brew),
    grinder: grinder
      ? { id: grinder.id, slug: grinder.slug, brand: grinder.brand, name: grinder.model, model: grinder.model }
      : null,
    machine: machine ? { id: machine.id, brand: machine.brand, model: machine.model } : null,
  }
}
