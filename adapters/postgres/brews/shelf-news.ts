import { HOUR_MS } from '../../../core/dates.ts'
import type { ShelfNews } from '../../../core/library/shelf-news.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { queueMail } from '../events/outbox.ts'
import { literalLimit } from '../queries/planner.ts'

/** A shelf changes by the day; whoever has just brewed has seen it. */
const LOOK_AGAIN_AFTER_MS = 6 * HOUR_MS

export const shelfNewsIn = (sql: Sql): ShelfNews => ({
  takeTurns: async (now, most) => {
    const taken = await sql<{ id: number }[]>`
      update users
      set shelf_checked_at = ${now}
      where id in (
        select id
        from users
        where notify_shelf
          and (shelf_checked_at is null or shelf_checked_at < ${new Date(now.getTime() - LOOK_AGAIN_AFTER_MS)})
          and disabled_at is null
        order by shelf_checked_at nulls first
        ${literalLimit(sql, most)}
        for no key update skip locked
      )
      returning id`
    return taken.map(({ id }) => id)
  },

  tell: (userId, { low, past }, now) =>
    transact(sql, async sql => {
      // They may have turned these mails off, or closed the account, since they were looked up.
      const [person] = await sql<{ email: string }[]>`
        select email
        from users
        where id = ${userId}
          and notify_shelf
          and disabled_at is null
        for key share`
      if (!person) return
      const namesOf = (bags: readonly ToldBag[]) => bags.map(({ name }) => name)
      const props = {
        low: namesOf(await tellLow(sql, userId, low, now)),
        past: namesOf(await tellPast(sql, userId, past, now)),
      }
      if (props.low.length + props.past.length === 0) return
      await queueMail(sql, { recipient: person.email, userId, template: 'shelf-news', props }, now)
    }),
})

const tellLow = (sql: Transaction, userId: number, ids: readonly number[], now: Date) => sql<ToldBag[]>`
  update bags
  set low_told_at = ${now}
  where user_id = ${userId}
    and id = any(${[...ids]}::int[])
    and not is_archived
    and low_told_at is null
  returning name`

const tellPast = (sql: Transaction, userId: number, ids: readonly number[], now: Date) => sql<ToldBag[]>`
  update bags
  set past_told_at = ${now}
  where user_id = ${userId}
    and id = any(${[...ids]}::int[])
    and not is_archived
    and past_told_at is null
  returning name`

/** A bag that nothing was said about yet. Of two instances, one gets each. */
interface ToldBag {
  name: string
}
