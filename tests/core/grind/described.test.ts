import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import * as v from 'valibot'
import { dialIn } from '../../../core/dial/dial-in.ts'
import type { Fault } from '../../../core/errors.ts'
import { chartOf } from '../../../core/grind/chart.ts'
import { convert } from '../../../core/grind/convert.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { describedGrinder, GrinderDescription, usualDials } from '../../../core/grind/described.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { chartMethods, methodById } from '../../../core/grind/methods.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import {
  curveWidths,
  describedUncertainty,
  meanWidths,
  PUBLISHED_ERROR,
  uncertaintyAt,
  widthsAt,
} from '../../../core/grind/width.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { measuredWidths, rebuiltCurves, usualDialOf } from '../../support/hidden-curves.ts'

const zerno = {
  ...{ brand: 'Zerno', name: 'Z1', drive: 'electric', burrType: 'flat', minSetting: 0, maxSetting: 9, step: 0.1 },
  known: [
    { setting: 4.5, method: 'v60' },
    { setting: 6.2, like: { grinder: 'comandante-c40-mk4', setting: 31 } },
  ],
}

const described = (changes: object = {}) =>
  describedGrinder('own-x', v.parse(GrinderDescription, { ...zerno, ...changes }), shippedGrinders)

function refusal(changes: object): string {
  try {
    described(changes)
  } catch (error) {
    return v.isValiError(error) ? error.message : (error as Fault).message
  }
  return 'accepted'
}

