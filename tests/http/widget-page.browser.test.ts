import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import { startWorld } from '../support/world.ts'
import { leave, setStage, visit } from '../widget/stage.ts'

const stage = setStage(startWorld)

const path = '/widget'

test('a roaster tries the widget with its own coffees, chooses a grinder and copies the snippet', async () => {
  const { world } = stage
  const opened = await visit(stage, `${world.url}${path}`, {
    permissions: ['clipboard-read', 'clipboard-write'],
    viewport: { width: 1280, height: 900 },
  })
  const { page, said, asked } = opened
  const shown = page.frameLocator('.try-it iframe')
  await shown.getByText('Yirgacheffe Konga').waitFor()
  await shown.getByText('on your C40 MK4').waitFor()

  await page.getByLabel('Try it with your coffees').fill('hill road')
  await shown.getByRole('combobox', { name: 'Coffee' }).getByText('Ethiopia Worka Sakaro').waitFor()
  await shown.getByRole('tab', { name: 'AeroPress' }).click()
  await shown.getByRole('button', { name: 'Change' }).click()
  await shown.getByRole('combobox', { name: 'Your grinder' }).fill('niche zero')
  await shown.getByRole('option', { name: 'Niche Zero', exact: true }).click()
  await shown.getByText('on your Zero').waitFor()
  expect(page.url()).toBe(`${world.url}${path}?q=hill+road`)

  const looks = page.locator('.look iframe')
  for (const frame of await looks.all()) await frame.scrollIntoViewIfNeeded()
  for (const layout of ['card', 'inline', 'badge'])
    await page.frameLocator(`.look.as-${layout} iframe`).first().locator(`.box.${layout}.ready`).waitFor()
  await page.getByText('Iframe', { exact: true }).click()
  await page.locator('.snippet.iframe').getByRole('button', { name: 'Copy' }).click()
  await page.locator('.snippet.iframe').getByText('Copied').waitFor()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toContain('/embed/hill-road')

  // Nothing is kept in the browser, and nothing is counted.
  expect(await page.evaluate<number>('localStorage.length')).toBe(0)
  expect(await page.context().cookies()).toEqual([])
  expect(asked.filter(one => one.startsWith('POST'))).toEqual([])
  expect(said).toEqual([])
  await leave(opened)
})

test('a roaster tries the widget by web address, without a script', async () => {
  const { world } = stage
  await world.sql`update roasters set website_url = 'https://hillroad.example' where slug = 'hill-road'`
  const opened = await visit(stage, `${world.url}${path}`, { javaScriptEnabled: false })
  const { page } = opened
  await page.getByLabel('Try it with your coffees').fill('www.hillroad.example/shop')
  await page.getByRole('button', { name: 'Try it' }).click()
  expect(await page.locator('.try-it iframe').getAttribute('title')).toBe(
    'The widget with a coffee by Hill Road Coffee',
  )
  await page.frameLocator('.try-it iframe').getByText('your shop shows your own link here').waitFor()
  await page.getByText('Shopify', { exact: true }).first().click()
  await page.locator('.snippet.shopify pre').waitFor()
  expect(await page.locator('.snippet.shopify pre').textContent()).toContain('data-service-widget="hill-road"')
  expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
  await leave(opened)
})

test('the widget has room in its frames, on a phone and on a desktop', async () => {
  const { world } = stage
  const opened = await visit(stage, `${world.url}${path}?q=hill+road`)
  const { page } = opened
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const frame of await page.locator('.room iframe').all()) {
      await frame.scrollIntoViewIfNeeded()
      const inside = frame.contentFrame()
      await inside.locator('.box.ready').waitFor()
      const hidden = () => inside.locator('html').evaluate(root => root.scrollHeight - root.clientHeight)
      expect(await eventually(async () => (await hidden()) === 0)).toBe(true)
    }
  }
  await leave(opened)
})

test('its links lead to the recipe of the roaster; those of the example to a recipe of ours', async () => {
  const { world } = stage
  const opened = await visit(stage, `${world.url}${path}`)
  const { page } = opened
  const follow = async () => {
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      page.frameLocator('.try-it iframe').getByRole('link', { name: 'Full recipe' }).click(),
    ])
    await popup.waitForLoadState()
    const { pathname } = new URL(popup.url())
    const title = await popup.locator('h1').first().textContent()
    await popup.close()
    return [pathname, title?.includes('not')]
  }
  expect(await follow()).toEqual(['/brew', false])
  await page.goto(`${world.url}${path}?q=hill+road`)
  expect(await follow()).toEqual(['/brew/hill-road/worka', false])
  await leave(opened)
})
