import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import * as v from 'valibot'
import { type Others, simulateCatalog } from '../../../bench/owners.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { Grinder } from '../../../core/grind/model.ts'
import { ownersInWords, rangeReason } from '../../../core/grind/range-reason.ts'
import { lessonFor } from '../../../core/learning/learned-grinder.ts'
import type { GrindReading } from '../../../core/learning/reading.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { anyGrinder, grinder } from '../grind/arbitraries.ts'

const k6 = grinder('kingrinder-k6')
const published = curveThrough(k6.references)

/** Somebody who finds a setting right whose published index is `points` below the target. */
const owner = (points: number, grindIndex = 41, feedback: GrindReading['feedback'] = 'JUST_RIGHT'): GrindReading => ({
  setting: published.settingAt(grindIndex - points),
  grindIndex,
  feedback,
})
const owners = (count: number, points: number, apart = 2) =>
  Array.from({ length: count }, (_, at) => [owner(points + apart * (((at * 7) % 5) - 2) * 0.5)])

describe('a curve is learned', () => {
  const at = (lesson: ReturnType<typeof lessonFor>, index: number) =>
    curveThrough((lesson.grinder ?? k6).references).indexAt(published.settingAt(index))

  test('from many who agree, to within a point, with a narrower range and more confidence', () => {
    const lesson = lessonFor(k6, owners(100, 6))
    expect(Math.abs(at(lesson, 41) - 47)).toBeLessThan(1)
    expect(lesson.uncertainty).toBeLessThan(k6.uncertainty)
    expect(lesson.grinder).toMatchObject({ confidence: 'high', learned: { people: 100 } })
    expect(lesson.agree).toBeGreaterThanOrEqual(95)
  })

  test('with a wider range from people who do not agree, and then it hardly moves', () => {
    const lesson = lessonFor(k6, owners(40, 0, 18))
    expect(lesson.uncertainty).toBeGreaterThan(k6.uncertainty)
    expect(lesson.grinder?.references).toEqual(k6.references)
  })

  test('never from fewer than eight people', () => {
    expect(lessonFor(k6, owners(7, 6))).toMatchObject({ people: 7, shift: 0, grinder: undefined })
    expect(lessonFor(k6, [])).toMatchObject({ people: 0, agree: 0, grinder: undefined })
  })

  test('not by one person who says it often: each counts once, with the median', () => {
    const shouting = Array.from({ length: 500 }, () => owner(20))
    const honest = owners(30, 0)
    expect(lessonFor(k6, [...honest, shouting])).toMatchObject({ people: 31, shift: 0 })
    const median = lessonFor(k6, [...honest, [owner(0), owner(0), owner(20)]])
    expect(median.agree).toBe(31)
  })

  test('by no more than twice what the published uncertainty allows', () => {
    const lesson = lessonFor(k6, owners(500, 22))
    expect(lesson.shift).toBeLessThanOrEqual(2 * k6.uncertainty)
  })

  test('also from those who only say that a setting was too fine, but not from what agrees with the curve', () => {
    const complaints = Array.from({ length: 60 }, (_, n) => [owner(-4 - (n % 3), 41, 'TOO_FINE')])
    expect(lessonFor(k6, [...owners(60, -6), ...complaints]).shift).toBeLessThan(-4)
    const content = Array.from({ length: 60 }, () => [owner(8, 41, 'TOO_FINE')])
    expect(lessonFor(k6, [...owners(20, 0), ...content])).toMatchObject({ people: 80, shift: 0, agree: 80 })
  })

  test('not from what rounding does, where the steps of a dial are far apart', () => {
    // A V60 is right between two settings, and everybody rounds to the same one.
    const coarse = grinder('kalita-dia-mill')
    const curve = curveThrough(coarse.references)
    const setting = dialOf(coarse).nearest(curve.settingAt(41))
    expect(Math.abs(curve.indexAt(setting) - 41)).toBeGreaterThan(5)
    const all = Array.from({ length: 200 }, () => [{ setting, grindIndex: 41, feedback: 'JUST_RIGHT' as const }])
    expect(lessonFor(coarse, all)).toMatchObject({ people: 200, shift: 0 })
  })

  test('with a stretch where espresso and French press are off in opposite directions', () => {
    const both = Array.from({ length: 200 }, (_, n) => {
      const wobble = ((n * 7) % 5) - 2
      return [n % 2 ? owner(wobble * 0.5 - 4, 9) : owner(wobble * 0.5 + 4, 59)]
    })
    const lesson = lessonFor(k6, both)
    expect(lesson.stretch).toBeGreaterThan(1.08)
    expect(at(lesson, 9 + 4)).toBeLessThan(13)
  })
})

test('a learned grinder is a grinder like any other, whatever people say of it', () => {
  fc.assert(
    fc.property(
      anyGrinder,
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(9, 30, 41, 59, 74)), {
        minLength: 8,
        maxLength: 60,
      }),
      (any, said) => {
        const people = said.map(([share, grindIndex]) => [
          {
            setting: any.minSetting + share * (any.maxSetting - any.minSetting),
            grindIndex,
            feedback: 'JUST_RIGHT' as const,
          },
        ])
        const { grinder: learned } = lessonFor(any, people)
        if (learned) expect(v.safeParse(Grinder, learned).issues).toBeUndefined()
      },
    ),
  )
})

test('a range says on how many owners it rests', () => {
  const learned = { ...k6, uncertainty: 4.1, learned: { people: 15, agree: 12 } }
  expect(ownersInWords(learned)).toBe('12 of 15 K6 owners found this right')
  expect(rangeReason(learned, false)).toBe('12 of 15 K6 owners found this right (±4.1 points on the grind index).')
  expect(ownersInWords(k6)).toBeUndefined()
})

// docs/learning.md has the whole table; a part of the catalog stands for it.
describe('in a simulation (bench/learning.ts)', () => {
  const every = (nth: number) => shippedGrinders.list().filter((_, at) => at % nth === 0)
  const learn = (people: number, others: Others) => simulateCatalog(every(people > 500 ? 9 : 4), people, others, SEED)
  const SEED = 7

  test.each([
    [20, 3.0],
    [50, 2.0],
    [200, 1.2],
    [1000, 0.8],
  ])('%i owners, a fifth of whom answer at random, bring the median error to %f points', (people, most) => {
    const { before, after, worse } = learn(people, 'answer at random')
    expect(before).toBeGreaterThan(4)
    expect(after).toBeLessThanOrEqual(most)
    expect(worse).toBeLessThanOrEqual(1)
  })

  test.each([20, 50, 200, 1000])(
    'a fifth of %i owners lying in one direction leave the catalog better, and at most a curve or two a little worse',
    people => {
      for (const lieBy of people > 500 ? [8] : [5, 8, -15]) {
        const { before, after, worse, worstBy } = learn(people, { lieBy })
        expect(after).toBeLessThan(before / 2)
        expect(worse).toBeLessThanOrEqual(2)
        expect(worstBy).toBeLessThan(0.5)
      }
    },
  )
})
