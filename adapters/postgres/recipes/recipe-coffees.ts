import { coffeeCandidates, ranked, type SearchedCoffee, searchCoffees, searchedText } from '../catalog/coffee-search.ts'
import { literally } from '../catalog/naming.ts'
import type { Sql } from '../engine/client.ts'
import { nested } from '../queries/nested.ts'
import { literalLimit, literalNumber } from '../queries/planner.ts'

interface CoffeeFound {
  id: number
  recipeCount: number
}

/** Words that more coffees have lead to the most brewed of these. */
const MOST_COFFEES = 200
/** If some coffees match closely, those whose rank is this much lower are not meant. */
const WORSE_MATCH = 0.25

/** The coffees whose recipes somebody means by words, flavours or both. */
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
      from first
      join coffees on coffees.id = first.id`),
  )
  const closest = ranked(search, rows)
  const leastRank = (closest[0]?.rank ?? 0) - WORSE_MATCH
  return closest.flatMap(({ row, rank }) => (row.recipeCount > 0 && rank >= leastRank ? row : []))
}

/** The coffees that flavours may lead to: each more of them is met some ten coffees further down. */
const MOST_TASTING = 250
/** So many of the most brewed coffees tell how common flavours are, … */
const TOLD_BY = 200
/** … and if so many of them have the flavours, enough of those that are walked have. */
const COMMON = 14
/** A catalog that has no more is not worth a walk. */
const MOST_WALKED = 4000

/** The longest run of letters: an index of three letters finds notes by those, and not by a sign or two letters. */
const lettersIn = (note: string) => Math.max(0, ...(note.match(/[\p{L}\p{N}]+/gu) ?? []).map(run => run.length))

/**
 * The most brewed coffees with these notes. Those of common flavours are met on a walk from the most brewed down; the
 * index, by the longest note, would give too many of them, and all of the others. Where it cannot be asked, the walk is all.
 */
function coffeesTasting(sql: Sql, notes: string[]) {
  const longest = notes.toSorted((a, b) => lettersIn(b) - lettersIn(a))[0] ?? '%'
  const isInIndex = lettersIn(longest) >= 3
  const mostBrewed = (rows: number) => sql`
            select id, recipe_count, flavor_text
            from coffees
            where recipe_count > 0
            order by recipe_count desc, id desc
            ${literalLimit(sql, rows)}`
  return sql<CoffeeFound[]>`
        with walked as materialized (
          select id, recipe_count
          from (${mostBrewed(MOST_WALKED)}) coffees
          where flavor_text like all (${notes})
            and (select max(id) from coffees) > ${literalNumber(sql, MOST_WALKED)}
            and (
              select count(*)
              from (${mostBrewed(TOLD_BY)}) coffees
              where flavor_text like all (${notes})
            ) >= ${literalNumber(sql, COMMON)}
          order by recipe_count desc, id desc
          ${literalLimit(sql, MOST_TASTING)}
        )
        select id, recipe_count
        from walked
        where (select count(*) from walked) = ${literalNumber(sql, MOST_TASTING)}
        union all
        (
          select id, recipe_count
          from ${isInIndex ? sql`coffees` : sql`(${mostBrewed(MOST_WALKED)}) coffees`}
          where recipe_count > 0
            and flavor_text like ${longest}
            and flavor_text like all (${notes})
            and (select count(*) from walked) < ${literalNumber(sql, MOST_TASTING)}
          order by recipe_count desc, id desc
          ${literalLimit(sql, MOST_TASTING)}
        )`
}
