import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { AddressInfo } from 'node:net'
import type { Email } from 'postal-mime'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { openWorld } from '../../adapters/compose.ts'
import { createLog } from '../../adapters/program/log.ts'
import { browsing } from '../support/browsing.ts'
import { eventually } from '../support/eventually.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** A real SMTP server that keeps what it gets, and refuses on demand. */
const mails: Email[] = []
let refusal: { code: number; message: string } | undefined
const smtp = new SMTPServer({
  closeTimeout: 100,
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: async (stream, _session, done) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    if (refusal) return done(Object.assign(new Error(refusal.message), { responseCode: refusal.code }))
    mails.push(await PostalMime.parse(Buffer.concat(chunks)))
    done()
  },
})

let world: TestWorld
beforeAll(async () => {
  await new Promise<void>(ready => smtp.listen(0, '127.0.0.1', ready))
  const { port } = smtp.server.address() as AddressInfo
  world = await startWorld({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Dialin <hello@dialin.test>' })
})
afterAll(async () => {
  await world.stop()
  await new Promise<void>(closed => smtp.close(closed))
})

async function askForLink() {
  const person = await world.person()
  await world.call('POST /api/auth/magic-link', { body: { email: person.email } })
  return person.email
}
const mailsTo = (address: string) => mails.filter(mail => mail.to?.[0]?.address === address)
const queuedFor = async (address: string) => {
  const [row] = await world.sql`
    select id, attempts, next_attempt_at, failed_at, last_error from outbox where recipient = ${address}`
  return row
}

describe('the postman', () => {
  test('sends over SMTP, in HTML and plain text, and deletes what is delivered', async () => {
    const email = await askForLink()
    const queued = await queuedFor(email)
    await world.postman.deliver()
    const [mail] = mailsTo(email)
    expect(mail).toMatchObject({
      from: { name: 'Dialin', address: 'hello@dialin.test' },
      messageId: `<${queued?.id}@dialin.test>`,
    })
    expect(mail?.text).toContain(`${world.url}/sign-in?token=`)
    expect(mail?.html).toContain(`${world.url}/sign-in?token=`)
    expect(await queuedFor(email)).toBeUndefined()
  })

  test('retries with growing pauses under the same Message-ID', async () => {
    const email = await askForLink()
    const { id } = (await queuedFor(email)) ?? {}
    refusal = { code: 451, message: 'busy, come back later' }
    const pauses: number[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      await world.postman.deliver()
      const row = await queuedFor(email)
      expect(row?.lastError).toContain('come back later')
      const pauseSeconds = Math.round((Date.parse(row?.nextAttemptAt) - world.clock.now().getTime()) / 1000)
      pauses.push(pauseSeconds)
      // Not due yet, so nothing happens.
      await world.postman.deliver()
      expect((await queuedFor(email))?.attempts).toBe(attempt + 1)
      world.clock.advance({ seconds: pauseSeconds + 1 })
    }
    expect(pauses).toEqual([30, 120, 480, 1920])
    refusal = undefined
    await world.postman.deliver()
    expect(mailsTo(email).map(mail => mail.messageId)).toEqual([`<${id}@dialin.test>`])
  })

  test('gives up if the server refuses for good', async () => {
    const email = await askForLink()
    refusal = { code: 550, message: 'no such mailbox' }
    await world.postman.deliver()
    refusal = undefined
    expect((await queuedFor(email))?.failedAt).toEqual(expect.any(String))
    world.clock.advance({ days: 1 })
    await world.postman.deliver()
    expect(mailsTo(email)).toEqual([])
  })

  test('sends each mail once when several instances deliver at the same time', async () => {
    const other = await openWorld(
      { ...world.config, port: 0 },
      createLog('silent', () => {}),
      { clock: world.clock.now },
    )
    const addresses = await Promise.all(Array.from({ length: 12 }, askForLink))
    const deliveries = [world, other, world, other].map(({ postman }) => postman.deliver())
    await Promise.all(deliveries)
    await other.close()
    for (const address of addresses) expect(mailsTo(address).length).toBe(1)
  })

  test('takes over a mail whose worker died', async () => {
    const email = await askForLink()
    // Claimed by a worker that died, never delivered.
    await world.sql`update outbox set attempts = 1, next_attempt_at = ${new Date(world.clock.now().getTime() + 120_000)} where recipient = ${email}`
    await world.postman.deliver()
    expect(mailsTo(email)).toEqual([])
    world.clock.advance({ minutes: 3 })
    await world.postman.deliver()
    expect(mailsTo(email).length).toBe(1)
  })

  test('tells all members of a roaster about a comment on its recipe, except its author and those who opted out', async () => {
    const coffees = [{ slug: 'worka', name: 'Worka', recipes: [{ method: 'v60' }] }]
    const roastery = await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees })
    const [owner, editor, quiet] = [
      await aMember(world, roastery),
      await aMember(world, roastery),
      await aMember(world, roastery),
    ]
    const body = { notifyRecipeComments: false }
    await world.call('PUT /api/user/notification-preferences', { as: quiet, body })
    const { status, headers } = await browsing(world, editor).send('/brew/hill-road/worka/v60/comments', {
      body: 'What water?',
    })
    expect(status).toBe(303)
    await world.postman.deliver()
    expect([editor, quiet].flatMap(({ email }) => mailsTo(email))).toEqual([])
    const [mail] = mailsTo(owner.email)
    expect(mail?.subject).toContain('commented on Worka')
    expect(mail?.text).toContain('What water?')
    const [, linked = ''] = new RegExp(`${world.url}(/recipes/\\d+)#comment-\\d+`).exec(mail?.text ?? '') ?? []
    const opened = await world.call(`GET ${linked}`, { headers: { accept: 'text/html' } })
    expect(opened.headers.get('location')).toBe(headers.get('location')?.replace(/#.*/, '') ?? '')
    const ends = mail?.headers.find(({ key }) => key === 'list-unsubscribe')?.value.slice(1, -1) ?? ''
    await world.call(`POST ${ends.slice(world.url.length)}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await browsing(world, editor).send('/brew/hill-road/worka/v60/comments', { body: 'Anybody?' })
    await world.postman.deliver()
    expect(mailsTo(owner.email)).toHaveLength(1)
  })

  test('runs periodically by itself', async () => {
    const email = await askForLink()
    world.postman.start()
    await eventually(() => mailsTo(email).length === 1)
    await world.postman.stop()
  })
})

test('a mail exists exactly if its cause does', async () => {
  await world.sql`alter table outbox add constraint no_support check (template <> 'contact-message')`
  const body = { name: 'Ann', email: 'ann@people.example', subject: 'Hi', message: 'Lost?' }
  const { status } = await world.call('POST /api/contact', { body })
  await world.sql`alter table outbox drop constraint no_support`
  const kept = await world.sql`select 1 from contact_messages where message = 'Lost?'`
  expect([status, kept.length]).toEqual([500, 0])
})
