import { expect, test } from 'bun:test'
import { type Expression, expressionsIn, filesThatBuildExpressions } from '../support/expressions.ts'
import { hostileTexts } from '../support/hostile-texts.ts'
import { ownTexts } from '../support/own-texts.ts'
import { sources } from './sources.ts'

/** Longer than any field may be, and as long as the headers that a server reads. */
const LONGEST = 16_384
/** A linear expression needs a millisecond at most; a quadratic one, hundreds. */
const MOST_MS = 30

/** Functions that build expressions from our own words. */
const builders: Record<string, string> = {
  'adapters/config/backup-plan.ts': 'names of backups, from a constant',
  'adapters/http/app.ts': 'our own routes, each name in them up to the next slash',
  'adapters/http/cors.ts': 'the same',
  'cli/print.ts': 'a mark of ours before a number',
  'widget/attributes.ts': 'a list of words, whole',
  'widget/words.ts': 'the languages that we have, in the reader’s browser',
}

/**
 * How long it takes on a text: the best of three, since the machine may be busy, unless the first
 * was fast enough.
 */
function timeOn({ source, flags }: Expression, text: string) {
  const expression = new RegExp(source, flags)
  let best = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < 3 && best > MOST_MS; tries++) {
    const begun = performance.now()
    if (expression.global) text.replace(expression, '')
    else expression.test(text)
    best = Math.min(best, performance.now() - begun)
  }
  return best
}

/**
 * Shorter texts first: something that takes the fourth power of the length would not end within a
 * day.
 */
const texts = [256, 1024, 4096, LONGEST].flatMap(hostileTexts)

const slowTextOf = (expression: Expression) => texts.find(({ text }) => timeOn(expression, text) > MOST_MS)

test('no regular expression takes long on the longest hostile text that it may get', () => {
  const slow = expressionsIn(sources)
    .filter(({ file }) => !ownTexts[file])
    .flatMap(expression => {
      const { file, line, source, flags } = expression
      const found = slowTextOf(expression)
      return found ? [`${file}:${line} /${source}/${flags} on ${found.text.length} characters of ${found.shape}`] : []
    })
  expect(slow).toEqual([])
})

test('an expression is written out so that it can be checked, unless it is made of our own words', () => {
  expect(filesThatBuildExpressions(sources)).toEqual(Object.keys(builders))
})
