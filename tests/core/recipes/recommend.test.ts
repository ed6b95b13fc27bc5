import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Candidate, nearestFirst, recommendedFirst, varied } from '../../../core/recipes/recommend.ts'
import { wilsonScore } from '../../../core/recipes/wilson.ts'
import { neutralPalate } from '../../../core/taste/palate.ts'

const candidate = (id: number, upvotes: number, downvotes: number, acidity?: number): Candidate => ({
  id,
  downvotes,
  wilsonScore: wilsonScore(upvotes, downvotes),
  createdAt: '2026-05-01T08:00:00.000Z',
  ratio: 16.7,
  tasteProfile: acidity === undefined ? null : { acidity },
  coffee: { id, roastLevel: 'MEDIUM', origin: null, acidityLevel: null, bodyLevel: null },
  machine: { brewMethod: 'v60' },
})
const ids = (recipes: { id: number }[]) => recipes.map(({ id }) => id)
/** Cares about acidity alone, and wants all of it: acidity 5 matches 1, 4.6 matches 0.9, 3 matches 0.5. */
const sourTooth = { palate: { ...neutralPalate, acidity: 1 }, brewed: undefined }

describe('recommended first', () => {
  test('is by Wilson score without a palate', () => {
    const some = [candidate(1, 40, 20, 5), candidate(2, 100, 1, 1), candidate(3, 0, 0, 5)]
    expect(ids(recommendedFirst(some, undefined))).toEqual([2, 1, 3])
  })

  test('is six parts match and four parts Wilson score with one', () => {
    // 0.6 x 0.9 + 0.4 x 0.4385 = 0.7154; 0.6 x 0.5 + 0.4 x 0.9460 = 0.6784
    const ranked = recommendedFirst([candidate(1, 100, 1, 3), candidate(2, 3, 0, 4.6)], sourTooth)
    expect(ids(ranked)).toEqual([2, 1])
    expect(ranked.map(({ score }) => score.toFixed(4))).toEqual(['0.7154', '0.6784'])
  })

  test('counts an unknown match as middling', () => {
    const some = [candidate(1, 10, 0), candidate(2, 10, 0, 2.9), candidate(3, 10, 0, 3.1)]
    expect(ids(recommendedFirst(some, sourTooth))).toEqual([3, 1, 2])
  })

  test('is the same in any input order, and loses nothing', () => {
    const some = [
      candidate(1, 3, 0),
      candidate(2, 3, 0),
      candidate(3, 0, 4, 1),
      candidate(4, 0, 0),
      candidate(5, 8, 2, 2),
    ]
    for (const taster of [undefined, sourTooth]) {
      const expected = recommendedFirst(some, taster)
      expect(ids(expected).toSorted()).toEqual([1, 2, 3, 4, 5])
      fc.assert(
        fc.property(fc.shuffledSubarray(some, { minLength: 5 }), shuffled =>
          expect(recommendedFirst(shuffled, taster)).toEqual(expected),
        ),
      )
    }
  })
})

describe('nearest first', () => {
  test('treats matches within 0.02 of the best as equal, and sorts those by votes', () => {
    // Acidity 5 matches 1, 4.95 matches 0.9875, 4.9 matches 0.975: the third is 0.025 from the best.
    const some = [candidate(1, 0, 0, 5), candidate(2, 10, 0, 4.95), candidate(3, 100, 0, 4.9)]
    expect(ids(nearestFirst(some, sourTooth))).toEqual([2, 1, 3])
    expect(ids(nearestFirst(some, undefined))).toEqual([3, 2, 1])
  })
})

test('a varied list keeps its order and has no coffee too often', () => {
  const cups = fc.array(fc.record({ coffee: fc.record({ id: fc.integer({ min: 1, max: 4 }) }) }))
  fc.assert(
    fc.property(cups, fc.integer({ min: 1, max: 3 }), (ranked, most) => {
      const kept = varied(ranked, most)
      expect(ranked.filter(cup => kept.includes(cup))).toEqual(kept)
      for (const id of [1, 2, 3, 4]) {
        const of = (list: typeof ranked) => list.filter(({ coffee }) => coffee.id === id)
        expect(of(kept)).toEqual(of(ranked).slice(0, most))
      }
    }),
  )
})
