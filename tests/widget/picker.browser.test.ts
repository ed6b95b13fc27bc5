import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { startWorld } from '../support/world.ts'
import { element, expectAccessible, leave, script, setStage, takeGrinder, textOf, untilReady, visit } from './stage.ts'

const stage = setStage(startWorld)

const open = async (body: string, options: Parameters<typeof visit>[2] = {}) => {
  const opened = await visit(stage, stage.sites.page(body + script(stage)), {
    viewport: { width: 1000, height: 900 },
    ...options,
  })
  await untilReady(opened.page)
  return opened
}

const names = async (rows: Locator) => (await rows.allInnerTexts()).map(text => text.split('\n')[0] ?? '')
const rows = (page: Page) => names(page.getByRole('option'))
const active = (page: Page) => names(page.locator('.row.active'))

test('a name that is not there is answered with the three closest, as on the site', async () => {
  const opened = await open(element('hill-road', 'data-coffee="worka"'))
  const { page } = opened
  await page.locator('.grinder').click()
  const field = page.locator('dialin-picker input')
  for (const [typed, meant] of [
    ['commandante', 'Comandante'],
    ['timemoer', 'Timemore'],
    ['grandad', ''],
  ] as const) {
    await field.fill(typed)
    await page.getByText('No grinder by that name.').waitFor()
    expect(await rows(page)).toHaveLength(3)
    expect((await rows(page)).filter(name => name.startsWith(meant)).length).toBeGreaterThan(0)
    // None of them is meant for certain, so Enter alone takes none.
    expect(await active(page)).toEqual([])
  }
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear' }).click()
  expect([await field.inputValue(), await page.getByText('Popular').isVisible()]).toEqual(['', true])
  await page.keyboard.type('commandante')
  await page.keyboard.press('ArrowDown')
  const [first = ''] = await active(page)
  await page.keyboard.press('Enter')
  await page.locator('.setting').waitFor()
  await eventually(async () => first.endsWith(JSON.parse(await kept(page)).name))
  await leave(opened)
})

test('a row says what the dial shows, or how a coffee tastes', async () => {
  const opened = await open(element('hill-road'))
  const { page } = opened
  await page.locator('.grinder').click()
  const second = async () => (await page.getByRole('option').allInnerTexts()).map(text => text.split('\n')[1])
  for (const [typed, said] of [
    ['comandante c40 mk4', '40 clicks'],
    ['k ultra', '0 to 10'],
  ] as const) {
    await page.locator('dialin-picker input').fill(typed)
    await page.locator('.active').waitFor()
    expect((await second())[0]).toBe(said)
    await page.getByText('1 found').waitFor()
  }
  await page.keyboard.press('Escape')
  await page.locator('button.title').click()
  await page.getByRole('option').first().waitFor()
  expect(await second()).toEqual(['peach, jasmine, black tea', undefined])
  await leave(opened)
})

test('beside the few that match, a list offers other models of the maker', async () => {
  const opened = await open(element('hill-road', 'data-coffee="worka"'))
  const { page } = opened
  await page.locator('.grinder').click()
  await page.locator('dialin-picker input').fill('k ul')
  await page.getByText('1 found').waitFor()
  expect((await rows(page))[0]).toBe('1Zpresso K-Ultra')
  expect(await names(page.getByRole('group', { name: 'Closest names' }).getByRole('option'))).toEqual([
    '1Zpresso K-Max',
    '1Zpresso K-Pro',
    '1Zpresso K-Plus',
  ])
  expect(await active(page)).toEqual(['1Zpresso K-Ultra'])
  await leave(opened)
})

