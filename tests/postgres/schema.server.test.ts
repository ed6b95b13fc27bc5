import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, migrationNames } from '../../adapters/postgres/engine/migrate.ts'
import { postgresPrograms } from '../support/cluster.ts'
import { ran } from '../support/ran.ts'
import { emptyDatabase, visited } from '../support/templates.ts'

const SCHEMA = 'db/schema.sql'
/** Another version of pg_dump writes the same schema differently. */
const MAJOR = 15
const pgDump = join(postgresPrograms() ?? '', 'pg_dump')

const heading = `-- What the migrations up to ${migrationNames().at(-1)} make.
-- For reading only: no program reads it. \`bun run schema\` writes it anew, a law and a test say when it is stale.
-- Each table with its keys, indexes and triggers, then the functions; as pg_dump of PostgreSQL ${MAJOR} tells it.
`

test.skipIf(majorOf(await said(pgDump, '--version')) !== MAJOR)(
  `${SCHEMA} is what the migrations make, as pg_dump ${MAJOR} tells it`,
  async () => {
    const place = await emptyDatabase()
    await visited(place, migrate)
    // Which months of events have a table depends on the day.
    const options = ['--schema-only', '--no-owner', '--no-privileges', '--exclude-table=events_2*']
    const dump = await said(pgDump, ...options, place.databaseUrl ?? '')
    const schema = `${heading}\n${byTable(statementsIn(dump)).join('\n\n')}\n`
    if (process.env.RECORD_SCHEMA) await Bun.write(SCHEMA, schema)
    expect(readFileSync(SCHEMA, 'utf8')).toBe(schema)
  },
)

async function said(...command: string[]) {
  const { out, err, exit } = await ran(command)
  expect({ err, exit }).toEqual({ err: '', exit: 0 })
  return out
}

function majorOf(version: string) {
  return Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1])
}

/**
 * Each has a comment with its name above it; before the first and after the last are session
 * settings.
 */
function statementsIn(dump: string) {
  return dump
    .split(/^--\n-- (?:Name: .*|PostgreSQL database dump complete)\n--$/m)
    .slice(1, -1)
    .map(statement =>
      statement
        .replaceAll(/^(SET default_\w+ = .*|COMMENT ON EXTENSION .*)$/gm, '')
        .replaceAll('public.', '')
        .replace(' WITH SCHEMA public', '')
        .replace(/^(ALTER TABLE|CREATE INDEX \w+ ON) ONLY /m, '$1 ')
        .replace(/^(ALTER TABLE \w+)\n +ADD/m, '$1 ADD')
        .replace(/ IDENTITY \(\n.*\n {4}START WITH 1\n {4}INCREMENT BY 1\n[^)]*\)/, ' IDENTITY')
        .trim(),
    )
    .filter(statement => statement !== '' && !/^ALTER INDEX \w+ ATTACH PARTITION /.test(statement))
}

/**
 * pg_dump lists all tables, then all indexes, then all keys; a reader wants everything about one
 * table together.
 */
function byTable(statements: string[]) {
  const tableOfIndex = new Map(
    statements.flatMap(statement => {
      const [, index = '', table = ''] = /^CREATE (?:UNIQUE )?INDEX (\w+) ON (\w+)/.exec(statement) ?? []
      const [, keyed = '', key = ''] = /^ALTER TABLE (\w+) ADD CONSTRAINT (\w+)/.exec(statement) ?? []
      return index ? [[index, table] as const] : key ? [[key, keyed] as const] : []
    }),
  )
  const {
    extensions = [],
    functions = [],
    ...tables
  } = Object.groupBy(statements, statement => {
    const [, index = ''] = /^COMMENT ON INDEX (\w+)/.exec(statement) ?? []
    return tableOfIndex.get(index) ?? roomOf(statement)
  })
  const sorted = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [extensions.join('\n'), ...sorted.map(([, of = []]) => of.join('\n')), ...functions]
}

function roomOf(statement: string) {
  if (/^CREATE EXTENSION /.test(statement)) return 'extensions'
  if (/^CREATE FUNCTION /.test(statement)) return 'functions'
  const [, table] =
    /^(?:CREATE (?:UNLOGGED )?(?:TABLE|VIEW)|ALTER TABLE|CREATE STATISTICS .* FROM|CREATE (?:UNIQUE )?INDEX \w+ ON|CREATE (?:CONSTRAINT )?TRIGGER .*? ON) (\w+)/s.exec(
      statement,
    ) ?? []
  if (table === undefined) throw new Error(`Of what table is this?\n${statement}`)
  return table
}
