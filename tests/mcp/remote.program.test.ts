import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { ownToolPurposes } from '../../core/tools.ts'
import { bare } from '../cli/cli.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { drinkerOfGuji } from './me.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

type Answer = { content: { text: string }[]; structuredContent?: Record<string, unknown>; isError?: boolean }

async function overStdio<T>(
  env: Record<string, string>,
  use: (client: Client) => Promise<T>,
  args: readonly string[] = ['mcp/stdio.ts'],
) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...args],
      // Where nobody is signed in.
      env: { ...bare, XDG_CONFIG_HOME: '/nowhere', ...env },
      stderr: 'ignore',
    }),
  )
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

const call = async (client: Client, name: string, args: object = {}) =>
  (await client.callTool({ name, arguments: { ...args } })) as Answer

test.each([{ args: ['mcp/stdio.ts'] }, { args: ['cli/main.ts', 'mcp'] }])(
  '$args with a token also offers the tools of its owner',
  async ({ args }) => {
    const { person } = await drinkerOfGuji(world)
    const env = { DIALIN_URL: world.url, DIALIN_TOKEN: person.token }
    const askAll = async (client: Client) => {
      const names = (await client.listTools()).tools.map(({ name }) => name)
      expect(names).toHaveLength(4 + Object.keys(ownToolPurposes).length)
      const cup = { coffee: 'guji', doseGrams: 15, waterGrams: 250, taste: ['sour'] }
      expect((await call(client, 'log_my_brew', cup)).content[0]?.text).toContain('Next step: Grind 2 clicks finer')
      expect((await call(client, 'log_my_brew', { doseGrams: 'x' })).isError).toBe(true)
      const here = await call(client, 'convert_grind_setting', { from: 'c40 mk4', setting: 24, to: 'k ultra' })
      expect(here.structuredContent).toMatchObject({ reachable: true })
      await expect(client.callTool({ name: 'make_tea', arguments: {} })).rejects.toMatchObject({ code: -32602 })
    }
    await overStdio(env, askAll, args)
  },
)

test('the token can be read from a file', async () => {
  const { person } = await drinkerOfGuji(world)
  const file = join(mkdtempSync(join(tmpdir(), 'dialin-token-')), 'token')
  writeFileSync(file, `${person.token}\n`, { mode: 0o600 })
  await overStdio({ DIALIN_URL: `${world.url}/`, DIALIN_TOKEN_FILE: file }, async client => {
    expect((await call(client, 'get_my_shelf')).structuredContent).toMatchObject({ total: 1 })
  })
})

test('the answer says if the token is refused or the service cannot be reached, and the local tools still work', async () => {
  await overStdio({ DIALIN_URL: world.url, DIALIN_TOKEN: 'nonsense' }, async client => {
    expect((await client.listTools()).tools).toHaveLength(4 + Object.keys(ownToolPurposes).length)
    const { isError, content } = await call(client, 'get_my_shelf')
    expect([isError, content[0]?.text]).toEqual([
      true,
      expect.stringContaining('refused the token. Run dialin login again'),
    ])
    expect(content[0]?.text).toContain('/me/keys')
  })
  await overStdio({ DIALIN_URL: 'http://localhost:1', DIALIN_TOKEN: 'nonsense' }, async client => {
    const { isError, content } = await call(client, 'get_my_shelf')
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining('Couldn’t reach http://localhost:1')])
    expect((await call(client, 'get_grinder_chart', { grinder: 'c40 mk4' })).isError).toBeUndefined()
  })
})

test('the token is not sent on after a redirect', async () => {
  const seen: (string | null)[] = []
  const thief = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url, headers }) => {
      seen.push(`${new URL(url).pathname} ${headers.get('authorization')}`)
      return url.endsWith('/stolen')
        ? new Response()
        : new Response(null, { status: 307, headers: { location: '/stolen' } })
    },
  })
  await overStdio({ DIALIN_URL: `http://localhost:${thief.port}`, DIALIN_TOKEN: 'secret' }, async client => {
    expect((await call(client, 'get_my_shelf')).content[0]?.text).toContain('status 307')
  })
  await thief.stop(true)
  expect(seen).toEqual(['/api/mcp/me Bearer secret'])
})

test.each<[string, Record<string, string>, string]>([
  ['a token without an address', {}, 'DIALIN_URL must be the address'],
  ['an address that is not encrypted', { DIALIN_URL: 'http://dialin.example' }, 'It must be https'],
  ['an address with a password', { DIALIN_URL: 'https://a:b@dialin.example' }, 'DIALIN_URL must be'],
  ['a token with a space', { DIALIN_URL: 'https://dialin.example', DIALIN_TOKEN: 'a b' }, 'DIALIN_TOKEN must be'],
])('%s is refused at the start, in one sentence', async (_, env, sentence) => {
  for (const args of [['mcp/stdio.ts'], ['cli/main.ts', 'mcp']]) {
    const { exitCode, stderr } = Bun.spawnSync([process.execPath, ...args], {
      env: { ...bare, XDG_CONFIG_HOME: '/nowhere', DIALIN_TOKEN: 'secret', ...env },
    })
    expect([exitCode, stderr.toString()]).toEqual([1, expect.stringContaining(sentence)])
    expect(stderr.toString()).not.toContain('    at ')
  }
})
