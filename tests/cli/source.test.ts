import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeName } from '../../adapters/config/place.ts'
import { cacheEquipment } from '../../adapters/equipment/equipment-cache.ts'
import { shippedMachines } from '../../db/data/machines.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import {
  emptyDatabase,
  engine,
  type FreshDatabase,
  freshDatabase,
  temporaryFolder,
  visited,
} from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { bare, dialin } from './cli.ts'

const c40 = shippedGrinders.bySlug('comandante-c40-mk4')
if (!c40) throw new Error('The C40 has gone.')
/** Every point five clicks further out. */
const changed = {
  ...c40,
  model: 'C40 MK4 X',
  maxSetting: 50,
  references: c40.references.map(point => ({ ...point, setting: point.setting + 5 })),
}

let world: TestWorld
let env: Record<string, string>
beforeAll(async () => {
  world = await startWorld()
  const { dataDir, databaseUrl } = world.config
  env = { ...bare, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
})
afterAll(() => world.stop())

const json = async (args: string[], env: Record<string, string>) =>
  JSON.parse((await dialin([...args, '--json'], env)).out)
const conversion = ['convert', 'comandante-c40-mk4', '24', '1zpresso-k-ultra']
const cacheFiles = () => readdirSync(world.config.dataDir).filter(name => name.startsWith('equipment'))

test('the service and commands see an import', async () => {
  const file = join(world.config.dataDir, 'changed.json')
  await Bun.write(file, JSON.stringify([changed]))
  expect((await dialin(['grinders', 'import', file], env)).exit).toBe(0)
  await world.refresh()

  const { url: _url, ...converted } = (
    await world.call('GET /api/v1/convert?from=comandante-c40-mk4&setting=24&to=1zpresso-k-ultra')
  ).body
  expect(converted.from.name).toBe('C40 MK4 X')
  const { data, ...answer } = await json(conversion, env)
  expect(answer).toEqual(converted)
  expect(data).toEqual({ source: 'database', place: world.database.place, asOf: expect.any(String) })
  const { url: _page, dial: _dial, ...chart } = (await world.call('GET /api/widget/grinder/comandante-c40-mk4')).body
  expect(await json(['chart', 'comandante-c40-mk4'], env)).toEqual({ ...chart, data: expect.anything() })
  expect((await json(['grinders', 'list', 'mk4 x'], env)).count).toBe(1)

  const { out } = await dialin(conversion, env)
  expect(out).toEndWith(`from ${world.database.place}, as of ${data.asOf}\n`)
  expect((await json(conversion, bare)).data).toEqual({ source: 'shipped' })
  expect((await dialin(conversion)).out).not.toContain('as of')
})

describe('the file that commands read instead of the database', () => {
  test('is readable by its owner only', () => {
    expect(cacheFiles()).toHaveLength(1)
    for (const name of cacheFiles()) expect(statSync(join(world.config.dataDir, name)).mode & 0o777).toBe(0o600)
  })

  test.each(['', '[]', '{"grinders":[]}', '{"grinders', '{"grinders":[{"slug":"comandante-c40-mk4"}]}'])(
    'broken (%j): the database is asked',
    async text => {
      for (const name of cacheFiles()) writeFileSync(join(world.config.dataDir, name), text)
      expect((await json(conversion, env)).from.name).toBe('C40 MK4 X')
      expect(cacheFiles()).toHaveLength(1)
    },
  )
})

test('a database that nobody has opened yet is asked, and one that does not answer is named', async () => {
  const { dataDir, databaseUrl } = await freshDatabase()
  const place = { ...bare, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  expect((await json(conversion, place)).data.source).toBe('database')
  const gone = { ...bare, DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }
  expect((await json(conversion, gone)).data).toEqual({
    source: 'shipped',
    insteadOf: 'PostgreSQL 127.0.0.1/none',
    why: 'does not answer.',
  })
  expect((await dialin(conversion, gone)).out).toContain(
    'The shipped grinders: PostgreSQL 127.0.0.1/none does not answer.',
  )
  rmSync(dataDir, { recursive: true, force: true })
})

/** What a command prints about a database that it cannot read grinders from. */
async function expectShipped(place: FreshDatabase, why: string) {
  const env = { ...bare, DATA_DIR: place.dataDir, ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }) }
  const insteadOf = placeName(place)
  expect((await json(conversion, env)).data).toEqual({ source: 'shipped', insteadOf, why })
  expect((await dialin(conversion, env)).out).toEndWith(`The shipped grinders: ${insteadOf} ${why}\n`)
}

test('a database without tables has no grinders yet', async () => {
  const place = await emptyDatabase()
  await expectShipped(place, 'has no grinders yet; start the service on it once.')
  await visited(place, sql => sql`create table grinders (maker text)`)
  await expectShipped(place, 'answers, but its grinders cannot be read.')
  rmSync(place.dataDir, { recursive: true })
})

if (engine === 'postgres')
  test('a missing database on a server that answers is reported as such', async () => {
    const { dataDir, databaseUrl = '' } = await freshDatabase()
    const url = new URL(databaseUrl)
    url.pathname = '/no_such_database'
    await expectShipped(
      { databaseUrl: url.href, dataDir },
      'does not exist on that server; create it with createdb, then try again.',
    )
    rmSync(dataDir, { recursive: true })
  })

test('a server that does not answer is asked once a minute; until then an old file is used, with its age', async () => {
  let asked = 0
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { open: () => void asked++, data: () => {} } })
  const place = { databaseUrl: `postgres://nobody@127.0.0.1:${silent.port}/none`, dataDir: temporaryFolder() }
  cacheEquipment(place, { grinders: shippedGrinders, machines: shippedMachines })
  const before = new Date(Date.now() - 2 * 60 * 60_000)
  const [file = ''] = readdirSync(place.dataDir)
  utimesSync(join(place.dataDir, file), before, before)
  const env = { ...bare, DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl }
  const data = { source: 'database', place: 'PostgreSQL 127.0.0.1/none', asOf: before.toISOString() }
  expect((await json(conversion, env)).data).toEqual(data)
  const once = asked
  expect(once).toBeGreaterThan(0)
  expect((await json(conversion, env)).data).toEqual(data)
  expect(asked).toBe(once)
  silent.stop(true)
  rmSync(place.dataDir, { recursive: true })
})
