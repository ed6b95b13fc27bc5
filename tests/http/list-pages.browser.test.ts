import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser, openSite, type openTab, pickGrinder } from '../support/browser.ts'
import { aCoffee, aRecipe, machineId, publish } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const author = await world.person('Ann')
  const coffeeId = await aCoffee(world, 'Sawmill House')
  for (let at = 0; at < 25; at++) await aRecipe(world, { by: author, coffeeId })
  const espresso = { machineId: machineId(world, 'espresso'), ratio: 2, waterGrams: 36, doseGrams: 18 }
  await publish(world, author, { coffeeProfileId: coffeeId, ...espresso })
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

const open = (path: string, options?: Parameters<typeof openTab>[1]) => openSite(browser, world, path, options)

test('filters show their result at once, by keyboard, and are in the URL', async () => {
  const { page, complaints } = await open('/recipes')
  const found = page.getByRole('status').first()
  await page.getByRole('checkbox', { name: 'Dark', exact: false }).last().focus()
  await page.keyboard.press('Space')
  await page.getByText('No recipes match.').waitFor()
  await page.waitForURL(({ search }) => search === '?roast=DARK')
  expect(await page.evaluate('document.activeElement.value')).toBe('DARK')
  await page.keyboard.press('Space')
  await found.getByText('26 recipes').waitFor()
  await pickGrinder(page, 'grinder', 'c40 mk4')
  await page.getByText('on your C40 MK4').first().waitFor()
  await page.getByRole('link', { name: 'Show 2 more' }).click()
  await page.locator('.cards > :nth-child(26)').waitFor()
  expect(await page.locator('.cards > *').count()).toBe(26)
  expect(await page.locator('a[rel="next"]').count()).toBe(0)
  const tabs = page.getByRole('navigation', { name: 'Brew method' })
  await tabs.getByRole('link', { name: 'All' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await found.getByText('1 recipe').waitFor()
  await page.waitForURL(/method=espresso/)
  expect(complaints).toEqual([])
  await page.context().close()
})

test('recipes are found on a phone without a script', async () => {
  const { page } = await open('/recipes', { javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  await page.getByText('Filters').click()
  await page.getByText('Light', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Show results' }).click()
  await page.waitForURL(({ searchParams }) => searchParams.getAll('roast').join() === 'LIGHT')
  await page.getByRole('link', { name: 'Remove Light' }).waitFor()
  await page.getByRole('link', { name: 'Show 2 more' }).click()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText('26 recipes').first().waitFor()
  await page.context().close()
})
