import type { Account, Accounts } from '../../core/accounts/accounts.ts'
import { displayNameOf } from '../../core/accounts/model.ts'
import type { Sql } from './client.ts'
import { transact } from './client.ts'
import { literally } from './naming.ts'

export function accountsIn(sql: Sql): Accounts {
  const account = sql`id, email, name, password_hash, session_version, disabled_at, created_at`

  return {
    personOf: async (userId, sessionVersion) => {
      const [row] = await sql<{ id: number; email: string; name: string | null }[]>`
        select id, email, name
        from users
        where id = ${userId}
          and session_version = ${sessionVersion}
          and disabled_at is null`
      return row && { id: row.id, email: row.email, displayName: displayNameOf(row) }
    },

    byId: async userId => {
      const [row] = await sql<Account[]>`select ${account} from users where id = ${userId}`
      return row
    },

    byEmail: async email => {
      const [row] = await sql<Account[]>`select ${account} from users where email = ${email}`
      return row
    },

    byAppleSubject: async subject => {
      const [row] = await sql<Account[]>`select ${account} from users where apple_subject = ${subject}`
      return row
    },

    register: async ({ email, passwordHash, name, now }) => {
      const [row] = await sql<Account[]>`
        insert into users (email, password_hash, name, created_at)
        values (${email}, ${passwordHash}, ${name ?? null}, ${now})
        on conflict (email) do nothing
        returning ${account}`
      return row
    },

    sendMagicLink: async ({ id, email, tokenHash, expiresAt, now }) => {
      await sql`
        with account as (
          select id, email
          from users
          where email = ${email}
            and disabled_at is null
        ), link as (
          insert into magic_links (id, user_id, token_hash, expires_at)
          select ${id}, account.id, ${tokenHash}, ${expiresAt}
          from account
        )
        insert into outbox (id, recipient, user_id, template, props, next_attempt_at, created_at)
        select gen_random_uuid(), account.email, account.id, 'magic-link', ${sql.json({ linkId: id })}, ${now}, ${now}
        from account`
    },

    // One statement: of two verifies that race, the second waits for the row and then finds it used.
    redeemMagicLink: async (tokenHash, now) => {
      const [row] = await sql<Account[]>`
        with link as (
          update magic_links
          set used_at = ${now}
          where token_hash = ${tokenHash}
            and used_at is null
            and expires_at > ${now}
          returning user_id
        )
        update users
        set email_verified_at = coalesce(email_verified_at, ${now})
        from link
        where users.id = link.user_id
        returning ${account}`
      return row
    },

    signInWithApple: ({ subject, email, emailVerified, now }) =>
      transact(sql, async sql => {
        if (emailVerified) {
          // Whoever set a password on an address they never proved may not keep a key to the owner's account.
          const [linked] = await sql<Account[]>`
            update users
            set apple_subject = ${subject},
                password_hash = case when email_verified_at is null then null else password_hash end,
                session_version = session_version + case when email_verified_at is null then 1 else 0 end,
                email_verified_at = coalesce(email_verified_at, ${now})
            where email = ${email}
              and apple_subject is null
            returning ${account}`
          if (linked) return linked
        }
        const [created] = await sql<Account[]>`
          insert into users (email, email_verified_at, apple_subject, created_at)
          values (${email}, ${emailVerified ? now : null}, ${subject}, ${now})
          on conflict do nothing
          returning ${account}`
        if (created) return created
        // The same first sign-in, sent twice at once: the other one made the account.
        const [twin] = await sql<Account[]>`select ${account} from users where apple_subject = ${subject}`
        return twin
      }),

    setPassword: async (userId, passwordHash) => {
      const [row] = await sql<Account[]>`
        update users
        set password_hash = ${passwordHash},
            session_version = session_version + 1
        where id = ${userId}
        returning ${account}`
      if (!row) throw new Error(`No account ${userId} to set a password on.`)
      return row
    },

    list: ({ search, limit }) => sql<Account[]>`
      select ${account}
      from users
      where concat_ws(' ', email, name) ilike '%' || ${literally(search)} || '%'
      order by created_at desc, id desc
      limit ${limit}`,

    setDisabled: async (userId, disabledAt) => {
      const [row] = await sql<Account[]>`
        update users
        set disabled_at = ${disabledAt},
            session_version = session_version + 1
        where id = ${userId}
        returning ${account}`
      return row
    },
  }
}

/** Sign-in links that ended a day ago. */
export async function forgetLinks(sql: Sql, now: Date) {
  await sql`delete from magic_links where expires_at < ${now}::timestamptz - interval '1 day'`
}
