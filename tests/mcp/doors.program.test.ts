import { expect, test } from 'bun:test'
import { tmpdir } from 'node:os'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { bare } from '../cli/cli.ts'
import { describeDoors } from './client.ts'

const overStdio = (...args: string[]) => new StdioClientTransport({ command: process.execPath, args, env: bare })

describeDoors({
  'over stdio, with no database': () => overStdio('mcp/stdio.ts'),
  'through the command line': () => overStdio('cli/main.ts', 'mcp'),
})

test('dialin mcp --config prints a command that works from any folder, without a PATH', async () => {
  const printed = Bun.spawnSync([process.execPath, 'cli/main.ts', 'mcp', '--config'], { env: bare })
  const { command, args } = JSON.parse(printed.stdout.toString()).mcpServers.dialin
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command, args, cwd: tmpdir(), env: { PATH: '' } }))
  const { structuredContent } = await client.callTool({ name: 'get_grinder_chart', arguments: { grinder: 'c40 mk4' } })
  expect(structuredContent).toMatchObject({ slug: 'comandante-c40-mk4' })
  await client.close()
})