describe('the curve of a described grinder', () => {
  test('passes through the settings that its owner knows', () => {
    const { references, confidence, known } = described()
    const { settingAt } = curveThrough(references)
    expect(settingAt(41)).toBeCloseTo(4.5, 5)
    expect(convert(described(), 6.2, shippedGrinders.bySlug('comandante-c40-mk4') as never).to.setting).toBe(31)
    expect(confidence).toBe('own')
    expect(known).toHaveLength(2)
  })

  test('is widest far from what its owner knows, and narrower with more settings', () => {
    const grinder = described()
    expect(uncertaintyAt(grinder, 9)).toBeGreaterThan(uncertaintyAt(grinder, 41) + 3)
    const [first] = zerno.known
    expect(uncertaintyAt(described({ known: [first] }), 9)).toBeGreaterThan(uncertaintyAt(grinder, 9))
  })

  test('is never surer than the best known grinder, nor than the one that a setting is the like of', () => {
    const best = Math.min(...shippedGrinders.list().map(({ uncertainty }) => uncertainty))
    for (const known of [zerno.known, zerno.known.slice(0, 1)])
      for (const { grindIndex } of chartMethods)
        expect(uncertaintyAt(described({ known }), grindIndex.target)).toBeGreaterThan(best)
    const doubtful = shippedGrinders.list().find(({ uncertainty }) => uncertainty === 9) as Grinder
    const like = { grinder: doubtful.slug, setting: curveThrough(doubtful.references).settingAt(41) }
    expect(uncertaintyAt(described({ known: [{ setting: 4.5, like }] }), 41)).toBeGreaterThan(9)
  })

  test('has one range for a method, in its chart and everywhere else', () => {
    const grinder = described({ known: zerno.known.slice(0, 1) })
    for (const { key, range, grindIndex } of chartOf(grinder).methods)
      expect(range).toEqual(dialIn(grinder, grindIndex, { method: key }).grindRange)
  })

  test('is monotone and on its dial, however it is described', () => {
    const some = fc.record({
      drive: fc.constantFrom('hand', 'electric'),
      burrType: fc.constantFrom('conical', 'flat', null),
      minSetting: fc.integer({ min: -50, max: 50 }),
      length: fc.integer({ min: 1, max: 1000 }),
      steps: fc.integer({ min: 5, max: 1000 }),
      finerIsHigher: fc.boolean(),
      known: fc.uniqueArray(
        fc.record({
          method: fc.constantFrom('espresso', 'aeropress', 'v60', 'french_press', 'cold_brew'),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { minLength: 1, maxLength: 3, selector: ({ method }) => method },
      ),
    })
    let drawn = 0
    fc.assert(
      fc.property(some, ({ length, steps, known, ...dial }) => {
        const step = Math.max(0.001, Math.round((1000 * length) / steps) / 1000)
        const maxSetting = dial.minSetting + length
        const order = known.map(({ share }) => share).sort((a, b) => (dial.finerIsHigher ? b - a : a - b))
        const inOrder = known
          .map(({ method }) => method)
          .sort((a, b) => methodById[a as 'v60'].grindIndex.target - methodById[b as 'v60'].grindIndex.target)
          .map((method, at) => ({
            method,
            setting: Math.round(1000 * (dial.minSetting + (order[at] ?? 0) * length)) / 1000,
          }))
        let grinder: ReturnType<typeof described>
        try {
          grinder = described({ ...dial, maxSetting, step, known: inOrder })
        } catch (error) {
          expect((error as Fault).code).toBe('invalid')
          return
        }
        drawn++
        const { references, minSetting } = grinder
        for (const [at, { grindIndex, setting }] of references.entries()) {
          expect(setting).toBeWithin(minSetting - 0.001, maxSetting + 0.001)
          expect(grindIndex).toBeWithin(0, 100.001)
          if (at === 0) continue
          expect(grindIndex).toBeGreaterThan(references[at - 1]?.grindIndex ?? 0)
          expect(Math.sign(setting - (references[at - 1]?.setting ?? 0))).toBe(dial.finerIsHigher ? -1 : 1)
        }
        for (const { grindIndex } of chartMethods)
          expect(Number.isFinite(dialOf(grinder).nearest(curveThrough(references).settingAt(grindIndex.target)))).toBe(
            true,
          )
      }),
      { numRuns: 1500 },
    )
    expect(drawn).toBeGreaterThan(500)
  })
})

describe('a dial or setting that cannot be is refused in a sentence', () => {
  test.each([
    [
      'an inverted dial',
      { minSetting: 9, maxSetting: 0 },
      'maxSetting must be above 9, the lowest. If higher numbers grind finer, say so, and keep the lowest number first.',
    ],
    ['one step', { step: 9 }, 'step of 9 leaves one step from 0 to 9. We need at least 5 to put recipes on a dial.'],
    [
      'a million steps',
      { step: 0.000_009 },
      'step of 0.000009 makes 1,000,000 steps from 0 to 9. If yours turns freely, leave the step out: it is stepless.',
    ],
    ['a step below zero', { step: -1 }, 'step must be above 0. Leave it out for a dial without steps.'],
    ['letters', { maxSetting: 'nine' }, 'must be a number'],
    ['infinity', { maxSetting: Number.POSITIVE_INFINITY }, 'must be a number'],
    ['a name of nothing', { name: ' \u200b ' }, 'must not be empty'],
    ['a name of dashes', { name: '---' }, 'must have a letter or a digit'],
    ['a name that is far too long', { name: 'x'.repeat(100_000) }, 'must have at most 80 characters'],
    ['no setting', { known: [] }, 'must have at least one setting you know'],
    [
      'letters for a setting',
      { known: [{ setting: 'fine', method: 'v60' }] },
      'must be a number, or text that starts with a number, such as "24 clicks"',
    ],
    [
      'a setting off the dial',
      { known: [{ setting: 12, method: 'v60' }] },
      'known[0].setting must be on your dial, 0 to 9; you wrote 12.',
    ],
    [
      'the wrong order',
      {
        known: [
          { setting: 4.5, method: 'v60' },
          { setting: 3, method: 'french_press' },
        ],
      },
      '2 is coarser than 1 but has a lower number. Is higher finer?',
    ],
    [
      'the wrong order on a dial that runs the other way',
      {
        finerIsHigher: true,
        known: [
          { setting: 4.5, method: 'v60' },
          { setting: 6, method: 'french_press' },
        ],
      },
      '2 is coarser than 1 but has a higher number. Is higher coarser?',
    ],
    [
      'the same grind twice',
      {
        known: [
          { setting: 4.5, method: 'v60' },
          { setting: 4.6, method: 'kalita' },
        ],
      },
      '1 and 2 are about the same grind (V60 and Kalita Wave). Keep the one you trust more, and add one further away.',
    ],
    [
      'a curve as steep as a wall',
      {
        known: [
          { setting: 4.5, grindIndex: 5 },
          { setting: 4.6, grindIndex: 95 },
        ],
      },
      '1 and 2 are index 5 and index 95, but almost the same setting. No grinder we know changes so fast. Check both, and the highest number of the dial.',
    ],
    [
      'a setting for nothing',
      { known: [{ setting: 4.5 }] },
      'known[0] must say what the setting is for: a method, the same grind on another grinder, or a grindIndex. Send exactly one.',
    ],
    [
      'a setting for two things',
      { known: [{ setting: 4.5, method: 'v60', grindIndex: 41 }] },
      'known[0] must say what the setting is for: a method, the same grind on another grinder, or a grindIndex. Send exactly one.',
    ],
    [
      'Turkish',
      { known: [{ setting: 4.5, method: 'turkish' }] },
      'known[0].method must be espresso or coarser: Turkish is below the scale.',
    ],
    [
      'letters that do not fit the step',
      { step: 0.5, notation: { form: 'number-letter', letters: 26 } },
      'step must be 1/26 of a number, 0.038, for a dial with 26 letters.',
    ],
  ])('%s', (_what, changes, sentence) => {
    expect(refusal(changes)).toBe(sentence)
  })

  test('a grinder that nobody knows names the nearest', () => {
    expect(refusal({ known: [{ setting: 4, like: { grinder: 'nonsense-x', setting: 3 } }] })).toStartWith(
      'We don’t know a grinder called "nonsense-x". Closest:',
    )
  })
})

const docs = readFileSync(new URL('../../../docs/decisions/dials.md', import.meta.url), 'utf8')
const docsRows = docs.split('\n').map(line => line.replace(/^\| | *\|$/g, '').replace(/ +\| +/g, ' | '))

describe('the widths are measured', () => {
  const rebuilt = rebuiltCurves()

  test.each([1, 2, 3] as const)('with %i known settings', count => {
    const measured = measuredWidths(rebuilt, count)
    expect([...curveWidths[count]]).toEqual(measured.widths)
    expect(meanWidths[count]).toBe(measured.mean)
    expect(measured.inside).toBeWithin(0.8, 0.84)
    const row = [
      count,
      measured.median.toFixed(1),
      ...measured.widths,
      measured.mean,
      `${Math.round(100 * measured.inside)} %`,
    ]
    expect(docsRows).toContain(row.join(' | '))
    const shown = widthsAt.map((_, at) => Math.hypot(measured.widths[at] ?? 0, PUBLISHED_ERROR).toFixed(1))
    expect(docsRows).toContain([`${count}, shown`, '–', ...shown, describedUncertainty(count), '–'].join(' | '))
  })

  test('and so is where dials begin', () => {
    for (const kind of ['hand', 'conical', 'flat'] as const) expect(usualDials[kind]).toEqual<object>(usualDialOf(kind))
  })
})
