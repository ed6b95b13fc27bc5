import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { hindrancesOn, openBrowser, openSite } from '../support/browser.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let ann: Someone
let bag: { id: number }
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ann = await world.person('Ann Arden')
  const add = async (body: object) => (await world.call('POST /api/user/bags', { as: ann, body })).body.bag
  const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 864e5).toISOString().slice(0, 10)
  const roaster = { roasterName: 'Tern & Tallow', roastLevel: 'MEDIUM' }
  bag = await add({
    name: 'Huila El Mirador',
    ...roaster,
    weightGrams: 250,
    roastedOn: daysAgo(14),
    openedOn: daysAgo(7),
  })
  await add({
    name: 'Cerrado Dulce',
    ...roaster,
    weightGrams: 250,
    gramsLeft: 30,
    roastedOn: daysAgo(50),
    openedOn: daysAgo(20),
  })
  await add({ name: 'Sawmill House Blend', ...roaster, weightGrams: 340, roastedOn: daysAgo(2) })
  const frozen = await add({ name: 'Kayanza Hill 14', ...roaster, weightGrams: 200, roastedOn: daysAgo(30) })
  await world.call(`POST /api/user/bags/${frozen.id}/freeze`, { as: ann, body: { on: daysAgo(20) } })
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

const phone = { viewport: { width: 390, height: 844 } }
const shownText = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? ''

test('on a phone without scripts a bag is weighed, frozen in portions, and finished', async () => {
  const { page, complaints } = await openSite(browser, world, '/me/shelf', {
    ...phone,
    as: ann,
    javaScriptEnabled: false,
  })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  expect(await page.locator('.bag-rows .bag-name > a:not(.button)').allTextContents()).toEqual([
    'Cerrado Dulce',
    'Huila El Mirador',
    'Kayanza Hill 14',
    'Sawmill House Blend',
  ])
  expect(await page.locator('.window-row').first().isVisible()).toBe(false)
  expect(await page.locator('.window-alone').first().isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Huila El Mirador' }).click()
  await page.getByLabel('Left now').fill('120')
  await page.locator('section', { hasText: 'What’s left' }).getByRole('button', { name: 'Save' }).click()
  expect(shownText(await page.locator('.one-bag-head .left').textContent())).toContain('120 g 8 cups')
  await page.getByLabel('Grams in each portion').fill('20')
  await page.getByLabel('Portions', { exact: true }).fill('2')
  await page.getByRole('button', { name: 'Freeze', exact: true }).click()
  expect(shownText(await page.locator('.one-bag-head .left').textContent())).toContain('80 g 5 cups')
  await page.getByRole('button', { name: 'Finish this bag' }).click()
  await page.waitForURL('**/me/shelf/archive')
  expect(await page.locator('.rows b a').allTextContents()).toEqual(['Huila El Mirador'])
  await page.getByRole('link', { name: 'Huila El Mirador' }).click()
  await page.getByRole('button', { name: 'Put it back on the shelf' }).click()
  expect(complaints).toEqual([])
})

test('the words of a window are within its bar, or beside it', async () => {
  const bea = await world.person('Bea')
  const today = world.clock.now().getTime()
  for (const [name, levels] of Object.entries({ Light: 'LIGHT', Dark: 'DARK' }))
    for (let days = 0; days <= 66; days += 3)
      await world.call('POST /api/user/bags', {
        as: bea,
        body: {
          name: `${name} ${days}`,
          roastLevel: levels,
          roastedOn: new Date(today - days * 864e5).toISOString().slice(0, 10),
          ...(days % 2 === 0 && { openedOn: new Date(today).toISOString().slice(0, 10) }),
        },
      })
  for (const width of [1440, 1000]) {
    const { page } = await openSite(browser, world, '/me/shelf', { viewport: { width, height: 900 }, as: bea })
    const rows = await page.evaluate<[string, number, number, number, number, number][]>(`
      [...document.querySelectorAll('.window-row')].flatMap(row => {
        const [text, bar] = [row.querySelector('text'), row.querySelector('rect')].map(one => one?.getBoundingClientRect())
        return text && bar ? [[row.querySelector('text').textContent, text.left, text.right, bar.left, bar.right, innerWidth]] : []
      })`)
    expect(rows.length).toBeGreaterThan(40)
    for (const [words, left, right, from, to, screen] of rows) {
      const isInside = left >= from && right <= to
      const isBeside = right <= from || left >= to
      expect({ width, words, left, right, from, to, fits: (isInside || isBeside) && right <= screen }).toMatchObject({
        fits: true,
      })
    }
    await page.close()
  }
})

test('on a desktop all windows share one calendar, with today in the same place', async () => {
  const { page } = await openSite(browser, world, '/me/shelf', { viewport: { width: 1440, height: 900 }, as: ann })
  const places = await page
    .locator('.window-row .today')
    .evaluateAll(lines => lines.map(line => Math.round(line.getBoundingClientRect().x)))
  expect(places.length).toBeGreaterThanOrEqual(4)
  expect(new Set(places).size).toBe(1)
  expect(await page.locator('.window-alone').first().isVisible()).toBe(false)
})

test.each(['/me/shelf', '/me/shelf/archive', 'the bag', 'its deletion'])(
  'everybody can read and use %s',
  async path => {
    const here = `/me/shelf/${bag.id}`
    const at = path === 'the bag' ? here : path === 'its deletion' ? `${here}/delete` : path
    const { page } = await openSite(browser, world, at, { ...phone, as: ann })
    expect(await hindrancesOn(page)).toEqual([])
  },
)