test('the card follows the arrows in the list of coffees, and Escape brings back the coffee before', async () => {
  const opened = await open(element('many'))
  const { page, asked } = opened
  const title = page.getByRole('combobox', { name: 'Coffee' })
  await page.getByRole('tab', { name: 'Espresso' }).click()
  await title.click()
  await page.locator('dialin-picker input').press('ArrowDown')
  await page.locator('.link[href*="/coffee-11?"]').waitFor()
  // One beyond the first reply comes while the list stays open.
  await page.locator('dialin-picker input').fill('coffee 23')
  await page.locator('.link[href*="/coffee-23?method=espresso"]').waitFor()
  expect(await page.getByRole('listbox').isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await page.locator('.link[href*="/coffee-10?method=espresso"]').waitFor()
  expect(await title.evaluate(one => one.matches(':focus'))).toBe(true)
  await title.press('ArrowDown')
  await page.locator('dialin-picker input').press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.locator('.link[href*="/coffee-11?method=espresso"]').waitFor()
  await page.locator('dialin-picker').waitFor({ state: 'detached' })
  expect(asked.filter(one => one.endsWith('method-switch'))).toHaveLength(1)
  await leave(opened)
})

test('the list of coffees begins inside the card, with a focus ring as round as the list', async () => {
  for (const width of [180, 240, 320, 480]) {
    const opened = await open(`<div style="width: ${width}px">${element('hill-road')}</div>`)
    const { page } = opened
    await page.locator('button.title').click()
    await page.getByRole('listbox').waitFor()
    const [card, list] = [await page.locator('.box').boundingBox(), await page.locator('dialin-picker').boundingBox()]
    expect([width, (list?.x ?? 0) >= (card?.x ?? 0) + 14]).toEqual([width, true])
    if (width >= 240) expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + width)
    expect(await page.getByRole('listbox').evaluate(one => getComputedStyle(one).borderRadius)).not.toBe('0px')
    await leave(opened)
  }
})

test('letters that were typed are marked', async () => {
  const opened = await open(element('hill-road', 'data-coffee="worka"'))
  const { page } = opened
  await page.locator('.grinder').click()
  await page.locator('dialin-picker input').fill('k ul')
  await page.locator('mark').nth(1).waitFor()
  expect(await page.locator('.active mark').allInnerTexts()).toEqual(['K', 'Ul'])
  await leave(opened)
})

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('dialin-grinder') ?? '{}')

test('the card follows the arrow keys, and Escape brings back what was there', async () => {
  const opened = await open(`<div style="width: 360px">${element('hill-road', 'data-coffee="worka"')}</div>`)
  const { page } = opened
  await page.locator('.grinder').click()
  await page.locator('dialin-picker input').fill('k ul')
  await page.getByText(/on your K/).waitFor()
  // What it would be is not covered by the list.
  const [reading, list] = [
    await page.locator('.reading').boundingBox(),
    await page.locator('dialin-picker').boundingBox(),
  ]
  expect(list?.y).toBeGreaterThan((reading?.y ?? 0) + (reading?.height ?? 0))
  expect(await kept(page)).toBe('{}')
  await page.keyboard.press('Escape')
  await page.locator('.word').waitFor()
  expect(await textOf(page.locator('.word'))).toBe('Medium')

  await page.locator('.grinder').click()
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByText('on your C40 MK4').waitFor()
  await page.keyboard.press('Enter')
  await eventually(async () => JSON.parse(await kept(page)).slug === 'comandante-c40-mk4')
  await page.locator('dialin-picker').waitFor({ state: 'detached' })
  expect(await page.locator('.setting').isVisible()).toBe(true)

  // Opened again, the list begins at the grinder that was chosen.
  await page.locator('.grinder').click()
  await page.getByRole('option').first().waitFor()
  expect(await active(page)).toEqual(['Comandante C40 MK4'])
  await page.keyboard.press('ArrowDown')
  await page.getByText(/on your K/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('on your C40 MK4').waitFor()
  const reports = () => opened.asked.filter(one => one.endsWith('grinder-choice'))
  await eventually(() => reports().length > 0)
  expect(reports()).toHaveLength(1)
  await leave(opened)
})

test('the name of the coffee is a combobox: Down opens it at the coffee that is shown, letters move in it', async () => {
  const opened = await open(element('hill-road'))
  const { page } = opened
  const title = page.getByRole('combobox', { name: 'Coffee' })
  expect(await textOf(title)).toBe('Ethiopia Worka Sakaro')
  expect(await title.getAttribute('aria-expanded')).toBe('false')
  await title.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('listbox').waitFor()
  expect(await title.getAttribute('aria-expanded')).toBe('true')
  expect(await active(page)).toEqual(['Ethiopia Worka Sakaro'])
  expect(await page.getByRole('listbox').getAttribute('aria-activedescendant')).toBe('row-worka')
  await expectAccessible(page)
  // Both letters at once: typed one by one, a busy machine takes so long that the second begins a new word.
  await page.getByRole('listbox').evaluate(list => {
    for (const key of 'ze') list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }))
  })
  expect(await active(page)).toEqual(['Zephyr'])
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Cold brew' }).waitFor()
  expect(await textOf(title)).toBe('Zephyr')
  await leave(opened)
})

