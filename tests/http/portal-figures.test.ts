import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let member: Someone
beforeAll(async () => {
  world = await startWorld()
  world.clock.set('2026-03-10T12:00:00Z')
  const recipes = [{ method: 'v60' }, { method: 'espresso', isDefault: false }]
  const coffees = [{ slug: 'worka', name: 'Worka <i>', recipes }]
  member = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road Roasters', coffees }))
})
afterAll(() => world.stop())

const page = async (path: string) => {
  await world.ports.events.flush()
  return browsing(world, member).open(`/portal/hill-road${path}`)
}
const texts = (text: string) =>
  text
    .replace(/<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const track = (what: string, more = {}) =>
  world.call(`POST /api/embed/track-${what}`, {
    body: { shareId: 'hill-road/worka', method: 'v60', ...more },
    headers: { origin: 'https://shop.example' },
  })

describe('before the first visitor', () => {
  test('the dashboard and the analytics say so, and nothing is plotted', async () => {
    const dashboard = await page('')
    expect([dashboard.status, texts(dashboard.text)]).toEqual([
      200,
      expect.stringContaining('Nobody saw your widget in the last 30 days.'),
    ])
    const analytics = await page('/analytics')
    expect(analytics.status).toBe(200)
    expect(texts(analytics.text)).toContain('Nobody chose a grinder in this period.')
    expect(analytics.text).not.toContain('class="bar"')
  })
})

describe('what visitors did', () => {
  beforeAll(async () => {
    world.clock.set('2026-03-01T12:00:00Z')
    await track('impression')
    world.clock.set('2026-03-09T12:00:00Z')
    for (let times = 0; times < 3; times++) await track('impression')
    await track('click')
    await track('method-switch', { method: 'espresso' })
    for (const grinder of ['niche-zero', 'niche-zero', 'comandante-c40-mk4']) await track('grinder-choice', { grinder })
    await world.call('GET /brew/hill-road/worka', { headers: { 'user-agent': 'Mozilla/5.0' } })
    world.clock.set('2026-03-10T12:00:00Z')
  })

  test('is the same in the bars and the numbers of each coffee', async () => {
    const panel = (text: string) =>
      texts(/<section[^>]*aria-labelledby="by-coffee".*?<\/section>/s.exec(text)?.[0] ?? '')
    const views = (await page('/analytics')).text
    expect(panel(views)).toMatch(/Worka &lt;i&gt; 4 25\.0%\s?opened it/)
    expect(panel((await page('/analytics?show=clicks')).text)).toMatch(/Worka &lt;i&gt; 1 $/)
  })

  test('is on the dashboard exactly, for the chosen days', async () => {
    const month = texts((await page('')).text)
    expect(month).toContain('4 widget views in the last 30 days. 1 person opened a recipe.')
    expect(month).toMatch(/widget views 4 .*opened the recipe 1 .*of viewers 25\.0/)
    expect(texts((await page('?days=7')).text)).toMatch(/widget views 3 /)
    expect(texts((await page('?days=365')).text)).toContain('Views and recipes opened, by week')
    expect(texts((await page('?days=x')).text)).toMatch(/widget views 4 /)
  })

  test('is plotted on the dashboard, with a table of the same numbers', async () => {
    const { text } = await page('?days=7')
    const [wide = ''] = /<div class="at-wide">.*?<\/svg><\/div>/s.exec(text) ?? []
    expect(wide).toContain(
      'aria-label="Mar 4 to Mar 10, by day: 3 widget views, 1 recipes opened. The highest was 3, on Mar 9."',
    )
    // The sixth of seven columns, three quarters of a scale up to four.
    expect(wide.match(/<rect class="bar"[^>]*>/g)).toEqual([
      '<rect class="bar" x="73.71%" width="9.71%" y="58.5" height="145.5" rx="2"/>',
    ])
    expect(wide).toMatch(/<polyline class="line" points="7\.14,204 .*78\.57,155\.5 92\.86,204"/)
    const rows = [...text.matchAll(/<tr><th scope="row">([^<]*)<\/th><td>(\d+)<\/td><td>(\d+)<\/td><\/tr>/g)]
    expect(rows.map(([, ...cells]) => cells.join(' '))).toEqual(
      [4, 5, 6, 7, 8, 9, 10].map(day => `Mar ${day} ${day === 9 ? '3 1' : '0 0'}`),
    )
  })

  test('is in the analytics exactly, by coffee, method, grinder and site', async () => {
    const { text } = await page('/analytics?from=2026-03-04&to=2026-03-10&compare=yes')
    const words = texts(text)
    expect(words).toMatch(
      /3 widget views before 1 1 page views before 0 0 bags scanned before 0 1 recipes opened before 0 1 changed the method before 0 3 chose a grinder before 0 33\.3% of views opened before 0\.0% \d+ daily visitors before 1 /,
    )
    expect(words).toContain('Worka &lt;i&gt; 3 33.3% opened it')
    expect(words).toMatch(/V60 3 .*Espresso 1 /)
    expect(words).toMatch(/Niche Zero 2, 66\.7% .*Comandante C40 MK4 1, 33\.3%/)
    expect(words).toContain('The mark shows your V60 recipe for Worka')
    expect(words).toMatch(/shop\.example 3 .*localhost 1 /)
    expect(text).toContain(
      'href="/api/roaster-portal/analytics.csv?roaster=hill-road&amp;from=2026-03-04&amp;to=2026-03-10&amp;tz=UTC"',
    )
  })

  test('is plotted as chosen, by day and by week, with a table of the same numbers', async () => {
    const byDay = await page('/analytics?from=2026-03-01&to=2026-03-10')
    expect(byDay.text.match(/<tr><th scope="row">/g)?.length).toBe(10)
    expect(byDay.text).toContain(
      'aria-label="Mar 1 to Mar 10, by day: 4 widget views, 1 recipes opened. The highest was 3, on Mar 9."',
    )
    const byWeek = await page('/analytics?from=2026-03-01&to=2026-03-10&by=week&show=grinderChoices')
    expect(byWeek.text.match(/<tr><th scope="row">/g)?.length).toBe(2)
    expect(byWeek.text).toContain('by week: 3 grinders chosen. The highest was 3, in the week of Mar 4."')
  })

  test('has the usual periods to choose from, each ending today', async () => {
    const { text } = await page('/analytics?from=2026-03-04&show=pageViews')
    expect(text).toContain(
      '<a href="/portal/hill-road/analytics?show=pageViews&amp;from=2026-03-04" aria-current="page">7 days',
    )
    expect(text).toContain('<a href="/portal/hill-road/analytics?show=pageViews">30 days')
    expect(text).toContain('<a href="/portal/hill-road/analytics?show=pageViews&amp;from=2025-03-11">Year')
  })

  test('for an invalid period gets an error, and the default one is shown', async () => {
    const { status, text } = await page('/analytics?from=2026-03-10&to=2026-03-01&by=moon&show=<b>')
    expect(status).toBe(200)
    expect(texts(text)).toContain('from 2026-03-10 is after to 2026-03-01; from is the earlier day.')
    expect(texts(text)).toMatch(/4 widget views/)
    expect((await page('/analytics?from=yesterday&to=2030-99-99')).status).toBe(200)
  })
})
