import * as v from 'valibot'
import { Fault } from '../errors.ts'
import { mapWithPauses } from '../pauses.ts'
import type { AccountTransfer } from './transfer.ts'
import type { History } from './transfers.ts'

/** Which version a recipe of the file is, and since when. */
interface EditedRecipe {
  version: number | null
  editedAt: string | null
}

interface Written {
  version: number
  writtenAt: string
}

/** One statement writes them all. */
export const MOST_EARLIER_VERSIONS = 200

/** Rows that cannot be read are dropped: the history of their recipe is then not whole. */
export async function versionsRead<T extends v.GenericSchema<unknown, Written>>(
  rows: readonly unknown[] = [],
  schema: T,
  recipeOf: (row: v.InferOutput<T>) => number,
): Promise<ReadonlyMap<number, v.InferOutput<T>[]>> {
  const read = await mapWithPauses(rows, (row): v.InferOutput<T> | undefined => {
    const parsed = v.safeParse(schema, row)
    return parsed.success ? parsed.output : undefined
  })
  return Map.groupBy(read, recipeOf)
}

const unedited = { version: 1, editedAt: null, earlier: [] }

/**
 * All the versions of a recipe before the one of now, under their numbers, or none of them: brews
 * and variations name versions by their numbers. `toVersion` throws a Fault for one that cannot be
 * here.
 */
export function historyOf<Row extends Written, Version>(
  transfer: AccountTransfer,
  { kind, name, edited }: { kind: 'recipe' | 'published recipe'; name: string; edited: EditedRecipe },
  rows: readonly Row[] = [],
  toVersion: (row: Row) => Version,
): History<Version> {
  const { version, editedAt } = edited
  if (version === null || version === 1) return unedited
  const without = (reason: string) => {
    const sum = 'It arrived as version 1, without the versions before it.'
    transfer.findings.remarks.push({ kind, uuid: name, name, remark: `${sum} ${reason}`, sum })
    return unedited
  }
  const earlier = rows.filter(row => row.version < version).toSorted((one, other) => one.version - other.version)
  if (version - 1 > MOST_EARLIER_VERSIONS) return without(`More than ${MOST_EARLIER_VERSIONS} are not imported.`)
  const isWhole = earlier.length === version - 1 && earlier.every((row, at) => row.version === at + 1)
  if (!isWhole || editedAt === null) return without('The file does not have all of them.')
  const times = [...earlier.map(({ writtenAt }) => writtenAt), editedAt].map(Date.parse)
  const isInOrder = times.every((time, at) => time >= (times[at - 1] ?? 0) && time <= transfer.now.getTime())
  if (!isInOrder) return without('Their dates are in the future or out of order.')
  try {
    return { version, editedAt, earlier: earlier.map(toVersion) }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return without(error.message)
  }
}
