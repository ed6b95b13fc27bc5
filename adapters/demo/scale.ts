import type { Equipment } from '../../core/equipment/equipment.ts'
import type { Sql, Transaction } from '../postgres/engine/client.ts'
import { transactUnhurried } from '../postgres/engine/client.ts'
import {
  type Block,
  loadUncounted,
  reserve,
  type StageProgress,
  trustReferences,
  withoutIndexes,
} from '../postgres/engine/load.ts'
import { countRows } from '../postgres/operations/tables.ts'
import { addCoffees, addFollows, addPatterns, addPeople, addRoasters } from './scale-catalog.ts'
import { addRecipes } from './scale-recipes.ts'

export interface ScaleReport {
  tables: { name: string; rows: number }[]
  rows: number
}

const CHUNK_RECIPES = 25_000
const tables = [
  'users',
  'palates',
  'roasters',
  'roaster_follows',
  'coffees',
  'recipes',
  'votes',
  'ratings',
  'brew_logs',
  'saved_recipes',
  'comments',
]

/** Tables whose indexes are worth dropping for the load and rebuilding at its end. */
const wide = ['recipes', 'votes', 'ratings', 'brew_logs', 'saved_recipes', 'comments', 'coffees']

/**
 * Adds `recipes` recipes, with the people, roasters and coffees they need and everything people do
 * with them, to whatever is there already. All or nothing; others can read in the meantime but not
 * write.
 */
export async function seedScale(
  sql: Sql,
  { recipes, equipment, now, progress }: { recipes: number; equipment: Equipment; now: Date; progress: StageProgress },
): Promise<ScaleReport> {
  const before = await countAll(sql)
  await transactUnhurried(sql, async sql => {
    // The same random numbers every time.
    await sql`select setseed(0.42)`
    // With the default of 4 MB, the sorts and hashes here would spill to disk.
    await sql`set local work_mem = '128MB'`
    await sql`set local maintenance_work_mem = '128MB'`
    await loadUncounted(sql, async () => {
      const people = await reserve(sql, 'users', Math.ceil(recipes / 5))
      const roasters = await reserve(sql, 'roasters', Math.ceil(recipes / 2000) + 10)
      const coffees = await reserve(sql, 'coffees', Math.ceil(recipes / 10))
      const load = async () => {
        await addCatalog(sql, { people, roasters, coffees, equipment, recipes, now, progress })
        await trustReferences(sql)
        progress.begin('Recipes', recipes)
        for (let done = 0; done < recipes; done += CHUNK_RECIPES) {
          const count = Math.min(CHUNK_RECIPES, recipes - done)
          await addRecipes(sql, { coffees, people, now, done, count, recipes })
          progress.advance(count)
        }
        // Before the counts, which are a hundred times slower when the planner has no statistics on
        // the new rows.
        await analyze(sql, progress)
        await recount(sql, progress)
      }
      await withoutIndexes(sql, wide, load, progress)
    })
  })
  const after = await countAll(sql)
  const added = tables.map((name, at) => ({ name, rows: (after[at] ?? 0) - (before[at] ?? 0) }))
  return { tables: added, rows: added.reduce((sum, { rows }) => sum + rows, 0) }
}

async function addCatalog(
  sql: Transaction,
  { people, roasters, coffees, equipment, recipes, now, progress }: Catalogue,
) {
  progress.begin('Catalog', 5)
  await addPatterns(sql, equipment, recipes)
  progress.advance(1)
  await addPeople(sql, people, now)
  progress.advance(1)
  await addRoasters(sql, roasters, now)
  progress.advance(1)
  await addFollows(sql, people, roasters, now)
  progress.advance(1)
  await addCoffees(sql, coffees, roasters, now)
  progress.advance(1)
}

interface Catalogue {
  people: Block
  roasters: Block
  coffees: Block
  equipment: Equipment
  recipes: number
  now: Date
  progress: StageProgress
}

async function analyze(sql: Transaction, progress: StageProgress) {
  progress.begin('Analyze', tables.length)
  for (const table of tables) {
    await sql`analyze ${sql(table)}`
    progress.advance(1)
  }
}

async function recount(sql: Transaction, progress: StageProgress) {
  progress.begin('Counts', 3)
  await sql`select recount_coffees()`
  progress.advance(1)
  await sql`select recount_roasters()`
  progress.advance(1)
  await sql`select recount_recipe_kinds()`
  progress.advance(1)
}

async function countAll(sql: Sql): Promise<number[]> {
  const counts: number[] = []
  for (const table of tables) counts.push(await countRows(sql, table))
  return counts
}
