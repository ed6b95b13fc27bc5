import { expect, test } from 'bun:test'
import { signInOnPage } from '../support/browser.ts'
import { browsing } from '../support/browsing.ts'
import { eventually } from '../support/eventually.ts'
import { aMember } from '../support/roastery.ts'
import { startWorld } from '../support/world.ts'
import { leave, setStage, shoot, visit } from '../widget/stage.ts'

const stage = setStage(startWorld)

test('a roaster changes the widget, sees it at once, copies the snippet and saves; the shop then shows it', async () => {
  const { world, sites } = stage
  const roasterId = (await world.ports.embeds.roaster('hill-road'))?.id as number
  const member = await aMember(world, roasterId)
  const opened = await visit(stage, `${world.url}/portal/hill-road/widget`, {
    permissions: ['clipboard-read', 'clipboard-write'],
    before: page => signInOnPage(page, world.url, member),
  })
  const { page, said, asked } = opened
  const onLight = page.frameLocator('.stage.light iframe')
  const onDark = page.frameLocator('.stage.dark iframe')
  await onLight.locator('.box.card.light.ready').waitFor()

  await page.getByText('Inline', { exact: true }).click()
  await page.getByText('Follow', { exact: true }).click()
  await onLight.locator('.box.inline.light.ready').waitFor()
  await onDark.locator('.box.inline.dark.ready').waitFor()
  // An inline widget gets enough width to be one.
  const width = (place: string) => page.locator(place).evaluate(one => one.getBoundingClientRect().width)
  expect(await width('.stage.light')).toBe(await width('.stages'))
  const pressed = () =>
    page.locator('.swatch[aria-pressed=true]').evaluateAll(all => all.map(one => one.getAttribute('value')))
  await page.getByLabel('As a number').fill('#2f5d50')
  expect(await pressed()).toEqual(['#2F5D50'])
  await page.getByLabel('As a number').fill('blue')
  await page.locator('.contrast .warned', { hasText: '#' }).waitFor()
  await page.getByLabel('As a number').fill('#FFDD00')
  expect(await pressed()).toEqual([])
  await page.getByText('On a light page the button hardly stands out').waitFor()
  await page.getByRole('button', { name: '#1D3557' }).click()
  await page.getByText('White on it reads well, 12.4 to 1.').waitFor()
  expect(await page.getByLabel('As a number').inputValue()).toBe('#1D3557')
  await page.getByRole('button', { name: 'Espresso further up' }).click()
  await page.locator('[name="methodOrder"][value="v60,espresso,aeropress,cold_brew"]').waitFor({ state: 'attached' })
  // Typing loses nothing, and looking saved nothing.
  expect(page.url()).toBe(`${world.url}/portal/hill-road/widget`)
  expect(asked.filter(one => one.startsWith('POST /portal'))).toEqual([])
  expect(await world.ports.embeds.roaster('hill-road')).toMatchObject({ layout: 'card', accentColor: '#B3402A' })
  await shoot(page, 'portal-widget')

  const snippet = page.locator('.snippet').first()
  await snippet.getByRole('button', { name: 'Copy' }).click()
  await snippet.getByText('Copied').waitFor()
  await page.getByText('Badge', { exact: true }).click()
  await snippet.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  await page.getByText('Inline', { exact: true }).click()
  await snippet.getByText('data-layout="inline"').waitFor()
  // A preview that arrives moves what is below it, also while it is being pressed.
  await onLight.locator('.box.inline.light.ready').waitFor()
  await onDark.locator('.box.inline.dark.ready').waitFor()
  await snippet.getByRole('button', { name: 'Copy', exact: true }).click()
  await snippet.getByText('Copied').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toContain('data-layout="inline"')

  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await world.ports.embeds.roaster('hill-road')).toMatchObject({
    layout: 'inline',
    theme: 'auto',
    accentColor: '#1D3557',
    methodOrder: ['v60', 'espresso', 'aeropress', 'cold_brew'],
  })
  expect(said).toEqual([])

  const shop = await visit(stage, sites.page(copied, { host: 'shop.localhost' }))
  await shop.page.locator('.box.inline.ready').waitFor()
  await eventually(async () => {
    await page.reload()
    return page.getByText('Last loaded on shop.localhost').isVisible()
  })
  // A widget counts as seen after a second in view; the roaster's preview is not a visit.
  const hosts = await eventually(async () => {
    await world.ports.events.flush()
    const seen = await world.sql<{ host: string }[]>`select distinct host from events where roaster_id = ${roasterId}`
    return seen.length > 0 && seen.map(({ host }) => host)
  })
  expect(hosts).toEqual(['shop.localhost'])
  await leave(shop)
  await leave(opened)
})

test('the iframe to paste is as high as its content, on phones and wide pages, without a script', async () => {
  const { world, sites } = stage
  const roasterId = (await world.ports.embeds.roaster('night-shift'))?.id as number
  const member = await aMember(world, roasterId)
  for (const layout of ['card', 'inline', 'badge']) {
    await world.call('PUT /api/roaster-portal/embed', { as: member, body: { layout, language: 'de' } })
    const { text } = await browsing(world, member).open('/portal/night-shift/widget')
    const [, copied = ''] = /data-copy="(&lt;iframe[^"]*)"/.exec(text) ?? []
    const frame = copied.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
    const opened = await visit(stage, sites.page(frame, { host: 'shop.localhost' }))
    const { page } = opened
    for (const width of [344, 390, 660, 1200]) {
      await page.setViewportSize({ width, height: 800 })
      const inside = page.frameLocator('iframe')
      await inside.locator('.box.ready').waitFor()
      const hidden = await inside.locator('html').evaluate(root => root.scrollHeight - root.clientHeight)
      expect([layout, width, hidden]).toEqual([layout, width, 0])
    }
    await leave(opened)
  }
})
