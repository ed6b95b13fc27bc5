import type { Sql } from './client.ts'
import { literalLimit } from './planner.ts'
import type { SearchWord } from './search-word.ts'

/** The most brewed coffees by their marks (the migration word-marks): which of them may have words is seen here, without a query. */
export interface MostBrewedCoffees {
  /** By their ids, the most brewed first: so many at most, among the first so many, that have the marks of a spelling of each word. */
  markedBy: (words: readonly SearchWord[], among: { passed?: number; read: number }) => number[]
}

/** As many as have a page of what four hundred of a hundred thousand have. */
const MOST = 6000

export async function readMostBrewed(sql: Sql): Promise<MostBrewedCoffees> {
  const [{ coffees }] = await sql<[{ coffees: Buffer }]>`
    select coalesce(string_agg(int4send(id) || int8send(word_marks), ''), '') as coffees
    from (
      select id, word_marks
      from coffees
      order by recipe_count desc, id desc
      ${literalLimit(sql, MOST)}
    ) coffees`
  const numbers = (first: number) =>
    Int32Array.from({ length: coffees.length / 12 }, (_, at) => coffees.readInt32BE(at * 12 + first))
  const [ids, highs, lows] = [numbers(0), numbers(4), numbers(8)]
  return {
    markedBy: (words, { passed = MOST, read }) => {
      const asked = words.map(({ marks }) => Int32Array.from(marks.flatMap(halvesOf)))
      const found: number[] = []
      for (let at = 0; at < Math.min(passed, ids.length) && found.length < read; at++) {
        const high = highs[at] as number
        const low = lows[at] as number
        if (isMarked(high, low, asked)) found.push(ids[at] as number)
      }
      return found
    },
  }
}

/** Loops, as this is asked of thousands for each search. */
function isMarked(high: number, low: number, words: readonly Int32Array[]) {
  for (const spellings of words) if (!hasOne(high, low, spellings)) return false
  return true
}

function hasOne(high: number, low: number, spellings: Int32Array) {
  for (let at = 0; at < spellings.length; at += 2) {
    const ofHigh = spellings[at] as number
    const ofLow = spellings[at + 1] as number
    if ((high & ofHigh) === ofHigh && (low & ofLow) === ofLow) return true
  }
  return false
}

/** Of 64 bits: numbers of 32 are compared in a tenth of the time. */
const halvesOf = (marks: string) => [
  Number(BigInt.asIntN(32, BigInt(marks) >> 32n)),
  Number(BigInt.asIntN(32, BigInt(marks))),
]
