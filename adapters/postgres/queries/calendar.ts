import type { Calendar } from '../../../core/dates.ts'
import { Fault } from '../../../core/errors.ts'
import type { Sql } from '../engine/client.ts'
import { isUnknownTimeZone } from '../engine/faults.ts'

/** Uses the time zones of the database, which also divides brews and events into days. */
export const calendarIn = (sql: Sql): Calendar => ({
  today: async (timeZone, now) => {
    try {
      const [day] = await sql<{ today: string }[]>`
        select (${now}::timestamptz at time zone ${timeZone})::date::text as today`
      return day?.today ?? ''
    } catch (error) {
      if (!isUnknownTimeZone(error)) throw error
      throw new Fault('invalid', `tz ${timeZone} is not known here; use an older name of the same zone.`)
    }
  },
})
