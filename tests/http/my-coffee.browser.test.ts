import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { faultsOf, openBrowser, openPage } from '../support/browser.ts'
import type { Someone } from '../support/browsing.ts'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let robin: Someone
let brew: number
let recipe: number
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  robin = await world.person('Robin Arden')
  const coffeeProfileId = await aCoffee(world, 'Huila El Mirador')
  const body = { coffeeProfileId, grinderId: grinderId(world), machineId: machineId(world), grindSetting: 20 }
  await world.call('POST /api/user/grinders', { as: robin, body: { grinderId: body.grinderId, isDefault: true } })
  await world.call('POST /api/user/coffee-library', { as: robin, body: { coffeeProfileId } })
  const cup = { doseGrams: 15.8, waterGrams: 250, waterTempF: 203, brewTimeSeconds: 214, rating: 2 }
  const logged = await world.call('POST /api/brew-logs', {
    as: robin,
    body: { ...body, ...cup, extractionFeedback: { bitter: true } },
  })
  brew = logged.body.brewLog.id
  await world.call(`POST /api/brew-logs/${brew}/save-as-recipe`, { as: robin })
  recipe = (await world.call('GET /api/user/recipes', { as: robin })).body.recipes[0].id
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

async function open(path: string, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(browser, {
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

test('the pages of one person can be read by everybody in both schemes, and fit every width', async () => {
  const { page, complaints } = await open('/me')
  for (const path of [
    '/me',
    '/me/log',
    `/me/brews/${brew}?saved`,
    '/me/gear',
    '/me/shelf?q=mirador',
    `/me/recipes/${recipe}`,
    `/recipes/new?from=brew-${brew}`,
  ]) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${world.url}${path}`)
    // What is folded away is read too.
    await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([path, colorScheme, await faultsOf(page)]).toEqual([path, colorScheme, []])
    }
    const widthAt = async (width: number) => {
      await page.setViewportSize({ width, height: 900 })
      return page.evaluate('document.documentElement.scrollWidth')
    }
    expect([path, await widthAt(1440), await widthAt(320)]).toEqual([path, 1440, 320])
    await page.evaluate("document.documentElement.style.fontSize = '200%'")
    expect([path, await widthAt(320), complaints]).toEqual([path, 320, []])
  }
  await page.context().close()
})

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
