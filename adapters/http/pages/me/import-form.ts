import type { GivenChoices } from '../../../imports/import-file.ts'
import { type TypedFields, typedAfter } from '../described-fields.ts'
import { postedWithFile } from '../form.ts'
import type { OwnVisit } from '../own-page.ts'

/** A file that was chosen, and what the form said about it. */
export interface SentImport {
  file: Buffer
  fileName: string
  choices: GivenChoices
  /** What was typed about grinders that we do not know, by their names in the file. */
  own: ReadonlyMap<string, TypedFields>
  /** Whether it comes from the preview, so that there is nothing left to ask. */
  isMatched: boolean
}

/**
 * A table of this size is sent along with its preview where no script keeps it chosen, so that it
 * need not be chosen again. It is stored nowhere.
 */
export const MOST_KEPT_BYTES = 2 * 1024 * 1024
const LONGEST_NAME = 200

/** More than a table may have. */
const MOST_ANSWERS = 200

export async function sentImport({ request, ports }: OwnVisit): Promise<SentImport> {
  const { file, fileName, field } = await postedWithFile('file', request, ports)
  const kept = file.length > 0 ? undefined : field('kept')
  const choices = (kind: string) => {
    const named = Array.from({ length: MOST_ANSWERS }, (_, at) => [field(`${kind}-${at}-name`), field(`${kind}-${at}`)])
    return Object.fromEntries(named.filter(([name, chosen]) => name !== undefined && chosen !== undefined))
  }
  const typed = Array.from({ length: MOST_ANSWERS }, (_, at): [string | undefined, TypedFields] => [
    field(`grinder-${at}-name`),
    typedAfter(ownPrefix(at), { get: name => field(name) ?? null, has: name => field(name) !== undefined }),
  ])
  const method = field('method')
  return {
    file: kept === undefined ? file : Buffer.from(kept, 'base64'),
    fileName: (kept === undefined ? fileName : (field('kept-name') ?? '')).slice(0, LONGEST_NAME),
    choices: {
      columns: choices('column'),
      grinders: choices('grinder'),
      coffees: choices('coffee'),
      ...(method && { method }),
    },
    own: new Map(
      typed.flatMap(([name, fields]) => (name !== undefined && fields.has('highest') ? [[name, fields]] : [])),
    ),
    isMatched: field('matched') !== undefined,
  }
}

/** What the fields begin with that describe a grinder of the file. */
export const ownPrefix = (at: number) => `grinder-${at}-own-`
