import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

test('a test file that starts a world stops that one, which recounts all counters', () => {
  const offences = [...new Glob('tests/**/*.ts').scanSync()].flatMap(file => {
    const source = readFileSync(file, 'utf8')
    return [...source.matchAll(/^(?!import|export).*\bstartWorld\(.*$/gm)].flatMap(([line]) => {
      const name = /(\w+)(?:, \w+\])? = (?:await )?(?:Promise\.all\()?\[?(?:await )?startWorld\(/.exec(line)?.[1]
      const isEnded = name && new RegExp(`\\b${name}\\b.*\\b(stop|abandon)\\b`).test(source)
      return isEnded ? [] : [`${file}: ${line.trim()}`]
    })
  })
  expect(offences).toEqual([])
})

test('what a trigger writes is recounted', () => {
  const bodies = new Map<string, string>()
  for (const file of [...new Glob('db/migrations/*.sql').scanSync()].sort())
    for (const [, name = '', head = '', body = ''] of readFileSync(file, 'utf8').matchAll(
      /create (?:or replace )?function (\w+)\(([^$]*?) as \$\$(.*?)end \$\$;/gs,
    ))
      bodies.set(name, `${head}\n${body}`)
  const triggers = [...bodies].filter(([, body]) => /returns trigger/.test(body))
  expect(triggers.length).toBeGreaterThan(10)
  const recount = ['counters', 'recipe-scores'].map(file => readFileSync(`adapters/postgres/${file}.ts`, 'utf8')).join()
  const offences = triggers.flatMap(([name, body]) => {
    const called = [...body.matchAll(/perform (\w+)\(/g)].map(([, called = '']) => bodies.get(called) ?? '')
    const written = [body, ...called].flatMap(body => [
      ...[...body.matchAll(/\b(?:update|insert into|delete from) (\w+)/g)].map(([, table = '']) => table),
      ...[...body.matchAll(/\bnew\.(\w+) :=/g)].map(([, column = '']) => column),
    ])
    return [...new Set(written)]
      .filter(what => !countsNothing.includes(what) && !new RegExp(`\\b${what}\\b`).test(recount))
      .map(what => `${name} writes ${what}`)
  })
  expect(offences).toEqual([])
})

/** Where a recipe stood before, for whoever walks through a list: it is forgotten after an hour. */
const countsNothing = ['recipe_moves']
