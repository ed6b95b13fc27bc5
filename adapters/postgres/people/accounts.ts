import type { Account, AccountFigures, Accounts } from '../../../core/accounts/accounts.ts'
import { EXPIRED_LISTED_DAYS } from '../../../core/accounts/api-tokens.ts'
import { SESSION_DAYS } from '../../../core/accounts/model.ts'
import { literally } from '../catalog/naming.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { findsAny, first } from '../queries/rows.ts'
import { accountColumns, accountIn } from './account-columns.ts'
import { spendInvitation } from './account-invitations.ts'
import { eraseAccountIn } from './erase-account.ts'
import { nothingRemoved, proveAddress } from './first-proof.ts'
import { magicLinksIn, mailConfirmation } from './magic-links.ts'
import { sessionsIn } from './sessions.ts'

export function accountsIn(sql: Sql): Accounts {
  const account = accountColumns(sql)

  return {
    ...sessionsIn(sql),
    ...magicLinksIn(sql),
    ...eraseAccountIn(sql),

    byId: userId => first(sql<Account[]>`select ${account} from users where id = ${userId}`),

    isProven: userId => findsAny(sql`select from users where id = ${userId} and email_verified_at is not null`),

    byEmail: email => first(sql<Account[]>`select ${account} from users where email = ${email}`),

    register: ({ email, passwordHash, name, invitation, confirmation, now }) =>
      transact(sql, async sql => {
        const used = invitation && (await spendInvitation(sql, email, invitation.tokenHash, now))
        if (invitation?.isNeeded && !used) return 'not-invited'
        const [row] = await sql<Account[]>`
          insert into users (email, email_verified_at, password_hash, name, created_at)
          values (${email}, ${used?.isMailed ? now : null}, ${passwordHash}, ${name ?? null}, ${now})
          on conflict (email) do nothing
          returning ${account}`
        if (row && confirmation && !used?.isMailed) await mailConfirmation(sql, row, confirmation)
        return row
      }),

    signInWithApple: ({ subject, email, emailVerified, signUp, owner, now }) =>
      transact(sql, async sql => {
        // If the same first sign-in is sent twice at once, it creates only one account.
        await sql`select pg_advisory_xact_lock(hashtextextended(${subject}, 0))`
        const [known] = await sql<{ id: number; sameAddress: boolean }[]>`
          select id, coalesce(email = ${email ?? null}, false) as same_address
          from users
          where apple_subject = ${subject}`
        if (!known && signUp !== 'open' && !(await mayMake())) return 'not-invited'
        if (!known && email === undefined) return 'email-missing'
        const id = known?.id ?? (await byAddress())
        if (id === undefined) return 'email-taken'
        const proves = emailVerified && (known?.sameAddress ?? true)
        const removed = proves ? await proveAddress(sql, id, { appleSubject: subject, owner }, now) : nothingRemoved
        return { ...(await accountIn(sql, id)), ...removed }

        /** If sign-up is not open, a verified address needs an account or an invitation. */
        async function mayMake() {
          if (email === undefined || !emailVerified) return false
          const [account] = await sql`select from users where email = ${email} for key share`
          return account !== undefined || (signUp === 'invite' && (await spendInvitation(sql, email, undefined, now)))
        }

        /**
         * A new account, or the existing one that a verified address from Apple gives access to:
         * any account whose address is unproven, or one whose address is proven and that has no
         * Apple link yet.
         */
        async function byAddress() {
          const [made] = await sql<{ id: number }[]>`
            insert into users (email, email_verified_at, apple_subject, created_at)
            values (${email as string}, ${emailVerified ? now : null}, ${subject}, ${now})
            on conflict (email) do nothing
            returning id`
          if (made || !emailVerified) return made?.id
          const [joined] = await sql<{ id: number }[]>`
            update users
            set apple_subject = case when email_verified_at is null then apple_subject else ${subject} end
            where email = ${email as string}
              and (apple_subject is null or email_verified_at is null)
            returning id`
          return joined?.id
        }
      }),

    setPassword: (userId, sessionVersion, passwordHash) =>
      transact(sql, async sql => {
        const [row] = await sql<Account[]>`
          update users
          set password_hash = ${passwordHash},
              session_version = session_version + 1
          where id = ${userId}
            and session_version = ${sessionVersion}
          returning ${account}`
        if (row) await sql`delete from magic_links where user_id = ${userId}`
        return row
      }),

    list: ({ search, limit }) => sql<Account[]>`
      select ${account}
      from users
      where concat_ws(' ', email, name) ilike '%' || ${literally(search)} || '%'
      order by created_at desc, id desc
      limit ${limit}`,

    figuresOf: async userId => {
      const made = (table: string, by = 'user_id') => sql`
        select ${table} as kind, count(*)::int as count, max(created_at) as last from ${sql(table)} where ${sql(by)} = ${userId}`
      const [figures] = await sql<AccountFigures[]>`
        with made as (
          ${made('recipes', 'created_by')}
          union all ${made('comments')}
          union all ${made('votes')}
          union all ${made('ratings')}
          union all ${made('brew_logs')}
          union all ${made('bags')}
          union all ${made('coffee_library')}
          union all ${made('personal_recipes')}
          union all ${made('collections')}
        ), counted as (
          select jsonb_object_agg(kind, count) as of, max(last) as last from made
        )
        select
          users.email_verified_at is not null as is_proven,
          users.apple_subject is not null as has_apple_sign_in,
          counted.last as last_active_at,
          (of ->> 'recipes')::int as recipes,
          (of ->> 'comments')::int as comments,
          (of ->> 'votes')::int as votes,
          (of ->> 'brew_logs')::int as brew_logs,
          (of ->> 'bags')::int + (of ->> 'coffee_library')::int as coffees,
          (of ->> 'personal_recipes')::int as own_recipes,
          (of ->> 'collections')::int as collections
        from users, counted
        where users.id = ${userId}`
      if (!figures) throw new Error(`No account ${userId} to count for.`)
      return figures
    },

    setDisabled: (userId, disabledAt) =>
      transact(sql, async sql => {
        const [row] = await sql<Account[]>`
          update users
          set disabled_at = ${disabledAt},
              session_version = session_version + 1
          where id = ${userId}
          returning ${account}`
        // Also when it is enabled again: an old link or token may be in the wrong hands.
        await sql`delete from magic_links where user_id = ${userId}`
        await sql`delete from api_tokens where user_id = ${userId}`
        await sql`delete from app_connections where user_id = ${userId}`
        return row
      }),
  }
}

/**
 * Deletes links that expired a day ago, sessions and connections that have expired, and API tokens
 * that are no longer listed.
 */
export async function forgetEnded(sql: Transaction, now: Date) {
  await sql`delete from magic_links where expires_at < ${now}::timestamptz - interval '1 day'`
  await sql`delete from ended_sessions where until < ${now}`
  await sql`delete from api_tokens where expires_at < ${now}::timestamptz - make_interval(days => ${EXPIRED_LISTED_DAYS})`
  await sql`delete from app_connections where expires_at < ${now}`
  await sql`delete from device_sign_ins where expires_at < ${now}`
  await sql`delete from sessions where last_used_at < ${now}::timestamptz - make_interval(days => ${SESSION_DAYS})`
}
