import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { emptyDatabase } from '../support/templates.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { type Change, envOfAnn, expectLine, fillingActs, systemUser } from './audit-lines.ts'
import { dialin, dialinProcess, envOf } from './cli.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('a line of the audit log names the user of the operating system, whatever the environment says', async () => {
  const { email } = await world.person()
  const env = { ...envOf(world), USER: 'mallory' }
  expect(await dialinProcess(['users', 'disable', email], env)).toMatchObject({ exit: 0 })
  const { entries } = JSON.parse((await dialin(['audit', '--json'], envOf(world))).out)
  expect(entries[0]).toMatchObject({ act: 'users disable', who: systemUser })
})

const another = async () => {
  const { databaseUrl = '', dataDir } = await emptyDatabase()
  return { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SESSION_SECRET: 'x'.repeat(32) }
}
const fillings: Record<(typeof fillingActs)[number], () => Promise<Change>> = {
  seed: async () => ({ args: ['--scale', '10'], on: { kind: 'database' } }),
  'db restore': async () => {
    const file = join(world.config.dataDir, 'one.backup.zst')
    await dialin(['db', 'backup', file], envOfAnn(world))
    return { args: [file], on: { kind: 'database' }, in: await another() }
  },
  'db copy': async () => {
    const { DATABASE_URL, DATA_DIR } = await another()
    return { args: ['--to', DATABASE_URL || DATA_DIR], on: { kind: 'database' } }
  },
}
test.each(fillingActs)(
  'an admin act that fills a database (%s) leaves a line that says who did what to what',
  async act => expectLine(world, act, await fillings[act]()),
)
