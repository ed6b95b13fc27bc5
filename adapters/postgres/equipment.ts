import type postgres from 'postgres'
import type {
  Catalog,
  Equipment,
  SaveEquipment,
  StoredFilter,
  StoredGrinder,
  StoredMachine,
} from '../../core/equipment/equipment.ts'
import { catalogOf, type Grinder } from '../../core/grind/model.ts'
import type { Sql, Transaction } from './client.ts'

/** Loads the catalog; `refresh` reads it again, for what an admin has imported since. */
export async function equipmentIn(sql: Sql): Promise<Equipment & { refresh: () => Promise<void> }> {
  let catalogs = await load(sql)
  return {
    grinders: {
      list: () => catalogs.grinders.list(),
      byId: id => catalogs.grinders.byId(id),
      bySlug: slug => catalogs.grinders.bySlug(slug),
    },
    machines: { list: () => catalogs.machines.list(), byId: id => catalogs.machines.byId(id) },
    filters: { list: () => catalogs.filters.list(), byId: id => catalogs.filters.byId(id) },
    // What has not changed stays the same object: replies made from it stay cached as long as it does.
    refresh: async () => {
      const { grinders, machines, filters } = await load(sql)
      if (!Bun.deepEquals(grinders.list(), catalogs.grinders.list())) catalogs = { ...catalogs, grinders }
      if (!Bun.deepEquals(machines.list(), catalogs.machines.list())) catalogs = { ...catalogs, machines }
      if (!Bun.deepEquals(filters.list(), catalogs.filters.list())) catalogs = { ...catalogs, filters }
    },
  }
}

/** One statement each: all or nothing. Seen by others when they refresh. */
export function saveEquipmentIn(sql: Sql): SaveEquipment {
  return {
    grinders: async records => {
      await sql`
        insert into grinders (record)
        select record
        from jsonb_array_elements(${json(sql, records)}) record
        on conflict (slug) do update
        set record = excluded.record`
    },
    machines: async records => {
      await sql`
        insert into machines (
          slug, brand, model, brew_method, default_water_temp_f, min_water_grams, max_water_grams, dose_grams, source
        )
        ${machineRows(sql, records)}
        on conflict (slug) do update
        set brand = excluded.brand,
            model = excluded.model,
            brew_method = excluded.brew_method,
            default_water_temp_f = excluded.default_water_temp_f,
            min_water_grams = excluded.min_water_grams,
            max_water_grams = excluded.max_water_grams,
            dose_grams = excluded.dose_grams,
            source = excluded.source`
    },
    filters: async records => {
      await sql`
        insert into filters (slug, name, type, description, brewers)
        ${filterRows(sql, records)}
        on conflict (slug) do update
        set name = excluded.name,
            type = excluded.type,
            description = excluded.description,
            brewers = excluded.brewers`
    },
  }
}

export const machineRows = (sql: Sql | Transaction, records: readonly object[]) => sql`
  select slug, brand, model, "brewMethod", "defaultWaterTempF", "minWaterGrams", "maxWaterGrams", "doseGrams", source
  from jsonb_to_recordset(${json(sql, records)}) as given(
    slug text, brand text, model text, "brewMethod" text, "defaultWaterTempF" double precision,
    "minWaterGrams" double precision, "maxWaterGrams" double precision, "doseGrams" jsonb, source text
  )`

export const filterRows = (sql: Sql | Transaction, records: readonly object[]) => sql`
  select slug, name, type, description, brewers
  from jsonb_to_recordset(${json(sql, records)})
    as given(slug text, name text, type text, description text, brewers text[])`

const json = (sql: Sql | Transaction, records: readonly object[]) => sql.json(records as postgres.JSONValue)

async function load(sql: Sql) {
  const [grinderRows, machines, filters] = await Promise.all([
    sql<{ id: number; record: Grinder }[]>`select id, record from grinders`,
    sql<StoredMachine[]>`
      select id, slug, brand, model, brew_method, default_water_temp_f,
             min_water_grams, max_water_grams, dose_grams, source
      from machines
      order by slug collate "C"`,
    sql<StoredFilter[]>`
      select id, slug, name, type, description, brewers
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
