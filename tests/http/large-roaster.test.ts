import { afterAll, beforeAll, expect, test } from 'bun:test'
import { transact } from '../../adapters/postgres/engine/client.ts'
import { loadUncounted } from '../../adapters/postgres/engine/load.ts'
import { sortedInAtOnce } from '../support/sorted-in.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

interface Item {
  id: number
  name: string
}

const names = async (query: string) =>
  (await world.call(`GET /api/coffees?${query}`)).body.data.map(({ name }: Item) => name) as string[]

/** Every page from the first to the last. */
async function allPages(query: string) {
  const seen: Item[] = []
  let cursor = ''
  do {
    const { body } = await world.call(`GET /api/coffees?${query}&limit=50${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.data)
    cursor = body.cursor
  } while (cursor)
  return seen
}

test('a search follows new names in every order, of coffees and of roasters that many have', async () => {
  await world.sql`
    insert into roasters (slug, name, match_name, created_at)
    values ('plenty', 'Plenty', 'plenty', now())`
  await world.sql`
    insert into coffees (roaster_id, slug, name, roast_level, search_text, created_at)
    select id, 'plenty-' || n, 'Plentiful ' || n, 'LIGHT', '', now()
    from roasters, generate_series(1, 600) n
    where slug = 'plenty'`
  await world.sql`update roasters set name = 'Cornucopia' where slug = 'plenty'`
  await world.sql`update coffees set name = 'Abundance' where slug = 'plenty-17'`
  for (const sort of ['name', 'newest', 'popular', 'trending']) {
    expect(await names(`q=cornucopia+abundance&sort=${sort}`)).toEqual(['Abundance'])
    const seen = (await allPages(`q=cornuc&sort=${sort}`)).map(({ id }) => id)
    expect([seen.length, new Set(seen).size]).toEqual([600, 600])
    expect(await names(`q=plentiful+17&sort=${sort}`)).not.toContain('Abundance')
  }
  const body = { name: 'Aardvark', roasterName: 'Cornucopia', roastLevel: 'MEDIUM' }
  expect((await world.call('POST /api/coffees', { as: await world.person(), body })).status).toBe(201)
  await world.sql`update coffees set name = 'Aaa' where slug = 'plenty-18'`
  expect((await names('q=cornucopia&sort=name')).slice(0, 3)).toEqual(['Aaa', 'Aardvark', 'Abundance'])
})

test('a filter uses letters that hundreds of origins have', async () => {
  await world.sql`
    insert into coffees (roaster_id, slug, name, roast_level, origin, created_at)
    select (select min(id) from roasters), 'many-' || n, 'Many ' || n, 'LIGHT', 'Hyperborea ' || n, now()
    from generate_series(100, 349) n`
  const expected = Array.from({ length: 250 }, (_, at) => `Many ${100 + at}`)
  expect((await allPages('origin=hyperborea')).map(({ name }) => name)).toEqual(expected)
  expect((await allPages('origin=hyperborea&roastLevel=LIGHT')).map(({ name }) => name)).toEqual(expected)
  expect(await names('origin=hyperborea&roastLevel=DARK')).toEqual([])
})

test('hundreds of coffees of a kind and of several origins, one of them without any, come in every order', async () => {
  await world.sql`
    insert into coffees (roaster_id, slug, name, roast_level, coffee_type, origin, recipe_count, created_at)
    select (select min(id) from roasters),
           'thule-' || n,
           'Thule ' || md5(n::text),
           case when n % 5 = 1 then 'LIGHT' else 'DARK' end,
           case when n % 5 = 2 then 'BLEND' else 'SINGLE_ORIGIN' end,
           'Thule ' || (array['North', 'South', 'South', 'West', 'West'])[1 + n % 5],
           0,
           now() - (n * 7919 % 601) * interval '1 minute'
    from generate_series(1, 600) n`
  const orders = { name: 'folded_name, id', newest: 'created_at desc, id desc', popular: 'recipe_count desc, id desc' }
  for (const [sort, order] of Object.entries(orders))
    for (const [query, kind] of [
      ['roastLevel=DARK', "roast_level = 'DARK'"],
      ['roastLevel=DARK&coffeeType=SINGLE_ORIGIN', "roast_level = 'DARK' and coffee_type = 'SINGLE_ORIGIN'"],
      ['coffeeType=BLEND', "coffee_type = 'BLEND'"],
      ['coffeeType=DECAF', 'false'],
    ] as const) {
      const all = await world.sql`
        select id
        from coffees
        where slug like 'thule-%'
          and ${world.sql.unsafe(kind)}
        order by ${world.sql.unsafe(order)}`
      const seen = await allPages(`origin=thule&${query}&sort=${sort}`)
      expect([sort, query, seen.map(({ id }) => id)]).toEqual([sort, query, all.map(({ id }) => id)])
    }
})

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
        // Does for all coffees what the triggers do for each: none has an origin, and the text is
        // the same.
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
