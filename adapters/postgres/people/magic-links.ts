import type { Account, Accounts } from '../../../core/accounts/accounts.ts'
import type { NewLink } from '../../../core/accounts/secrets.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { mailHit, mayMail, queueMail } from '../events/outbox.ts'
import { first } from '../queries/rows.ts'
import { accountColumns, accountIn } from './account-columns.ts'
import { proveAddress } from './first-proof.ts'

export const magicLinksIn = (sql: Sql): Pick<Accounts, 'sendMagicLink' | 'byLink' | 'redeemMagicLink'> => ({
  sendMagicLink: async ({ linkId, email, tokenHash, next, expiresAt, now }) => {
    await sql`
      with named as materialized (
        select id, email, email_verified_at is null as is_first_proof
        from users
        where email = ${email}
          and disabled_at is null
      ), account as materialized (
        select id, email, is_first_proof
        from named
        cross join lateral ${mailHit(sql, sql`named.email::text`, 'magic-link', now)} hit
        where hit.allowed
      ), link as (
        insert into magic_links (id, user_id, token_hash, expires_at)
        select ${linkId}, account.id, ${tokenHash}, ${expiresAt}
        from account
      )
      insert into outbox (id, recipient, user_id, template, props, next_attempt_at, created_at)
      select gen_random_uuid(), account.email, account.id, 'magic-link',
             ${sql.json({ linkId, ...(next !== undefined && { next }) })} || jsonb_build_object('isFirstProof', account.is_first_proof),
             ${now}, ${now}
      from account`
  },

  byLink: (tokenHash, now) =>
    first(sql<(Account & { isProven: boolean })[]>`
      select ${accountColumns(sql)}, email_verified_at is not null as is_proven
      from users
      where id = (
        select user_id
        from magic_links
        where ${isGoodLink(sql, 'sign-in', tokenHash, now)}
      )`),

  redeemMagicLink: (tokenHash, now, owner) =>
    transact(sql, async sql => {
      const held = await accountOfLink(sql, tokenHash)
      // If two requests verify a link at once, the second finds it used.
      const [link] = await sql`
        update magic_links
        set used_at = ${now}
        where ${isGoodLink(sql, 'sign-in', tokenHash, now)}
        returning id`
      if (!held || !link) return undefined
      const removed = await proveAddress(sql, held.id, { owner }, now)
      return { ...(await accountIn(sql, held.id)), ...removed }
    }),
})

/**
 * Mails a link that confirms the address of a new account. Strangers can cause such mails, so a
 * mailbox gets a few an hour.
 */
export async function mailConfirmation(sql: Transaction, { id, email }: Account, link: NewLink) {
  const { linkId, tokenHash, expiresAt, now } = link
  const mail = { recipient: email, userId: id, template: 'confirm-address', props: { linkId } } as const
  if (!(await mayMail(sql, mail, now))) return
  await sql`
    insert into magic_links (id, user_id, token_hash, expires_at)
    values (${linkId}, ${id}, ${tokenHash}, ${expiresAt})`
  await queueMail(sql, mail, now)
}

/** The unused link with this token, for this purpose, that has not expired. */
export const isGoodLink = (
  sql: Sql | Transaction,
  purpose: 'sign-in' | 'new-password' | 'new-address',
  tokenHash: string,
  now: Date,
) => sql`
  magic_links.token_hash = ${tokenHash}
  and magic_links.purpose = ${purpose}
  and magic_links.used_at is null
  and magic_links.expires_at > ${now}`

/** Locks a link's account before the link, in the order of closing an account. */
export async function accountOfLink(sql: Transaction, tokenHash: string) {
  const [held] = await sql<{ id: number; isDisabled: boolean }[]>`
    select users.id, users.disabled_at is not null as is_disabled
    from users
    join magic_links on magic_links.user_id = users.id
    where magic_links.token_hash = ${tokenHash}
    for no key update of users`
  return held
}
