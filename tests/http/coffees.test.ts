import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { aRecipe, composeAll, vote } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
})
afterAll(() => world.stop())

interface Item {
  id: number
  name: string
  slug: string
  roasterName: string
}

async function submitted(coffee: Record<string, unknown>) {
  const body = { name: 'House Blend', roasterName: 'Nobody', roastLevel: 'MEDIUM', ...coffee }
  const answer = await world.call('POST /api/coffees', { as: ann, body })
  expect(answer.status).toBe(201)
  return answer.body.coffee
}

const list = async (query: string) => (await world.call(`GET /api/coffees?${query}`)).body.data as Item[]
const names = async (query: string) => (await list(query)).map(({ name }) => name)

/** Every page from the first to the last; `between` runs after each. */
async function allPages(path: string, between: () => Promise<unknown> = async () => {}) {
  const seen: Item[] = []
  let cursor = ''
  while (true) {
    const { status, body } = await world.call(`GET ${path}${cursor && `&cursor=${cursor}`}`)
    expect(status).toBe(200)
    expect([body.nextCursor, body.hasMore]).toEqual([body.cursor, body.cursor !== null])
    seen.push(...body.data)
    if (!body.hasMore) return seen
    cursor = body.cursor
    await between()
  }
}

describe('submitting a coffee', () => {
  test('replies with the coffee, its roaster and its submitter', async () => {
    const coffee = await submitted({
      name: ' Karogoto AA ',
      roasterName: 'Tim Wendelboe',
      roastLevel: 'Medium-Light',
      coffeeType: 'single origin',
      origin: 'Kenya',
      flavorProfile: 'blackcurrant, rose hip',
      description: 'From Nyeri.',
      acidity: 4.5,
      body: 2,
      processingMethod: 'washed',
    })
    expect(coffee).toMatchObject({
      name: 'Karogoto AA',
      slug: 'karogoto-aa',
      roastLevel: 'MEDIUM_LIGHT',
      coffeeType: 'SINGLE_ORIGIN',
      origin: 'Kenya',
      flavorProfile: 'blackcurrant, rose hip',
      description: 'From Nyeri.',
      acidityLevel: 4.5,
      bodyLevel: 2,
      processingMethod: 'washed',
      roasterName: 'Tim Wendelboe',
      roasterSlug: 'tim-wendelboe',
      roaster: { name: 'Tim Wendelboe', slug: 'tim-wendelboe', isVerified: false, _count: { coffees: 1 } },
      submittedBy: { id: ann.id, displayName: 'Ann' },
      _count: { communityRecipes: 0 },
    })
  })

  test('finds the roaster in any spelling', async () => {
    const first = await submitted({ roasterName: 'Kafé Grüner Ring Coffee Roasters' })
    for (const roasterName of ['kafe gruner ring', 'KAFÉ  GRÜNER RING ROASTERS', 'The Kafe Grüner-Ring Coffee Co.']) {
      const { roaster } = await submitted({ roasterName })
      expect([roasterName, roaster.id]).toEqual([roasterName, first.roaster.id])
    }
    expect((await submitted({ roasterName: 'Kafé Grüner Platz' })).roaster.id).not.toBe(first.roaster.id)
  })

  test('gives roasters and coffees with the same spelling different slugs', async () => {
    const slugs = [await submitted({ roasterName: '丸山珈琲' }), await submitted({ roasterName: '猿田彦珈琲' })].map(
      ({ roasterSlug }) => roasterSlug,
    )
    expect(slugs).toEqual(['roaster', 'roaster-2'])
    const roasterName = 'Twins'
    const coffees = [await submitted({ roasterName }), await submitted({ roasterName, name: 'House, Blend!' })]
    expect(coffees.map(({ slug }) => slug)).toEqual(['house-blend', 'house-blend-2'])
  })

  test('gives a roaster named like one of our routes a slug whose embed can be reached', async () => {
    const { roasterSlug, slug } = await submitted({ roasterName: 'Recipes' })
    expect(roasterSlug).toBe('recipes-roaster')
    const { status, body } = await world.call(`GET /api/embed/${roasterSlug}/${slug}`)
    expect([status, body.roaster]).toEqual([200, { name: 'Recipes', slug: 'recipes-roaster' }])
  })

  test('creates one roaster, and every coffee, for ten concurrent submissions', async () => {
    const coffees = await Promise.all(Array.from({ length: 10 }, () => submitted({ roasterName: 'Race Coffee' })))
    expect(new Set(coffees.map(({ roaster }) => roaster.id)).size).toBe(1)
    expect(new Set(coffees.map(({ slug }) => slug)).size).toBe(10)
    const { body } = await world.call('GET /api/roasters/race-coffee')
    expect(body._count.coffees).toBe(10)
  })

  test('needs a sign-in', async () => {
    expect((await world.call('POST /api/coffees', { body: {} })).status).toBe(401)
  })

  test.each([
    [{ name: undefined }, 'name is required.'],
    [{ name: ' ' }, 'name must not be empty.'],
    [{ name: 'x'.repeat(201) }, 'name must have at most 200 characters.'],
    [{ roasterName: undefined }, 'roasterName is required.'],
    [{ roastLevel: undefined }, 'roastLevel is required.'],
    [{ roastLevel: 'burnt' }, 'roastLevel must be one of LIGHT, MEDIUM_LIGHT, MEDIUM, MEDIUM_DARK, DARK.'],
    [{ roastLevel: 3 }, 'roastLevel must be one of LIGHT, MEDIUM_LIGHT, MEDIUM, MEDIUM_DARK, DARK.'],
    [{ acidity: 6 }, 'acidity must be at most 5.'],
    [{ body: 0 }, 'body must be at least 1.'],
    [{ body: 'full' }, 'body must be a number.'],
    [{ description: 'x'.repeat(5001) }, 'description must have at most 5000 characters.'],
    [{ flavorProfile: ['plum'] }, 'flavorProfile must be text.'],
    [{ coffeeType: 'INSTANT' }, 'coffeeType must be one of SINGLE_ORIGIN, BLEND, DECAF.'],
  ])('says what is wrong with %j', async (wrong, error) => {
    const body = { name: 'A', roasterName: 'B', roastLevel: 'LIGHT', ...wrong }
    const answer = await world.call('POST /api/coffees', { as: ann, body })
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })
})

