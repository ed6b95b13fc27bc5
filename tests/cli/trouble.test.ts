import { afterAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileTrouble } from '../../adapters/program/file-trouble.ts'
import { troubleOf } from '../../adapters/trouble/trouble.ts'
import { runProgram } from '../../cli/program.ts'
import { bare, dialin } from './cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-trouble-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string) => join(folder, name)
const password = 'hunter2'

describe('dialin db copy', () => {
  test.each([
    [
      'a slip in the scheme',
      `postgress://me:${password}@host/dialin`,
      '--to must be a folder, or an address that starts',
    ],
    ['another scheme', `mysql://me:${password}@host/dialin`, '--to must be a folder, or an address that starts'],
    ['no scheme', `me:${password}@host/dialin`, '--to must be a folder, or an address that starts'],
    ['one slash', `postgres:/me:${password}@host/dialin`, '--to must be a folder, or an address that starts'],
    ['a host and a port', 'host.example:5432/dialin', '--to must be a folder, or an address that starts'],
    ['nothing', '', '--to must be a folder'],
    ['standard output', '-', '--to must be a folder'],
    ['an @ in the password', `postgres://me:${password}@${password}@host/dialin`, '--to contains a character'],
    ['a slash in the password', `postgres://me:1/${password}@host/dialin`, '--to contains a character'],
    ['a percent sign in the password', `postgres://me:%${password}@host/dialin`, '--to contains a character'],
    ['no port', `postgres://me:${password}@host:99999/dialin`, '--to must be an address like'],
  ])('takes no place with %s, makes none, and repeats no password', async (_, to, sentence) => {
    const { out, err, exit } = await dialin(['db', 'copy', '--from', inFolder('source'), '--to', to])
    expect([exit, out, err]).toEqual([1, '', expect.stringContaining(sentence)])
    expect(err).not.toContain(password)
    expect(existsSync(to)).toBe(false)
  })

  test('does not create a folder to copy from', async () => {
    const { err, exit } = await dialin(['db', 'copy', '--from', inFolder('none'), '--to', inFolder('target')])
    expect([exit, err]).toEqual([1, expect.stringContaining(`There is no database in ${inFolder('none')}`)])
    expect([existsSync(inFolder('none')), existsSync(inFolder('target'))]).toEqual([false, false])
  })

  test('does not create one to copy to if the source does not answer', async () => {
    const from = `postgres://me:${password}@127.0.0.1:9/dialin`
    expect(await dialin(['db', 'copy', '--from', from, '--to', inFolder('target'), '--json'])).toEqual({
      out: '',
      err: 'PostgreSQL 127.0.0.1/dialin does not answer; check that it is running and that its address is right.\n',
      exit: 3,
    })
    expect(existsSync(inFolder('target'))).toBe(false)
  })

  test('says so if a file is in the way of its folder', async () => {
    await Bun.write(inFolder('file'), '')
    const { err, exit } = await dialin(['seed', '--demo'], { DATA_DIR: inFolder('file') })
    expect([exit, err]).toEqual([1, `${inFolder('file')} is a file, but must be a folder; choose another.\n`])
  })
})

test.each([['users disable ann@example.com'], ['recipes hide 7'], ['claims approve 1'], ['roasters verify hill-road']])(
  '(%s) makes no database to find nothing in it',
  async command => {
    const { err, exit } = await dialin(command.split(' '), { DATA_DIR: inFolder('none') })
    expect([exit, err]).toEqual([1, expect.stringContaining('There is no database in')])
    expect(existsSync(inFolder('none'))).toBe(false)
  },
)

