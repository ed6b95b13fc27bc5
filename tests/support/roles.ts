import type { Sql } from '../../adapters/postgres/engine/client.ts'
import { type FreshDatabase, visited } from './templates.ts'

/** The database through a role with only these rights on its server. */
export async function bySomebody(place: FreshDatabase, give: (sql: Sql, role: string) => Promise<unknown>) {
  const role = `role_${crypto.randomUUID().replaceAll('-', '')}`
  const url = new URL(place.databaseUrl ?? '')
  await visited(place, async sql => {
    await sql`create role ${sql(role)} login nosuperuser nocreatedb nocreaterole`
    await give(sql, role)
  })
  url.username = role
  return { ...place, databaseUrl: url.href }
}

/** The same through a role that owns it. */
export const ownedBySomebody = (place: FreshDatabase): Promise<FreshDatabase> =>
  bySomebody(
    place,
    (sql, role) => sql`alter database ${sql(new URL(place.databaseUrl ?? '').pathname.slice(1))} owner to ${sql(role)}`,
  )
