import type { Account, AccountFigures, Accounts } from '../../core/accounts/accounts.ts'
import { displayNameOf, type Person, type Session } from '../../core/accounts/model.ts'
import { spendInvitation } from './account-invitations.ts'
import { inBatches } from './batches.ts'
import type { Sql, Transaction } from './client.ts'
import { transact } from './client.ts'
import { eraseAccountIn } from './erase-account.ts'
import { nothingRemoved, proveAddress } from './first-proof.ts'
import { literally } from './naming.ts'
import { mailHit } from './outbox.ts'

export function accountsIn(sql: Sql): Accounts {
  const account = accountColumns(sql)
  const one = async (sql: Transaction, userId: number) => {
    const [row] = await sql<Account[]>`select ${account} from users where id = ${userId}`
    return row as Account
  }

  return {
    ...eraseAccountIn(sql),

    personOf: inBatches((sessions: Session[]) => peopleOf(sql, sessions)),

    endSession: async (sessionId, until) => {
      await sql`
        insert into ended_sessions (id, until)
        values (${sessionId}, ${until})
        on conflict do nothing`
    },

    byId: async userId => {
      const [row] = await sql<Account[]>`select ${account} from users where id = ${userId}`
      return row
    },

    isProven: async userId => {
      const [row] = await sql`select from users where id = ${userId} and email_verified_at is not null`
      return row !== undefined
    },

    byEmail: async email => {
      const [row] = await sql<Account[]>`select ${account} from users where email = ${email}`
      return row
    },

    register: ({ email, passwordHash, name, invitation, now }) =>
      transact(sql, async sql => {
        const used = invitation && (await spendInvitation(sql, email, invitation.tokenHash, now))
        if (invitation?.isNeeded && !used) return 'not-invited'
        const [row] = await sql<Account[]>`
          insert into users (email, email_verified_at, password_hash, name, created_at)
          values (${email}, ${used?.isMailed ? now : null}, ${passwordHash}, ${name ?? null}, ${now})
          on conflict (email) do nothing
          returning ${account}`
        return row
      }),

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

    isFirstProof: async (tokenHash, now) => {
      const [link] = await sql`
        select from magic_links
        join users on users.id = magic_links.user_id
        where magic_links.token_hash = ${tokenHash}
          and magic_links.purpose = 'sign-in'
          and magic_links.used_at is null
          and magic_links.expires_at > ${now}
          and users.email_verified_at is null`
      return link !== undefined
    },

    redeemMagicLink: (tokenHash, now) =>
      transact(sql, async sql => {
        const held = await accountOfLink(sql, tokenHash)
        // Of two verifies that race, the second finds the link used.
        const [link] = await sql`
          update magic_links
          set used_at = ${now}
          where token_hash = ${tokenHash}
            and purpose = 'sign-in'
            and used_at is null
            and expires_at > ${now}
          returning id`
        if (!held || !link) return undefined
        const removed = await proveAddress(sql, held.id, {}, now)
        return { ...(await one(sql, held.id)), ...removed }
      }),

    signInWithApple: ({ subject, email, emailVerified, signUp, now }) =>
      transact(sql, async sql => {
        // The same first sign-in, sent twice at once, makes one account.
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
        const removed = proves ? await proveAddress(sql, id, { appleSubject: subject }, now) : nothingRemoved
        return { ...(await one(sql, id)), ...removed }

        /** Where not everybody may: Apple's word for an address that has an account, or that somebody has invited. */
        async function mayMake() {
          if (email === undefined || !emailVerified) return false
          const [account] = await sql`select from users where email = ${email} for key share`
          return account !== undefined || (signUp === 'invite' && (await spendInvitation(sql, email, undefined, now)))
        }

        /** A new account, or the one that Apple's word opens: an unproven one whoever holds it, a proven one without a link. */
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
        // Whoever may again asks for another: one from before may be in the wrong hands.
        await sql`delete from magic_links where user_id = ${userId}`
        return row
      }),
  }
}

export const accountColumns = (sql: Sql | Transaction) =>
  sql`id, email, name, password_hash, session_version, disabled_at, created_at`

/** Each by the primary key, however few people there are. */
async function peopleOf(sql: Sql, sessions: Session[]): Promise<(Person | undefined)[]> {
  const rows = await sql<{ place: number; id: number; email: string; name: string | null }[]>`
    select asked.place::int, person.id, person.email, person.name
    from unnest(
      ${sessions.map(({ userId }) => userId)}::int[],
      ${sessions.map(({ sessionVersion }) => sessionVersion)}::int[],
      ${sessions.map(({ sessionId }) => sessionId)}::uuid[]
    ) with ordinality asked (id, session_version, session_id, place)
    cross join lateral (
      select id, email, name
      from users
      where id = asked.id
        and session_version = asked.session_version
        and disabled_at is null
        and not exists (select from ended_sessions where ended_sessions.id = asked.session_id)
      limit 1
    ) person`
  const people: (Person | undefined)[] = sessions.map(() => undefined)
  for (const { place, id, email, name } of rows) {
    const { sessionVersion, sessionId } = sessions[place - 1] as Session
    people[place - 1] = { id, email, displayName: displayNameOf({ id, name }), sessionVersion, sessionId }
  }
  return people
}

/** Sign-in links that ended a day ago, and sessions that would have run out by now. */
export async function forgetEnded(sql: Transaction, now: Date) {
  await sql`delete from magic_links where expires_at < ${now}::timestamptz - interval '1 day'`
  await sql`delete from ended_sessions where until < ${now}`
}

/** Held first, as whoever closes the account or changes its password holds it. */
export async function accountOfLink(sql: Transaction, tokenHash: string) {
  const [held] = await sql<{ id: number; isDisabled: boolean }[]>`
    select users.id, users.disabled_at is not null as is_disabled
    from users
    join magic_links on magic_links.user_id = users.id
    where magic_links.token_hash = ${tokenHash}
    for no key update of users`
  return held
}
