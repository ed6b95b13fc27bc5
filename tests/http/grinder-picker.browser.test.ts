import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { brandsOf } from '../../core/grind/picker.ts'
import { faultsInOtherColours, openBrowser, openTab, pickGrinder, signInOnPage } from '../support/browser.ts'
import { faultsOf } from '../support/faults.ts'
import { aCoffee, publish } from '../support/recipes.ts'
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

const desktop: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' }
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
}

async function open(path: string, options: BrowserContextOptions & { as?: { token: string }; grinder?: string } = {}) {
  const { as, grinder, ...context } = options
  const page = await openTab(browser, { ...desktop, ...context })
  if (grinder) await page.context().addCookies([{ name: 'grinder', value: grinder, url: world.url }])
  if (as) await signInOnPage(page, world.url, as)
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(String(error)))
  await page.goto(`${world.url}${path}`)
  return { page, errors }
}

const combobox = (page: Page) => page.getByRole('combobox', { name: 'Grinder' })
const withDials = (page: Page) => page.locator('.picker .mini').first().waitFor()
const groups = (page: Page) => page.locator('.picker [role=group]').evaluateAll(all => all.map(one => one.ariaLabel))
const heightOf = async (page: Page, part: string) => (await page.locator(part).first().boundingBox())?.height

test('with the keyboard alone: letters, arrows, Enter, and Escape, which restores', async () => {
  const { page, errors } = await open('/', { grinder: 'comandante-c40-mk4' })
  const button = page.locator('#grinder-picked')
  await button.focus()
  await page.keyboard.press('Enter')
  await withDials(page)
  expect(await groups(page)).toEqual(['Yours', 'Popular', 'All brands'])
  expect(await page.locator('.picker [data-active]').textContent()).toContain('C40 MK4')
  await page.keyboard.type('k ul')
  expect(await page.locator('.picker [role=status]').textContent()).toBe(
    `1 of ${world.ports.grinders.list().length} grinders`,
  )
  expect(await groups(page)).toEqual(['Matches', 'Similar', 'Brands'])
  expect(await combobox(page).getAttribute('aria-activedescendant')).toBe('pick-1zpresso-k-ultra')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Escape')
  expect(await button.textContent()).toBe('Comandante C40 MK4')
  expect(await page.evaluate('document.activeElement.id')).toBe('grinder-picked')
  expect(await page.locator('.picker').count()).toBe(0)

  // Typing on the closed field opens it, as with a select box.
  await page.keyboard.type('ultra k')
  await page.keyboard.press('Enter')
  await page.locator('.range-words').getByText('on your K-Ultra').waitFor()
  expect(await button.textContent()).toBe('1Zpresso K-Ultra')
  expect(await page.evaluate('document.activeElement.id')).toBe('grinder-picked')

  // A brand lists its grinders.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('kin')
  await page
    .getByRole('option', { name: 'Kinu' })
    .filter({ hasNot: page.locator('.picker-name') })
    .click()
  expect(await combobox(page).inputValue()).toBe('Kinu')
  expect(await page.locator('.picker-row').count()).toBe(4)
  expect(errors).toEqual([])
  await page.context().close()
})

test('nothing is preselected: not by a brewer chosen first, nor by Enter where nothing matches', async () => {
  const { page, errors } = await open('/')
  const button = page.locator('#grinder-picked')
  expect(await button.textContent()).toBe('Choose your grinder')
  await page.selectOption('#brewer', 'bodum-chambord-3-cup')
  await page.waitForURL(/brewer=bodum/)
  expect((await page.context().cookies()).filter(({ name }) => name === 'grinder')).toEqual([])
  await button.click()
  await withDials(page)
  expect(await groups(page)).toEqual(['Popular', 'All brands'])
  await page.keyboard.press('Enter')
  await combobox(page).fill('komandante c4o')
  await page.getByText('No grinder matches “komandante c4o”.').waitFor()
  expect(await page.locator('.picker-row').count()).toBe(3)
  await page.keyboard.press('Enter')
  expect(await page.locator('.picker').count()).toBe(1)
  const other = page.getByRole('link', { name: 'Not listed?' })
  await other.click()
  await page.waitForURL(/\/my-grinder\?add&maker=komandante&model=c4o&back=%2F%3F/)
  await page.getByRole('heading', { name: 'Add your grinder' }).waitFor()
  await page.goto(`${world.url}/my-grinder`)

  // A button that needs a grinder opens the picker instead of sending nothing.
  await page.getByRole('button', { name: 'Use this grinder' }).click()
  await combobox(page).waitFor()
  expect(errors).toEqual([])
  await page.context().close()
})

