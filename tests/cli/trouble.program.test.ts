import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ran } from '../support/ran.ts'
import { freshDatabase } from '../support/templates.ts'
import { bare, dialinProcess } from './cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-trouble-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string) => join(folder, name)

test('a service whose port is taken says so, exits, and leaves its database to others', async () => {
  const { dataDir, databaseUrl } = await freshDatabase()
  const taken = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } })
  const env = {
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...{ NODE_ENV: 'production', BASE_URL: 'none', SMTP_URL: 'none', SESSION_SECRET: 'none' },
  }
  const args = ['serve', '--host', '127.0.0.1', '--port', `${taken.port}`, '--data', dataDir]
  expect(await dialinProcess(args, env)).toEqual({
    out: '',
    err: `Port ${taken.port} is in use by another program; stop that program, or choose another port with PORT (0 for any free one).\n`,
    exit: 1,
  })
  taken.stop(true)
})

const program = [process.execPath, 'cli/main.ts']

describe('the process', () => {
  test('exits with a sentence if the disk is full', async () => {
    symlinkSync('/dev/full', inFolder('full'))
    const child = Bun.spawn([...program, 'grinders', 'list'], {
      env: bare,
      stdout: Bun.file(inFolder('full')),
      stderr: 'pipe',
    })
    expect([await new Response(child.stderr).text(), await child.exited]).toEqual([
      'The disk that holds standard output is full; free some space, then try again.\n',
      1,
    ])
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('that is stopped by %s says so', async (signal, code) => {
    const { promise: called, resolve } = Promise.withResolvers<void>()
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { open: () => resolve(), data: () => {} } })
    const env = { ...bare, DATABASE_URL: `postgres://me@127.0.0.1:${silent.port}/dialin` }
    const child = Bun.spawn([...program, 'users', 'list'], { env, stdout: 'ignore', stderr: 'pipe' })
    await called
    child.kill(signal)
    expect([await new Response(child.stderr).text(), await child.exited]).toEqual([
      'Interrupted. Unfinished work was not saved.\n',
      code,
    ])
    silent.stop(true)
  })
})

describe('without Bun on the machine', () => {
  const told = { out: '', err: expect.stringMatching(/^Dialin runs on Bun.* npx -y bun@1\.4\.4 run dialin .*\n$/) }

  test('the command says how to run it', async () => {
    mkdirSync(inFolder('bin'))
    for (const name of ['dirname', 'readlink']) symlinkSync(`${Bun.which(name)}`, join(inFolder('bin'), name))
    symlinkSync(resolve('cli/dialin'), inFolder('dialin'))
    expect(await ran(['/bin/sh', inFolder('dialin'), 'chart', 'encore'], { env: { PATH: inFolder('bin') } })).toEqual({
      ...told,
      exit: 127,
    })
  })

  test('so does Node, which reads no further', async () => {
    const code = new Bun.Transpiler({ loader: 'ts' }).transformSync(await Bun.file('cli/main.ts').text())
    await Bun.write(inFolder('main.mjs'), code)
    expect(await ran([`${Bun.which('node')}`, inFolder('main.mjs'), 'chart'], { env: { PATH: bare.PATH } })).toEqual({
      ...told,
      exit: 127,
    })
  })
})
