import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Row } from 'postgres'
import { type Sql, type Transaction, transact } from '../../adapters/postgres/engine/client.ts'
import { loadUncounted } from '../../adapters/postgres/engine/load.ts'
import type { Recipe } from '../../core/recipes/model.ts'
import { askedSorts } from '../../core/recipes/sorts.ts'
import { flavourOf, recommendedScore, tasteMatch } from '../../core/taste/match.ts'
import { aRecipe, grinderId, machineId, publish, vote } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

type Shelf = Record<string, Recipe>

let world: TestWorld
let ann: Someone
let voters: Someone[]
/** Recipes under names that describe them. */
const made: Shelf = {}

const coffee = async (name: string, facts: object = {}) => {
  const body = { name, roasterName: 'Onyx Coffee Lab', roastLevel: 'LIGHT', ...facts }
  return (await world.call('POST /api/coffees', { as: ann, body })).body.coffee.id as number
}
const ask = async (path: string, as?: Someone) => {
  const answer = await world.call(`GET ${path}`, { as })
  if (answer.status !== 200) throw new Error(answer.body.error)
  return answer.body
}
const nameOf = ({ id }: { id: number }) => Object.keys(made).find(name => made[name]?.id === id) as string
const found = async (query: string) => (await ask(`/api/recipes/search?${query}`)).data.map(nameOf).sort()
const inOrder = async (path: string, as?: Someone) => (await ask(path, as)).data.map(nameOf)

beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
  voters = await Promise.all(Array.from({ length: 8 }, () => world.person()))
  const yirga = await coffee('Yirgacheffe', {
    origin: 'Ethiopia',
    flavorProfile: 'Blueberry, Jasmine, Lémon',
    acidity: 5,
  })
  const huila = await coffee('Huila', {
    origin: 'Colombia',
    roastLevel: 'Medium-Light',
    flavorProfile: 'caramel, apple',
  })
  const house = await coffee('House Blend', { roasterName: 'Café Norte', roastLevel: 'medium', body: 4 })
  const night = await coffee('Night Train', { roasterName: 'Café Norte', roastLevel: 'DARK', acidity: 1, body: 5 })
  const press = { machineId: machineId(world, 'french_press'), doseGrams: 30, waterGrams: 500 }
  const espresso = {
    machineId: machineId(world, 'espresso'),
    grinderId: grinderId(world, '1zpresso-k-ultra'),
    grindSetting: 3,
    ratio: 2,
    doseGrams: 18,
    waterGrams: 36,
  }
  const add = async (name: string, fields: object) => {
    made[name] = await publish(world, ann, fields as never)
    world.clock.advance({ seconds: 1 })
  }
  await add('yirga v60', { coffeeProfileId: yirga, brewTimeSeconds: 180 })
  await add('yirga espresso', { coffeeProfileId: yirga, ...espresso, brewTimeSeconds: 28 })
  await add('huila v60', { coffeeProfileId: huila, brewTimeSeconds: 120 })
  await add('huila press', { coffeeProfileId: huila, ...press, grindSetting: 34, brewTimeSeconds: 301 })
  await add('house v60', { coffeeProfileId: house, brewTimeSeconds: 300 })
  await add('house press', { coffeeProfileId: house, ...press, grindSetting: 32 })
  await add('night espresso', { coffeeProfileId: night, ...espresso, brewTimeSeconds: 119 })
})
afterAll(() => world.stop())

test('concurrent searches each get their own results, in their own order', async () => {
  const words = ['yirgacheffe', 'huila', 'house', 'night', 'onyx', 'norte', 'colombia', 'caffe norte', 'nothing at all']
  const paths = words.flatMap(word =>
    askedSorts.map(sort => `/api/recipes/search?q=${encodeURIComponent(word)}&sort=${sort}`),
  )
  const alone: unknown[] = []
  for (const path of paths) alone.push(await ask(path))
  expect(await Promise.all(paths.map(path => ask(path)))).toEqual(alone)
  expect(await Promise.all(paths.toReversed().map(path => ask(path)))).toEqual(alone.toReversed())
})

