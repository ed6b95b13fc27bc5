import { coffeeCandidates, ranked, type SearchedCoffee, searchCoffees, searchedText } from '../catalog/coffee-search.ts'
import { literally } from '../catalog/naming.ts'
import type { Sql } from '../engine/client.ts'
import { nested } from '../queries/nested.ts'
import { literalLimit, literalNumber } from '../queries/planner.ts'

interface CoffeeFound {
  id: number
  recipeCount: number
}

/** If more coffees than this match the words, only the most popular of them are used. */
const MOST_COFFEES = 200
/**
 * Coffees whose rank is lower than the best by more than this are left out. A match with one
 * misspelt word of two usually stays, and so does the beginning of a word of three letters or more.
 */
const WORSE_MATCH = 0.25

/** The coffees that match words, flavours or both. */
export async function coffeesWith(
  sql: Sql,
  words: string[] | undefined,
  flavours: string[] | undefined,
): Promise<CoffeeFound[]> {
  const notes = (flavours ?? []).map(note => `%${literally(note)}%`)
  if (!words) return coffeesTasting(sql, notes)
  if (words.length === 0) return []
  const within = flavours ? sql`coffees.flavor_text like all (${notes})` : undefined
  const { rows, search } = await searchCoffees(sql, { words, within }, search =>
    nested<CoffeeFound & SearchedCoffee>(sql`
      with ${coffeeCandidates(sql, search, MOST_COFFEES)}
      select coffees.id, coffees.recipe_count, ${searchedText(sql)}
      from found
      join coffees on coffees.id = found.id`),
  )
  const closest = ranked(search, rows)
  const leastRank = (closest[0]?.rank ?? 0) - WORSE_MATCH
  return closest.flatMap(({ row, rank }) => (row.recipeCount > 0 && rank >= leastRank ? row : []))
}

/** At most this many coffees are found by flavours. */
const MOST_TASTING = 250
/** How many of the most popular coffees are checked to tell whether flavours are common. */
const MOST_CHECKED = 200
/** Flavours are common if at least this many of them have the flavours. */
const COMMON = 14
/** How many of the most popular coffees are read, at most, to find common flavours. */
const MOST_READ = 4000

/** The longest run of letters. The trigram index finds a note only by three letters or more. */
const lettersIn = (note: string) => Math.max(0, ...(note.match(/[\p{L}\p{N}]+/gu) ?? []).map(run => run.length))

/**
 * The most popular coffees with these notes. For common flavours the index would return too many, so
 * coffees are read from the most popular down. Rare flavours are found by the index of the longest
 * note, or among the most popular if that is too short for the index.
 */
function coffeesTasting(sql: Sql, notes: string[]) {
  const longest = notes.toSorted((a, b) => lettersIn(b) - lettersIn(a))[0] ?? '%'
  const isInIndex = lettersIn(longest) >= 3
  const mostPopular = (rows: number) => sql`
            select id, recipe_count, flavor_text
            from coffees
            where recipe_count > 0
            order by recipe_count desc, id desc
            ${literalLimit(sql, rows)}`
  return sql<CoffeeFound[]>`
        with common as materialized (
          select id, recipe_count
          from (${mostPopular(MOST_READ)}) coffees
          where flavor_text like all (${notes})
            and (select max(id) from coffees) > ${literalNumber(sql, MOST_READ)}
            and (
              select count(*)
              from (${mostPopular(MOST_CHECKED)}) coffees
              where flavor_text like all (${notes})
            ) >= ${literalNumber(sql, COMMON)}
          order by recipe_count desc, id desc
          ${literalLimit(sql, MOST_TASTING)}
        )
        select id, recipe_count
        from common
        where (select count(*) from common) = ${literalNumber(sql, MOST_TASTING)}
        union all
        (
          select id, recipe_count
          from ${isInIndex ? sql`coffees` : sql`(${mostPopular(MOST_READ)}) coffees`}
          where recipe_count > 0
            and flavor_text like ${longest}
            and flavor_text like all (${notes})
            and (select count(*) from common) < ${literalNumber(sql, MOST_TASTING)}
          order by recipe_count desc, id desc
          ${literalLimit(sql, MOST_TASTING)}
        )`
}
