import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { hindrancesOn, openBrowser, openTab, signInOnPage } from '../support/browser.ts'
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

const LOG = `Date,Brewer,Beans,Grinder,Grind,Dose (g),Water,Temp (C),Time,Score /10,Barista,Notes
2026-01-14 07:40,V60,Huila El Mirador,C40,24,15,250,93,2:45,7,Sam,a bit sour
2026-01-14 15:10,V60,Huila El Mirador,C40,23,15.5,250,94,2:50,9,Ann,lovely
2026-01-15 08:05,V60,Kayanza Hill 14,C40,25,18,300,95,165,6,Sam,flat
`

async function previewOn(page: Page, log = LOG) {
  const ann = await world.person()
  await signInOnPage(page, world.url, ann)
  await page.goto(`${world.url}/me/import`)
  const buffer = Buffer.from(log)
  await page.getByLabel('Your file').setInputFiles({ name: 'coffee-log.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('heading', { name: 'Match your columns' }).waitFor()
  return async () => (await world.call('GET /api/brew-logs', { as: ann })).body.data
}

/** Answers what is asked, looks again, and imports. */
async function importFrom(page: Page) {
  expect(await page.getByLabel('Dose (g)').inputValue()).toBe('coffee_g')
  expect(await page.locator('.matching li').first().textContent()).toContain('Barista')
  await page.getByLabel('Barista').selectOption({ label: 'Outcome' })
  await page.getByRole('radio', { name: 'Comandante C40 MK3' }).check()
  await page.getByRole('button', { name: 'Preview again' }).click()
  await page.getByText('12 of 12 matched.').waitFor()
  expect(await page.getByRole('radio', { name: 'Comandante C40 MK3' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Import 3 brews' }).click()
  await page.getByText('Imported.').waitFor()
}

const imported = Array.from({ length: 3 }, () => ({
  grinder: { slug: 'comandante-c40-mk3' },
  outcome: expect.stringMatching(/Sam|Ann/),
}))

test('on a phone, columns and grinders are matched without choosing the file again, and nothing is in the way', async () => {
  const page = await openTab(browser, { viewport: { width: 390, height: 844 } })
  const logs = await previewOn(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/import-390.png`, fullPage: true })
  await importFrom(page)
  expect(await logs()).toMatchObject(imported)
  await page.context().close()
})

test.each([true, false])(
  'a grinder that we do not know is described in the middle of it; scripts: %p',
  async scripts => {
    const page = await openTab(browser, { viewport: { width: 390, height: 844 }, javaScriptEnabled: scripts })
    const logs = await previewOn(page, LOG.replaceAll('C40', 'Zerno Z1'))
    await page.getByLabel('Barista').selectOption({ label: 'Outcome' })
    if (scripts) {
      // The picker's own way to a new grinder does not lead away from here.
      await page.locator('#grinder-0-picked').click()
      await page.getByRole('link', { name: 'Not listed?' }).click()
    } else await page.getByText('Not in our list? Describe it').click()
    expect(await page.getByLabel('Maker').inputValue()).toBe('Zerno')
    await page.getByLabel('Lowest', { exact: true }).fill('0')
    await page.getByLabel('Highest').fill('4')
    await page.getByLabel('Smallest step').fill('1')
    await page.getByRole('button', { name: /^Import \d/ }).click()
    await page.getByText('The smallest step of 1 leaves 4 steps from 0 to 4.').waitFor()
    await page.getByLabel('Highest').fill('50')
    await page.getByRole('button', { name: 'Preview again' }).click()
    await page.getByText('V60 on your Z1').waitFor()
    expect(await page.getByLabel('Barista').inputValue()).toBe('outcome')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await page.getByRole('button', { name: 'Import 3 brews' }).click()
    await page.getByText('Imported.').waitFor()
    expect(await logs()).toMatchObject(imported.map(() => ({ grinder: { name: 'Z1' } })))
    await page.context().close()
  },
)

test('nothing in the preview of a table hinders anybody', async () => {
  const page = await openTab(browser, { viewport: { width: 1440, height: 900 } })
  await previewOn(page)
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: `${process.env.SCREENSHOTS}/import-1440.png`, fullPage: true })
  expect(await hindrancesOn(page)).toEqual([])
  await page.context().close()
})

test('without scripts the same form keeps the file', async () => {
  const page = await openTab(browser, { viewport: { width: 390, height: 844 }, javaScriptEnabled: false })
  const logs = await previewOn(page)
  await importFrom(page)
  expect(await logs()).toMatchObject(imported)
  await page.context().close()
})
