import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWorld, type TestWorld } from '../support/world.ts'
import { bare, envOf } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('when the disk fills up, export leaves the old file and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dialin-filling-'))
  const path = join(folder, 'grinders.json')
  await Bun.write(path, 'the last one\n')
  // No file may exceed 32 kB; the list is several times that.
  const limited = ['sh', '-c', `ulimit -f 64; trap '' XFSZ; exec "$@"`, 'sh', process.execPath, 'cli/main.ts']
  const child = Bun.spawn([...limited, 'grinders', 'export', path], {
    env: { ...bare, ...envOf(world) },
    stderr: 'pipe',
  })
  expect([await new Response(child.stderr).text(), await child.exited]).toEqual([
    `${path} would exceed the file size limit of this machine.\n`,
    1,
  ])
  expect([readdirSync(folder), await Bun.file(path).text()]).toEqual([['grinders.json'], 'the last one\n'])
  rmSync(folder, { recursive: true })
})
