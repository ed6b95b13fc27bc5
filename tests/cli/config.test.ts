import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
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

test('dialin config shows every setting, what is default, and nothing secret; and makes nothing', async () => {
  const { exit, out, err } = await dialin(['config', '--json'], given)
  expect([exit, err, out.includes('hunter2')]).toEqual([0, '', false])
  const rows = JSON.parse(out) as { name: string; value: string; isGiven: boolean }[]
  expect(rows).toContainEqual({ name: 'DATABASE_URL', value: 'PostgreSQL db.example/dialin', isGiven: true })
  expect(rows).toContainEqual({ name: 'SMTP_URL', value: 'mail.example:587', isGiven: true })
  expect(rows).toContainEqual({ name: 'APPLE_JWKS_URL', value: 'https://keys.example/apple', isGiven: true })
  expect(rows).toContainEqual({ name: 'SUPPORT_EMAIL', value: 'me@mail.example', isGiven: false })
  expect(rows).toContainEqual({ name: 'METRICS_TOKEN', value: 'set', isGiven: true })
  expect(rows).toContainEqual({ name: 'SIGNUP', value: 'open', isGiven: false })
  expect(rows).toContainEqual({ name: 'PORT', value: '3000', isGiven: false })
  expect((await dialin(['config'], given)).out).not.toContain('hunter2')
  expect(existsSync('/nowhere')).toBe(false)
  const named = [...readFileSync('README.md', 'utf8').matchAll(/^\| (`[A-Z].*?) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  expect(named.filter(name => !rows.some(row => row.name === name))).toEqual([])
})

test('and says which variable is wrong', async () => {
  expect(await dialin(['config'], { PORT: 'eighty' })).toMatchObject({
    exit: 1,
    err: expect.stringContaining('PORT must be a number'),
  })
})
