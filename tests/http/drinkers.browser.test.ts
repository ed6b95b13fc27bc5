import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, openSite } from '../support/browser.ts'
import { grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let ann: Someone
let sam: { id: number }
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ann = await world.person('Ann Arden')
  sam = (await world.call('POST /api/user/drinkers', { as: ann, body: { name: 'Sam' } })).body.drinker
  const gear = { grinderId: grinderId(world), machineId: machineId(world), grindSetting: 24 }
  await world.call('POST /api/brew-logs', { as: ann, body: { ...gear, doseGrams: 15, waterGrams: 250 } })
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

const openLog = async (options: Parameters<typeof openSite>[3] = {}) =>
  openSite(browser, world, '/me/log', { viewport: { width: 390, height: 844 }, as: ann, ...options })
const chip = (page: Page, name: string) => page.locator('.who-chip', { hasText: name })
const tap = (page: Page, name: string) => page.locator('.taste:visible', { hasText: name })
const saved = async (page: Page) => {
  await page.getByRole('button', { name: 'Save and show the next step' }).click()
  await page.waitForURL(/\/me\/brews\/\d+/)
  const { data } = (await world.call('GET /api/brew-logs?limit=1', { as: ann })).body
  return data[0]
}

test('one tap on a chip makes a brew somebody’s, and the taps of the others stay in sight', async () => {
  const { page, complaints } = await openLog()
  expect(await page.locator('fieldset.tastes:visible legend').allTextContents()).toEqual(['What did Ann taste?'])
  await tap(page, 'Sour').click()
  await chip(page, 'Sam').click()
  expect(await page.locator('fieldset.tastes:visible legend').allTextContents()).toEqual(['What did Sam taste?'])
  expect(await page.locator('fieldset.rate:visible legend').allTextContents()).toEqual(['Overall, Sam'])
  expect(await chip(page, 'Ann').textContent()).toContain('sour')
  expect(await tap(page, 'Sour').locator('.badges').textContent()).toBe('A')
  await tap(page, 'Just right').click()
  expect(await tap(page, 'Just right').locator('.badges').textContent()).toBe('S')
  expect(await saved(page)).toMatchObject({
    drinkerIds: [0, sam.id],
    cups: [
      { drinkerId: 0, extractionFeedback: { sour: true } },
      { drinkerId: sam.id, extractionFeedback: { balanced: true } },
    ],
  })
  expect(complaints).toEqual([])
})

test('a second tap on a chosen chip takes the person off, with what they said; the keyboard does the same', async () => {
  const { page } = await openLog()
  await page.goto(`${world.url}/me/log?drinker=0`)
  await tap(page, 'Sour').click()
  await page.getByRole('checkbox', { name: /Sam/ }).focus()
  await page.keyboard.press('Space')
  await tap(page, 'Bitter').click()
  await chip(page, 'Ann').click()
  await page.getByRole('checkbox', { name: /Ann/ }).focus()
  await page.keyboard.press('Space')
  expect(await page.locator('fieldset.tastes:visible legend').allTextContents()).toEqual(['What did Sam taste?'])
  const brew = await saved(page)
  expect(brew).toMatchObject({ drinkerIds: [sam.id], extractionFeedback: { bitter: true } })
  expect(brew).not.toHaveProperty('cups')
})

test('without scripts each drinker has a fieldset, and what is tapped there says who drank', async () => {
  const { page } = await openLog({ javaScriptEnabled: false })
  await page.goto(`${world.url}/me/log?drinker=0`)
  const fieldsets = page.locator('fieldset.tastes')
  expect(await fieldsets.locator('legend').allTextContents()).toEqual(['What did Ann taste?', 'What did Sam taste?'])
  await fieldsets.nth(1).locator('.taste', { hasText: 'Harsh' }).click()
  const { drinkerIds, cups } = await saved(page)
  expect(drinkerIds).toEqual([0, sam.id])
  expect(cups).toEqual([{ drinkerId: sam.id, rating: null, extractionFeedback: { harsh: true } }])
})
