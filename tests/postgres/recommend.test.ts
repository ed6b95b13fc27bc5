import { afterAll, beforeAll, expect, test } from 'bun:test'
import { transact } from '../../adapters/postgres/engine/client.ts'
import { loadUncounted, trustNobody, trustReferences } from '../../adapters/postgres/engine/load.ts'
import { countMatching } from '../../adapters/postgres/recipes/recipe-filter.ts'
import { roastLevels } from '../../core/coffees/roast.ts'
import type { MethodId } from '../../core/grind/methods.ts'
import { type Candidate, recommendedFirst } from '../../core/recipes/recommend.ts'
import { matchDimensions, palateBox, tasteCell } from '../../core/taste/match.ts'
import { neutralPalate } from '../../core/taste/palate.ts'
import { aRecipe, grinderId, machineId } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** Enough that the candidates are a small part of it. */
const RECIPES = 3000
/** More than vote on any recipe, so that together they can make it the best or the worst. */
const VOTERS = 20

let world: TestWorld
let all: Candidate[]

/** Random numbers, the same every time. */
let state = 7
const dice = (sides: number) => {
  state = (state * 16_807) % 2_147_483_647
  return state % sides
}

beforeAll(async () => {
  world = await startWorld()
  const { sql, clock } = world
  const coffees = Array.from({ length: 100 }, (_, at) => ({
    slug: `coffee-${at}`,
    roastLevel: roastLevels[dice(5)] as (typeof roastLevels)[number],
    acidityLevel: 1 + dice(5),
    bodyLevel: 1 + dice(5),
  }))
  const stored = await sql<{ id: number }[]>`
    with roaster as (
      insert into roasters (slug, name, match_name, created_at)
      values ('one', 'One', 'one', ${clock.now()})
      returning id
    )
    insert into coffees (roaster_id, slug, name, roast_level, acidity_level, body_level, search_text, created_at)
    select roaster.id, coffee.slug, coffee.slug, coffee."roastLevel", coffee."acidityLevel", coffee."bodyLevel", '',
           ${clock.now()}
    from roaster
    cross join jsonb_to_recordset(${sql.json(coffees)}) coffee (
      slug text, "roastLevel" text, "acidityLevel" float8, "bodyLevel" float8
    )
    returning id`
  await sql`
    insert into users (email, created_at)
    select 'voter-' || nth || '@people.example', ${clock.now()}
    from generate_series(1, ${VOTERS}::int) nth`
  const recipes = Array.from({ length: RECIPES }, () => {
    const at = dice(coffees.length)
    const method: MethodId = dice(2) ? 'v60' : 'espresso'
    const ratio = method === 'v60' ? 14 + dice(6) : 1.4 + dice(14) / 10
    const tasteProfile = dice(2) ? { sweetness: 1 + dice(5), bitterness: 1 + dice(5) } : null
    const taste = `(${tasteCell({ method, ratio, tasteProfile, coffee: coffees[at] }).join()})`
    const coffeeId = stored[at]?.id as number
    return { coffeeId, method, ratio, tasteProfile, taste, upvotes: dice(12) * dice(2), downvotes: dice(4) }
  })
  await transact(sql, sql =>
    loadUncounted(sql, async () => {
      all = await sql<Candidate[]>`
    with added as (
      insert into recipes (
        coffee_profile_id, grinder_id, machine_id, grind_setting, grind_index, grind_range, ratio, dose_grams, water_grams,
        taste_profile, roaster_id, brew_method, roast_level, taste, upvotes, downvotes, created_at
      )
      select coffees.id, ${grinderId(world)}, case recipe.method when 'v60' then ${machineId(world)}::int else ${machineId(world, 'espresso')}::int end,
             24, 40, 'medium', recipe.ratio, 15, 15 * recipe.ratio, nullif(recipe."tasteProfile", 'null'), coffees.roaster_id,
             recipe.method, coffees.roast_level, recipe.taste, recipe.upvotes, recipe.downvotes, ${clock.now()}
      from jsonb_to_recordset(${sql.json(recipes)}) recipe (
        "coffeeId" int, method text, ratio float8, "tasteProfile" jsonb, taste cube, upvotes int, downvotes int
      )
      join coffees on coffees.id = recipe."coffeeId"
      returning *
    )
    select added.id, added.wilson_score, added.downvotes, added.created_at, added.ratio, added.taste_profile,
           jsonb_build_object(
             'id', coffees.id, 'roastLevel', coffees.roast_level, 'origin', null,
             'acidityLevel', coffees.acidity_level, 'bodyLevel', coffees.body_level
           ) as coffee,
           jsonb_build_object('brewMethod', added.brew_method) as machine
    from added
    join coffees on coffees.id = added.coffee_profile_id`
      await trustReferences(sql)
      await sql`
      insert into votes (recipe_id, user_id, vote, created_at)
      select recipes.id, nth, case when nth <= upvotes then 'UP' else 'DOWN' end, recipes.created_at
      from recipes
      cross join lateral generate_series(1, upvotes + downvotes) nth`
      await trustNobody(sql)
      for (const counters of ['coffees', 'roasters', 'recipe_kinds']) await sql.unsafe(`select recount_${counters}()`)
    }),
  )
})
afterAll(() => world.stop())

const added: number[] = []

const ids = (recipes: readonly { id: number }[]) => recipes.map(({ id }) => id)

