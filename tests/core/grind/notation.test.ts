import { expect, test } from 'bun:test'
import { labelOf, settingOn } from '../../../core/grind/notation.ts'
import { shippedGrinders } from '../../../db/data/shipped.ts'
import { grinder, stepsOf } from './arbitraries.ts'

const read = (slug: string, given: number | string) => settingOn(grinder(slug), given)
const complaint = (slug: string, given: number | string) => {
  try {
    return read(slug, given)
  } catch (fault) {
    return fault
  }
}

test('every step of every dial can be read back from its label', () => {
  for (const each of shippedGrinders.list())
    for (const setting of stepsOf(each)) {
      const label = labelOf(each, setting)
      const back = settingOn(each, label)
      if (back !== setting) throw new Error(`${each.slug}: ${setting} prints ${label}, which reads ${back}`)
    }
})

test('every step of every dial can also be read as its plain number', () => {
  for (const each of shippedGrinders.list().filter(({ notation }) => notation?.form !== 'number.click'))
    for (const setting of stepsOf(each)) expect(settingOn(each, setting)).toBe(setting)
})

test('each step of a dial has its own label', () => {
  for (const each of shippedGrinders.list()) {
    const steps = stepsOf(each)
    expect(new Set(steps.map(setting => labelOf(each, setting))).size).toBe(steps.length)
  }
})

test.each([
  ['comandante-c40-mk4', 24, '24 clicks'],
  ['comandante-c40-mk4', 1, '1 click'],
  ['1zpresso-k-ultra', 7.8, '7.8'],
  ['1zpresso-jx', 76, '2.5.1'],
  ['1zpresso-j-max', 264, '2.8.4'],
  ['kinu-m47-classic', 4.04, '4.0.2'],
  ['weber-key-mk1', 40, '2.10.0'],
  ['option-o-lagom-casa', 13, '1.3.0'],
  ['baratza-forte-bg', 9.154, '9E'],
  ['baratza-sette-270', 9.444, '9E'],
  ['baratza-vario-plus', 2.727, '2Q'],
  ['fellow-ode-gen-2', 5.667, '5.2'],
  ['fellow-ode-gen-2', 6, '6'],
  ['timemore-c5-pro', 34, '11.1'],
  ['eureka-mignon-specialita', 8.5, '1+2.5'],
  ['acaia-orbit', 18.7, '1+8.7'],
  ['bravo-it', 1.356, '1+16'],
  ['linglong-ace40-plus', 1.59, '1.59 turns'],
])('%s at %p shows %s', (slug, setting, label) => {
  expect(labelOf(grinder(slug), setting)).toBe(label)
  expect(read(slug, label)).toBe(setting)
})

test('a setting may be written in the ways people write it', () => {
  expect(read('comandante-c40-mk4', ' 24 Clicks ')).toBe(24)
  expect(read('comandante-c40-mk4', '24.5')).toBe(24.5)
  expect(read('baratza-forte-bg', '9e')).toBe(9.154)
  expect(read('baratza-forte-bg', '9')).toBe(9)
  expect(read('fellow-ode-gen-2', '5.6')).toBe(5.6)
  expect(read('kinu-m47-classic', '2.5 turns')).toBe(2.5)
  expect(read('eureka-mignon-specialita', '1 2.5')).toBe(8.5)
  expect(read('1zpresso-jx', '76')).toBe(76)
  expect(read('1zpresso-jx', '76.5 clicks')).toBe(76.5)
})

test('part of the label on a dial with turns, numbers and clicks is not a number of clicks', () => {
  for (const part of ['2.5', '2,5', 2.5, '.5'])
    expect(complaint('1zpresso-jx', part)).toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(
        /^setting must be a whole number of clicks or what the dial of the 1Zpresso JX shows, such as \d\.\d\.\d; you sent/,
      ),
    })
  expect(complaint('timemore-c5-pro', '5.7')).toMatchObject({ code: 'invalid' })
  expect(read('timemore-c5-pro', '5.2')).toBe(17)
})

test('a setting off the dial is refused with the range of the dial', () => {
  expect(complaint('comandante-c40-mk4', 92)).toMatchObject({
    code: 'setting-off-dial',
    message: 'The Comandante C40 MK4 goes from 0 to 40 clicks, so 92 is off its dial. Enter a setting in that range.',
  })
  expect(complaint('fellow-ode-gen-2', 0)).toMatchObject({
    message: 'The Fellow Ode Gen 2 goes from 1 to 11, so 0 is off its dial. Enter a setting in that range.',
  })
  expect(complaint('1zpresso-jx', '9.0.0')).toMatchObject({
    code: 'setting-off-dial',
    message:
      'The 1Zpresso JX goes from 0.0.0 to 4.0.0 (0 to 120 clicks), so 9.0.0 is off its dial. Enter a setting in that range.',
  })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, '', '  ', 'NaN', 'fine', '24 turns', '0x18', '2.11.0', '9E'])(
  '%p is no setting of a C40, and the fault says what is',
  given => {
    expect(complaint('comandante-c40-mk4', given)).toMatchObject({ code: 'invalid' })
    expect(String(complaint('comandante-c40-mk4', given))).toContain('such as 20 clicks')
  },
)

test('a letter or click that the dial does not have is not a setting', () => {
  expect(complaint('baratza-sette-270', '9K')).toMatchObject({ code: 'invalid' })
  expect(complaint('1zpresso-jx', '2.11.0')).toMatchObject({ code: 'invalid' })
  expect(complaint('eureka-mignon-specialita', '1+7')).toMatchObject({ code: 'invalid' })
})
