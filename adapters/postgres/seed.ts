import filters from '../../db/data/filters.json'
import grinders from '../../db/data/grinders.json'
import machines from '../../db/data/machines.json'
import type { Sql } from './client.ts'

/** The reference data every database begins with. What is there already stays as it is: an admin may have changed it. */
export async function seedCatalog(sql: Sql) {
  await sql`
    insert into grinders (record)
    select record
    from jsonb_array_elements(${sql.json(grinders)}) record
    on conflict (slug) do nothing`
  await sql`
    insert into machines (slug, brand, model, brew_method, default_water_temp_f)
    select slug, brand, model, "brewMethod", "defaultWaterTempF"
    from jsonb_to_recordset(${sql.json(machines)})
      as shipped(slug text, brand text, model text, "brewMethod" text, "defaultWaterTempF" double precision)
    on conflict (slug) do nothing`
  await sql`
    insert into filters (slug, name, type, description)
    select slug, name, type, description
    from jsonb_to_recordset(${sql.json(filters)}) as shipped(slug text, name text, type text, description text)
    on conflict (slug) do nothing`
}
