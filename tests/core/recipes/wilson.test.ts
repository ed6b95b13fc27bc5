import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { byWilson, wilsonScore } from '../../../core/recipes/wilson.ts'

describe('the Wilson score', () => {
  test.each([
    [1, 0, 0.2065],
    [3, 0, 0.4385],
    [10, 0, 0.7225],
    [10, 1, 0.6226],
    [40, 20, 0.5406],
    [100, 1, 0.946],
    [600, 400, 0.5693],
  ])('of %d up and %d down is %d', (up, down, score) => {
    expect(wilsonScore(up, down)).toBeCloseTo(score, 4)
  })

  test('without upvotes is exactly 0', () => {
    for (const down of [0, 1, 3, 7, 100, 99_991]) expect(wilsonScore(0, down)).toBe(0)
  })

  const votes = fc.nat({ max: 1_000_000 })

  test('is between 0 and the share of upvotes', () => {
    fc.assert(
      fc.property(votes, votes, (up, down) => {
        const score = wilsonScore(up, down)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(up === 0 ? 0 : up / (up + down))
      }),
    )
  })

  test('rises with an upvote and falls with a downvote', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat({ max: 100_000 }), (up, down) => {
        expect(wilsonScore(up + 1, down)).toBeGreaterThan(wilsonScore(up, down))
        expect(wilsonScore(up, down + 1)).toBeLessThan(wilsonScore(up, down))
      }),
    )
  })
})

test('equal scores are sorted by fewer downvotes, then newer, then the higher id', () => {
  const recipe = (id: number, downvotes: number, createdAt: string) => ({ id, wilsonScore: 0, downvotes, createdAt })
  const ranked = [
    { ...recipe(1, 9, '2026-01-01T00:00:00.000Z'), wilsonScore: 0.3 },
    recipe(3, 0, '2026-03-01T00:00:00.000Z'),
    recipe(2, 0, '2026-03-01T00:00:00.000Z'),
    recipe(9, 0, '2026-02-01T00:00:00.000Z'),
    recipe(4, 100, '2026-04-01T00:00:00.000Z'),
  ]
  fc.assert(
    fc.property(fc.shuffledSubarray(ranked, { minLength: 5 }), shuffled => {
      expect(shuffled.toSorted(byWilson)).toEqual(ranked)
    }),
  )
})
