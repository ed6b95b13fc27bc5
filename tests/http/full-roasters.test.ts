import { afterAll, beforeAll, expect, test } from 'bun:test'
import { twoColours } from '../support/pictures.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let roasterId: number
beforeAll(async () => {
  world = await startWorld()
  roasterId = await aRoastery(world, { slug: 'hillroad', name: 'Hillroad', coffees: [] })
  ann = await aMember(world, roasterId)
})
afterAll(() => world.stop())

const MANY = 2003
const many = async () =>
  world.sql<{ id: number; name: string; place: number }[]>`
    select id, name, place
    from coffees
    where roaster_id = ${roasterId}
    order by place, name`
const place = async (id: number | undefined, at: number) =>
  (await world.call(`PUT /api/roaster-portal/coffees/${id}/place`, { as: ann, body: { place: at } })).status

test('2,000 coffees of a roaster have a place, which bounds a change of order; the others follow by name', async () => {
  await world.sql`
    insert into coffees (roaster_id, slug, name, roast_level, search_text, created_at)
    select ${roasterId}, 'c-' || n, lpad(n::text, 5, '0'), 'LIGHT', '', now()
    from generate_series(1, ${MANY}) n`
  const before = await many()
  expect(await place(before.at(-1)?.id, 1)).toBe(200)
  const after = await many()
  expect(after.map(({ name }) => name)).toEqual([before.at(-1), ...before.slice(0, -1)].map(one => one?.name ?? ''))
  expect(after.filter(({ place }) => place < 1_000_000)).toHaveLength(2000)
  expect(await place(after[0]?.id, 5000)).toBe(200)
  expect((await many()).findIndex(({ id }) => id === after[0]?.id)).toBe(1999)
})

test('a roaster may have 1,000 recipes, which bounds the sorting for its widget', async () => {
  const [first, ...others] = await world.sql<{ id: number }[]>`select id from coffees where roaster_id = ${roasterId}`
  await world.sql`
    insert into roaster_recipes (
      coffee_id, method, dose_grams, water_grams, ratio, grind_index, is_default, created_at, updated_at
    )
    select id, 'v60', 15, 250, 16.7, 41, true, now(), now()
    from unnest(${others.slice(0, 999).map(({ id }) => id)}::int[]) id`
  const write = (id = first?.id) =>
    world.call(`POST /api/roaster-portal/coffees/${id}/recipes`, {
      as: ann,
      body: { method: 'v60', doseGrams: 15, ratio: 16 },
    })
  expect((await write()).status).toBe(201)
  expect((await write(others.at(-1)?.id)).body).toEqual({
    error: 'A roaster can have at most 1000 recipes. Delete one first.',
  })
})

test('a roaster may have 1,000 pictures, and may replace each', async () => {
  const [first, ...others] = await world.sql<{ id: number }[]>`select id from coffees where roaster_id = ${roasterId}`
  await world.sql`
    insert into pictures (key, hash, sizes, coffee_id, is_whole, created_at)
    select gen_random_uuid()::text, 'none', '[]', id, true, now()
    from unnest(${others.slice(0, 1000).map(({ id }) => id)}::int[]) id`
  const show = (id: number | undefined) =>
    world.call(`PUT /api/roaster-portal/coffees/${id}/picture`, { as: ann, body: twoColours(100, 100) })
  expect((await show(first?.id)).body).toEqual({
    error: 'A roaster can have at most 1000 coffee pictures. Remove one first.',
  })
  expect((await show(others[0]?.id)).status).toBe(200)
})

test('a roaster’s own coffees keep their codes, whatever coffees strangers add', async () => {
  const own = (await many()).slice(-3)
  await world.sql`delete from roaster_recipes`
  await world.sql`
    insert into roaster_recipes (
      coffee_id, method, dose_grams, water_grams, ratio, grind_index, is_default, created_at, updated_at
    )
    select id, 'v60', 15, 250, 16.7, 41, true, now(), now()
    from unnest(${own.map(({ id }) => id)}::int[]) id`
  const { codes } = (await world.call('GET /api/roaster-portal/codes', { as: ann })).body
  expect(codes).toHaveLength(240)
  expect(codes.slice(-3).map(({ coffee }: { coffee: { id: number } }) => coffee.id)).toEqual(own.map(({ id }) => id))
})
