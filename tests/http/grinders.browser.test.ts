import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { faultsOf, openBrowser, openPage } from '../support/browser.ts'
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

async function open(path: string, options: { colorScheme?: 'light' | 'dark'; width?: number } = {}) {
  const { colorScheme = 'light', width = 800 } = options
  const page = await openPage(browser, { colorScheme, viewport: { width, height: 800 } })
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`${world.url}${path}`)
  return { page, errors }
}

describe.each(['/grinders?q=1zpresso', '/grinders/1zpresso-k-ultra'])('%s', path => {
  test.each(['light', 'dark'] as const)('is accessible in the %s, and loads without an error', async colorScheme => {
    const { page, errors } = await open(path, { colorScheme })
    expect(await faultsOf(page)).toEqual([])
    expect(errors).toEqual([])
  })

  test('fits a phone', async () => {
    const { page } = await open(path, { width: 360 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  })
})

test('a setting is converted with the keyboard alone', async () => {
  const { page } = await open('/grinders/comandante-c40-mk4')
  await page.keyboard.press('Tab')
  while ((await page.evaluate('document.activeElement.id')) !== 'setting') await page.keyboard.press('Tab')
  await page.keyboard.type('24')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1Zpresso K-U')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/setting=24/)
  expect(await page.textContent('[role=status]')).toContain('is about 7.8 on the 1Zpresso K-Ultra (6.7 to 8.8)')
})
