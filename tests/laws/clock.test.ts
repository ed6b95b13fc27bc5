import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

test('a test that checks a rate limit stops the clock: on a slow machine a minute could pass', () => {
  const offences = [...new Glob('tests/http/*.test.ts').scanSync()].filter(file => {
    const source = readFileSync(file, 'utf8')
    return /\bstartWorld\(/.test(source) && /\b429\b/.test(source) && !/\bclock\.(hold|set)\(/.test(source)
  })
  expect(offences).toEqual([])
})