test('on a phone, the list is a modal dialog with a name, and its buttons are 44 px', async () => {
  const opened = await open(element('hill-road', 'data-coffee="worka"'), { viewport: { width: 390, height: 800 } })
  const { page } = opened
  await page.locator('.grinder').click()
  const sheet = page.getByRole('dialog', { name: 'Your grinder' })
  await sheet.waitFor()
  expect(await sheet.getAttribute('aria-modal')).toBe('true')
  expect(await sheet.getByRole('button', { name: 'Close' }).boundingBox()).toMatchObject({ width: 44, height: 44 })
  const inside = () =>
    page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.shadowRoot?.activeElement?.localName)
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    expect([key, await inside()]).toEqual([key, 'dialin-picker'])
  }
  await expectAccessible(page)
  await leave(opened)
})

test('other ways to brew are techniques, each a link with the visitor’s grinder', async () => {
  const opened = await open(element('hill-road', 'data-coffee="worka"'))
  const { page, asked } = opened
  await untilReady(page)
  await takeGrinder(page, 'c40 mk4', 'Comandante C40 MK4')
  await page.locator('.setting').waitFor()
  const button = page.getByRole('button', { name: 'Other ways' })
  await button.click()
  const links = page.locator('dialin-picker a')
  await links.first().waitFor()
  await expectAccessible(page)
  expect(await links.first().evaluate(link => link.matches(':focus'))).toBe(true)
  const shown = await links.evaluateAll(all =>
    all.map(link => [link.firstElementChild?.firstChild?.nextSibling?.nodeValue, (link as HTMLAnchorElement).href]),
  )
  const { url } = stage.world
  expect(shown.slice(0, 3)).toEqual([
    ['Three pours, no bloom', `${url}/techniques/du-three-pours?coffee=1&grinder=comandante-c40-mk4`],
    ["Kaminsky's water-first brew", `${url}/techniques/wac-2009-kaminsky?coffee=1&grinder=comandante-c40-mk4`],
    ['Lungo 1:3', `${url}/techniques/espresso-one-to-three?coffee=1&grinder=comandante-c40-mk4`],
  ])
  // The tabs already show what the roaster brews it with.
  expect(await page.locator('dialin-picker a[href*="/brew/"]').count()).toBe(0)
  expect(await textOf(links.first())).toMatch(/^Three pours, no bloom V60 · Du Jianing · \d+ clicks$/)
  const [popup] = await Promise.all([page.context().waitForEvent('page'), links.first().press('Enter')])
  await popup.waitForLoadState()
  expect(await popup.locator('h1').textContent()).toBe('Three pours, no bloom')
  expect(await textOf(popup.locator('main'))).toContain('C40 MK4')
  expect(asked).not.toContain('POST /api/embed/track-click')
  await button.click()
  await links.first().waitFor()
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => !document.querySelector('dialin-picker'))
  expect(await button.evaluate(one => one.matches(':focus'))).toBe(true)
  await leave(opened)
})
