import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import type { OpenApiDocument } from '../../adapters/http/openapi/model.ts'
import type { OpenApiSchema } from '../../adapters/http/openapi/schema.ts'
import { docsPaths } from '../../adapters/http/pages/docs/groups.ts'
import { escaped } from '../../adapters/http/pages/html.ts'
import { unescaped } from '../support/browsing.ts'
import { withoutRefs } from '../support/without-refs.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let overview: string
/** The page of each group, by its path. */
const groupPages = new Map<string, string>()
let articles: string
beforeAll(async () => {
  world = await startWorld()
  overview = (await world.call('GET /docs')).text
  for (const path of docsPaths.slice(1)) groupPages.set(path, (await world.call(`GET ${path}`)).text)
  articles = [...groupPages.values()].join('')
})
afterAll(() => world.stop())

const asShown = (reply: unknown) => escaped(JSON.stringify(reply, null, 2))

/** A person with the password that the examples use. */
async function newcomer(): Promise<{ token: string }> {
  const body = { email: `${crypto.randomUUID()}@people.example`, password: 'a long enough one' }
  return (await world.call('POST /api/auth/register', { body })).body
}

/** The request that each endpoint's example makes: [anchor, method, address, needs a sign-in, body]. */
const examplesIn = (html: string) =>
  [...html.matchAll(/<article id="([\w-]+)".*?<pre class="request">(.*?)<\/pre>/gs)].map(
    ([, anchor = '', escaped = '']) => {
      const curl = unescaped(escaped)
      const body = / -d '(.*)'$/s.exec(curl)?.[1]
      const method = / -X (\w+)/.exec(curl)?.[1] ?? (body ? 'POST' : 'GET')
      const accept = /-H 'Accept: (.*?)'/.exec(curl)?.[1]
      const path = curl.match(/'(http[^']*)'/)?.[1]?.slice(world.url.length) ?? ''
      return { anchor, method, path, body, accept, signed: curl.includes('Bearer $TOKEN') }
    },
  )

const elementsIn = (html: string) => html.match(/<[a-z]/g)?.length ?? 0
const articleIds = (html: string) => [...html.matchAll(/<article id="([\w-]+)"/g)].map(match => match[1])

