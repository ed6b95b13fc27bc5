import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aCoffee, grinderId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Signs in at that time, because a session lasts seven days. */
const at = async ({ id }: Someone, instant: string) => {
  world.clock.set(instant)
  return { token: await world.ports.sessions.sign({ id, sessionVersion: 1 }) }
}
const brewAt = async (who: Someone, instant: string, body: object = {}) => {
  const as = await at(who, instant)
  return (await world.call('POST /api/brew-logs', { as, body: { method: 'v60', ...body } })).body.brewLog
}
const personAt = (instant: string) => {
  world.clock.set(instant)
  return world.person()
}
const statsAt = async (who: Someone, instant: string, tz = '') => {
  const as = await at(who, instant)
  return (await world.call(`GET /api/brew-logs/weekly-stats${tz && `?tz=${tz}`}`, { as })).body
}

describe('the week', () => {
  test('is seven empty days before the first brew', async () => {
    const ann = await personAt('2024-05-15T12:00:00Z')
    const week = await statsAt(ann, '2024-05-15T12:00:00Z')
    const nothing = { totalBrews: 0, totalCoffeeGrams: 0, averageRating: null, uniqueCoffees: 0 }
    expect(week).toMatchObject({
      stats: { ...nothing, streak: 0, brewsToday: 0, allTimeBrews: 0 },
      bestBrew: null,
      insights: [],
      lastWeek: nothing,
    })
    expect(week.brewsByDay).toEqual(
      ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'].map((label, at) => ({
        label,
        date: `2024-05-${String(9 + at).padStart(2, '0')}`,
        brews: [],
      })),
    )
  })

  test('sums up the last seven days next to the seven before, and names the best brew', async () => {
    const ann = await personAt('2024-05-01T07:00:00Z')
    const [one, other] = [await aCoffee(world), await aCoffee(world)]
    await brewAt(ann, '2024-05-01T07:00:00Z', { doseGrams: 100, rating: 5 })
    await brewAt(ann, '2024-05-02T00:00:00Z', { doseGrams: 20, rating: 2, coffeeProfileId: one })
    await brewAt(ann, '2024-05-08T23:59:59Z', { doseGrams: 22 })
    await brewAt(ann, '2024-05-09T00:00:00Z', { doseGrams: 15.1, rating: 4, coffeeProfileId: one })
    await brewAt(ann, '2024-05-12T08:00:00Z', { doseGrams: 15.2, rating: 5, coffeeProfileId: other })
    const best = await brewAt(ann, '2024-05-14T08:00:00Z', { doseGrams: 15.3, rating: 5, coffeeProfileId: one })
    const today = await brewAt(ann, '2024-05-15T08:00:00Z', { rating: 4 })
    const later = await brewAt(ann, '2024-05-15T09:00:00Z')
    const week = await statsAt(ann, '2024-05-15T12:00:00Z')
    expect(week.stats).toEqual({
      totalBrews: 5,
      totalCoffeeGrams: 45.6,
      averageRating: 4.5,
      streak: 2,
      brewsToday: 2,
      uniqueCoffees: 2,
      allTimeBrews: 8,
    })
    expect(week.bestBrew.id).toBe(best.id)
    expect(week.lastWeek).toEqual({ totalBrews: 2, totalCoffeeGrams: 42, averageRating: 2, uniqueCoffees: 1 })
    expect(week.brewsByDay.map(({ brews }: { brews: object[] }) => brews.length)).toEqual([1, 0, 0, 1, 0, 1, 2])
    expect(week.brewsByDay[6].brews.map(({ id }: { id: number }) => id)).toEqual([later.id, today.id])
  })

  test('praises no bad cup, even if it was the only one', async () => {
    const ann = await personAt('2024-05-15T07:00:00Z')
    await brewAt(ann, '2024-05-15T08:00:00Z', { rating: 1, notes: 'undrinkable' })
    expect((await statsAt(ann, '2024-05-15T12:00:00Z')).bestBrew).toBeNull()
    const fair = await brewAt(ann, '2024-05-15T09:00:00Z', { rating: 3 })
    expect((await statsAt(ann, '2024-05-15T12:00:00Z')).bestBrew.id).toBe(fair.id)
  })

  test("contains only one's own brews", async () => {
    const ann = await personAt('2024-05-15T07:00:00Z')
    const bob = await personAt('2024-05-15T07:00:00Z')
    await brewAt(bob, '2024-05-15T08:00:00Z')
    expect((await statsAt(ann, '2024-05-15T12:00:00Z')).stats).toMatchObject({
      totalBrews: 0,
      streak: 0,
      allTimeBrews: 0,
    })
  })

  test.each(['Mars/Olympus', 'nonsense', '+02:00', 'CET', "UTC'; drop table users", 'Europe/', 'EST5EDT'])(
    'in the time zone %p does not exist',
    async tz => {
      const ann = await personAt('2024-05-15T07:00:00Z')
      const { status, body } = await world.call(`GET /api/brew-logs/weekly-stats?tz=${encodeURIComponent(tz)}`, {
        as: ann,
      })
      expect([status, body.error]).toEqual([400, 'tz must be an IANA time zone such as Europe/Berlin, or UTC.'])
    },
  )
})

