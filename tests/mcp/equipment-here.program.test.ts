import { afterAll, expect, test } from 'bun:test'
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { placeName } from '../../adapters/config/place.ts'
import type { DataSource } from '../../adapters/equipment/equipment-here.ts'
import { shippedMachines } from '../../db/data/machines.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { bare, dialinProcess } from '../cli/cli.ts'
import { eventually } from '../support/eventually.ts'
import { slowLineTo } from '../support/slow-line.ts'
import {
  embeddedCopy,
  emptyDatabase,
  engine,
  type FreshDatabase,
  freshDatabase,
  prepare,
  temporaryFolder,
} from '../support/templates.ts'
import { startWorld } from '../support/world.ts'

const open: (() => Promise<unknown>)[] = []
const folders = new Set<string>()
afterAll(async () => {
  for (const close of open.reverse()) await close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const folderUntilEnd = (folder: string) => {
  folders.add(folder)
  return folder
}

const envOf = ({ dataDir, databaseUrl }: FreshDatabase) => ({
  ...bare,
  DATA_DIR: folderUntilEnd(dataDir),
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
})

/** A long-running server on stdio, for which a minute passes between two questions. */
async function stdioAt(env: Record<string, string>) {
  const args = ['--preload', './tests/support/fast-clock.ts', 'mcp/stdio.ts']
  return connected(new StdioClientTransport({ command: process.execPath, args, env }))
}

async function connected(transport: StdioClientTransport | StreamableHTTPClientTransport) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  open.push(() => client.close())
  return client
}

async function importAt(env: Record<string, string>, kind: 'grinders' | 'machines', record: object) {
  const file = join(folderUntilEnd(temporaryFolder()), 'changed.json')
  await Bun.write(file, JSON.stringify([record]))
  expect(await dialinProcess([kind, 'import', file], env)).toMatchObject({ exit: 0 })
}

/**
 * A process that shares the database server and nothing else of this machine; a folder cannot be
 * shared.
 */
const elsewhere = ({ dataDir, databaseUrl }: FreshDatabase) =>
  envOf({ databaseUrl, dataDir: databaseUrl ? temporaryFolder() : dataDir })

const renamed = { ...shippedGrinders.bySlug('comandante-c40-mk4'), model: 'C40 MK4 X' }
const [aeropress] = shippedMachines.list().filter(({ slug }) => slug === 'aeropress-go')
const smaller = { ...aeropress, model: 'Go X', minWaterGrams: 50, maxWaterGrams: 90 }

const chart = { name: 'get_grinder_chart', arguments: { grinder: 'comandante-c40-mk4' } }
const recipe = { name: 'get_brew_recipe', arguments: { grinder: 'k ultra', machine: 'aeropress-go' } }
const nameIn = async (client: Client) => ((await client.callTool(chart)).structuredContent as { name: string }).name
const sourceOf = async (client: Client) => (await client.callTool(chart))._meta?.['dialin/data'] as DataSource

test('a running server on stdio sees what another process imports into the database', async () => {
  const place = await freshDatabase()
  const client = await stdioAt(envOf(place))
  expect(await nameIn(client)).toBe('C40 MK4')
  await importAt(elsewhere(place), 'grinders', renamed)
  await eventually(async () => (await nameIn(client)) === 'C40 MK4 X')
  expect(await sourceOf(client)).toEqual({ source: 'database', place: placeName(place), asOf: expect.any(String) })
})

test('an imported machine works the same over HTTP and on stdio', async () => {
  const world = await startWorld()
  open.push(world.stop)
  const overHttp = await connected(new StreamableHTTPClientTransport(new URL(`${world.url}/api/mcp`)))
  const overStdio = await stdioAt(envOf(world.config))
  const recipeOver = async (client: Client) => (await client.callTool(recipe)).structuredContent
  expect(await recipeOver(overStdio)).toEqual(await recipeOver(overHttp))
  await importAt(elsewhere(world.config), 'machines', smaller)
  await world.refresh()
  const imported = await recipeOver(overHttp)
  expect(imported).toMatchObject({ machine: { name: 'Go X' }, waterGrams: 90 })
  await eventually(async () => Bun.deepEquals(await recipeOver(overStdio), imported))
})

test('an empty database is used once it is filled', async () => {
  const place = await emptyDatabase()
  const client = await stdioAt(envOf(place))
  expect(await sourceOf(client)).toEqual({
    source: 'shipped',
    insteadOf: placeName(place),
    why: 'has no grinders yet; start the service on it once.',
  })
  await prepare(place)
  await importAt(elsewhere(place), 'grinders', renamed)
  await eventually(async () => (await nameIn(client)) === 'C40 MK4 X')
})

test('a data folder that gets its database later is used from then on', async () => {
  const place = await embeddedCopy('seeded')
  const [there, away] = [join(place.dataDir, 'pglite'), join(place.dataDir, 'not yet')]
  renameSync(there, away)
  const client = await stdioAt(envOf(place))
  expect(await sourceOf(client)).toEqual({ source: 'shipped' })
  renameSync(away, there)
  await eventually(async () => (await sourceOf(client)).source === 'database')
})

if (engine === 'postgres')
  test('when a server becomes unreachable its last answer is used, and it is asked again when it is back', async () => {
    const place = await freshDatabase()
    const line = await slowLineTo(place.databaseUrl ?? '', 0)
    open.push(line.close)
    const client = await stdioAt(envOf({ ...place, databaseUrl: line.url }))
    line.cut()
    expect(await sourceOf(client)).toMatchObject({
      source: 'shipped',
      insteadOf: expect.stringContaining('PostgreSQL'),
    })
    line.mend()
    await eventually(async () => (await sourceOf(client)).source === 'database')
    line.cut()
    await importAt(elsewhere(place), 'grinders', renamed)
    expect(await nameIn(client)).toBe('C40 MK4')
    line.mend()
    await eventually(async () => (await nameIn(client)) === 'C40 MK4 X')
  })
