import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { moveToGrinder, rankVariants } from '../../../core/adaptation/variants.ts'
import { wilsonScore } from '../../../core/recipes/wilson.ts'
import { filterOnly, ruler } from './ruler.ts'

const recipe = (id: number, upvotes: number, downvotes: number, tasteMatch: number | null = null) => ({
  id,
  upvotes,
  downvotes,
  wilsonScore: wilsonScore(upvotes, downvotes),
  tasteMatch,
  createdAt: '2026-05-01T08:00:00.000Z',
})
const ids = (recipes: { id: number }[]) => recipes.map(({ id }) => id)

describe('community evidence', () => {
  test('without a palate is ranked by Wilson, and the best is recommended', () => {
    const { recommended, others } = rankVariants([recipe(1, 40, 20), recipe(2, 100, 1), recipe(3, 0, 0)])
    expect(recommended?.id).toBe(2)
    expect(ids(others)).toEqual([1, 3])
  })

  test('with a palate is six parts match and four parts Wilson', () => {
    // 0.6 x 0.9 + 0.4 x 0.4385 = 0.7154; 0.6 x 0.5 + 0.4 x 0.9460 = 0.6784
    const { recommended, others } = rankVariants([recipe(1, 100, 1, 0.5), recipe(2, 3, 0, 0.9)])
    expect(recommended?.id).toBe(2)
    expect(ids(others)).toEqual([1])
  })

  test('recommends nothing on fewer than three votes, and nothing out of nothing', () => {
    const { recommended, others } = rankVariants([recipe(1, 2, 0), recipe(2, 0, 0)])
    expect(recommended).toBeNull()
    expect(ids(others)).toEqual([1, 2])
    expect(rankVariants([])).toEqual({ recommended: null, others: [] })
  })

  test('is ranked the same in whatever order it comes, and loses nobody', () => {
    const some = [recipe(1, 3, 0), recipe(2, 3, 0), recipe(3, 0, 4), recipe(4, 0, 0), recipe(5, 8, 2, 0.4)]
    const { recommended, others } = rankVariants(some)
    expect([recommended?.id, ...ids(others)].toSorted()).toEqual([1, 2, 3, 4, 5])
    fc.assert(
      fc.property(fc.shuffledSubarray(some, { minLength: 5 }), shuffled =>
        expect(rankVariants(shuffled)).toEqual({ recommended, others }),
      ),
    )
  })
})

describe('a recipe moved to another grinder', () => {
  const theirs = {
    id: 7,
    method: 'v60' as const,
    grindIndex: 44,
    doseGrams: 16,
    waterGrams: 250,
    ratio: 15.63,
    brewTimeSeconds: 180,
    grindSetting: 26,
  }

  test('keeps its amounts and takes the new dial', () => {
    expect(moveToGrinder(theirs, filterOnly)).toMatchObject({
      id: 7,
      doseGrams: 16,
      waterGrams: 250,
      ratio: 15.63,
      brewTimeSeconds: 180,
      grindSetting: 23,
      grindLabel: '23 clicks',
      grindIndex: 44,
      reachable: true,
    })
  })

  test('joins the uncertainty of both grinders in its range', () => {
    // The root of 5^2 + 12^2 is 13.
    expect(moveToGrinder(theirs, ruler, { sourceUncertainty: 12 }).grindRange).toEqual({ min: 31, max: 57 })
  })

  test('scales to another amount of water', () => {
    // 16 / 250 x 500; 180 s x 2^0.35 = 229.4
    expect(moveToGrinder(theirs, ruler, { volumeGrams: 500 })).toMatchObject({
      doseGrams: 32,
      waterGrams: 500,
      ratio: 15.63,
      brewTimeSeconds: 229,
    })
  })

  test('says when the dial does not reach it', () => {
    expect(moveToGrinder({ ...theirs, grindIndex: 10 }, filterOnly)).toMatchObject({
      reachable: false,
      grindSetting: 30,
    })
  })
})
