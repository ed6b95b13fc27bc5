import { expect, test } from 'bun:test'
import { pickGrinder, signInOnPage } from '../support/browser.ts'
import { browsing } from '../support/browsing.ts'
import { eventually } from '../support/eventually.ts'
import { aMember } from '../support/roastery.ts'
import { startWorld } from '../support/world.ts'
import { leave, setStage, shoot, textOf, visit } from '../widget/stage.ts'

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
  const onDesktop = page.frameLocator('.desktop iframe')
  const onPhone = page.frameLocator('.phone iframe')
  await onDesktop.locator('.box.card.light.ready').waitFor()
  const save = page.getByRole('button', { name: 'Save' })
  expect(await save.isDisabled()).toBe(true)

  // What only changes the preview needs no saving.
  await onPhone.getByText('on your C40 MK4').waitFor()
  await pickGrinder(page, 'grinder', 'niche zero')
  await onPhone.getByText('on your Zero').waitFor()
  await page.getByText('No grinder yet').click()
  await onDesktop.getByRole('button', { name: 'Show it on my grinder' }).waitFor()
  await onPhone.getByRole('button', { name: 'Show it on my grinder' }).waitFor()
  expect(await save.isDisabled()).toBe(true)

  await page.getByText('Wide', { exact: true }).click()
  await page.getByText('Auto', { exact: true }).first().click()
  await onDesktop.locator('.box.inline.light.ready').waitFor()
  expect(await save.isEnabled()).toBe(true)
  await page.getByText('Dark page', { exact: true }).click()
  await onDesktop.locator('.box.inline.dark.ready').waitFor()
  await page.getByText('Your page', { exact: true }).click()
  await page.getByLabel('Colour of your page').fill('#fdf6e9')
  await onDesktop.locator('.box.inline.light.ready').waitFor()
  const behind = () => onPhone.locator('body').evaluate(body => getComputedStyle(body).backgroundColor)
  await eventually(async () => (await behind()) === 'rgb(253, 246, 233)')
  // A wide widget gets enough width to be one with a ring, and is shown smaller.
  const width = (place: string) => page.locator(place).evaluate(one => one.getBoundingClientRect().width)
  expect(await width('.desktop')).toBe(await width('.devices'))
  const inside = await onDesktop.locator('html').evaluate(root => root.clientWidth)
  expect(Math.round(inside * 0.65)).toBe(Math.round(await width('.desktop iframe')))
  const shown = await onDesktop.locator('.box.inline').evaluate(box => box.getBoundingClientRect().width)
  expect(shown).toBeGreaterThanOrEqual(820)
  expect(await textOf(page.locator('.desktop figcaption'))).toMatch(/^Desktop: \d+ px wide, \d+ px high$/)
  const pressed = () =>
    page.locator('.swatch[aria-pressed=true]').evaluateAll(all => all.map(one => one.getAttribute('value')))
  await page.getByLabel('Hex code').fill('#2f5d50')
  expect(await pressed()).toEqual(['#2F5D50'])
  await page.getByLabel('Hex code').fill('blue')
  await page.locator('.contrast .warned', { hasText: '#' }).waitFor()
  await page.getByLabel('Hex code').fill('#FFDD00')
  expect(await pressed()).toEqual([])
  await page.getByText('The button hardly stands out on a light page').waitFor()
  await page.getByRole('button', { name: '#1D3557' }).click()
  await page.getByText('White text on it reads well (12.4:1).').waitFor()
  expect(await page.getByLabel('Hex code').inputValue()).toBe('#1D3557')
  await page.getByRole('button', { name: 'Move Espresso up' }).click()
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
  await page.getByText('Wide', { exact: true }).click()
  await snippet.getByText('data-layout="inline"').waitFor()
  // A preview that arrives moves what is below it, also while it is being pressed.
  await onDesktop.locator('.box.inline.light.ready').waitFor()
  await snippet.getByRole('button', { name: 'Copy', exact: true }).click()
  await snippet.getByText('Copied').waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied).toContain('data-layout="inline"')

  await save.click()
  await page.getByText('Your shop shows it within five minutes.').waitFor()
  // The page's script does this, once it has loaded.
  await eventually(() => save.isDisabled())
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
    return page.getByText('Live on shop.localhost.').isVisible()
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

