import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import * as v from 'valibot'
import { entriesOf } from '../../adapters/schemas/coerce.ts'
import { scopePurposes } from '../../core/accounts/scopes.ts'
import { ownToolPurposes, toolPurposes } from '../../core/tools.ts'
import { toolsOfPerson } from '../../mcp/me/toolbox.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { brewsOf, drinkerOfGuji, toolsOf } from './me.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

describe('POST /api/mcp/me', () => {
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

  test('answers 401 as JSON until somebody signs in, and asks for a Bearer token', async () => {
    for (const headers of [{}, { authorization: 'Bearer nonsense' }, { accept: 'text/html' }]) {
      const answer = await world.call('POST /api/mcp/me', { body: list, headers })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer resource_metadata="${world.url}/.well-known/oauth-protected-resource/api/mcp/me", scope="read log write"`,
      ])
      expect(answer.body.error).toBeString()
    }
  })

  test('takes no cookie, not even from our own pages', async () => {
    const { token } = await world.person()
    const cookie = `svc_session=${token}`
    for (const origin of [world.url, 'https://evil.example']) {
      const { status } = await world.call('POST /api/mcp/me', { body: list, headers: { cookie, origin } })
      expect([401, 403]).toContain(status)
    }
  })

  test('leaves the tools of POST /api/mcp as they are', async () => {
    const { body } = await world.call('POST /api/mcp', { body: list })
    expect(body.result.tools.map(({ name }: { name: string }) => name)).toEqual(Object.keys(toolPurposes))
  })

  test('has at most eight tools, none of which deletes anything; the home page and /llms.txt name them', async () => {
    const names = toolsOfPerson.tools.map(({ name }) => name)
    expect(Object.keys(ownToolPurposes)).toEqual(names)
    expect(names.length).toBeLessThanOrEqual(8)
    for (const { name, annotations = {} } of toolsOfPerson.list.tools) {
      const isReading = name.startsWith('get_')
      expect([name, annotations.readOnlyHint, annotations.destructiveHint]).toEqual([name, isReading, false])
      expect([name, annotations.idempotentHint]).toEqual([name, isReading || name === 'save_my_recipe'])
      expect(name).not.toMatch(/delete|remove|clear/)
    }
    for (const path of ['/', '/llms.txt']) {
      const { text } = await world.call(`GET ${path}`)
      for (const name of names) expect(text).toContain(name)
    }
  })

  test('has descriptions that say when to use a tool and what it returns, and describes every argument', () => {
    for (const { name, description, inputSchema } of toolsOfPerson.list.tools) {
      expect([name, description]).toEqual([name, expect.stringMatching(/^Use this when .+ Returns /)])
      expect(description?.length).toBeLessThanOrEqual(500)
      expect(inputSchema.additionalProperties).toBe(false)
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
        if (!/Grams$|Seconds$/.test(argument))
          expect([name, argument, schema]).toEqual([
            name,
            argument,
            expect.objectContaining({ description: expect.any(String) }),
          ])
    }
  })

  test('accepts every call that docs/mcp.md lists for its thirty sentences', () => {
    const rows = [...readFileSync('docs/mcp.md', 'utf8').matchAll(/^\| .+ \| `(\w+)`\s* \| `(\{.*\})`\s* \|$/gm)]
    expect(rows).toHaveLength(30)
    expect(new Set(rows.map(([, name = '']) => name))).toEqual(new Set(Object.keys(ownToolPurposes)))
    for (const [, name, args = ''] of rows) {
      const tool = toolsOfPerson.tools.find(one => one.name === name)
      const input = tool?.input as v.GenericSchema
      expect([name, args, v.safeParse(input, JSON.parse(args)).issues]).toEqual([name, args, undefined])
      expect(Object.keys(JSON.parse(args)).filter(argument => !(argument in entriesOf(input)))).toEqual([])
    }
  })

  test.each<[string, VersionNegotiationMode]>([
    ['2025-11-25', 'legacy'],
    ['2026-07-28', { pin: '2026-07-28' }],
  ])('serves the official client of revision %s', async (speaks, mode) => {
    const { person } = await drinkerOfGuji(world)
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
    const requestInit = { headers: { authorization: `Bearer ${person.token}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${world.url}/api/mcp/me`), { requestInit }))
    expect(client.getNegotiatedProtocolVersion()).toBe(speaks)
    expect(client.getServerCapabilities()).toEqual({ tools: {} })
    expect(client.getInstructions()).toContain('untrusted')
    expect((await client.listTools()).tools).toHaveLength(toolsOfPerson.tools.length)
    // The client compares every structured reply with the tool's output schema.
    for (const { name, example } of toolsOfPerson.tools) {
      const answer = await client.callTool({ name, arguments: example as Record<string, unknown> })
      const isBeforeTheFirstBrew = name === 'get_my_next_step' && answer.isError
      expect([name, answer.isError ?? false]).toEqual([name, isBeforeTheFirstBrew ?? false])
    }
    await client.close()
  })
})

describe('a token', () => {
  test('needs these scopes for each tool', () => {
    expect(Object.fromEntries(toolsOfPerson.tools.map(({ name, scopes }) => [name, scopes]))).toEqual({
      get_my_gear: ['read'],
      get_my_shelf: ['read'],
      get_my_brews: ['read'],
      get_my_recipe: ['read'],
      log_my_brew: ['log', 'read'],
      get_my_next_step: ['read'],
      add_my_bag: ['log', 'read'],
      save_my_recipe: ['write', 'read'],
    })
  })

  test.each([
    ['read', 'get_my_shelf', {}, undefined],
    ['read', 'log_my_brew', { doseGrams: 15 }, `"log" (${scopePurposes.log})`],
    ['read', 'add_my_bag', { name: 'Bag' }, `"log" (${scopePurposes.log})`],
    ['log', 'get_my_gear', {}, `"read" (${scopePurposes.read})`],
    ['log', 'log_my_brew', { doseGrams: 15 }, `"read" (${scopePurposes.read})`],
    ['write', 'save_my_recipe', { brew: 'last' }, `"read" (${scopePurposes.read})`],
    ['log,read', 'log_my_brew', { coffee: 'guji', doseGrams: 15 }, undefined],
    ['roaster', 'save_my_recipe', { brew: 'last' }, /"write" \(.+\) and "read" \(.+\)/],
  ])(
    'with %s may call %s %j, or is told which scope it lacks and where to create another',
    async (scopes, name, args, lacks) => {
      const { person, send } = await drinkerOfGuji(world)
      const { body } = await send('POST /api/user/tokens', { name: 'Chat', scopes: scopes.split(',') })
      const { status, isError, text } = await toolsOf(world, { token: body.secret })(name, args)
      expect([status, isError]).toEqual([200, lacks !== undefined])
      if (lacks === undefined) return
      expect(text).toStartWith(`This token can’t call ${name}: it lacks "`)
      expect(text).toMatch(lacks instanceof RegExp ? lacks : new RegExp(RegExp.escape(lacks)))
      expect(text).toEndWith(`or create a token that has it at ${world.ports.site.baseUrl}/me/keys.`)
      expect(await brewsOf(world, person)).toEqual([])
    },
  )
})
