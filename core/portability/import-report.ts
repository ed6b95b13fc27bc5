import * as v from 'valibot'
import { atMost } from '../cut.ts'
import type { StoredGrinder } from '../equipment/equipment.ts'
import * as field from '../fields.ts'
import { EquipmentName } from '../grind/ref.ts'

/** The kinds of things in an import. "bean" means a bag, as in Beanconqueror. */
const importedKinds = [
  'bean',
  'brew',
  'profile',
  'drinker',
  'grinder',
  'machine',
  'filter',
  'coffee',
  'recipe',
  'published recipe',
  'saved recipe',
  'collection',
  'recipe in a collection',
  'roaster',
  'vote',
  'rating',
  'comment',
  'membership',
] as const
export type ImportedKind = (typeof importedKinds)[number]
const kind = v.picklist(importedKinds)

/** Nobody reads more, and a report should not repeat the whole file. */
const MOST_REMARKS = 100
/** More than for remarks: people must be able to find what was lost and enter it by hand. */
const MOST_LOSSES = 1000
const MOST_REASONS = 10

const tally = { taken: v.number(), alreadyHere: v.number(), notTaken: v.number() }

const namedGrinder = v.object({ id: field.id, ...EquipmentName.entries })

export const ImportReport = v.object({
  isDryRun: v.pipe(v.boolean(), v.description('Whether this is only a preview, with nothing saved.')),
  beans: v.object(tally),
  brews: v.object(tally),
  others: v.pipe(
    v.array(v.object({ kind, ...tally })),
    v.description('What else was imported, if the file is an export of this service.'),
  ),
  completed: v.pipe(
    v.number(),
    v.description('Brews that were already here and now have missing details, such as their grinder.'),
  ),
  missing: v.pipe(v.array(v.string()), v.description('Why there may be more than was in the file, in sentences.')),
  grinders: v.pipe(
    v.array(
      v.object({
        name: v.string(),
        grinder: v.nullable(v.object({ ...namedGrinder.entries, id: v.nullable(field.id) })),
        couldBe: v.pipe(
          v.array(namedGrinder),
          v.description(
            'For a table, the grinders the name could mean, if we aren’t sure; decide with `grinders` in the request.',
          ),
        ),
      }),
    ),
    v.description(
      `Each grinder the file names, and which of ours it is, if we’re sure: the first ${MOST_REMARKS} of grinderCount. Describe others with \`ownGrinders\`.`,
    ),
  ),
  grinderCount: v.number(),
  columns: v.pipe(
    v.array(v.object({ name: v.string(), importedAs: v.nullable(v.string()) })),
    v.description(
      'The columns of a table, and which of ours each was imported as; null for one that was not. Empty for other files. Change it with `columns` in the request.',
    ),
  ),
  notTaken: v.pipe(
    v.array(v.object({ kind, uuid: v.nullable(v.string()), name: v.string(), reason: v.string() })),
    v.description(`What was left out: the first ${MOST_REMARKS} of notTakenCount.`),
  ),
  notTakenCount: v.number(),
  notTakenBecause: v.pipe(
    v.array(v.object({ kind, reason: v.string(), count: v.number() })),
    v.description(`What was left out, by reason: the most frequent ${MOST_REASONS}.`),
  ),
  notKept: v.pipe(
    v.array(v.object({ what: v.string(), count: v.number() })),
    v.description('What the file contains that we don’t store: "photos", "cupping scores".'),
  ),
  remarks: v.pipe(
    v.array(v.object({ kind, uuid: v.string(), name: v.string(), remark: v.string() })),
    v.description(
      `What was changed in what was imported, of remarkCount: the first ${MOST_LOSSES} that lost something, then the first ${MOST_REMARKS} that didn’t, such as a rounded rating.`,
    ),
  ),
  remarkCount: v.number(),
  remarkSums: v.pipe(
    v.array(v.object({ kind, remark: v.string(), count: v.number() })),
    v.description(`The changes by kind, losses first, then the most frequent: the first ${MOST_REASONS}.`),
  ),
})
export type ImportReport = v.InferOutput<typeof ImportReport>

