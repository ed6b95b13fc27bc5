import * as v from 'valibot'

/** A page of a cursor list. `nextCursor` is `cursor` under the name that some clients read. */
export interface Page<T> {
  data: T[]
  cursor: string | null
  nextCursor: string | null
  hasMore: boolean
}

const envelope = { cursor: v.nullable(v.string()), nextCursor: v.nullable(v.string()), hasMore: v.boolean() }

export const pageOf = <T extends v.GenericSchema>(item: T) => v.object({ data: v.array(item), ...envelope })

/** With the number of all items; it may lag by up to a minute. */
export const countedPageOf = <T extends v.GenericSchema>(item: T) =>
  v.object({ data: v.array(item), total: v.number(), ...envelope })
