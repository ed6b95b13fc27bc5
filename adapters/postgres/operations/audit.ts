import type { ActBy, Audit, AuditEntry } from '../../../core/audit/audit.ts'
import { atMost } from '../../../core/cut.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { nested } from '../queries/nested.ts'

export const auditIn = (sql: Sql): Audit => ({
  list: ({ since, who, act, before, limit }) =>
    nested<AuditEntry>(sql`
      select
        audit.id, audit.at, audit.who, audit.act, audit.details,
        audit.on_kind as "on.kind",
        audit.on_id as "on.id",
        coalesce(users.email::text, account_invitations.email::text, roasters.slug, claimed.slug) as "on.name"
      from audit
      left join users on users.id = audit.user_id
      left join account_invitations on audit.on_kind = 'invitation' and account_invitations.id = audit.on_id
      left join roaster_claims on audit.on_kind = 'claim' and roaster_claims.id = audit.on_id
      left join roasters claimed on claimed.id = roaster_claims.roaster_id
      left join roasters on audit.on_kind = 'roaster' and roasters.id = audit.on_id
      where ${since ? sql`audit.at >= ${since}` : sql`true`}
        and ${who === undefined ? sql`true` : sql`${who} = any(array[audit.who] || string_to_array(audit.who, ' as '))`}
        and ${act === undefined ? sql`true` : sql`(audit.act = ${act} or starts_with(audit.act, ${`${act} `}))`}
        and ${before === undefined ? sql`true` : sql`audit.id < ${before}`}
      order by audit.id desc
      limit ${limit}`),
})

const LONGEST_NAME = 100

/** Adds a line to the audit log, in the transaction of the act that it records. */
export async function writeDown(sql: Sql | Transaction, { who, act, on, details = {} }: ActBy, now: Date) {
  await sql`
    insert into audit (at, who, act, on_kind, on_id, details)
    values (${now}, ${atMost(who, LONGEST_NAME)}, ${act}, ${on.kind}, ${on.id ?? null}, ${sql.json(details)})`
}

/**
 * Adds a line if that is possible, and returns whether it was. Backups and copies are also made
 * from databases of an older release without the log, from replicas, and by users who may only
 * read.
 */
export async function writeDownIfCan(sql: Sql, act: ActBy, now: Date): Promise<boolean> {
  const [log] = await sql`
    select
    where has_table_privilege(to_regclass('audit'), 'insert')
      and current_setting('transaction_read_only') = 'off'`
  if (log) await writeDown(sql, act, now)
  return log !== undefined
}
