import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { readMigrations } from '../../adapters/postgres/engine/migrate.ts'

const list = 'db/migrations/checksums'
const listed = readFileSync(list, 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => line.split('  '))
const files = readMigrations()

test('a listed migration never changes and is never deleted: corrections go into a new file', () => {
  const checksums = new Map(files.map(({ name, checksum }) => [name, checksum]))
  expect(listed.filter(([checksum, name = '']) => checksums.get(name) !== checksum)).toEqual([])
})

test(`a new migration sorts after those of ${list}, whose last line it becomes`, () => {
  const names = listed.map(([, name = '']) => name)
  expect(names).toEqual(names.toSorted())
  const added = files.filter(({ name }) => !names.includes(name))
  expect(added.filter(({ name }) => name < (names.at(-1) ?? ''))).toEqual([])
  expect(added.map(({ name, checksum }) => `${checksum}  ${name}`)).toEqual([])
})

test('db/schema.sql includes the newest migration: after a new one, run `bun run schema`', () => {
  const [heading] = readFileSync('db/schema.sql', 'utf8').split('\n', 1)
  expect(heading).toContain(`up to ${files.at(-1)?.name} make.`)
})

test('a migration is named by its date and what it is about', () => {
  expect(files.map(({ name }) => name).filter(name => !/^\d{4}-\d\d-\d\d-[a-z0-9-]+\.sql$/.test(name))).toEqual([])
})
