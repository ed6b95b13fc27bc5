import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Transaction, transact } from '../../adapters/postgres/engine/client.ts'
import { loadUncounted } from '../../adapters/postgres/engine/load.ts'
import { aRecipe } from '../support/recipes.ts'
import { sortedInAtOnce } from '../support/sorted-in.ts'
import { waitBeside } from '../support/waiting.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let recipeId: number
beforeAll(async () => {
  world = await startWorld()
  // What imports can fill a catalog with: 1,000 roasters and 6,000 coffees with long names, a
  // quarter of them Ethiopian, and the 100,000 words of 2,000 other names. Nothing is analyzed,
  // because nobody does that on the embedded engine.
  await world.sql`
    insert into roasters (slug, name, match_name, created_at)
    select 'large-' || n, 'Large Roaster ' || n || repeat(' of Many Words', 8), 'large ' || n, now()
    from generate_series(1, 1000) n`
  await transact(world.sql, sql => sortedInAtOnce(sql, () => loadUncounted(sql, () => fill(sql))))
  const [coffee] = await world.sql`select id from coffees where slug = 'lot-4444'`
  recipeId = await aRecipe(world, { coffeeId: coffee?.id })
})
afterAll(() => world.stop())

async function fill(sql: Transaction) {
  // Does for all coffees what the trigger does for each.
  await sql`alter table coffees disable trigger write_search_text`
  await sql`
    insert into coffees (roaster_id, slug, name, roast_level, origin, search_text, created_at)
    select roasters.id, 'lot-' || n, lot.name, 'LIGHT', origin, search_text_of(lot.name, roasters.name, origin), now()
    from generate_series(1, 6000) n
    join roasters on roasters.slug = 'large-' || 1 + n % 1000
    cross join lateral (
      select 'Lot ' || n || repeat(' a rather long name', 8), (array['Ethiopia', 'Kenya', 'Colombia', 'Brazil'])[1 + n % 4]
    ) lot (name, origin)`
  await sql`
    insert into coffee_words (word)
    select distinct word
    from coffees
    cross join unnest(string_to_array(search_text, ' ')) word
    where word !~ '^[0-9]*$'`
  await sql`alter table coffees enable trigger write_search_text`
  await sql`insert into coffee_words (word) select substr(md5(n::text), 1, 6) from generate_series(1, 100000) n`
  await sql`select recount_roasters()`
}

const ask = (path: string) => world.call(`GET ${path}`)
const encoded = encodeURIComponent

describe('in a catalog filled by imports, no search blocks others for a tenth of a second:', () => {
  const searches = [
    'a',
    'ethiopa',
    'coffee',
    'rather long naem',
    'a b c d e f g h',
    'abca bcad cabd dbca acdb bdca cdab dabc',
    'zzzz',
  ]
  test.each(
    searches.flatMap(search => [
      `/api/coffees?q=${encoded(search)}`,
      `/api/coffees/suggestions?name=${encoded(search)}`,
      `/api/recipes?q=${encoded(search)}`,
      `/api/roasters?search=${encoded(search)}`,
    ]),
  )('%s', async path => {
    const found = async () => expect((await ask(path)).status).toBe(200)
    expect(await waitBeside(world, found)).toBeLessThan(100)
  })
})

test('a word that a quarter of all coffees have finds each of them once, spelt right or wrong', async () => {
  for (const q of ['ethiopia', 'ethiopa']) expect(await found(`q=${q}`)).toEqual({ coffees: 1500, different: 1500 })
})

test('so it does in any other order, and words that are rare together find the few coffees with both', async () => {
  for (const sort of ['name', 'newest', 'popular', 'trending']) {
    expect(await found(`q=ethiopia&sort=${sort}`)).toEqual({ coffees: 1500, different: 1500 })
    expect(await found(`q=ethiopia&roastLevel=LIGHT&sort=${sort}`)).toEqual({ coffees: 1500, different: 1500 })
    expect(await found(`q=ethiopia+4444&sort=${sort}`)).toEqual({ coffees: 1, different: 1 })
    expect(await found(`q=ethiopia+4445&sort=${sort}`)).toEqual({ coffees: 0, different: 0 })
  }
})

test.each([
  ['name', 'coffees.folded_name, coffees.id'],
  ['newest', 'coffees.created_at desc, coffees.id desc'],
  ['popular', 'coffees.recipe_count desc, coffees.id desc'],
  ['trending', 'trending desc, coffees.id desc'],
])('pages of words in order, %s, are those of all coffees in that order', async (sort, order) => {
  for (const [q, has] of [
    ['ethiopia', '% ethiopia %'],
    ['ETHIOPA lot', '% ethiopia %'],
    ['eth', '% ethiopia %'],
    ['et name', '% ethiopia %'],
    ['e', '% e%'],
    ['l 1', '% l% 1%'],
    ['brazil large roaster', '% brazil %'],
    ['kenya 1', '% 1% kenya %'],
  ] as const) {
    const inOrder = await world.sql<{ id: number }[]>`
      select coffees.id
      from coffees
      join coffee_trends on coffee_id = coffees.id
      where search_text like ${has}
      order by ${world.sql.unsafe(order)}`
    expect(await allPages(`q=${encoded(q)}&sort=${sort}`)).toEqual(inOrder.map(({ id }) => id))
  }
})

async function found(query: string) {
  const seen = await allPages(query)
  return { coffees: seen.length, different: new Set(seen).size }
}

async function allPages(query: string) {
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const { body } = await ask(`/api/coffees?${query}&limit=50${cursor ? `&cursor=${cursor}` : ''}`)
    seen.push(...body.data.map(({ id }: { id: number }) => id))
    cursor = body.cursor
  } while (cursor)
  return seen
}

test('a search with other filters finds its matches, however many coffees have the word', async () => {
  for (const q of ['a', 'ethiopia', 'ethiopa', 'lot']) {
    const { body } = await ask(`/api/coffees?q=${q}&roaster=large-445&limit=50`)
    expect(body.data.map(({ slug }: { slug: string }) => slug).sort()).toEqual(
      ['lot-444', 'lot-1444', 'lot-2444', 'lot-3444', 'lot-4444', 'lot-5444'].sort(),
    )
  }
})

test('a recipe is found by a word that thousands of coffees without a recipe have', async () => {
  for (const q of ['ethiopia', 'ethiopa', 'a', '4444']) {
    const { body } = await ask(`/api/recipes?q=${q}`)
    expect([body.total, body.data[0]?.id]).toEqual([1, recipeId])
  }
})
