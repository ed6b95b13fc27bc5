import { type ApiToken, type ApiTokens, MOST_API_TOKENS } from '../../../core/accounts/api-tokens.ts'
import { type Sql, transact } from '../engine/client.ts'
import { queueMail } from '../events/outbox.ts'
import { fieldsOf, listed } from '../queries/columns.ts'
import { holdSession } from '../queries/locks.ts'
import { affectsAny, first } from '../queries/rows.ts'
import { type PersonRow, personColumns, personIn } from './sessions.ts'

const fields = fieldsOf<ApiToken>({
  id: true,
  name: true,
  startsWith: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
})

export function apiTokensIn(sql: Sql): ApiTokens {
  const columns = listed(sql, fields)

  return {
    list: (userId, expiredSince) => sql<ApiToken[]>`
      select ${columns}
      from api_tokens
      where user_id = ${userId}
        and expires_at > ${expiredSince}
      order by id desc`,

    add: ({ id: userId, sessionVersion }, { name, startsWith, scopes, tokenHash, expiresAt }, now) =>
      transact(sql, async sql => {
        // Two requests at once take turns, so that each sees the token of the other.
        const user = await holdSession(sql, userId, sessionVersion)
        if (!user) return 'not-signed-in'
        if (!user.isProven) return 'not-proven'
        const [held] = await sql<{ tokens: number; isNamed: boolean | null }[]>`
          select count(*)::int as tokens, bool_or(name = ${name} and expires_at > ${now}) as is_named
          from api_tokens
          where user_id = ${userId}`
        if (held?.isNamed) return 'name-taken'
        if (held && held.tokens >= MOST_API_TOKENS) return 'most'
        const [added] = await sql<[ApiToken]>`
          insert into api_tokens (user_id, name, token_hash, starts_with, scopes, created_at, expires_at)
          values (${userId}, ${name}, ${tokenHash}, ${startsWith}, ${scopes}, ${now}, ${expiresAt})
          returning ${columns}`
        await queueMail(sql, { recipient: user.email, userId, template: 'new-api-token', props: { name, scopes } }, now)
        return added
      }),

    remove: (userId, id) => affectsAny(sql`delete from api_tokens where user_id = ${userId} and id = ${id}`),

    personWith: async (tokenHash, now) => {
      const row = await first(sql<(PersonRow & Pick<ApiToken, 'scopes'> & { apiTokenId: number })[]>`
        select ${personColumns(sql)}, api_tokens.id as api_token_id, scopes
        from api_tokens
        join users on users.id = user_id
        where token_hash = ${tokenHash}
          and expires_at > ${now}
          and disabled_at is null`)
      if (!row) return undefined
      const { apiTokenId, scopes, ...person } = row
      return { ...personIn(person), sessionId: '', key: { kind: 'token', id: apiTokenId }, scopes }
    },

    noteUse: async (id, now) => {
      await sql`update api_tokens set last_used_at = greatest(last_used_at, ${now}) where id = ${id}`
    },
  }
}
