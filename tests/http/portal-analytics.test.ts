import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

let roasters = 0
async function aRoaster() {
  const slug = `roaster-${++roasters}`
  const coffees = [
    { slug: 'one', name: 'One', recipes: [] },
    { slug: 'two', name: 'Two', recipes: [] },
  ]
  const roasterId = await aRoastery(world, { slug, name: slug, coffees })
  const [one] = await world.sql<{ id: number }[]>`
    select id
    from coffees
    where roaster_id = ${roasterId}
      and slug = 'one'`
  return { roasterId, slug, coffeeId: one?.id as number, member: await aMember(world, roasterId) }
}

const ask = async (as: Someone, query = '') => {
  await world.ports.events.flush()
  return world.call(`GET /api/roaster-portal/analytics${query}`, { as })
}

const none = {
  pageViews: 0,
  impressions: 0,
  clicks: 0,
  clickRate: null,
  methodSwitches: 0,
  grinderChoices: 0,
  scans: 0,
}

describe('analytics', () => {
  test('of an unseen roaster are thirty empty days', async () => {
    world.clock.set('2026-03-31T12:00:00Z')
    const { member } = await aRoaster()
    const { status, body } = await ask(member)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      from: '2026-03-02',
      to: '2026-03-31',
      timeZone: 'UTC',
      totals: { ...none, uniqueVisitors: 0 },
      byCoffee: [],
      byMethod: [],
      byHost: [],
    })
    expect(body.byDay.length).toBe(30)
    expect([body.byDay[0], body.byDay[29]]).toEqual([
      { date: '2026-03-02', ...none },
      { date: '2026-03-31', ...none },
    ])
  })

  test('count exactly what visitors did, by day, coffee, method and host, and nothing of others', async () => {
    const { member, slug, roasterId, coffeeId } = await aRoaster()
    const other = await aRoaster()
    const track = (what: string, body: object, from: string, headers: Record<string, string> = {}) =>
      world.call(`POST /api/embed/${what}`, { body, from, headers })
    const blog = { referer: 'https://blog.example/post?id=1' }
    const shop = { origin: 'https://shop.example' }
    world.clock.set('2026-03-10T12:00:00Z')
    const one = { shareId: `${slug}/one`, method: 'v60' }
    for (const from of ['203.0.113.1', '203.0.113.2']) await track('track-impression', one, from, blog)
    await track('track-impression', { shareId: `${slug}/two`, method: 'espresso' }, '203.0.113.1', shop)
    await track('track-click', one, '203.0.113.1', blog)
    await track('track-method-switch', { ...one, method: 'espresso' }, '203.0.113.2', blog)
    await track('track-impression', { shareId: `${other.slug}/one` }, '203.0.113.9')
    world.clock.set('2026-03-11T12:00:00Z')
    await track('track-impression', one, '203.0.113.1', blog)
    await world.call('POST /api/track', { body: { roasterId, coffeeId }, from: '203.0.113.1' })
    await world.call('POST /api/track', { body: { roasterId }, from: '203.0.113.1' })

    const { body } = await ask(member, '?from=2026-03-09&to=2026-03-11')
    expect(body).toEqual({
      from: '2026-03-09',
      to: '2026-03-11',
      timeZone: 'UTC',
      totals: {
        ...none,
        pageViews: 2,
        impressions: 4,
        clicks: 1,
        clickRate: 0.25,
        methodSwitches: 1,
        uniqueVisitors: 3,
      },
      previous: {
        from: '2026-03-06',
        to: '2026-03-08',
        timeZone: 'UTC',
        totals: { ...none, uniqueVisitors: 0 },
        byDay: ['2026-03-06', '2026-03-07', '2026-03-08'].map(date => ({ date, ...none })),
      },
      byDay: [
        { date: '2026-03-09', ...none },
        { date: '2026-03-10', ...none, impressions: 3, clicks: 1, clickRate: 0.3333, methodSwitches: 1 },
        { date: '2026-03-11', ...none, pageViews: 2, impressions: 1, clicks: 0, clickRate: 0, methodSwitches: 0 },
      ],
      byCoffee: expect.any(Array),
      byMethod: expect.any(Array),
      byHost: expect.any(Array),
      byPlace: expect.any(Array),
      byGrinder: [],
    })
    expect(body.byCoffee[0]).toEqual({
      coffeeId,
      name: 'One',
      slug: 'one',
      ...none,
      pageViews: 1,
      impressions: 3,
      clicks: 1,
      clickRate: 0.3333,
      methodSwitches: 1,
    })
    expect(body.byCoffee.slice(1)).toContainEqual({ coffeeId: null, name: null, slug: null, ...none, pageViews: 1 })
    expect(body.byMethod).toContainEqual({
      method: 'v60',
      methodName: 'V60',
      ...none,
      impressions: 3,
      clicks: 1,
      clickRate: 0.3333,
      methodSwitches: 0,
    })
    expect(body.byMethod).toContainEqual({
      method: 'espresso',
      methodName: 'Espresso',
      ...none,
      impressions: 1,
      clicks: 0,
      clickRate: 0,
      methodSwitches: 1,
    })
    expect(body.byHost.map(({ host, impressions }: Record<string, unknown>) => [host, impressions])).toEqual(
      expect.arrayContaining([
        ['blog.example', 3],
        ['shop.example', 1],
        [null, 0],
      ]),
    )
    expect((await ask(member, '?from=2026-03-10&to=2026-03-10')).body.totals).toMatchObject({
      impressions: 3,
      uniqueVisitors: 2,
    })
    expect((await ask(other.member, '?from=2026-03-09&to=2026-03-11')).body.totals.impressions).toBe(1)
  })

  test('compare with the same number of days before', async () => {
    const { member, slug } = await aRoaster()
    const seen = async (at: string, times: number) => {
      world.clock.set(at)
      for (let count = 0; count < times; count++)
        await world.call('POST /api/embed/track-impression', { body: { shareId: `${slug}/one` } })
    }
    await seen('2026-03-02T23:30:00Z', 5)
    await seen('2026-03-03T12:00:00Z', 1)
    await seen('2026-03-04T12:00:00Z', 2)
    await seen('2026-03-05T12:00:00Z', 3)
    const compared = async (query: string) => {
      const { from, to, totals, byDay } = (await ask(member, query)).body.previous
      return [from, to, totals.impressions, totals.uniqueVisitors, byDay.length]
    }
    expect(await compared('?from=2026-03-05&to=2026-03-06')).toEqual(['2026-03-03', '2026-03-04', 3, 3, 2])
    // In Berlin, the five of the second came on the third.
    const inBerlin = await ask(member, '?from=2026-03-04&to=2026-03-04&tz=Europe/Berlin')
    expect(inBerlin.body.previous).toMatchObject({ from: '2026-03-03', to: '2026-03-03', totals: { impressions: 6 } })
    expect(await compared('?from=2000-01-01&to=2000-01-02')).toEqual(['1999-12-30', '1999-12-31', 0, 0, 2])
  })

  test('keep the figures of a deleted coffee', async () => {
    world.clock.set('2026-03-12T12:00:00Z')
    const { member, slug, coffeeId } = await aRoaster()
    await world.call('POST /api/embed/track-impression', { body: { shareId: `${slug}/one` } })
    await world.call(`DELETE /api/roaster-portal/coffees/${coffeeId}`, { as: member })
    expect((await ask(member)).body.byCoffee).toEqual([
      { coffeeId, name: null, slug: null, ...none, impressions: 1, clickRate: 0 },
    ])
  })

  test('cut days in the roaster’s time zone', async () => {
    const { member, slug } = await aRoaster()
    // A quarter to midnight in New York, a quarter to four in UTC, on the day its summer time begins.
    world.clock.set('2026-03-09T03:45:00Z')
    await world.call('POST /api/embed/track-click', { body: { shareId: `${slug}/one` } })
    const days = async (query: string) => {
      const { body } = await ask(member, query)
      const clicked = body.byDay.filter(({ clicks }: { clicks: number }) => clicks > 0)
      return [body.to, body.timeZone, body.totals.clicks, clicked.map(({ date }: { date: string }) => date)]
    }
    expect(await days('?tz=America/New_York')).toEqual(['2026-03-08', 'America/New_York', 1, ['2026-03-08']])
    expect(await days('')).toEqual(['2026-03-09', 'UTC', 1, ['2026-03-09']])
    expect(await days('?tz=America/New_York&from=2026-03-09&to=2026-03-09')).toEqual([
      '2026-03-09',
      'America/New_York',
      0,
      [],
    ])
  })

  test('accept either end of the period alone, and at most a year', async () => {
    world.clock.set('2026-03-31T12:00:00Z')
    const { member } = await aRoaster()
    const period = async (query: string) => {
      const { body } = await ask(member, query)
      return [body.from, body.to, body.byDay.length]
    }
    expect(await period('?from=2026-03-31')).toEqual(['2026-03-31', '2026-03-31', 1])
    expect(await period('?to=2024-03-01')).toEqual(['2024-02-01', '2024-03-01', 30])
    expect(await period('?from=2024-01-01&to=2024-12-31')).toEqual(['2024-01-01', '2024-12-31', 366])
    const wrong: [string, string][] = [
      [
        'from=2024-01-01&to=2025-01-01',
        'from 2024-01-01 to 2025-01-01 is more than 366 days; request at most a year at a time.',
      ],
      ['from=2026-03-02&to=2026-03-01', 'from 2026-03-02 is after to 2026-03-01; from is the earlier day.'],
      ['from=2026-04-01', 'from 2026-04-01 is after to 2026-03-31; from is the earlier day.'],
      ['from=yesterday', 'from must be a date such as 2026-03-31.'],
      ['from=2026-02-30', 'from must be a valid date, 2000-01-01 or later.'],
      ['to=1999-12-31', 'to must be a valid date, 2000-01-01 or later.'],
      ['to=2026-13-01', 'to must be a date such as 2026-03-31.'],
      ['tz=Mars/Base', 'tz must be an IANA time zone such as Europe/Berlin, or UTC.'],
      ['tz=CET', 'tz must be an IANA time zone such as Europe/Berlin, or UTC.'],
    ]
    for (const [query, error] of wrong) {
      const { status, body } = await ask(member, `?${query}`)
      expect([query, status, body.error]).toEqual([query, 400, error])
    }
  })

  test('list the most seen hosts, and the rest together', async () => {
    const { member, roasterId } = await aRoaster()
    world.clock.set('2026-03-20T12:00:00Z')
    const view = (host: string) =>
      world.call('POST /api/track', { body: { roasterId }, headers: { origin: `https://${host}` } })
    await Promise.all(Array.from({ length: 120 }, (_, n) => view(`h${n + 1}.example`)))
    await view('h120.example')
    const { body } = await ask(member, '?from=2026-03-01&to=2026-03-31')
    expect([body.byHost.length, body.byHost[0].host, body.totals.pageViews]).toEqual([100, 'h120.example', 121])
    const sum = body.byHost.reduce((all: number, { pageViews }: { pageViews: number }) => all + pageViews, 0)
    expect([body.byHost.at(-1).host, body.byHost.at(-1).pageViews, sum]).toEqual(['other', 21, 121])
  })
  test('list the most seen coffees and grinders, and the rest together', async () => {
    const { member, roasterId, slug } = await aRoaster()
    world.clock.set('2026-03-20T12:00:00Z')
    const grinders = world.ports.grinders.list().slice(0, 105)
    const coffees = await world.sql<{ id: number }[]>`
      insert into coffees (roaster_id, slug, name, roast_level, search_text, created_at)
      select ${roasterId}, 'c' || n, 'Coffee ' || n, 'LIGHT', '', now() from generate_series(1, 105) n
      returning id`
    const event = { kind: 'IMPRESSION', place: 'widget', at: world.clock.now(), recipeId: null, source: null } as const
    const visitor = { address: '10.9.9.9', userAgent: 'Shopper' }
    await Promise.all(
      coffees.flatMap(({ id: coffeeId }, n) =>
        Array.from({ length: n === 7 ? 3 : 1 }, () =>
          world.ports.events.record({
            ...event,
            visitor,
            roasterId,
            coffeeId,
            method: null,
            grinderId: grinders[n]?.id ?? null,
          }),
        ),
      ),
    )
    const { byCoffee, byGrinder, totals } = (await ask(member, '?from=2026-03-01&to=2026-03-31')).body
    for (const list of [byCoffee, byGrinder]) {
      const sum = list.reduce((all: number, { impressions }: { impressions: number }) => all + impressions, 0)
      expect([list.length, list[0].impressions, list.at(-1).impressions, sum]).toEqual([100, 3, 6, totals.impressions])
    }
    expect([byCoffee[0].name, byCoffee.at(-1).name, byGrinder.at(-1).grinder]).toEqual(['Coffee 8', 'other', null])
    // The page shows the first eight of each, with the same sum.
    const { text } = await browsing(world, member).open(`/portal/${slug}/analytics`)
    const [, others = ''] = /All others<.*?class="number">(\d+)/s.exec(text) ?? []
    expect([3 + 7 + Number(others), text.match(/All others/g)?.length]).toEqual([totals.impressions, 1])
  })
})
