import type { Transaction } from '../engine/client.ts'
import { appliedIn, upgradeBegunFrom } from '../engine/migrate.ts'
import type { BackupHead } from './backup-file.ts'
import { tablesIn } from './tables.ts'

/**
 * What a backup before an upgrade must record, so that the same upgrade recognizes it when it is
 * tried again.
 */
export async function upgradeFrom(source: Transaction) {
  const [row] = await source<{ firstLaterXid: string }[]>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as first_later_xid`
  const from = await identityAt(source, (await appliedIn(source)).length)
  return { from, firstLaterXid: row?.firstLaterXid ?? '0' }
}

/**
 * Whether this backup leads back to before the upgrade that this database is in: it has the state
 * in which the upgrade began or, if no migration has been applied since, the rows that are there
 * now.
 */
export async function isWayBack(source: Transaction, { upgrade, migrations, tables }: BackupHead): Promise<boolean> {
  if (upgrade?.from !== (await identityAt(source, migrations.length))) return false
  return (await appliedIn(source)).length > migrations.length
    ? (await upgradeBegunFrom(source)) === migrations.length
    : isUnchanged(source, tables, upgrade.firstLaterXid)
}

/**
 * Identifies this database by its oid on the server and by when it applied each of this many
 * migrations: no other has the same.
 */
async function identityAt(source: Transaction, migrations: number) {
  const [row] = await source<{ identity: string }[]>`
    select encode(sha256(convert_to(concat_ws(' ',
             (select oid from pg_database where datname = current_database()),
             string_agg(concat_ws(' ', name, extract(epoch from applied_at)), ' ' order by name)
           ), 'UTF8')), 'hex') as identity
    from (select name, applied_at from migrations order by name limit ${migrations}) done`
  return row?.identity ?? ''
}

/**
 * Whether every table has as many rows as then, and no row was written by a transaction that began
 * later (or was under way).
 */
async function isUnchanged(source: Transaction, then: BackupHead['tables'], firstLaterXid: string) {
  const now = await tablesIn(source)
  if (now.some(({ name, rows }) => then.find(table => table.name === name)?.rows !== rows)) return false
  for (const { name } of now) {
    // A row stores only the last 32 bits of its transaction id.
    const [later] = await source`
      select
      from ${source(name)} one,
           (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as next) xid
      where (next - one.xmin::text::bigint) % 4294967296 <= next - ${firstLaterXid}::bigint
      limit 1`
    if (later) return false
  }
  return true
}
