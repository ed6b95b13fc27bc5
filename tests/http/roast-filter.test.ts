import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type RoastLevel, roastLevels } from '../../core/coffees/roast.ts'
import { aRecipe } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  const ann = await world.person('Ann')
  for (const roastLevel of roastLevels) {
    const coffee = { name: `Sawmill ${roastLevel}`, roasterName: 'Sawmill', roastLevel }
    const { body } = await world.call('POST /api/coffees', { as: ann, body: coffee })
    await aRecipe(world, { coffeeId: body.coffee.id })
  }
})
afterAll(() => world.stop())

type Listed = { roastLevel?: RoastLevel; coffee?: { roastLevel: RoastLevel } }

const listed = async (path: string): Promise<RoastLevel[]> => {
  const { status, body } = await world.call(`GET ${path}`)
  if (status !== 200) throw new Error(body.error)
  return body.data.map((item: Listed) => item.coffee?.roastLevel ?? item.roastLevel)
}

const inTool = async (roastLevel: string): Promise<RoastLevel[]> => {
  const params = { name: 'find_recipes', arguments: { search: 'sawmill', roastLevel, limit: 20 } }
  const { body } = await world.call('POST /api/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } })
  return body.result.structuredContent.recipes.map(
    ({ coffee }: { coffee: { roastLevel: RoastLevel } }) => coffee.roastLevel,
  )
}

const onPage = async (path: string): Promise<RoastLevel[]> => {
  const text = await (await fetch(`${world.url}${path}`)).text()
  const [, cards = ''] = text.split('data-live="found"')
  return roastLevels.filter(level => cards.includes(`Sawmill ${level}<`))
}

const doors: [string, (roasts: string) => Promise<RoastLevel[]>][] = [
  ...['/api/recipes', '/api/recipes/search', '/api/browse/recipes', '/api/community-recipes', '/api/coffees'].map(
    (path): [string, (roasts: string) => Promise<RoastLevel[]>] => [
      path,
      roasts => listed(`${path}?roastLevel=${roasts}`),
    ],
  ),
  [
    '/api/recipes/search?sort=recommended',
    roasts => listed(`/api/recipes/search?sort=recommended&roastLevel=${roasts}`),
  ],
  ['/api/coffees?q=', roasts => listed(`/api/coffees?q=sawmill&roastLevel=${roasts}`)],
  ['/api/coffees?sort=popular', roasts => listed(`/api/coffees?sort=popular&roastLevel=${roasts}`)],
  ['/api/roasters/sawmill/coffees', roasts => listed(`/api/roasters/sawmill/coffees?roastLevel=${roasts}`)],
  ['find_recipes', roasts => inTool(decodeURIComponent(roasts))],
  ['the page of recipes', roasts => onPage(`/recipes?roast=${roasts}`)],
  ['the page of coffees', roasts => onPage(`/coffees?roast=${roasts}`)],
]

const meanings: [string, RoastLevel[]][] = [
  ...roastLevels.map((level): [string, RoastLevel[]] => [level, [level]]),
  ['light', ['LIGHT', 'MEDIUM_LIGHT']],
  ['Light', ['LIGHT', 'MEDIUM_LIGHT']],
  ['medium', ['MEDIUM']],
  ['Medium', ['MEDIUM']],
  ['dark', ['MEDIUM_DARK', 'DARK']],
  ['Dark', ['MEDIUM_DARK', 'DARK']],
  ['Medium-Light', ['MEDIUM_LIGHT']],
  ['medium%20light', ['MEDIUM_LIGHT']],
  ['medium_dark', ['MEDIUM_DARK']],
  ['LIGHT,Dark', ['LIGHT', 'MEDIUM_DARK', 'DARK']],
]

test.each(doors)('%s reads a roast as every other interface does', async (_, ask) => {
  for (const [roasts, levels] of meanings)
    expect([roasts, new Set(await ask(roasts))]).toEqual([roasts, new Set(levels)])
})

test('the page of recipes says which roast it does not know, and uses the others', async () => {
  const page = await (await fetch(`${world.url}/recipes?roast=foo,DARK`)).text()
  expect(page).toContain('We don’t know the roast “foo”, so we ignored it.')
  expect(await onPage('/recipes?roast=foo,DARK')).toEqual(['DARK'])
})

test('an unknown roast is answered with the known ones', async () => {
  for (const path of ['/api/recipes', '/api/recipes/search', '/api/browse/recipes', '/api/coffees'])
    expect(await world.call(`GET ${path}?roastLevel=burnt`)).toMatchObject({
      status: 400,
      body: {
        error: 'roastLevel must be one of LIGHT, MEDIUM_LIGHT, MEDIUM, MEDIUM_DARK, DARK, light, medium, dark.',
      },
    })
})
