import type { Person } from '../accounts/model.ts'
import type { BaseRecipe } from '../adaptation/base.ts'
import type { Techniques } from '../adaptation/technique.ts'
import type { Machines, StoredMachine } from '../equipment/equipment.ts'
import { indexOnOwnDial, ownDialsOf, presentOnOwnDial } from '../equipment/own-dial.ts'
import type { AnyStoredGrinder, GrinderPorts } from '../equipment/own-grinders.ts'
import { ratioOf } from '../recipes/arithmetic.ts'
import type { BrewedCup } from './brewed-cup.ts'
import { extractionYield } from './extraction.ts'
import type { BrewLog, RoastedBrew, StoredBrew } from './model.ts'
import { baseOfBrew } from './technique-of-brew.ts'

/** The equipment with one person's calibrations. */
export interface CalibratedEquipment {
  grinder: (id: number) => AnyStoredGrinder | undefined
  machine: (id: number) => StoredMachine | undefined
  /** The technique that a brew was made by. */
  planned: (brew: Pick<StoredBrew, 'technique' | 'method' | 'style'>) => BaseRecipe | undefined
  /** Uses the person's current curve, which may differ from the one when the brew was logged. */
  grindIndexOf: (brew: Pick<StoredBrew, 'grinderId' | 'grindSetting' | 'grindIndex'>) => number | null
}

export interface CalibratedEquipmentPorts extends GrinderPorts {
  machines: Machines
  techniques: Techniques
}

/** For all of their brews, or for one: without a grinder, nothing is read. */
export async function calibratedEquipmentOf(
  person: Person,
  { grinders, machines, ownGrinders, techniques }: CalibratedEquipmentPorts,
  brew?: Pick<StoredBrew, 'grinderId'>,
): Promise<CalibratedEquipment> {
  const grinder = brew?.grinderId === null ? grinders.byId : await ownDialsOf(person, { grinders, ownGrinders })
  return {
    grinder,
    machine: machines.byId,
    planned: brew => baseOfBrew(brew, { techniques, grinders }),
    grindIndexOf: brew => indexOnOwnDial(brew, brew.grinderId === null ? undefined : grinder(brew.grinderId)),
  }
}

/** Null unless both were weighed. */
export const brewedRatio = ({ doseGrams, waterGrams }: Pick<StoredBrew, 'doseGrams' | 'waterGrams'>) =>
  doseGrams === null || waterGrams === null ? null : ratioOf(doseGrams, waterGrams)

/** A brew as the coach reads it. */
export const cupOf = (
  brew: RoastedBrew,
  { grinder, machine, planned }: CalibratedEquipment,
  { water }: Person,
): StoredBrew & BrewedCup => ({
  ...brew,
  planned: planned(brew),
  grinder: (brew.grinderId === null ? undefined : grinder(brew.grinderId)) ?? null,
  ...machineFacts(brew.machineId === null ? undefined : machine(brew.machineId)),
  water,
})

/** What is unknown about a machine is filled in with what is usual for its method. */
const machineFacts = (brewer: StoredMachine | undefined) => ({
  brewer,
  canSetTemperature: brewer?.heat ? brewer.heat !== 'fixed' : undefined,
})

/** The name of the coffee, or of the owner's bag. */
export const brewedCoffee = ({ coffee, bag }: Pick<BrewLog, 'coffee' | 'bag'>) => coffee?.name ?? bag?.name

/** A brew as its owner sees it. */
export function presentBrew(
  { roastLevel: _, drinkerIds, cups, ...brew }: RoastedBrew,
  equipment: CalibratedEquipment,
): BrewLog {
  const grinder = brew.grinderId === null ? undefined : equipment.grinder(brew.grinderId)
  const machine = brew.machineId === null ? undefined : equipment.machine(brew.machineId)
  return {
    ...brew,
    coffeeGrams: brew.doseGrams,
    isFavourite: brew.isFavourite === true,
    isBest: brew.isBest === true,
    ratio: brewedRatio(brew),
    extractionPercent: extractionYield(brew),
    ...presentOnOwnDial(brew, grinder),
    machine: machine ? { id: machine.id, brand: machine.brand, model: machine.model } : null,
    ...(drinkerIds && { drinkerIds }),
    ...(cups && { cups }),
  }
}
