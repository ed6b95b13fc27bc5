import { expect, test } from 'bun:test'
import { openSite, pickGrinder, signInOnPage } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld } from '../support/world.ts'
import { leave, setStage, visit } from '../widget/stage.ts'

const stage = setStage(startWorld)

test.each([true, false])('a roaster writes a recipe on its own grinder, with a script: %p', async javaScriptEnabled => {
  const { world, browser } = stage
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
  if (javaScriptEnabled) await pickGrinder(page, 'grinder', 'ek43 s')
  else await page.getByLabel('Your grinder').selectOption('mahlkonig-ek43-s')
  await page.getByLabel('Your setting').fill('6')
  await onDial('Encore').click()
  await page.getByRole('textbox', { name: 'Notes' }).fill('One <b>swirl</b>.')
  if (javaScriptEnabled) {
    // The real widget with the unsaved recipe, on the chosen grinder.
    await card.locator('.notes', { hasText: 'One <b>swirl</b>.' }).waitFor()
    const setting = card.locator('.dial', { hasText: 'on your Encore' })
    expect(await setting.locator('b').textContent()).toBe(await numeral('Encore'))
    expect(await card.locator('[role=tab]').allTextContents()).toEqual(['V60'])
    await card.getByRole('link', { name: 'Full recipe' }).click()
    expect(page.context().pages()).toHaveLength(1)
    await page.getByText('Before', { exact: true }).click()
    await card.getByRole('button', { name: 'Show it on my grinder' }).waitFor()
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

test('the preview beside a recipe shows the whole card', async () => {
  const { world, browser } = stage
  const ann = await aMember(world, (await world.ports.embeds.roaster('many'))?.id as number)
  const { id } = (await world.call('GET /api/roasters/many/coffees/coffee-10')).body
  const { page } = await openSite(browser, world, `/portal/many/recipes/new?coffee=${id}`, { as: ann })
  const card = page.frameLocator('.beside iframe').locator('.box.ready')
  const bottom = await card.evaluate(box => box.getBoundingClientRect().bottom)
  await eventually(async () => ((await page.locator('.beside iframe').boundingBox())?.height ?? 0) >= bottom)
  await page.context().close()
})

test('at a desk, the actions on a recipe are in one row, and so are the numbers of the analytics', async () => {
  const { world, browser } = stage
  const roaster = await world.ports.embeds.roaster('many')
  const ann = await aMember(world, roaster?.id as number)
  const { id } = (await world.call('GET /api/roasters/many/coffees/coffee-10')).body
  const { page } = await openSite(browser, world, `/portal/many/recipes/new?coffee=${id}`, { as: ann })
  await page.setViewportSize({ width: 1440, height: 1000 })
  const rows = (place: string) =>
    page.locator(place).evaluateAll(all => [...new Set(all.map(one => one.getBoundingClientRect().top))].length)
  expect(await rows('.headed .button')).toBe(1)
  await page.goto(`${world.url}/portal/many/analytics?compare=yes`)
  expect([await page.locator('.measures li').count(), await rows('.measures li')]).toEqual([8, 1])
  await page.context().close()
})

test('what is chosen while a reply is on its way stays chosen', async () => {
  const { world, entrance } = stage
  const ann = await aMember(world, (await world.ports.embeds.roaster('many'))?.id as number)
  const { id } = (await world.call('GET /api/roasters/many/coffees/coffee-10')).body
  const path = '/portal/many/recipes/new'
  const opened = await visit(stage, `${world.url}${path}?coffee=${id}`, {
    before: page => signInOnPage(page, world.url, ann),
  })
  const { page, asked } = opened
  const release = entrance.hold(path)
  await page.getByLabel('Your setting').fill('20')
  await eventually(() => asked.filter(one => one === `GET ${path}`).length === 2)
  await page.locator('.dials label', { hasText: 'Encore' }).click()
  release()
  await page.frameLocator('.beside iframe').getByText('on your Encore').waitFor()
  expect(await page.getByRole('radio', { name: 'Encore' }).isChecked()).toBe(true)
  expect(await page.getByLabel('Your setting').inputValue()).toBe('20')
  await leave(opened)
})

test('water over time is drawn from the steps as they are typed, and a step out of order is marked', async () => {
  const { world, browser } = stage
  const ann = await aMember(world, (await world.ports.embeds.roaster('many'))?.id as number)
  const { id } = (await world.call('GET /api/roasters/many/coffees/coffee-10')).body
  const { page, complaints } = await openSite(browser, world, `/portal/many/recipes/new?coffee=${id}`, { as: ann })
  await page.getByLabel('Step 1: when').fill('0:00')
  await page.getByLabel('Step 1: all the water so far').fill('45')
  await page.getByRole('button', { name: 'Step', exact: true }).click()
  await page.getByLabel('Step 2: when').fill('0:40')
  await page.getByLabel('Step 2: all the water so far').fill('200')
  await page.getByRole('img', { name: /^0:00 to 45\sg, 0:40 to 200\sg\.$/ }).waitFor()
  await page.getByLabel('Step 1: when').fill('1:00')
  await page.getByText('The step at 0:40 comes after the one at 1:00. Check their times.').waitFor()
  expect(await page.locator('.pours').count()).toBe(0)
  expect(complaints).toEqual([])
  await page.context().close()
})

test.each([true, false])(
  'a new step has the keyboard, and so has the step after a removed one, with a script: %p',
  async javaScriptEnabled => {
    const { world, browser } = stage
    const ann = await aMember(world, (await world.ports.embeds.roaster('many'))?.id as number)
    const { id } = (await world.call('GET /api/roasters/many/coffees/coffee-10')).body
    const options = { as: ann, javaScriptEnabled }
    const { page } = await openSite(browser, world, `/portal/many/recipes/new?coffee=${id}`, options)
    const hasKeyboard = async (selector: string) => {
      const place = page.locator(`${selector}:focus`)
      await place.waitFor()
      const bottom = () => place.evaluate(one => one.getBoundingClientRect().bottom - innerHeight)
      expect(await bottom()).toBeLessThan(1)
    }
    for (const [row, at] of ['0:00', '0:40', '1:20'].entries()) {
      await page.locator(`#step-${row}`).fill(at)
      await page.getByRole('button', { name: 'Step', exact: true }).press('Enter')
      await hasKeyboard(`#step-${row + 1}`)
    }
    await page.locator('#step-3').fill('2:00')
    await page.getByRole('button', { name: 'Remove step 2' }).press('Enter')
    await hasKeyboard('#step-1')
    expect(await page.locator('#step-1').inputValue()).toBe('1:20')
    await page.getByRole('button', { name: 'Remove step 3' }).press('Enter')
    await hasKeyboard('button[value=step]')
    await page.context().close()
  },
)

test('at a desk, the grinder and its setting are on one line', async () => {
  const { world, browser } = stage
  const ann = await aMember(world, (await world.ports.embeds.roaster('many'))?.id as number)
  const { id } = (await world.call('GET /api/roasters/many/coffees/coffee-10')).body
  const { page } = await openSite(browser, world, `/portal/many/recipes/new?coffee=${id}`, { as: ann })
  await page.setViewportSize({ width: 1440, height: 1000 })
  const topOf = async (field: string) => (await page.locator(field).boundingBox())?.y
  expect(await topOf('#grindSetting')).toBe((await topOf('.picked')) as number)
  await page.context().close()
})

test('the editor counts every row of the steps, and shows another grinder that is chosen while none is shown', async () => {
  const { world, browser } = stage
  const ann = await aMember(world, (await world.ports.embeds.roaster('many'))?.id as number)
  const { id } = (await world.call('GET /api/roasters/many/coffees/coffee-10')).body
  const { page, complaints } = await openSite(browser, world, `/portal/many/recipes/new?coffee=${id}`, { as: ann })
  const rows = [
    ['Rinse', '0:00', ''],
    ['Pour', '0:00', '45'],
    ['Pour', '0:40', '200'],
  ] as const
  for (const [row, [action, at, to]] of rows.entries()) {
    if (row > 0) await page.getByRole('button', { name: 'Step', exact: true }).click()
    await page.getByLabel(`Step ${row + 1}: what`).selectOption(action)
    await page.getByLabel(`Step ${row + 1}: when`).fill(at)
    await page.getByLabel(`Step ${row + 1}: all the water so far`).fill(to)
  }
  await page.getByText(/^3 steps, /).waitFor()
  const card = page.frameLocator('.beside iframe')
  await page.getByText('Before', { exact: true }).click()
  await card.getByRole('button', { name: 'Show it on my grinder' }).waitFor()
  await page.locator('.dials label', { hasText: 'Encore' }).click()
  await card.getByText('on your Encore').waitFor()
  expect(await page.getByRole('radio', { name: 'After' }).isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await page.context().close()
})
