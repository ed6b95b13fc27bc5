import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Glob } from 'bun'

/** Everything that ships. */
export const sources = [...new Glob('{core,adapters,cli,mcp,widget}/**/*.{ts,tsx}').scanSync()].sort()

/** What does not ship: benchmarks, and files that tests share. */
export const helpers = [...new Glob('{bench,tests}/**/*.ts').scanSync()]
  .filter(file => !file.endsWith('.test.ts'))
  .sort()

/** What a file imports: ours by its path, packages by their name. */
export function importsOf(file: string) {
  const source = readFileSync(file, 'utf8')
  const targets = [...source.matchAll(/(?:^(?:import|export|\}).*\bfrom |^import |\bimport\()'([^'\n]+)'/gm)].map(
    match => match[1] ?? '',
  )
  return targets.map(target => (target.startsWith('.') ? normalize(join(dirname(file), target)) : target))
}

/** The names that a file exports where it declares them. */
export const exportsOf = (file: string) => [
  ...new Set(
    [
      ...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:const|type|interface|function\*?|class) (\w+)/gm),
    ].map(([, name = '']) => name),
  ),
]
