import filters from '../../../db/data/filters.json'
import grinders from '../../../db/data/grinders.json'
import machines from '../../../db/data/machines.json'
import { type Sql, type Transaction, transactUnhurried } from '../engine/client.ts'
import { listed, rowsOf, selected } from '../queries/columns.ts'
import { filterFields, machineFields } from './equipment.ts'

/** Adds the shipped equipment, and updates it with each release, unless an admin changed it. */
export async function seedCatalog(sql: Sql) {
  const digest = new Bun.CryptoHasher('sha256')
    .update(JSON.stringify([grinders, machines, filters]))
    .digest('base64url')
  return transactUnhurried(sql, async sql => {
    const [seeded] = await sql`select from catalog_seeded where digest = ${digest}`
    if (seeded) return
    await seedGrinders(sql)
    await seedTable(sql, 'machines', machineFields, machines)
    await seedTable(sql, 'filters', filterFields, filters)
    await sql`insert into catalog_seeded (digest) values (${digest}) on conflict do nothing`
  })
}

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

async function seedTable(
  sql: Transaction,
  table: 'machines' | 'filters',
  fields: readonly string[],
  records: readonly object[],
) {
  const given = sql`(${rowsOf(sql, table, fields, records)}) given`
  await sql`
    insert into ${sql(table)} (${listed(sql, fields)}, shipped)
    select given.*, to_jsonb(given)
    from ${given}
    on conflict (slug) do nothing`
  await sql`
    update ${sql(table)} present
    set (${listed(sql, fields)}, shipped) = (${selected(sql, 'given', fields)}, to_jsonb(given))
    from ${given}
    where present.slug = given.slug
      and present.shipped is distinct from to_jsonb(given)
      and coalesce(present.shipped, to_jsonb(given)) = (
        select to_jsonb(facts)
        from (select ${selected(sql, 'present', fields)}) facts
      )`
}
