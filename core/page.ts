import * as v from 'valibot'

/**
 * A page of a list with a cursor. `nextCursor` repeats `cursor` under the name that some clients
 * read.
 */
export interface Page<T> {
  data: T[]
  cursor: string | null
  nextCursor: string | null
  hasMore: boolean
}

const envelope = { cursor: v.nullable(v.string()), nextCursor: v.nullable(v.string()), hasMore: v.boolean() }

export const pageOf = <T extends v.GenericSchema>(item: T) => v.object({ data: v.array(item), ...envelope })

/** Adds the total number of items, which may be up to a minute old. */
export const countedPageOf = <T extends v.GenericSchema>(item: T) =>
  v.object({ data: v.array(item), total: v.number(), ...envelope })
