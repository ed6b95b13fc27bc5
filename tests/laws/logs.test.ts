import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { documentedLines, undocumentedIn } from '../support/log-lines.ts'
import { sources } from './sources.ts'

/** Every event that the code logs, as an expression; an interpolation matches a word. */
const written = sources.flatMap(file =>
  [
    ...readFileSync(file, 'utf8').matchAll(/\blog\.(debug|info|warn|error)(?:ById)?\(((?:'[^']*'|`[^`]*`|[^,'`()])+)/g),
  ].flatMap(([, level = '', said = '']) =>
    [...said.matchAll(/['`]([^'`]+)['`]/g)].map(([, event = '']) => ({
      file,
      level,
      event: new RegExp(`^${event.replace(/[.*+?^()[\]\\|]/g, '\\$&').replace(/\$\{\w+\}/g, '\\w+')}$`),
    })),
  ),
)

test('docs/logs.md has every line that the service can write, at its level', () => {
  expect(written.length).toBeGreaterThan(20)
  const missing = written.filter(
    ({ event, level }) => ![...documentedLines].some(([name, kind]) => event.test(name) && kind.level === level),
  )
  expect(missing.map(({ file, level, event }) => `${file}: ${level} ${event.source}`)).toEqual([])
})

test('docs/logs.md has no line that the service does not write', () => {
  expect([...documentedLines.keys()].filter(name => !written.some(({ event }) => event.test(name)))).toEqual([])
})

test('the examples in docs/logs.md are such lines', () => {
  const [, block = ''] = /```json\n(.*?)```/s.exec(readFileSync('docs/logs.md', 'utf8')) ?? []
  const lines = block.trim().split('\n')
  expect([lines.length, undocumentedIn(lines)]).toEqual([2, []])
})
