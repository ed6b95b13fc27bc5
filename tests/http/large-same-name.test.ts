import { afterAll, beforeAll, expect, test } from 'bun:test'
import { transact } from '../../adapters/postgres/client.ts'
import { loadUncounted } from '../../adapters/postgres/load.ts'
import { sortedInAtOnce } from '../support/sorted-in.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

test('the ten-thousandth coffee of one name at one roaster gets a slug, as fast as the first', async () => {
  const person = await world.person()
  const submit = () =>
    world.call('POST /api/coffees', {
      as: person,
      body: { name: 'Same Name', roasterName: 'Same Roaster', roastLevel: 'MEDIUM' },
    })
  expect((await submit()).status).toBe(201)
  await transact(world.sql, sql =>
    sortedInAtOnce(sql, () =>
      loadUncounted(sql, async () => {
        // What the triggers do for each coffee, for all of them: none has an origin, and the text is the same.
        for (const trigger of ['write_search_text', 'note_origin'])
          await sql`alter table coffees disable trigger ${sql(trigger)}`
        await sql`
          insert into coffees (roaster_id, slug, name, roast_level, search_text, created_at)
          select roaster_id, 'same-name-' || n, name, roast_level, search_text, now()
          from coffees, generate_series(2, 10001) n
          where slug = 'same-name'`
        for (const trigger of ['write_search_text', 'note_origin'])
          await sql`alter table coffees enable trigger ${sql(trigger)}`
        await sql`select recount_roasters()`
      }),
    ),
  )
  for (let time = 0; time < 3; time++) expect((await submit()).status).toBe(201)
})
