import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { hindrancesOn, openBrowser, openTab, signInOnPage, stopClock } from '../support/browser.ts'
import { aCoffee } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  await aCoffee(world, 'Sawmill House')
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const

/** A finger that is counted: a field is tapped before it is typed into. */
function finger(page: Page) {
  const counted = { taps: 0, keys: 0 }
  const tap = async (it: Locator) => {
    counted.taps++
    await it.tap()
  }
  return {
    counted,
    tap,
    type: async (label: string, text: string) => {
      counted.taps++
      counted.keys += text.length
      await page.getByLabel(label, { exact: true }).fill(text)
    },
    choose: async (label: string, option: string) => {
      counted.taps += 2
      await page.getByLabel(label, { exact: true }).selectOption({ label: option })
    },
  }
}

async function brewThrough(page: Page, { tap }: Pick<ReturnType<typeof finger>, 'tap'>) {
  await tap(page.locator('[data-start]:visible').first())
  const timer = page.getByRole('dialog', { name: 'Brew timer' })
  await tap(timer.getByRole('button', { name: 'Start now' }))
  const done = timer.getByRole('button', { name: 'Done' })
  while (!(await done.isVisible())) await tap(timer.getByRole('button', { name: 'Next step' }))
  await tap(done)
  await tap(timer.getByRole('link', { name: 'Log this brew' }))
}

async function fillIn({ tap, type, choose }: Omit<ReturnType<typeof finger>, 'counted'>, page: Page) {
  await type('Maker', 'Zerno')
  await type('Name', 'Z1')
  await choose('Kind', 'Electric, flat burrs')
  await type('Lowest', '0')
  await type('Highest', '9')
  await type('Smallest step', '0.1')
  await type('Setting 1', '4.5')
  await tap(page.getByText('Add another'))
  await type('Setting 2', '1')
  await page.getByText('V60 on your Z1').waitFor()
  await page.getByText('from two settings').waitFor()
}

test('a newcomer with a Zerno Z1 brews on its dial, is coached, and takes it elsewhere', async () => {
  const page = await openTab(browser, phone)
  const hand = finger(page)
  const { tap } = hand
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  await stopClock(page)
  await page.goto(world.url)
  await tap(page.locator('#grinder-picked'))
  await page.locator('.picker [role=combobox]').fill('zerno z1')
  await tap(page.getByRole('link', { name: 'Not listed?' }))
  await page.getByLabel('Maker').waitFor()
  // What is typed before the page's script has loaded only shows after the next change.
  await page.waitForLoadState()
  expect(await page.getByLabel('Maker').inputValue()).toBe('zerno')
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('z1')
  await fillIn(hand, page)
  await tap(button('Save grinder'))
  await tap(page.getByRole('link', { name: 'Create an account' }).first())
  await page.getByLabel('Display name').fill('Zoe')
  await page.getByLabel('Email').fill(`${crypto.randomUUID()}@people.example`)
  await page.getByLabel('Password').fill('correct horse')
  await tap(button('Create an account'))
  await page.getByText('We’ve kept what you entered').waitFor()
  expect(await page.getByLabel('Setting 2', { exact: true }).inputValue()).toBe('1')
  await tap(button('Save grinder'))
  await page.locator('.range-words').getByText('on your Z1').waitFor()
  await tap(page.getByRole('link', { name: 'Open this recipe' }))
  await page.waitForURL(/\/brew\?/)
  await page.locator('main').getByText('on your Z1').first().waitFor()
  expect(hand.counted.taps).toBeLessThanOrEqual(20)
  await brewThrough(page, hand)
  await tap(page.getByLabel('Sour', { exact: false }).first())
  await tap(button('Save and show the next step'))
  await page.getByRole('heading', { level: 1, name: /finer|hotter|longer/i }).waitFor()
  await page.waitForLoadState()
  expect(await page.locator('main').textContent()).toContain('Z1')
  await page.goto(`${world.url}/me/account`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export everything' }).tap(),
  ])
  const exported = await readFile(await file.path())
  await page.context().close()

  const other = await openTab(browser, phone)
  const bob = await world.person()
  await signInOnPage(other, world.url, bob)
  await other.goto(`${world.url}/me/import`)
  await other
    .getByLabel('Your file')
    .setInputFiles({ name: 'account.json', mimeType: 'application/json', buffer: exported })
  await other.getByRole('button', { name: 'Import' }).tap()
  await other.getByText('Imported.').waitFor()
  await other.goto(`${world.url}/me/gear`)
  await other.getByRole('heading', { name: 'Zerno Z1' }).waitFor()
  const { body } = await world.call('GET /api/brew-logs', { as: bob })
  expect(body.data).toMatchObject([{ grinder: { name: 'Z1' }, grindIndex: expect.any(Number) }])
  await other.goto(`${world.url}/`)
  await other.locator('.range-words').getByText('on your Z1').waitFor()
  await other.context().close()
})

test('nothing on the page of an own grinder hinders anybody', async () => {
  const page = await openTab(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(`${world.url}/my-grinder?add`)
  const hand = finger(page)
  await fillIn({ ...hand, tap: it => it.click() }, page)
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/own-grinder-1440.png`, fullPage: true })
  expect(await hindrancesOn(page)).toEqual([])
  await page.context().close()
})
