import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { drinkerOfGuji } from '../mcp/me.ts'
import { answerConsent } from '../support/apps.ts'
import { eventually } from '../support/eventually.ts'
import { jarOf } from '../support/jar.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { bare, dialinProcess } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dialin-home-'))
  file = join(home, '.config/dialin/login.json')
})
afterEach(() => rmSync(home, { recursive: true }))

const ofUser = () => ({ XDG_CONFIG_HOME: '', HOME: home })
const kept = () => JSON.parse(readFileSync(file, 'utf8'))

async function aPerson() {
  const { person } = await drinkerOfGuji(world)
  const jar = jarOf(world)
  jar.cookies.set('svc_session /', { name: 'svc_session', value: person.token, path: '/' })
  return { person, jar }
}

/** A login that waits for somebody in a browser. */
function loggingIn(args: readonly string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, 'cli/main.ts', 'login', ...args], {
    env: { ...bare, ...ofUser(), ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let said = ''
  const reading = (async () => {
    for await (const piece of child.stderr.pipeThrough(new TextDecoderStream())) said += piece
  })()
  return {
    /** The first match in what it says. */
    says: (words: RegExp) => eventually(() => words.exec(said)?.[0]),
    end: async () => {
      const out = await new Response(child.stdout).text()
      await reading
      return { exit: await child.exited, out, err: said }
    },
    stop: () => child.kill(),
  }
}

const authorization = /http:\S+\/oauth\/authorize\?\S+/

describe('dialin login', () => {
  test('opens the browser of this machine and keeps a token for its user alone; logout ends it', async () => {
    const { jar } = await aPerson()
    // In place of a browser: a program that notes what it was asked to open.
    const opened = join(home, 'opened')
    writeFileSync(join(home, 'xdg-open'), `#!/bin/sh\necho "$1" > ${opened}\n`)
    chmodSync(join(home, 'xdg-open'), 0o755)
    const login = loggingIn([world.url], { PATH: `${home}:${bare.PATH}` })
    const url = await login.says(authorization)
    expect(await eventually(() => existsSync(opened) && readFileSync(opened, 'utf8').trim())).toBe(url)
    expect((await jar.open(url.replace(world.url, ''))).text).toContain('Did you just run dialin login on this device?')
    const back = await answerConsent(jar, new URL(url))
    expect((await fetch(new URL('/other', back))).status).toBe(404)
    expect((await fetch(`${back.origin}/?code=x&state=wrong`)).status).toBe(404)
    expect(await (await fetch(back)).text()).toContain('You’re signed in.')
    const { exit, out, err } = await login.end()
    expect([exit, out]).toEqual([0, expect.stringContaining(`Signed in to ${world.url} until `)])
    const { token } = kept()
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
    expect(out + err).not.toContain(token)
    expect((await world.call('GET /api/brew-logs', { as: { token } })).status).toBe(200)
    expect((await jar.open('/me/keys')).text).toContain('Dialin on the command line')

    const client = new Client({ name: 'test', version: '1' })
    const env = { ...bare, ...ofUser() }
    const command = { command: process.execPath, args: ['cli/main.ts', 'mcp'], env, stderr: 'ignore' as const }
    await client.connect(new StdioClientTransport(command))
    const shelf = await client.callTool({ name: 'get_my_shelf', arguments: {} })
    expect(JSON.stringify(shelf.structuredContent)).toContain('Guji Uraga')
    await client.close()

    const bye = await dialinProcess(['logout'], ofUser())
    expect([bye.exit, bye.out, existsSync(file)]).toEqual([0, `Signed out of ${world.url}.\n`, false])
    expect((await world.call('GET /api/brew-logs', { as: { token } })).status).toBe(401)
    expect((await dialinProcess(['logout'], ofUser())).err).toContain('You’re not signed in')
  })

  test('a second time ends the earlier token; nobody is asked if a new one could not be kept', async () => {
    const { person, jar } = await aPerson()
    const byDevice = async () => {
      const login = loggingIn([world.url, '--device'])
      const code = await login.says(/[A-Z]{4}-[A-Z]{4}/)
      await jar.send('/device', { code, answer: 'allow', person: String(person.id) })
      expect((await login.end()).exit).toBe(0)
      return kept().token as string
    }
    const tokens = [await byDevice(), await byDevice()]
    const statuses = tokens.map(async token => (await world.call('GET /api/brew-logs', { as: { token } })).status)
    expect(await Promise.all(statuses)).toEqual([401, 200])
    const nowhere = { HOME: join(home, 'a-file'), XDG_CONFIG_HOME: '' }
    writeFileSync(nowhere.HOME, '')
    const refused = await dialinProcess(['login', world.url, '--device'], nowhere)
    expect([refused.exit === 0, /[A-Z]{4}-[A-Z]{4}/.test(refused.err)]).toEqual([false, false])
  })

  test('with --device goes on after a lost answer: the person may have allowed it already', async () => {
    const replies = [
      new Response('Try again', { status: 503 }),
      Response.json({ access_token: 'given', expires_in: 60 }),
    ]
    const started = {
      device_code: 'd',
      user_code: 'BBBB-CCCC',
      verification_uri: 'http://localhost/device',
      interval: 1,
    }
    const service = Bun.serve({
      port: 0,
      fetch: ({ url }) =>
        url.endsWith('/oauth/device')
          ? Response.json(started)
          : (replies.shift() ?? new Response(null, { status: 400 })),
    })
    try {
      expect((await loggingIn([`http://localhost:${service.port}`, '--device']).end()).exit).toBe(0)
      expect(kept().token).toBe('given')
    } finally {
      await service.stop(true)
    }
  })

  test('follows no link that somebody has put in its place, and takes no file of theirs', async () => {
    const { person, jar } = await aPerson()
    mkdirSync(dirname(file), { recursive: true })
    const theirs = join(home, 'theirs')
    writeFileSync(theirs, 'before')
    symlinkSync(theirs, file)
    const login = loggingIn([world.url, '--device'])
    const code = await login.says(/[A-Z]{4}-[A-Z]{4}/)
    await jar.send('/device', { code, answer: 'allow', person: String(person.id) })
    expect((await login.end()).exit).toBe(0)
    expect([readFileSync(theirs, 'utf8'), statSync(file).mode & 0o777, readdirSync(dirname(file))]).toEqual([
      'before',
      0o600,
      ['login.json'],
    ])
  })

  test('says so and keeps nothing if the person denies it', async () => {
    const { jar } = await aPerson()
    const login = loggingIn([], { DIALIN_URL: world.url })
    const back = await answerConsent(jar, new URL(await login.says(authorization)), 'deny')
    await fetch(back)
    const { exit, err } = await login.end()
    expect([exit, err.trim().split('\n').at(-1), existsSync(file)]).toEqual([
      1,
      'Nothing was shared: the answer in the browser was no.',
      false,
    ])
  })

  test('with --device waits for a code that is typed in any browser', async () => {
    const { person, jar } = await aPerson()
    const login = loggingIn([world.url, '--device', '--scopes', 'read'])
    const code = await login.says(/[A-Z]{4}-[A-Z]{4}/)
    expect((await jar.open('/device')).text).toContain('Type the code')
    expect((await jar.open('/device?code=BBBB-BBBB')).status).toBe(404)
    const { text } = await jar.open(`/device?code=${code.replace('-', '+').toLowerCase()}`)
    expect(text).toContain(`Does your terminal show ${code}?`)
    expect(text).toContain('Log, change or delete brews and bags')
    const done = await jar.send('/device', { code, answer: 'allow', person: String(person.id) })
    expect([done.status, done.text.includes('Your terminal is signed in')]).toEqual([200, true])
    expect((await jar.send('/device', { code, answer: 'allow', person: String(person.id) })).status).toBe(404)
    expect((await login.end()).exit).toBe(0)
    const { token } = kept()
    const status = async (route: string) => (await world.call(route, { as: { token } })).status
    expect([await status('GET /api/brew-logs'), await status('DELETE /api/brew-logs/1')]).toEqual([200, 403])
  })

  test.each([
    [['http://dialin.example'], 'It must be https'],
    [['not an address'], 'Name the service'],
    [[], 'Name the service'],
    [['https://user:secret@dialin.example'], 'Name the service'],
    [['http://127.0.0.1:1', '--device'], 'Couldn’t reach http://127.0.0.1:1'],
    [['{world}', '--device', '--scopes', 'everything'], 'There is no scope everything.'],
  ])('%j is refused in a sentence', async (args, sentence) => {
    const { exit, err } = await dialinProcess(
      ['login', ...args.map(arg => arg.replace('{world}', world.url))],
      ofUser(),
    )
    expect([exit === 0, err.includes(sentence)]).toEqual([false, true])
    expect(err).not.toContain('secret')
  })
})
