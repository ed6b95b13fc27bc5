import type { Recipes } from '../../core/recipes/recipes.ts'
import type { Candidate, Recommendation } from '../../core/recipes/recommend.ts'
import type { Sql } from './client.ts'
import { type Cursors, literalLimit } from './page.ts'
import { countMatching, matching, type Narrowed, narrow } from './recipe-filter.ts'
import { movedSince, placesOf, type Walk, walkFrom } from './recipe-order.ts'

type Recommend = Recipes['recommend']
type Palate = Parameters<Recommend>[0]['palate']

/** Of so few, all are ranked; of more, those below. */
const FEW = 500
const BEST = 200
const NEAREST_CELLS = 64
/** Of each cell, the best; with a filter more, as some will not match. */
const BEST_OF_CELL = 3
const BEST_OF_CELL_FILTERED = 20

export function recommendIn(sql: Sql, cursors: Cursors, byIds: Recipes['byIds']): Recommend {
  return async ({ filter, limit, cursor, walk: whose, palate, rank }) => {
    const list = `recipes ${whose} ${JSON.stringify(filter)}`
    const walk = walkFrom(cursors.read(list, cursor))
    const narrowed = await narrow(sql, filter)
    const matches = await countMatching(sql, narrowed)
    const candidates = matches === 0 ? [] : await candidatesIn(sql, narrowed, matches, palate, walk)
    const asOf = walk?.asOf ?? candidates[0]?.asOf ?? ''
    const ranked = rank(candidates)
    const unseen = walk ? ranked.slice(firstUnseen(ranked, walk)) : ranked
    const rows = unseen.slice(0, limit + 1).map(({ id, score }) => ({ id, keys: [score, id, asOf] as const }))
    const { data, ...page } = cursors.page(list, rows, limit)
    return { ...page, data: await byIds(data.map(({ id }) => id)), total: ranked.length }
  }
}

/** Behind the last one seen; if that is hidden by now, at whatever scores less. */
function firstUnseen(ranked: readonly Recommendation[], { after: [lastScore, lastId] }: Walk) {
  const last = ranked.findIndex(({ id }) => id === lastId)
  if (last >= 0) return last + 1
  const lower = ranked.findIndex(({ score }) => score < Number(lastScore))
  return lower >= 0 ? lower : ranked.length
}

type Row = Candidate & { asOf: string }

async function candidatesIn(sql: Sql, filter: Narrowed, total: number, palate: Palate, walk: Walk | undefined) {
  const perCell = Object.values(filter).some(value => value !== undefined) ? BEST_OF_CELL_FILTERED : BEST_OF_CELL
  const chosen =
    total <= FEW
      ? sql`
        select recipes.id
        from recipes
        where ${matching(sql, filter)}`
      : sql`
        select recipes.id
        from (
          select taste
          from taste_cells
          order by taste <-> cube(${palate.low}::float8[], ${palate.high}::float8[])
          ${literalLimit(sql, NEAREST_CELLS)}
        ) cell
        cross join lateral (
          select id
          from recipes
          where taste = cell.taste
            and hidden_at is null
          order by wilson_score desc, (-downvotes) desc, created_at desc, id desc
          ${literalLimit(sql, perCell)}
        ) near
        join recipes on recipes.id = near.id
        where ${matching(sql, filter)}
        union
        (select id from (${placesOf(sql, { filter, total, sort: 'best', limit: BEST })}) best)`
  return sql<Row[]>`
    with ${movedSince(sql, walk)}, chosen as (
      ${chosen}
    )
    select recipes.id,
           coalesce(moved.wilson_score, recipes.wilson_score) as wilson_score,
           coalesce(moved.downvotes, recipes.downvotes) as downvotes,
           recipes.created_at,
           recipes.ratio,
           recipes.taste_profile,
           jsonb_build_object(
             'id', coffees.id,
             'roastLevel', coffees.roast_level,
             'origin', coffees.origin,
             'acidityLevel', coffees.acidity_level,
             'bodyLevel', coffees.body_level
           ) as coffee,
           jsonb_build_object('brewMethod', recipes.brew_method) as machine,
           pg_current_snapshot()::text as as_of
    from chosen
    join recipes on recipes.id = chosen.id
    join coffees on coffees.id = recipes.coffee_profile_id
    left join moved on moved.recipe_id = recipes.id`
}
