import type { Transaction } from '../engine/client.ts'
import { unlessUnreadable } from '../engine/faults.ts'
import { readMigrations } from '../engine/migrate.ts'
import { ourTables } from '../engine/our-tables.ts'

/**
 * For use before the tables of a database are dropped. Copies its audit log, who its accounts were
 * and the last ids it has given into temporary tables, which last until the transaction ends.
 * Returns false if they cannot be read because the log is damaged or not like ours.
 */
export const putAuditAside = (sql: Transaction): Promise<boolean> => unlessUnreadable(sql, copyAside)

async function copyAside(sql: Transaction) {
  // Anybody who is writing to it at this moment finishes first, or waits.
  await sql`lock table public.audit in share mode`
  await sql`
    create temporary table audit_before on commit drop as
    select id, at, who, act, on_kind, on_id, details from public.audit`
  // The accounts that the log names, and enough of the oldest to tell whether another database
  // began as a copy of this one.
  await sql`
    create temporary table users_before on commit drop as
    (select id, created_at from public.users order by id limit 1000)
    union
    select id, created_at from public.users where id in (select on_id from audit_before where on_kind = 'user')`
  await sql`
    create temporary table numbers_before on commit drop as
    select class.relname, attribute.attname,
           pg_sequence_last_value(pg_get_serial_sequence(quote_ident(class.relname), attribute.attname)::regclass) as last
    from ${numbered(sql)}`
}

/** The identity columns of our tables. */
const numbered = (sql: Transaction) => sql`
  pg_class class
  join pg_attribute attribute on attribute.attrelid = class.oid and attribute.attidentity <> ''
  where class.relnamespace = 'public'::regnamespace and class.relname = any(${ourTables(readMigrations())})`

/**
 * For use after other tables have replaced them and are at this release. Adds the lines that the
 * new log lacks. A line keeps its id if that is free. No new row gets an id that the log may refer
 * to. If an id belongs to somebody else in this database, because it was never a copy of the other,
 * the line no longer points at them. Returns how many lines it added.
 */
export async function bringAuditBack(sql: Transaction): Promise<number> {
  await sql`
    select setval(sequence.name, before.last)
    from numbers_before before
    join (
      select class.relname, attribute.attname,
             pg_get_serial_sequence(quote_ident(class.relname), attribute.attname)::regclass as name
      from ${numbered(sql)}
    ) sequence using (relname, attname)
    where before.last > coalesce(pg_sequence_last_value(sequence.name), 0)`
  // The account with the lowest id that both databases have.
  const [first] = await sql<{ isSame: boolean }[]>`
    select users.created_at = before.created_at as is_same
    from users_before before
    join users using (id)
    order by id
    limit 1`
  const isOfAnother = first?.isSame === false
  const { count } = await sql`
    insert into audit (id, at, who, act, on_kind, on_id, details)
    overriding system value
    select case when ${isOfAnother} or exists (select from audit where audit.id = line.id)
                then nextval(pg_get_serial_sequence('audit', 'id'))
                else line.id end,
           line.at, line.who, line.act, line.on_kind,
           case when not line.is_strange then line.on_id end,
           case when line.is_strange and line.on_id is not null
                then line.details || jsonb_build_object('number', line.on_id)
                else line.details end
    from (
      select *,
             ${isOfAnother} or on_kind = 'user' and exists (
               select
               from users_before
               join users using (id)
               where id = on_id and users.created_at <> users_before.created_at
             ) as is_strange
      from audit_before
      order by id
    ) line
    where not exists (
      select
      from audit same
      where (same.at, same.who, same.act, same.on_kind, same.details)
            = (line.at, line.who, line.act, line.on_kind, line.details)
        and same.on_id is not distinct from line.on_id
    )`
  return count
}
