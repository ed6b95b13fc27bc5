import { expect, test } from 'bun:test'
import { widgetScript } from '../../widget/build.ts'
import { cardWords } from '../../widget/languages.ts'

const compressed = (text: string) => Bun.gzipSync(text, { level: 6 }).byteLength

// 12,000 bytes until the dial had to know its finest usable setting, which takes 64.
test('everything a page loads before the data is at most 12.1 kB, compressed', async () => {
  const script = await widgetScript('https://dialin.example')
  expect(compressed(script)).toBeLessThanOrEqual(12_100)
})

test('and at most 13 kB with the words of any language', async () => {
  const script = compressed(await widgetScript('https://dialin.example'))
  const sizes = Object.entries(cardWords).map(([code, words]) => [code, script + compressed(JSON.stringify(words))])
  expect(sizes).toHaveLength(7)
  expect(sizes.filter(([, size]) => Number(size) > 13_000)).toEqual([])
})

test('the script is built for production, loads nothing else, and needs no eval', async () => {
  const script = await widgetScript('https://dialin.example')
  expect(script).not.toContain('dev mode')
  expect(script).not.toMatch(/\bimport\(|\beval\(|new Function|\.innerHTML\s*=\s*`/)
})
