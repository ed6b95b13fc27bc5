import { afterAll, beforeAll, expect, test } from 'bun:test'
import { many } from '../support/many.ts'
import { waitBeside } from '../support/waiting.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** The words of a known grinder, repeated, with one that no name has. */
const unknownName = (at: number) => `${'hario mini mill slim '.repeat(2)}hario mini mill zz${at}`

test('ten batches of names that match no grinder keep nobody waiting', async () => {
  const batch = many(20, at => {
    const name = unknownName(at)
    const params = { name: 'convert_grind_setting', arguments: { from: name, setting: 1, to: name } }
    return { jsonrpc: '2.0', id: at, method: 'tools/call', params }
  })
  const send = () => world.call('POST /api/mcp', { body: batch, headers: { accept: 'application/json' } })
  expect((await send()).body).toHaveLength(20)
  expect(await waitBeside(world, () => Promise.all(many(10, send)))).toBeLessThan(100)
})

test('nor does a table of brews with a thousand of them', async () => {
  const rows = many(1000, at => `2026-03-31 08:15,V60,Guji,Somebody,${unknownName(at)},24,15,250,4`)
  const table = ['date,method,coffee,roaster,grinder,setting,coffee_g,water_g,rating', ...rows].join('\n')
  const preview = async (as: Awaited<ReturnType<TestWorld['person']>>) => {
    const reply = await world.call('POST /api/user/import?isDryRun=true', {
      as,
      body: table,
      headers: { 'content-type': 'text/csv' },
    })
    expect([reply.status, reply.body.brews.taken]).toEqual([200, 1000])
  }
  expect(await waitBeside(world, preview, 100, () => world.person())).toBeLessThan(100)
})
