import { expect, test } from 'bun:test'
import { widgetScript } from '../../widget/build.ts'

test('everything a page loads before the data is at most 12 kB, compressed', async () => {
  const script = await widgetScript('https://dialin.example')
  expect(Bun.gzipSync(script, { level: 6 }).byteLength).toBeLessThanOrEqual(12_000)
})

test('the script is built for production, asks nobody for more, and needs no eval', async () => {
  const script = await widgetScript('https://dialin.example')
  expect(script).not.toContain('dev mode')
  expect(script).not.toMatch(/\bimport\(|\beval\(|new Function|\.innerHTML\s*=\s*`/)
})
