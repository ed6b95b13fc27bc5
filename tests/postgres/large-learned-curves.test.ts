import { afterAll, beforeAll, expect, test } from 'bun:test'
import { dialin, envOf } from '../cli/cli.ts'
import { manyOwners } from '../support/owners.ts'
import { vote } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const SLUG = 'comandante-c40-mk4'
const RECIPES = 50_000

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  const silent = { begin: () => {}, advance: () => {}, done: () => {} }
  await world.seedScale(RECIPES, silent as never)
  await manyOwners(world, SLUG, 60, { points: 5 })
}, 600_000)
afterAll(() => world.stop())

const run = async (...args: string[]) => {
  const { out, err, exit } = await dialin(['grinders', ...args, '--json'], envOf(world))
  expect([exit, exit && err]).toEqual([0, 0])
  return JSON.parse(out)
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
  const voteDuring = async <T>(work: Promise<T>) => {
    let isDone = false
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
    })
    await voting
    return result
  }

  const { revisions } = await voteDuring(run('learn', SLUG, '--apply'))
  const [{ id, recipes }] = revisions
  expect(recipes).toBeGreaterThan(100)
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
  // A busy machine is slow: what matters is that no vote waits for all of it.
  expect(waits.at(-1)).toBeLessThan(2000)
}, 600_000)
