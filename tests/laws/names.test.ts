import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

test('a name that core exports means one thing: no two files export it', () => {
  const filesOf = new Map<string, Set<string>>()
  for (const file of new Glob('core/**/*.ts').scanSync())
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^export (?:async )?(?:const|type|interface|function|class) (\w+)/gm,
    ))
      filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file))
  const twice = [...filesOf].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files].join(' '))
  expect(twice).toEqual([])
})
