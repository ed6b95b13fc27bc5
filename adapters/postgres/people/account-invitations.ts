import type { AccountInvitation, AccountInvitations } from '../../../core/accounts/sign-up.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { mayMail, queueMail } from '../events/outbox.ts'
import { first } from '../queries/rows.ts'

export const accountInvitationsIn = (sql: Sql): AccountInvitations => ({
  invite: ({ linkId, email, tokenHash, isMailed, expiresAt, now }) =>
    transact(sql, async sql => {
      const [account] = await sql`select from users where email = ${email}`
      if (account) return 'email-taken'
      const mail = { recipient: email, template: 'account-invitation', props: { linkId } } as const
      if (isMailed && !(await mayMail(sql, mail, now))) return 'too-many-requests'
      const [stored] = await sql<{ id: number }[]>`
        insert into account_invitations (email, token_hash, is_mailed, sent_at, expires_at)
        values (${email}, ${tokenHash}, ${isMailed}, ${now}, ${expiresAt})
        on conflict (email) do update
        set token_hash = excluded.token_hash,
            is_mailed = excluded.is_mailed,
            sent_at = excluded.sent_at,
            expires_at = excluded.expires_at
        returning id`
      if (isMailed) await queueMail(sql, mail, now)
      return stored as { id: number }
    }),

  list: async () => [
    ...(await sql<AccountInvitation[]>`
      select id, email, sent_at as invited_at, sender.who as invited_by, is_mailed, expires_at
      from account_invitations
      left join (
        -- Read all together: the log has no index by the thing that an act was about.
        select distinct on (on_id) on_id, who
        from audit
        where act = 'users invite'
          and on_kind = 'invitation'
        order by on_id, audit.id desc
      ) sender on on_id = account_invitations.id
      order by sent_at desc, id desc`),
  ],

  withdraw: email => first(sql<{ id: number }[]>`delete from account_invitations where email = ${email} returning id`),

  addressOf: async (tokenHash, now) => {
    const [row] = await sql<{ email: string }[]>`
      select email from account_invitations where token_hash = ${tokenHash} and expires_at > ${now}
      union all
      select email from roaster_invitations where ${isOpenTo(sql, now)} and token_hash = ${tokenHash}`
    return row?.email
  },
})

/**
 * Uses up the invitation of this address: the one with this token or, if the address is proven
 * without one (by Apple), any. An invitation to a roaster counts as well, but stays, because it has
 * yet to be accepted or declined. It cannot lead to a second account, because the address is then
 * taken. Returns whether it was mailed; undefined if there is no invitation.
 */
export async function spendInvitation(sql: Transaction, email: string, tokenHash: string | undefined, now: Date) {
  const bySecret = tokenHash === undefined ? sql`` : sql`and token_hash = ${tokenHash}`
  // If two requests use one invitation at once, the second finds it deleted.
  const [own] = await sql<{ isMailed: boolean }[]>`
    delete from account_invitations
    where email = ${email}
      and expires_at > ${now}
      ${bySecret}
    returning is_mailed`
  if (own) return own
  const [asked] = await sql`
    select from roaster_invitations
    where email = ${email}
      and ${isOpenTo(sql, now)}
      ${bySecret}
    for key share`
  return asked && { isMailed: true }
}

const isOpenTo = (sql: Sql | Transaction, now: Date) => sql`
  expires_at > ${now} and declined_at is null and ${inviterMay(sql)}`

/** An invitation from a disabled owner is not valid while they are disabled. */
export const inviterMay = (sql: Sql | Transaction) => sql`
  not exists (
    select from users
    where users.id = roaster_invitations.invited_by
      and users.disabled_at is not null
  )`

/** Deletes invitations a month after they expired. */
export async function forgetAccountInvitations(sql: Transaction, now: Date) {
  await sql`delete from account_invitations where expires_at < ${now}::timestamptz - interval '30 days'`
}
