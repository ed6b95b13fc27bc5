import { expect, test } from 'bun:test'
import { checkSync } from 'recheck/lib/browser.js'
import { type Expression, expressionsIn } from '../support/expressions.ts'
import { ownTexts } from '../support/own-texts.ts'
import { sources } from './sources.ts'

/** Only unbounded repetition can take more than linear time. */
const repeats = ({ source }: Expression) => /[*+]|\{\d+,\}/.test(source)

/** A count such as {0,61} makes the checker's automaton too large to finish. */
const countsFar = ({ source }: Expression) => /\{(\d+,)?\d{2,}\}/.test(source)

/**
 * Like expressions.test.ts, but by proof and without hostile text. It cannot judge lookarounds or
 * long counts, and a random search would make the test fail at random, so those are only timed.
 * Takes a minute.
 */
test('a checker finds no regular expression whose time grows faster than its text', () => {
  const seen = new Set<string>()
  const slow = expressionsIn(sources)
    .filter(({ file }) => !ownTexts[file])
    .filter(expression => repeats(expression) && !countsFar(expression))
    .filter(({ source, flags }) => seen.size < seen.add(`/${source}/${flags}`).size)
    .flatMap(({ file, line, source, flags }) => {
      const found = checkSync(source, flags, { checker: 'automaton', timeout: 10_000 })
      return found.status === 'vulnerable' ? [`${file}:${line} /${source}/${flags}: ${found.complexity.summary}`] : []
    })
  expect(slow).toEqual([])
})
