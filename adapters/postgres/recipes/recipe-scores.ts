import { brewTimeRangeOf, grindRangeOf } from '../../../core/recipes/ranges.ts'
import { wilsonScore } from '../../../core/recipes/wilson.ts'
import { type TastedRecipe, tasteCell } from '../../../core/taste/match.ts'
import type { Sql, Transaction } from '../engine/client.ts'
import { type Counter, type Drift, MOST_SHOWN } from '../queries/counter.ts'
import { nested, part } from '../queries/nested.ts'

/** What core derives from a recipe when it is stored. */
export const recipeScores: Counter = {
  name: 'scores, ranges and taste of recipes',
  drift: async sql => (await derivedDrift(sql)).map(({ what, stored, counted }) => ({ what, stored, counted })),
  repair: async sql => {
    for (let drifted = await derivedDrift(sql); drifted.length > 0; drifted = await derivedDrift(sql))
      for (const { id, grindRange, brewTimeRange, cell } of drifted)
        await sql`
          update recipes
          set grind_range = ${grindRange},
              brew_time_range = ${brewTimeRange},
              taste = cube(${cell}::float8[])
          where id = ${id}`
  },
}

interface DerivedRow {
  id: number
  upvotes: number
  downvotes: number
  wilsonScore: number
  grindIndex: number
  brewTimeSeconds: number | null
  grindRange: string
  brewTimeRange: string | null
  cell: string
}

const BATCH = 2000

/** Compares that with what is stored, in small statements. */
async function derivedDrift(sql: Sql | Transaction) {
  const drifted: (Drift & { id: number; grindRange: string; brewTimeRange: string | null; cell: number[] })[] = []
  for (let after = 0; drifted.length < MOST_SHOWN; ) {
    const rows = await nested<DerivedRow & TastedRecipe>(sql`
      select recipes.id, upvotes, downvotes, wilson_score, grind_index, brew_time_seconds, grind_range, brew_time_range,
             taste::text as cell, brew_method as method, ratio, taste_profile,
             ${part(sql, 'coffees', 'coffee', ['roast_level', 'acidity_level', 'body_level'])}
      from recipes
      join coffees on coffees.id = recipes.coffee_profile_id
      where recipes.id > ${after}
      order by recipes.id
      limit ${BATCH}`)
    for (const row of rows) {
      const { id, upvotes, downvotes, grindIndex, brewTimeSeconds } = row
      const cell = tasteCell(row)
      const grindRange = grindRangeOf(grindIndex)
      const brewTimeRange = brewTimeRangeOf(brewTimeSeconds)
      const stored = [row.grindRange, row.brewTimeRange, row.cell].join(' ')
      const counted = [grindRange, brewTimeRange, `(${cell.join(', ')})`].join(' ')
      const scoreIsOff = Math.abs(row.wilsonScore - wilsonScore(upvotes, downvotes)) > 1e-9
      if (stored !== counted || scoreIsOff)
        drifted.push({ what: `recipe ${id}`, stored, counted, id, grindRange, brewTimeRange, cell })
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.id
  }
  return drifted
}
