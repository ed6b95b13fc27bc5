import { describe, expect, test } from 'bun:test'
import { badgesFor } from '../../adapters/design/dial/badges.ts'

const badges = (...degrees: number[]) =>
  badgesFor(degrees.map(one => ({ degrees: one }))).map(({ degrees, of, beyond }) => [
    degrees,
    of.length,
    ...(beyond ? [beyond] : []),
  ])

describe('badges outside a ring', () => {
  test('stand at their settings, from fine to coarse', () => {
    expect(badges(39.6, -19.8, 66)).toEqual([
      [-19.8, 1],
      [39.6, 1],
      [66, 1],
    ])
    expect(badges()).toEqual([])
  })

  test('nearer than 8 degrees are one, with how many it is', () => {
    expect(badges(10, 17.9, 18)).toEqual([
      [10, 2],
      [18, 1],
    ])
    expect(badges(10, 10, 10)).toEqual([[10, 3]])
  })

  test('beyond the ring stand at its end and say so, unless one of them is in sight', () => {
    expect(badges(-120, 130, 300)).toEqual([
      [-75, 1, -1],
      [75, 2, 1],
    ])
    expect(badges(70, 130)).toEqual([[70, 2]])
    expect(badges(74, -74)).toEqual([
      [-74, 1],
      [74, 1],
    ])
  })

  test('know which is the next cup', () => {
    const [badge] = badgesFor([{ degrees: 1 }, { degrees: 2, isNext: true }])
    expect(badge?.of.some(({ isNext }) => isNext)).toBe(true)
  })
})
