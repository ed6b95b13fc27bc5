import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliDecompressSync } from 'node:zlib'
import type { OpenApiDocument } from '../../adapters/http/openapi/model.ts'
import { withoutRefs } from '../../adapters/http/openapi/resolve.ts'
import type { OpenApiSchema } from '../../adapters/http/openapi/schema.ts'
import { unescaped } from '../support/browsing.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let page: string
beforeAll(async () => {
  world = await startWorld()
  page = (await world.call('GET /docs')).text
})
afterAll(() => world.stop())

/** A person with the password that the examples use. */
async function newcomer(): Promise<{ token: string }> {
  const body = { email: `${crypto.randomUUID()}@people.example`, password: 'a long enough one' }
  return (await world.call('POST /api/auth/register', { body })).body
}

/** The request that each endpoint's example makes: [anchor, method, address, needs a sign-in, body]. */
const examplesIn = (html: string) =>
  [...html.matchAll(/<article id="([\w-]+)".*?<pre>(.*?)<\/pre>/gs)].map(([, anchor = '', escaped = '']) => {
    const curl = unescaped(escaped)
    const body = / -d '(.*)'$/s.exec(curl)?.[1]
    const method = / -X (\w+)/.exec(curl)?.[1] ?? (body ? 'POST' : 'GET')
    const accept = /-H 'Accept: (.*?)'/.exec(curl)?.[1]
    const path = curl.match(/'(http[^']*)'/)?.[1]?.slice(world.url.length) ?? ''
    return { anchor, method, path, body, accept, signed: curl.includes('Bearer $TOKEN') }
  })

describe('the docs page', () => {
  test('has every operation of the OpenAPI document under its own anchor, with a link to it', async () => {
    const { body: document } = await world.call('GET /openapi.json')
    const anchors = [...page.matchAll(/<article id="([\w-]+)"/g)].map(match => match[1])
    const operations = Object.values<object>(document.paths).flatMap(Object.keys)
    expect([anchors.length, new Set(anchors).size]).toEqual([operations.length, operations.length])
    for (const known of ['get-api-recipes-id', 'post-api-adaptrecipe', 'get-llms-full-txt', 'delete-api-user-account'])
      expect(anchors).toContain(known)
    const links = [...page.matchAll(/<li><a href="#([\w-]+)"/g)].map(match => match[1])
    expect(links).toEqual(anchors)
  })

  test('is served with and without a slash, from our own origin only, and is logged', async () => {
    for (const path of ['/docs', '/docs/']) {
      const { status, headers, text } = await world.call(`GET ${path}`)
      expect([status, headers.get('content-type'), text === page]).toEqual([200, 'text/html; charset=utf-8', true])
      const policy = headers.get('content-security-policy') ?? ''
      expect([policy.includes("default-src 'none'"), policy.includes('unsafe')]).toEqual([true, false])
      const line = world.logLines.find(line => line.includes(headers.get('x-request-id') ?? '?'))
      expect(JSON.parse(line ?? '{}')).toMatchObject({ method: 'GET', path, status: 200 })
    }
    expect((await world.call('POST /docs')).status).toBe(405)
  })

  test('describes, like the document, dry runs, deleted pictures and names of grinders', async () => {
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

  test('gives the type and bounds of a field, and the access and limit of an endpoint', () => {
    const article = (anchor: string) => page.split(`<article id="${anchor}"`)[1]?.split('</article>')[0] ?? ''
    expect(article('post-api-community-recipes')).toContain(
      '<code>doseGrams</code> <span>number, 0.1 to 1000 <em>required</em></span>',
    )
    expect(article('get-api-community-recipes')).toContain('integer, 1 to 100; default 20')
    expect(article('post-api-adaptrecipe')).toContain(
      '<code>daysOffRoast</code> <span>number, 0 to 3650 or null</span>',
    )
    expect(article('post-api-adaptrecipe')).toContain(
      '<code>machineId</code> <span>integer, at least 1 <em>required</em></span>',
    )
    expect(article('post-api-community-recipes')).toContain('>Signed in<')
    expect(article('get-api-roaster-portal-dashboard')).toContain('>Members of a roaster<')
    expect(article('get-api-grinders')).toContain('>Anyone<')
    expect(article('post-api-contact')).toContain('3 a minute from one address')
    expect(article('get-api-recipes-id')).toMatch(/<b class="error">404<\/b> [\w .]*Recipe not found/)
  })

  test('shows requests that work as they are', async () => {
    const examples = examplesIn(page)
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
      if ((status >= 500 || status === 400) && !/verify|apple|decline/.test(path)) refused.push(`${anchor}: ${text}`)
    }
    expect(refused).toEqual([])
  })
})

test.each(['/docs', '/openapi.json'])('%s goes out small, and not again while it is the same', async path => {
  const get = (headers: Record<string, string>) => fetch(`${world.url}${path}`, { headers, decompress: false })
  const packed = await get({ 'accept-encoding': 'gzip, br' })
  const plain = await get({ 'accept-encoding': 'identity' })
  expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['br', null])
  const bytes = new Uint8Array(await packed.arrayBuffer())
  expect(new TextDecoder().decode(brotliDecompressSync(bytes))).toBe(await plain.text())
  expect(bytes.length).toBeLessThan(53_000)
  const etag = packed.headers.get('etag') ?? ''
  expect((await get({ 'accept-encoding': 'gzip, br', 'if-none-match': etag })).status).toBe(304)
})
