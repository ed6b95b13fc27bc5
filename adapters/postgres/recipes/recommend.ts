import type { Recipes } from '../../../core/recipes/recipes.ts'
import type { Recommendation } from '../../../core/recipes/recommend.ts'
import { coffeesByMethod } from '../catalog/coffee-columns.ts'
import type { Sql } from '../engine/client.ts'
import type { Cursors } from '../queries/page.ts'
import { literalLimit, roomFor } from '../queries/planner.ts'
import { candidatesIn, totalOf, type WalkStart } from './candidates.ts'
import type { recipeInList } from './recipe-columns.ts'
import { countMatching, isEmpty, type NarrowedFilter, narrow, plannedFor } from './recipe-filter.ts'
import {
  bestOrder,
  bestOrderOfFew,
  movedSince,
  placeOrder,
  placesOf,
  type Slice,
  type Walk,
  walkFrom,
} from './recipe-order.ts'

type Recommending = Pick<Recipes, 'best' | 'bestOfEach' | 'candidates' | 'recommended'>

export function recommendIn(
  sql: Sql,
  cursors: Cursors,
  { byIds, inList }: Pick<Recipes, 'byIds'> & { inList: ReturnType<typeof recipeInList> },
): Recommending {
  const bestFirst = sql`
    join recipes on recipes.id = best.id
    ${inList.joins}
    order by ${bestOrderOfFew(sql, 'recipes')}`

  return {
    best: async (filter, limit) => {
      const narrowed = await narrow(sql, filter)
      if (isEmpty(narrowed)) return []
      return plannedFor(sql, narrowed, async sql => {
        const total = await totalOf(sql, narrowed, limit)
        return inList.read(sql`
        select ${inList.columns}
        from (${placesOf(sql, { filter: narrowed, total, sort: 'highest_rated', limit })}) best
        ${bestFirst}`)
      })
    },

    bestOfEach: async (of, limitEach, leastVotes) =>
      of.length === 0
        ? []
        : inList.read(sql`
            select ${inList.columns}
            from ${coffeesByMethod(sql, of)}
            cross join lateral (
              select id
              from recipes
              where coffee_profile_id = brewed.coffee_id
                and brew_method = brewed.method
                and is_listed
                ${leastVotes === undefined ? sql`` : sql`and ${isWelcome(sql, leastVotes)}`}
              order by ${bestOrder(sql)}
              ${literalLimit(sql, limitEach)}
            ) best
            ${bestFirst}`),

    candidates: async (filter, palate) => {
      const narrowed = await narrow(sql, filter)
      return plannedFor(sql, narrowed, sql => candidatesIn(sql, narrowed, palate))
    },

    recommended: async ({ filter, personId, palate, rank, limit, cursor }) => {
      const list = `recipes recommended to ${personId} ${JSON.stringify(filter)}`
      const narrowed = await narrow(sql, filter)
      const { rows, total } = await plannedFor(sql, narrowed, async sql => {
        const total = await countMatching(sql, narrowed)
        const walk = recommendedFrom(walkFrom(cursors.read(list, cursor)))
        const candidates = await candidatesIn(sql, narrowed, palate, walk ?? { total })
        const began: WalkStart | undefined = walk ?? (candidates[0] && { total, ...candidates[0] })
        if (!began) return { rows: [], total }
        const { asOf, newest } = began
        const ranked = rank(candidates)
        const unseen = walk?.isPastRanked ? [] : ranked.slice(walk ? firstUnseen(ranked, walk) : 0)
        const rows = unseen
          .slice(0, limit + 1)
          .map(({ id, score }) => ({ id, keys: JSON.stringify([score, id, newest, began.total, asOf]) }))
        if (rows.length <= limit) {
          const rest = await restByVotes(sql, narrowed, {
            total,
            limit: roomFor(limit + 1 - rows.length),
            walk: { asOf, after: walk?.isPastRanked ? walk.after : [] },
            except: { ids: ranked.map(({ id }) => id), beyond: newest },
          })
          for (const { id, keys } of rest)
            rows.push({ id, keys: JSON.stringify([...JSON.parse(keys).slice(0, -1), newest, began.total, asOf]) })
        }
        return { rows, total }
      })
      const { data, ...page } = cursors.page(list, rows, limit)
      return { ...page, data: await byIds(data.map(({ id }) => id)), total }
    },
  }
}

/** The same rule as in core/adaptation/variants.ts. */
const isWelcome = (sql: Sql, leastVotes: number) => sql`upvotes + downvotes >= ${leastVotes} and upvotes > downvotes`

/** A cursor has the score and id of a ranked recipe, or sort keys of another; then the start. */
function recommendedFrom(walk: Walk | undefined): (Walk & WalkStart & { isPastRanked: boolean }) | undefined {
  if (!walk) return
  const after = walk.after.slice(0, -2)
  const [newest, total] = walk.after.slice(-2).map(Number) as [number, number]
  return { asOf: walk.asOf, newest, total, after, isPastRanked: after.length > 2 }
}

/** The matches that were not ranked, by votes. */
async function restByVotes(sql: Sql, filter: NarrowedFilter, slice: Omit<Slice, 'filter' | 'sort'> & { walk: Walk }) {
  const { order, keys } = placeOrder(sql, 'highest_rated', slice.walk)
  return sql<{ id: number; keys: string }[]>`
    with ${movedSince(sql, slice.walk)}, place as (
      ${placesOf(sql, { ...slice, filter, sort: 'highest_rated' })}
    )
    select place.id, ${keys} as keys
    from place
    order by ${order}
    ${literalLimit(sql, slice.limit)}`
}

/** After the last recipe seen or, if that is hidden now, the first with a lower score. */
function firstUnseen(ranked: readonly Recommendation[], { after: [lastScore, lastId] }: Walk) {
  const last = ranked.findIndex(({ id }) => id === lastId)
  if (last >= 0) return last + 1
  const lower = ranked.findIndex(({ score }) => score < Number(lastScore))
  return lower >= 0 ? lower : ranked.length
}
