import { join } from 'node:path'
import { Fault } from '../../../core/errors.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { homePage } from './home.ts'

/** What people see rather than programs; not part of the API's contract. */
export const pages: PageDeclaration[] = [
  {
    route: 'GET /',
    summary: 'What this is and where to go',
    media: 'text/html',
    respond: (_request, _params, ports) => homePage(ports),
  },
  {
    route: 'GET /assets/:name',
    summary: 'Styles and scripts of the pages',
    media: 'text/css',
    cache: { control: 'public, max-age=3600' },
    respond: (_request, { name = '' }) => {
      const file = assets.get(name)
      if (!file) throw new Fault('not-found', `There is no asset ${name}.`)
      return new Response(file)
    },
  },
]

const assets = new Map(
  ['page.css', 'new-link.js'].map(name => [name, Bun.file(join(import.meta.dir, 'assets', name))] as const),
)
