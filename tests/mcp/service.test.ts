import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { toolPurposes } from '../../core/tools.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { shippedTechniques } from '../../db/data/techniques.ts'
import { toolsOfService } from '../../mcp/server.ts'
import { dialin } from '../cli/cli.ts'
import { grinderId, publish } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { doorMistakes, doorQuestions, sharedByAll } from './questions.ts'

let world: TestWorld
const overHttp = new Client({ name: 'test', version: '1.0.0' })
beforeAll(async () => {
  world = await startWorld()
  await overHttp.connect(new StreamableHTTPClientTransport(new URL(`${world.url}/api/mcp`)))
})
afterAll(async () => {
  await overHttp.close()
  await world.stop()
})

describe('every interface gives the same answer to the same question', () => {
  test.each(Object.entries(doorQuestions))('%s', async (_, { rest, tool, cli }) => {
    const answer = sharedByAll((await world.call(`GET ${rest}`)).body)
    expect(Object.keys(answer).length).toBeGreaterThan(0)
    expect((await overHttp.callTool(tool)).structuredContent).toEqual(answer)
    expect(JSON.parse((await dialin(cli)).out)).toEqual({ ...answer, data: { source: 'shipped' } })
  })

  test.each(doorMistakes)('%s is the same sentence', async (_, { rest, tool, cli }) => {
    const { status, body } = await world.call(`GET ${rest}`)
    expect([400, 404]).toContain(status)
    expect(await overHttp.callTool(tool)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(`${body.error} Example: `) }],
    })
    expect(await dialin(cli)).toEqual({ out: '', err: `${body.error}\n`, exit: 1 })
  })
})

test('an error about water uses the name that was sent', async () => {
  const asked = { name: 'get_brew_recipe', arguments: { grinder: 'k ultra', method: 'drip', waterGrams: -1 } }
  expect(await overHttp.callTool(asked)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('waterGrams must be at least 1. Example: ') }],
  })
})

