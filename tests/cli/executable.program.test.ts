import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { licences } from '../../adapters/http/licences.ts'
import { asset, elementScripts } from '../../adapters/http/pages/assets.ts'
import { thisRelease } from '../../adapters/program/release.ts'
import { scripts } from '../../package.json' with { type: 'json' }
import { widgetScript } from '../../widget/build.ts'
import { postgresPrograms, startCluster } from '../support/cluster.ts'
import { eventually } from '../support/eventually.ts'
import { ran } from '../support/ran.ts'
import { describeUnit } from './unit.ts'

// The parent process may have an open engine with a strict umask.
process.umask(0o022)
const folder = mkdtempSync(join(tmpdir(), 'dialin-executable-'))
const isRoot = process.getuid?.() === 0
const programs = postgresPrograms()
const file = join(folder, 'dist/dialin')
/** The user in the container. */
const USER = 65532

/** The working folder: as empty as the container or, if none can be made, completely empty. */
const home = join(folder, 'home')
let isConfined = false
/** Inside the container, where it is the only program; otherwise next to that folder. */
let dialin: (...args: string[]) => string[]
/** A path in that folder, as seen from inside. */
const inside = (name: string) => (isConfined ? `/${name}` : join(home, name))
let service: Bun.Subprocess<'ignore', 'ignore', 'pipe'>
let url = ''

/** As on a bare machine: no program on the PATH, no home, an empty folder. */
const alone = { cwd: home, env: { PATH: '' } }
const BACKUPS = '.dialin/backups'

const program = (name: string) => Bun.which(name, { PATH: `${process.env.PATH}:/usr/sbin:/sbin` }) ?? name

/**
 * With a /proc and a /dev/null in that folder, as in every container, which disappear with the
 * process.
 */
const withProc = (...command: string[]) => {
  const mounted = '"$0" -t proc dialin "$1/proc" && "$0" --bind /dev/null "$1/dev/null" && shift && exec "$@"'
  return [program('unshare'), '--mount', '/bin/sh', '-c', mounted, program('mount'), home, ...command]
}

/** Makes files accessible to the owner only. */
function handOver(name: string, owner = USER) {
  if (isRoot) chownSync(join(home, name), owner, owner)
  return inside(name)
}

/** Waits for a service to print its address, and keeps reading its output. */
function addressIn(pipe: ReadableStream<Uint8Array>, pattern: RegExp): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const read = async () => {
    let said = ''
    for await (const chunk of pipe) {
      said += new TextDecoder().decode(chunk)
      const found = pattern.exec(said)?.[1]
      if (found) resolve(found)
    }
    reject(new Error(said))
  }
  read().catch(reject)
  return promise
}

beforeAll(async () => {
  const make = /&& bun (\S+)$/.exec(scripts.build)?.[1] ?? ''
  // The script itself decides where to write.
  const built = await ran([process.execPath, resolve(make)], { cwd: folder })
  expect(built).toEqual({ out: 'dist/dialin\n', err: '', exit: 0 })
  await ran(['.ci/image-root', file, home])
  for (const name of ['proc', 'dev']) mkdirSync(join(home, name))
  writeFileSync(join(home, 'dev/null'), '')
  // Only root can do this, and not in every container.
  isConfined = isRoot && (await ran(withProc('/bin/true'))).exit === 0
  if (!isConfined) {
    rmSync(home, { recursive: true, force: true })
    mkdirSync(home)
    chmodSync(folder, 0o711)
  }
  handOver('')
  const confined = withProc(program('chroot'), `--userspec=${USER}:${USER}`, home, '/dialin')
  const asUser = isRoot ? [program('setpriv'), `--reuid=${USER}`, `--regid=${USER}`, '--clear-groups'] : []
  dialin = (...args) => [...(isConfined ? confined : [...asUser, file]), ...args]
  const env = { ...alone.env, BACKUP_DIR: inside(BACKUPS) }
  service = Bun.spawn(dialin('serve', '--port', '0'), { ...alone, env, stdout: 'ignore', stderr: 'pipe' })
  url = await addressIn(service.stderr, /ready at (\S+)/)
})
afterAll(async () => {
  service.kill()
  await service.exited
  rmSync(folder, { recursive: true, force: true })
})

