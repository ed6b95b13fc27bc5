import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asset, elementScripts } from '../../adapters/http/pages/assets.ts'
import { licences } from '../../adapters/licences.ts'
import { version } from '../../package.json' with { type: 'json' }
import { widgetScript } from '../../widget/build.ts'
import { eventually } from '../support/eventually.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-executable-'))
const dialin = join(folder, 'dialin')
const empty = join(folder, 'empty')
let service: Bun.Subprocess<'ignore', 'ignore', 'pipe'>
let url = ''

/** As on a machine that has nothing: no program on the PATH, no home, an empty folder. */
const alone = { cwd: empty, env: { PATH: '' } }

const ran = async (command: string[], options: { cwd?: string; env?: Record<string, string> } = {}) => {
  const child = Bun.spawn(command, { ...options, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { out, err, exit: await child.exited }
}

beforeAll(async () => {
  mkdirSync(empty)
  expect(await ran([process.execPath, 'cli/executable/make.ts', dialin])).toMatchObject({ exit: 0, err: '' })
  service = Bun.spawn([dialin, 'serve', '--port', '0'], { ...alone, stdout: 'ignore', stderr: 'pipe' })
  let said = ''
  for await (const chunk of service.stderr) {
    said += new TextDecoder().decode(chunk)
    url = /ready at (\S+)/.exec(said)?.[1] ?? ''
    if (url !== '') return
  }
  throw new Error(said)
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

describe('the one executable, in an empty folder of a machine without Bun and Node', () => {
  test('is all that was made', () => {
    expect(readdirSync(folder).sort()).toEqual(['dialin', 'empty'])
    expect(readdirSync(empty)).toEqual(['.dialin'])
  })

  test('serves, and says that it is well to the health check of the container; where nothing serves it does not', async () => {
    const check = /^HEALTHCHECK .* CMD (\[.*\])$/m.exec(readFileSync('Containerfile', 'utf8'))?.[1] ?? '[]'
    const [program, ...args] = JSON.parse(check) as string[]
    expect(program).toBe('/dialin')
    const asked = (PORT: string) =>
      ran([dialin, ...args], { ...alone, env: { ...alone.env, NODE_ENV: 'production', HOST: '0.0.0.0', PORT } })
    expect(await asked(new URL(url).port)).toEqual({
      out: `healthy: Dialin ${version}, database healthy\n`,
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

  test('has every script as it is made here, and the widget with its own address in it', async () => {
    for (const name of elementScripts) {
      const { href, text } = await asset(name)
      expect(await textOf(href)).toBe(text)
    }
    expect(await textOf('/embed/widget.js')).toBe(await widgetScript(url))
  })

  test('draws pictures and labels, in a thread and with a font of its own', async () => {
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

  test('writes mail', async () => {
    const asked = { method: 'POST', body: JSON.stringify({ email: 'demo@dialin.example' }) }
    expect((await fetch(new URL('/api/auth/magic-link', url), asked)).status).toBe(200)
    const [mail] = await eventually(() => {
      const mails = [...new Bun.Glob('.dialin/mail/*.eml').scanSync({ cwd: empty, dot: true })]
      return mails.length > 0 ? mails : undefined
    })
    expect(await Bun.file(join(empty, mail ?? '')).text()).toContain('Subject:')
  })

  test('says under which licences all of it is, as the sources do', async () => {
    const { out, exit } = await ran([dialin, 'licences'], alone)
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

  test('is the command line, beside the running service and without one', async () => {
    const asked = ['convert', 'c40 mk4', '24', 'k ultra']
    expect(await ran([dialin, ...asked], alone)).toMatchObject({
      out: expect.stringContaining('is about 7.8 on'),
      exit: 0,
    })
    const nowhere = { ...alone, env: { ...alone.env, DATA_DIR: join(folder, 'nowhere') } }
    expect(await ran([dialin, ...asked], nowhere)).toMatchObject({
      out: expect.stringContaining('is about 7.8 on'),
      exit: 0,
    })
    expect(await ran([dialin, 'db', 'verify'], alone)).toMatchObject({
      out: expect.stringContaining('Every stored figure is what its rows say.'),
      exit: 0,
    })
  })
})