describe('the running service', () => {
  test('identifies itself, and shows its icon', async () => {
    const { baseUrl } = world.ports.site
    expect(overHttp.getServerVersion()).toMatchObject({ title: 'Dialin', websiteUrl: baseUrl })
    const [icon] = overHttp.getServerVersion()?.icons ?? []
    const { status, headers } = await world.call(`GET ${new URL(icon?.src ?? '').pathname}`)
    expect([status, headers.get('content-type')]).toEqual([200, icon?.mimeType ?? null])
  })

  test('lists its tools and completes slugs for the official client', async () => {
    expect((await overHttp.listTools()).tools).toHaveLength(5)
    expect((await overHttp.listResources()).resources).toHaveLength(shippedGrinders.list().length)
    const ref = { type: 'ref/resource' as const, uri: 'grinder://{slug}' }
    const { completion } = await overHttp.complete({ ref, argument: { name: 'slug', value: '1zpresso-k-u' } })
    expect(completion.values).toEqual(['1zpresso-k-ultra'])
  })

  test("finds community recipes, for the asker's grinder", async () => {
    const { id, coffee } = await publish(world, await world.person('Ann'))
    const find = (args: object) =>
      overHttp.callTool({ name: 'find_recipes', arguments: { search: coffee.name, ...args } })
    const found = await find({ grinder: 'k ultra' })
    const { body } = await world.call(
      `GET /api/recipes/search?${new URLSearchParams({ q: coffee.name, grinder: '1zpresso-k-ultra' })}`,
    )
    // As sentences only.
    const { why: _, ...onGrinder } = body.data[0].onGrinder
    expect(onGrinder.label).toBeString()
    expect(found.structuredContent).toMatchObject({
      recipes: [{ id, url: `${world.ports.site.baseUrl}/recipes/${id}`, onGrinder }],
      total: 1,
    })
    expect(found.content).toMatchObject([{ text: expect.stringContaining('on the 1Zpresso K-Ultra (') }])
    const jMax = { grinderId: grinderId(world, '1zpresso-j-max'), grindSetting: 139 }
    const { coffee: other } = await publish(world, await world.person('Joe'), jMax)
    expect((await find({ search: other.name })).content).toMatchObject([
      { text: expect.stringContaining('; 1.4.9 on the 1Zpresso J-Max / J-Max S;') },
    ])
    expect(await find({ brewMethod: 'chemex' })).toMatchObject({ structuredContent: { recipes: [], total: 0 } })
    expect(await find({ method: 'chemex' })).toMatchObject({ structuredContent: { recipes: [], total: 0 } })
    expect(await find({ cursor: 'x' })).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^find_recipes has no argument "cursor"; it has search, method, roaster, /) },
      ],
    })
    expect(await find({ method: 'chemex', brewMethod: 'v60' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('method and brewMethod are two names for the same field') }],
    })
    expect(await find({ limit: 50 })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('limit must be at most 20.') }],
    })
  })

  test('finds as many techniques as were asked for', async () => {
    const find = async (args: object) => {
      const { structuredContent } = await overHttp.callTool({ name: 'find_recipes', arguments: { ...args } })
      return (structuredContent as { techniques: unknown[] }).techniques.length
    }
    const all = shippedTechniques.list().filter(({ method }) => method === 'aeropress').length
    expect(all).toBeGreaterThan(5)
    expect(await find({ method: 'aeropress', limit: 20 })).toBe(Math.min(20, all))
    expect(await find({ method: 'aeropress' })).toBe(5)
  })

  test.each(toolsOfService.tools.map(({ name, example }) => [name, example] as const))(
    'takes the call of %s that it shows to who made a bad one',
    async (name, example) => {
      const { isError } = await overHttp.callTool({ name, arguments: example as Record<string, unknown> })
      expect(isError).toBeUndefined()
    },
  )

  test('is described on the home page and in /llms.txt with all its tools, and how to add it to Claude Desktop', async () => {
    const names = toolsOfService.tools.map(({ name }) => name)
    expect(Object.keys(toolPurposes)).toEqual(names)
    const { site } = world.ports
    const { baseUrl } = site
    for (const path of ['/', '/llms.txt']) {
      const local = (await world.call(`GET ${path}`)).text
      for (const name of names) expect(local).toContain(name)
      expect(local.replaceAll('&quot;', '"')).toContain('"args": ["/path/to/dialin/cli/main.ts", "mcp"]')
      // Its configuration file starts programs and refuses addresses.
      expect(local).not.toMatch(/mcpServers[^}]*url/)
    }
    site.baseUrl = 'https://dialin.example'
    const elsewhere = (await world.call('GET /')).text
    site.baseUrl = baseUrl
    expect(elsewhere).toContain('Add custom connector:</i>\nhttps://dialin.example/api/mcp<')
    expect(elsewhere).not.toContain('mcpServers')
  })

  test.each(['GET', 'DELETE'])('answers %s with 405 and names POST', async method => {
    const { status, headers } = await world.call(`${method} /api/mcp`, { headers: { accept: 'text/event-stream' } })
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('refuses a page of another origin if it only has a local address', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const headers = { origin: 'https://evil.example' }
    expect((await world.call('POST /api/mcp', { body, headers })).status).toBe(403)
  })

  test('accepts a page of any origin if it has a public address', async () => {
    const { site } = world.ports
    const { baseUrl } = site
    site.baseUrl = 'https://dialin.example'
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' }
    const answer = await world.call('POST /api/mcp', { body, headers: { origin: 'https://other.example' } })
    site.baseUrl = baseUrl
    expect([answer.status, answer.body.result]).toEqual([200, {}])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('knows only the grinders of its catalog', async () => {
    await world.sql`update grinders set record = jsonb_set(record, '{model}', '"Zero Two"') where slug = 'niche-zero'`
    await world.refresh()
    const { structuredContent } = await overHttp.callTool({
      name: 'get_grinder_chart',
      arguments: { grinder: 'niche-zero' },
    })
    expect(structuredContent).toMatchObject({ name: 'Zero Two' })
  })
})
