import type { ImportedKind, ImportReport } from './import-report.ts'

const nouns: Record<ImportedKind, [one: string, several: string]> = {
  bean: ['bag', 'bags'],
  brew: ['brew', 'brews'],
  profile: ['part of your profile', 'parts of your profile'],
  drinker: ['person you brew for', 'people you brew for'],
  grinder: ['grinder', 'grinders'],
  machine: ['brewer', 'brewers'],
  filter: ['filter', 'filters'],
  coffee: ['coffee on the shelf', 'coffees on the shelf'],
  recipe: ['own recipe', 'own recipes'],
  'published recipe': ['published recipe', 'published recipes'],
  'saved recipe': ['saved recipe', 'saved recipes'],
  collection: ['collection', 'collections'],
  'recipe in a collection': ['recipe in a collection', 'recipes in collections'],
  roaster: ['followed roaster', 'followed roasters'],
  vote: ['vote', 'votes'],
  rating: ['rating', 'ratings'],
  comment: ['comment', 'comments'],
  membership: ['membership of a roaster', 'memberships of roasters'],
}

const nounOf = (kind: ImportedKind) => nouns[kind][0]

export const countedKind = (count: number, kind: ImportedKind, number: (count: number) => string = String) =>
  `${number(count)} ${nouns[kind][count === 1 ? 0 : 1]}`

/** For example "2 bags, 14 brews (3 were already there) and 1 collection." */
export function cameInWords(
  { beans, brews, others, completed }: ImportReport,
  number: (count: number) => string = String,
) {
  const parts = [{ kind: 'bean' as const, ...beans }, { kind: 'brew' as const, ...brews }, ...others]
    .filter(({ kind, taken, alreadyHere }) => taken + alreadyHere > 0 || kind === 'brew')
    .map(
      ({ kind, taken, alreadyHere }) =>
        `${countedKind(taken, kind, number)}${alreadyHere > 0 ? ` (${number(alreadyHere)} ${alreadyHere === 1 ? 'was' : 'were'} already there)` : ''}`,
    )
  const all = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join('')
  return `${all}.${completed > 0 ? ` ${countedKind(completed, 'brew', number)} already there ${completed === 1 ? 'was' : 'were'} completed with missing details.` : ''}`
}

/** Why a file brings nothing, neither now nor before; undefined if it does. */
export function nothingInWords(
  { beans, brews, others, completed, notTakenCount }: ImportReport,
  number: (count: number) => string = String,
) {
  const found = [beans, brews, ...others].reduce((sum, { taken, alreadyHere }) => sum + taken + alreadyHere, completed)
  if (found > 0) return undefined
  if (notTakenCount === 0) return 'There is nothing in this file.'
  return notTakenCount === 1
    ? 'The only entry in this file can’t be imported as it is.'
    : `None of the ${number(notTakenCount)} entries in this file can be imported as they are.`
}

/**
 * Why things were not imported, one line per reason, and how many had reasons that are not listed.
 */
export const notTakenInWords = (
  { notTakenCount, notTakenBecause }: ImportReport,
  number: (count: number) => string = String,
) => [
  ...notTakenBecause.map(({ kind, reason, count }) => `${countedKind(count, kind, number)}: ${reason}`),
  ...uncounted(notTakenCount, notTakenBecause).map(more => `${number(more)} more for other reasons`),
]

/** The same for what was changed on import. */
export const remarksInWords = (
  { remarkCount, remarkSums }: ImportReport,
  number: (count: number) => string = String,
) => [
  ...remarkSums.map(({ kind, remark, count }) => `${countedKind(count, kind, number)}: ${remark}`),
  ...uncounted(remarkCount, remarkSums).map(more => `${number(more)} more of other kinds`),
]

function uncounted(all: number, sums: readonly { count: number }[]) {
  const more = all - sums.reduce((sum, { count }) => sum + count, 0)
  return more > 0 ? [more] : []
}

/** For example "Not imported, because Dialin doesn’t store it: photos (12), waters (3)." */
export const notKeptInWords = ({ notKept }: ImportReport, number: (count: number) => string = String) =>
  notKept.length === 0
    ? []
    : [
        `Not imported, because Dialin doesn’t store it: ${notKept.map(({ what, count }) => `${what} (${number(count)})`).join(', ')}.`,
      ]

/**
 * The whole report, to keep or to read on a terminal: first a summary on one screen, then the
 * details.
 */
export function reportInWords(report: ImportReport): string {
  const { isDryRun, missing, grinders, notTaken, remarks } = report
  const { grinderCount, notTakenCount, remarkCount } = report
  const nothing = nothingInWords(report)
  return [
    nothing === undefined
      ? `${isDryRun ? 'Ready to import' : 'Imported'}: ${cameInWords(report)}`
      : `${isDryRun ? 'Nothing to import.' : 'Nothing was imported.'} ${nothing}`,
    ...missing,
    `Left out: ${notTakenCount}`,
    ...notTakenInWords(report).map(line => `- ${line}`),
    ...notKeptInWords(report),
    `Changed: ${remarkCount}`,
    ...remarksInWords(report).map(line => `- ${line}`),
    ...linesOf(
      'Grinders',
      grinderCount,
      grinders,
      ({ name, grinder, couldBe }) =>
        `${name || 'unnamed'}: ${grinder?.slug ?? (couldBe.map(({ slug }) => slug).join(' or ') || 'no match')}`,
    ),
    ...linesOf(
      'What was left out',
      notTakenCount,
      notTaken,
      ({ kind, name, reason }) => `${nounOf(kind)} ${name}: ${reason}`,
    ),
    ...linesOf(
      'What was changed in what was imported',
      remarkCount,
      remarks,
      ({ kind, name, remark }) => `${nounOf(kind)} ${name}: ${remark}`,
    ),
  ].join('\n')
}

function linesOf<T>(title: string, count: number, rows: readonly T[], lineOf: (row: T) => string) {
  if (count === 0) return []
  const more = count - rows.length
  return ['', `${title}:`, ...rows.map(row => `- ${lineOf(row)}`), ...(more > 0 ? [`- and ${more} more`] : [])]
}
