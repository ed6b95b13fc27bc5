import { expect, test } from 'bun:test'
import { correctionOf, qrModules } from '../../adapters/design/qr.ts'
import { readQr } from '../support/qr.ts'

test('the correction is the one of the standard', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
  expect(correctionOf(data, 10)).toEqual([196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
})

test('a text that is too long has no code, a longer one a larger', () => {
  expect(qrModules('x'.repeat(200))).toBeUndefined()
  expect(['https://a.example', 'https://dialin.example/recipes/123456'].map(text => qrModules(text)?.length)).toEqual([
    25, 29,
  ])
})

test('what is drawn reads as it was written', () => {
  for (const text of ['https://a.example/r/1', `https://dialin.example/recipes/1?${'q'.repeat(60)}`]) {
    const grid = qrModules(text)
    if (!grid) throw new Error('no code')
    expect(readQr(grid)).toBe(text)
  }
})