describe('GET /api/recipes', () => {
  test('returns all of them, newest first while nobody has voted', async () => {
    const page = await ask('/api/recipes')
    expect(page.data.map(nameOf)).toEqual(Object.keys(made).toReversed())
    expect(page).toMatchObject({ total: 7, hasMore: false, cursor: null, nextCursor: null })
  })

  test.each([
    ['Light', ['huila press', 'huila v60', 'yirga espresso', 'yirga v60']],
    ['Medium', ['house press', 'house v60']],
    ['dark', ['night espresso']],
    ['medium-light', ['huila press', 'huila v60']],
  ])('takes %s with its neighbours', async (roast, names) => {
    const page = await ask(`/api/recipes?roastLevel=${roast}`)
    expect(page.data.map(nameOf).sort()).toEqual(names)
    expect(page.total).toBe(names.length)
  })

  test('filters by grinder and machine', async () => {
    const kUltra = grinderId(world, '1zpresso-k-ultra')
    const page = await ask(`/api/recipes?grinderId=${kUltra}`)
    expect(page.data.map(nameOf)).toEqual(['night espresso', 'yirga espresso'])
    expect(page.total).toBe(2)
    const press = machineId(world, 'french_press')
    expect((await ask(`/api/recipes?machineId=${press}&roastLevel=light`)).data.map(nameOf)).toEqual(['huila press'])
    expect(await ask(`/api/recipes?machineId=${press}&grinderId=${kUltra}`)).toMatchObject({ data: [], total: 0 })
    expect(await ask('/api/recipes?grinderId=99999')).toMatchObject({ data: [], total: 0 })
  })

  test('finds by words of the coffee, its roaster and origin, forgiving typos', async () => {
    for (const q of ['yirgacheffe', 'ethopia yirgachefe', 'Yirgachéffe'])
      expect((await ask(`/api/recipes?q=${encodeURIComponent(q)}`)).data.map(nameOf)).toEqual([
        'yirga espresso',
        'yirga v60',
      ])
    expect(await ask('/api/recipes?q=cafe%20norte')).toMatchObject({ total: 3 })
    expect(await ask('/api/recipes?q=zzzzqqqq')).toMatchObject({ data: [], total: 0, hasMore: false })
    expect(await ask('/api/recipes?q=!!!')).toMatchObject({ data: [], total: 0 })
  })
})

describe('every list', () => {
  const lists = ['/api/recipes', '/api/recipes/search', '/api/browse/recipes', '/api/community-recipes']

  test.each(lists)('%s can be narrowed to a coffee, a grinder, a dose, several roasts and a taste', async path => {
    const named = async (query: string) => (await ask(`${path}?${query}`)).data.map(nameOf).sort()
    const { coffeeProfileId } = made['huila v60'] as Recipe
    const kUltra = grinderId(world, '1zpresso-k-ultra')
    expect(await named(`coffeeId=${coffeeProfileId}`)).toEqual(['huila press', 'huila v60'])
    expect(await named(`coffeeProfileId=${coffeeProfileId}&maxDoseGrams=20`)).toEqual(['huila v60'])
    expect(await named(`grinderId=${kUltra}&taste=2`)).toEqual(['night espresso'])
    expect(await named('roastLevel=medium,dark&minDoseGrams=16&taste=1')).toEqual(['house press'])
  })

  test.each([
    ['roastLevel=LIGHT,burnt', 'roastLevel'],
    ['taste=3', 'taste'],
    ['taste=sour', 'taste'],
    ['minDoseGrams=none', 'minDoseGrams'],
    [`roastLevel=${'LIGHT,'.repeat(21)}`, 'roastLevel must name at most 20.'],
  ])('refuses ?%s', async (query, name) => {
    for (const path of lists) {
      const { status, body } = await world.call(`GET ${path}?${query}`)
      expect([status, body.error]).toEqual([400, expect.stringContaining(name)])
    }
  })
})

