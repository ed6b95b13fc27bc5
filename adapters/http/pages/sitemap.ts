import { HOUR_MS } from '../../../core/dates.ts'
import type { Ports } from '../../../core/ports.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { docsPaths } from './docs/groups.ts'
import { techniquePath } from './parts/technique-card.ts'
import { recipePath } from './recipe-path.ts'

/** The most URLs in a file: the best and best known. Everything else is linked from these. */
const MOST = 1000

/** The paths in each file. */
const sitemapFiles: Record<string, (ports: Ports) => Promise<string[]>> = {
  pages: async () => [
    '/',
    '/recipes',
    '/techniques',
    '/grinders',
    '/coffees',
    '/roasters',
    '/widget',
    '/about',
    '/privacy',
    ...docsPaths,
  ],
  grinders: async ({ grinders }) => grinders.list().map(({ slug }) => `/grinders/${slug}`),
  techniques: async ({ techniques }) => techniques.list().map(({ slug }) => techniquePath(slug)),
  recipes: async ({ recipes }) => (await recipes.best({}, MOST)).map(recipePath),
  coffees: async ({ coffees }) =>
    (await coffees.list({ sort: 'popular', limit: MOST })).data.map(({ id }) => `/coffees/${id}`),
  roasters: async ({ roasters }) =>
    (await roasters.list({ page: 1, limit: MOST })).roasters.map(({ slug }) => `/roasters/${slug}`),
}

/** Rebuilt at most once an hour. */
const byTheHour = {
  control: 'public, max-age=3600',
  source: ({ clock }: Ports) => Math.floor(clock().getTime() / HOUR_MS),
}

/** The files that search engines ask for: where they may go, and what is there. */
export const forCrawlers: PageDeclaration[] = [
  {
    route: 'GET /robots.txt',
    summary: 'Where search engines may go',
    media: 'text/plain',
    cache: { control: 'public, max-age=86400' },
    respond: (_request, _params, { site }) =>
      new Response(
        `User-agent: *
Disallow: /api/
Disallow: /me/
Disallow: /search
Disallow: /sign-in
Disallow: /register
Disallow: /settings

Sitemap: ${site.baseUrl}/sitemap.xml
`,
        { headers: { 'content-type': 'text/plain; charset=utf-8' } },
      ),
  },
  {
    route: 'GET /sitemap.xml',
    summary: 'Which files name our pages',
    media: 'application/xml',
    cache: byTheHour,
    respond: (_request, _params, { site }) =>
      xml(
        'sitemapindex',
        'sitemap',
        Object.keys(sitemapFiles).map(name => `${site.baseUrl}/sitemaps/${name}.xml`),
      ),
  },
  ...Object.entries(sitemapFiles).map(
    ([name, paths]): PageDeclaration => ({
      route: `GET /sitemaps/${name}.xml`,
      summary: `Our ${name}, for search engines`,
      media: 'application/xml',
      cache: byTheHour,
      respond: async (_request, _params, ports) =>
        xml(
          'urlset',
          'url',
          (await paths(ports)).map(path => ports.site.baseUrl + path),
        ),
    }),
  ),
]

/** Our URLs contain no characters that XML would need escaped. */
const xml = (list: string, item: string, addresses: string[]) =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses
      .map(one => `<${item}><loc>${one}</loc></${item}>\n`)
      .join('')}</${list}>\n`,
    { headers: { 'content-type': 'application/xml' } },
  )