const get = async (path: string) => {
  const reply = await fetch(new URL(path, url))
  return { status: reply.status, type: reply.headers.get('content-type') ?? '', body: await reply.bytes() }
}
const textOf = async (path: string) => new TextDecoder().decode((await get(path)).body)

describe('the executable, in an empty folder on a machine without Bun and Node', () => {
  test('is the only file that the build makes', () => {
    expect(readdirSync(folder).sort()).toEqual(['dist', 'home'])
    expect(readdirSync(join(folder, 'dist'))).toEqual(['dialin'])
    const there = readdirSync(home).filter(name => !name.startsWith('lib'))
    expect(there.sort()).toEqual(isConfined ? ['.dialin', 'dev', 'dialin', 'etc', 'proc', 'tmp'] : ['.dialin'])
    expect(statSync(join(home, '.dialin')).uid).toBe(isRoot ? USER : (process.getuid?.() ?? 0))
  })

  test("serves and reports healthy to the container's health check, and unhealthy if nothing is serving", async () => {
    const check = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(readFileSync('Containerfile', 'utf8'))?.[1] ?? '[]'
    const [program, ...args] = JSON.parse(check) as string[]
    expect(program).toBe('/dialin')
    const asked = (PORT: string) =>
      ran(dialin(...args), { ...alone, env: { ...alone.env, NODE_ENV: 'production', HOST: '0.0.0.0', PORT } })
    expect(await asked(new URL(url).port)).toEqual({
      out: `healthy: Dialin ${thisRelease}, database healthy\n`,
      err: '',
      exit: 0,
    })
    expect(await asked('9')).toMatchObject({ out: '', err: expect.stringContaining('is it running?'), exit: 3 })
  })

  test.each(['/', '/recipes', '/sign-in', '/docs'])(
    'shows %s with every style and script that it names',
    async path => {
      const page = await textOf(path)
      const named = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, href = '']) => href)
      expect(named.length).toBeGreaterThan(0)
      for (const href of named) expect(await get(href)).toMatchObject({ status: 200 })
    },
  )

  test('contains every script as built here, and the widget with its own address', async () => {
    for (const name of elementScripts) {
      const { href, text } = await asset(name)
      expect(await textOf(href)).toBe(text)
    }
    expect(await textOf('/embed/widget.js')).toBe(await widgetScript(url))
  })

  test('draws pictures and labels, in a thread and with its own font', async () => {
    const roaster = { email: 'roaster@dialin.example', password: 'dialin-roaster' }
    const signedIn = await fetch(new URL('/api/auth/login', url), { method: 'POST', body: JSON.stringify(roaster) })
    const { token } = (await signedIn.json()) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    const listed = await fetch(new URL('/api/roaster-portal/codes', url), { headers })
    const { codes } = (await listed.json()) as { codes: { code: string }[] }
    for (const path of ['/picture.png', '/grinders/comandante-c40-mk4/picture.png', `/b/${codes[0]?.code}/qr.png`])
      expect(await get(path)).toMatchObject({ status: 200, type: 'image/png' })
    expect(await get(`/b/${codes[0]?.code}/label.pdf`)).toMatchObject({ status: 200, type: 'application/pdf' })
  })

  test('sends mail', async () => {
    const asked = { method: 'POST', body: JSON.stringify({ email: 'demo@dialin.example' }) }
    expect((await fetch(new URL('/api/auth/magic-link', url), asked)).status).toBe(200)
    const [mail] = await eventually(() => {
      const mails = [...new Bun.Glob('.dialin/mail/*.eml').scanSync({ cwd: home, dot: true })]
      return mails.length > 0 ? mails : undefined
    })
    expect(await Bun.file(join(home, mail ?? '')).text()).toContain('Subject:')
  })

  test('makes scheduled backups, and restores one', async () => {
    const made = await eventually(() => {
      const names = existsSync(join(home, BACKUPS)) ? readdirSync(join(home, BACKUPS)) : []
      return names.find(name => name.endsWith('.backup.zst'))
    })
    const there = { ...alone, env: { ...alone.env, DATA_DIR: inside('.dialin/again') } }
    expect(await ran(dialin('db', 'restore', inside(`${BACKUPS}/${made}`)), there)).toMatchObject({ exit: 0 })
    expect(await ran(dialin('users', 'show', 'demo@dialin.example'), there)).toMatchObject({
      exit: 0,
      out: expect.stringContaining('demo@dialin.example'),
    })
  })

  test('lists its licences, as the sources do', async () => {
    const { out, exit } = await ran(dialin('licences'), alone)
    expect([exit, out]).toEqual([0, `${(await licences()).trimEnd()}\n`])
    for (const part of ['Bun, which runs it', 'PostgreSQL, in @electric-sql/pglite', 'lit', 'valibot', 'fontkit'])
      expect(out).toContain(`\n${part}\n\n`)
    for (const name of [
      'The Dialin authors',
      'JavaScriptCore',
      'The Regents of the University',
      'SIL OPEN FONT LICENSE',
    ])
      expect(out).toContain(name)
  })

  test('is the command line, next to a running service and without one', async () => {
    const asked = ['convert', 'c40 mk4', '24', 'k ultra']
    expect(await ran(dialin(...asked), alone)).toMatchObject({
      out: expect.stringContaining('is about 7.8 on'),
      exit: 0,
    })
    const nowhere = { ...alone, env: { ...alone.env, DATA_DIR: inside('nowhere') } }
    expect(await ran(dialin(...asked), nowhere)).toMatchObject({
      out: expect.stringContaining('is about 7.8 on'),
      exit: 0,
    })
    expect(await ran(dialin('db', 'verify'), alone)).toMatchObject({
      out: expect.stringContaining('All stored figures are correct.'),
      exit: 0,
    })
  })

  test.skipIf(!isRoot)(
    'says whose its folder is, and which it may not write (only root can be two users)',
    async () => {
      for (const name of ['theirs', 'closed']) mkdirSync(join(home, name), { mode: 0o755 })
      const DATA_DIR = handOver('theirs', USER + 1)
      const env = { ...alone.env, DATA_DIR, BACKUP_DIR: inside('closed') }
      const { out, exit } = await ran(dialin('doctor', '--json'), { ...alone, env })
      const { findings } = JSON.parse(out) as {
        findings: { about: string; is: string; says: string; remedy?: string }[]
      }
      expect(exit).toBe(1)
      expect(findings.find(({ about }) => about === 'permissions')).toEqual({
        about: 'permissions',
        is: 'wrong',
        says: `${DATA_DIR} belongs to another user`,
        remedy: `Run this as that user, or: chown -R ${USER} ${DATA_DIR}`,
      })
      expect(findings.find(({ about }) => about === 'disk')).toMatchObject({
        is: 'wrong',
        says: `${env.BACKUP_DIR} is not writable`,
      })
    },
  )

  test.skipIf(!programs)('works with PostgreSQL through an address in a file, as in the container', async () => {
    const cluster = await startCluster(programs ?? '')
    writeFileSync(join(home, 'database-url'), `${cluster.url('postgres')}\n`, { mode: 0o600 })
    mkdirSync(join(home, 'data'), { mode: 0o700 })
    const given = { NODE_ENV: 'production', BASE_URL: 'none', SMTP_URL: 'none', SESSION_SECRET: 'none' }
    const place = { DATA_DIR: handOver('data'), DATABASE_URL_FILE: handOver('database-url') }
    const env = { ...alone.env, ...given, ...place, HOST: '0.0.0.0', PORT: '0' }
    const server = Bun.spawn(dialin('serve'), { ...alone, env, stdout: 'pipe', stderr: 'inherit' })
    const port = await addressIn(server.stdout, /"event":"listening".*"port":(\d+)/)
    const said = { ...env, PORT: port }
    expect(await ran(dialin('health'), { ...alone, env: said })).toMatchObject({ exit: 0, err: '' })
    const body = JSON.stringify({ email: 'ann@people.example', password: 'a long one of hers' })
    const registered = await fetch(`http://127.0.0.1:${port}/api/auth/register`, { method: 'POST', body })
    expect(registered.status).toBe(201)
    const listed = await ran(dialin('users', 'list', '--json'), { ...alone, env: said })
    expect(listed).toMatchObject({ exit: 0, out: expect.stringContaining('ann@people.example') })
    server.kill()
    expect(await server.exited).toBe(0)
    expect(readdirSync(join(home, 'data'))).not.toContain('pglite')
    await cluster.stop()
  })
})

describeUnit(file)
