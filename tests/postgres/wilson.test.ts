import { afterAll, beforeAll, expect, test } from 'bun:test'
import { wilsonScore } from '../../core/recipes/wilson.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const inSql = async (up: number, down: number) =>
  (await world.sql<{ score: number }[]>`select wilson_score(${up}, ${down}) as score`)[0]?.score as number

test.each([
  [1, 0, 0.2065],
  [3, 0, 0.4385],
  [10, 0, 0.7225],
  [10, 1, 0.6226],
  [40, 20, 0.5406],
  [100, 1, 0.946],
  [600, 400, 0.5693],
])('the Wilson score of %d up and %d down is %d, in SQL and in TypeScript', async (up, down, score) => {
  expect(await inSql(up, down)).toBeCloseTo(score, 4)
  expect(wilsonScore(up, down)).toBeCloseTo(score, 4)
})

test('both agree everywhere, and are exactly 0 without upvotes', async () => {
  const pairs = [0, 1, 2, 5, 17, 99, 1000, 46_341, 1_000_000].flatMap((up, _, all) => all.map(down => ({ up, down })))
  const rows = await world.sql<{ up: number; down: number; score: number }[]>`
    select up, down, wilson_score(up, down) as score
    from jsonb_to_recordset(${world.sql.json(pairs)}) as pair (up int, down int)`
  for (const { up, down, score } of rows) {
    expect(Math.abs(score - wilsonScore(up, down))).toBeLessThan(1e-9)
    if (up === 0) expect(score).toBe(0)
  }
})