describe('GET /api/recipes/facets', () => {
  const counts = (facet: { value: unknown; count: number }[]) =>
    Object.fromEntries(facet.flatMap(({ value, count }) => (count > 0 ? [[value, count]] : [])))

  test('counts all of them by method, roast, taste, grind and time', async () => {
    const facets = await ask('/api/recipes/facets')
    expect([facets.total, facets.isCapped]).toEqual([7, false])
    expect(counts(facets.brewMethods)).toEqual({ v60: 3, espresso: 2, french_press: 2 })
    expect(counts(facets.roastLevels)).toEqual({ LIGHT: 2, MEDIUM_LIGHT: 2, MEDIUM: 2, DARK: 1 })
    expect(counts(facets.tastes)).toEqual({ '-1': 2, 0: 2, 1: 2, 2: 1 })
    expect(counts(facets.grindRanges)).toEqual({ fine: 2, medium: 3, coarse: 2 })
    expect(counts(facets.brewTimeRanges)).toEqual({ short: 2, medium: 3, long: 1 })
  })

  test('says what another choice of the same kind would leave, with all else as chosen', async () => {
    const facets = await ask('/api/recipes/facets?roastLevel=LIGHT&brewMethod=v60')
    expect(facets.total).toBe(1)
    expect(counts(facets.roastLevels)).toEqual({ LIGHT: 1, MEDIUM_LIGHT: 1, MEDIUM: 1 })
    expect(counts(facets.brewMethods)).toEqual({ v60: 1, espresso: 1 })
    expect(facets.roastLevels).toHaveLength(5)
  })

  test.each([
    ['q=norte', 3],
    ['q=norte&roastLevel=MEDIUM', 2],
    ['flavorProfile=caramel&brewMethod=v60', 1],
    ['roaster=onyx-coffee-lab&taste=-1', 2],
    ['minDoseGrams=18&maxDoseGrams=30', 4],
    ['maxGrindIndex=29.9', 2],
    ['minGrindIndex=30&maxGrindIndex=55&brewMethod=v60', 3],
    ['q=zzzzqqqq', 0],
  ])('agrees with the search for ?%s', async (query, total) => {
    expect((await ask(`/api/recipes/facets?${query}`)).total).toBe(total)
    expect((await ask(`/api/recipes/search?${query}`)).total).toBe(total)
  })

  test('accepts a grinder as the lists do: a known one counts the same, an unknown one is a 404', async () => {
    const [known] = world.ports.grinders.list()
    expect((await ask(`/api/recipes/facets?grinder=${known?.slug}`)).total).toBe((await ask('/api/recipes')).total)
    for (const grinder of ['no-such-grinder', '199999']) {
      const [counted, listed] = await Promise.all(
        ['/api/recipes/facets', '/api/recipes'].map(path => world.call(`GET ${path}?grinder=${grinder}`)),
      )
      expect([counted?.status, counted?.body]).toEqual([404, listed?.body])
    }
  })

  test('accepts a bound of zero', async () => {
    const { id, grindIndex } = made['night espresso'] as Recipe
    await world.sql`update recipes set grind_index = -0.5 where id = ${id}`
    for (const list of ['facets', 'search']) expect((await ask(`/api/recipes/${list}?minGrindIndex=0`)).total).toBe(6)
    await world.sql`update recipes set grind_index = ${grindIndex} where id = ${id}`
  })

  test('follows what is hidden and shown again', async () => {
    const { id } = made['night espresso'] as Recipe
    await world.ports.recipes.setHidden(id, world.clock.now())
    expect((await ask('/api/recipes/facets?taste=2')).total).toBe(0)
    await world.ports.recipes.setHidden(id, null)
    expect((await ask('/api/recipes/facets?taste=2')).total).toBe(1)
  })
})