test('a password on a mistyped command line is not repeated', async () => {
  for (const args of [
    [`postgres://me:${password}@host/dialin`],
    ['db', `postgres://me:${password}@host/dialin`],
    ['db', 'copy', '--to', 'x', `postgres://me:${password}@host/dialin`],
    ['db', 'copy', `--too=postgres://me:${password}@host/dialin`],
    [`postgres://me:a space and ${password}@host/dialin`],
    [`postgres://me@host/dialin?sslmode=require&password=${password}`],
    [`me:${password}@host/dialin`],
    [`postgres:me:${password}@host/dialin`],
  ]) {
    const { out, err, exit } = await dialin(args)
    expect([exit, out, err.includes(password)]).toEqual([2, '', false])
  }
})

test('a server that does not answer is reported as such, also if its address comes from the environment', async () => {
  const env = { DATABASE_URL: `postgres://me:${password}@127.0.0.1:9/dialin`, SESSION_SECRET: 'x'.repeat(32) }
  for (const args of [
    ['users', 'list'],
    ['recipes', 'hide', '7'],
    ['db', 'verify'],
    ['seed', '--demo'],
  ])
    expect(await dialin(args, env)).toMatchObject({
      out: '',
      err: expect.stringMatching(/ does not answer;.*\n$/),
      exit: 3,
    })
})

test('a service that cannot start says why', async () => {
  expect(await dialin(['serve'], { PORT: 'eighty', SESSION_SECRET: 'x'.repeat(32) })).toMatchObject({
    err: expect.stringMatching(/^PORT must be a number/),
    exit: 1,
  })
})

test('a system error becomes a sentence to act on', () => {
  const told = (code: string) => fileTrouble(Object.assign(new Error(code), { code }), 'grinders.csv')?.message
  expect(told('ENOSPC')).toBe('The disk that holds grinders.csv is full; free some space, then try again.')
  expect(told('EACCES')).toBe(
    "You don't have permission to use grinders.csv; check its owner and mode, or choose another.",
  )
  const listening = (code: string) =>
    troubleOf(Object.assign(new Error(`${code}: listen`), { code, syscall: 'listen' }))?.message
  expect(listening('EACCES')).toBe('You don’t have permission to use this PORT; choose one above 1023, or 0 for any.')
  expect(listening('EINVAL')).toStartWith('HOST is not an address of this machine')
  // On a full disk, the embedded engine throws a number without a message.
  expect(troubleOf({ name: 'ErrnoError', errno: 51 }, '/data')?.message).toContain('The disk that holds /data is full')
  // So does its lock, which then nobody holds.
  expect(troubleOf({ name: 'SQLiteError', code: 'SQLITE_FULL', errno: 13 })?.message).toBe(
    'The disk that holds DATA_DIR is full; free some space, then try again.',
  )
  expect(troubleOf(new TypeError('x is undefined'))).toBeUndefined()
})

test('so does a folder in place of a file, and a missing file', async () => {
  mkdirSync(inFolder('folder.csv'))
  expect(await dialin(['grinders', 'check', inFolder('folder.csv')])).toMatchObject({
    err: `${inFolder('folder.csv')} is a folder, but must be a file; name a file in it.\n`,
    exit: 1,
  })
})

test('a bug of ours is one sentence without a stack, and says how to see where', async () => {
  const bug = async (env: Record<string, string>) => {
    let err = ''
    const broken = {
      ...{ env: { ...bare, ...env }, read: async () => Buffer.from(''), exitCode: 0, outColumns: 80, errColumns: 80 },
      readLine: async () => '',
      out: () => {
        throw new TypeError('x is undefined\n    at y')
      },
      err: (text: string) => {
        err += text
      },
    }
    return { exit: await runProgram(['grinders', 'list'], broken), err }
  }
  expect(await bug({})).toEqual({
    exit: 70,
    err: 'This is a bug in Dialin: x is undefined\nRun the same command with LOG_LEVEL=debug to see where it happened, and include that in your report.\n',
  })
  const { exit, err } = await bug({ LOG_LEVEL: 'debug' })
  expect([exit, err]).toEqual([
    70,
    expect.stringMatching(/^This is a bug in Dialin: x is undefined\n[\s\S]*trouble\.test/),
  ])
})
