import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bare } from '../cli/cli.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const home = mkdtempSync(join(tmpdir(), 'dialin-inspector-'))
let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(async () => {
  await world.stop()
  rmSync(home, { recursive: true, force: true })
})

const doors: Record<string, () => string[]> = {
  'over HTTP': () => [`${world.url}/api/mcp`, '--transport', 'http'],
  'over stdio': () => [process.execPath, 'mcp/stdio.ts'],
}
const eras = ['legacy', 'auto', 'modern']
const rows = Object.entries(doors).flatMap(([door, open]) => eras.map(era => [door, era, open] as const))

/** The official inspector, on its command line. */
async function inspected(target: string[], era: string, ...args: string[]) {
  const program = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'
  const child = Bun.spawn(
    [process.execPath, '--bun', program, '--cli', ...target, '--protocol-era', era, '--format', 'json', ...args],
    { env: { ...bare, HOME: home }, stdout: 'pipe', stderr: 'pipe' },
  )
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exit: await child.exited, out, err }
}

test.each(rows)('the inspector %s, %s, accepts every schema, and calls a tool', async (_, era, open) => {
  const listed = await inspected(open(), era, '--method', 'tools/list', '--strict')
  expect([listed.exit, listed.err]).toEqual([0, ''])
  expect(listed.out).toContain('convert_grind_setting')
  const args = ['--tool-arg', 'from=c40 mk4', 'setting=24', 'to=k ultra']
  const called = await inspected(open(), era, '--method', 'tools/call', '--tool-name', 'convert_grind_setting', ...args)
  expect([called.exit, called.err]).toEqual([0, ''])
  expect(called.out).toContain('1zpresso-k-ultra')
})
