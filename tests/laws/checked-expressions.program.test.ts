import { expect, test } from 'bun:test'
import { checkSync } from 'recheck/lib/browser.js'
import { type Expression, expressionsIn } from '../support/expressions.ts'
import { ownTexts } from '../support/own-texts.ts'
import { sources } from './sources.ts'

/** Only what repeats without end can take longer than in proportion to its text. */
const repeats = ({ source }: Expression) => /[*+]|\{\d+,\}/.test(source)

/** As the laws of expressions.test.ts measure it; here by a checker, which finds its own hostile texts. Takes a minute. */
test('a checker finds no regular expression whose time grows faster than its text', () => {
  const seen = new Set<string>()
  const slow = expressionsIn(sources)
    .filter(({ file }) => !ownTexts[file])
    .filter(repeats)
    .filter(({ source, flags }) => seen.size < seen.add(`/${source}/${flags}`).size)
    .flatMap(({ file, line, source, flags }) => {
      const found = checkSync(source, flags, { timeout: 60_000 })
      if (found.status === 'safe') return []
      const why = found.status === 'vulnerable' ? found.complexity.summary : found.error.kind
      return [`${file}:${line} /${source}/${flags}: ${why}`]
    })
  expect(slow).toEqual([])
}, 600_000)