describe('searching', () => {
  beforeAll(async () => {
    await submitted({ name: 'Yirgacheffe Konga', roasterName: 'Onyx Coffee Lab', origin: 'Ethiopia' })
    await submitted({ name: 'Hambela Natural', roasterName: 'Onyx Coffee Lab', origin: 'Ethiopia' })
    await submitted({ name: 'Fazenda Ambiental', roasterName: 'Square Mile', origin: 'Brazil' })
    await submitted({ name: 'El Paraíso', roasterName: 'Café Ímpar', origin: 'Colombia' })
    await submitted({ name: 'Huehuetenango', roasterName: 'Square Mile', origin: 'Guatemala' })
    await submitted({ name: 'Etna', roasterName: 'Volcanoes' })
  })

  test.each([
    ['ethopia yirgachefe', 'Yirgacheffe Konga'],
    ['YIRGACHEFFE', 'Yirgacheffe Konga'],
    ['konga onix', 'Yirgacheffe Konga'],
    ['yirga', 'Yirgacheffe Konga'],
    ['onyx hambela coffee', 'Hambela Natural'],
    ['brasil', 'Fazenda Ambiental'],
    ['paraiso', 'El Paraíso'],
    ['cafe impar colmbia', 'El Paraíso'],
    ['guatamala', 'Huehuetenango'],
    ['kogna', 'Yirgacheffe Konga'],
    ['sqaure mlie', 'Huehuetenango'],
  ])('"%s" finds %s first', async (q, name) => {
    expect((await names(`q=${encodeURIComponent(q)}`))[0]).toBe(name)
  })

  test('requires every word, and finds nothing else', async () => {
    expect(await names('q=ethiopia+yirgacheffe')).toEqual(['Yirgacheffe Konga'])
    expect(await names('q=guji')).toEqual([])
    expect(await names('q=%21%3F')).toEqual([])
    expect(await names('q=%25')).toEqual([])
  })

  test('ranks a whole word before a beginning, and that before a similar word', async () => {
    for (const name of ['Solstices Reserve', 'Soltice Blend', 'Solstice'])
      await submitted({ name, roasterName: 'Calendar' })
    expect(await names('q=solstice')).toEqual(['Solstice', 'Solstices Reserve', 'Soltice Blend'])
  })

  test('finds numbers by their beginning, also next to a word that begins with them', async () => {
    for (const name of ['Lot 8112', 'Lot 81121', '8112th Street']) await submitted({ name, roasterName: 'Numbers' })
    expect(await names('q=8112')).toEqual(['Lot 8112', 'Lot 81121', '8112th Street'])
  })

  test("ranks a word of the name before one of the roaster's, and that before one of the origin", async () => {
    await submitted({ name: 'A', roasterName: 'B', origin: 'Ørkenvær' })
    await submitted({ name: 'A Longer Name', roasterName: 'Ørkenvær Roasters', origin: 'Norway' })
    await submitted({ name: 'The Longest Name of all: Ørkenvær', roasterName: 'Somebody', origin: 'Somewhere' })
    await submitted({ name: 'Ørkenværing', roasterName: 'C' })
    const inTurn = ['The Longest Name of all: Ørkenvær', 'A Longer Name', 'A', 'Ørkenværing']
    expect(await names('q=orkenvaer')).toEqual(inTurn)
    const { body } = await world.call('GET /api/coffees/suggestions?name=orkenvaer')
    expect(body.suggestions.map(({ name }: Item) => name)).toEqual(inTurn)
  })

  test('ignores punctuation, and apostrophes', async () => {
    await submitted({ name: 'Rio-Verde (L’Aube) #7/Ünïcode', roasterName: 'Signs' })
    for (const q of ['verde', 'laube', 'l’aube', "l'aube", 'rio verde 7', 'unicode', 'rio-verde'])
      expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(['Rio-Verde (L’Aube) #7/Ünïcode'])
  })

  test('ranks a closer match first, page by page', async () => {
    await submitted({ name: 'Moonlight', roasterName: 'Far' })
    await submitted({ name: 'Moonshine', roasterName: 'Far' })
    expect((await allPages('/api/coffees?q=moonlight&limit=1')).map(({ name }) => name)).toEqual([
      'Moonlight',
      'Moonshine',
    ])
  })

  test('answers many concurrent searches as it would each alone', async () => {
    for (const name of ['Thornbury', 'Thornbury Fell', 'Thornberry', 'Fellgate'])
      await submitted({ name, roasterName: 'Moor' })
    const searches = [
      'thornbury',
      'thornb',
      'fell',
      'thornbury+fell',
      'thorbnury',
      'fell+moor',
      'fellgaet',
      'nothing+so',
    ]
    const queries = searches.flatMap(q => [`q=${q}`, `q=${q}&limit=1`, `q=${q}&roast=DARK`])
    const pageOf = async (query: string) => (await world.call(`GET /api/coffees?${query}`)).body
    const alone = []
    for (const query of queries) alone.push(await pageOf(query))
    expect(await Promise.all([...queries, ...queries].map(pageOf))).toEqual([...alone, ...alone])
    expect(await names('q=thornbury')).toEqual(['Thornbury', 'Thornbury Fell', 'Thornberry'])
  })

  test('uses the requested sort', async () => {
    expect(await names('q=onyx&sort=alpha')).toEqual(['Hambela Natural', 'Yirgacheffe Konga'])
    expect(await names('q=onyx&sort=newest')).toEqual(['Hambela Natural', 'Yirgacheffe Konga'])
    expect((await allPages('/api/coffees?q=onyx&sort=recent&limit=1')).length).toBe(2)
  })

  /** Straight into the table, as another instance or a command writes them. */
  const addElsewhere = (name: string, from: number, upTo: number, recipes = 0) => world.sql`
    insert into coffees (roaster_id, slug, name, roast_level, search_text, created_at, recipe_count)
    select roasters.id, replace(lower(${name}), ' ', '-') || '-' || n, ${name} || ' ' || n, 'LIGHT', '', now(), ${recipes}
    from roasters, generate_series(${from}::int, ${upTo}::int) n
    where roasters.slug = 'volcanoes'`

  test('finds a new coffee at once by words that were searched for before', async () => {
    await submitted({ name: 'Zanzibar Dawn', roasterName: 'Spices' })
    const searches = ['zanzibar', 'zanz', 'zanzibar clove', 'clove', 'clo']
    for (const q of searches) await names(`q=${encodeURIComponent(q)}`)
    await submitted({ name: 'Zanzibar Clove', roasterName: 'Spices' })
    for (const q of searches) expect(await names(`q=${encodeURIComponent(q)}`)).toContain('Zanzibar Clove')
  })

  test('finds a new coffee at once by the beginning of other words that was searched for before', async () => {
    await submitted({ name: 'Quixotic', roasterName: 'Windmills' })
    expect(await names('q=quix')).toEqual(['Quixotic'])
    await submitted({ name: 'Quixada', roasterName: 'Windmills' })
    expect((await names('q=quix')).toSorted()).toEqual(['Quixada', 'Quixotic'])
  })

  test('finds an older coffee by a new name that was searched for in vain, soon', async () => {
    await submitted({ name: 'Vanuatu Dusk', roasterName: 'Islands' })
    expect(await names('q=vanuatu+malekula')).toEqual([])
    await world.sql`update coffees set name = 'Vanuatu Malekula' where name = 'Vanuatu Dusk'`
    await eventually(async () => (await names('q=vanuatu+malekula')).length > 0)
    expect(await names('q=vanuatu+malekula')).toEqual(['Vanuatu Malekula'])
  })

  test('shows each once over all pages, even if more coffees match than are ranked', async () => {
    await addElsewhere('Tambora', 1, 190)
    await submitted({ name: 'Tambora', roasterName: 'Volcanoes' })
    const had = await world.sql<Item[]>`select id from coffees where slug like 'tambora%'`
    const seen: number[] = []
    for (let cursor = ''; cursor !== null; ) {
      const { body } = await world.call(`GET /api/coffees?q=tambora&limit=40&cursor=${encodeURIComponent(cursor)}`)
      seen.push(...body.data.map(({ id }: Item) => id))
      cursor = body.cursor
      if (seen.length > 40) continue
      await addElsewhere('Tambora', 191, 230)
    }
    expect(seen.toSorted()).toEqual(had.map(({ id }) => id).toSorted())
  })

  test('shows coffees written by another instance since the first search, over all pages', async () => {
    await addElsewhere('Sinabung', 1, 100)
    await submitted({ name: 'Sinabung', roasterName: 'Volcanoes' })
    await names('q=sinabung')
    await addElsewhere('Sinabung', 101, 130)
    const seen = (await allPages('/api/coffees?q=sinabung&limit=20')).map(({ id }) => id)
    expect([seen.length, new Set(seen).size]).toEqual([131, 131])
  })

  test('shows each once over all pages, even if others became the most brewed meanwhile', async () => {
    await addElsewhere('Merapi', 1, 300)
    await submitted({ name: 'Merapi', roasterName: 'Volcanoes' })
    const brewed = (recipes: number) => world.sql`
      update coffees set recipe_count = recipe_count + ${recipes} where slug like 'merapi-%' and id % 4 = 0`
    await world.call('GET /api/coffees?q=merapi&limit=20')
    await brewed(100)
    const seen = (await allPages('/api/coffees?q=merapi&limit=20')).map(({ id }) => id)
    await brewed(-100)
    expect([seen.length, new Set(seen).size]).toEqual([301, 301])
  })

  test('loses none over all pages while coffees are brewed and deleted', async () => {
    await addElsewhere('Agung', 1, 150)
    const all = (await world.sql<Item[]>`select id from coffees where slug like 'agung-%'`).map(({ id }) => id)
    // After each page others become the most brewed; two that were ranked are deleted after the first.
    let gone: number[] = []
    const seen = (
      await allPages('/api/coffees?q=agung&limit=20', async () => {
        await world.sql`update coffees set recipe_count = recipe_count + id % 7 where slug like 'agung-%'`
        if (gone.length > 0) return
        gone = all.slice(-90, -88)
        await world.sql`delete from coffees where id in ${world.sql(gone)}`
      })
    ).map(({ id }) => id)
    await world.sql`delete from coffees where slug like 'agung-%'`
    expect(seen.toSorted()).toEqual(all.filter(id => !gone.includes(id)).toSorted())
  })

  test('sorted by name, includes what another instance wrote meanwhile, and not what was deleted', async () => {
    const byName = async () => (await names('q=rinjani&sort=name&limit=3')).join(', ')
    // None of them is among the most brewed.
    await addElsewhere('Popocatepetl', 1, 200, 9)
    await addElsewhere('Rinjani', 100, 399)
    await submitted({ name: 'Rinjani', roasterName: 'Volcanoes' })
    expect([await byName(), await byName()]).toEqual(Array(2).fill('Rinjani, Rinjani 100, Rinjani 101'))
    await addElsewhere('At Rinjani', 1, 1)
    expect(await byName()).toBe('At Rinjani 1, Rinjani, Rinjani 100')
    await world.sql`delete from coffees where slug in ('at-rinjani-1', 'rinjani-100')`
    expect(await byName()).toBe('Rinjani, Rinjani 101, Rinjani 102')
    const seen = (await allPages('/api/coffees?q=rinjani&sort=name&limit=50')).map(({ id }) => id)
    await world.sql`delete from coffees where slug like 'popocatepetl-%'`
    expect([seen.length, new Set(seen).size]).toEqual([300, 300])
  })

  test.each(['kelimutu', 'kelimuut', 'kelimuut+vo', 'ke'])(
    'of what many have shows the most brewed among the first, and each once, page after page: %s',
    async words => {
      const slugs = ['kelimutu-150', 'kelimutu-151']
      await addElsewhere('Kelimutu', 1, 300)
      await world.sql`update coffees set recipe_count = 1000 where slug in ${world.sql(slugs)}`
      const brewed = await world.sql<Item[]>`select id from coffees where slug in ${world.sql(slugs)}`
      const all = await world.sql`select id from coffees where slug like 'kelimutu-%'`
      const seen = (await allPages(`/api/coffees?q=${words}&limit=30`)).map(({ id }) => id)
      await world.sql`update coffees set recipe_count = 0 where slug in ${world.sql(slugs)}`
      await world.sql`delete from coffees where slug like 'kelimutu-%'`
      expect(seen.slice(0, 100)).toEqual(expect.arrayContaining(brewed.map(({ id }) => id)))
      expect(seen).toEqual(expect.arrayContaining(all.map(({ id }) => id)))
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  test("follows a roaster's new name", async () => {
    await submitted({ name: 'Nightfall', roasterName: 'Before' })
    await world.sql`update roasters set name = 'Quetzalcoatl' where match_name = 'before'`
    expect(await names('q=quetzalcoatl')).toEqual(['Nightfall'])
    expect(await names('q=nightfall+before')).toEqual([])
  })

  test('follows new names in every order, of coffees and of roasters', async () => {
    await world.sql`
      insert into roasters (slug, name, match_name, created_at)
      values ('plenty', 'Plenty', 'plenty', now())`
    await world.sql`
      insert into coffees (roaster_id, slug, name, roast_level, search_text, created_at)
      select id, 'plenty-' || n, 'Plentiful ' || n, 'LIGHT', '', now()
      from roasters, generate_series(1, 20) n
      where slug = 'plenty'`
    await world.sql`update roasters set name = 'Cornucopia' where slug = 'plenty'`
    await world.sql`update coffees set name = 'Abundance' where slug = 'plenty-17'`
    for (const sort of ['name', 'newest', 'popular', 'trending']) {
      expect(await names(`q=cornucopia+abundance&sort=${sort}`)).toEqual(['Abundance'])
      const seen = (await allPages(`/api/coffees?q=cornuc&sort=${sort}&limit=5`)).map(({ id }) => id)
      expect([seen.length, new Set(seen).size]).toEqual([20, 20])
      expect(await names(`q=plentiful+17&sort=${sort}`)).not.toContain('Abundance')
    }
    await submitted({ name: 'Aardvark', roasterName: 'Cornucopia' })
    await world.sql`update coffees set name = 'Aaa' where slug = 'plenty-18'`
    expect((await names('q=cornucopia&sort=name')).slice(0, 3)).toEqual(['Aaa', 'Aardvark', 'Abundance'])
  })

  test('suggests at most five, by name and roaster', async () => {
    for (let n = 0; n < 6; n++) await submitted({ name: `Suggested ${n}`, roasterName: 'Prompter' })
    const suggest = async (query: string) =>
      (await world.call(`GET /api/coffees/suggestions?${query}`)).body.suggestions
    expect((await suggest('name=sugested')).length).toBe(5)
    expect((await suggest('name=konga&roaster=onyx')).map(({ name }: Item) => name)).toEqual(['Yirgacheffe Konga'])
    expect((await suggest('roaster=prompter'))[0]).toMatchObject({ roasterName: 'Prompter', roasterSlug: 'prompter' })
    expect(await suggest('name=konga&roaster=prompter')).toEqual([])
    expect(await suggest('')).toEqual([])
  })
})

describe('filtering', () => {
  beforeAll(async () => {
    const roasterName = 'Sieve Coffee Roasters'
    await submitted({ roasterName, name: 'F1', roastLevel: 'LIGHT', origin: 'Perú, Cajamarca' })
    await submitted({ roasterName, name: 'F2', roastLevel: 'MEDIUM_LIGHT', coffeeType: 'BLEND' })
    await submitted({ roasterName, name: 'F3', roastLevel: 'DARK', coffeeType: 'DECAF', origin: 'Peru' })
    await submitted({ roasterName: 'Other', name: 'F4', origin: 'Peru' })
  })

  test.each([
    ['roaster=sieve-coffee-roasters', ['F1', 'F2', 'F3']],
    ['roaster=Sieve', ['F1', 'F2', 'F3']],
    ['roaster=SIEVE+ROASTERS', ['F1', 'F2', 'F3']],
    ['roaster=nobody-like-this', []],
    ['roaster=sieve&roastLevel=LIGHT', ['F1']],
    ['roaster=sieve&roastLevel=medium-light', ['F2']],
    ['roaster=sieve&roastLevel=Medium+Light', ['F2']],
    ['roaster=sieve&coffeeType=decaf', ['F3']],
    ['origin=peru', ['F1', 'F3', 'F4']],
    ['origin=Caja', ['F1']],
    ['origin=%25', []],
    ['origin=PER%C3%9A&roastLevel=Dark&coffeeType=DECAF', ['F3']],
    ['origin=peru&roaster=sieve', ['F1', 'F3']],
    ['origin=peru&q=F4', ['F4']],
    ['q=sieve&roastLevel=DARK', ['F3']],
    ['q=sieve&coffeeType=BLEND&sort=newest', ['F2']],
    ['q=sieve&origin=peru&coffeeType=DECAF&sort=trending', ['F3']],
    ['origin=peru&coffeeType=BLEND&sort=popular', []],
    ['q=!!&coffeeType=DECAF', []],
    // A kind is not a word that can be searched for.
    ['q=ROAST+DARK', []],
    ['q=%22TYPE+DECAF%22', []],
  ])('by %s', async (query, expected) => {
    expect(await names(query)).toEqual(expected)
  })

  test('by an origin that has changed, and no longer by the old one', async () => {
    const { id } = await submitted({ name: 'Moved', origin: 'Lemuria' })
    await world.sql`update coffees set origin = 'Mu' where id = ${id}`
    expect([await names('origin=lemuria'), await names('origin=mu')]).toEqual([[], ['Moved']])
  })
})

describe('sorting and paging', () => {
  const roaster = 'Sorted'
  const path = (query: string) => `/api/coffees?roaster=${roaster}&${query}`
  beforeAll(async () => {
    for (const [at, name] of ['b', 'Ä', 'C', 'a', 'á'].entries())
      await submitted({ name, roasterName: roaster, origin: at % 2 ? 'Atlantis' : 'East of Atlantis' })
    const of = Object.fromEntries((await list(`roaster=${roaster}`)).map(({ name, id }) => [name, id]))
    const recipes: Record<string, number> = {}
    for (const name of ['Ä', 'a', 'á', 'b', 'b', 'C']) recipes[name] = await aRecipe(world, { coffeeId: of[name] })
    for (const name of ['b', 'b', 'C']) await vote(world, await world.person(), recipes[name] as number, 'UP')
  })

  const byName = ['Ä', 'a', 'á', 'b', 'C']
  const newest = ['á', 'a', 'C', 'Ä', 'b']
  const popular = ['b', 'á', 'a', 'C', 'Ä']
  const trending = ['b', 'C', 'á', 'a', 'Ä']
  test.each([
    ['', byName],
    ['sort=name', byName],
    ['sort=alpha', byName],
    ['sort=newest', newest],
    ['sort=recent', newest],
    ['sort=popular', popular],
    ['sort=recipes', popular],
    ['sort=trending', trending],
  ])('by "%s", whole and two at a time', async (sort, expected) => {
    expect((await allPages(path(sort))).map(({ name }) => name)).toEqual(expected)
    expect((await allPages(path(`${sort}&limit=2`))).map(({ name }) => name)).toEqual(expected)
    const ofOrigin = await allPages(`/api/coffees?origin=atlantis&${sort}&limit=2`)
    expect(ofOrigin.map(({ name }) => name)).toEqual(expected)
  })

  test.each(['name', 'newest', 'popular', 'trending'])(
    'by %s, of a roast, of a type or of both: what all coffees in that order have of them',
    async sort => {
      const all = await allPages(`/api/coffees?sort=${sort}&limit=50`)
      for (const kind of [
        { roastLevel: 'MEDIUM' },
        { coffeeType: 'DECAF' },
        { roastLevel: 'DARK', coffeeType: 'DECAF' },
      ]) {
        const expected = all.filter(coffee => Bun.deepMatch(kind, coffee)).map(({ id }) => id)
        expect(expected.length).toBeGreaterThan(0)
        const query = new URLSearchParams(kind)
        expect((await allPages(`/api/coffees?${query}&sort=${sort}&limit=4`)).map(({ id }) => id)).toEqual(expected)
      }
    },
  )

  test('a coffee is found by its new roast and type, and no longer by the old ones', async () => {
    const { id } = await submitted({
      name: 'Changed',
      roasterName: 'Fickle',
      roastLevel: 'MEDIUM_DARK',
      coffeeType: 'BLEND',
    })
    const found = async (query: string) => {
      const lists = ['name', 'newest', 'popular', 'trending'].map(sort =>
        allPages(`/api/coffees?${query}&sort=${sort}&limit=50`),
      )
      return (await Promise.all(lists)).map(coffees => coffees.some(coffee => coffee.id === id))
    }
    expect(new Set(await found('roastLevel=MEDIUM_DARK&coffeeType=BLEND'))).toEqual(new Set([true]))
    await world.sql`update coffees set roast_level = 'DARK', coffee_type = null where id = ${id}`
    expect(new Set(await found('roastLevel=MEDIUM_DARK'))).toEqual(new Set([false]))
    expect(new Set(await found('coffeeType=BLEND'))).toEqual(new Set([false]))
    expect(new Set(await found('roastLevel=DARK'))).toEqual(new Set([true]))
  })

  test.each(['name', 'newest', 'popular', 'trending'])(
    'by %s, paging shows every old row once while others insert',
    async sort => {
      const old = (await allPages(path(`sort=${sort}&limit=50`))).map(({ id }) => id)
      let inserted = 0
      const insert = () => submitted({ name: inserted++ % 2 ? 'Aa' : 'Zz', roasterName: roaster })
      const seen = (await allPages(path(`sort=${sort}&limit=2`), insert)).map(({ id }) => id)
      expect(inserted).toBeGreaterThan(1)
      expect(seen.filter(id => old.includes(id))).toEqual(old)
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  test('paging through a search while others insert shows every old match once', async () => {
    for (let n = 0; n < 6; n++) await submitted({ name: `Walkabout ${n}`, roasterName: 'Walkers' })
    const old = (await allPages('/api/coffees?q=walkabout&limit=50')).map(({ id }) => id)
    const insert = () => submitted({ name: 'Walkabout new', roasterName: 'Walkers' })
    const seen = (await allPages('/api/coffees?q=walkabout&limit=2', insert)).map(({ id }) => id)
    expect(seen.filter(id => old.includes(id))).toEqual(old)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('returns 20 by default, at most 50, as flat items with the roaster', async () => {
    for (let n = 0; n < 21; n++) await submitted({ name: `Many ${n}`, roasterName: 'Many' })
    const { body } = await world.call('GET /api/coffees?roaster=many')
    expect([body.data.length, body.hasMore]).toEqual([20, true])
    expect(body.data[0]).toMatchObject({ roasterName: 'Many', roasterSlug: 'many', roaster: { slug: 'many' } })
    expect((await list('roaster=many&limit=50')).length).toBe(21)
  })

  test('refuses an invented cursor or one of another list', async () => {
    const { body } = await world.call(`GET ${path('limit=1')}`)
    for (const query of [
      path(`limit=1&sort=newest&cursor=${body.cursor}`),
      path('cursor=WyJhIiwxXQ.forgedforgedforg'),
    ]) {
      const answer = await world.call(`GET ${query}`)
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'cursor does not belong to this list. Start again without it.',
      ])
    }
  })

  test.each([
    ['limit=0', 'limit must be at least 1.'],
    ['limit=51', 'limit must be at most 50.'],
    ['limit=2.5', 'limit must be a whole number.'],
    ['limit=all', 'limit must be a whole number.'],
    ['sort=best', 'sort must be one of name, alpha, newest, recent, popular, recipes, trending.'],
    [
      'roastLevel=burnt',
      'roastLevel must be one of LIGHT, MEDIUM_LIGHT, MEDIUM, MEDIUM_DARK, DARK, light, medium, dark.',
    ],
    ['coffeeType=instant', 'coffeeType must be one of SINGLE_ORIGIN, BLEND, DECAF.'],
    [`q=${'x'.repeat(101)}`, 'q must have at most 100 characters.'],
  ])('says what is wrong with %s', async (query, error) => {
    const answer = await world.call(`GET /api/coffees?${query}`)
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })
})

describe('one coffee', () => {
  test('is sent again only if it changed', async () => {
    const { id } = await submitted({ name: 'Etag' })
    const first = await world.call(`GET /api/coffees/${id}`)
    const etag = first.headers.get('etag') ?? ''
    expect([first.status, first.body.name, first.headers.get('cache-control')]).toEqual([200, 'Etag', 'no-cache'])
    const again = await world.call(`GET /api/coffees/${id}`, { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    await world.sql`update coffees set origin = 'Rwanda' where id = ${id}`
    const changed = await world.call(`GET /api/coffees/${id}`, { headers: { 'if-none-match': etag } })
    expect([changed.status, changed.body.origin]).toEqual([200, 'Rwanda'])
  })

  test('is found by its slug and its roaster’s', async () => {
    const { id, slug, roasterSlug } = await submitted({ name: 'Named' })
    const { status, body, headers } = await world.call(`GET /api/roasters/${roasterSlug}/coffees/${slug}`)
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(body).toEqual((await world.call(`GET /api/coffees/${id}`)).body)
    for (const path of [
      `no-such-roaster/coffees/${slug}`,
      `${roasterSlug}/coffees/nothing`,
      `${roasterSlug}/coffees/No%20Slug`,
    ])
      expect([path, (await world.call(`GET /api/roasters/${path}`)).status]).toEqual([path, 404])
  })

  test("stays when its submitter's account is deleted", async () => {
    const { id } = await submitted({ name: 'Left behind' })
    await world.sql`update coffees set submitted_by = null where id = ${id}`
    expect((await world.call(`GET /api/coffees/${id}`)).body.submittedBy).toBeNull()
  })

  test.each(['999999', '0', '-1', 'abc', '1.5', '2147483648', '99999999999999999999'])('%s is a 404', async id => {
    for (const path of [`/api/coffees/${id}`, `/api/coffees/${id}/stats`]) {
      const answer = await world.call(`GET ${path}`)
      expect([path, answer.status, typeof answer.body.error]).toEqual([path, 404, 'string'])
    }
  })
})

describe('the stats of a coffee', () => {
  test('are zero and null without recipes', async () => {
    const { id } = await submitted({ name: 'Unbrewed' })
    expect((await world.call(`GET /api/coffees/${id}/stats`)).body).toEqual({
      coffeeId: id,
      recipeCount: 0,
      votes: { total: 0, upvotes: 0, downvotes: 0 },
      topGrinders: [],
      topMachines: [],
      ratioRange: null,
      grindRange: null,
      grinds: [],
    })
  })

  test('sum up the visible recipes', async () => {
    const { id } = await submitted({ name: 'Brewed' })
    const [one, two] = world.ports.grinders.list()
    const [machine] = world.ports.machines.list()
    if (!one || !two || !machine) throw new Error('The catalog is empty.')
    const recipe = async (grinderId: number, grindIndex: number, ratio: number, votes: ('UP' | 'DOWN')[] = []) => {
      const recipeId = await aRecipe(world, { coffeeId: id })
      await world.sql`
        update recipes
        set grinder_id = ${grinderId}, machine_id = ${machine.id}, grind_index = ${grindIndex}, ratio = ${ratio}
        where id = ${recipeId}`
      await composeAll(world.sql)
      for (const direction of votes) await vote(world, await world.person(), recipeId, direction)
      return recipeId
    }
    await recipe(two.id, 40, 15, ['UP', 'UP', 'UP', 'DOWN'])
    await recipe(two.id, 45.25, 16)
    await recipe(one.id, 50, 17, ['UP'])
    const hidden = await recipe(one.id, 99, 50, ['UP', 'DOWN'])
    await world.sql`update recipes set hidden_at = now() where id = ${hidden}`
    const { body } = await world.call(`GET /api/coffees/${id}/stats`)
    expect(body).toEqual({
      coffeeId: id,
      recipeCount: 3,
      votes: { total: 5, upvotes: 4, downvotes: 1 },
      topGrinders: [
        { id: two.id, slug: two.slug, brand: two.brand, name: two.model, recipeCount: 2, avgGrindIndex: 42.6 },
        { id: one.id, slug: one.slug, brand: one.brand, name: one.model, recipeCount: 1, avgGrindIndex: 50 },
      ],
      topMachines: [
        { id: machine.id, brand: machine.brand, model: machine.model, brewMethod: machine.brewMethod, recipeCount: 3 },
      ],
      ratioRange: { min: 15, max: 17, avg: 16 },
      grindRange: { min: 40, max: 50, avg: 45.1 },
      grinds: [40, 45, 50].map(grindIndex => ({ grindIndex, recipeCount: 1 })),
    })
    expect((await world.call(`GET /api/coffees/${id}`)).body._count).toEqual({ communityRecipes: 3 })
    const onC40 = await world.call(`GET /api/coffees/${id}/stats?grinder=comandante-c40-mk4`)
    const { onGrinder, ...rest } = onC40.body
    expect(rest).toEqual(body)
    expect(onGrinder).toEqual({
      grinder: { slug: 'comandante-c40-mk4', brand: 'Comandante', name: 'C40 MK4' },
      min: { setting: 24, label: '24 clicks' },
      avg: { setting: expect.any(Number), label: expect.stringContaining('clicks') },
      max: { setting: expect.any(Number), label: expect.stringContaining('clicks') },
    })
    expect([onGrinder.avg.setting > 24, onGrinder.max.setting > onGrinder.avg.setting]).toEqual([true, true])
  })

  test('have no grind on a dial without recipes', async () => {
    const { id } = await submitted({ name: 'Still unbrewed' })
    const stats = await world.call(`GET /api/coffees/${id}/stats?grinder=comandante-c40-mk4`)
    expect(stats.body).toMatchObject({ grindRange: null, onGrinder: null })
    expect((await world.call(`GET /api/coffees/${id}/stats?grinder=nobodys`)).status).toBe(404)
    expect((await world.call(`GET /api/coffees/${id}/stats?grinder=mine`)).status).toBe(401)
  })
})
