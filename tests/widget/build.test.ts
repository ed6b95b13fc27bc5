import { expect, test } from 'bun:test'
import { widgetScript } from '../../widget/build.ts'
import { cardWords } from '../../widget/languages.ts'

const compressed = (text: string) => Bun.gzipSync(text, { level: 6 }).byteLength

test('everything a page loads before the data is at most 18 kB, compressed', async () => {
  const script = await widgetScript('https://dialin.example')
  expect(compressed(script)).toBeLessThanOrEqual(18_000)
})

test('and at most 19 kB with the words of any language', async () => {
  const script = compressed(await widgetScript('https://dialin.example'))
  const sizes = Object.entries(cardWords).map(([code, words]) => [code, script + compressed(JSON.stringify(words))])
  expect(sizes).toHaveLength(7)
  expect(sizes.filter(([, size]) => Number(size) > 19_000)).toEqual([])
})

test('the script is built for production, asks nobody for more, and needs no eval', async () => {
  const script = await widgetScript('https://dialin.example')
  expect(script).not.toContain('dev mode')
  expect(script).not.toMatch(/\bimport\(|\beval\(|new Function|\.innerHTML\s*=\s*`/)
})
