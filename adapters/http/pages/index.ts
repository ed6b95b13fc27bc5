import { join } from 'node:path'
import { Fault } from '../../../core/errors.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { forADay } from '../kept.ts'
import { grinderPage } from './grinder.ts'
import { grindersPage } from './grinders.ts'
import { homePage } from './home.ts'
import { shortText } from './llms.ts'

/** What people see rather than programs; not part of the API's contract. */
export const pages: PageDeclaration[] = [
  {
    route: 'GET /',
    summary: 'What this is and where to go',
    media: 'text/html',
    respond: (_request, _params, ports) => homePage(ports),
  },
  {
    route: 'GET /grinders',
    summary: 'Every grinder, for people',
    media: 'text/html',
    cache: { control: 'public, max-age=3600' },
    respond: (request, _params, ports) => grindersPage(new URL(request.url).searchParams.get('q') ?? '', ports),
  },
  {
    route: 'GET /grinders/:slug',
    summary: 'The chart of one grinder and a converter, for people',
    media: 'text/html',
    cache: { control: 'public, max-age=3600' },
    respond: (request, { slug = '' }, ports) => grinderPage(slug, new URL(request.url).searchParams, ports),
  },
  {
    route: 'GET /llms.txt',
    summary: 'What there is here for a language model, in short',
    media: 'text/plain',
    open: true,
    cache: forADay(({ grinders }) => grinders.list()),
    respond: (_request, _params, ports) => shortText(ports),
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
