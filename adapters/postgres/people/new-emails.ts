import type { Account } from '../../../core/accounts/accounts.ts'
import type { NewEmails } from '../../../core/accounts/new-email.ts'
import { type Sql, transact } from '../engine/client.ts'
import { mayMail, queueBounded, queueMail } from '../events/outbox.ts'
import { holdSession } from '../queries/locks.ts'
import { findsAny } from '../queries/rows.ts'
import { accountColumns } from './account-columns.ts'
import { isGoodLink } from './magic-links.ts'

export const newEmailsIn = (sql: Sql): NewEmails => ({
  ask: ({ linkId, tokenHash, expiresAt, now, userId, sessionVersion, email }) =>
    transact(sql, async sql => {
      const account = await holdSession(sql, userId, sessionVersion)
      if (!account) return 'not-signed-in'
      if (await findsAny(sql`select from users where email = ${email}`)) return 'email-taken'
      const mail = { recipient: email, userId, template: 'new-email', props: { linkId } } as const
      if (!(await mayMail(sql, mail, now))) return 'too-many-requests'
      await sql`delete from magic_links where user_id = ${userId} and purpose = 'new-address'`
      await sql`
        insert into magic_links (id, user_id, token_hash, expires_at, purpose, new_email)
        values (${linkId}, ${userId}, ${tokenHash}, ${expiresAt}, 'new-address', ${email})`
      await queueMail(sql, mail, now)
      const props = { newEmail: email, isDone: false }
      await queueBounded(sql, { recipient: account.email, userId, template: 'email-changed', props }, now)
      return 'asked'
    }),

  addressOf: async (tokenHash, userId, now) => {
    const [row] = await sql<{ email: string }[]>`
      select new_email as email
      from magic_links
      where ${isGoodLink(sql, 'new-address', tokenHash, now)}
        and user_id = ${userId}`
    return row?.email
  },

  confirm: ({ tokenHash, userId, sessionVersion, now }) =>
    transact(sql, async sql => {
      const before = await holdSession(sql, userId, sessionVersion)
      const [link] = await sql<{ newEmail: string }[]>`
        select new_email
        from magic_links
        where ${isGoodLink(sql, 'new-address', tokenHash, now)}
          and user_id = ${userId}`
      if (!before || !link) return undefined
      if (await findsAny(sql`select from users where email = ${link.newEmail}`)) return 'email-taken'
      const [account] = await sql<Account[]>`
        update users
        set email = ${link.newEmail},
            email_verified_at = ${now},
            session_version = session_version + 1
        where id = ${userId}
        returning ${accountColumns(sql)}`
      // Those in the old mailbox would still sign in.
      await sql`delete from magic_links where user_id = ${userId}`
      const props = { newEmail: link.newEmail, isDone: true }
      await queueMail(sql, { recipient: before.email, userId, template: 'email-changed', props }, now)
      return account
    }),
})
