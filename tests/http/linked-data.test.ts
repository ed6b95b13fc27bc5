import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { prefers } from '../../adapters/http/accept.ts'
import { publish } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let id: number
let share: string
beforeAll(async () => {
  world = await startWorld()
  const ann = await world.person('Ann')
  const steps = [
    { atSeconds: 0, action: 'bloom', toGrams: 45, note: 'Gently </script><b>' },
    { atSeconds: 45, action: 'pour', toGrams: 250 },
  ]
  id = (await publish(world, ann, { steps, brewTimeSeconds: 180, waterTempF: 201 })).id
  await world.call(`PUT /api/community-recipes/${id}/rating`, { as: await world.person(), body: { rating: 4 } })
  share = new URL((await world.call(`POST /api/recipes/${id}/share`)).body.shareUrl).pathname
  await aRoastery(world, {
    slug: 'linked',
    name: 'Linked Roasters',
    coffees: [{ slug: 'lot', name: 'Lot', recipes: [{ method: 'v60' }, { method: 'espresso', waterGrams: 36 }] }],
  })
})
afterAll(() => world.stop())

const LINKED = 'application/ld+json'
const asked = (route: string, accept = LINKED, headers = {}) =>
  world.call(`GET ${route}`, { headers: { accept, ...headers } })
const linked = async (route: string) => JSON.parse((await asked(route)).text)

/** The data in a page, as a search engine reads it. */
async function inPage(path: string) {
  const { status, text } = await world.call(`GET ${path}`, { headers: { accept: 'text/html' } })
  const found = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect([path, status, found.length]).toEqual([path, 200, 1])
  return JSON.parse(found[0]?.[1] ?? '')
}

describe('a recipe as linked data', () => {
  test('is returned by the API to clients that ask for it, and caches are told', async () => {
    const reply = await asked(`/api/recipes/${id}`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, LINKED])
    expect(reply.headers.get('vary')).toContain('Accept,')
    expect(JSON.parse(reply.text)).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Recipe',
      url: `${world.ports.site.baseUrl}/recipes/${id}`,
      author: { '@type': 'Person', name: 'Ann' },
      recipeIngredient: [expect.stringContaining('15 g '), '250 g water at 94 °C (201 °F)'],
      supply: {
        '@type': 'HowToSupply',
        requiredQuantity: {
          '@type': 'QuantitativeValue',
          value: 250,
          unitCode: 'GRM',
          additionalProperty: { '@type': 'PropertyValue', name: 'Temperature', value: 94, unitCode: 'CEL' },
        },
      },
      recipeInstructions: [
        {
          '@type': 'HowToStep',
          position: 1,
          text: 'Bloom to 45 g: Gently </script><b>',
          itemListElement: [
            { '@type': 'HowToDirection', performTime: 'PT45S', text: expect.stringMatching(/^At 0:00: Bloom/) },
          ],
        },
        {
          '@type': 'HowToStep',
          position: 2,
          itemListElement: [{ '@type': 'HowToDirection', performTime: 'PT135S', text: 'At 0:45: Pour to 250 g' }],
        },
      ],
      totalTime: 'PT180S',
      aggregateRating: { ratingValue: 4, ratingCount: 1 },
    })
    const etag = reply.headers.get('etag') ?? ''
    expect((await asked(`/api/recipes/${id}`, LINKED, { 'if-none-match': etag })).status).toBe(304)
    expect((await asked(`/api/recipes/${id}`, '*/*', { 'if-none-match': etag })).status).toBe(200)
  })

  test('is JSON for everybody else, and says that it varies', async () => {
    for (const accept of ['*/*', 'application/json', `application/json, ${LINKED};q=0.5`]) {
      const { headers, body } = await asked(`/api/recipes/${id}`, accept)
      expect([accept, headers.get('content-type'), body.id]).toEqual([accept, 'application/json', id])
      expect(headers.get('vary')).toContain('Accept,')
    }
  })

  test('is the same by its shared address', async () => {
    expect(await linked(`/api/shared-recipes${share.slice(2)}`)).toEqual(await linked(`/api/recipes/${id}`))
  })

  test('is in every page of a recipe, the same but for its description', async () => {
    const { description: _, ...api } = await linked(`/api/recipes/${id}`)
    for (const page of [`/recipes/${id}`, share]) expect(await inPage(page)).toMatchObject(api)
    for (const method of ['v60', 'espresso'])
      expect(await inPage(`/brew/linked/lot?method=${method}`)).toMatchObject({
        '@type': 'Recipe',
        author: { '@type': 'Organization', name: 'Linked Roasters' },
        url: expect.stringContaining(`/brew/linked/lot?method=${method}`),
      })
    await inPage('/brew/linked/lot')
  })

  test('that does not exist is the usual fault in JSON', async () => {
    const { status, headers, body } = await asked('/api/recipes/999999')
    expect([status, headers.get('content-type'), body]).toEqual([
      404,
      'application/json',
      { error: 'There is no recipe 999999.' },
    ])
  })

  test('is in the OpenAPI document', async () => {
    const { paths } = (await world.call('GET /openapi.json')).body
    expect(Object.keys(paths['/api/recipes/{id}'].get.responses[200].content)).toEqual(['application/json', LINKED])
  })
})

test.each([
  [LINKED, true],
  [`${LINKED}, application/json`, true],
  [`application/json, ${LINKED}`, false],
  [`application/json;q=0.9, ${LINKED}`, true],
  [`${LINKED};q=0, */*`, false],
  [`${LINKED};q=x`, false],
  ['text/html, */*', false],
  ['', false],
])('Accept: %s asks for linked data: %p', (accept, is) => {
  expect(prefers(new Request('http://localhost/', { headers: { accept } }), LINKED)).toBe(is)
})
