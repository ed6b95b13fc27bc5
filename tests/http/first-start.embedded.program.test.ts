import { afterAll, expect, test } from 'bun:test'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { scripts } from '../../package.json' with { type: 'json' }
import { eventually } from '../support/eventually.ts'
import { temporaryFolder } from '../support/templates.ts'

const root = join(import.meta.dir, '../..')
const MOST_MEGABYTES = 500
const FIRST_LINE_WITHIN_SECONDS = 5

const folder = temporaryFolder()
const child = Bun.spawn(['bun', 'cli/serve.ts'], {
  cwd: root,
  env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PORT: '0', DATA_DIR: join(folder, 'data') },
  stdout: 'ignore',
  stderr: 'pipe',
})
let said = ''
let firstLineAfter: number | undefined
const reading = (async () => {
  for await (const chunk of child.stderr) {
    firstLineAfter ??= secondsOf(child.pid)
    said += new TextDecoder().decode(chunk)
  }
})()
afterAll(async () => {
  child.kill()
  await reading
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Since the process began, according to the system, so that a late start on a busy machine does not
 * count.
 */
function secondsOf(pid: number) {
  const startedTicks = Number(/\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]?.split(' ')[19])
  return Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) - startedTicks / 100
}

test('a first start on an empty folder says within five seconds what it does, and then how much is left', async () => {
  await eventually(() => /ready at/.test(said))
  expect(firstLineAfter).toBeLessThan(FIRST_LINE_WITHIN_SECONDS)
  const [first = ''] = said.split('\n')
  expect(first).toContain('creating a database with demo data')
  expect(said).toMatch(/Preparing the database: (\d+) of \1\n/)
  expect(said).toMatch(/Adding demo data: (\d+) of \1\n/)
})

test(`a first start takes less than ${MOST_MEGABYTES} MB of memory`, async () => {
  await eventually(() => /ready at/.test(said))
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024
  expect(peak).toBeLessThan(MOST_MEGABYTES)
})

test('a start without packages shows the progress of installing them within five seconds', async () => {
  const tree = join(folder, 'tree')
  for (const path of [
    'package.json',
    'bun.lock',
    'bunfig.toml',
    'adapters/program/install.ts',
    'adapters/program/shipped.ts',
    'adapters/postgres/engine/patches',
  ])
    cpSync(join(root, path), join(tree, path), { recursive: true })
  const [, install = ''] = /^bun (\S+) &&/.exec(scripts.start) ?? []
  // A registry that never answers, so that installing continues until it is stopped.
  const silent = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Promise<Response>(() => {}) })
  const installing = Bun.spawn(['bun', install], {
    cwd: tree,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      BUN_INSTALL_CACHE_DIR: join(folder, 'cache'),
      npm_config_registry: silent.url.href,
    },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  try {
    const { value } = await installing.stderr.getReader().read()
    expect(secondsOf(installing.pid)).toBeLessThan(FIRST_LINE_WITHIN_SECONDS)
    expect(new TextDecoder().decode(value)).toMatch(/Installing packages \(first start only\): \d+% done/)
  } finally {
    installing.kill()
    await silent.stop(true)
  }
})
