import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { dialTurn, moveInWords, positionInWords } from '../../../core/grind/dial-words.ts'
import type { Grinder } from '../../../core/grind/model.ts'
import { settingOn } from '../../../core/grind/notation.ts'
import '../../support/dice.ts'
import { anyGrinder, anyStepOf, grinder } from './arbitraries.ts'

const position = (slug: string, numeral: string) => positionInWords(grinder(slug), settingOn(grinder(slug), numeral))
const move = (slug: string, from: string, to: string) =>
  moveInWords(grinder(slug), settingOn(grinder(slug), from), settingOn(grinder(slug), to))

test('a setting in parts is said as the hand counts it', () => {
  expect(position('1zpresso-j-max', '2.5.0')).toBe('2\u00a0turns, 5\u00a0numbers, 0\u00a0clicks')
  expect(position('1zpresso-j-max', '1.1.1')).toBe('1\u00a0turn, 1\u00a0number, 1\u00a0click')
  expect(position('fellow-ode-gen-2', '5.2')).toBe('5 and two\u00a0clicks')
  expect(position('fellow-ode-gen-2', '5.1')).toBe('5 and one\u00a0click')
  expect(position('eureka-mignon-specialita', '1+2.5')).toBe('1\u00a0turn, then 2.5')
})

test('a setting that says it all is not explained', () => {
  expect(position('fellow-ode-gen-2', '5')).toBeUndefined()
  expect(position('comandante-c40-mk4', '24')).toBeUndefined()
  expect(position('1zpresso-k-ultra', '7.7')).toBeUndefined()
  expect(positionInWords(grinder('1zpresso-j-max'), 2.5)).toBeUndefined()
})

test('a move is said in what the dial shows: clicks where it counts them, else from where to where', () => {
  expect(move('comandante-c40-mk4', '24', '22')).toBe('Two clicks finer')
  expect(move('comandante-c40-mk4', '12', '24')).toBe('12 clicks coarser')
  expect(move('1zpresso-j-max', '2.7.5', '2.5.0')).toBe('Finer, from 2.7.5 to 2.5.0')
  expect(move('1zpresso-k-ultra', '7.6', '7.8')).toBe('Coarser, from 7.6 to 7.8')
  expect(move('kitchenaid-5kcg8433', '3', '4')).toBe('Finer, from 3 to 4')
  expect(move('comandante-c40-mk4', '24', '24')).toBeUndefined()
})

const turn = (slug: string, from: string, to: string) =>
  dialTurn(grinder(slug), settingOn(grinder(slug), from), settingOn(grinder(slug), to)).words.replaceAll('\u00a0', ' ')

test('how far to turn is said in what the dial shows, and which way', () => {
  expect(turn('comandante-c40-mk4', '18', '24')).toBe('6 clicks coarser')
  expect(turn('comandante-c40-mk4', '24', '23')).toBe('1 click finer')
  expect(turn('niche-zero', '15', '14')).toBe('1 finer')
  expect(turn('1zpresso-k-ultra', '7.6', '5')).toBe('2.6 finer')
  expect(turn('1zpresso-j-max', '1.5.0', '2.5.4')).toBe('1 turn, 4 clicks coarser')
  expect(turn('1zpresso-j-max', '2.7.5', '2.5.0')).toBe('2 numbers, 5 clicks finer')
  expect(turn('fellow-ode-gen-2', '4', '6.1')).toBe('2 numbers, 1 click coarser')
  expect(turn('baratza-forte-bg', '4C', '6F')).toBe('2 numbers, 3 letters coarser')
  expect(turn('eureka-mignon-specialita', '0+5', '1+2.5')).toBe('3.5 numbers coarser')
  expect(turn('kitchenaid-5kcg8433', '3', '4')).toBe('1 finer')
  expect(turn('comandante-c40-mk4', '24', '24')).toBe('Leave it there')
})

test('a setting between two steps is turned by what is really missing', () => {
  expect(dialTurn(grinder('comandante-c40-mk4'), 18.5, 24)).toMatchObject({ words: '5.5\u00a0clicks coarser' })
  expect(dialTurn(grinder('comandante-c40-mk4'), 24.2, 24)).toMatchObject({ steps: 0, direction: null })
})

/** How much one of each thing that a dial counts turns it, by its own printing. */
function sizes({ notation, step, unit }: Grinder): Record<string, number> {
  const exact = (step ?? 1) < 1 ? 1 / Math.round(1 / (step ?? 1)) : (step ?? 1)
  if (!notation) return { click: 1, turn: 1 }
  if (notation.form === 'number-letter') return { number: 1, letter: 1 / notation.letters }
  if (notation.form === 'number.click') return { number: exact * notation.clicksPerNumber, click: exact }
  if (notation.form === 'turn+number') {
    const number = unit === 'rotations' ? 1 / notation.numbersPerTurn : 1
    return { turn: number * notation.numbersPerTurn, number }
  }
  const number = exact * notation.clicksPerNumber
  return { turn: number * notation.numbersPerTurn, number, click: exact }
}

test('a hand that turns any dial as it is told arrives at the setting', () => {
  const turns = anyGrinder.chain(grinder => fc.tuple(fc.constant(grinder), anyStepOf(grinder), anyStepOf(grinder)))
  fc.assert(
    fc.property(turns, ([grinder, from, to]) => {
      const { words, steps, direction } = dialTurn(grinder, from, to)
      if (from === to) return expect([words, steps, direction]).toEqual(['Leave it there', 0, null])
      const [, amount = '', way] = /^(.*) (finer|coarser)$/.exec(words) ?? []
      const moved = amount.split(', ').reduce((sum, part) => {
        const [count = '', what = ''] = part.split('\u00a0')
        return sum + Number(count) * (what === '' ? 1 : (sizes(grinder)[what.replace(/s$/, '')] ?? Number.NaN))
      }, 0)
      const sign = (way === 'coarser') === grinder.finerIsHigher ? -1 : 1
      expect(Math.abs(from + sign * moved - to)).toBeLessThan(0.011)
      expect({ way, steps: Math.sign(steps) }).toEqual({ way: direction ?? '', steps: 1 })
    }),
    { numRuns: 5000 },
  )
})