describe('GET /api/recipes/search', () => {
  test.each([
    ['brewMethod=v60', ['house v60', 'huila v60', 'yirga v60']],
    ['brewMethod=French%20Press', ['house press', 'huila press']],
    ['roaster=onyx-coffee-lab', ['huila press', 'huila v60', 'yirga espresso', 'yirga v60']],
    ['roaster=cafe%20norte', ['house press', 'house v60', 'night espresso']],
    ['roaster=nobody', []],
    ['roastLevel=LIGHT', ['yirga espresso', 'yirga v60']],
    ['roastLevel=Medium-Light', ['huila press', 'huila v60']],
    ['roastLevel=LIGHT,dark', ['night espresso', 'yirga espresso', 'yirga v60']],
    ['taste=-2,-1', ['yirga espresso', 'yirga v60']],
    ['taste=0', ['huila press', 'huila v60']],
    ['taste=1,2&brewMethod=v60', ['house v60']],
    ['taste=2', ['night espresso']],
    ['minDoseGrams=18', ['house press', 'huila press', 'night espresso', 'yirga espresso']],
    ['minDoseGrams=15.5&maxDoseGrams=18', ['night espresso', 'yirga espresso']],
    ['maxDoseGrams=15&roastLevel=MEDIUM', ['house v60']],
    ['minDoseGrams=900', []],
    ['flavorProfile=blueberry', ['yirga espresso', 'yirga v60']],
    ['flavorProfile=jasmine,%20lemon', ['yirga espresso', 'yirga v60']],
    ['flavorProfile=jasmine,caramel', []],
    ['flavorProfile=%25', []],
    ['grindRange=fine', ['night espresso', 'yirga espresso']],
    ['grindRange=medium', ['house v60', 'huila v60', 'yirga v60']],
    ['grindRange=coarse', ['house press', 'huila press']],
    ['brewTimeRange=short', ['night espresso', 'yirga espresso']],
    ['brewTimeRange=medium', ['house v60', 'huila v60', 'yirga v60']],
    ['brewTimeRange=long', ['huila press']],
    ['brewMethod=v60&roaster=cafe-norte', ['house v60']],
    ['q=onyx&brewMethod=espresso&grindRange=fine&brewTimeRange=short&roastLevel=light', ['yirga espresso']],
    ['q=norte&flavorProfile=caramel', []],
  ])('finds by %s', async (query, names) => {
    const { data, total } = await ask(`/api/recipes/search?${query}`)
    expect([data.map(nameOf).sort(), total]).toEqual([names, names.length])
    expect(await found(`${query}&sort=newest`)).toEqual(names)
    expect(await found(`${query}&sort=most_brewed`)).toEqual(names)
  })

  test.each(['grindRange=sandy', 'brewTimeRange=ages', 'sort=best', 'brewMethod=tea', 'roastLevel=burnt', 'limit=101'])(
    'refuses %s and names it',
    async query => {
      const { status, body } = await world.call(`GET /api/recipes/search?${query}`)
      expect([status, body.error]).toEqual([400, expect.stringContaining(query.split('=')[0] as string)])
    },
  )

  test('sorts by votes, brews or age', async () => {
    const { 'huila v60': huila, 'house press': house } = made as Record<string, Recipe>
    if (!huila || !house) throw new Error()
    for (const voter of voters) await vote(world, voter, huila.id, 'UP')
    for (const rating of [3, 4])
      await world.call(`POST /api/community-recipes/${house.id}/brew-log`, { as: voters[0], body: { rating } })
    const newest = Object.keys(made).toReversed()
    const first = (name: string) => [name, ...newest.filter(other => other !== name)]
    expect(await inOrder('/api/recipes/search')).toEqual(first('huila v60'))
    expect(await inOrder('/api/recipes/search?sort=highest_rated')).toEqual(first('huila v60'))
    expect(await inOrder('/api/recipes/search?sort=recommended')).toEqual(first('huila v60'))
    expect(await inOrder('/api/recipes/search?sort=most_brewed')).toEqual(first('house press'))
    expect(await inOrder('/api/recipes/search?sort=newest')).toEqual(newest)
  })
})

