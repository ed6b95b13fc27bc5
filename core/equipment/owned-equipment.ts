import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { GrinderDescription } from '../grind/described.ts'
import { allConfidences } from '../grind/model.ts'
import { describeAnew, describeGrinder, type ReviseGrinder } from './described-grinders.ts'
import { FilterDetails, GrinderDetails, MachineDetails, presentGrinder } from './details.ts'
import { type Equipment, unknownItem } from './equipment.ts'
import type { AnyStoredGrinder, DescribedGrinder, OwnGrinders } from './own-grinders.ts'

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

export const AddGrinder = v.object({
  grinderId: v.optional(
    v.pipe(field.id, v.description('A grinder in our list, or one you described. Or send ownGrinder.')),
  ),
  ownGrinder: v.optional(
    v.pipe(GrinderDescription, v.description('A grinder that isn’t in our list. Only you can see it.')),
  ),
  ...changes,
})
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
  confidence: v.pipe(v.picklist(allConfidences), v.description('How sure its curve is; own means you described it.')),
  ownGrinder: v.pipe(
    v.nullable(GrinderDescription),
    v.description('Your description of a grinder that isn’t in our list.'),
  ),
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
  const [rows, calibrated, described] = await Promise.all([
    ownedEquipment.grinders.list(person.id),
    ownGrinders.calibratedBy(person.id),
    person.describesGrinders ? ownGrinders.describedBy(person.id) : [],
  ])
  return {
    grinders: rows.flatMap(({ itemId, ...row }) => {
      const own = described.find(({ id }) => id === itemId)
      const grinder = calibrated.get(itemId) ?? own ?? grinders.byId(itemId)
      return grinder ? [presentOwned(grinder, own, row)] : []
    }),
  }
}

const presentOwned = (
  grinder: AnyStoredGrinder,
  described: DescribedGrinder | undefined,
  row: Omit<OwnedItem, 'itemId'>,
) => ({
  grinderId: grinder.id,
  ...presentGrinder(grinder),
  calibrated: grinder.calibrated === true,
  confidence: grinder.confidence,
  ownGrinder: described?.description ?? null,
  ...row,
})

export async function addGrinder(
  { grinderId: known, ownGrinder, ...changes }: v.InferOutput<typeof AddGrinder>,
  ports: OwnedPorts,
  person: Person,
) {
  const { grinders, ownedEquipment, clock } = ports
  if (known !== undefined && ownGrinder)
    throw faultAt(['ownGrinder'], 'and grinderId name two grinders; send only one.')
  if (known === undefined && !ownGrinder) throw faultAt(['grinderId'], 'is required.')
  if (known !== undefined && !grinders.byId(known)) throw unknownItem('grinder')
  const grinderId = known ?? (await describeGrinder(ownGrinder as GrinderDescription, changes, ports, person))
  const { itemId: _, ...row } = await ownedEquipment.grinders.put(
    person.id,
    grinderId,
    ownGrinder ? {} : changes,
    clock(),
  )
  return { grinder: await ownedGrinder(grinderId, row, ports, person) }
}

async function ownedGrinder(
  grinderId: number,
  row: Omit<OwnedItem, 'itemId'>,
  { ownGrinders }: Pick<OwnedPorts, 'ownGrinders'>,
  person: Person,
) {
  const [grinder, described] = await Promise.all([
    ownGrinders.of(person.id, grinderId),
    ownGrinders.describedBy(person.id),
  ])
  return presentOwned(
    grinder,
    described.find(({ id }) => id === grinderId),
    row,
  )
}

/** Changes what a person said of a grinder that we do not know. */
export async function reviseGrinder(input: v.InferOutput<typeof ReviseGrinder>, ports: OwnedPorts, person: Person) {
  await describeAnew(input, ports, person)
  const { itemId: _, ...row } = await ports.ownedEquipment.grinders.put(person.id, input.grinderId, {}, ports.clock())
  return { grinder: await ownedGrinder(input.grinderId, row, ports, person) }
}

/** One that a person described is forgotten once nothing of theirs names it. */
export async function removeGrinder(
  { grinderId }: v.InferOutput<typeof RemoveGrinder>,
  { ownedEquipment, ownGrinders }: Pick<OwnedPorts, 'ownedEquipment' | 'ownGrinders'>,
  person: Person,
) {
  await ownedEquipment.grinders.remove(person.id, grinderId)
  await ownGrinders.discard(person.id, grinderId)
  return { success: true as const }
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
