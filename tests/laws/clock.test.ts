import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

test('where a world refuses what comes too often, its clock is held: on a slow machine a minute would pass', () => {
  const offences = [...new Glob('tests/http/*.test.ts').scanSync()].filter(file => {
    const source = readFileSync(file, 'utf8')
    return /\bstartWorld\(/.test(source) && /\b429\b/.test(source) && !/\bclock\.(hold|set)\(/.test(source)
  })
  expect(offences).toEqual([])
})
