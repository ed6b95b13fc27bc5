import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openWorld, type World } from '../../adapters/compose.ts'
import { createLog } from '../../adapters/program/log.ts'
import { tellShelfNews } from '../../core/library/shelf-news.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
/** Another instance over the same database, with the same clock. */
let other: World
beforeAll(async () => {
  world = await startWorld()
  world.clock.set('2026-11-12T08:00:00Z')
  other = await openWorld(
    world.config,
    createLog('silent', () => {}),
    { clock: world.clock.now },
  )
})
afterAll(async () => {
  await other.close()
  await world.stop()
})

const ask = (as: Someone, route: string, body?: object) => world.call(route, { as, ...(body && { body }) })
const add = async (as: Someone, body: object): Promise<{ id: number }> =>
  (await ask(as, 'POST /api/user/bags', { openedOn: '2026-11-01', ...body })).body.bag
const wanting = async (isWanted = true) => {
  const person = await world.person()
  if (isWanted) await ask(person, 'PUT /api/user/notification-preferences', { notifyShelf: true })
  return person
}
const mailsTo = async ({ email }: Someone) =>
  (await world.mails()).filter(({ to }) => to?.some(({ address }) => address === email))
const bothSweep = () => Promise.all([world.ports, other.ports].map(ports => tellShelfNews(ports)))
const sixHoursLater = () => world.clock.advance({ hours: 6, seconds: 1 })

test('is mailed only to those who asked, once per bag and state, however many instances sweep', async () => {
  const [ann, bob] = [await wanting(), await wanting(false)]
  const past = { roastLevel: 'DARK', roastedOn: '2026-09-01' }
  const bags = await Promise.all([
    add(ann, { name: 'Nearly gone', weightGrams: 250, gramsLeft: 30 }),
    add(ann, { name: 'Long roasted', weightGrams: 250, ...past }),
    add(ann, { name: 'Fine', weightGrams: 250, roastedOn: '2026-11-01' }),
  ])
  const frozen = await add(ann, { name: 'In the freezer', weightGrams: 20, ...past })
  await ask(ann, `POST /api/user/bags/${frozen.id}/freeze`, {})
  await add(bob, { name: 'Not asked for', gramsLeft: 10 })

  expect((await bothSweep()).sort()).toEqual([0, 1])
  const [mail, ...more] = await mailsTo(ann)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('News from your shelf')
  expect(mail?.text).toContain('Running low: Nearly gone.')
  expect(mail?.text).toContain('Past its best: Long roasted.')
  for (const name of ['Fine', 'In the freezer']) expect([name, mail?.text?.includes(name)]).toEqual([name, false])
  expect(mail?.text).toContain('/me/shelf')
  expect(await mailsTo(bob)).toEqual([])

  sixHoursLater()
  expect((await bothSweep()).sort()).toEqual([0, 1])
  expect(await mailsTo(ann)).toHaveLength(1)

  // Another state of a bag is news; the same one after a refill is not.
  await ask(ann, `PATCH /api/user/bags/${bags[1].id}`, { gramsLeft: 20 })
  await ask(ann, `PATCH /api/user/bags/${bags[0].id}`, { gramsLeft: 200 })
  await ask(ann, `PATCH /api/user/bags/${bags[0].id}`, { gramsLeft: 20 })
  sixHoursLater()
  await bothSweep()
  const mails = await mailsTo(ann)
  expect(mails.map(({ subject }) => subject)).toEqual(['News from your shelf', 'Long roasted is running low'])
})

test('tells of each bag once, also if two instances look at the same person', async () => {
  const eve = await wanting()
  const low = await Promise.all(Array.from({ length: 6 }, (_, at) => add(eve, { name: `Bag ${at}`, gramsLeft: 5 })))
  const ids = low.map(({ id }) => id)
  const tell = (ports: TestWorld['ports']) => ports.shelfNews.tell(eve.id, { low: ids, past: [] }, world.clock.now())
  await Promise.all([world, other, world, other].map(({ ports }) => tell(ports)))
  const mails = await mailsTo(eve)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('and 1 more.')
})

test('takes a bounded number of people at a time, those whose turn is longest ago first', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => wanting()))
  sixHoursLater()
  const now = world.clock.now()
  const taken: number[] = []
  const roundOf = new Map<number, number>()
  for (let round = 0; round < 10; round++) {
    const turns = await Promise.all([world, other].map(({ ports }) => ports.shelfNews.takeTurns(now, 2)))
    for (const turn of turns) expect(turn.length).toBeLessThanOrEqual(2)
    taken.push(...turns.flat())
    for (const id of turns.flat()) roundOf.set(id, round)
  }
  // Nobody twice, everybody once, and those never looked at before those who were.
  expect(taken).toHaveLength(new Set(taken).size)
  const [first] = await world.sql<{ id: number }[]>`select min(id) as id from users where notify_shelf`
  for (const { id } of people) {
    expect(taken).toContain(id)
    // Within a round, two instances take theirs in any order.
    expect(roundOf.get(id)).toBeLessThanOrEqual(roundOf.get(first?.id ?? 0) ?? -1)
  }
})

test('stops by the link in the mail, and with the account', async () => {
  const [ann, bob] = [await wanting(), await wanting()]
  for (const person of [ann, bob]) await add(person, { name: 'Low', gramsLeft: 5 })
  await bothSweep()
  const [mail] = await mailsTo(ann)
  const link = /Unsubscribe:\s+\S+?(\/unsubscribe\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const headers = { accept: 'text/html', origin: world.url, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await world.call(`GET ${link}`, { headers })).text).toContain('Unsubscribe from emails about your shelf?')
  expect((await ask(ann, 'GET /api/user/notification-preferences')).body.preferences).toMatchObject({
    notifyShelf: true,
  })
  await world.call(`POST ${link}`, { headers, body: '' })
  expect((await ask(ann, 'GET /api/user/notification-preferences')).body.preferences).toMatchObject({
    notifyShelf: false,
  })
  await add(ann, { name: 'Low, too', gramsLeft: 5 })
  await world.ports.shelfNews.tell(
    ann.id,
    { low: [(await add(ann, { name: 'Raced', gramsLeft: 5 })).id], past: [] },
    world.clock.now(),
  )
  sixHoursLater()
  await world.sweep()
  expect(await mailsTo(ann)).toHaveLength(1)
  expect(await mailsTo(bob)).toHaveLength(1)
})