describe('GET /api/browse/recipes', () => {
  test('returns pages by number, newest first', async () => {
    const newest = Object.keys(made).toReversed()
    const first = await ask('/api/browse/recipes?limit=3')
    expect(first.data.map(nameOf)).toEqual(newest.slice(0, 3))
    expect(first).toMatchObject({ total: 7, totalPages: 3, page: 1 })
    expect(Object.keys(first).sort()).toEqual(['data', 'page', 'total', 'totalPages'])
    expect((await ask('/api/browse/recipes?limit=3&page=3')).data.map(nameOf)).toEqual(newest.slice(6))
    expect(await ask('/api/browse/recipes?limit=3&page=4')).toMatchObject({ data: [], total: 7, page: 4 })
  })

  test('filters and sorts', async () => {
    expect(await inOrder('/api/browse/recipes?brewMethod=v60&sort=highest_rated')).toEqual([
      'huila v60',
      'house v60',
      'yirga v60',
    ])
    expect(await inOrder('/api/browse/recipes?roaster=cafe-norte&sort=most_brewed')).toEqual([
      'house press',
      'night espresso',
      'house v60',
    ])
    expect(await inOrder('/api/browse/recipes?q=yirgachefe&roastLevel=LIGHT')).toEqual(['yirga espresso', 'yirga v60'])
    expect(await ask('/api/browse/recipes?roaster=nobody')).toEqual({ data: [], total: 0, totalPages: 0, page: 1 })
  })

  test.each(['page=8', 'page=501', 'page=1000001', 'page=2147483647', 'limit=100&page=101'])(
    'has nothing on %s, which lies beyond the last page',
    async query => {
      const page = Number(new URLSearchParams(query).get('page'))
      expect(await ask(`/api/browse/recipes?${query}`)).toMatchObject({ data: [], total: 7, totalPages: 1, page })
    },
  )

  test.each(['page=0', 'page=2147483648', 'limit=0', 'limit=101', 'sort=recommended'])(
    'refuses %s and names it',
    async query => {
      const { status, body } = await world.call(`GET /api/browse/recipes?${query}`)
      expect([status, body.error]).toEqual([400, expect.stringContaining(query.split('=')[0] as string)])
    },
  )
})

describe('taste', () => {
  const likes = async (profile: object) => {
    const someone = await world.person()
    await world.call('PUT /api/users/taste-profile', { as: someone, body: profile })
    return someone
  }

  test('has no score for a visitor, nor for a person without a palate', async () => {
    for (const as of [undefined, await world.person()])
      for (const path of ['/api/recipes', '/api/recipes/search?sort=recommended', '/api/community-recipes'])
        expect((await ask(path, as)).data.every((recipe: Recipe) => !('tasteMatchScore' in recipe))).toBe(true)
  })

  test('tells a person with a palate how well each recipe suits it, to two decimals', async () => {
    const dark = await likes({ roastPreference: 1, acidityTolerance: 0 })
    const palate = await world.ports.palates.of(dark.id)
    if (!palate) throw new Error()
    for (const path of ['/api/recipes', '/api/recipes/search', '/api/community-recipes'])
      for (const recipe of (await ask(path, dark)).data as Recipe[]) {
        const match = tasteMatch(palate, flavourOf({ ...recipe, method: recipe.machine.brewMethod }))
        expect(recipe.tasteMatchScore).toBe(Math.round((match as number) * 100) / 100)
      }
  })

  test('recommended is 0.6 match and 0.4 votes, page after page', async () => {
    const dark = await likes({ roastPreference: 1, acidityTolerance: 0 })
    const palate = await world.ports.palates.of(dark.id)
    const all = (await ask('/api/recipes', dark)).data as Recipe[]
    const score = (recipe: Recipe) =>
      recommendedScore(
        palate ? tasteMatch(palate, flavourOf({ ...recipe, method: recipe.machine.brewMethod })) : null,
        recipe.wilsonScore,
      )
    const expected = all.toSorted((a, b) => score(b) - score(a) || b.id - a.id).map(nameOf)
    expect(expected[0]).toBe('night espresso')
    const met: string[] = []
    let cursor = ''
    do {
      const page = await ask(`/api/recipes/search?sort=recommended&limit=3&cursor=${cursor}`, dark)
      expect(page.total).toBe(7)
      met.push(...page.data.map(nameOf))
      cursor = page.cursor
    } while (cursor)
    expect(met).toEqual(expected)
    expect(await inOrder('/api/recipes/search?sort=recommended&brewMethod=v60', dark)).toEqual(
      expected.filter(name => name.endsWith('v60')),
    )
  })

  test('an adventurous palate lifts what it has not brewed', async () => {
    const adventurer = await likes({ roastPreference: 1, explorerType: 1 })
    const { 'night espresso': night } = made as Record<string, Recipe>
    if (!night) throw new Error()
    const scoreOf = async () =>
      ((await ask('/api/recipes', adventurer)).data as Recipe[]).find(({ id }) => id === night.id)?.tasteMatchScore ?? 0
    await world.call(`PUT /api/users/taste-profile`, { as: adventurer, body: { acidityTolerance: 0.9 } })
    const before = await scoreOf()
    await world.call(`POST /api/community-recipes/${night.id}/brew-log`, { as: adventurer, body: { rating: 3 } })
    expect(await scoreOf()).toBeLessThan(before)
  })

  test("a cursor of somebody else's recommendations is refused", async () => {
    const [one, other] = [await likes({ roastPreference: 1 }), await likes({ roastPreference: 1 })]
    const { cursor } = await ask('/api/recipes/search?sort=recommended&limit=2', one)
    const { status } = await world.call(`GET /api/recipes/search?sort=recommended&limit=2&cursor=${cursor}`, {
      as: other,
    })
    expect(status).toBe(400)
  })
})