describe('midnight depends on the time zone', () => {
  test('a late cup is tonight’s in one zone and tomorrow’s in another', async () => {
    const ann = await personAt('2024-05-14T12:00:00Z')
    await brewAt(ann, '2024-05-14T22:30:00Z')
    expect((await statsAt(ann, '2024-05-14T23:00:00Z', 'UTC')).stats.brewsToday).toBe(1)
    expect((await statsAt(ann, '2024-05-15T01:00:00Z', 'UTC')).stats).toMatchObject({ brewsToday: 0, streak: 1 })
    // 22:30 UTC is half past midnight in Berlin, and half past six in New York.
    expect((await statsAt(ann, '2024-05-15T01:00:00Z', 'Europe/Berlin')).stats.brewsToday).toBe(1)
    expect((await statsAt(ann, '2024-05-15T01:00:00Z', 'America/New_York')).stats.brewsToday).toBe(1)
    expect((await statsAt(ann, '2024-05-15T21:59:59Z', 'Europe/Berlin')).stats.brewsToday).toBe(1)
    expect((await statsAt(ann, '2024-05-15T22:00:00Z', 'Europe/Berlin')).stats.brewsToday).toBe(0)
  })

  test('two cups around midnight are a streak of two days or one, depending on the zone', async () => {
    const ann = await personAt('2024-05-14T12:00:00Z')
    await brewAt(ann, '2024-05-14T21:45:00Z')
    await brewAt(ann, '2024-05-14T22:15:00Z')
    expect((await statsAt(ann, '2024-05-14T22:30:00Z', 'Europe/Berlin')).stats).toMatchObject({
      streak: 2,
      brewsToday: 1,
    })
    expect((await statsAt(ann, '2024-05-14T22:30:00Z', 'UTC')).stats).toMatchObject({ streak: 1, brewsToday: 2 })
    expect((await statsAt(ann, '2024-05-14T22:30:00Z', 'Asia/Kathmandu')).stats).toMatchObject({
      streak: 1,
      brewsToday: 2,
    })
  })
})

/**
 * A cup just after each midnight and just before the next, over a week with a clock change: the day
 * has 23 or 25 hours, and no cup may fall out of it or into its neighbour.
 */
