import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser, openSite } from '../support/browser.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

test.each([true, false])('a roaster writes a recipe on its own grinder, with a script: %p', async javaScriptEnabled => {
  const slug = `hill-${javaScriptEnabled}`
  const coffees = [{ slug: 'worka', name: 'Worka', recipes: [] }]
  const ann = await aMember(world, await aRoastery(world, { slug, name: 'Hill Road', coffees }))
  const { page, complaints } = await openSite(browser, world, '/offline', { javaScriptEnabled })
  await page.context().addCookies([{ name: 'svc_session', value: ann.token, url: world.url }])
  await page.goto(`${world.url}/portal/${slug}/recipes`)
  await page.getByRole('link', { name: 'Recipe for Worka' }).click()
  const first = await page.locator('.dials b').first().textContent()
  await page.getByLabel('Your grinder').selectOption('mahlkonig-ek43-s')
  await page.getByLabel('Your setting').fill('6')
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Preview' }).click()
  await page
    .locator('.dials b')
    .first()
    .filter({ hasNotText: first ?? '' })
    .waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('link', { name: 'V60' }).click()
  expect(await page.getByLabel('Your setting').inputValue()).toBe('6')
  expect(complaints).toEqual([])
  await page.context().close()
})
