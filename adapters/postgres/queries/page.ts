import type { Fragment } from 'postgres'
import { Fault } from '../../../core/errors.ts'
import type { Page } from '../../../core/page.ts'
import type { Sql } from '../engine/client.ts'

/** The sort key of a row: instants keep their microseconds. */
export type Keys = readonly (string | number | boolean | null)[]

/** A row with its sort key as JSON text; only that of a page's last row is used. */
export interface KeyedRow {
  keys: string | null
}

/** Only for the last row of a page: building a key costs as much as the rest of the row. */
export const keysOfLast = (sql: Sql, limit: number, { order, keys }: { order: Fragment; keys: Fragment }) =>
  sql`case when row_number() over (order by ${order}) = ${limit} then ${keys} end`

export interface Cursors {
  /** The key of the last row seen. Throws a Fault if the cursor is forged or another list's. */
  read: (list: string, cursor: string | undefined) => Keys | undefined
  /** At most `limit` rows, with the cursor of the next page if there are more. */
  page: <T extends KeyedRow>(list: string, rows: readonly T[], limit: number) => Page<Omit<T, 'keys'>>
}

/** Cursors are signed for one list and sort, so that we accept only our own. */
export function cursorsSealedWith(secret: string): Cursors {
  const seal = (list: string, payload: string) =>
    new Bun.CryptoHasher('sha256', secret).update(`cursor:${list}:${payload}`).digest('base64url').slice(0, 16)
  return {
    read: (list, cursor) => {
      if (cursor === undefined) return undefined
      const [payload = '', mark = ''] = cursor.split('.')
      if (seal(list, payload) !== mark)
        throw new Fault('invalid', 'cursor does not belong to this list. Start again without it.')
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Keys
    },

    page: (list, rows, limit) => {
      const hasMore = rows.length > limit
      const kept = rows.slice(0, limit)
      const payload = hasMore ? Buffer.from(kept.at(-1)?.keys ?? '').toString('base64url') : undefined
      const cursor = payload === undefined ? null : `${payload}.${seal(list, payload)}`
      // In place: copying rows without the key, or deleting it, would take longer.
      for (const row of kept as { keys: string | null | undefined }[]) row.keys = undefined
      return { data: kept, cursor, nextCursor: cursor, hasMore }
    },
  }
}

/** Keys as a row to compare with: `(created_at, id) < ${rowOf(sql, keys)}`. */
export const rowOf = (sql: Sql, keys: Keys) =>
  sql`(${keys.map((key, position) => (position === 0 ? sql`${key}` : sql`, ${key}`))})`
