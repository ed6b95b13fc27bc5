import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { readServiceConfig } from '../../adapters/config/config.ts'
import { dialin } from './cli.ts'

const given = {
  DATA_DIR: '/nowhere/dialin',
  BASE_URL: 'https://dialin.example',
  DATABASE_URL: 'postgres://me:hunter2@db.example/dialin',
  DATABASE_READ_URL: 'postgres://me:hunter2@other.example/dialin',
  SMTP_URL: 'smtp://me:hunter2@mail.example:587',
  MAIL_FROM: 'me@mail.example',
  SESSION_SECRET: 'hunter2 hunter2 hunter2 hunter2 hunter2',
  PICTURES_S3_BUCKET: 'b',
  PICTURES_S3_KEY_ID: 'hunter2',
  PICTURES_S3_SECRET: 'hunter2',
  METRICS_TOKEN: 'hunter2 hunter2 hunter2',
  APPLE_JWKS_URL: 'https://me:hunter2@keys.example/apple?key=hunter2',
}

test('dialin config shows every setting and which are defaults, but no secrets; and creates nothing', async () => {
  const { exit, out, err } = await dialin(['config', '--json'], given)
  expect([exit, err, out.includes('hunter2')]).toEqual([0, '', false])
  const rows = JSON.parse(out) as { name: string; value: string; from: string }[]
  expect(rows).toContainEqual({ name: 'DATABASE_URL', value: 'PostgreSQL db.example/dialin', from: 'environment' })
  expect(rows).toContainEqual({ name: 'SMTP_URL', value: 'mail.example:587', from: 'environment' })
  expect(rows).toContainEqual({ name: 'APPLE_JWKS_URL', value: 'https://keys.example/apple', from: 'environment' })
  expect(rows).toContainEqual({ name: 'SUPPORT_EMAIL', value: 'me@mail.example', from: 'default' })
  expect(rows).toContainEqual({ name: 'METRICS_TOKEN', value: 'set', from: 'environment' })
  expect(rows).toContainEqual({ name: 'SIGNUP', value: 'open', from: 'default' })
  expect(rows).toContainEqual({ name: 'PORT', value: '3000', from: 'default' })
  expect((await dialin(['config'], given)).out).not.toContain('hunter2')
  expect(existsSync('/nowhere')).toBe(false)
})

test('says whether a secret comes from a file', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'dialin-config-')), 'token')
  writeFileSync(file, given.METRICS_TOKEN)
  const { out } = await dialin(['config', '--json'], { METRICS_TOKEN_FILE: file })
  expect(JSON.parse(out)).toContainEqual({ name: 'METRICS_TOKEN', value: 'set', from: 'file' })
  writeFileSync(file, '\n')
  for (const name of ['SESSION_SECRET', 'DATABASE_READ_URL', 'METRICS_TOKEN']) {
    const { err, exit } = await dialin(['config'], { [`${name}_FILE`]: file })
    expect([exit, err]).toEqual([1, expect.stringContaining(`${name}_FILE names ${file}, which is empty`)])
  }
  rmSync(dirname(file), { recursive: true })
})

/** The names in the first column of the tables of variables. */
const inTables = ['README.md', 'docs/hosting.md', 'docs/metrics.md'].flatMap(paper =>
  readFileSync(paper, 'utf8')
    .split(/\n{2,}/)
    .filter(part => part.startsWith('| Variable'))
    .flatMap(table => [...table.matchAll(/^\|([^|]*)\|/gm)])
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name)),
)

test('the variables it shows, those in the docs and those the service reads are the same', async () => {
  const asked = new Set<string>()
  const env = new Proxy<Record<string, string>>(
    { ...given, BACKUP_DIR: '/nowhere/backups', METRICS_PORT: '9464' },
    {
      get: (target, name: string) => {
        asked.add(name)
        return target[name]
      },
    },
  )
  readServiceConfig(env)
  const shown = JSON.parse((await dialin(['config', '--json'], given)).out).map(({ name }: { name: string }) => name)
  expect(shown.toSorted()).toEqual(inTables.toSorted())
  expect(shown.toSorted()).toEqual([...asked].filter(name => !name.endsWith('_FILE')).toSorted())
  // For secret ones, the docs say that a file may contain them.
  const [, told = ''] =
    /## Secrets in files\n\n(.*?) are also taken/s.exec(readFileSync('docs/hosting.md', 'utf8')) ?? []
  const inFiles = [...told.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => `${name}_FILE`)
  expect([...asked].filter(name => name.endsWith('_FILE')).toSorted()).toEqual(inFiles.toSorted())
})

test('no code reads the environment on its own', () => {
  const readers = [...new Glob('{core,adapters,cli,mcp,widget}/**/*.{ts,tsx}').scanSync()].filter(file =>
    /(?<!')(process|Bun|import\.meta)\.env\b/.test(readFileSync(file, 'utf8')),
  )
  expect(readers.toSorted()).toEqual([
    'adapters/config/place.ts',
    'adapters/program/install.ts',
    'cli/executable/make.ts',
    'cli/serve.ts',
    'cli/terminal.ts',
    'mcp/bundle/make.ts',
    'mcp/stdio.ts',
  ])
})

test('says which variable is wrong', async () => {
  expect(await dialin(['config'], { PORT: 'eighty' })).toMatchObject({
    exit: 1,
    err: expect.stringContaining('PORT must be a number'),
  })
})
