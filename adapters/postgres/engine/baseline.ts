/**
 * Before the first release, all migrations were twice replaced by a baseline: one set of files, by
 * area. It makes the same tables as the last of the earlier migrations, so that a backup from there
 * can be restored.
 */
const FIRST_BEFORE = ['2026-11-15-01-accounts.sql', '2026-11-18-01-text.sql']
const LAST_BEFORE = '2026-11-19-09-kept-descriptions.sql'
const LAST_OF_BASELINE = '2026-11-19-12-operations.sql'
/** A commit whose migrations end with that one. */
export const COMMIT_BEFORE = 'eb073627'

interface AppliedFile {
  name: string
  checksum: string
}

export const isBeforeBaseline = ([first]: readonly AppliedFile[]) =>
  first !== undefined && FIRST_BEFORE.includes(first.name)

export const BEFORE_BASELINE = `This database is from before Dialin's first release, and cannot be upgraded in place. To bring its data over, start Dialin ${COMMIT_BEFORE} on it once, run "dialin db backup FILE" with that, and then "dialin db restore FILE" with this release and an empty database (another DATABASE_URL or DATA_DIR).`

/** The migrations that make the tables of a backup; undefined if this release cannot make them. */
export function migrationsFor<Known extends AppliedFile>(applied: readonly AppliedFile[], known: Known[]) {
  if (isBeforeBaseline(applied))
    return applied.at(-1)?.name === LAST_BEFORE
      ? known.slice(0, known.findIndex(({ name }) => name === LAST_OF_BASELINE) + 1)
      : undefined
  const isKnown = applied.every(({ name, checksum }, at) => known[at]?.name === name && known[at].checksum === checksum)
  return isKnown ? known.slice(0, applied.length) : undefined
}
