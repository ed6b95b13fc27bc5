import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { hindrancesOn, openBrowser, openSite, type openTab } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { aCoffee, aRecipe } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const author = await world.person('Ana')
  const coffeeId = await aCoffee(world, 'Yirgacheffe Konga')
  for (let at = 0; at < 4; at++) await aRecipe(world, { by: author, coffeeId })
  await aCoffee(world, 'Yirgacheffe Aricha')
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

const open = (path: string, options?: Parameters<typeof openTab>[1]) => openSite(browser, world, path, options)
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const fieldOf = (page: Page) => palette(page).getByRole('textbox')
/** Waits for the results of all letters: each pause while typing brings those of the letters so far. */
const foundAll = (page: Page, typed: RegExp) => palette(page).locator('mark', { hasText: typed }).first().waitFor()
const focused = (page: Page) => page.locator('a.hit:focus .hit-name').textContent()
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

describe('by keyboard', () => {
  test('/ and Ctrl K open the search, Escape closes it, and focus returns', async () => {
    const { page, complaints } = await open('/grinders')
    await page.keyboard.press('/')
    await palette(page).waitFor()
    expect(await page.evaluate('document.activeElement.name')).toBe('q')
    expect(await fieldOf(page).inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Search' }).focus()
    await page.keyboard.press('Control+k')
    await palette(page).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.evaluate('document.activeElement.className')).toBe('find')
    // A slash that is typed into a field stays there.
    await page.locator('main input[name="q"]').focus()
    await page.keyboard.type('1/2')
    expect(await page.locator('main input[name="q"]').inputValue()).toBe('1/2')
    await palette(page).waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('arrows move through the results, Tab to the next group, and typing continues the search', async () => {
    const { page } = await open('/')
    await page.keyboard.press('/')
    await page.keyboard.type('yirg')
    await foundAll(page, /^Yirg$/)
    await palette(page).getByRole('heading', { name: 'Recipes' }).waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toStartWith('Yirgacheffe')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toStartWith('Yirgacheffe')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatch(/g.water/)
    await page.keyboard.type('a')
    expect(await fieldOf(page).inputValue()).toBe('yirga')
    await foundAll(page, /^Yirga$/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    expect(await page.evaluate('document.activeElement.name')).toBe('q')
    await page.context().close()
  })

  test('Enter on a result opens it, and Ctrl Enter starts the timer of a recipe', async () => {
    const { page } = await open('/')
    await page.keyboard.press('/')
    await page.keyboard.type('yirga')
    await foundAll(page, /^Yirga$/)
    await palette(page).getByRole('heading', { name: 'Coffees' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/coffees\/\d+$/)
    await page.keyboard.press('/')
    await page.keyboard.type('yirga')
    await foundAll(page, /^Yirga$/)
    await palette(page).getByRole('heading', { name: 'Recipes' }).waitFor()
    for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/recipes\/\d+/)
    await page.locator('brew-timer dialog[open]').waitFor()
    await page.context().close()
  })

  test('Enter in the field opens the page of results, and the search is remembered in this browser', async () => {
    const { page } = await open('/')
    for (const q of ['one', 'two', 'three', 'four', 'five', 'j-max', 'TWO']) {
      await page.keyboard.press('Control+k')
      if (await page.locator('.search-page').count()) await page.locator('main input[name="q"]').fill(q)
      else await page.keyboard.type(q)
      await page.keyboard.press('Enter')
      await page.waitForURL(url => url.searchParams.get('q') === q)
      await page.goto(`${world.url}/privacy`)
    }
    await page.keyboard.press('/')
    const recent = palette(page).locator('.recent a')
    await recent.first().waitFor()
    expect(await recent.allTextContents()).toEqual(['TWO', 'j-max', 'five', 'four', 'three'])
    await recent.nth(1).click()
    await palette(page).getByRole('link', { name: 'See all settings' }).waitFor()
    expect([await fieldOf(page).inputValue(), pathOf(page)]).toEqual(['j-max', '/privacy'])
    await fieldOf(page).fill('')
    await palette(page).getByRole('button', { name: 'Clear' }).click()
    expect(await page.evaluate('localStorage.getItem("dialin-searches")')).toBe('[]')
    expect(await page.evaluate('document.activeElement.name')).toBe('q')
    await recent.first().waitFor({ state: 'detached' })
    await page.context().close()
  })

  test('a screen reader hears how many results there are', async () => {
    const { page } = await open('/')
    await page.keyboard.press('/')
    await page.keyboard.type('24 c40 to j-max')
    await eventually(async () => (await palette(page).getByRole('status').textContent()) === '3 results')
    await fieldOf(page).fill('zzqxv')
    await eventually(async () => (await palette(page).getByRole('status').textContent()) === 'No results')
    await page.context().close()
  })
})

describe('by touch, 390 px', () => {
  test('the magnifier opens it over the whole screen; a kind shows more, and × closes it', async () => {
    const { page, complaints } = await open('/', phone)
    await page.getByRole('link', { name: 'Search' }).tap()
    await fieldOf(page).fill('yirga')
    await palette(page).getByRole('link', { name: 'Recipes 4' }).tap()
    await eventually(async () => (await palette(page).locator('a.hit').count()) === 4)
    expect(await palette(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
    expect(pathOf(page)).toBe('/')
    await palette(page).getByRole('button', { name: 'Close' }).tap()
    await palette(page).waitFor({ state: 'hidden' })
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('a grinder becomes mine without leaving the page', async () => {
    const { page } = await open('/coffees?q=yirga', phone)
    await page.getByRole('link', { name: 'Search' }).tap()
    await fieldOf(page).fill('jmax')
    await palette(page).getByRole('button', { name: 'Make it mine' }).tap()
    await page.getByText('J-Max / J-Max S').first().waitFor()
    expect(pathOf(page)).toBe('/coffees?q=yirga')
    await page.context().close()
  })

  test('without a network it says so', async () => {
    const { page } = await open('/', phone)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Search' }).tap()
    await fieldOf(page).fill('yirga')
    await eventually(async () => Boolean(await palette(page).getByText('We couldn’t search.').count()))
    await page.context().close()
  })
})

test('without scripts, the magnifier leads to a page where people search, choose a kind and make a grinder theirs', async () => {
  const { page } = await open('/', { ...phone, javaScriptEnabled: false })
  await page.getByRole('link', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('j-max')
  await page.getByRole('button', { name: 'Search' }).click()
  expect(pathOf(page)).toBe('/search?q=j-max')
  await page.getByRole('button', { name: 'Make it mine' }).click()
  expect(pathOf(page)).toBe('/search?q=j-max')
  await page.getByText('Settings for your J-Max / J-Max S').waitFor()
  await page.getByRole('searchbox').fill('yirga')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: 'Recipes 4' }).click()
  await eventually(async () => (await page.locator('a.hit').count()) === 4)
  await page.context().close()
})

test('the page of results follows what people type', async () => {
  const { page } = await open('/search')
  await page.getByRole('searchbox').fill('yirga')
  await page.getByRole('heading', { name: 'Coffees' }).waitFor()
  await eventually(() => pathOf(page) === '/search?q=yirga')
  await page.context().close()
})

describe('everybody can use the palette', () => {
  test.each(['j-max', 'yirga', '24 c40 to j-max', ''])('with "%s"', async q => {
    const { page } = await open('/privacy')
    await page.keyboard.press('/')
    await fieldOf(page).fill(q)
    await palette(page)
      .locator(q ? 'a.hit' : '.search-hint')
      .first()
      .waitFor()
    expect(await hindrancesOn(page)).toEqual([])
    await page.context().close()
  })
})
