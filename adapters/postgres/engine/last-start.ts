import type { LastStart } from '../../../core/accounts/last-start.ts'
import type { Secrets } from '../../../core/accounts/secrets.ts'
import type { Site } from '../../../core/site.ts'
import type { Sql } from './client.ts'

export const lastStartIn = (sql: Sql, secrets: Secrets, site: Pick<Site, 'baseUrl'>): LastStart => {
  // A new salt each time, so that nobody can compute the hashes of likely secrets in advance.
  const hashWith = (salt: string) => secrets.keyedHash(`last start:${salt}`)
  return {
    note: async now => {
      const salt = secrets.newId()
      await sql`
        insert into last_start (salt, secret_hash, base_url, started_at)
        values (${salt}, ${hashWith(salt)}, ${site.baseUrl}, ${now})
        on conflict (is_only) do update
        set salt = excluded.salt,
            secret_hash = excluded.secret_hash,
            base_url = excluded.base_url,
            started_at = excluded.started_at`
    },

    differences: async () => {
      const [noted] = await sql<{ salt: string; secretHash: string; baseUrl: string }[]>`
        select salt, secret_hash, base_url from last_start`
      return {
        hasOtherSecret: noted !== undefined && noted.secretHash !== hashWith(noted.salt),
        otherBaseUrl: noted?.baseUrl === site.baseUrl ? undefined : noted?.baseUrl,
      }
    },
  }
}
