import { afterAll, beforeAll, expect, test } from 'bun:test'
import { weeklyStats } from '../../core/brews/week.ts'
import { getAnalytics } from '../../core/portal/analytics.ts'
import { memberFor } from '../../core/portal/members.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test.each([
  ['UTC', '2026-03-09T03:45:00Z', '2026-03-09'],
  ['America/New_York', '2026-03-09T03:45:00Z', '2026-03-08'],
  ['Pacific/Kiritimati', '2026-03-09T10:00:00Z', '2026-03-10'],
])('in %s at %s it is %s', async (timeZone, now, today) => {
  expect(await world.ports.calendar.today(timeZone, new Date(now))).toBe(today)
})

test('a time zone that the database does not know is refused, and is not our error', async () => {
  await expect(world.ports.calendar.today('Mars/Olympus', new Date())).rejects.toMatchObject({
    code: 'invalid',
    message: 'tz Mars/Olympus is not known here; use an older name of the same zone.',
  })
})

test('the days of a roaster and the week of a person use the same calendar', async () => {
  const ports = { ...world.ports, calendar: { today: async () => '2031-05-06' } }
  const roasterId = await aRoastery(world, { slug: 'one', name: 'One', coffees: [] })
  const { id } = await aMember(world, roasterId)
  const person = await world.ports.accounts.personOf({ userId: id, sessionVersion: 1, sessionId: crypto.randomUUID() })
  if (!person) throw new Error('There is no such person.')
  const member = await memberFor(person, world.ports.members)
  const tz = 'Asia/Tokyo'
  const { to } = await getAnalytics({ tz }, ports, member)
  const { brewsByDay } = await weeklyStats({ tz }, ports, member)
  expect([to, brewsByDay.at(-1)?.date]).toEqual(['2031-05-06', '2031-05-06'])
})
