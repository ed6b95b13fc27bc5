import { expect, test } from 'bun:test'
import { moveInWords, positionInWords } from '../../../core/grind/dial-words.ts'
import { settingOn } from '../../../core/grind/notation.ts'
import { grinder } from './arbitraries.ts'

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
