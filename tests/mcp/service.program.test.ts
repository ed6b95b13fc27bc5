import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { bare } from '../cli/cli.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { doorMistakes, doorQuestions, sharedByAll } from './questions.ts'

let world: TestWorld
const overStdio = new Client({ name: 'test', version: '1.0.0' })
beforeAll(async () => {
  world = await startWorld()
  await overStdio.connect(new StdioClientTransport({ command: process.execPath, args: ['mcp/stdio.ts'], env: bare }))
})
afterAll(async () => {
  await overStdio.close()
  await world.stop()
})

describe('stdio gives the same answer as the service', () => {
  test.each(Object.entries(doorQuestions))('%s', async (_, { rest, tool }) => {
    const answer = sharedByAll((await world.call(`GET ${rest}`)).body)
    expect(Object.keys(answer).length).toBeGreaterThan(0)
    expect((await overStdio.callTool(tool)).structuredContent).toEqual(answer)
  })

  test.each(doorMistakes)('%s is the same sentence', async (_, { rest, tool }) => {
    const { body } = await world.call(`GET ${rest}`)
    expect(await overStdio.callTool(tool)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining(`${body.error} Example: `) }],
    })
  })

  test('it has four tools, and no address of its own', async () => {
    expect((await overStdio.listTools()).tools).toHaveLength(4)
    expect(overStdio.getServerVersion()).not.toHaveProperty('websiteUrl')
  })
})

test.each(['2025-11-25', '2026-07-28'])(
  'the conformance suite is content with revision %s, but for what needs fixtures of its own',
  async revision => {
    const suite = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'
    const args = ['server', '--url', `${world.url}/api/mcp`, '--suite', 'all', '--spec-version', revision]
    const child = Bun.spawn(
      [process.execPath, '--bun', suite, ...args, '--expected-failures', 'tests/mcp/need-fixtures.yml'],
      { stdout: 'pipe', stderr: 'pipe' },
    )
    const out = await new Response(child.stdout).text()
    expect(out).not.toContain('not in baseline')
    expect(out).toContain('dns-rebinding-protection: 2 passed, 0 failed')
    expect(await child.exited).toBe(0)
  },
)
