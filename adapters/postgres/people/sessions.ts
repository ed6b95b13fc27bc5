import type { Accounts } from '../../../core/accounts/accounts.ts'
import { displayNameOf } from '../../../core/accounts/model.ts'
import type { HomeWater } from '../../../core/water/home-water.ts'
import type { Sql } from '../engine/client.ts'
import { listed } from '../queries/columns.ts'
import { waterFields } from './profiles.ts'

export const sessionsIn = (sql: Sql): Pick<Accounts, 'personOf' | 'endSession'> => ({
  personOf: async ({ userId, sessionVersion, sessionId }) => {
    const [row] = await sql<
      ({ id: number; email: string; name: string | null; describesGrinders: boolean } & HomeWater)[]
    >`
      select id, email, name, ${listed(sql, waterFields)},
             exists (select from grinders where owner_id = users.id) as describes_grinders
      from users
      where id = ${userId}
        and session_version = ${sessionVersion}
        and disabled_at is null
        and not exists (select from ended_sessions where ended_sessions.id = ${sessionId})`
    if (!row) return undefined
    const { id, email, name, describesGrinders, ...water } = row
    return { id, email, displayName: displayNameOf({ id, name }), water, sessionVersion, sessionId, describesGrinders }
  },

  endSession: async (sessionId, until) => {
    await sql`
      insert into ended_sessions (id, until)
      values (${sessionId}, ${until})
      on conflict do nothing`
  },
})
