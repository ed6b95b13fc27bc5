import type postgres from 'postgres'
import type {
  Catalog,
  Equipment,
  SaveEquipment,
  StoredFilter,
  StoredGrinder,
  StoredMachine,
} from '../../../core/equipment/equipment.ts'
import { Filter, Machine } from '../../../core/equipment/model.ts'
import { catalogOf, type Grinder } from '../../../core/grind/model.ts'
import { type Sql, type Transaction, transactUnhurried } from '../engine/client.ts'
import { listed, replaced, schemaFields, written } from '../queries/columns.ts'

/** The catalog in memory. `refresh` reads it again, for imports by other processes. */
export type HeldEquipment = Equipment & {
  refresh: () => Promise<void>
  /** Grinders in recipes that a refresh did not find, because their owners described them. */
  described: Set<number>
}

export async function equipmentIn(sql: Sql): Promise<HeldEquipment> {
  // No time limit: this runs at the start and in the background.
  const read = () => transactUnhurried(sql, load)
  let catalogs = await read()
  return {
    described: new Set(),
    grinders: {
      list: () => catalogs.grinders.list(),
      byId: id => catalogs.grinders.byId(id),
      bySlug: slug => catalogs.grinders.bySlug(slug),
    },
    machines: { list: () => catalogs.machines.list(), byId: id => catalogs.machines.byId(id) },
    filters: { list: () => catalogs.filters.list(), byId: id => catalogs.filters.byId(id) },
    // What has not changed stays the same object, because cached replies depend on it.
    refresh: async () => {
      const { grinders, machines, filters } = await read()
      if (!Bun.deepEquals(grinders.list(), catalogs.grinders.list())) catalogs = { ...catalogs, grinders }
      if (!Bun.deepEquals(machines.list(), catalogs.machines.list())) catalogs = { ...catalogs, machines }
      if (!Bun.deepEquals(filters.list(), catalogs.filters.list())) catalogs = { ...catalogs, filters }
    },
  }
}

/** Each in one statement. Other processes see it when they refresh. */
export function saveEquipmentIn(sql: Sql): SaveEquipment {
  return {
    grinders: async records => {
      await sql`
        insert into grinders (record)
        select record
        from jsonb_array_elements(${sql.json(records as postgres.JSONValue)}) record
        on conflict (slug) do update
        set record = excluded.record`
    },
    machines: async records => {
      await sql`
        insert into machines ${written(sql, 'machines', machineFields, records)}
        on conflict (slug) do update
        set ${replaced(sql, machineFields)}`
    },
    filters: async records => {
      await sql`
        insert into filters ${written(sql, 'filters', filterFields, records)}
        on conflict (slug) do update
        set ${replaced(sql, filterFields)}`
    },
  }
}

export const machineFields = schemaFields(Machine)
export const filterFields = schemaFields(Filter)

async function load(sql: Transaction) {
  const [grinderRows, machines, filters] = await Promise.all([
    sql<{ id: number; record: Grinder }[]>`select id, record from grinders where not is_described`,
    sql<StoredMachine[]>`
      select id, ${listed(sql, machineFields)}
      from machines
      order by slug collate "C"`,
    sql<StoredFilter[]>`
      select id, ${listed(sql, filterFields)}
      from filters
      order by slug collate "C"`,
  ])
  const grinders: StoredGrinder[] = grinderRows.map(({ id, record }) => ({ id, ...record }))
  return {
    grinders: { ...catalog(grinders), ...catalogOf(grinders) },
    machines: catalog([...machines]),
    filters: catalog([...filters]),
  }
}

function catalog<T extends { id: number }>(items: T[]): Catalog<T> {
  const byId = new Map(items.map(item => [item.id, item]))
  return { list: () => items, byId: id => byId.get(id) }
}
