import type { Account, Accounts, SeenSession } from '../../../core/accounts/accounts.ts'
import { displayNameOf, type Person } from '../../../core/accounts/model.ts'
import type { HomeWater } from '../../../core/water/home-water.ts'
import type { Sql } from '../engine/client.ts'
import { selected } from '../queries/columns.ts'
import { first } from '../queries/rows.ts'
import { accountColumns } from './account-columns.ts'
import { waterFields } from './profiles.ts'

export type PersonRow = Pick<Person, 'id' | 'email' | 'sessionVersion'> & {
  name: string | null
  describesGrinders: boolean
} & HomeWater

/** The columns of users that `personIn` needs. */
export const personColumns = (sql: Sql) => sql`
  ${selected(sql, 'users', ['id', 'email', 'name', 'sessionVersion', ...waterFields])},
  exists (select from grinders where owner_id = users.id)
    or exists (select from user_grinders where user_id = users.id and was is not null) as describes_grinders`

export function personIn({ id, email, name, sessionVersion, describesGrinders, ...water }: PersonRow) {
  return { id, email, displayName: displayNameOf({ id, name }), water, sessionVersion, describesGrinders }
}

export const sessionsIn = (
  sql: Sql,
): Pick<Accounts, 'personOf' | 'endSession' | 'noteSession' | 'sessionsOf' | 'endAllSessions'> => ({
  personOf: async ({ userId, sessionVersion, sessionId }) => {
    const [row] = await sql<PersonRow[]>`
      select ${personColumns(sql)}
      from users
      where users.id = ${userId}
        and session_version = ${sessionVersion}
        and disabled_at is null
        and not exists (select from ended_sessions where ended_sessions.id = ${sessionId})`
    return row && { ...personIn(row), sessionId }
  },

  endSession: async (sessionId, until) => {
    await sql`
      insert into ended_sessions (id, until)
      values (${sessionId}, ${until})
      on conflict do nothing`
  },

  noteSession: async ({ userId, sessionId, sessionVersion, device: { browser, system }, now }) => {
    await sql`
      insert into sessions (user_id, id, session_version, browser, system, last_used_at)
      values (${userId}, ${sessionId}, ${sessionVersion}, ${browser}, ${system}, ${now})
      on conflict (user_id, id) do update
      set browser = excluded.browser,
          system = excluded.system,
          last_used_at = greatest(sessions.last_used_at, excluded.last_used_at)`
  },

  sessionsOf: (userId, since) => sql<SeenSession[]>`
    select sessions.id, browser, system, last_used_at
    from sessions
    join users on users.id = user_id and users.session_version = sessions.session_version
    where user_id = ${userId}
      and last_used_at > ${since}
      and not exists (select from ended_sessions where ended_sessions.id = sessions.id)
    order by last_used_at desc
    limit 100`,

  endAllSessions: (userId, sessionVersion) =>
    first(sql<Account[]>`
      with ended as (
        update users
        set session_version = session_version + 1
        where id = ${userId}
          and session_version = ${sessionVersion}
        returning ${accountColumns(sql)}
      ), stopped as (
        -- Somebody else may have asked for it.
        delete from magic_links
        where user_id in (select id from ended)
          and purpose = 'new-address'
      )
      select * from ended`),
})
