import type { Account } from '../../../core/accounts/accounts.ts'
import type { NewPasswords } from '../../../core/accounts/new-passwords.ts'
import { type Sql, transact } from '../engine/client.ts'
import { mayMail, queueMail } from '../events/outbox.ts'
import { accountColumns } from './account-columns.ts'
import { nothingRemoved, proveAddress } from './first-proof.ts'
import { accountOfLink, isGoodLink } from './magic-links.ts'

export const newPasswordsIn = (sql: Sql): NewPasswords => ({
  send: ({ linkId, userId, tokenHash, isMailed, expiresAt, now }) =>
    transact(sql, async sql => {
      const [account] = await sql<
        { email: string }[]
      >`select email from users where id = ${userId} and disabled_at is null for no key update`
      if (!account) return false
      const mail = { recipient: account.email, userId, template: 'new-password', props: { linkId } } as const
      if (isMailed && !(await mayMail(sql, mail, now))) return false
      await sql`delete from magic_links where user_id = ${userId} and purpose = 'new-password'`
      await sql`
        insert into magic_links (id, user_id, token_hash, expires_at, purpose, is_mailed)
        values (${linkId}, ${userId}, ${tokenHash}, ${expiresAt}, 'new-password', ${isMailed})`
      if (isMailed) await queueMail(sql, mail, now)
      return true
    }),

  addressOf: async (tokenHash, now) => {
    const [row] = await sql<{ email: string }[]>`
      select users.email
      from magic_links
      join users on users.id = magic_links.user_id
      where ${isGoodLink(sql, 'new-password', tokenHash, now)}
        and users.disabled_at is null`
    return row?.email
  },

  set: ({ tokenHash, passwordHash, now }) =>
    transact(sql, async sql => {
      const held = await accountOfLink(sql, tokenHash)
      if (!held || held.isDisabled) return undefined
      // Of two requests with one link, the second finds it gone: all links are deleted.
      const [link] = await sql<{ isMailed: boolean }[]>`
        delete from magic_links
        where ${isGoodLink(sql, 'new-password', tokenHash, now)}
        returning is_mailed`
      if (!link) return undefined
      const removed = link.isMailed ? await proveAddress(sql, held.id, { owner: undefined }, now) : nothingRemoved
      await sql`delete from magic_links where user_id = ${held.id}`
      const [account] = await sql<Account[]>`
        update users
        set password_hash = ${passwordHash},
            session_version = session_version + 1
        where id = ${held.id}
        returning ${accountColumns(sql)}`
      return account && { ...account, ...removed, passwordRemoved: false }
    }),
})