describe.each([
  // Clocks go forward at 2:00 (01:00 UTC) on 31 March, back at 3:00 (01:00 UTC) on 27 October.
  ['Europe/Berlin', 'spring', '2024-03-31', '+01:00', '+02:00'],
  ['Europe/Berlin', 'autumn', '2024-10-27', '+02:00', '+01:00'],
  // Forward at 2:00 (07:00 UTC) on 10 March, back at 2:00 (06:00 UTC) on 3 November.
  ['America/New_York', 'spring', '2024-03-10', '-05:00', '-04:00'],
  ['America/New_York', 'autumn', '2024-11-03', '-04:00', '-05:00'],
])('over the change of the clock in %s in %s', (tz, _season, change, before, after) => {
  const dayAt = (offset: number) =>
    new Date(Date.parse(`${change}T00:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10)
  /** The offset in force at the start or the end of a day that lies `day` days from the change. */
  const start = (day: number) => `${dayAt(day)}T00:00:30${day <= 0 ? before : after}`
  const end = (day: number) => `${dayAt(day)}T23:59:30${day < 0 ? before : after}`

  test('every day includes its first and last minute', async () => {
    const ann = await personAt(start(-3))
    for (let day = -3; day <= 3; day++) for (const instant of [start(day), end(day)]) await brewAt(ann, instant)
    const week = await statsAt(ann, end(3), tz)
    expect(week.stats).toMatchObject({ totalBrews: 14, brewsToday: 2, streak: 7 })
    expect(week.brewsByDay.map(({ date, brews }: { date: string; brews: object[] }) => [date, brews.length])).toEqual(
      Array.from({ length: 7 }, (_, at) => [dayAt(at - 3), 2]),
    )
    expect(week.insights).toContainEqual(expect.objectContaining({ type: 'streak_milestone', days: 7 }))
  })

  test('the week begins at its own midnight, across a clock change', async () => {
    const ann = await personAt(end(-4))
    await brewAt(ann, end(-4))
    await brewAt(ann, start(-3))
    const week = await statsAt(ann, start(3), tz)
    expect([week.stats.totalBrews, week.lastWeek.totalBrews]).toEqual([1, 1])
    expect(week.brewsByDay[0]).toMatchObject({ date: dayAt(-3), brews: [{}] })
  })

  test('the streak lasts until the last minute of the day after, and no longer', async () => {
    const ann = await personAt(start(-1))
    await brewAt(ann, start(-1))
    expect((await statsAt(ann, start(0), tz)).stats.streak).toBe(1)
    expect((await statsAt(ann, end(0), tz)).stats.streak).toBe(1)
    expect((await statsAt(ann, start(1), tz)).stats.streak).toBe(0)
  })
})

describe('insights', () => {
  test('use the person’s own grinder, with their calibration', async () => {
    const ann = await personAt('2024-05-01T08:00:00Z')
    const c40 = grinderId(world)
    const coffeeProfileId = await aCoffee(world, 'Kiamaina')
    const cups: [number, number, number][] = [
      [5, 24, 225],
      [5, 25, 226],
      [5, 26, 224],
      [3, 30, 255],
      [2, 33, 256],
      [3, 20, 257],
      [1, 35, 258],
    ]
    const body = ([rating, grindSetting, waterGrams]: [number, number, number]) => ({
      rating,
      coffeeProfileId,
      grinderId: c40,
      grindSetting,
      doseGrams: 15,
      waterGrams,
    })
    for (const cup of cups.slice(1, 5)) await brewAt(ann, '2024-05-01T08:00:00Z', body(cup))
    expect((await statsAt(ann, '2024-05-01T09:00:00Z')).insights).toEqual([])
    const others = [...cups.slice(0, 1), ...cups.slice(5), [3, 31, 255] as [number, number, number]]
    for (const cup of others) await brewAt(ann, '2024-05-01T08:30:00Z', body(cup))
    const { insights } = await statsAt(ann, '2024-05-01T09:00:00Z')
    expect(insights).toMatchObject([
      { type: 'grind_sweet_spot', method: 'v60', ratedBrews: 8, bestBrews: 3, setting: { label: '24 to 26 clicks' } },
      { type: 'ratio_preference', method: 'v60', prefers: 'stronger', bestRatio: 15, otherRatio: 17.1 },
    ])
    expect(insights.map(({ message }: { message: string }) => message)).toEqual([
      'Your 3 best-rated V60 brews of Kiamaina, out of 8, were ground at 24 to 26 clicks on your Comandante C40 MK4.',
      'You like Kiamaina stronger: your 3 best-rated V60 brews, out of 8, averaged 1:15, the others 1:17.1.',
    ])
    const references = [{ grindIndex: insights[0].grindIndex.max, setting: 30, feedback: 'JUST_RIGHT' }]
    await world.call('POST /api/user/grinders/calibrate', { as: ann, body: { grinderId: c40, references } })
    const own = (await statsAt(ann, '2024-05-01T09:00:00Z')).insights[0]
    expect(own.setting.label).toBe('24 to 26 clicks')
    expect(own.grindIndex.max).toBeLessThan(insights[0].grindIndex.max)
  })
})
