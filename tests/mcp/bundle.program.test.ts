import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type VersionNegotiationMode } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import * as v from 'valibot'
import { version } from '../../package.json' with { type: 'json' }
import { bare } from '../cli/cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-bundle-'))
const installed = join(folder, 'installed')
const address = 'https://coffee.example'

const ran = async (args: string[], env: Record<string, string> = {}) => {
  const child = Bun.spawn([process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exit: await child.exited, said: `${out}${err}`, out }
}

const tool = ['--bun', 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js']

beforeAll(async () => {
  const { exit, said, out } = await ran(['mcp/bundle/make.ts', folder], { BASE_URL: `${address}/` })
  expect([exit, said]).toEqual([0, expect.stringContaining(`dialin-${version}.mcpb`)])
  const bundle = out.split('\n').find(line => line.endsWith('.mcpb')) ?? ''
  expect(statSync(bundle).size).toBeLessThan(1_000_000)
  expect((await ran([...tool, 'unpack', bundle, installed])).exit).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const manifestOf = () => Bun.file(join(installed, 'manifest.json')).json()

describe('the bundle for Claude Desktop', () => {
  test('is accepted by the official tool, and names its privacy page', async () => {
    expect(await ran([...tool, 'validate', join(installed, 'manifest.json')])).toMatchObject({ exit: 0 })
    expect(await manifestOf()).toMatchObject({
      version,
      homepage: address,
      privacy_policies: [`${address}/privacy`],
      icon: 'icon.png',
    })
    const png = await Bun.file(join(installed, 'icon.png')).bytes()
    expect([...png.slice(1, 4)].map(byte => String.fromCharCode(byte)).join('')).toBe('PNG')
  })

  test('contains the licences of third-party code', async () => {
    const notices = await Bun.file(join(installed, 'NOTICES.txt')).text()
    for (const name of ['@modelcontextprotocol/server', 'valibot', 'zod', 'ajv'])
      expect(notices).toContain(`\n${name}\n\n`)
    expect(notices).toContain('Copyright (c) Fabian Hiller')
  })

  test.each<[string, VersionNegotiationMode]>([
    ['says hello first', 'legacy'],
    ['asks which revision to speak', 'auto'],
    ['speaks the current revision only', { pin: '2026-07-28' }],
  ])('answers a client that %s, unpacked, with nothing but Node', async (_, mode) => {
    const { server, tools } = await manifestOf()
    const args = (server.mcp_config.args as string[]).map(arg => arg.replace('$' + '{__dirname}', installed))
    const command = Bun.which(server.mcp_config.command)
    if (!command) throw new Error(`The bundle runs on ${server.mcp_config.command}; put it on the PATH.`)
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
    await client.connect(new StdioClientTransport({ command, args, env: bare, cwd: folder }))
    const listed = (await client.listTools()).tools.map(({ name, description }) => ({ name, description }))
    expect(listed).toEqual(tools)
    const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args })
    expect(await call('convert_grind_setting', { from: 'c40 mk4', setting: 24, to: 'k ultra' })).toMatchObject({
      structuredContent: { to: { slug: '1zpresso-k-ultra', label: '7.8' } },
    })
    expect(await call('get_grinder_chart', { grinder: 'teapot' })).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('Closest: ') }],
    })
    expect(await call('get_brew_recipe', { grinder: 'k ultra', method: 'v60' })).not.toHaveProperty('isError')
    expect((await client.listPrompts()).prompts).toHaveLength(2)
    await client.close()
  })
})

/** The registry's schema of 2025-12-11, as far as a server is concerned that runs at an address. */
const RegistryEntry = v.strictObject({
  $schema: v.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: v.pipe(v.string(), v.maxLength(200), v.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)),
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  description: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  version: v.literal(version),
  websiteUrl: v.pipe(v.string(), v.url()),
  icons: v.array(
    v.strictObject({
      src: v.pipe(v.string(), v.url(), v.startsWith('https://'), v.maxLength(255)),
      mimeType: v.picklist(['image/png', 'image/svg+xml']),
      sizes: v.array(v.pipe(v.string(), v.regex(/^(\d+x\d+|any)$/))),
    }),
  ),
  remotes: v.array(v.strictObject({ type: v.literal('streamable-http'), url: v.pipe(v.string(), v.url()) })),
})

test('server.json is accepted by the registry, with the address of its host', async () => {
  const made = await Bun.file(join(folder, 'server.json')).text()
  expect(v.parse(RegistryEntry, JSON.parse(made))).toMatchObject({
    name: 'example.coffee/dialin',
    websiteUrl: address,
    remotes: [{ url: `${address}/api/mcp` }],
  })
  const ofPapers = made.replaceAll(address, 'https://dialin.example').replace('example.coffee/', 'example.dialin/')
  expect(await Bun.file('server.json').json()).toEqual(JSON.parse(ofPapers))
})
