import { expect, test } from 'bun:test'
import { drawable } from '../../adapters/http/pages/picture-font.ts'

test.each([
  ['Yirgacheffe Konga (2)', 'Yirgacheffe Konga (2)'],
  ['Łódź & Œuvre, naïve', 'Łódź & Œuvre, naïve'],
  ['Кофе, Ελληνικός', 'Кофе, Ελληνικός'],
  ['Cà phê Việt Nam', 'Cà phê Viet Nam'],
  ['Ｔｏｋｙｏ', 'Tokyo'],
  ['東京 Blend', 'Blend'],
  ['El Paraíso（哥伦比亚）', 'El Paraíso'],
  ['Kaffee — 珈琲', 'Kaffee'],
  ['☕ Morning 🎉 Cup', 'Morning Cup'],
  ['a\u0000b\ud800\nc', 'ab c'],
  ['엘 파라이소', ''],
  ['قهوة عربية', ''],
])('%j is written as %j: nothing that the font lacks, and no half words', (text, written) => {
  expect(drawable(text)).toBe(written)
})
