import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { startWorld } from '../support/world.ts'
import { bare, dialin, envOf } from './cli.ts'

test('an import is visible over stdio to a process that was started before it', async () => {
  const world = await startWorld()
  const env = { ...bare, ...envOf(world) }
  const overStdio = new Client({ name: 'test', version: '1.0.0' })
  await overStdio.connect(new StdioClientTransport({ command: process.execPath, args: ['mcp/stdio.ts'], env }))
  const file = join(world.config.dataDir, 'changed.json')
  await Bun.write(file, JSON.stringify([{ ...shippedGrinders.bySlug('comandante-c40-mk4'), model: 'C40 MK4 X' }]))
  expect(await dialin(['grinders', 'import', file], env)).toMatchObject({ exit: 0 })
  const asked = { from: 'comandante-c40-mk4', setting: 24, to: '1zpresso-k-ultra' }
  expect(await overStdio.callTool({ name: 'convert_grind_setting', arguments: asked })).toMatchObject({
    structuredContent: { from: { name: 'C40 MK4 X' } },
  })
  await overStdio.close()
  await world.stop()
})
