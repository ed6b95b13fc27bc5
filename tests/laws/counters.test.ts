import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'

const testFiles = [...new Glob('tests/**/*.ts').scanSync()].map(file => ({ file, source: readFileSync(file, 'utf8') }))

test('a test file that starts worlds stops each, which recounts all counters, unless it closed the database', () => {
  const offences = testFiles.flatMap(({ file, source }) => {
    const lines = matched([source], /^(?!import|export).*\bstartWorld\(.*$/gm).map(([line]) => line)
    const names = lines.map(
      line => /(\w+)(?:, \w+\])? = (?:await )?(?:Promise\.all\()?\[?(?:await )?startWorld\(/.exec(line)?.[1],
    )
    const ends = (name: string) =>
      matched([source], new RegExp(`\\b${name}\\b.*\\bstop\\b`, 'g')).length +
      matched([source], new RegExp(`\\b${name}\\.database\\.close\\b(?=[^]*?\\b${name}\\.abandon\\b)`, 'g')).length
    return lines.flatMap((line, at) => {
      const name = names[at]
      const isEnded = name && ends(name) >= names.filter(other => other === name).length
      return isEnded ? [] : [`${file}: ${line.trim()}`]
    })
  })
  expect(offences).toEqual([])
})

test('a test file that opens a database without a world recounts them itself, or writes nothing counted', () => {
  const opening = testFiles.filter(
    ({ file, source }) =>
      /\.test\.ts$/.test(file) &&
      /\b(openWorld|openDatabase|visited|freshDatabase|emptyDatabase)\(|\bspawn\(.*'serve'/.test(source) &&
      !/\b(startWorld|miscounted)\b|'db', 'verify'/.test(source),
  )
  expect(opening.map(({ file }) => file.replace('tests/', '')).sort()).toEqual(Object.values(uncounted).flat().sort())
})

const uncounted = {
  'tables only, of this or an earlier release': ['postgres/migrate.test.ts', 'postgres/schema.server.test.ts'],
  'rows of its own table': ['postgres/engine.embedded.program.test.ts'],
  'nobody has an account': [
    'cli/speed.program.test.ts',
    'cli/trouble.program.test.ts',
    'http/stopping.program.test.ts',
  ],
}

test('every column that a trigger writes can be recounted', () => {
  const sources = [...new Glob('db/migrations/*.sql').scanSync()].sort().map(file => readFileSync(file, 'utf8'))
  /** As they are after all migrations. */
  const bodies = new Map<string, string>()
  for (const [, dropped, name = '', head = '', body = ''] of matched(
    sources,
    /drop function (\w+)|create (?:or replace )?function (\w+)\(([^$;]*?) as \$\$(.*?)\$\$/gs,
  )) {
    if (dropped) bodies.delete(dropped)
    else bodies.set(name, `${head}\n${body}`)
  }
  const triggers = matched(sources, /create (?:or replace )?trigger [^;]*? on (\w+)[^;]*? execute function (\w+)\(/gs)
    .map(([, table = '', name = '']) => ({ table, name, body: bodies.get(name) ?? '' }))
    .filter(({ body }) => /\breturns trigger\b/.test(body))
  expect(triggers.length).toBeGreaterThan(10)
  const offences = triggers.flatMap(({ table, name, body }) => {
    const called = matched([body], /perform (\w+)\(/g).map(([, called = '']) => bodies.get(called) ?? '')
    return [body, ...called]
      .flatMap(body => writtenBy(body, table))
      .filter(({ table, column }) => !countsNothing.includes(table) && !isOfEdit(column) && !isRecounted(table, column))
      .map(({ table, column }) => `${name} writes ${table}${column && `.${column}`}`)
  })
  expect(offences).toEqual([])
})

/**
 * What a function body changes in tables, by column if it names them; an assignment to `new`
 * changes the trigger's own table.
 */
function writtenBy(body: string, own: string): { table: string; column: string }[] {
  const plain = withoutValues(body)
  const named = (statement: RegExp, column: RegExp) =>
    matched([plain], statement).flatMap(([, table = '', list = '']) =>
      matched([list], column).map(([, column = '']) => ({ table, column })),
    )
  return [
    ...matched([plain], /\b(?:update|insert into|delete from) (\w+)/g).map(([, table = '']) => ({ table, column: '' })),
    ...named(/\binsert into (\w+) \(([^)]*)\)/g, /(\w+)/g),
    ...named(
      /\b(?:update|insert into) (\w+)[^;]*?\bset (.*?)(?=\b(?:from|where|returning)\b|;|$)/gs,
      /(?:^|[,(])\s*(\w+)(?=[^=,]*=)/g,
    ),
    ...matched([plain], /\bnew\.(\w+) :=/g).map(([, column = '']) => ({ table: own, column })),
  ]
}

/** Without comments and anything in parentheses, except lists of columns. */
function withoutValues(body: string) {
  let plain = body.replace(/--.*$/gm, '')
  for (let before = ''; before !== plain; ) {
    before = plain
    plain = plain.replace(/(?<!\bset |\binsert into \w+ )\([^()]*\)/g, '')
  }
  return plain
}

/** One by one, because a column of the same name in another table's recount does not count. */
const recounts = [
  ...(readFileSync('adapters/postgres/operations/counters.ts', 'utf8').split(/^\]$/m)[0] ?? '').split(/^ {2}\{$/m),
  readFileSync('adapters/postgres/recipes/recipe-scores.ts', 'utf8'),
]
const isRecounted = (...names: string[]) =>
  recounts.some(recount => names.every(name => name === '' || new RegExp(`\\b${name}\\b`).test(recount)))

/**
 * The earlier positions of recipes, for people paging through a list; deleted after an hour. What
 * edits replaced, which nothing else says.
 */
const countsNothing = ['recipe_moves', 'recipe_versions', 'personal_recipe_versions']
/** When somebody edited: put back where an edit changed nothing. */
const isOfEdit = (column: string) => column === 'edited_at'

function matched(texts: readonly string[], pattern: RegExp) {
  return texts.flatMap(text => [...text.matchAll(pattern)])
}
