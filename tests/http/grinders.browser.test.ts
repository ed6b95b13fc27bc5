import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { keptOffline, openBrowser, openTab } from '../support/browser.ts'
import { faultsOf } from '../support/faults.ts'
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
  const page = await openTab(browser, { colorScheme, viewport: { width, height: 800 } })
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`${world.url}${path}`)
  return { page, errors }
}

test('a setting is converted while typing, with the keyboard alone', async () => {
  const { page } = await open('/grinders/comandante-c40-mk4')
  await page.keyboard.press('Tab')
  while ((await page.evaluate('document.activeElement.id')) !== 'setting') await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('20')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1Zpresso K-U')
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: '20 clicks on the Comandante C40 MK4 is 6.4 on the 1Zpresso K-Ultra' }).waitFor()
  await page.setViewportSize({ width: 360, height: 740 })
  const [figure, name, compare] = await Promise.all(
    ['.narrow .figure >> nth=1', '.faces-name >> nth=1', '.compare'].map(part => page.locator(part).boundingBox()),
  )
  expect(await page.locator('.faces-name').allTextContents()).toEqual([
    'Comandante C40 MK4',
    '5.3 to 7.5 on the 1Zpresso K-Ultra',
  ])
  expect((figure?.y ?? 0) + (figure?.height ?? 0)).toBeLessThanOrEqual((name?.y ?? 0) + 4)
  expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThanOrEqual(compare?.y ?? 0)
  const [numeral, band] = await Promise.all(
    ['.chart-axis .numeral >> text="10"', '.chart tbody tr:first-child .mark .line'].map(part =>
      page.locator(part).boundingBox(),
    ),
  )
  const middleOf = (box: typeof band) => (box?.x ?? Number.NaN) + (box?.width ?? 0) / 2
  expect(Math.abs(middleOf(numeral) - middleOf(band))).toBeLessThan(3)
  const before = page.url()
  await page.getByRole('link', { name: 'Swap' }).click()
  // Until its styles are loaded, the new page shows the pictures for every width.
  await page.waitForURL(({ href }) => href !== before)
  await page.getByRole('img', { name: '6.4 on the 1Zpresso K-Ultra is 20 clicks on the' }).waitFor()
})

test('opened pages work offline at their URLs, also when storage is full, and others say so', async () => {
  const grinder = '/grinders/comandante-c40-mk4'
  const { page } = await open(grinder)
  await keptOffline(page)
  const asItWas = await page.inputValue('[name=setting]')
  await page.goto(`${world.url}${grinder}?setting=20`)
  await keptOffline(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: world.url, quotaSize: 1000 })
  for (const setting of ['22', '20']) {
    await page.goto(`${world.url}${grinder}?setting=${setting}`)
    expect(await page.inputValue('[name=setting]')).toBe(setting)
  }
  await page.context().setOffline(true)
  for (const [query, setting] of [
    ['', asItWas],
    ['?setting=20', '20'],
    ['?setting=21', '20'],
  ] as const) {
    await page.goto(`${world.url}${grinder}${query}`)
    expect([query, await page.inputValue('[name=setting]')]).toEqual([query, setting])
  }
  expect(await page.textContent('h1')).toBe('Comandante C40 MK4')
  await page.goto(`${world.url}/recipes`)
  expect(await page.textContent('h1')).toBe('You’re offline')
  expect(await faultsOf(page)).toEqual([])
  await page
    .getByRole('navigation', { name: 'On this device' })
    .getByRole('link', { name: 'Comandante C40 MK4' })
    .click()
  await page.waitForURL(`${world.url}${grinder}?setting=20`)
  expect(await page.inputValue('[name=setting]')).toBe('20')
  // The home page was never opened.
  await page.getByRole('link', { name: 'Dialin' }).first().click()
  await page.waitForURL(`${world.url}/`)
  expect(await page.title()).toContain('Dialin')
  await page.getByRole('link', { name: 'Available offline' }).click()
  await page.getByRole('heading', { name: 'Available offline' }).waitFor()
  await page.getByRole('link', { name: 'Comandante C40 MK4' }).waitFor()
  await page.context().close()
})
