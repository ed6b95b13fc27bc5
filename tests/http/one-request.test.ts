import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { waitBeside } from '../support/waiting.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at.toString(36)}`).join(' ')
const get = (path: string) => () => world.call(`GET ${path}`)
const encoded = (text: string) => encodeURIComponent(text)

const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })
const mcp = (body: object) => () =>
  world.call('POST /api/mcp', { body, headers: { accept: 'application/json, text/event-stream' } })
const completion = (value: string) =>
  message('completion/complete', {
    ref: { type: 'ref/resource', uri: 'grinder://{slug}' },
    argument: { name: 'slug', value },
  })
const listing = (search: string) => message('tools/call', { name: 'list_grinders', arguments: { search } })

const KB = 1024

/** Text that cannot be compressed. */
const longForm = `notes=${Array.from({ length: 57 * KB }, (_, at) => ((at * 2654435761) >>> 7).toString(36).slice(-1)).join('')}`
const forms = (path: string, count: number) => () =>
  Promise.all(
    Array.from({ length: count }, () =>
      world.call(`POST ${path}`, {
        body: longForm,
        headers: { accept: 'text/html', origin: world.url, 'content-type': 'application/x-www-form-urlencoded' },
      }),
    ),
  )

describe('no request makes another wait a tenth of a second:', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a completion of 60 KB', mcp(completion('a '.repeat(30 * KB)))],
    ['a completion of the longest text that is taken', mcp(completion('a b c '.repeat(33)))],
    ['a batch of completions', mcp(Array.from({ length: 100 }, () => completion('a b c '.repeat(33))))],
    [
      'a resource with an address of 60 KB',
      mcp(message('resources/read', { uri: `grinder://${'ab-'.repeat(20 * KB)}` })),
    ],
    [
      'a resource with the longest address that is taken',
      mcp(message('resources/read', { uri: `grinder://${'ab-'.repeat(60)}` })),
    ],
    ['a search of tools of 60 KB', mcp(listing(words(10_000)))],
    ['a search of tools with eight words', mcp(listing(words(8)))],
    [
      'a chart of a grinder that is not there',
      mcp(message('tools/call', { name: 'get_grinder_chart', arguments: { grinder: 'ab-'.repeat(60) } })),
    ],
    ['a page of grinders with thousands of words', get(`/grinders?q=${encoded(words(2500))}`)],
    ['a page of grinders with eight words', get(`/grinders?q=${encoded(words(8))}`)],
    ['a page of a grinder with a long name', get(`/grinders/${'ab-'.repeat(3000)}`)],
    ['coffees by one word, a thousand times', get(`/api/coffees?q=${encoded('a '.repeat(1000))}`)],
    ['coffees by as many words as are taken', get(`/api/coffees?q=${encoded('a b c d e f g h')}`)],
    [
      'coffees suggested for the longest name',
      get(`/api/coffees/suggestions?name=${encoded('ab cd '.repeat(33))}&roaster=${encoded(words(60))}`),
    ],
    ['recipes by many words', get(`/api/recipes/search?q=${encoded(words(2500))}`)],
    [
      'recipes by eight words and flavours',
      get(`/api/recipes/search?q=${encoded(words(8))}&flavorProfile=${encoded('a,b,c,d,e,f,g,h')}`),
    ],
    ['roasters by many words', get(`/api/roasters?search=${encoded(words(2500))}`)],
    [
      'a conversion between the longest names',
      get(`/api/v1/convert?from=${'ab-'.repeat(66)}&to=${'cd-'.repeat(66)}&setting=1`),
    ],
    ['ten long forms of who is not signed in', forms('/me/log', 10)],
  ])('%s', async (_name, work) => {
    expect(await waitBeside(world, work)).toBeLessThan(100)
  })
})

describe('a search says what is too much of it', () => {
  const long = 'must have at most 100 characters.'
  const many = 'must have at most 8 different words.'
  test.each([
    ['/api/coffees', 'q'],
    ['/api/recipes', 'q'],
    ['/api/recipes/search', 'q'],
    ['/api/recipes/search', 'flavorProfile'],
    ['/api/browse/recipes', 'q'],
    ['/api/roasters', 'search'],
  ])('at %s?%s=', async (path, name) => {
    const ask = (search: string) => world.call(`GET ${path}?${name}=${encoded(search)}`)
    expect((await ask('a'.repeat(101))).body).toEqual({ error: `${name} ${long}` })
    expect((await ask(words(9))).body).toEqual({ error: `${name} ${many}` })
    expect((await ask(words(8))).status).toBe(200)
    expect((await ask('a '.repeat(50).trim())).status).toBe(200)
  })

  test('on the page of grinders', async () => {
    const answer = await world.call(`GET /grinders?q=${encoded(words(9))}`)
    expect([answer.status, answer.text.includes('at most 8 different words')]).toEqual([400, true])
    expect((await world.call('GET /grinders?q=')).status).toBe(200)
  })

  test('over MCP', async () => {
    const { body: tool } = await mcp(listing(words(9)))()
    expect(tool.result.isError).toBe(true)
    expect(tool.result.content[0].text).toStartWith(`search ${many}`)
    const { body: resource } = await mcp(message('resources/read', { uri: 'x'.repeat(201) }))()
    expect(resource.error.message).toContain('uri must have at most 200 characters')
    const { body: completed } = await mcp(completion('x'.repeat(201)))()
    expect(completed.error.message).toContain('must have at most 200 characters')
  })
})
