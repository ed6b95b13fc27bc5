import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser, openTab, stopClock } from '../support/browser.ts'
import { finger, keys } from '../support/hands.ts'
import { aCoffee, publish } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const steps = [
    { atSeconds: 0, action: 'bloom', toGrams: 45 },
    { atSeconds: 45, action: 'pour', toGrams: 250 },
  ]
  const coffeeProfileId = await aCoffee(world, 'Sawmill House')
  await publish(world, await world.person('Ann'), { coffeeProfileId, steps, brewTimeSeconds: 180 })
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

test.each(['keyboard', 'phone'] as const)('from a setting to the cup and back to others, by %s alone', async by => {
  const page = await openTab(
    browser,
    by === 'phone'
      ? { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' }
      : { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' },
  )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { press, write } = by === 'phone' ? finger : keys(page)
  const link = (name: string | RegExp) => page.getByRole('link', { name }).first()
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()

  const brewThrough = async () => {
    const timer = page.getByRole('dialog', { name: 'Brew timer' })
    for (const name of ['Start now', 'Next step', 'Done']) await press(timer.getByRole('button', { name }))
    await press(timer.getByRole('link', { name: 'Log this brew' }))
  }

  await stopClock(page)
  await page.goto(world.url)
  await press(button(/^Grinder/))
  await write(page.getByRole('combobox', { name: 'Grinder' }), 'k ultra')
  await page.keyboard.press('Enter')
  await page.locator('.range-words').getByText('on your K-Ultra').waitFor()
  await write(page.getByRole('textbox', { name: 'Clicks' }), '20')
  await page.getByRole('img', { name: '20 clicks on the Comandante C40 MK4 is ' }).waitFor()

  await press(page.locator('main').getByRole('link', { name: 'Sawmill House' }).first())
  await page.getByText('On my K-Ultra').waitFor()
  const recipe = await page.evaluate<string>('location.href')
  await press(page.locator(by === 'phone' ? '.start-bar [data-start]' : '.steps-top [data-start]'))
  await brewThrough()

  await press(link('Create an account'))
  await write(page.getByLabel('Display name'), 'Bea')
  await write(page.getByLabel('Email'), `${crypto.randomUUID()}@people.example`)
  await write(page.getByLabel('Password'), 'correct horse')
  await press(button('Create an account'))
  await press(page.getByLabel('Sour', { exact: false }).first())
  await press(button('Save and show the next step'))
  await page.getByRole('heading', { level: 1, name: /finer|hotter|longer/i }).waitFor()
  await page.goto(`${world.url}/me`)
  await press(button(/^Start at/))
  await brewThrough()
  await press(page.getByLabel('Just right', { exact: false }).first())
  await press(button('Save and show the next step'))
  await page.waitForURL(/saved/)

  await page.goto(recipe)
  await press(button(/^I liked it/))
  await page.getByRole('heading', { name: /(of \d+ people|1 person) liked it/ }).waitFor()
  await write(page.getByLabel('Your comment'), `By ${by}`)
  await press(button('Send'))
  await page.locator('.comments').getByText(`By ${by}`).waitFor()
  await press(button('Share'))
  await button('Link copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(recipe)
  await press(page.getByText('Collect', { exact: true }))
  await write(page.getByLabel(/Name of your first collection/), 'Sundays')
  await press(button('Add'))
  await page.getByRole('heading', { name: 'Sundays' }).waitFor()
  await page.goto(recipe)
  await press(page.locator('.facts b a'))
  await press(button(/^Follow/))
  await page.locator('button:focus', { hasText: /^Following/ }).waitFor()
  await page.context().close()
})
