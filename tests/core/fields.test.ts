import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { inputJsonSchema } from '../../adapters/schemas/json-schema.ts'
import { atMost } from '../../core/cut.ts'
import { line, name, text, webAddress } from '../../core/fields.ts'

describe('a text', () => {
  test.each([
    ['☕'.repeat(3), true],
    ['🍵🍵🍵', true],
    ['🍵🍵🍵🍵', false],
    ['abcd', false],
    ['🍵', false],
    ['a🍵', true],
  ])('is counted in code points: %s of 2 to 3', (given, fits) => {
    expect(v.is(text(2, 3), given)).toBe(fits)
  })

  test('tells its bounds to programs and people', () => {
    expect(inputJsonSchema(text(2, 3))).toMatchObject({ minLength: 2, maxLength: 3 })
    const { issues } = v.safeParse(text(2, 3), '🍵🍵🍵🍵')
    expect(issues?.map(({ message }) => message)).toEqual(['must have at most 3 characters'])
  })

  test('does not reverse words next to it, and keeps its own letters and marks', () => {
    expect(v.parse(text(1, 20), ' Vic \u202e reversed \u2066x\u2069 ')).toBe('Vic  reversed x')
    expect(v.parse(text(1, 20), 'קפה\u200f!')).toBe('קפה\u200f!')
    expect(v.is(text(1, 20), '\u202e\u2066')).toBe(false)
  })

  test.each(['\u200b', '\u00ad\u2060', '\u3164', '\u2800 ', '\u0007', '\ufe0f'])(
    'that nobody can see is empty: %j',
    unseen => {
      expect(v.is(text(1, 20), unseen)).toBe(false)
      expect(v.parse(text(0, 20), unseen)).toBe('')
      expect(v.parse(text(1, 20), `a${unseen}b`)).toBe(`a${unseen}b`)
    },
  )

  test('that is a name has one line, without invisible characters that a terminal or a mail would obey', () => {
    expect(v.parse(name, 'Ann\r\n\nBcc: x\u001b[31m\u2029y\n')).toBe('Ann Bcc: x [31m y')
    expect(v.is(name, '\n\t')).toBe(false)
    expect(v.parse(line, '\n')).toBe('')
  })

  test('is never cut inside a character', () => {
    expect(atMost('a🍵🍵', 2)).toBe('a🍵')
    expect(atMost('abc', 2)).toBe('ab')
    expect(atMost('🍵', 5)).toBe('🍵')
  })
})

test.each([
  ['https://shop.example/a b', true],
  ['https://shop\n.example', false],
  ['https://shop.example\t@other.example', false],
  ['javascript:alert(1)', false],
])('a web address is followed where it says: %j', (given, isOne) => {
  expect(v.is(webAddress, given)).toBe(isOne)
})
