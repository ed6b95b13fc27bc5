import { expect, test } from 'bun:test'
import { dialScript, pickerScript, widgetScript } from '../../widget/build.ts'
import { cardWords } from '../../widget/languages.ts'

const compressed = (text: string) => Bun.gzipSync(text, { level: 6 }).byteLength

test('everything a page loads before the data is at most 18 kB, compressed', async () => {
  const script = await widgetScript('https://dialin.example')
  expect(compressed(script)).toBeLessThanOrEqual(18_000)
})

test('and at most 19 kB with the words of any language', async () => {
  const script = compressed(await widgetScript('https://dialin.example'))
  const sizes = Object.entries(cardWords).map(([code, words]) => [code, script + compressed(JSON.stringify(words))])
  expect(sizes).toHaveLength(8)
  expect(sizes.filter(([, size]) => Number(size) > 19_000)).toEqual([])
})

test('the script is built for production, loads others from our origin only, and needs no eval', async () => {
  const script = await widgetScript('https://dialin.example')
  expect(script).not.toContain('dev mode')
  expect(script.match(/\bimport\(`[^`]*/g)).toEqual([
    expect.stringMatching(/^import\(`\$\{\w+\(\)\}\/embed\/\$\{\w+\}\.js$/),
  ])
  expect(script).not.toMatch(/\beval\(|new Function|\.innerHTML\s*=\s*`/)
})

test('later scripts bring no Lit of their own, which would need another trusted-types policy', async () => {
  for (const script of [await pickerScript(), await dialScript()]) {
    expect(script).not.toContain('createPolicy')
    expect(compressed(script)).toBeLessThanOrEqual(8_000)
  }
})
