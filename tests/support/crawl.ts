import { methodsOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { pages } from '../../adapters/http/pages/index.ts'
import type { TestWorld } from './world.ts'

/** How many pages of a route are opened, and how many for each set of query parameters. */
const MOST_OF_A_KIND = 2

/**
 * Opens the given URLs and follows every link of ours from there, including what pages load and
 * where forms go.
 */
export async function crawl(world: TestWorld, from: string[], cookie = '') {
  const seen = new Map<string, number>()
  const { broken, texts, open } = opening(world, cookie)
  const waiting = from.map(href => ({ href, at: 'the start' }))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const url = new URL(next.href, world.url)
    if (url.origin !== world.url) continue
    const kinds = kindsOf(url)
    if (!texts.has(pathIn(url)) && kinds.every(kind => (seen.get(kind) ?? 0) >= MOST_OF_A_KIND)) continue
    for (const kind of kinds) seen.set(kind, (seen.get(kind) ?? 0) + 1)
    const links = await open(url, next.at)
    waiting.push(...links.map(href => ({ href: new URL(href, url).href, at: pathIn(url) })))
  }
  return { broken, opened: texts.size, texts }
}

/** The links that do not open. */
export async function notOpening(world: TestWorld, links: string[]): Promise<string[]> {
  const { broken, open } = opening(world, '')
  for (const link of links) await open(new URL(link, world.url), 'the start')
  return broken
}

const pathIn = ({ pathname, search }: URL) => `${pathname}${search}`

function opening(world: TestWorld, cookie: string) {
  const broken: string[] = []
  const texts = new Map<string, string>()
  const places = new Set<string>()

  async function read(url: URL, at: string): Promise<string[]> {
    const path = pathIn(url)
    const { status, headers, text } = await world.call(`GET ${path}`, { headers: { accept: 'text/html', cookie } })
    texts.set(path, text)
    const location = headers.get('location')
    if (status !== 200 && !(location && status < 400)) broken.push(`${status} ${path}, linked at ${at}`)
    for (const form of formsIn(text, 'post'))
      if (!routeOf('POST', new URL(form, url).pathname)) broken.push(`no POST ${form}, sent at ${path}`)
    return [...(location ? [location] : []), ...linksIn(text, headers.get('content-type') ?? '', world.url)]
  }

  return {
    broken,
    texts,
    /** The links in it, unless it was read before. */
    open: async (url: URL, at: string): Promise<string[]> => {
      const path = pathIn(url)
      const links = texts.has(path) ? [] : await read(url, at)
      const place = `${path}${url.hash}`
      if (url.hash.length > 1 && !places.has(place) && !texts.get(path)?.includes(` id="${url.hash.slice(1)}"`))
        broken.push(`no such place: ${place}, linked at ${at}`)
      places.add(place)
      return links
    },
  }
}

function kindsOf({ pathname, searchParams }: URL) {
  const route = pathname.startsWith('/assets/') ? pathname : (routeOf('GET', pathname) ?? pathname)
  return [route, ...[...searchParams.keys()].map(name => `${route} ${name}`)]
}

const routes = [...pages, ...endpoints].map(route => ({
  route: route.route,
  methods: methodsOf(route) as readonly string[],
  pattern: new RegExp(`^${pathOf(route).replace(/:\w+/g, '[^/]+')}$`),
}))

/** The same few paths are linked from every page. */
const found = new Map<string, string | undefined>()

/** The route that answers a path. */
export function routeOf(method: string, path: string) {
  const asked = `${method} ${path}`
  if (!found.has(asked))
    found.set(asked, routes.find(({ methods, pattern }) => methods.includes(method) && pattern.test(path))?.route)
  return found.get(asked)
}

/**
 * What is linked, loaded or posted to: in a page by its attributes, elsewhere any address of ours.
 * MCP is left out, because it is for programs.
 */
export function linksIn(text: string, type: string, ours: string): string[] {
  const links = type.startsWith('text/html')
    ? [
        ...[...text.matchAll(/<(?!form)[a-z]+ [^>]*?(?:href|src)="([^"]*)"/g)].map(([, link = '']) => link),
        ...formsIn(text, 'get'),
      ]
    : [...text.matchAll(new RegExp(`${ours}[^\\s"'<>)\\]]*`, 'g'))].map(([link]) => link)
  return links
    .map(link => link.replaceAll('&amp;', '&'))
    .filter(link => !/^(mailto|data):|[{}]|\/api\/mcp(\/me)?$/.test(link))
}

const formsIn = (text: string, method: 'get' | 'post') =>
  [...text.matchAll(/<form[^>]*>/g)]
    .filter(([form]) => form.includes(`method="${method}"`))
    .map(([form]) => / action="([^"]*)"/.exec(form)?.[1] ?? '')
