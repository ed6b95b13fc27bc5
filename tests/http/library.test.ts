import { afterAll, beforeAll, expect, test } from 'bun:test'
import { aCoffee } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let guji: number
beforeAll(async () => {
  world = await startWorld()
  guji = await aCoffee(world, 'Guji')
})
afterAll(() => world.stop())

const path = '/api/user/coffee-library'
const keep = (as: Someone, body: object) => world.call(`POST ${path}`, { as, body })
const libraryOf = async (as: Someone) => (await world.call(`GET ${path}`, { as })).body.library

test('a coffee is kept with its details, notes and rating', async () => {
  const ann = await world.person()
  expect(await libraryOf(ann)).toEqual([])
  const { status, body } = await keep(ann, {
    coffeeProfileId: guji,
    personalNotes: ' Peachy. ',
    rating: 5,
    roastedOn: '2026-11-03',
  })
  expect(status).toBe(201)
  expect(body.entry).toMatchObject({
    coffeeProfileId: guji,
    coffee: { id: guji, name: 'Guji', roastLevel: 'LIGHT', origin: 'Ethiopia' },
    personalNotes: 'Peachy.',
    rating: 5,
    roastedOn: '2026-11-03',
    totalBrews: 0,
    lastBrewedAt: null,
  })
  expect(await libraryOf(ann)).toEqual([body.entry])
})

test('keeping it again changes the given fields and keeps the others', async () => {
  const ann = await world.person()
  await keep(ann, { coffeeProfileId: guji, personalNotes: 'Peachy.', rating: 5 })
  await keep(ann, { coffeeProfileId: guji, rating: 4 })
  expect(await libraryOf(ann)).toMatchObject([{ personalNotes: 'Peachy.', rating: 4, roastedOn: null }])
  await keep(ann, { coffeeProfileId: guji, personalNotes: null, rating: null })
  expect(await libraryOf(ann)).toMatchObject([{ personalNotes: null, rating: null }])
})

test('an entry counts this person’s brews of this coffee and knows the last', async () => {
  const [ann, ben] = [await world.person(), await world.person()]
  const other = await aCoffee(world)
  for (const person of [ann, ben]) await keep(person, { coffeeProfileId: guji })
  await keep(ann, { coffeeProfileId: other })
  await world.sql`
    insert into brew_logs (user_id, method, coffee_profile_id, created_at, brewed_at)
    values (${ann.id}, 'v60', ${guji}, '2026-03-10T08:00:00Z', '2026-03-01T08:00:00Z'),
           (${ann.id}, 'chemex', ${guji}, '2026-03-04T08:00:00Z', '2026-03-04T08:00:00Z'),
           (${ben.id}, 'v60', ${guji}, '2026-03-09T08:00:00Z', '2026-03-09T08:00:00Z')`
  expect(await libraryOf(ann)).toMatchObject([
    { coffeeProfileId: other, totalBrews: 0, lastBrewedAt: null },
    { coffeeProfileId: guji, totalBrews: 2, lastBrewedAt: '2026-03-04T08:00:00.000Z' },
  ])
  const kept = await keep(ben, { coffeeProfileId: guji, rating: 3 })
  expect(kept.body.entry).toMatchObject({ totalBrews: 1, lastBrewedAt: '2026-03-09T08:00:00.000Z' })
})

test('a coffee is removed from one’s own library only; removing a missing one changes nothing', async () => {
  const [ann, ben] = [await world.person(), await world.person()]
  for (const person of [ann, ben]) await keep(person, { coffeeProfileId: guji })
  for (const _ of ['once', 'again']) {
    const { status, body } = await world.call(`DELETE ${path}`, { as: ben, body: { coffeeProfileId: guji } })
    expect([status, body]).toEqual([200, { success: true }])
  }
  expect(await libraryOf(ben)).toEqual([])
  expect(await libraryOf(ann)).toHaveLength(1)
})

test('missing, unknown or out-of-bounds fields are refused by name', async () => {
  const ann = await world.person()
  const error = async (body: object) => {
    const reply = await keep(ann, body)
    return `${reply.status} ${reply.body.error}`
  }
  expect(await error({})).toBe('400 coffeeProfileId is required.')
  expect(await error({ coffeeProfileId: 2 ** 31 - 1 })).toBe('404 There is no coffee 2147483647.')
  expect(await error({ coffeeProfileId: 2 ** 31 })).toStartWith('400 coffeeProfileId ')
  for (const rating of [0, 6, 2.5, '5'])
    expect(await error({ coffeeProfileId: guji, rating })).toStartWith('400 rating ')
  expect(await error({ coffeeProfileId: guji, roastedOn: 'last week' })).toStartWith('400 roastedOn ')
  expect(await error({ coffeeProfileId: guji, personalNotes: 'x'.repeat(5001) })).toStartWith('400 personalNotes ')
  expect((await keep(ann, { coffeeProfileId: guji, personalNotes: 'x'.repeat(5000), rating: 1 })).status).toBe(201)
  expect((await world.call(`DELETE ${path}`, { as: ann, body: {} })).body.error).toBe('coffeeProfileId is required.')
  for (const method of ['GET', 'POST', 'DELETE']) expect((await world.call(`${method} ${path}`)).status).toBe(401)
})
