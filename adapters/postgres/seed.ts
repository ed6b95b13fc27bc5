import filters from '../../db/data/filters.json'
import grinders from '../../db/data/grinders.json'
import machines from '../../db/data/machines.json'
import type { Sql, Transaction } from './client.ts'
import { transactUnhurried } from './client.ts'
import { filterRows, machineRows } from './equipment.ts'

/** The reference data every database begins with. What an admin has changed since stays; the rest follows what ships. */
export const seedCatalog = (sql: Sql) =>
  transactUnhurried(sql, async sql => {
    await seedGrinders(sql)
    await seedMachines(sql)
    await seedFilters(sql)
  })

async function seedGrinders(sql: Transaction) {
  await sql`
    insert into grinders (record, shipped)
    select record, record
    from jsonb_array_elements(${sql.json(grinders)}) record
    on conflict (slug) do nothing`
  await sql`
    update grinders
    set record = given.record,
        shipped = given.record
    from jsonb_array_elements(${sql.json(grinders)}) given (record)
    where grinders.slug = given.record ->> 'slug'
      and grinders.shipped is distinct from given.record
      and grinders.record = coalesce(grinders.shipped, given.record)`
}

// Before capacities there was no `shipped`, and no release: a machine without them, or a filter without brewers, is as it shipped.

async function seedMachines(sql: Transaction) {
  await sql`
    insert into machines (
      slug, brand, model, brew_method, default_water_temp_f, min_water_grams, max_water_grams, dose_grams, source, shipped
    )
    select given.*, to_jsonb(given)
    from (${machineRows(sql, machines)}) given
    on conflict (slug) do nothing`
  await sql`
    update machines
    set (brand, model, brew_method, default_water_temp_f, min_water_grams, max_water_grams, dose_grams, source, shipped)
      = (given.brand, given.model, given."brewMethod", given."defaultWaterTempF", given."minWaterGrams",
         given."maxWaterGrams", given."doseGrams", given.source, to_jsonb(given))
    from (${machineRows(sql, machines)}) given
    where machines.slug = given.slug
      and machines.shipped is distinct from to_jsonb(given)
      and (
        machines.shipped is null and machines.max_water_grams is null
        or coalesce(machines.shipped, to_jsonb(given)) = (
          select to_jsonb(present)
          from (
            select machines.slug, machines.brand, machines.model, machines.brew_method as "brewMethod",
                   machines.default_water_temp_f as "defaultWaterTempF", machines.min_water_grams as "minWaterGrams",
                   machines.max_water_grams as "maxWaterGrams", machines.dose_grams as "doseGrams", machines.source
          ) present
        )
      )`
}

async function seedFilters(sql: Transaction) {
  await sql`
    insert into filters (slug, name, type, description, brewers, shipped)
    select given.*, to_jsonb(given)
    from (${filterRows(sql, filters)}) given
    on conflict (slug) do nothing`
  await sql`
    update filters
    set (name, type, description, brewers, shipped)
      = (given.name, given.type, given.description, given.brewers, to_jsonb(given))
    from (${filterRows(sql, filters)}) given
    where filters.slug = given.slug
      and filters.shipped is distinct from to_jsonb(given)
      and (
        filters.shipped is null and filters.brewers = '{}'
        or coalesce(filters.shipped, to_jsonb(given)) = (
          select to_jsonb(present)
          from (select filters.slug, filters.name, filters.type, filters.description, filters.brewers) present
        )
      )`
}
