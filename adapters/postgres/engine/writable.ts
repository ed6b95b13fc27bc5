import { Fault } from '../../../core/errors.ts'
import { type Place, placeName } from '../../config/place.ts'
import type { Sql } from './client.ts'
import { migrationsIn, neededExtensions, readMigrations, refuseEncoding } from './migrate.ts'
import { ourTables } from './our-tables.ts'

/**
 * Why the service could only read from this database, and what to do about it; undefined if it can
 * write. The embedded engine is not checked: whoever can open its files can write them.
 */
export async function unwritableFault(sql: Sql, place: Place): Promise<Fault | undefined> {
  if (place.databaseUrl === undefined) return undefined
  await refuseEncoding(sql)
  const [list] = await sql`select where has_table_privilege(to_regclass('migrations'), 'select')`
  const done = list ? await migrationsIn(sql) : []
  const own = ourTables(list ? done : readMigrations())
  const [answer] = await sql<WriteAnswer[]>`
    select pg_is_in_recovery() as is_standby,
           current_setting('transaction_read_only') = 'on' as is_read_only,
           coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_make_tables,
           coalesce(current_schema(), 'public') as schema,
           list.oid is not null as has_tables,
           current_user as user,
           current_database() as database,
           -- A trusted extension can be created by anyone who may create things in the database.
           has_database_privilege(current_database(), 'create') as may_make_extensions,
           array(
             select name
             from unnest(${neededExtensions()}::text[]) name
             where not exists (select from pg_extension where extname = name)
           ) as missing_extensions,
           -- Beside the list of migrations. Their owner may have changed with an upgrade.
           array(
             select relname::text
             from pg_class
             where relnamespace = list.relnamespace
               and relname = any(${own})
               and not (
                 has_table_privilege(oid, 'insert')
                 -- The log is only ever added to, and some operators revoke the other rights.
                 and (
                   relname = 'audit'
                   or has_table_privilege(oid, 'update') and has_table_privilege(oid, 'delete')
                 )
               )
             order by relname
           ) as closed
    from (values (true)) one
    left join pg_class list on list.oid = to_regclass('migrations')`
  const lacksTables = list ? done.length < readMigrations().length : !answer?.hasTables
  const why = answer && whyNot(answer, lacksTables)
  return why === undefined ? undefined : new Fault('invalid', `${placeName(place)} ${why}`)
}

interface WriteAnswer {
  isStandby: boolean
  isReadOnly: boolean
  mayMakeTables: boolean
  schema: string
  hasTables: boolean
  user: string
  database: string
  mayMakeExtensions: boolean
  missingExtensions: string[]
  /** Tables of ours that this user may not write. */
  closed: string[]
}

function whyNot(answer: WriteAnswer, lacksTables: boolean) {
  const { isStandby, isReadOnly, mayMakeTables, schema, user, database, missingExtensions, closed } = answer
  if (isStandby) return 'is a standby, which is read-only; use the address of the primary.'
  if (isReadOnly)
    return 'is read-only for this user; remove default_transaction_read_only from the address, the user, the database or the server.'
  if (lacksTables && !mayMakeTables)
    return `does not let this user create tables in the schema ${schema}; as a superuser, run in that database: grant usage, create on schema "${schema}" to "${user}"`
  if (missingExtensions.length > 0 && !answer.mayMakeExtensions)
    return `does not let this user create the extensions Dialin needs (${missingExtensions.join(', ')}); as a superuser, run: grant create on database "${database}" to "${user}"`
  const [first, ...others] = closed
  return first === undefined
    ? undefined
    : `does not let this user write ${first}${others.length > 0 ? ` and ${others.length} more tables` : ''}; use the user who owns them, or make this user the owner of the database and its tables.`
}

/** Our tables that belong to another user: this one may write them, but cannot upgrade them. */
export async function tablesOfOthers(sql: Sql) {
  return sql<{ name: string; owner: string; user: string }[]>`
    select relname as name, pg_get_userbyid(relowner) as owner, current_user as user
    from pg_class
    where relnamespace = (select relnamespace from pg_class where oid = to_regclass('migrations'))
      and relname = any(${[...ourTables(await migrationsIn(sql)), 'migrations']})
      and not pg_has_role(relowner, 'usage')
    order by relname`
}
