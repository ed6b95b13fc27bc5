import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { askedSorts } from '../../core/recipes/sorts.ts'
import { aCoffee, publish, vote } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let voters: Someone[]
let coffeeProfileId: number
const old: number[] = []

beforeAll(async () => {
  world = await startWorld()
  ann = await world.person()
  voters = await Promise.all(Array.from({ length: 6 }, () => world.person()))
  coffeeProfileId = await aCoffee(world, 'Idido')
  for (let at = 0; at < 24; at++) old.push((await publish(world, ann, { coffeeProfileId })).id)
  // At the start, some have votes and brews and many are tied.
  await Promise.all(old.slice(0, 12).map((id, at) => vote(world, voter(at), id, at % 3 === 0 ? 'DOWN' : 'UP')))
  await Promise.all(old.slice(6, 16).map((id, at) => brew(voter(at), id)))
})
afterAll(() => world.stop())

const voter = (at: number) => voters[at % voters.length] as Someone
const brew = (as: Someone, id: number) =>
  world.call(`POST /api/community-recipes/${id}/brew-log`, { as, body: { rating: 4 } })

const save = (as: Someone, communityRecipeId: number) =>
  world.call('POST /api/user/saved-recipes', { as, body: { communityRecipeId } })

/** Votes both ways, brews, saves and new recipes all over the list, as happens while people read. */
function commotion(page: number) {
  const one = (at: number) => old[(page * 11 + at * 5) % old.length] as number
  return Promise.all([
    ...Array.from({ length: 8 }, (_, at) => vote(world, voter(at + page), one(at), (at + page) % 2 ? 'UP' : 'DOWN')),
    ...Array.from({ length: 2 }, (_, at) => brew(voter(at), one(at + 3))),
    ...Array.from({ length: 4 }, (_, at) => save(voter(at), one(at + 5))),
    publish(world, ann, { coffeeProfileId }),
  ])
}

async function allPages(path: string, as?: Someone) {
  const met: number[] = []
  let cursor = ''
  for (let page = 0; ; page++) {
    // The changes start with the request and continue while the page is read.
    const [{ status, body }] = await Promise.all([
      world.call(`GET ${path}limit=6&cursor=${cursor}`, { as }),
      commotion(page),
    ])
    expect(status).toBe(200)
    met.push(...body.data.map(({ id }: { id: number }) => id))
    if (!body.hasMore) break
    cursor = body.cursor
  }
  // Remove the new ones, so that the next test starts with the old ones only.
  await world.sql`delete from recipes where id <> all(${old})`
  return met
}

describe('paging through all pages, while others vote, brew and publish, shows every old recipe exactly once', () => {
  test.each([
    '/api/recipes?',
    '/api/recipes?q=idido&',
    '/api/recipes/search?sort=highest_rated&brewMethod=v60&',
    ...askedSorts.map(sort => `/api/recipes/search?sort=${sort}&`),
    '/api/community-recipes?',
  ])('%s', async path => {
    const met = await allPages(path)
    expect(new Set(met).size).toBe(met.length)
    expect(old.filter(id => !met.includes(id))).toEqual([])
  })

  test("a roaster's recipes", async () => {
    const { body } = await world.call(`GET /api/coffees/${coffeeProfileId}`)
    const met = await allPages(`/api/roasters/${body.roasterSlug}/recipes?`)
    expect(new Set(met).size).toBe(met.length)
    expect(old.filter(id => !met.includes(id))).toEqual([])
  })

  test('recommended to a person with a palate', async () => {
    const taster = await world.person()
    await world.call('PUT /api/users/taste-profile', { as: taster, body: { roastPreference: 1 } })
    const met = await allPages('/api/recipes/search?sort=recommended&', taster)
    expect(new Set(met).size).toBe(met.length)
    expect(old.filter(id => !met.includes(id))).toEqual([])
  })
})

test('old positions are forgotten after an hour', async () => {
  const moves = async () => (await world.sql`select count(*) as moves from recipe_moves`)[0]?.moves as number
  expect(await moves()).toBeGreaterThan(0)
  await world.sweep()
  expect(await moves()).toBeGreaterThan(0)
  await world.sql`update recipe_moves set moved_at = moved_at - interval '61 minutes'`
  await world.sweep()
  expect(await moves()).toBe(0)
})
