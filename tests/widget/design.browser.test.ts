import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startWorld } from '../support/world.ts'
import {
  element,
  expectAccessible,
  leave,
  script,
  setStage,
  shoot,
  takeGrinder,
  textOf,
  untilReady,
  visit,
} from './stage.ts'

const stage = setStage(startWorld)

const open = (body: string, options?: Parameters<typeof visit>[2]) =>
  visit(stage, stage.sites.page(body + script(stage)), options)

const columns = [180, 240, 300, 320, 440, 480, 600, 640, 900]
const inColumns = (attributes: string) =>
  columns.map(width => `<div style="width: ${width}px">${element('hill-road', attributes)}</div>`).join('')
const heights = (page: Page) =>
  page.locator('.box').evaluateAll(all => all.map(box => box.getBoundingClientRect().height))

for (const layout of ['card', 'inline'])
  test(`the ${layout} layout is equally high before and after a grinder is chosen, at every width`, async () => {
    const opened = await open(inColumns(`data-layout="${layout}" data-coffee="worka"`), {
      viewport: { width: 1000, height: 6000 },
    })
    const { page } = opened
    await untilReady(page, columns.length)
    const before = await heights(page)
    await takeGrinder(page, 'c40 mk4', 'Comandante C40 MK4')
    await page
      .locator('.setting')
      .nth(columns.length - 1)
      .waitFor()
    expect(await heights(page)).toEqual(before)
    await leave(opened)
  })

test('figures stand in one row or two by two', async () => {
  const opened = await open(inColumns('data-coffee="worka"'), { viewport: { width: 1000, height: 6000 } })
  const { page } = opened
  await untilReady(page, columns.length)
  const rows = await page.locator('dl').evaluateAll(all =>
    all.map(list => {
      const tops = [...list.children].map(figure => Math.round(figure.getBoundingClientRect().top))
      return [...new Set(tops)].map(top => tops.filter(one => one === top).length).join('+')
    }),
  )
  expect(rows.filter(row => row !== '4' && row !== '2+2')).toEqual([])
  await leave(opened)
})

test('what the page reserved is released: the card is as high as its width needs, and low without a recipe', async () => {
  const reserved = (roaster: string, width: number) =>
    `<div style="width: ${width}px">${element(roaster, 'data-coffee="worka" style="min-height: 900px"')}</div>`
  const opened = await open(
    [320, 480, 640].map(width => reserved('hill-road', width)).join('') + reserved('silent', 320),
    { viewport: { width: 1000, height: 4000 } },
  )
  const { page } = opened
  await untilReady(page, 3)
  await page.locator('.empty').waitFor()
  const found = await page
    .locator('div[data-service-widget]')
    .evaluateAll(all => all.map(host => host.getBoundingClientRect().height))
  expect(found.slice(0, 3).map((px, at) => px < ([560, 540, 440][at] ?? 0))).toEqual([true, true, true])
  expect(found[3]).toBeLessThan(160)
  await leave(opened)
})

test('a coffee links to its shop over https, unless the card is on that very page', async () => {
  const { sql } = stage.world
  const address = stage.sites.page(element('many', 'data-coffee="coffee-10"') + script(stage))
  for (const [buyUrl, links] of [
    ['https://shop.example/worka', ['https://shop.example/worka']],
    [`${address.replace('http:', 'https:')}?from=dialin`, []],
    ['http://shop.example/worka', []],
  ] as const) {
    await sql`update coffees set buy_url = ${buyUrl} where slug = 'coffee-10'`
    const opened = await visit(stage, address)
    await untilReady(opened.page)
    expect(await opened.page.locator('.buy').evaluateAll(all => all.map(link => link.getAttribute('href')))).toEqual([
      ...links,
    ])
    await leave(opened)
  }
})

test('tabs that do not fit fade on their side and scroll by an arrow', async () => {
  const opened = await open(`<div style="width: 200px">${element('hill-road', 'data-coffee="worka"')}</div>`)
  const { page } = opened
  await untilReady(page)
  await page.locator('.tab-row.forth .arrow:visible').click()
  await page.locator('.tab-row.back').waitFor()
  await page.locator('.tab-row .arrow').first().click()
  await page.locator('.tab-row:not(.back)').waitFor()
  await leave(opened)
})

test('the list of grinders finds letters of either word, says what it found, and is a sheet on a phone', async () => {
  for (const viewport of [
    { width: 1000, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const opened = await open(element('hill-road', 'data-coffee="worka"'), { viewport })
    const { page } = opened
    await untilReady(page)
    await page.locator('.grinder').click()
    await page.getByText('Popular').waitFor()
    expect(await textOf(page.getByRole('option').first())).toBe('Comandante C40 MK4 40 clicks')
    await shoot(page, `picker-${viewport.width}`)
    const list = await page.locator('dialin-picker').boundingBox()
    expect(viewport.width < 600 ? list?.width : (list?.width ?? 0) < 600).toBe(viewport.width < 600 ? 390 : true)
    await page.locator('dialin-picker input').fill('k ul')
    await page.getByText('1 found').waitFor()
    await page.locator('dialin-picker input').press('ArrowDown')
    await expectAccessible(page)
    await page.locator('dialin-picker input').fill("grandad's mill")
    await page.getByText('No grinder by that name.').waitFor()
    await page.locator('dialin-picker input').press('Escape')
    await page.getByRole('button', { name: 'Show it on my grinder' }).waitFor()
    expect(opened.said).toEqual([])
    await leave(opened)
  }
})

test('a list whose script does not load is told, and nothing else breaks', async () => {
  const allow = stage.entrance.refuse('/embed/picker.js')
  const opened = await open(element('hill-road'))
  const { page } = opened
  await untilReady(page)
  await page.locator('button.title').click()
  await page.getByText('The list didn’t load.').waitFor()
  await page.getByRole('tab', { name: 'AeroPress' }).click()
  await page.locator('.link[href$="method=aeropress"]').waitFor()
  allow()
  await leave(opened)
})

test('a card links to the timer, with the grinder that was chosen', async () => {
  const opened = await open(element('hill-road', 'data-coffee="worka"'))
  const { page } = opened
  await untilReady(page)
  await takeGrinder(page, 'k ul', '1Zpresso K-Ultra')
  await page.locator('.setting').waitFor()
  expect(await page.getByRole('link', { name: 'Brew with a timer' }).getAttribute('href')).toBe(
    `${stage.world.url}/brew/hill-road/worka?method=v60&grinder=1zpresso-k-ultra#timer`,
  )
  await leave(opened)
})
