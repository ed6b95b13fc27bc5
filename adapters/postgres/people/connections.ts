import type { Scope } from '../../../core/accounts/scopes.ts'
import { type ConnectedApp, type Connection, type Connections, MOST_CONNECTIONS } from '../../../core/apps/model.ts'
import { type Sql, transact } from '../engine/client.ts'
import { queueMail } from '../events/outbox.ts'
import { holdSession } from '../queries/locks.ts'
import { affectsAny, first } from '../queries/rows.ts'
import { type PersonRow, personColumns, personIn } from './sessions.ts'

export function connectionsIn(sql: Sql): Connections {
  /** Of people who may still use the service. */
  const ofActive = sql`exists (select from users where users.id = user_id and disabled_at is null)`

  return {
    add: ({ id: userId, sessionVersion }, { appId, appName, scopes, codeHash, codeChallenge, ...rest }, now) =>
      transact(sql, async sql => {
        const user = await holdSession(sql, userId, sessionVersion)
        if (!user) return 'not-signed-in'
        if (!user.isProven) return 'not-proven'
        const [known] = await sql`
          select from app_connections
          where user_id = ${userId}
            and app_id = ${appId}
            and redeemed_at is not null
            and expires_at > ${now}
          limit 1`
        await sql`
          insert into app_connections
            (user_id, app_id, app_name, scopes, resource, redirect_uri, code_hash, code_challenge, created_at, expires_at)
          values
            (${userId}, ${appId}, ${appName}, ${scopes}, ${rest.resource}, ${rest.redirectUri}, ${codeHash},
            ${codeChallenge}, ${now}, ${rest.codeExpiresAt})`
        await sql`
          delete from app_connections
          where id in (
            select id from app_connections where user_id = ${userId} order by id desc offset ${MOST_CONNECTIONS}
          )`
        if (!known) {
          const props = { name: appName, scopes }
          await queueMail(sql, { recipient: user.email, userId, template: 'app-connected', props }, now)
        }
        return 'added'
      }),

    redeem: async ({ codeHash, codeChallenge, appId, redirectUri, resource }, tokens, now) => {
      const redeemed = await first(sql<Connection[]>`
        update app_connections
        set redeemed_at = ${now},
            access_hash = ${tokens.accessHash},
            access_expires_at = ${tokens.accessExpiresAt},
            line_hash = ${tokens.lineHash},
            refresh_hash = ${tokens.refreshHash},
            expires_at = ${tokens.expiresAt}
        where code_hash = ${codeHash}
          and code_challenge = ${codeChallenge}
          and app_id = ${appId}
          and redirect_uri = ${redirectUri}
          and resource = coalesce(${resource}, resource)
          and redeemed_at is null
          and expires_at > ${now}
          and ${ofActive}
        returning app_id, scopes, resource`)
      if (!redeemed) await sql`delete from app_connections where code_hash = ${codeHash} and redeemed_at is not null`
      return redeemed
    },

    renew: async ({ lineHash, refreshHash, appId, resource }, tokens, now) => {
      const renewed = await first(sql<Connection[]>`
        update app_connections
        set access_hash = ${tokens.accessHash},
            access_expires_at = ${tokens.accessExpiresAt},
            refresh_hash = ${tokens.refreshHash},
            expires_at = ${tokens.expiresAt}
        where refresh_hash = ${refreshHash}
          and app_id = ${appId}
          and resource = coalesce(${resource}, resource)
          and expires_at > ${now}
          and ${ofActive}
        returning app_id, scopes, resource`)
      // Not if the token is the right one and something else about the request is wrong.
      if (!renewed)
        await sql`delete from app_connections where line_hash = ${lineHash} and refresh_hash <> ${refreshHash}`
      return renewed
    },

    withToken: (tokenHash, now) =>
      first(sql<(Connection & { expiresAt: string; userId: number })[]>`
        select
          app_id,
          scopes,
          resource,
          user_id,
          case when access_hash = ${tokenHash} then access_expires_at else expires_at end as expires_at
        from app_connections
        where ((access_hash = ${tokenHash} and access_expires_at > ${now})
            or (refresh_hash = ${tokenHash} and expires_at > ${now}))
          and ${ofActive}`),

    endWithToken: async tokenHash => {
      await sql`delete from app_connections where access_hash = ${tokenHash} or refresh_hash = ${tokenHash}`
    },

    list: (userId, now) => sql<ConnectedApp[]>`
      select
        app_id,
        (array_agg(app_name order by id desc))[1] as name,
        array_agg(distinct scope) as scopes,
        min(created_at) as connected_at,
        max(last_used_at) as last_used_at
      from app_connections, unnest(scopes) as scope
      where user_id = ${userId}
        and redeemed_at is not null
        and expires_at > ${now}
      group by app_id
      order by max(id) desc`,

    end: (userId, appId) =>
      affectsAny(sql`delete from app_connections where user_id = ${userId} and app_id = ${appId}`),

    personWith: async (accessHash, now) => {
      const row = await first(sql<(PersonRow & { connectionId: number; scopes: Scope[]; resource: string })[]>`
        select ${personColumns(sql)}, app_connections.id as connection_id, scopes, resource
        from app_connections
        join users on users.id = user_id
        where access_hash = ${accessHash}
          and access_expires_at > ${now}
          and disabled_at is null`)
      if (!row) return undefined
      const { connectionId, scopes, resource, ...person } = row
      return { ...personIn(person), sessionId: '', key: { kind: 'app', id: connectionId, resource }, scopes }
    },

    noteUse: async (id, now) => {
      await sql`update app_connections set last_used_at = greatest(last_used_at, ${now}) where id = ${id}`
    },
  }
}
