import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser, openSite } from '../support/browser.ts'
import { jpegOf, twoColours } from '../support/pictures.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let ann: Someone
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const coffees = ['Bombe', 'Kayon', 'Worka'].map(name => ({ slug: name.toLowerCase(), name, recipes: [] }))
  ann = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees }))
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

const open = (path: string, options?: Parameters<typeof openSite>[3]) =>
  openSite(browser, world, path, { as: ann, ...options })

test('a roaster adds a coffee, gives it a picture, and a shopper sees it', async () => {
  const { page, complaints } = await open('/portal/hill-road/coffees')
  await page.getByLabel('Name').fill('Aricha')
  await page.getByRole('button', { name: 'Add it' }).click()
  await page.getByText('Added.').waitFor()
  await page.getByLabel('Flavour notes').fill('peach, jasmine')
  await page.getByLabel('Where to buy it').fill('https://hillroad.example/aricha')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const photo = { name: 'bag.jpg', mimeType: 'image/jpeg', buffer: await jpegOf(twoColours(1800, 1200)) }
  await page.locator('#picture').setInputFiles(photo)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('button', { name: 'Replace' }).waitFor()
  await page.getByRole('link', { name: 'See its page' }).click()
  const picture = page.getByRole('img', { name: 'Aricha' })
  await picture.waitFor()
  await page.waitForFunction("document.querySelector('.big-photo img').complete")
  expect(await page.evaluate("document.querySelector('.big-photo img').naturalWidth > 0")).toBe(true)
  expect(await page.getByRole('link', { name: 'Buy from Hill Road' }).getAttribute('href')).toBe(
    'https://hillroad.example/aricha',
  )
  expect(complaints).toEqual([])
  await page.context().close()
})

test('a picture that is too large is reported before it is sent, and without a script on its page', async () => {
  const [large, photo] = [`${world.config.dataDir}/large.jpg`, `${world.config.dataDir}/bag.jpg`]
  await Bun.write(large, new Uint8Array(9 * 1024 * 1024))
  await Bun.write(photo, await jpegOf(twoColours(300, 300)))
  const sentence = 'This file is larger than 8 MB.'
  const scripted = await open('/portal/hill-road/profile')
  const field = scripted.page.locator('#picture')
  const complaint = () => field.evaluate((one: HTMLInputElement) => one.validationMessage)
  await field.setInputFiles(large)
  expect(await complaint()).toBe(sentence)
  await scripted.page.getByRole('button', { name: 'Upload' }).click()
  expect(scripted.page.url()).toEndWith('/profile')
  await field.setInputFiles(photo)
  expect(await complaint()).toBe('')

  const { page } = await open('/portal/hill-road/profile', { javaScriptEnabled: false })
  await page.locator('#picture').setInputFiles(large)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByText(`Not uploaded. ${sentence}`).waitFor()
  await page.locator('#picture').setInputFiles(photo)
  await page.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('button', { name: 'Replace' }).waitFor()
  await Promise.all([scripted.page.context().close(), page.context().close()])
})

test('coffees are put in order by keyboard, also without a script', async () => {
  const { page } = await open('/portal/hill-road/coffees', { javaScriptEnabled: false })
  const names = () => page.locator('.ordered b').allTextContents()
  const before = await names()
  for (let times = 1; times < before.length; times++) {
    await page.getByRole('button', { name: 'Move Worka up' }).focus()
    await page.keyboard.press('Enter')
    const place = `.ordered li:nth-child(${before.length - times}) b`
    await page.locator(place, { hasText: 'Worka' }).waitFor()
  }
  await page.waitForLoadState()
  expect(await names()).toEqual(['Worka', ...before.filter(name => name !== 'Worka')])
  await page.context().close()
})

test('coffees are reordered by dragging', async () => {
  const { page, complaints } = await open('/portal/hill-road/coffees')
  const names = () => page.locator('.ordered b').allTextContents()
  const before = await names()
  await page.locator('.ordered .grip').last().hover()
  await page.mouse.down()
  const top = await page.locator('.ordered li').first().boundingBox()
  await page.mouse.move((top?.x ?? 0) + 8, (top?.y ?? 0) + 4, { steps: 4 })
  await Promise.all([page.waitForNavigation(), page.mouse.up()])
  const after = [before.at(-1), ...before.slice(0, -1)] as string[]
  expect(await names()).toEqual(after)
  await page.reload()
  expect(await names()).toEqual(after)
  expect(complaints).toEqual([])
  await page.context().close()
})
