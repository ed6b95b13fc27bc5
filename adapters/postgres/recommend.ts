import { roastLevels } from '../../core/coffees/roast.ts'
import { methodIds } from '../../core/grind/methods.ts'
import type { Optional } from '../../core/optional.ts'
import type { Recipes } from '../../core/recipes/recipes.ts'
import type { Candidate, Recommendation } from '../../core/recipes/recommend.ts'
import type { PalateBox } from '../../core/taste/match.ts'
import type { Sql } from './client.ts'
import { coffeesByMethod } from './coffee-columns.ts'
import { nested, part } from './nested.ts'
import { type Cursors, literalLimit, roomFor } from './page.ts'
import type { recipeInList } from './recipe-columns.ts'
import { countMatching, isEmpty, matching, type Narrowed, narrow } from './recipe-filter.ts'
import { movedSince, placeOrder, placesOf, type Slice, type Walk, walkFrom } from './recipe-order.ts'

/** The best by Wilson that are worth ranking. */
const BEST = 200
const NEAREST_CELLS = 96
/** Of each cell, the best; with a filter more, as some will not match. */
const BEST_OF_CELL = 2
const BEST_OF_CELL_FILTERED = 5

type Recommending = Pick<Recipes, 'best' | 'bestOfEach' | 'candidates' | 'recommended'>

