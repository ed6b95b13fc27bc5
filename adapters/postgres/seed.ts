import filters from '../../db/data/filters.json'
import grinders from '../../db/data/grinders.json'
import machines from '../../db/data/machines.json'
import type { Sql } from './client.ts'
import { filterRows, machineRows } from './equipment.ts'

/** The reference data every database begins with. What is there already stays as it is: an admin may have changed it. */
export async function seedCatalog(sql: Sql) {
  await sql`
    insert into grinders (record)
    select record
    from jsonb_array_elements(${sql.json(grinders)}) record
    on conflict (slug) do nothing`
  await sql`
    insert into machines (
      slug, brand, model, brew_method, default_water_temp_f, min_water_grams, max_water_grams, dose_grams, source
    )
    ${machineRows(sql, machines)}
    on conflict (slug) do nothing`
  await sql`
    insert into filters (slug, name, type, description, brewers)
    ${filterRows(sql, filters)}
    on conflict (slug) do nothing`
}
