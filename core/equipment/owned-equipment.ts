import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import * as field from '../fields.ts'
import { FilterDetails, GrinderDetails, MachineDetails, presentGrinder } from './details.ts'
import { type Equipment, unknownItem } from './equipment.ts'
import type { OwnGrinders } from './own-grinders.ts'

/**
 * The equipment that people own. At most one item of each kind is the default, and only if the
 * person chose it.
 */
export interface OwnedEquipment {
  grinders: OwnedItems
  machines: OwnedItems
  filters: OwnedItems
}

export interface OwnedItems {
  /** The default first, then the oldest. */
  list: (userId: number) => Promise<OwnedItem[]>
  /** Undefined fields stay as they were. A new default replaces the old one. */
  put: (userId: number, itemId: number, changes: OwnedItemChanges, now: Date) => Promise<OwnedItem>
  /** If it was the default, there is none afterwards. */
  remove: (userId: number, itemId: number) => Promise<void>
}

export interface OwnedItem {
  itemId: number
  isDefault: boolean
  nickname: string | null
  createdAt: string
}

/**
 * The item to use: the one asked for if they own it, else their default, else the first they added.
 */
export const usedFirst = (owned: readonly OwnedItem[], askedId?: number | null) =>
  owned.find(({ itemId }) => itemId === askedId) ?? owned.find(({ isDefault }) => isDefault) ?? owned[0]

const changes = { isDefault: v.optional(field.flag), nickname: v.optional(v.nullable(field.name)) }
type OwnedItemChanges = v.InferOutput<v.ObjectSchema<typeof changes, undefined>>

export const AddGrinder = v.object({ grinderId: field.id, ...changes })
export const RemoveGrinder = v.object({ grinderId: field.id })
export const AddMachine = v.object({ machineId: field.id, ...changes })
export const RemoveMachine = v.object({ machineId: field.id })
export const AddFilter = v.object({ filterId: field.id, ...changes })
export const RemoveFilter = v.object({ filterId: field.id })

const ofOwner = { isDefault: v.boolean(), nickname: v.nullable(v.string()), createdAt: field.instant }
export const OwnedGrinder = v.object({
  grinderId: v.number(),
  ...GrinderDetails.entries,
  calibrated: v.boolean(),
  ...ofOwner,
})
export const OwnedMachine = v.object({ machineId: v.number(), ...MachineDetails.entries, ...ofOwner })
export const OwnedFilter = v.object({ filterId: v.number(), ...FilterDetails.entries, ...ofOwner })

interface OwnedPorts extends Equipment {
  ownedEquipment: OwnedEquipment
  ownGrinders: OwnGrinders
  clock: Clock
}

export async function listOwnedGrinders(
  _: unknown,
  { grinders, ownedEquipment, ownGrinders }: OwnedPorts,
  person: Person,
) {
  const [rows, calibrated] = await Promise.all([
    ownedEquipment.grinders.list(person.id),
    ownGrinders.calibratedBy(person.id),
  ])
  return {
    grinders: rows.flatMap(({ itemId: grinderId, ...row }) => {
      const grinder = grinders.byId(grinderId)
      const own = calibrated.get(grinderId)
      return grinder ? [{ grinderId, ...presentGrinder(own ?? grinder), calibrated: own !== undefined, ...row }] : []
    }),
  }
}

export async function addGrinder(
  { grinderId, ...changes }: v.InferOutput<typeof AddGrinder>,
  { grinders, ownedEquipment, ownGrinders, clock }: OwnedPorts,
  person: Person,
) {
  if (!grinders.byId(grinderId)) throw unknownItem('grinder')
  const { itemId: _, ...row } = await ownedEquipment.grinders.put(person.id, grinderId, changes, clock())
  const grinder = await ownGrinders.of(person.id, grinderId)
  return { grinder: { grinderId, ...presentGrinder(grinder), calibrated: grinder.calibrated === true, ...row } }
}

export async function listOwnedMachines(_: unknown, { machines, ownedEquipment }: OwnedPorts, person: Person) {
  const rows = await ownedEquipment.machines.list(person.id)
  return {
    machines: rows.flatMap(({ itemId: machineId, ...row }) => {
      const machine = machines.byId(machineId)
      return machine ? [{ machineId, ...machine, ...row }] : []
    }),
  }
}

export async function addMachine(
  { machineId, ...changes }: v.InferOutput<typeof AddMachine>,
  { machines, ownedEquipment, clock }: OwnedPorts,
  person: Person,
) {
  const machine = machines.byId(machineId)
  if (!machine) throw unknownItem('machine')
  const { itemId: _, ...row } = await ownedEquipment.machines.put(person.id, machineId, changes, clock())
  return { machine: { machineId, ...machine, ...row } }
}

export async function listOwnedFilters(_: unknown, { filters, ownedEquipment }: OwnedPorts, person: Person) {
  const rows = await ownedEquipment.filters.list(person.id)
  return {
    filters: rows.flatMap(({ itemId: filterId, ...row }) => {
      const filter = filters.byId(filterId)
      return filter ? [{ filterId, ...filter, ...row }] : []
    }),
  }
}

export async function addFilter(
  { filterId, ...changes }: v.InferOutput<typeof AddFilter>,
  { filters, ownedEquipment, clock }: OwnedPorts,
  person: Person,
) {
  const filter = filters.byId(filterId)
  if (!filter) throw unknownItem('filter')
  const { itemId: _, ...row } = await ownedEquipment.filters.put(person.id, filterId, changes, clock())
  return { filter: { filterId, ...filter, ...row } }
}
