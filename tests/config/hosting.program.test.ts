import { afterAll, expect, test } from 'bun:test'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'dialin-hosting-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const read = (file: string) => readFileSync(file, 'utf8')

test('the image has a program, its C library and a user; one line creates the data folder and sets its owner', () => {
  const root = join(folder, 'image')
  expect(Bun.spawnSync(['.ci/image-root', '/bin/true', root]).exitCode).toBe(0)
  expect(
    readdirSync(root)
      .filter(name => !name.startsWith('lib'))
      .sort(),
  ).toEqual(['dialin', 'etc', 'tmp'])
  expect(read('Containerfile')).toMatch(/^COPY --from=build --chown=65532:65532 --chmod=0700 \/empty \/data$/m)
})

test.skipIf(!Bun.which('systemd-analyze'))('systemd takes the unit, and finds little left to close', async () => {
  const unit = join(folder, 'dialin.service')
  const program = join(folder, 'dialin')
  writeFileSync(program, '')
  chmodSync(program, 0o755)
  writeFileSync(unit, read('docs/hosting/dialin.service').replace('/usr/local/bin/dialin', program))
  const verified = Bun.spawn(['systemd-analyze', 'verify', unit], { stdout: 'pipe', stderr: 'pipe' })
  const said = await new Response(verified.stderr).text()
  expect([await verified.exited, said.split('\n').filter(line => line.includes('dialin.service'))]).toEqual([0, []])
  const looked = Bun.spawn(['systemd-analyze', 'security', '--offline=true', unit], { stderr: 'ignore' })
  const exposure = /exposure level for dialin\.service: ([\d.]+)/.exec(await new Response(looked.stdout).text())?.[1]
  expect(Number(exposure)).toBeLessThan(2)
  const [, told, release] =
    /`systemd-analyze security` says ([\d.]+) of 10 \(systemd (\d+)/.exec(read('docs/hosting.md')) ?? []
  const here = Bun.spawnSync(['systemd-analyze', '--version']).stdout.toString()
  // Each release checks different things.
  if (here.startsWith(`systemd ${release} `)) expect(told).toBe(`${exposure}`)
})
