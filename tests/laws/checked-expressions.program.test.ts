import { expect, test } from 'bun:test'
import { checkSync } from 'recheck/lib/browser.js'
import { type Expression, expressionsIn } from '../support/expressions.ts'
import { ownTexts } from '../support/own-texts.ts'
import { sources } from './sources.ts'

/** Only what repeats without end can take longer than in proportion to its text. */
const repeats = ({ source }: Expression) => /[*+]|\{\d+,\}/.test(source)

/**
 * As expressions.test.ts measures it, but by a proof that needs no hostile text. What looks around itself it cannot judge, and
 * a guess by chance would make the test fail by chance: those are left to being timed. Takes a minute.
 */
test('a checker finds no regular expression whose time grows faster than its text', () => {
  const seen = new Set<string>()
  const slow = expressionsIn(sources)
    .filter(({ file }) => !ownTexts[file])
    .filter(repeats)
    .filter(({ source, flags }) => seen.size < seen.add(`/${source}/${flags}`).size)
    .flatMap(({ file, line, source, flags }) => {
      const found = checkSync(source, flags, { checker: 'automaton', timeout: 10_000 })
      return found.status === 'vulnerable' ? [`${file}:${line} /${source}/${flags}: ${found.complexity.summary}`] : []
    })
  expect(slow).toEqual([])
}, 600_000)
