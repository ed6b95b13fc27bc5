import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { Fault, faultAt, faultOf } from '../errors.ts'
import { eachWithPauses, mapWithPauses } from '../pauses.ts'
import type { Findings, ImportedKind } from './import-report.ts'
import type { AccountHere } from './transfers.ts'

/** The lists of an export by name, as read from the file. */
export type Lists = Readonly<Record<string, readonly unknown[]>>

/**
 * An account being imported: whose it is, what they already have here, and the result for each row
 * so far.
 */
export interface AccountTransfer {
  person: Person
  isDryRun: boolean
  now: Date
  here: AccountHere
  findings: Findings
  tallies: Map<ImportedKind, { taken: number; alreadyHere: number }>
}

/** Nobody has more of anything but brews and versions, which are limited only by the rows of a file. */
const MOST_OF_A_LIST = 5000
const UNLIMITED = ['brewLogs', 'recipeVersions', 'personalRecipeVersions']

export function refuseLongLists(lists: Lists) {
  for (const [name, rows] of Object.entries(lists))
    if (!UNLIMITED.includes(name) && rows.length > MOST_OF_A_LIST)
      throw faultAt(['data', name], `must have at most ${MOST_OF_A_LIST} rows.`)
}

/** The rows of a list that can be read and are not in the future. */
export const rowsRead = <T extends v.GenericSchema<unknown, object>>(
  transfer: AccountTransfer,
  kind: ImportedKind,
  schema: T,
  rows: readonly unknown[] = [],
) =>
  mapWithPauses(rows, (row, at): v.InferOutput<T> | undefined => {
    const parsed = v.safeParse(schema, row)
    const leave = (reason: string) => leaveOut(transfer, kind, `number ${at + 1} of the list`, reason)
    if (!parsed.success) leave(parsed.issues[0].path ? faultOf(parsed.issues[0]).message : 'We couldn’t read this row.')
    else if (isToCome(parsed.output, transfer.now)) leave('The date is in the future.')
    else return parsed.output
  })

const isToCome = (row: { createdAt?: string }, now: Date) =>
  row.createdAt !== undefined && Date.parse(row.createdAt) > now.getTime()

/** Writes a row, unless this is a dry run. The row may turn out to exist already. */
type WriteRow = () => Promise<unknown>

/**
 * Decides for each row whether it is already here, and if not, how to write it. A Fault is the
 * reason why it is not imported.
 */
export async function bring<T>(
  transfer: AccountTransfer,
  kind: ImportedKind,
  rows: readonly T[],
  nameOf: (row: T) => string,
  decide: (row: T) => 'here' | WriteRow | Promise<'here' | WriteRow>,
) {
  const tally = transfer.tallies.get(kind) ?? { taken: 0, alreadyHere: 0 }
  if (rows.length > 0) transfer.tallies.set(kind, tally)
  await eachWithPauses(rows, async row => {
    try {
      const write = await decide(row)
      const written = write === 'here' || transfer.isDryRun ? write : await write()
      if (written === 'here') tally.alreadyHere++
      else tally.taken++
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      leaveOut(transfer, kind, nameOf(row), error.message)
    }
  })
}

export function leaveOut({ findings }: AccountTransfer, kind: ImportedKind, name: string, reason: string) {
  findings.notTaken.push({ kind, uuid: null, name, reason })
}

/** Why a row is not imported. */
export const notHere = (reason: string) => new Fault('not-found', reason)