/** Everything to report about a file. The report shows the first of each kind. */
export interface Findings {
  notTaken: ImportReport['notTaken']
  remarks: (ImportReport['remarks'][number] & RemarkSort)[]
}

export interface RemarkSort {
  /**
   * The remark without the details of its row. Remarks that are then the same are counted together.
   */
  sum?: string
  /** Whether nothing was lost. */
  isMinor?: boolean
}

/** A grinder as a file names it, and the grinder of the catalog if there is no doubt. */
export interface GrinderMeant {
  name: string
  grinder: StoredGrinder | undefined
  /** If there is doubt in a table: those that the name could mean. */
  couldBe?: readonly StoredGrinder[]
}

type Came = Omit<ImportReport['beans'], 'notTaken'>

export const reportOf = (
  { notTaken, remarks }: Findings,
  counted: Pick<ImportReport, 'isDryRun' | 'completed' | 'missing' | 'notKept'> &
    Record<'beans' | 'brews', Came> & {
      others: (Came & { kind: ImportedKind })[]
      grinders: readonly GrinderMeant[]
      columns?: ImportReport['columns']
    },
): ImportReport => {
  const left = (what: ImportedKind) => notTaken.filter(({ kind }) => kind === what).length
  const [losses, others] = [remarks.filter(({ isMinor }) => !isMinor), remarks.filter(({ isMinor }) => isMinor)]
  return {
    ...counted,
    beans: { ...counted.beans, notTaken: left('bean') },
    brews: { ...counted.brews, notTaken: left('brew') },
    others: counted.others.map(other => ({ ...other, notTaken: left(other.kind) })),
    grinders: counted.grinders.slice(0, MOST_REMARKS).map(reportedGrinder),
    grinderCount: counted.grinders.length,
    columns: counted.columns ?? [],
    notTaken: notTaken.slice(0, MOST_REMARKS).map(shortened),
    notTakenCount: notTaken.length,
    notTakenBecause: countedTogether(notTaken, ({ reason }) => reason)
      .map(({ text: reason, ...sum }) => ({ ...sum, reason }))
      .slice(0, MOST_REASONS),
    remarks: [...losses.slice(0, MOST_LOSSES), ...others.slice(0, MOST_REMARKS)].map(
      ({ sum: _sum, isMinor: _isMinor, ...remark }) => shortened(remark),
    ),
    remarkCount: remarks.length,
    remarkSums: [losses, others]
      .flatMap(rows => countedTogether(rows, ({ sum, remark }) => sum ?? remark))
      .map(({ text: remark, ...sum }) => ({ ...sum, remark }))
      .slice(0, MOST_REASONS),
  }
}

const reportedGrinder = ({ name, grinder, couldBe = [] }: GrinderMeant) => ({
  name: atMost(name, field.LONGEST_LINE),
  grinder: grinder
    ? // One that is described in a dry run has no id yet.
      { ...inReport(grinder), id: grinder.id > 0 ? grinder.id : null }
    : null,
  couldBe: couldBe.map(inReport),
})

const inReport = ({ id, slug, brand, model }: StoredGrinder) => ({ id, slug, brand, name: model })

/** Grouped by kind and text, the most frequent first. */
function countedTogether<T extends { kind: ImportedKind }>(rows: readonly T[], textOf: (row: T) => string) {
  const together = Map.groupBy(rows, row => `${row.kind} ${textOf(row)}`)
  return [...together.values()]
    .flatMap(([row, ...more]) =>
      row ? [shortened({ kind: row.kind, text: textOf(row), count: 1 + more.length })] : [],
    )
    .sort((one, other) => other.count - one.count)
}

const LONGEST_REMARK = 500
const shortened = <T extends object>(row: T): T =>
  Object.fromEntries(
    Object.entries(row).map(([field, text]) => [field, typeof text === 'string' ? atMost(text, LONGEST_REMARK) : text]),
  ) as T
