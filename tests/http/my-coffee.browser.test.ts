import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { anExport } from '../support/beanconqueror.ts'
import { openBrowser, openTab } from '../support/browser.ts'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'
import { zipped } from '../support/zip.ts'

let world: TestWorld
let browser: Browser
let robin: Someone
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  robin = await world.person('Robin Arden')
  const coffeeProfileId = await aCoffee(world, 'Huila El Mirador')
  const body = { coffeeProfileId, grinderId: grinderId(world), machineId: machineId(world), grindSetting: 20 }
  await world.call('POST /api/user/grinders', { as: robin, body: { grinderId: body.grinderId, isDefault: true } })
  await world.call('POST /api/user/coffee-library', { as: robin, body: { coffeeProfileId } })
  const cup = { doseGrams: 15.8, waterGrams: 250, waterTempF: 203, brewTimeSeconds: 214, rating: 2 }
  await world.call('POST /api/brew-logs', {
    as: robin,
    body: { ...body, ...cup, extractionFeedback: { bitter: true } },
  })
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

async function open(path: string, options: Parameters<typeof openTab>[1] = {}) {
  const page = await openTab(browser, {
    viewport: { width: 1440, height: 900 },
    locale: 'de-DE',
    reducedMotion: 'reduce',
    ...options,
  })
  await page.context().addCookies([{ name: 'svc_session', value: robin.token, url: world.url }])
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(String(error)))
  await page.goto(`${world.url}${path}`)
  return { page, complaints }
}

test('a brew is logged by keyboard alone: the ring turns, the figures step, and the next step follows', async () => {
  const { page, complaints } = await open('/me/log')
  const before = Number(await page.textContent('.ring .setting'))
  await page.getByRole('button', { name: 'Finer' }).focus()
  await page.keyboard.press('Enter')
  expect(Number(await page.textContent('.ring .setting'))).toBe(before - 1)
  await page.getByLabel('Sour', { exact: false }).first().focus()
  await page.keyboard.press('Space')
  const dose = page.getByRole('spinbutton', { name: 'Coffee' })
  await dose.focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('PageUp')
  expect(await dose.inputValue()).toBe('16,4')
  await page.getByRole('spinbutton', { name: 'Time' }).press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /finer|hotter/ }).waitFor()
  const [last] = (await world.call('GET /api/brew-logs', { as: robin })).body.data
  expect(last).toMatchObject({
    grindSetting: before - 1,
    grindSettingText: null,
    doseGrams: 16.4,
    brewTimeSeconds: 209,
  })
  expect([last.extractionFeedback, complaints]).toEqual([{ sour: true }, []])
  await page.context().close()
})

test('a file is chosen once, previewed, and then imported', async () => {
  const { page, complaints } = await open('/me/import')
  const file = { name: 'Beanconqueror.zip', mimeType: 'application/zip', buffer: anArchive() }
  await page.getByLabel('Your file').setInputFiles(file)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Ready to import:').waitFor()
  await page.getByRole('link', { name: 'Save this report' }).waitFor()
  await page.getByRole('button', { name: 'Import' }).click()
  await page.getByText('Imported.').waitFor()
  expect(await page.getByText('1 bag and 1 brew.').count()).toBe(1)
  expect([await page.evaluate(() => document.activeElement?.id), complaints]).toEqual(['report', []])
  await page.context().close()
})

test('the photos of an archive stay on the device, so an archive of any size works', async () => {
  const { page, complaints } = await open('/me/import')
  const brews = anExport()
  const buffer = zipped([
    { name: 'photos/bag.jpg', text: crypto.getRandomValues(Buffer.alloc(1000)), stored: true },
    { name: 'photos/cup.jpg', text: Buffer.alloc(20 * 1024 * 1024, 1), stored: true },
    { name: 'Beanconqueror.json', text: JSON.stringify(brews) },
    { name: 'Beanconqueror_Brews_1.json', text: '[]', stored: true },
    { name: 'photos/last.jpg', text: 'x' },
  ])
  await page.getByLabel('Your file').setInputFiles({ name: 'all.zip', mimeType: 'application/zip', buffer })
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Nothing has been saved yet').waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

const anArchive = () => zipped([{ name: 'Beanconqueror.json', text: JSON.stringify(anExport()) }])
