import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

test('a test file that starts a world stops it, which recounts all counters', () => {
  const offences = [...new Glob('tests/**/*.ts').scanSync()].filter(file => {
    const source = readFileSync(file, 'utf8')
    return /\bstartWorld\(/.test(source) && !/\bstop\(\)/.test(source)
  })
  expect(offences).toEqual([])
})