test('methods are reordered by dragging or with the arrows, and only then there is something to save', async () => {
  const { world } = stage
  const member = await aMember(world, (await world.ports.embeds.roaster('many'))?.id as number)
  const opened = await visit(stage, `${world.url}/portal/many/widget`, {
    before: page => signInOnPage(page, world.url, member),
  })
  const { page, said } = opened
  const save = page.getByRole('button', { name: 'Save' })
  const order = () =>
    page.locator('.method-order li').evaluateAll(rows => rows.map(row => row.getAttribute('data-value')))
  const tabs = page.frameLocator('.desktop iframe').locator('[role=tab]')
  await tabs.first().waitFor()
  expect([await order(), await save.isDisabled()]).toEqual([['v60', 'espresso'], true])
  await page.locator('li[data-value=espresso] .grip').hover()
  await page.mouse.down()
  const top = await page.locator('li[data-value=v60]').boundingBox()
  await page.mouse.move(top?.x ?? 0, (top?.y ?? 0) + 4, { steps: 4 })
  await page.mouse.up()
  expect([await order(), await save.isEnabled()]).toEqual([['espresso', 'v60'], true])
  // The frame is replaced by a new one, so only waiting for the tabs works, not reading them at once.
  await tabs.nth(0).filter({ hasText: 'Espresso' }).waitFor()
  await tabs.nth(1).filter({ hasText: 'V60' }).waitFor()
  // Back again by keyboard.
  await page.getByRole('button', { name: 'Move V60 up' }).focus()
  await page.keyboard.press('Enter')
  await eventually(async () => (await order()).join() === 'v60,espresso')
  expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Move V60 up')
  expect(await save.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Move V60 down' }).click()
  await eventually(() => save.isEnabled())
  // Leaving with unsaved changes asks first; saving them does not.
  const asked: string[] = []
  page.on('dialog', dialog => {
    asked.push(dialog.type())
    return dialog.dismiss()
  })
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await eventually(() => asked.length === 1)
  expect([asked, new URL(page.url()).pathname]).toEqual([['beforeunload'], '/portal/many/widget'])
  await save.click()
  await page.getByText('Your shop shows it within five minutes.').waitFor()
  expect(asked).toHaveLength(1)
  expect(await world.ports.embeds.roaster('many')).toMatchObject({ methodOrder: ['espresso', 'v60'] })
  expect(said).toEqual([])
  await leave(opened)
})

test('without a script, the form previews and saves', async () => {
  const { world } = stage
  const member = await aMember(world, (await world.ports.embeds.roaster('many'))?.id as number)
  await world.call('PUT /api/roaster-portal/embed', { as: member, body: { methodOrder: ['espresso', 'v60'] } })
  const opened = await visit(stage, `${world.url}/portal/many/widget`, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
    before: page => signInOnPage(page, world.url, member),
  })
  const { page } = opened
  await page.getByText('Badge', { exact: true }).click()
  await page.getByRole('button', { name: 'Move V60 up' }).click()
  expect(await page.getByRole('radio', { name: 'Badge' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your shop shows it within five minutes.').waitFor()
  expect(await world.ports.embeds.roaster('many')).toMatchObject({ layout: 'badge', methodOrder: ['v60', 'espresso'] })
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
      // A frame from another site gets its new width a little later than the page.
      const widths = () =>
        Promise.all([page.locator('iframe'), inside.locator('html')].map(one => one.evaluate(each => each.clientWidth)))
      await eventually(async () => new Set(await widths()).size === 1)
      const hidden = await inside.locator('html').evaluate(root => root.scrollHeight - root.clientHeight)
      expect([layout, width, hidden]).toEqual([layout, width, 0])
    }
    await leave(opened)
  }
})
