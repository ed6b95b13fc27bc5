import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser, openSite } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
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

test.each([true, false])('a roaster writes a recipe on its own grinder, with a script: %p', async javaScriptEnabled => {
  const slug = `hill-${javaScriptEnabled}`
  const coffees = [{ slug: 'worka', name: 'Worka', recipes: [] }]
  const ann = await aMember(world, await aRoastery(world, { slug, name: 'Hill Road', coffees }))
  const options = { as: ann, javaScriptEnabled }
  const { page, complaints } = await openSite(browser, world, `/portal/${slug}/recipes`, options)
  await page.getByRole('link', { name: 'Recipe for Worka' }).click()
  const card = page.frameLocator('.beside iframe')
  const onDial = (name: string) => page.locator('.dials label', { hasText: name })
  const numeral = (name: string) => onDial(name).locator('b').textContent()
  const before = await numeral('Encore')
  await page.getByLabel('Your grinder').selectOption('mahlkonig-ek43-s')
  await page.getByLabel('Your setting').fill('6')
  await onDial('Encore').click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('One <b>swirl</b>.')
  if (javaScriptEnabled) {
    // The widget itself, of what is written and not saved, on the dial that was chosen.
    await card.locator('.notes', { hasText: 'One <b>swirl</b>.' }).waitFor()
    const setting = card.locator('.dial', { hasText: 'on your Encore' })
    expect(await setting.locator('b').textContent()).toBe(await numeral('Encore'))
    expect(await card.locator('[role=tab]').allTextContents()).toEqual(['V60'])
    await card.getByRole('link', { name: 'Full recipe' }).click()
    expect(page.context().pages()).toHaveLength(1)
  } else await page.getByRole('button', { name: 'Preview' }).click()
  await eventually(async () => (await numeral('Encore')) !== before)
  expect(await onDial('Encore').getByRole('radio').isChecked()).toBe(true)
  const embedded = () => world.call(`GET /api/embed/${slug}/worka`)
  expect((await embedded()).body.recipes).toEqual([])
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('link', { name: 'V60' }).click()
  expect(await page.getByLabel('Your setting').inputValue()).toBe('6')
  expect((await embedded()).body.recipes).toMatchObject([{ method: 'v60', notes: 'One <b>swirl</b>.' }])
  await world.ports.events.flush()
  const [counted] = await world.sql`select count(*)::int as events from events`
  expect(counted?.events).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})
