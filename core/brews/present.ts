import type { Person } from '../accounts/model.ts'
import type { Grinders, Machines, StoredMachine } from '../equipment/equipment.ts'
import { dialOf } from '../grind/dial.ts'
import { indexOnDial } from '../grind/given.ts'
import type { OwnGrinder } from '../grind/model.ts'
import { grinderRef } from '../grind/name.ts'
import { labelOf } from '../grind/notation.ts'
import type { OwnGrinders } from '../grind/own-grinders.ts'
import { ratioOf } from '../recipes/arithmetic.ts'
import type { BrewedCup } from './cup.ts'
import type { BrewLog, StoredBrew } from './model.ts'

/** The equipment as one person's dials really are. */
export interface OwnEquipment {
  grinder: (id: number) => (OwnGrinder & { id: number }) | undefined
  machine: (id: number) => StoredMachine | undefined
  /** By today's curve of that person, which may be another than when the brew was logged. */
  grindIndexOf: (brew: Pick<StoredBrew, 'grinderId' | 'grindSetting' | 'grindIndex'>) => number | null
}

export interface OwnEquipmentPorts {
  grinders: Grinders
  machines: Machines
  ownGrinders: OwnGrinders
}

/** For any of their brews, or for one: without a grinder, there is no dial to ask for. */
export async function ownEquipmentOf(
  person: Person,
  { grinders, machines, ownGrinders }: OwnEquipmentPorts,
  brew?: Pick<StoredBrew, 'grinderId'>,
): Promise<OwnEquipment> {
  const calibrated = brew?.grinderId === null ? none : await ownGrinders.calibratedBy(person.id)
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

const none: Awaited<ReturnType<OwnGrinders['calibratedBy']>> = new Map()

/** Null unless both were weighed. */
export const brewedRatio = ({ doseGrams, waterGrams }: Pick<StoredBrew, 'doseGrams' | 'waterGrams'>) =>
  doseGrams === null || waterGrams === null ? null : ratioOf(doseGrams, waterGrams)

/** A brew as the coach reads it. */
export const cupOf = (brew: StoredBrew, { grinder, machine }: OwnEquipment): StoredBrew & BrewedCup => ({
  ...brew,
  grinder: (brew.grinderId === null ? undefined : grinder(brew.grinderId)) ?? null,
  brewer: brew.machineId === null ? undefined : machine(brew.machineId),
})

/** What it was brewed of: the coffee, or what its owner's bag says. */
export const brewedCoffee = ({ coffee, bag }: Pick<BrewLog, 'coffee' | 'bag'>) => coffee?.name ?? bag?.name

/** A brew as its owner sees it. */
export function presentBrew(brew: StoredBrew, equipment: OwnEquipment): BrewLog {
  const { grindSetting } = brew
  const grinder = brew.grinderId === null ? undefined : equipment.grinder(brew.grinderId)
  const machine = brew.machineId === null ? undefined : equipment.machine(brew.machineId)
  const onDial = grinder && grindSetting !== null && dialOf(grinder).holds(grindSetting)
  return {
    ...brew,
    coffeeGrams: brew.doseGrams,
    isFavourite: brew.isFavourite === true,
    isBest: brew.isBest === true,
    ratio: brewedRatio(brew),
    grindLabel: onDial ? labelOf(grinder, grindSetting) : null,
    grindIndex: equipment.grindIndexOf(brew),
    grinder: grinder ? { ...grinderRef(grinder), calibrated: grinder.calibrated === true } : null,
    machine: machine ? { id: machine.id, brand: machine.brand, model: machine.model } : null,
  }
}
