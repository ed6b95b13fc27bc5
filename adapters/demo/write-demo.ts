import postgres from 'postgres'
import type { Passwords } from '../../core/accounts/passwords.ts'
import type { Equipment } from '../../core/equipment/equipment.ts'
import type { Sql, Transaction } from '../postgres/engine/client.ts'
import { transactUnhurried } from '../postgres/engine/client.ts'
import { loadUncounted } from '../postgres/engine/load.ts'
import { writeEvents } from '../postgres/events/event-rows.ts'
import { listed, rowsOf } from '../postgres/queries/columns.ts'
import type { StepsDone } from '../program/steps.ts'
import { demoPerson, demoRoaster, isEmptyDatabase } from './demo-accounts.ts'
import { type DemoTable, type Ids, idsNeeded } from './demo-table.ts'

/**
 * Fills an empty database with demo data. Returns false, and does nothing, if it already has people
 * or roasters.
 */
export async function seedDemo(
  sql: Sql,
  {
    equipment,
    passwords,
    now,
    stepsDone,
  }: { equipment: Equipment; passwords: Passwords; now: Date; stepsDone?: StepsDone | undefined },
): Promise<boolean> {
  if (!(await isEmptyDatabase(sql))) return false
  const { generateDemo } = await import('./demo.ts')
  // One after the other, because hashing a password takes 64 MB of memory.
  const personHash = await passwords.hash(demoPerson.password)
  const roasterHash = await passwords.hash(demoRoaster.password)
  return transactUnhurried(sql, async sql => {
    // If two processes start together, the second waits here and then finds the data in place.
    await sql`lock table users in share row exclusive mode`
    if (!(await isEmptyDatabase(sql))) return false
    const { tables, events } = generateDemo(equipment, {
      ids: await reserveIds(sql),
      now,
      person: { email: demoPerson.email, passwordHash: personHash },
      roaster: { email: demoRoaster.email, passwordHash: roasterHash },
    })
    const total = tables.length + 2
    await loadUncounted(sql, async () => {
      for (const [at, table] of tables.entries()) {
        await insert(sql, table)
        stepsDone?.(at + 1, total)
      }
      await sql`select recount_recipes()`
      await sql`select recount_coffees()`
      await sql`select recount_roasters()`
      await sql`select recount_recipe_kinds()`
    })
    stepsDone?.(total - 1, total)
    await writeEvents(sql, events)
    stepsDone?.(total, total)
    return true
  })
}

async function reserveIds(sql: Transaction): Promise<Ids> {
  const ids: Partial<Record<keyof Ids, number[]>> = {}
  for (const table of Object.keys(idsNeeded) as (keyof Ids)[]) {
    const rows = await sql<{ id: number }[]>`
      select nextval(pg_get_serial_sequence(${postgres.fromCamel(table)}, 'id'))::int as id
      from generate_series(1, ${idsNeeded[table]}::int)`
    ids[table] = rows.map(({ id }) => id)
  }
  return ids as Ids
}

async function insert(sql: Transaction, { table, rows }: DemoTable) {
  const fields = [...new Set(rows.flatMap(Object.keys))]
  await sql`
    insert into ${sql(table)} (${listed(sql, fields)})
    overriding system value
    ${rowsOf(sql, table, fields, rows)}`
}
