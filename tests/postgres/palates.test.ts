import { afterAll, beforeAll, expect, test } from 'bun:test'
import { neutralPalate, setPalate } from '../../core/taste/palate.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('a person who set nothing has no palate, and an empty change creates none', async () => {
  const { palates } = world.ports
  const { id } = await world.person()
  expect(await palates.of(id)).toBeUndefined()
  expect(await palates.change(id, palate => setPalate(palate, {}))).toBeNull()
  expect(await palates.of(id)).toBeUndefined()
})

test('concurrent changes are all kept, including the first', async () => {
  const { palates } = world.ports
  const { id } = await world.person()
  const changes = [{ acidityLevel: 5 }, { bodyLevel: 1 }, { sweetnessLevel: 4 }, { roastPreference: 0.9 }]
  await Promise.all(changes.map(change => palates.change(id, palate => setPalate(palate, change))))
  expect(await palates.of(id)).toEqual({ ...neutralPalate, acidity: 1, body: 0, sweetness: 0.75, roast: 0.9 })
})
