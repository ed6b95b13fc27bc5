import type { Accounts } from '../../core/accounts/accounts.ts'
import { displayNameOf, type Person, type Session } from '../../core/accounts/model.ts'
import type { HomeWater } from '../../core/water/home-water.ts'
import { inBatches } from './batches.ts'
import type { Sql } from './client.ts'
import { listed, selected } from './columns.ts'
import { waterFields } from './profiles.ts'

export const sessionsIn = (sql: Sql): Pick<Accounts, 'personOf' | 'endSession'> => ({
  personOf: inBatches((sessions: Session[]) => peopleOf(sql, sessions)),

  endSession: async (sessionId, until) => {
    await sql`
      insert into ended_sessions (id, until)
      values (${sessionId}, ${until})
      on conflict do nothing`
  },
})

/** Each by the primary key, however few people there are. */
async function peopleOf(sql: Sql, sessions: Session[]): Promise<(Person | undefined)[]> {
  const rows = await sql<({ place: number; id: number; email: string; name: string | null } & HomeWater)[]>`
    select asked.place::int, person.id, person.email, person.name, ${selected(sql, 'person', waterFields)}
    from unnest(
      ${sessions.map(({ userId }) => userId)}::int[],
      ${sessions.map(({ sessionVersion }) => sessionVersion)}::int[],
      ${sessions.map(({ sessionId }) => sessionId)}::uuid[]
    ) with ordinality asked (id, session_version, session_id, place)
    cross join lateral (
      select id, email, name, ${listed(sql, waterFields)}
      from users
      where id = asked.id
        and session_version = asked.session_version
        and disabled_at is null
        and not exists (select from ended_sessions where ended_sessions.id = asked.session_id)
      limit 1
    ) person`
  const people: (Person | undefined)[] = sessions.map(() => undefined)
  for (const { place, id, email, name, ...water } of rows) {
    const { sessionVersion, sessionId } = sessions[place - 1] as Session
    people[place - 1] = { id, email, displayName: displayNameOf({ id, name }), water, sessionVersion, sessionId }
  }
  return people
}
