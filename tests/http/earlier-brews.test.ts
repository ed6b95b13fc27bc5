import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { grinderId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const NOW = '2026-05-15T12:00:00.000Z'
const personNow = () => {
  world.clock.set(NOW)
  return world.person()
}
const log = (as: Someone, body: object) => world.call('POST /api/brew-logs', { as, body: { method: 'v60', ...body } })
const idsOf = async (as: Someone) =>
  (await world.call('GET /api/brew-logs?limit=50', { as })).body.data.map(({ id }: { id: number }) => id)

describe('a brew from an earlier day', () => {
  test('is listed, counted and compared on the day it was brewed', async () => {
    const ann = await personNow()
    const today = (await log(ann, {})).body.brewLog
    expect(today.brewedAt).toBe(today.createdAt)
    const before = (await log(ann, { brewedAt: '2026-05-13T09:30:00+02:00' })).body.brewLog
    expect(before).toMatchObject({
      brewedAt: '2026-05-13T07:30:00.000Z',
      createdAt: expect.stringContaining('2026-05-15'),
    })
    expect(await idsOf(ann)).toEqual([today.id, before.id])
    expect((await world.call('GET /api/brew-logs/last', { as: ann })).body.brewLog.id).toBe(today.id)
    const stats = async () => (await world.call('GET /api/brew-logs/weekly-stats', { as: ann })).body
    expect((await stats()).stats).toMatchObject({ streak: 1, brewsToday: 1, totalBrews: 2 })
    const between = (await log(ann, { brewedAt: '2026-05-14T08:00:00Z' })).body.brewLog
    expect((await stats()).stats).toMatchObject({ streak: 3, brewsToday: 1, totalBrews: 3 })
    expect((await stats()).brewsByDay.slice(4).map(({ brews }: { brews: object[] }) => brews.length)).toEqual([1, 1, 1])
    expect(await idsOf(ann)).toEqual([today.id, between.id, before.id])
    const { comparison } = (await world.call(`GET /api/brew-logs/${today.id}/compare`, { as: ann })).body
    expect(comparison.previousBrew.id).toBe(between.id)
  })

  test('can be moved to its day later', async () => {
    const ann = await personNow()
    const [first, second] = [(await log(ann, {})).body.brewLog, (await log(ann, {})).body.brewLog]
    const body = { brewedAt: '2026-05-10T08:00:00Z' }
    const revised = await world.call(`PATCH /api/brew-logs/${second.id}`, { as: ann, body })
    expect(revised.body.brewLog).toMatchObject({ brewedAt: '2026-05-10T08:00:00.000Z', createdAt: second.createdAt })
    expect(await idsOf(ann)).toEqual([first.id, second.id])
    const kept = await world.call(`PATCH /api/brew-logs/${second.id}`, { as: ann, body: { rating: 4 } })
    expect(kept.body.brewLog.brewedAt).toBe('2026-05-10T08:00:00.000Z')
  })

  test('teaches the coach in the order of brewing', async () => {
    const ann = await personNow()
    const ground = (grindSetting: number, brewedAt: string, sour: boolean) =>
      log(ann, { grinderId: grinderId(world), grindSetting, brewedAt, extractionFeedback: sour ? { sour } : null })
    const last = (await ground(25, '2026-05-15T08:00:00Z', true)).body.brewLog
    await ground(27, '2026-05-14T08:00:00Z', true)
    const { nextStep } = (await world.call(`GET /api/brew-logs/${last.id}`, { as: ann })).body.brewLog
    expect(nextStep.reason).toStartWith('Sour twice: ')
  })

  test.each([
    ['2026-05-15T12:06:00Z', 'brewedAt must not be in the future.'],
    ['1989-12-31T23:00:00Z', 'brewedAt must be a time since 1990'],
    ['2026-02-30T00:00:00Z', 'brewedAt must be a valid date'],
    ['2025-02-29T23:30:00-05:00', 'brewedAt must be a valid date'],
    ['yesterday', 'brewedAt must be a time with its zone'],
    ['2026-05-13T09:30', 'brewedAt must be a time with its zone'],
    [12, 'brewedAt must be a time'],
  ])('%p is refused, when it is logged and when it is changed', async (brewedAt, message) => {
    const ann = await personNow()
    const { id } = (await log(ann, {})).body.brewLog
    const patched = await world.call(`PATCH /api/brew-logs/${id}`, { as: ann, body: { brewedAt } })
    for (const { status, body } of [await log(ann, { brewedAt }), patched]) {
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain(message)
    }
  })

  test('may be from a leap day', async () => {
    const ann = await personNow()
    const { body } = await log(ann, { brewedAt: '2024-02-29T23:30:00-05:00' })
    expect(body.brewLog.brewedAt).toBe('2024-03-01T04:30:00.000Z')
  })

  test('by a clock that runs slightly ahead counts as brewed now', async () => {
    const { body } = await log(await personNow(), { brewedAt: '2026-05-15T12:04:00Z' })
    expect(body.brewLog.brewedAt).toBe(body.brewLog.createdAt)
  })

  test('keeps its day in a table, and is recognized when that is imported', async () => {
    const ann = await personNow()
    await log(ann, { brewedAt: '2026-05-13T07:30:00Z', doseGrams: 15 })
    const { text } = await world.call('GET /api/brew-logs.csv', { as: ann })
    expect(text).toContain('2026-05-13T07:30:00.000Z')
    const bring = (as: Someone) =>
      world.call('POST /api/user/import', { as, body: text, headers: { 'content-type': 'text/csv' } })
    await bring(ann)
    expect(await idsOf(ann)).toHaveLength(1)
    const bob = await personNow()
    await bring(bob)
    expect((await world.call('GET /api/brew-logs', { as: bob })).body.data).toMatchObject([
      { brewedAt: '2026-05-13T07:30:00.000Z' },
    ])
  })

  test("can be logged in the form, in the reader's time zone", async () => {
    const ann = await personNow()
    const typed = { brewer: 'any-v60', doseGrams: '15', waterGrams: '250' }
    const { open, send } = browsing(world, ann)
    expect((await open('/me/log', 'tz=America/New_York')).text).toContain('max="2026-05-15T08:00"')
    await send('/me/log', { ...typed, brewedAt: '2026-05-14T07:15' }, 'tz=America/New_York')
    const { brewLog } = (await world.call('GET /api/brew-logs/last', { as: ann })).body
    expect(brewLog.brewedAt).toBe('2026-05-14T11:15:00.000Z')
    const toCome = await send('/me/log', { ...typed, brewedAt: '2026-05-16T07:15' }, 'tz=America/New_York')
    expect(toCome.status).toBe(400)
    expect(toCome.text).toContain('That time is in the future. Enter a time in the past.')
  })
})

test('a measured brew shows its extraction', async () => {
  const ann = await personNow()
  const { body } = await log(ann, { doseGrams: 15, tdsPercent: 1.4, beverageGrams: 213, rating: 5 })
  expect(body.brewLog.extractionPercent).toBe(19.9)
  const page = await browsing(world, ann).open(`/me/brews/${body.brewLog.id}`)
  const sentence = 'Extraction is 19.9%, within the 18 to 22% target.'
  expect(page.text).toContain(`<p class="quiet">${sentence}</p>`)
  // On a scale from 10 to 30 %, with the target as its band.
  expect(page.text).toContain(`role="img" aria-label="${sentence}"><rect class="band" x="40%" width="20%"`)
  expect(page.text).toContain('<circle class="head" cx="49.5%"')
  expect((await log(ann, { doseGrams: 15 })).body.brewLog.extractionPercent).toBeNull()
})
