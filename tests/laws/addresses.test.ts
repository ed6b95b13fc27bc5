import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { docsRoutes } from '../../adapters/http/docs.ts'
import { pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import { sitePaths } from '../../adapters/site/addresses.ts'
import { mcpDoor } from '../../mcp/door.ts'
import { ownMcpDoor } from '../../mcp/own-door.ts'
import { sources } from './sources.ts'

/** Everything that `bun start` serves, including pages. */
const served = [...endpoints, mcpDoor, ownMcpDoor, ...pages, ...docsRoutes([])].map(pathOf)

/** Files that contain a path anyway, and why. */
const written: Record<string, string> = {
  'mcp/door.ts': 'a door that is served over HTTP says where',
  'mcp/own-door.ts': 'the same',
  'cli/serve.ts': 'it tells whoever starts the service where to look',
  'cli/admin.ts': 'an example of a command that takes what another one asks for',
}

test('paths of this site are written only in adapters/http and adapters/site', () => {
  const firstWords = new Set(served.map(path => path.split('/')[1] ?? '').filter(word => /^\w/.test(word)))
  const words = [...firstWords].map(RegExp.escape).join('|')
  // At the start of a text, after an interpolation, a verb or a command, or after the site's
  // address.
  const path = new RegExp(
    `(?<!\\b(from |import\\()')(?<=['"\`}]|\\b[A-Z]+ |\\bcurl \\S+ )/(${words})(?![\\w-])|\\bbaseUrl\\}/(?!\`)`,
  )
  const offences = sources
    .filter(file => !/^(adapters\/(http|site)|widget)\//.test(file))
    .filter(file => written[file] === undefined)
    .flatMap(file =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter(line => path.test(line))
        .map(line => `${file}: ${line.trim()}`),
    )
  expect(offences).toEqual([])
})

test.each(Object.entries(sitePaths))(
  'the address of %s is one that is served, or what such addresses begin with',
  (_, pathTo: (...given: never[]) => string) => {
    const given = Array.from({ length: pathTo.length }, () => 'given' as never)
    const [path = ''] = pathTo(...given).split(/[?#]/)
    expect(
      served.filter(
        route => new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`).test(path) || route.startsWith(`${path}/`),
      ),
    ).not.toEqual([])
  },
)
