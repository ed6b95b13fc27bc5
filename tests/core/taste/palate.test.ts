import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import * as v from 'valibot'
import {
  levelsOf,
  type Palate,
  SetTasteLevels,
  SetTasteProfile,
  setPalate,
  type TasteChanges,
  TasteLevels,
  TasteVector,
  vectorOf,
} from '../../../core/taste/palate.ts'

const level = fc.integer({ min: 1, max: 5 })
const share = fc.integer({ min: 0, max: 1000 }).map(thousandths => thousandths / 1000)
const levels = fc.record({
  acidityLevel: level,
  bodyLevel: level,
  sweetnessLevel: level,
  bitternessLevel: level,
  flavorComplexityLevel: level,
  aftertasteLevel: level,
})
const vector = fc.record({
  strengthPreference: share,
  acidityTolerance: share,
  roastPreference: share,
  bodyVsClarity: share,
  bitternessSensitivity: share,
  explorerType: share,
})
const somePalate = fc.tuple(levels, vector).map(([first, then]) => set(set(null, first), then))

describe('a palate that was never set', () => {
  test('is neutral in both views and marked as the default', () => {
    expect(Object.values(levelsOf(null))).toEqual([3, 3, 3, 3, 3, 3])
    expect(vectorOf(null)).toEqual({
      profile: {
        strengthPreference: 0.5,
        acidityTolerance: 0.5,
        roastPreference: 0.5,
        bodyVsClarity: 0.5,
        bitternessSensitivity: 0.5,
        explorerType: 0.5,
      },
      isDefault: true,
    })
  })

  test('stays so until any field of either view is set, even to neutral', () => {
    expect(setPalate(null, {})).toBeNull()
    expect(vectorOf(setPalate(null, { bodyLevel: 3 })).isDefault).toBe(false)
    expect(vectorOf(setPalate(null, { explorerType: 0.5 })).isDefault).toBe(false)
  })
})

describe('two views of one palate', () => {
  test.each([
    [1, 0, 1],
    [2, 0.25, 0.75],
    [3, 0.5, 0.5],
    [4, 0.75, 0.25],
    [5, 1, 0],
  ])('level %d is %d, and as bitterness a sensitivity of %d', (at, expected, sensitivity) => {
    const { profile } = vectorOf(set(null, { acidityLevel: at, bodyLevel: at, bitternessLevel: at }))
    expect(profile.acidityTolerance).toBe(expected)
    expect(profile.bodyVsClarity).toBe(expected)
    expect(profile.bitternessSensitivity).toBe(sensitivity)
  })

  test.each([
    [0, 1],
    [0.12, 1],
    [0.3, 2],
    [0.5, 3],
    [0.8, 4],
    [0.95, 5],
  ])('a vector of %d shows as level %d', (value, expected) => {
    const palate = set(null, { acidityTolerance: value, bodyVsClarity: value, bitternessSensitivity: 1 - value })
    const { acidityLevel, bodyLevel, bitternessLevel } = levelsOf(palate)
    expect([acidityLevel, bodyLevel, bitternessLevel]).toEqual([expected, expected, expected])
  })

  test('each view returns what was set in it', () => {
    fc.assert(fc.property(levels, given => expect(levelsOf(set(null, given))).toEqual(given)))
    fc.assert(fc.property(vector, given => expect(vectorOf(set(null, given)).profile).toEqual(given)))
  })

  test('a field that only one view has is not changed by the other', () => {
    fc.assert(
      fc.property(somePalate, levels, vector, (palate, byLevels, byVector) => {
        const before = vectorOf(palate).profile
        const after = vectorOf(set(palate, byLevels)).profile
        expect(after.strengthPreference).toBe(before.strengthPreference)
        expect(after.roastPreference).toBe(before.roastPreference)
        expect(after.explorerType).toBe(before.explorerType)
        const { sweetnessLevel, flavorComplexityLevel, aftertasteLevel } = levelsOf(palate)
        expect(levelsOf(set(palate, byVector))).toMatchObject({
          sweetnessLevel,
          flavorComplexityLevel,
          aftertasteLevel,
        })
      }),
    )
  })

  test('a partial change leaves every other field of its view alone', () => {
    fc.assert(
      fc.property(somePalate, fc.constantFrom(...fields(TasteLevels)), level, (palate, field, value) => {
        expect(levelsOf(set(palate, { [field]: value }))).toEqual({ ...levelsOf(palate), [field]: value })
      }),
    )
    fc.assert(
      fc.property(somePalate, fc.constantFrom(...fields(TasteVector)), share, (palate, field, value) => {
        expect(vectorOf(set(palate, { [field]: value })).profile).toEqual({
          ...vectorOf(palate).profile,
          [field]: value,
        })
      }),
    )
  })

  test('both views always fit their own schemas', () => {
    fc.assert(
      fc.property(somePalate, palate => {
        expect(v.is(TasteLevels, levelsOf(palate))).toBe(true)
        expect(v.is(TasteVector, vectorOf(palate).profile)).toBe(true)
      }),
    )
  })
})

describe('the five other names', () => {
  test('bodyPreference is bodyVsClarity, bitternessPreference is the reverse of the sensitivity', () => {
    const { profile } = vectorOf(
      set(null, {
        strengthPreference: 0.9,
        acidityTolerance: 0.1,
        roastPreference: 0.2,
        bodyPreference: 0.7,
        bitternessPreference: 0.7,
      }),
    )
    expect(profile).toEqual({
      strengthPreference: 0.9,
      acidityTolerance: 0.1,
      roastPreference: 0.2,
      bodyVsClarity: 0.7,
      bitternessSensitivity: 0.3,
      explorerType: 0.5,
    })
  })

  test('two names of one taste may agree, and the finer value counts; if they disagree, both are named', () => {
    expect(vectorOf(set(null, { bodyLevel: 4, bodyPreference: 0.8 })).profile.bodyVsClarity).toBe(0.8)
    expect(() => setPalate(null, { bodyLevel: 1, bodyPreference: 0.8 })).toThrow(/bodyLevel and bodyPreference/)
  })
})

test('levels outside 1 to 5, halves, and vectors outside 0 to 1 are refused', () => {
  for (const bodyLevel of [0, 6, 2.5, '3', null, Number.NaN]) expect(v.is(SetTasteLevels, { bodyLevel })).toBe(false)
  for (const bodyVsClarity of [-0.1, 1.1, '0.5', null, Number.NaN])
    expect(v.is(SetTasteProfile, { bodyVsClarity })).toBe(false)
  expect(v.is(TasteLevels, { bodyLevel: 3 })).toBe(false)
})

function set(palate: Palate | null, changes: TasteChanges): Palate {
  const after = setPalate(palate, changes)
  if (!after) throw new Error('nothing was set')
  return after
}

function fields<E extends v.ObjectEntries>(schema: v.ObjectSchema<E, undefined>) {
  return Object.keys(schema.entries) as (keyof E & string)[]
}
