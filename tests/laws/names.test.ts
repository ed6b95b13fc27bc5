import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { exportsOf, helpers, importsOf, sources } from './sources.ts'

/** A command has the name of its use case, so commands are left out. */
const files = sources.filter(file => !file.startsWith('cli/commands/'))

test('an exported name means one thing in everything that ships: no other file declares it, not even privately', () => {
  const exported = new Set(files.flatMap(exportsOf))
  const declared = /^(?:export )?(?:async )?(?:const|let|type|interface|function\*?|class) (\w+)/gm
  const namesOf = (file: string) =>
    [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name = '']) => name).filter(name => exported.has(name))
  expect(inTwo(files, namesOf)).toEqual([])
})

test('no two files export the same name, including benchmarks and test support', () => {
  expect(inTwo([...files, ...helpers], exportsOf)).toEqual([])
})

test('no two files declare the same type or schema, not even privately', () => {
  const declared = /^(?:export )?(?:const|type|interface|class|function) ([A-Z][a-z]\w*)/gm
  const typesOf = (file: string) => [...readFileSync(file, 'utf8').matchAll(declared)].map(([, name = '']) => name)
  expect(inTwo([...sources, ...helpers], typesOf)).toEqual([])
})

test('a name is exported where it is declared, and imported from there', () => {
  const passed = sources.filter(file =>
    /^export (let|enum|(type )?(\{|\*)(?!.* from '.*node_modules))/m.test(readFileSync(file, 'utf8')),
  )
  expect(passed).toEqual([])
})

test('within a transaction `sql` is the transaction, so that the outer connection cannot be used by mistake', () => {
  const begun = /\b(?:(?:transact\w*|atOneMoment)\(\s*sql,|sql\.begin\((?:'[^']*',)?)\s*(?:async )?\(?(\w+)\b[^=(,]*=>/g
  const offences = sources.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(begun)]
      .filter(([, name]) => name !== 'sql')
      .map(([code]) => `${file}: ${code}`),
  )
  expect(offences).toEqual([])
})

describe('an export', () => {
  const users = [...sources, ...new Glob('{db,docs,bench,tests}/**/*.ts').scanSync()]
  const code = new Map(users.map(file => [file, withoutComments(readFileSync(file, 'utf8'))]))
  const importers = new Map<string, string[]>()
  for (const file of users)
    for (const target of importsOf(file)) importers.set(target, [...(importers.get(target) ?? []), file])

  const exported = sources.flatMap(file =>
    exportsOf(file).map(name => {
      const word = new RegExp(`\\b${name}\\b`)
      const declaration = new RegExp(`^export (async )?(const|type|interface|function\\*?|class) ${name}\\b.*`, 'gm')
      return {
        name: `${name} of ${file}`,
        usedAtHome: word.test(code.get(file)?.replace(declaration, '') ?? ''),
        usedBy: (importers.get(file) ?? []).filter(other => word.test(code.get(other) ?? '')),
      }
    }),
  )
  const namesOf = (some: typeof exported) => some.map(({ name }) => name)

  test('is used by another file', () => {
    expect(namesOf(exported.filter(({ usedBy }) => usedBy.length === 0))).toEqual([])
  })

  test('is used by more than tests: code that only tests use belongs in tests', () => {
    const idle = exported.filter(
      ({ usedAtHome, usedBy }) => !usedAtHome && usedBy.every(file => file.startsWith('tests/')),
    )
    expect(namesOf(idle)).toEqual([])
  })
})

/** Names that more than one of the files has, with those files. */
function inTwo(files: readonly string[], namesOf: (file: string) => string[]) {
  const filesOf = new Map<string, Set<string>>()
  for (const file of files)
    for (const name of namesOf(file)) filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file))
  return [...filesOf].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files].join(' '))
}

function withoutComments(source: string) {
  return source.replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gms, '')
}