test('from the home page to a V60 recipe on a J-Max: two taps', async () => {
  const { page, errors } = await open('/', phone)
  let taps = 0
  const tap = async (part: ReturnType<Page['locator']>) => {
    taps++
    await part.tap()
  }
  await tap(page.locator('#grinder-picked'))
  await combobox(page).fill('j-max')
  await page.keyboard.press('Enter')
  await page.locator('.range-words').getByText('on your J-Max').waitFor()
  await tap(page.getByRole('link', { name: 'Open this recipe' }))
  await page.waitForURL(/\/brew\?grinder=1zpresso-j-max&brewer=hario-v60/)
  await page.locator('.range-words').getByText('on your J-Max').waitFor()
  expect(taps).toBe(2)
  expect(errors).toEqual([])
  await page.context().close()
})

describe('its measures', () => {
  test('a popover of 516 with rows of 60 on a desktop', async () => {
    const { page } = await open('/', { grinder: 'comandante-c40-mk4' })
    await page.locator('#grinder-picked').click()
    await withDials(page)
    const panel = await page.locator('.picker-panel').boundingBox()
    expect([panel?.width, await heightOf(page, '.picker-row')]).toEqual([516, 60])
    expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual(900)
    expect((await page.locator('.mini').first().boundingBox())?.width).toBe(132)
    // A press elsewhere closes it.
    await page.mouse.click(1300, 20)
    expect(await page.locator('.picker').count()).toBe(0)
    await page.context().close()
  })

  test('a sheet with rows of 68 on a phone, and “Not listed?” at its end', async () => {
    const { page } = await open('/', { ...phone, grinder: 'comandante-c40-mk4' })
    await page.locator('#grinder-picked').tap()
    await withDials(page)
    const sheet = await page.locator('.picker').boundingBox()
    expect([sheet?.x, sheet?.y, sheet?.width, sheet?.height]).toEqual([0, 0, 390, 844])
    const other = await page.locator('.picker-other').boundingBox()
    expect(Math.round((other?.y ?? 0) + (other?.height ?? 0))).toBe(844)
    expect([await heightOf(page, '.picker-row'), (await page.locator('.mini').first().boundingBox())?.width]).toEqual([
      68, 96,
    ])
    await page.getByRole('button', { name: 'Close' }).tap()
    expect(await page.locator('.picker').count()).toBe(0)
    await page.context().close()
  })
})

