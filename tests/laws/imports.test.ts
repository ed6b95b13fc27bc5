import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { importsOf, sources } from './sources.ts'

/**
 * What each folder may import. The longest matching prefix counts; packages are named, our files
 * are paths.
 */
const laws: Record<string, { may: RegExp; because: string }> = {
  'core/': { may: /^(core\/|valibot$)/, because: 'core runs anywhere: no Bun, no Node, no adapters' },
  'adapters/http/': {
    may: /^(?!adapters\/postgres\/|mcp\/|cli\/|tests\/)/,
    because: 'HTTP knows ports, never the database nor another door',
  },
  'adapters/postgres/': { may: /^(?!adapters\/http\/|cli\/|mcp\/|tests\/)/, because: 'the database knows no door' },
  'adapters/': {
    may: /^(?!adapters\/http\/|cli\/|mcp\/|tests\/)/,
    because: 'adapters know no door',
  },
  'adapters/site/addresses.ts': { may: /^core\/site\.ts$/, because: 'other rooms read it, not what is behind' },
  'adapters/http/licences.ts': {
    may: /^(valibot$|node:|adapters\/(program\/shipped|http\/pages\/(assets|picture-font))\.ts$)/,
    because: 'it names whose work the pages ship too',
  },
  'cli/': {
    may: /^(cli\/|core\/|db\/data\/|commander$|valibot$|node:|mcp\/stdio|package\.json|adapters\/(compose|http\/licences)\.ts$|adapters\/(config|program|site|schemas|imports|equipment|trouble|backups|doctor)\/)/,
    because: 'the CLI is a door: core, its library, and composition',
  },
  'cli/serve.ts': { may: /^(?!cli\/|tests\/)/, because: 'a main composes' },
  'cli/executable/': {
    may: /^(adapters\/(program\/(shipped|release)|http\/licences)\.ts|adapters\/http\/pages\/(assets|picture-font)\.ts|adapters\/postgres\/engine\/engine-files\.ts|widget\/build\.ts|node:)/,
    because: 'what is packed is the program as it is, with the files that it reads',
  },
  'mcp/': {
    may: /^(mcp\/|core\/|db\/data\/|valibot$|lru-cache$|node:|package\.json|@modelcontextprotocol\/server|adapters\/compose\.ts$|adapters\/(config|site|schemas|equipment)\/)/,
    because: 'MCP is a door: core, its SDK, and composition',
  },
  'mcp/bundle/': {
    may: /^(mcp\/|db\/data\/|node:|@anthropic-ai\/mcpb|adapters\/http\/(licences|pages\/site-pictures)\.ts$|adapters\/site\/)/,
    because: 'what is packed is the door as it is, with the sign of the site',
  },
  'adapters/design/': {
    may: /^(adapters\/design\/|core\/)/,
    because: 'what is drawn is drawn on the server and in browsers',
  },
  'widget/': {
    may: /^(widget\/|adapters\/design\/|core\/|lit$)/,
    because: 'the widget ships to browsers, within 18 kB: Lit, and nothing else from outside',
  },
  'widget/build.ts': {
    may: /^(widget\/|adapters\/design\/|adapters\/program\/shipped\.ts$|core\/grind\/methods\.ts$|node:)/,
    because: 'it makes what ships to browsers, or finds it made',
  },
  'adapters/http/pages/elements/': {
    may: /^(adapters\/http\/pages\/elements\/|adapters\/design\/|core\/|lit(\/|$))/,
    because: 'elements ship to browsers',
  },
}

for (const [place, { may, because }] of Object.entries(laws)) {
  test(`${place} imports only what it may, because ${because}`, () => {
    const offences = sources
      .filter(file => placeOf(file) === place)
      .flatMap(file =>
        importsOf(file)
          .filter(target => !may.test(target))
          .map(target => `${file} imports ${target}`),
      )
    expect(offences).toEqual([])
  })
}

/** They list what all folders of core have: the ports, for composition, and the mails, for the outbox. */
const listsOfAll = ['core/ports.ts', 'core/mail.ts']

test('core names the ports and mails it uses by their own types, not by the complete lists', () => {
  const offences = sources.filter(
    file => file.startsWith('core/') && importsOf(file).some(target => listsOfAll.includes(target)),
  )
  expect(offences).toEqual([])
})

