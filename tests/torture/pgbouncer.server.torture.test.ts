import { afterAll, beforeAll, expect, test } from 'bun:test'
import postgres from 'postgres'
import { eventually } from '../support/eventually.ts'
import { openPooler, type Pooler } from '../support/pooler.ts'
import { miscounted } from '../support/recount.ts'
import { emptyDatabase, type FreshDatabase, temporaryFolder, visited } from '../support/templates.ts'
import { openMailbox } from './mailbox.ts'
import { askProcess, type ServiceProcess, startProcess } from './process.ts'

/**
 * Two instances start at once on one empty database behind PgBouncer; one of them dies while it
 * sends mail.
 */
let pooler: Pooler
let direct: postgres.Sql
let mailboxes: Awaited<ReturnType<typeof openMailbox>>[]
let instances: ServiceProcess[]
let place: FreshDatabase

beforeAll(async () => {
  place = await emptyDatabase()
  const { databaseUrl = '' } = place
  direct = postgres(databaseUrl, { max: 1 })
  mailboxes = [await openMailbox(), await openMailbox()]
  pooler = await openPooler(databaseUrl)
  instances = await Promise.all(
    mailboxes.map(({ url }) => startProcess({ DATABASE_URL: pooler.url, DATA_DIR: temporaryFolder(), SMTP_URL: url })),
  )
})
afterAll(async () => {
  for (const instance of instances) await instance.end('SIGTERM')
  for (const mailbox of mailboxes) await mailbox.close()
  await direct.end()
  await pooler.close()
})

const register = async (url: string, email: string) => {
  const { status, body } = await askProcess(url, 'POST /api/auth/register', {
    body: { email, password: 'a long enough password' },
  })
  expect(status).toBe(201)
  return body.token as string
}

test('every migration ran once, and the demo was loaded once', async () => {
  const [twice] = await direct`
    select count(*)::int - count(distinct name)::int as more, (select count(*)::int from users where email = 'demo@dialin.example') as demo
    from migrations`
  expect(twice).toEqual({ more: 0, demo: 1 })
})

test('sessions, cursors and limits work across the instances', async () => {
  const [one, other] = instances as [ServiceProcess, ServiceProcess]
  const token = await register(one.url, 'across@people.example')
  expect((await askProcess(other.url, 'GET /api/auth/me', { token })).status).toBe(200)

  const first = await askProcess(one.url, 'GET /api/recipes?limit=5')
  const next = await askProcess(other.url, `GET /api/recipes?limit=5&cursor=${encodeURIComponent(first.body.cursor)}`)
  const ids = [first, next].flatMap(({ body }) => body.data.map(({ id }: { id: number }) => id))
  expect([ids.length, new Set(ids).size]).toEqual([10, 10])

  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      fetch(`${instances[n % 2]?.url}/api/subscribe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' },
        body: JSON.stringify({ email: `limited${n}@people.example` }),
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 200).length).toBe(3)
  expect(answers.filter(({ status }) => status === 429).length).toBe(9)
})

test('each mail arrives once, even if the instance that sends it dies', async () => {
  const waiting = () => direct<{ id: string }[]>`select id from outbox where failed_at is null`
  // The mails of the tests before this one are not counted with those held.
  await eventually(async () => (await waiting()).length === 0)
  for (const mailbox of mailboxes) mailbox.hold()
  // An instance sends at most five at once, and one of the two may take them all.
  const subjects = Array.from({ length: 5 }, (_, n) => `Held ${n}`)
  for (const [n, subject] of subjects.entries()) {
    const body = { name: 'Ann', email: `held${n}@people.example`, subject, message: 'Hello' }
    expect((await askProcess(instances[n % 2]?.url ?? '', 'POST /api/contact', { body })).status).toBe(200)
  }
  const underWay = () => mailboxes.reduce((sum, mailbox) => sum + mailbox.underWay(), 0)
  await eventually(() => underWay() === subjects.length)
  // Each mailbox belongs to one sender; one that is in the middle of sending dies.
  const dying = mailboxes.findIndex(mailbox => mailbox.underWay() > 0)
  const lost = mailboxes[dying]?.underWay() ?? 0
  await instances[dying]?.end('SIGKILL')
  // A mailbox that has not noticed yet would accept a mail whose sender is dead.
  await eventually(() => mailboxes[dying]?.senders() === 0)
  for (const mailbox of mailboxes) mailbox.release()
  await eventually(async () => (await waiting()).length === lost)
  // Time passes: the dead instance's lease ends, and the other one takes over.
  await direct`update outbox set next_attempt_at = now()`
  await eventually(async () => (await waiting()).length === 0)
  const letters = mailboxes.flatMap(mailbox => mailbox.letters).filter(({ subject }) => subject.includes('Held'))
  expect(letters.map(({ subject }) => subject.replace(/.*Held/, 'Held')).sort()).toEqual(subjects)
})

test('every counter agrees with what it counts', async () => {
  expect(await visited(place, miscounted)).toEqual([])
})
