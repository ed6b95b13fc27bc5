import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type LighthouseTarget, openLighthouse } from '../support/lighthouse.ts'
import { aRecipe } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let lighthouse: LighthouseTarget
beforeAll(async () => {
  ;[world, lighthouse] = await Promise.all([startWorld(), openLighthouse()])
  for (let at = 0; at < 24; at++) await aRecipe(world)
  const recipes = [{ method: 'v60', brewTimeSeconds: 185 }]
  await aRoastery(world, {
    slug: 'hill-road',
    name: 'Hill Road',
    coffees: [{ slug: 'worka', name: 'Worka', recipes }],
  })
})
afterAll(async () => {
  await lighthouse.close()
  await world.stop()
})

/** At least one of each kind of page that search engines find. The others say "noindex", which costs points. */
const shown = [
  '/',
  '/recipes',
  '/recipes/{first}',
  '/brew/hill-road/worka',
  '/techniques',
  '/techniques/{first}',
  '/grinders',
  '/grinders?brand=Timemore',
  '/grinders/{first}',
  '/my-grinder',
  '/coffees',
  '/coffees/{first}',
  '/roasters',
  '/roasters/hill-road',
  '/widget',
  '/claim',
  '/about',
  '/privacy',
  '/docs',
  '/docs/grind-settings',
  '/docs/roaster-portal',
]

const ENOUGH = 95

test.each(shown)('%s scores 95 in all categories of Lighthouse', async pattern => {
  const scores = await lighthouse.bestScoresOf(`${world.url}${await firstIn(pattern)}`, ENOUGH)
  expect(Object.entries(scores).filter(([, score]) => score < ENOUGH)).toEqual([])
  expect(Object.keys(scores).length).toBe(4)
})

test('each page of the site map is one of them, or like one of them', async () => {
  const folderOf = (path: string) => path.replace(/[^/]*$/, '')
  const covered = new Set([...shown, ...shown.map(folderOf).filter(folder => folder !== '/')])
  const files = ['pages', 'grinders', 'techniques', 'recipes', 'coffees', 'roasters']
  const paths = (await Promise.all(files.map(mapped))).flat()
  expect(paths.length).toBeGreaterThan(300)
  expect(paths.filter(path => !covered.has(path) && !covered.has(folderOf(path)))).toEqual([])
})

/** The paths of one file of the site map. */
async function mapped(file: string) {
  const { text } = await world.call(`GET /sitemaps/${file}.xml`)
  return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
}

/** The first page of its kind in the site map, for a path that ends in {first}. */
async function firstIn(pattern: string) {
  const [folder = '', isOneOf] = pattern.split('{')
  if (isOneOf === undefined) return pattern
  const [first] = await mapped(folder.replaceAll('/', ''))
  return first
}