test('the candidates from the index include the overall best, for any palate', async () => {
  expect(all).toHaveLength(RECIPES)
  let found = 0
  const palates = Array.from({ length: 20 }, () => ({
    ...neutralPalate,
    ...Object.fromEntries(matchDimensions.map(dimension => [dimension, dice(5) / 4])),
  }))
  for (const palate of palates) {
    const taster = { palate, brewed: undefined }
    const candidates = await world.ports.recipes.candidates({}, palateBox(palate))
    expect(candidates.length).toBeLessThan(RECIPES / 5)
    const ranked = ids(recommendedFirst(candidates, taster).slice(0, 20))
    const best = ids(recommendedFirst(all, taster).slice(0, 20))
    expect(ranked[0]).toBe(best[0] as number)
    found += best.filter(id => ranked.includes(id)).length
  }
  // Always the true best, and four in five of the true twenty.
  expect(found).toBeGreaterThan(0.8 * 20 * palates.length)
})

test('candidates by method, roast and strength are the best of their kind', async () => {
  for (const [filter, isMeant] of [
    [
      { brewMethod: 'v60', strengthLevels: [4, 5] },
      // 1:16.3 is level 3, and 6 % of it a level: stronger than 1:15.8 is level 4 or 5.
      ({ machine, ratio }: Candidate) => machine.brewMethod === 'v60' && ratio < 15.8,
    ],
    [
      { roastLevels: ['MEDIUM_DARK', 'DARK'], brewMethod: 'espresso' },
      ({ machine, coffee }: Candidate) => machine.brewMethod === 'espresso' && /DARK/.test(coffee.roastLevel),
    ],
    [{ exceptAuthorId: 1, roastLevels: ['LIGHT'] }, ({ coffee }: Candidate) => coffee.roastLevel === 'LIGHT'],
  ] as const) {
    const meant = ids(recommendedFirst(all.filter(isMeant), undefined).slice(0, 20))
    expect(ids(await world.ports.recipes.best(filter, 20))).toEqual(meant)
    const candidates = await world.ports.recipes.candidates(filter, undefined)
    expect(ids(recommendedFirst(candidates, undefined).slice(0, 20))).toEqual(meant)
  }
})

test('a person’s own recipe is left out of the best of two kinds as well', async () => {
  const author = await world.person()
  const own = await aRecipe(world, { by: author })
  const kinds = { brewMethod: 'v60', strengthLevels: [1, 2, 3, 4, 5] } as const
  await world.sql`
    insert into votes (recipe_id, user_id, vote, created_at)
    select ${own}, nth, 'UP', now()
    from generate_series(1, ${VOTERS}::int) nth`
  for (const [exceptAuthorId, isThere] of [
    [undefined, true],
    [author.id, false],
  ] as const) {
    const filter = { ...kinds, exceptAuthorId }
    const best = await world.ports.recipes.best(filter, 20)
    expect(best).toHaveLength(20)
    expect(ids(best).includes(own)).toBe(isThere)
    expect(ids(await world.ports.recipes.candidates(filter, undefined)).includes(own)).toBe(isThere)
  }
  await world.sql`delete from recipes where id = ${own}`
})

test('candidates are counted by strength and author, too', async () => {
  const author = await world.person()
  await aRecipe(world, { by: author })
  const strong = all.filter(({ machine, ratio }) => machine.brewMethod === 'v60' && ratio < 15.8)
  expect(await countMatching(world.sql, { brewMethod: 'v60', strengthLevels: [4, 5] })).toBe(strong.length)
  expect(await countMatching(world.sql, {})).toBe(RECIPES + 1)
  expect(await countMatching(world.sql, { exceptAuthorId: author.id })).toBe(RECIPES)
})

test('paging through recommendations shows every match once, whatever is voted and added meanwhile', async () => {
  const palate = { ...neutralPalate, acidity: 1, roast: 0 }
  for (const filter of [
    { brewMethod: 'v60' as const },
    { brewMethod: 'v60' as const, roastLevels: ['DARK' as const] },
  ]) {
    const shown: number[] = []
    let cursor: string | undefined
    let first: number | undefined
    do {
      const page = await world.ports.recipes.recommended({
        filter,
        personId: 1,
        palate: palateBox(palate),
        rank: candidates => recommendedFirst(candidates, { palate, brewed: undefined }),
        limit: 250,
        cursor,
      })
      first ??= page.total
      shown.push(...ids(page.data))
      cursor = page.cursor ?? undefined
      // An unknown recipe becomes the best, and the best one the worst.
      const [up, down] = [all[dice(RECIPES)]?.id ?? 0, shown[dice(shown.length)] ?? 0]
      for (const [id, vote] of [
        [up, 'UP'],
        [down, 'DOWN'],
      ] as const)
        await world.sql`
          insert into votes (recipe_id, user_id, vote, created_at)
          select ${id}, nth, ${vote}, now()
          from generate_series(1, ${VOTERS}::int) nth
          on conflict (recipe_id, user_id) do update
          set vote = excluded.vote`
      added.push(await aRecipe(world))
    } while (cursor)
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown).toHaveLength(first ?? 0)
    const matching = all.filter(
      ({ machine, coffee }) =>
        machine.brewMethod === (filter.brewMethod ?? machine.brewMethod) &&
        (filter.roastLevels ?? [coffee.roastLevel]).includes(coffee.roastLevel as 'DARK'),
    )
    expect(ids(matching).filter(id => !shown.includes(id))).toEqual([])
  }
  await world.sql`delete from recipes where id = any(${added})`
})