export function recommendIn(
  sql: Sql,
  cursors: Cursors,
  { byIds, inList }: Pick<Recipes, 'byIds'> & { inList: ReturnType<typeof recipeInList> },
): Recommending {
  const bestFirst = sql`
    join recipes on recipes.id = best.id
    ${inList.joins}
    order by recipes.wilson_score desc, recipes.downvotes, recipes.created_at desc, recipes.id desc`

  return {
    best: async (filter, limit) => {
      const narrowed = await narrow(sql, filter)
      if (isEmpty(narrowed)) return []
      return inList.read(sql`
        select ${inList.columns}
        from (${bestByVotes(sql, narrowed, await totalOf(sql, narrowed), limit)}) best
        ${bestFirst}`)
    },

    bestOfEach: async (of, limitEach) =>
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
                and hidden_at is null
              order by wilson_score desc, (-downvotes) desc, created_at desc, id desc
              ${literalLimit(sql, limitEach)}
            ) best
            ${bestFirst}`),

    candidates: async (filter, palate) => candidatesIn(sql, await narrow(sql, filter), palate),

    recommended: async ({ filter, personId, palate, rank, limit, cursor }) => {
      const list = `recipes recommended to ${personId} ${JSON.stringify(filter)}`
      const narrowed = await narrow(sql, filter)
      const total = await countMatching(sql, narrowed)
      const walk = recommendedFrom(walkFrom(cursors.read(list, cursor)))
      const candidates = await candidatesIn(sql, narrowed, palate, walk ?? { total })
      const began: Began | undefined = walk ?? (candidates[0] && { total, ...candidates[0] })
      if (!began) return { ...cursors.page(list, [], limit), data: [], total }
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
      const { data, ...page } = cursors.page(list, rows, limit)
      return { ...page, data: await byIds(data.map(({ id }) => id)), total }
    },
  }
}

/** What a walk over recommendations goes by until its end: the votes, recipes and total of its first page. */
interface Began {
  asOf: string
  newest: number
  total: number
}

/** Keys of a ranked recipe are its score and id; of one of the rest, those of Wilson's order. Then what the walk began with. */
function recommendedFrom(walk: Walk | undefined): (Walk & Began & { isPastRanked: boolean }) | undefined {
  if (!walk) return
  const after = walk.after.slice(0, -2)
  const [newest, total] = walk.after.slice(-2).map(Number) as [number, number]
  return { asOf: walk.asOf, newest, total, after, isPastRanked: after.length > 2 }
}

/** Whatever matches and was not worth ranking, by votes. */
async function restByVotes(sql: Sql, filter: Narrowed, slice: Omit<Slice, 'filter' | 'sort'> & { walk: Walk }) {
  const { order, keys } = placeOrder(sql, 'best', slice.walk)
  return sql<{ id: number; keys: string }[]>`
    with ${movedSince(sql, slice.walk)}, place as (
      ${placesOf(sql, { ...slice, filter, sort: 'best' })}
    )
    select place.id, ${keys} as keys
    from place
    order by ${order}
    ${literalLimit(sql, slice.limit)}`
}

/** Behind the last one seen; if that is hidden by now, at whatever scores less. */
function firstUnseen(ranked: readonly Recommendation[], { after: [lastScore, lastId] }: Walk) {
  const last = ranked.findIndex(({ id }) => id === lastId)
  if (last >= 0) return last + 1
  const lower = ranked.findIndex(({ score }) => score < Number(lastScore))
  return lower >= 0 ? lower : ranked.length
}

type WalkCandidate = Candidate & Omit<Began, 'total'>

/**
 * The best by Wilson and the nearest to the palate. Each part reads as many rows at any number of recipes. A walk meets
 * the same ones on every page: as they stood when it began.
 */
async function candidatesIn(
  sql: Sql,
  filter: Narrowed,
  palate: PalateBox | undefined,
  began?: { total: number } & Optional<Began>,
): Promise<WalkCandidate[]> {
  if (isEmpty(filter)) return []
  const total = began?.total ?? (await totalOf(sql, filter))
  const walk = began?.asOf === undefined ? undefined : { asOf: began.asOf, after: [] }
  const except = began?.newest === undefined ? undefined : { ids: [], beyond: began.newest }
  const best = began
    ? placesOf(sql, { filter, total, sort: 'best', limit: BEST, walk, except })
    : bestByVotes(sql, filter, total, BEST)
  return nested<WalkCandidate>(sql`
    with ${movedSince(sql, walk)}, chosen as (
      ${palate && total > BEST && !isOfOne(filter) ? sql`${nearestToPalate(sql, palate, filter, began?.newest)} union` : sql``}
      (select id from (${best}) best ${began ? sql`order by k1 desc, k2 desc, k3 desc, k4 desc ${literalLimit(sql, BEST)}` : sql``})
    )
    select recipes.id,
           coalesce(moved.wilson_score, recipes.wilson_score) as wilson_score,
           coalesce(moved.downvotes, recipes.downvotes) as downvotes,
           recipes.created_at,
           recipes.ratio,
           recipes.taste_profile,
           ${part(sql, 'coffees', 'coffee', ['id', 'roast_level', 'origin', 'acidity_level', 'body_level'])},
           recipes.brew_method as "machine.brew_method",
           pg_current_snapshot()::text as as_of,
           (select max(id) from recipes) as newest
    from chosen
    join recipes on recipes.id = chosen.id
    join coffees on coffees.id = recipes.coffee_profile_id
    left join moved on moved.recipe_id = recipes.id`)
}

/** Of each of the nearest cells the best, as votes stood when the walk began and without what was added since. */
const nearestToPalate = (sql: Sql, { low, high }: PalateBox, filter: Narrowed, newest: number | undefined) => sql`
      (
        with ${
          newest === undefined
            ? sql``
            : sql`-- Each by its id, once: for every cell all of its recipes would be read to join them.
        stood_elsewhere as materialized (
          select recipes.id, recipes.taste, moved.wilson_score, moved.downvotes, recipes.created_at
          from moved
          cross join lateral (
            select id, taste, created_at
            from recipes
            where id = moved.recipe_id
              and hidden_at is null
              and id <= ${newest}
            limit 1
          ) recipes
        ), `
        }
        -- Apart, so that it is found once and not for every recipe that matches.
        near as materialized (
          select near.id
          from (
            select taste
            from taste_cells
            order by taste <-> cube(${low}::float8[], ${high}::float8[])
            ${literalLimit(sql, NEAREST_CELLS)}
          ) cell
          cross join lateral (
            select id
            from (
              (
                select id, wilson_score, downvotes, created_at
                from recipes
                where taste = cell.taste
                  and hidden_at is null
                  ${newest === undefined ? sql`` : sql`and id <= ${newest} and id not in (select recipe_id from moved)`}
                order by wilson_score desc, (-downvotes) desc, created_at desc, id desc
                ${literalLimit(sql, narrows(filter) ? BEST_OF_CELL_FILTERED : BEST_OF_CELL)}
              )
              ${
                newest === undefined
                  ? sql``
                  : sql`
              union all
              select id, wilson_score, downvotes, created_at
              from stood_elsewhere
              where taste = cell.taste`
              }
            ) stood
            order by wilson_score desc, downvotes, created_at desc, id desc
            ${literalLimit(sql, narrows(filter) ? BEST_OF_CELL_FILTERED : BEST_OF_CELL)}
          ) near
        )
        select recipes.id
        from near
        join recipes on recipes.id = near.id
        where ${matching(sql, filter)}
      )`

/** What an index holds in order need not be counted: it is never walked far. */
const totalOf = async (sql: Sql, filter: Narrowed) =>
  isSparse(filter) ? countMatching(sql, filter) : Number.POSITIVE_INFINITY

const bestByVotes = (sql: Sql, filter: Narrowed, total: number, limit: number) =>
  isKind(filter) ? bestOfKinds(sql, filter, limit) : placesOf(sql, { filter, total, sort: 'best', limit })

/** Of each kind that is asked for the best, by recipes_best_of_kind; then the best of those. */
const bestOfKinds = (
  sql: Sql,
  { brewMethod, roastLevels: roasts = roastLevels, strengthLevels = [1, 2, 3, 4, 5] }: Narrowed,
  limit: number,
) => sql`
        select best.id
        from unnest(${brewMethod ? [brewMethod] : [...methodIds]}::text[]) kind (brew_method)
        cross join unnest(${[...roasts]}::text[]) roast (level)
        cross join unnest(${[...strengthLevels]}::int[]) strength (level)
        cross join lateral (
          select id, wilson_score, downvotes, created_at
          from recipes
          where brew_method = kind.brew_method
            and roast_level = roast.level
            and strength_level = strength.level
            and hidden_at is null
          order by wilson_score desc, (-downvotes) desc, created_at desc, id desc
          ${literalLimit(sql, limit)}
        ) best
        order by best.wilson_score desc, best.downvotes, best.created_at desc, best.id desc
        ${literalLimit(sql, limit)}`

const isGiven = (value: unknown) => value !== undefined

const narrows = ({ exceptAuthorId: _, ...filter }: Narrowed) => Object.values(filter).some(isGiven)

/** Of one coffee, roaster, author or piece of gear: what is nearest to a palate among all would rarely be of it. */
const isOfOne = ({ coffeeIds, roasterIds, authorId, grinderId, machineId }: Narrowed) =>
  [coffeeIds, roasterIds, authorId, grinderId, machineId].some(isGiven)

/** Whether method, roast and strength are all that is asked for, and more than one of them. */
const isKind = ({ brewMethod, roastLevels, strengthLevels, ...others }: Narrowed) =>
  [brewMethod, roastLevels, strengthLevels].filter(isGiven).length > 1 && !narrows(others)

/** Whether what is asked for may lie far apart in the index that holds the best in order. */
const isSparse = ({ coffeeIds, brewMethod, roastLevels, strengthLevels, ...others }: Narrowed) =>
  coffeeIds ? coffeeIds.length > 1 : narrows(others)
