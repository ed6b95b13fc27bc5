import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { faultsInOtherColours, openBrowser, openTab } from '../support/browser.ts'
import { openEntrance } from '../support/entrance.ts'
import { faultsOf } from '../support/faults.ts'
import { openStrangers, type Strangers } from '../support/strangers.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let outside: Strangers
let page: Page
const complaints: string[] = []
const entrance = openEntrance()
const userAgent = 'a reader who counts'
// The tests share one page, in the order of a visit.
beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
  outside = openStrangers()
  entrance.leadTo(world.port)
  page = await openDocs({ userAgent, reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] })
})
afterAll(async () => {
  await browser.close()
  outside.stop()
  await entrance.stop()
  await world.stop()
})

/** The docs with the network beyond this machine cut off. */
async function openDocs(options: BrowserContextOptions, path = '/docs') {
  const page = await openTab(browser, { proxy: { server: outside.url, bypass: 'localhost' }, ...options })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(`${entrance.url}${path}`)
  return page
}

/** In these colours; SCREENSHOTS names a folder to save pictures in. */
async function pictured(scheme: string, colours: NonNullable<Parameters<Page['emulateMedia']>[0]>) {
  await page.emulateMedia(colours)
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs-${scheme}.png` })
}

describe('the docs', () => {
  test('load less than 300 kB, all from our origin, and nothing shifts meanwhile', async () => {
    await page.getByRole('heading', { name: 'The Dialin API' }).waitFor()
    const asked = entrance.askedBy(userAgent).map(line => line.replace(/\/[\w-]{10}\//, '/'))
    for (const file of ['GET /assets/docs.css', 'GET /assets/docs.js', 'GET /docs']) expect(asked).toContain(file)
    expect(entrance.bytesSentTo(userAgent)).toBeGreaterThan(10_000)
    expect(entrance.bytesSentTo(userAgent)).toBeLessThan(300_000)
    const shifts = await page.evaluate(
      () =>
        new Promise(done => {
          const observer = new PerformanceObserver(() => {})
          observer.observe({ type: 'layout-shift', buffered: true })
          requestAnimationFrame(() => setTimeout(() => done(observer.takeRecords().length)))
        }),
    )
    expect([shifts, complaints, outside.called]).toEqual([0, [], []])
    expect(await page.evaluate(() => document.fonts.check('17px "Sofia Sans Variable"'))).toBe(true)
  })

  test('can be skipped to the text with one key', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('#content:focus').waitFor()
  })

  test('find endpoints on all pages by any of their words, by keyboard', async () => {
    await page.getByLabel('Find an endpoint').focus()
    await page.keyboard.type('post brew-logs save-as')
    await page.getByText(/^1 of \d+ endpoints$/).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(
      ({ pathname, hash }) => pathname === '/docs/your-brews' && hash === '#post-api-brew-logs-id-save-as-recipe',
    )
    await page.locator('.operations [aria-current][href="#post-api-brew-logs-id-save-as-recipe"]').waitFor()
  })

  test('continue from a link to the one page there was', async () => {
    await page.goto(`${entrance.url}/docs#get-api-health`)
    await page.waitForURL(({ pathname, hash }) => pathname === '/docs/service' && hash === '#get-api-health')
  })

  test('copy a request, and say so', async () => {
    // "Copied" is only shown for two seconds.
    const said = page.getByRole('button', { name: 'Copied' }).waitFor()
    await page.getByRole('button', { name: 'Copy the request to GET /api/health', exact: true }).click()
    await said
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`curl '${world.url}/api/health'`)
  })

  test('unfold the shape that a link names', async () => {
    await page.goto(`${entrance.url}/docs/recipes#shape-Reason`)
    await page.locator('#shape-Reason[open] pre').waitFor()
  })

  test('fit a screen of 320 pixels with everything unfolded, on the longest page', async () => {
    const usual = page.viewportSize()
    await page.goto(`${entrance.url}/docs/roaster-portal`)
    await page.setViewportSize({ width: 320, height: 640 })
    const width = await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
      return document.documentElement.scrollWidth
    })
    expect(width).toBe(320)
    if (usual) await page.setViewportSize(usual)
  })

  test('have no accessibility fault in light, dark and forced colours', async () => {
    await page.goto(`${entrance.url}/docs/recipes`)
    // All endpoints look alike, and checking every one takes minutes.
    await page.evaluate(() => {
      for (const alike of document.querySelectorAll('article:nth-of-type(n + 15), .shapes details:nth-of-type(n + 4)'))
        alike.remove()
      for (const link of document.querySelectorAll<HTMLAnchorElement>('.operations a, .shape a, .fields a'))
        if (!document.getElementById(link.hash.slice(1))) link.remove()
      for (const fold of document.querySelectorAll('details')) fold.open = true
    })
    await pictured('light', { colorScheme: 'light', forcedColors: 'none' })
    expect([await faultsOf(page), await faultsInOtherColours(page)]).toEqual([[], []])
    // With forced colours, what a background shows elsewhere has a border.
    await pictured('dark', { colorScheme: 'dark' })
    await pictured('forced colours', { forcedColors: 'active' })
    const edge = await page
      .locator('article .method')
      .first()
      .evaluate(sign => getComputedStyle(sign).borderTopStyle)
    expect(edge).toBe('solid')
  })

  test('work without a script: every endpoint is there, unfolds, and can be tried and found', async () => {
    const page = await openDocs({ javaScriptEnabled: false }, '/docs/grind-settings#get-api-v1-convert')
    const convert = page.locator('#get-api-v1-convert')
    await convert.getByText('OK, application/json').click()
    await convert.getByText('Nominal particle size: 200 + 12 x the grind index.').waitFor()
    await convert.getByLabel('setting').fill('30')
    await convert.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(({ search, hash }) => search.includes('setting=30') && hash === '#get-api-v1-convert')
    await page.locator('#get-api-v1-convert svg[role=img][aria-label^="30 clicks"]').waitFor()
    await page.getByLabel('Find an endpoint').fill('adaptRecipe')
    await page.keyboard.press('Enter')
    await page.locator('.index #post-api-adaptrecipe a').click()
    await page.locator('article#post-api-adaptrecipe').waitFor()
    await page.context().close()
  })
})