test('a forged cursor, or one of another list, is refused', async () => {
  const { cursor } = await ask('/api/recipes?limit=2')
  for (const path of [
    `/api/recipes?limit=2&cursor=${cursor}x`,
    '/api/recipes?limit=2&cursor=abc',
    `/api/recipes?limit=2&roastLevel=LIGHT&cursor=${cursor}`,
    `/api/recipes/search?sort=newest&limit=2&cursor=${cursor}`,
  ]) {
    const { status, body } = await world.call(`GET ${path}`)
    expect([status, body.error]).toEqual([400, expect.stringContaining('cursor')])
  }
})

test('facets say that they count a thousand if there are more, and not if there are exactly a thousand', async () => {
  const recipeId = await aRecipe(world)
  const copy = (sql: Sql | Transaction, count: number) => sql`
    insert into recipes (
      coffee_profile_id, grinder_id, machine_id, grind_setting, grind_index, ratio, dose_grams, water_grams,
      roaster_id, brew_method, roast_level, grind_range, taste, created_at
    )
    select coffee_profile_id, grinder_id, machine_id, grind_setting, grind_index, ratio, dose_grams, water_grams,
      roaster_id, brew_method, roast_level, grind_range, taste, created_at
    from recipes, generate_series(1, ${count})
    where id = ${recipeId}
    returning coffee_profile_id`
  // Counted at the end: counting each would take as long as all other tests here.
  const [copied] = await transact(world.sql, async sql => {
    const rows: Row[] = []
    await loadUncounted(sql, async () => {
      rows.push(...(await copy(sql, 999)))
      for (const counters of ['coffees', 'roasters', 'recipe_kinds']) await sql.unsafe(`select recount_${counters}()`)
    })
    return rows
  })
  const facets = async () => {
    const { total, isCapped, brewMethods } = await ask(`/api/recipes/facets?coffeeId=${copied?.coffeeProfileId}`)
    const ofMethods = brewMethods.reduce((sum: number, { count }: { count: number }) => sum + count, 0)
    return { total, ofMethods, isCapped }
  }
  expect(await facets()).toEqual({ total: 1000, ofMethods: 1000, isCapped: false })
  await copy(world.sql, 1)
  expect(await facets()).toEqual({ total: 1000, ofMethods: 1000, isCapped: true })
})