describe('the docs', () => {
  test('have a page for every group of the OpenAPI document, with all of its operations', async () => {
    const { body: document } = await world.call('GET /openapi.json')
    expect(groupPages.size).toBe(document.tags.length)
    const operations = Object.values<Record<string, { tags: string[] }>>(document.paths).flatMap(Object.values)
    const anchors = articleIds(articles)
    expect([anchors.length, new Set(anchors).size]).toEqual([operations.length, operations.length])
    for (const [path, html] of groupPages) {
      const name = document.tags[docsPaths.indexOf(path) - 1].name
      expect([path, articleIds(html).length]).toEqual([
        path,
        operations.filter(({ tags }) => tags.includes(name)).length,
      ])
      const linked = [...html.matchAll(/<li><a href="#((?:get|post|put|patch|delete)-[\w-]+)"/g)].map(match => match[1])
      expect([path, linked]).toEqual([path, articleIds(html)])
    }
    for (const known of ['get-api-recipes-id', 'post-api-adaptrecipe', 'get-llms-full-txt', 'delete-api-user-account'])
      expect(anchors).toContain(known)
  })

  test('list every operation at the anchor it had on the one page there was, with a link to it', () => {
    const listed = [...overview.matchAll(/<li id="([\w-]+)"><a href="(\/docs\/[\w-]+)#([\w-]+)">/g)]
    expect(listed.map(([, anchor]) => anchor)).toEqual(articleIds(articles))
    for (const [, anchor = '', path = '', there] of listed) {
      expect(there).toBe(anchor)
      expect([anchor, articleIds(groupPages.get(path) ?? '').includes(anchor)]).toEqual([anchor, true])
    }
    expect(overview).toContain('<a href="/docs/service#post-api-mcp">')
    for (const kept of ['signing-in', 'errors', 'limits', 'cursors', 'recipes', 'service'])
      expect(overview).toContain(` id="${kept}"`)
  })

  test('have at most 3,000 elements and 20 kB compressed on a page', () => {
    for (const [path, html] of [['/docs', overview] as const, ...groupPages]) {
      expect([path, elementsIn(html) <= 3000]).toEqual([path, true])
      expect([path, Bun.gzipSync(Buffer.from(html)).length < 20_000]).toEqual([path, true])
    }
  })

  test('show every shape that they name, with all of its fields', async () => {
    const { body: document } = await world.call('GET /openapi.json')
    for (const [path, html] of groupPages) {
      const named = new Set([...html.matchAll(/href="#(shape-\w+)"/g)].map(match => match[1]))
      for (const shape of named) expect([path, shape, html.includes(` id="${shape}"`)]).toEqual([path, shape, true])
    }
    const lines = new Set(articles.split('\n').map(line => /^ *(\w+)\??: /.exec(line)?.[1]))
    const text = articles.replace(/<[^>]*>/g, ' ')
    for (const [name, { properties = {} }] of Object.entries<OpenApiSchema>(document.components.schemas))
      for (const field of Object.keys(properties))
        if (name !== 'Error')
          expect([name, field, lines.has(field) || text.includes(` ${field} `)]).toEqual([name, field, true])
  })

  test('look like the rest of the site, from our own origin only, and are logged', async () => {
    for (const path of ['/docs', '/docs/', '/docs/recipes']) {
      const { status, headers, text } = await world.call(`GET ${path}`)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(text).toContain('<header class="top">')
      expect(text).toContain('<footer class="foot">')
      const policy = headers.get('content-security-policy') ?? ''
      expect([policy.includes("default-src 'none'"), policy.includes('unsafe')]).toEqual([true, false])
      const line = world.logLines.find(line => line.includes(headers.get('x-request-id') ?? '?'))
      expect(JSON.parse(line ?? '{}')).toMatchObject({ method: 'GET', path, status: 200 })
    }
    expect((await world.call('POST /docs')).status).toBe(405)
    expect((await world.call('GET /docs/nothing', { headers: { accept: 'text/html' } })).status).toBe(404)
  })

  test('are found by search engines and language models', async () => {
    const { text: sitemap } = await world.call('GET /sitemaps/pages.xml')
    for (const path of docsPaths) expect(sitemap).toContain(`${path}</loc>`)
    expect((await world.call('GET /llms.txt')).text).toContain(`${world.url}/docs/grind-settings`)
  })

  test('find endpoints without a script', async () => {
    const { text } = await world.call('GET /docs?find=post+brew-logs+save-as')
    expect([...text.matchAll(/<li id="([\w-]+)"/g)].map(match => match[1])).toEqual([
      'post-api-brew-logs-id-save-as-recipe',
    ])
    expect(text).toMatch(/1 of \d+ endpoints/)
  })

  test('answer a conversion with a dial, and say what is wrong with one that is not possible', async () => {
    const convert = async (query: string) => {
      const { text } = await world.call(`GET /docs/grind-settings?${query}`)
      return text.split('<article id="get-api-v1-convert"')[1]?.split('</article>')[0] ?? ''
    }
    const query = 'from=c40+mk4&setting=24+clicks&to=niche-zero'
    const tried = await convert(query)
    const { body } = await world.call(`GET /api/v1/convert?${query}`)
    expect(tried).toContain(`24 clicks on the Comandante C40 MK4 is ${body.to.label} on the Niche Zero`)
    expect(tried).toContain(asShown(body))
    expect(tried).toContain('<svg')
    expect(tried).toContain('setting=24+clicks')
    const wrong = await convert('from=nothing-like-it&setting=24&to=niche-zero')
    expect(wrong).toContain('class="complaint"')
    expect(await convert('setting=%3Cb%3E')).not.toContain('<b>"')
  })

  test('describe, like the document, dry runs, deleted pictures and names of grinders', async () => {
    const { body } = await world.call('GET /openapi.json')
    const document: OpenApiDocument = withoutRefs(body)
    expect(document.paths['/api/user/import']?.post?.parameters).toContainEqual(
      expect.objectContaining({ name: 'isDryRun', in: 'query', required: false, schema: { type: 'boolean' } }),
    )
    expect(document.paths['/pictures/{hash}/{name}']?.get?.responses).toHaveProperty('404')
    const isName = ({ anyOf = [] }: OpenApiSchema) => anyOf.some(({ type }) => type === 'string')
    const places: string[] = []
    for (const [path, operations] of Object.entries(document.paths))
      for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
        const inBody = requestBody?.content['application/json']?.schema.properties?.grinderId
        const taken = [
          ...parameters.filter(({ name }) => name === 'grinderId').map(({ schema }) => schema),
          inBody ?? [],
        ].flat()
        for (const schema of taken) expect([path, method, isName(schema)]).toEqual([path, method, true])
        if (taken.length > 0) places.push(path)
      }
    expect(places).toContain('/api/user/grinders/{grinderId}/calibration')
    expect(places).toContain('/api/adaptRecipe')
    expect(places).toContain('/api/recipes')
  })

  test('give the type and bounds of a field, and the access and limit of an endpoint', () => {
    const article = (anchor: string) => articles.split(`<article id="${anchor}"`)[1]?.split('</article>')[0] ?? ''
    expect(article('post-api-community-recipes')).toMatch(
      /<code>doseGrams <em>required<\/em><\/code><p>.*?<small>number, 0.1 to 1000/,
    )
    expect(article('get-api-community-recipes')).toContain('integer, 1 to 100; default 20')
    expect(article('post-api-adaptrecipe')).toMatch(/<code>daysOffRoast<\/code><p>.*?<small>number, 0 to 3650 or null/)
    expect(article('post-api-community-recipes')).toContain('>Signed in<')
    expect(article('get-api-roaster-portal-dashboard')).toContain('>Members of a roaster<')
    expect(article('get-api-grinders')).toContain('>Anyone<')
    expect(article('post-api-contact')).toContain('At most 3 requests per minute from one IP address')
    expect(article('get-api-recipes-id')).toMatch(/<b class="error">404<\/b> [\w .]*Recipe not found/)
    expect(article('put-api-brew-logs-id')).toContain('<a href="#patch-api-brew-logs-id">')
  })

  test('show requests that work as they are', async () => {
    const examples = examplesIn(articles)
    expect(examples.length).toBeGreaterThan(100)
    const refused: string[] = []
    // Requests that only read use the same person.
    const reader = await newcomer()
    for (const { anchor, method, path, body, accept, signed } of examples) {
      const { status, text } = await world.call(`${method} ${path}`, {
        body,
        as: signed ? (method === 'GET' ? reader : await newcomer()) : undefined,
        headers: accept ? { accept } : {},
      })
      // What they name does not exist, and tokens of mails or of Apple cannot be real, but the
      // input is understood.
      if ((status >= 500 || status === 400) && !/verify|apple|decline|email\/confirm/.test(path))
        refused.push(`${anchor}: ${text}`)
    }
    expect(refused).toEqual([])
  })
})

test('/openapi.json goes out small, and not again while it is the same', async () => {
  const get = (headers: Record<string, string>) => fetch(`${world.url}/openapi.json`, { headers, decompress: false })
  const packed = await get({ 'accept-encoding': 'gzip, br' })
  const plain = await get({ 'accept-encoding': 'identity' })
  expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['br', null])
  const bytes = new Uint8Array(await packed.arrayBuffer())
  expect(new TextDecoder().decode(brotliDecompressSync(bytes))).toBe(await plain.text())
  expect(bytes.length).toBeLessThan(60_000)
  const etag = packed.headers.get('etag') ?? ''
  expect((await get({ 'accept-encoding': 'gzip, br', 'if-none-match': etag })).status).toBe(304)
})
