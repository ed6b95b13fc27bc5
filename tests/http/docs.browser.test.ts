import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { faultsInOtherColours, openBrowser, openTab } from '../support/browser.ts'
import { openEntrance } from '../support/entrance.ts'
import { eventually } from '../support/eventually.ts'
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
// Opening such a long page takes seconds, so the tests share one page, in the order of a visit.
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
async function openDocs(options: BrowserContextOptions, anchor = '') {
  const page = await openTab(browser, { proxy: { server: outside.url, bypass: 'localhost' }, ...options })
  page.on('pageerror', error => complaints.push(String(error)))
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  await page.goto(`${entrance.url}/docs${anchor}`)
  return page
}

/** In these colours; SCREENSHOTS names a folder to save pictures in. */
async function pictured(scheme: string, colours: NonNullable<Parameters<Page['emulateMedia']>[0]>) {
  await page.emulateMedia(colours)
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/docs-${scheme}.png` })
}

const shownIn = (page: Page, selector: string) => page.locator(`${selector}:visible`).count()

describe('the docs page', () => {
  test('loads less than 300 kB, all from our origin, and nothing on it shifts meanwhile', async () => {
    await page.getByRole('heading', { name: 'The Dialin API' }).waitFor()
    expect(entrance.askedBy(userAgent).toSorted()).toEqual(['GET /assets/docs.css', 'GET /assets/docs.js', 'GET /docs'])
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
  })

  test('can be skipped to the text with one key', async () => {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.locator('#content:focus').waitFor()
  })

  test("finds endpoints by any of their words, by keyboard, and shows a link's target again", async () => {
    const all = await shownIn(page, 'article')
    await page.getByLabel('Find an endpoint').focus()
    await page.keyboard.type('post brew-logs save-as')
    await page.getByText(`1 of ${all} endpoints`).waitFor()
    expect(await shownIn(page, 'article')).toBe(1)
    await page.keyboard.press('Enter')
    await page.waitForURL(({ hash }) => hash === '#post-api-brew-logs-id-save-as-recipe')
    await page.evaluate(() => {
      location.hash = '#get-api-health'
    })
    await page.getByText(`${all} endpoints`, { exact: true }).waitFor()
    await page.locator('nav [aria-current][href="#get-api-health"]').waitFor()
  })

  test('copies a request, and says so', async () => {
    await page.getByRole('button', { name: 'Copy the request to GET /api/health', exact: true }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`curl '${world.url}/api/health'`)
  })

  test('shifts nothing while scrolling fast, once it has been laid out', async () => {
    await eventually(() => page.evaluate(() => document.querySelectorAll('article:not(.laid-out)').length === 0))
    const { shifts, grown } = await page.evaluate(async () => {
      let shifts = 0
      new PerformanceObserver(list => {
        shifts += list.getEntries().length
      }).observe({ type: 'layout-shift' })
      const next = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      const height = document.documentElement.scrollHeight
      for (const step of [7000, -11_000])
        for (let y = step > 0 ? 0 : height; y >= 0 && y <= height; y += step) {
          scrollTo({ top: y, behavior: 'instant' })
          await next()
        }
      return { shifts, grown: document.documentElement.scrollHeight - height }
    })
    expect([shifts, grown]).toEqual([0, 0])
  })

  test('fits a screen of 320 pixels with everything expanded', async () => {
    const usual = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 640 })
    const width = await page.evaluate(() => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
      return document.documentElement.scrollWidth
    })
    expect(width).toBe(320)
    if (usual) await page.setViewportSize(usual)
  })

  test('has no accessibility fault in light, dark and forced colours', async () => {
    // All endpoints look alike, and checking every one takes minutes: one per group, expanded.
    await page.evaluate(() => {
      location.hash = '#post-api-adaptrecipe'
      for (const alike of document.querySelectorAll('article ~ article, .fields > :nth-child(n + 4)')) alike.remove()
      for (const link of document.querySelectorAll<HTMLAnchorElement>('nav li a'))
        if (!document.getElementById(link.hash.slice(1))) link.parentElement?.remove()
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

  test('works without a script: every endpoint is there, and expands', async () => {
    const page = await openDocs({ javaScriptEnabled: false }, '#get-api-v1-convert')
    const convert = page.locator('#get-api-v1-convert')
    await convert.getByText('OK, application/json').click()
    await convert.getByText('Nominal particle size: 200 + 12 x the grind index.').waitFor()
    expect(await page.getByLabel('Find an endpoint').isVisible()).toBe(false)
    await page.context().close()
  })
})
