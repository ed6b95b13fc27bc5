import type { Sql } from './client.ts'

/**
 * Whether another process of ours is using a database on a server: a service, which looks for mails
 * every second, or a command. One that has just ended gets a moment to disconnect. A connection
 * that only a pooler or a dead machine holds open goes quiet, and then no longer counts.
 */
export async function hasOthersAtWork(sql: Sql): Promise<boolean> {
  const givenUpAt = performance.now() + LEAVES_WITHIN_MS
  while (await isSomebodyThere(sql)) {
    if (performance.now() > givenUpAt) return true
    await Bun.sleep(LOOK_AGAIN_AFTER_MS)
  }
  return false
}

const LEAVES_WITHIN_MS = 3000
const LOOK_AGAIN_AFTER_MS = 50

async function isSomebodyThere(sql: Sql) {
  const [other] = await sql`
    select
    from pg_stat_activity
    where datname = current_database()
      and application_name = current_setting('application_name')
      and pid <> pg_backend_pid()
      -- Null if it is another role's and we may not see it.
      and (state is distinct from 'idle' or state_change > clock_timestamp() - interval '10 seconds')
    limit 1`
  return other !== undefined
}