test('a file at the root of core imports no folder of core', () => {
  const offences = sources
    .filter(file => /^core\/[^/]+$/.test(file) && !listsOfAll.includes(file))
    .filter(file => importsOf(file).some(target => /^core\/[^/]+\//.test(target)))
  expect(offences).toEqual([])
})

test('only mains compose: HTTP gets its world passed in', () => {
  const offences = sources
    .filter(file => placeOf(file) === 'adapters/http/' && importsOf(file).includes('adapters/compose.ts'))
    .filter(file => !/^import type .*\/compose\.ts'/m.test(readFileSync(file, 'utf8')))
  expect(offences).toEqual([])
})

test('there are no import cycles of files, including types', () => {
  expect(circlesIn(new Map(sources.map(file => [file, importsOf(file)])))).toEqual([])
})

for (const place of ['core/', 'adapters/', 'adapters/postgres/'])
  test(`there is no circle of the folders of ${place}`, () => {
    expect(circlesIn(importsBetweenFolders(place))).toEqual([])
  })

test('core and the database know nothing of HTTP: no route, no verb, no status, no body', () => {
  const offences = sources
    .filter(file => /^(core|adapters\/postgres)\//.test(file))
    .filter(file =>
      /\/api\/|\bHTTP\b|\b[Tt]he body\b|\bbody-|\b(GET|POST|PUT|PATCH|DELETE)\b|\bstatus: \d/.test(
        readFileSync(file, 'utf8'),
      ),
    )
  expect(offences).toEqual([])
})

test('a file that is read by path is found next to the program, in this tree or inside the executable', () => {
  // Code that packs or bundles only runs in the tree.
  const inTree = /^(adapters\/program\/shipped|widget\/build|mcp\/bundle\/\w+|cli\/executable\/\w+)\.ts$/
  const offences = sources
    .filter(file => !inTree.test(file))
    .filter(file => /import\.meta\.(dir|path|file|url)|__dirname/.test(readFileSync(file, 'utf8')))
  expect(offences).toEqual([])
})

test("one file knows what the database's error codes mean", () => {
  const offences = sources
    .filter(file => file !== 'adapters/postgres/engine/faults.ts')
    .filter(file =>
      /['"`]([02-5F][0-9A-Z]|HV|P0|XX)[0-9A-Z]{3}['"`]|\bPostgresError\b/.test(readFileSync(file, 'utf8')),
    )
  expect(offences).toEqual([])
})

test('an update only writes the columns that it names', () => {
  const unnamed = /\bset\s+\$\{(?!(changed|replaced)[(<])|\bchanged[(<].*\?\?/i
  const offences = sources.filter(file => unnamed.test(readFileSync(file, 'utf8')))
  expect(offences).toEqual([])
})

test('one file computes dose, water and ratio from each other, and another rounds them', () => {
  const reckoned = /(water\w* \/ [\w.]*(dose|ratio)|dose\w* \* [\w.]*ratio|ratio\w* \* [\w.]*dose)/i
  const rounded = /\b(tenths|hundredths|round)\(exact(Ratio|Water|Dose)\(|\b1:\$\{|\b1 to \$\{[^}]*ratio/
  const offences = sources
    .filter(file => !/^core\/(ratio|recipes\/arithmetic)\.ts$/.test(file))
    .filter(file => [reckoned, rounded].some(law => law.test(readFileSync(file, 'utf8'))))
  expect(offences).toEqual([])
})

test('demo data is loaded on request only', () => {
  const invented = /^import (?!type\b).*'[./\w]*\/(demo|scale)(\/\w+)?\.ts'/gm
  const offences = sources
    .filter(file => !/^adapters\/(demo\/|postgres\/(demo|scale))/.test(file))
    .flatMap(file => [...readFileSync(file, 'utf8').matchAll(invented)].map(([line]) => `${file}: ${line}`))
  expect(offences).toEqual([])
})

test('core reads no clock, no randomness and no environment', () => {
  const offences = sources
    .filter(file => file.startsWith('core/'))
    .filter(file =>
      /\bnew Date\(\)|Date\.now\(|Math\.random\(|\bprocess\.|\bBun\.|crypto\./.test(readFileSync(file, 'utf8')),
    )
  expect(offences).toEqual([])
})

function importsBetweenFolders(place: string) {
  const folderOf = (file: string) =>
    file.startsWith(place) ? file.slice(place.length).match(/^[^/]+(?=\/)/)?.[0] : undefined
  const imports = new Map<string, string[]>()
  for (const file of sources) {
    const folder = folderOf(file)
    if (folder === undefined) continue
    const others = importsOf(file).flatMap(target => folderOf(target) ?? [])
    imports.set(folder, [...(imports.get(folder) ?? []), ...others.filter(other => other !== folder)])
  }
  return imports
}

/** Repeatedly removes what imports nothing that is left, and what nothing left imports. */
function circlesIn(imports: Map<string, string[]>) {
  let left = [...imports.keys()]
  for (let before = 0; before !== left.length; ) {
    before = left.length
    const imported = new Set(left.flatMap(file => imports.get(file) ?? []))
    left = left.filter(file => imported.has(file) && imports.get(file)?.some(target => left.includes(target)))
  }
  return left
}

function placeOf(file: string) {
  return Object.keys(laws)
    .filter(place => file.startsWith(place))
    .sort((a, b) => b.length - a.length)[0]
}
