import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const leaves = `
import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
test('a folder', () => void mkdtempSync(join(tmpdir(), 'left-')))
test('a failure', () => expect(1).toBe(2))
`

test('`bun test` alone leaves nothing in the temporary folder, not even when a test fails', async () => {
  const [place, files] = ['dialin-empty-', 'dialin-leaves-'].map(name => mkdtempSync(join(tmpdir(), name)))
  const file = join(files ?? '', 'leaves.test.ts')
  await Bun.write(file, leaves)
  const child = Bun.spawn([process.execPath, 'test', file], {
    env: { ...process.env, TMPDIR: place },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  expect(await new Response(child.stderr).text()).toContain(' 1 pass\n 1 fail\n')
  expect(readdirSync(place ?? '')).toEqual([])
})
