import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

// A command is called what its use case is.
const sources = [...new Glob('{core,adapters,cli,mcp,widget}/**/*.{ts,tsx}').scanSync()].filter(
  file => !file.startsWith('cli/commands/'),
)

test('a name that is exported means one thing in the whole tree: no two files export it', () => {
  const filesOf = new Map<string, Set<string>>()
  for (const file of sources)
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^export (?:async )?(?:const|type|interface|function|class) (\w+)/gm,
    ))
      filesOf.set(name, (filesOf.get(name) ?? new Set()).add(file))
  const twice = [...filesOf].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files].join(' '))
  expect(twice).toEqual([])
})