test.each(['desktop', 'phone of 320 px'])('while open on a %s, it has no accessibility faults', async kind => {
  const narrow = { ...phone, viewport: { width: 320, height: 568 } }
  const { page } = await open('/my-grinder', {
    ...(kind === 'desktop' ? desktop : narrow),
    grinder: 'niche-zero',
  })
  await page.locator('#grinder-picked').click()
  await withDials(page)
  await combobox(page).fill('k ul')
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  expect(await page.locator('.picker').evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  expect(await faultsOf(page)).toEqual([])
  expect(await faultsInOtherColours(page)).toEqual([])
  await page.context().close()
})

test('in place on other pages: recipe, gear, log, list and without a network', async () => {
  const ann = await world.person()
  const gear = await open('/me/gear', { as: ann })
  const adding = gear.page.locator('.add-grinder')
  if ((await adding.getAttribute('open')) === null) await adding.locator('summary').click()
  await pickGrinder(gear.page, 'id', 'j max')
  await gear.page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await gear.page.getByRole('heading', { name: '1Zpresso J-Max' }).waitFor()
  await gear.page.goto(`${world.url}/me/log?nothing`)
  await gear.page.locator('summary', { hasText: 'Change' }).click()
  await gear.page.locator('#grinder-picked').click()
  await withDials(gear.page)
  expect(await groups(gear.page)).toEqual(['Yours', 'Popular', 'All brands'])
  await gear.page.getByRole('option', { name: 'No grinder' }).click()
  expect(await gear.page.locator('#grinder').inputValue()).toBe('')
  expect(gear.errors).toEqual([])
  await gear.page.context().close()

  const { id } = await publish(world, ann, { coffeeProfileId: await aCoffee(world, 'Sawmill House') })
  const recipe = await open(`/recipes/${id}`)
  await recipe.page.getByRole('link', { name: 'Show it on my grinder' }).click()
  await recipe.page.getByRole('combobox', { name: 'Your grinder' }).fill('j max')
  await recipe.page.keyboard.press('Enter')
  await recipe.page.locator('.range-words').getByText('on your J-Max').waitFor()
  expect(new URL(recipe.page.url()).pathname).toBe(`/recipes/${id}`)
  expect(recipe.errors).toEqual([])
  await recipe.page.context().close()

  // The link in the header opens the picker here, and the page comes back with the grinder.
  const list = await open('/coffees')
  await list.page.locator('.top .mine').click()
  await list.page.getByRole('combobox', { name: 'Your grinder' }).fill('encore')
  await list.page.keyboard.press('Enter')
  await list.page.locator('.top .mine', { hasText: 'Encore' }).waitFor()
  expect(new URL(list.page.url()).pathname).toBe('/coffees')
  await list.page.context().close()

  const offline = await open('/')
  await offline.page.context().setOffline(true)
  await offline.page.locator('#grinder-picked').click()
  await combobox(offline.page).fill('k ul')
  await offline.page.getByRole('option', { name: '1Zpresso K-Ultra' }).waitFor()
  await offline.page.context().close()
})

test('without scripts it is a select box by brand', async () => {
  const { page } = await open('/my-grinder', { javaScriptEnabled: false })
  await page.getByLabel('Grinder', { exact: true }).selectOption('1zpresso-j-max')
  expect(await page.locator('#grinder optgroup').count()).toBe(brandsOf(world.ports.grinders.list()).length)
  await page.getByRole('button', { name: 'Use this grinder' }).click()
  await page.locator('.top .mine', { hasText: 'J-Max' }).waitFor()
  await page.context().close()
})

describe('the list of grinders', () => {
  test('is two screens on a phone: popular six, letters, brands by size', async () => {
    const { page } = await open('/grinders', { ...phone, grinder: 'comandante-c40-mk4' })
    expect(await page.locator('main').evaluate(one => one.getBoundingClientRect().bottom)).toBeLessThan(2.2 * 844)
    expect(await page.locator('.popular li:visible').count()).toBe(6)
    expect(await heightOf(page, '.popular li a')).toBe(68)
    expect(await page.locator('.by-size a:visible').first().textContent()).toMatch(/^Timemore/)
    await page.getByRole('link', { name: 'K', exact: true }).tap()
    await page.waitForURL(/letter=K#brands$/)
    expect(await page.locator('.by-name a:visible').allTextContents()).toContainEqual(expect.stringMatching(/^Kinu/))
    await page.locator('.by-name a:visible', { hasText: 'Kinu' }).tap()
    await page.waitForURL(/brand=Kinu/)
    expect(await page.locator('.grinder-rows li').count()).toBe(4)
    await page.context().close()
  })

  test('keeps its index in sight on a desktop, and a method moves all marks, without scripts too', async () => {
    const { page } = await open('/grinders', { javaScriptEnabled: false })
    expect(await heightOf(page, '.popular li a')).toBe(64)
    const mark = () => page.locator('.popular .mark .head').evaluateAll(all => all.map(one => one.getAttribute('cx')))
    const before = await mark()
    await page.getByRole('link', { name: 'Espresso', exact: true }).click()
    await page.waitForURL(/method=espresso/)
    const after = await mark()
    expect(after.filter((at, index) => at === before[index])).toEqual([])
    await page.mouse.wheel(0, 300)
    await page.locator('.brand-index').evaluate(() => scrollTo(0, 500))
    expect((await page.locator('.brand-index').boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await page.context().close()
  })
})
