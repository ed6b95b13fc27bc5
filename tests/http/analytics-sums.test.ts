import { afterAll, beforeAll, expect, test } from 'bun:test'
import { seededRandom } from '../../adapters/demo/random.ts'
import { addsUp, zones } from '../support/adds-up.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('the figures of any visitors at any time add up', async () => {
  const random = seededRandom(15)
  const recipes = ['v60', 'espresso', 'aeropress'].map(method => ({ method, isDefault: method === 'v60' }))
  const coffees = ['one', 'two'].map(slug => ({ slug, name: slug, recipes }))
  const member = await aMember(world, await aRoastery(world, { slug: 'sums', name: 'Sums', coffees }))
  const kinds = ['impression', 'click', 'method-switch', 'grinder-choice', 'page'] as const
  const one = async () => {
    const coffee = random.pick(['one', 'two'])
    const from = `203.0.113.${random.whole(1, 20)}`
    const method = random.pick(['v60', 'espresso', undefined])
    const grinder = random.pick(['niche-zero', '1zpresso-k-ultra', undefined])
    const kind = random.pick(kinds)
    const headers = { 'user-agent': 'Mozilla/5.0', ...(random.happens(0.5) && { referer: 'https://shop.example/' }) }
    if (kind === 'page') return world.call(`GET /brew/sums/${coffee}?method=${method ?? ''}`, { from, headers })
    const body = {
      shareId: `sums/${coffee}`,
      method: kind === 'method-switch' ? (method ?? 'v60') : method,
      grinder: kind === 'grinder-choice' ? (grinder ?? 'niche-zero') : grinder,
    }
    return world.call(`POST /api/embed/track-${kind}`, { body, from, headers })
  }
  for (let hour = 0; hour < 60; hour += 5) {
    world.clock.set(new Date(Date.UTC(2026, 4, 10, hour, random.whole(0, 59))).toISOString())
    const answers = await Promise.all(Array.from({ length: 10 }, one))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
  for (const tz of zones)
    for (const query of [
      'from=2026-05-09&to=2026-05-13',
      'from=2026-05-11&to=2026-05-11',
      'from=2026-05-10&to=2026-05-11',
    ])
      await addsUp(world, member, `tz=${tz}&${query}`)
  const { totals } = await addsUp(world, member, 'from=2026-05-09&to=2026-05-13')
  expect(totals.impressions).toBeGreaterThan(10)
})
