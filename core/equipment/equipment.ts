import { Fault } from '../errors.ts'
import type { Grinder, GrinderCatalog } from '../grind/model.ts'
import type { Filter, Machine } from './model.ts'

export type StoredGrinder = Grinder & { id: number }
export type StoredMachine = Machine & { id: number }
export type StoredFilter = Filter & { id: number }

/**
 * The equipment catalog. It is small and rarely changes, so it is held in memory and reloaded every
 * minute.
 */
export interface Equipment {
  grinders: Grinders
  machines: Machines
  filters: Filters
}
export type Grinders = Catalog<StoredGrinder> & GrinderCatalog<StoredGrinder>
export type Machines = Catalog<StoredMachine>
export type Filters = Catalog<StoredFilter>

/** Adds records to the catalog or replaces those with the same slug: all of them or none. */
export interface SaveEquipment {
  grinders: (records: readonly Grinder[]) => Promise<void>
  machines: (records: readonly Machine[]) => Promise<void>
  filters: (records: readonly Filter[]) => Promise<void>
}

export interface Catalog<T> {
  list: () => readonly T[]
  byId: (id: number) => T | undefined
}

export const unknownItem = (kind: 'grinder' | 'machine' | 'filter') =>
  new Fault('invalid', `${kind}Id doesn’t match any ${kind}. See the list of ${kind}s for all IDs.`)
