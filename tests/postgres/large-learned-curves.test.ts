import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Transaction, transact } from '../../adapters/postgres/engine/client.ts'
import { loadUncounted } from '../../adapters/postgres/engine/load.ts'
import { curveThrough } from '../../core/grind/curve.ts'
import { type FiveReferences, roundedIndex } from '../../core/grind/model.ts'
import { followingCoffee } from '../../core/recipes/compose.ts'
import { grindRangeOf } from '../../core/recipes/ranges.ts'
import { dialin, envOf } from '../cli/cli.ts'
import { many } from '../support/many.ts'
import { manyOwners } from '../support/owners.ts'
import { aCoffee, grinderId, machineId, vote } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const SLUG = 'comandante-c40-mk4'
const RECIPES = 50_000

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  const coffeeId = await aCoffee(world)
  await transact(world.sql, sql => loadUncounted(sql, () => fill(sql, coffeeId)))
  await manyOwners(world, SLUG, 60, { points: 5 })
})
afterAll(() => world.stop())

const run = async (...args: string[]) => {
  const { out, err, exit } = await dialin(['grinders', ...args, '--json'], envOf(world))
  expect([exit, exit && err]).toEqual([0, 0])
  return JSON.parse(out)
}

/** Recipes with 15 to 34 clicks, a tenth of them on the grinder that is learned, and a tenth of those calibrated. */
async function fill(sql: Transaction, coffeeId: number) {
  const settings = many(20, at => 15 + at)
  const curve = curveThrough(world.ports.grinders.bySlug(SLUG)?.references as FiveReferences)
  const indexes = settings.map(setting => roundedIndex(curve.indexAt(setting)))
  const figures = { brewMethod: 'v60', ratio: 16.667, tasteProfile: null } as const
  const [coffee] = await sql<Parameters<typeof followingCoffee>[1][]>`select * from coffees where id = ${coffeeId}`
  const { tasteCell } = followingCoffee(figures, coffee as Parameters<typeof followingCoffee>[1])
  await sql`
    insert into recipes (
      coffee_profile_id, grinder_id, machine_id, grind_setting, grind_index, grind_range, ratio, dose_grams,
      water_grams, roaster_id, brew_method, roast_level, taste, created_at, author_calibrated
    )
    select coffees.id, case when n % 10 = 0 then ${grinderId(world, SLUG)}::int else ${grinderId(world, '1zpresso-k-ultra')}::int end,
           ${machineId(world)}, (${settings}::float8[])[1 + n / 10 % 20], (${indexes}::float8[])[1 + n / 10 % 20],
           (${indexes.map(grindRangeOf)}::text[])[1 + n / 10 % 20], 16.667, 15, 250, roaster_id, 'v60', roast_level,
           ${`(${tasteCell.join()})`}, ${world.clock.now()}, n % 100 = 0
    from coffees
    cross join generate_series(1, ${RECIPES}::int) n
    where coffees.id = ${coffeeId}`
  await sql`select recount_coffees()`
  await sql`select recount_roasters()`
  await sql`select recount_recipe_kinds()`
}

/** Everything that learning may change. */
const state = async () => {
  const [sums] = await world.sql`
    select
      (select md5(string_agg(record::text, ' ' order by id)) from grinders) as grinders,
      (select md5(string_agg(id || ' ' || grind_index || ' ' || grind_range, ' ' order by id)) from recipes) as recipes,
      (select md5(string_agg(kinds::text, ' ' order by kinds::text)) from recipes_by_style kinds where recipes > 0) as styles`
  return sums
}

test('people vote while a curve is learned and reverted, and everything is right afterwards', async () => {
  const ann = await world.person()
  const ids = (
    await world.sql<{ id: number }[]>`
      select recipes.id
      from recipes
      join grinders on grinders.id = grinder_id
      where slug = ${SLUG}
        and not author_calibrated
        and hidden_at is null
      order by recipes.id
      limit 400`
  ).map(({ id }) => id)
  const before = await state()
  const waits: number[] = []
  let learnedFor = 0
  const voteDuring = async <T>(work: Promise<T>) => {
    let isDone = false
    const start = performance.now()
    const voting = (async () => {
      while (!isDone && ids.length > 0) {
        const began = performance.now()
        expect((await vote(world, ann, ids.shift() as number, 'UP')).status).toBe(200)
        waits.push(performance.now() - began)
        // The limit of votes per minute is another matter.
        world.clock.advance({ seconds: 5 })
      }
    })()
    const result = await work.finally(() => {
      isDone = true
      learnedFor += performance.now() - start
    })
    await voting
    return result
  }

  const { revisions } = await voteDuring(run('learn', SLUG, '--apply'))
  const [{ id, recipes }] = revisions
  expect(recipes).toBe(4500)
  expect(await world.verify(false, () => {})).toSatisfy(checks => checks.every(({ drift }) => drift.length === 0))
  const reverted = await voteDuring(run('revert', String(id)))
  expect(reverted.recipes).toBe(recipes)
  expect(await state()).toEqual(before)
  expect(await world.verify(false, () => {})).toSatisfy(checks => checks.every(({ drift }) => drift.length === 0))
  expect(waits.length).toBeGreaterThan(5)
  waits.sort((one, other) => one - other)
  console.log(
    `${recipes} recipes followed; ${waits.length} votes: median ${Math.round(waits[Math.floor(waits.length / 2)] ?? 0)} ms, longest ${Math.round(waits.at(-1) ?? 0)} ms`,
  )
  // However busy the machine is, no vote waits for the whole of it.
  expect(waits.at(-1)).toBeLessThan(learnedFor / 4)
})
