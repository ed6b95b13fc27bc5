import type { Transaction } from './client.ts'
import { unlessUnreadable } from './faults.ts'

/**
 * For use before the tables of a database are dropped. Copies the disabled accounts, the highest
 * session version and the settings of the last start into temporary tables, which last until the
 * transaction ends. Returns false if they cannot be read.
 */
export const putAccessAside = (sql: Transaction): Promise<boolean> =>
  unlessUnreadable(sql, async sql => {
    await sql`
      create temporary table disabled_before on commit drop as
      select id, email, disabled_at from public.users where disabled_at is not null`
    await sql`
      create temporary table version_before on commit drop as
      select max(session_version) as last from public.users`
    await sql`
      create temporary table start_before on commit drop as
      select salt, secret_hash, base_url, started_at from public.last_start`
  })

/**
 * For use after other tables have replaced them and are at this release. Ends everything that gave
 * somebody access, here or where the backup was made, because it may have been used, ended or
 * revoked since, or belong to somebody else now. Accounts that were disabled stay disabled.
 */
export async function endAccess(sql: Transaction, before: 'none' | 'aside' | 'unreadable', now: Date) {
  const [next] = await sql<{ version: number }[]>`
    select 1 + greatest(
      max(session_version),
      ${before === 'aside' ? sql`(select last from version_before)` : sql`0`},
      -- Where the backup was made, versions may have risen since.
      extract(epoch from ${now}::timestamptz)::int / 60
    ) as version
    from users`
  const version = Number(next?.version)
  // A new account here may get the id that another account has there by now.
  await sql.unsafe(`alter table users alter column session_version set default ${version}`)
  await sql`update users set session_version = ${version}`
  await sql`delete from ended_sessions`
  await sql`delete from sessions`
  await sql`delete from magic_links`
  await sql`delete from api_tokens`
  await sql`delete from app_connections`
  await sql`delete from device_sign_ins`
  for (const table of ['account_invitations', 'roaster_invitations'])
    await sql`update ${sql(table)} set expires_at = ${now} where expires_at > ${now}`
  await sql`update roaster_claims set state = 'EXPIRED' where state = 'PENDING'`
  const { count: mailsDropped } = await sql`delete from outbox where failed_at is null`
  if (before !== 'aside') return { accountsKeptDisabled: before === 'none' ? 0 : null, mailsDropped }
  await sql`
    insert into last_start (salt, secret_hash, base_url, started_at)
    select salt, secret_hash, base_url, started_at from start_before`
  const { count: accountsKeptDisabled } = await sql`
    update users
    set disabled_at = before.disabled_at
    from disabled_before before
    where users.id = before.id
      and users.email = before.email
      and users.disabled_at is null`
  return { accountsKeptDisabled, mailsDropped }
}

/** For a copy: no earlier session is valid for an account that is made afterwards. */
export async function keepSessionVersions(source: Transaction, target: Transaction) {
  const [first] = await source<{ version: string }[]>`
    select column_default as version
    from information_schema.columns
    where table_schema = 'public'
      and table_name = 'users'
      and column_name = 'session_version'`
  await target.unsafe(`alter table users alter column session_version set default ${Number(first?.version)}`)
}
