import { describe, expect, test } from 'bun:test'
import { placeOn, rangeOn } from '../../core/grind/place.ts'
import { eventually } from '../support/eventually.ts'
import { startWorld } from '../support/world.ts'
import { EVIL, element, expectAccessible, leave, type Opened, script, setStage, shoot, textOf, visit } from './stage.ts'

const stage = setStage(startWorld)

const open = (
  body: string,
  options?: Parameters<typeof visit>[2] & { host?: string; head?: string; headers?: Record<string, string> },
) => {
  const { host, head, headers, ...rest } = options ?? {}
  return visit(stage, stage.sites.page(body + script(stage), { host, head, headers }), rest)
}
const shown = async (opened: Opened) => {
  await opened.page.locator('.ready').first().waitFor()
  return opened
}

describe('a card', () => {
  test('shows the roaster, the coffee and the recipe, with two requests and a tell', async () => {
    const opened = await shown(await open(element('hill-road', 'data-coffee="worka"')))
    const text = await textOf(opened.page.locator('.box'))
    for (const words of [
      'Hill Road Coffee Ethiopia Worka Sakaro peach · jasmine · black tea V60 AeroPress Espresso',
      'Coffee 15 g Water 250 g Ratio 1:16.7 Temp 203 °F 95 °C Time 3:00 Grind Medium',
      'Let it cool a little: the peach comes late. Full recipe Powered by Dialin',
    ])
      expect(text).toContain(words)
    await expect(opened.page.locator('.link').getAttribute('href')).resolves.toBe(
      `${stage.world.url}/brew/hill-road/worka?method=v60`,
    )
    await eventually(() => opened.asked.length > 2)
    expect(opened.asked).toEqual([
      'GET /embed/widget.js',
      'GET /api/embed/recipes/hill-road',
      'POST /api/embed/track-impression',
    ])
    expect([opened.said, await opened.page.context().cookies()]).toEqual([[], []])
    await leave(opened)
  })

  test('has no accessibility fault in any layout and theme, and fits a narrow page', async () => {
    const looks = ['light', 'dark'].flatMap(theme => ['card', 'inline', 'badge'].map(layout => ({ theme, layout })))
    const body = looks.map(({ theme, layout }) =>
      element('hill-road', `data-theme="${theme}" data-layout="${layout}" data-accent-color="#7cc4a0"`),
    )
    const opened = await open(body.join('<br>'), { viewport: { width: 900, height: 620 } })
    await opened.page.locator('.ready').nth(5).waitFor()
    await expectAccessible(opened.page)
    await shoot(opened.page, 'layouts-wide')
    await opened.page.setViewportSize({ width: 320, height: 620 })
    expect(await opened.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await shoot(opened.page, 'layouts-narrow')
    await leave(opened)
  })

  test('lets a visitor pick another coffee, also one beyond the first answer', async () => {
    const opened = await shown(await open(element('many')))
    const picker = opened.page.getByLabel('Coffee', { exact: true })
    expect(await picker.locator('option').count()).toBe(14)
    await picker.selectOption('Coffee 12')
    await opened.page.locator('.link[href*="/coffee-12?"]').waitFor()
    expect(opened.asked.filter(one => one.startsWith('GET /api'))).toHaveLength(1)
    await picker.selectOption('Coffee 23')
    await opened.page.locator('.link[href*="/coffee-23?"]').waitFor()
    expect(opened.asked.filter(one => one.startsWith('GET /api'))).toHaveLength(2)
    expect(await opened.page.getByRole('tab').allInnerTexts()).toEqual(['V60', 'Espresso'])
    await leave(opened)
  })

  test('works by keyboard alone', async () => {
    const opened = await shown(await open(element('hill-road')))
    const { page } = opened
    const { keyboard } = page
    const focused = () =>
      page.evaluate(() => {
        const active = document.querySelector('[data-service-widget]')?.shadowRoot?.activeElement
        const outline = active && getComputedStyle(active).outlineStyle
        return [active?.getAttribute('aria-label') ?? active?.textContent?.trim().slice(0, 30), outline]
      })
    await keyboard.press('Tab')
    expect(await focused()).toEqual(['Coffee', 'solid'])
    await keyboard.press('Tab')
    expect(await focused()).toEqual(['V60', 'solid'])
    await keyboard.press('ArrowRight')
    expect(await focused()).toEqual(['AeroPress', 'solid'])
    await page.locator('#panel[aria-labelledby=tab-aeropress]').waitFor()
    await keyboard.press('End')
    expect((await focused())[0]).toBe('Espresso')
    await keyboard.press('ArrowRight')
    expect((await focused())[0]).toBe('V60')
    await keyboard.press('ArrowLeft')
    expect((await focused())[0]).toBe('Espresso')
    await keyboard.press('Home')
    expect((await focused())[0]).toBe('V60')
    await keyboard.press('Tab')
    expect((await focused())[0]).toStartWith('Coffee')
    await keyboard.press('Tab')
    expect(await focused()).toEqual(['Show the grind on my grinder', 'solid'])
    await keyboard.press('Enter')
    await page.locator('select.grinder').waitFor()
    expect(await focused()).toEqual(['Your grinder', 'solid'])
    await keyboard.type('Comandante C40 MK4')
    await page.getByText('on your Comandante C40 MK4').waitFor()
    expect(await focused()).toEqual(['Your grinder', 'solid'])
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    expect(await focused()).toEqual(['Change grinder', 'solid'])
    await keyboard.press('Tab')
    expect((await focused())[0]).toBe('Full recipe')
    await keyboard.press('Tab')
    expect((await focused())[0]).toBe('Powered by Dialin')
    await leave(opened)
  })
})

describe("the visitor's grinder", () => {
  const c40 = () => stage.world.ports.grinders.bySlug('comandante-c40-mk4')

  test('shows the grind in its own clicks with the range, on every card, and is remembered', async () => {
    const grinder = c40()
    if (!grinder) throw new Error('The C40 is missing.')
    const body = element('hill-road', 'data-coffee="worka"') + element('night-shift')
    const opened = await shown(await open(body))
    const { page } = opened
    await page.locator('.grinder').first().click()
    await expectAccessible(page)
    await shoot(page, 'choosing-a-grinder')
    await page.locator('select.grinder').selectOption('comandante-c40-mk4')
    await page.locator('.dial b').nth(1).waitFor()
    await page.getByRole('button', { name: 'Done' }).click()
    const { min, max } = rangeOn(grinder, 41 - grinder.uncertainty, 41 + grinder.uncertainty)
    expect(await textOf(page.locator('.dial span').first())).toBe(
      `${placeOn(grinder, 41).label} (${min} to ${max} clicks) on your Comandante C40 MK4`,
    )
    expect(await textOf(page.locator('.dial span').nth(1))).toStartWith(placeOn(grinder, 22).label)
    await page.getByRole('tab', { name: 'Espresso' }).click()
    expect(await textOf(page.locator('.dial span').first())).toStartWith(placeOn(grinder, 9).label)
    await shoot(page, 'own-grinder')

    opened.asked.length = 0
    await page.reload()
    await page.locator('.dial b').nth(1).waitFor()
    expect(opened.asked.filter(one => one.includes('grinder'))).toEqual([])
    expect(await page.context().cookies()).toEqual([])

    await page.locator('.grinder').first().click()
    await page.locator('select.grinder').selectOption({ label: 'No grinder chosen' })
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText('Show the grind on my grinder').nth(1).waitFor()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await leave(opened)
  })

  test('may be out of reach of a recipe, may be spoiled in storage, and may fail to load', async () => {
    const spoil = (page: Opened['page']) =>
      page.addInitScript(() => localStorage.setItem('dialin-grinder', '{"slug":"x"}'))
    const opened = await shown(await open(element('hill-road', 'data-coffee="zephyr"'), { before: spoil }))
    const { page } = opened
    const allow = stage.entrance.refuse('/api/widget/')
    await page.locator('.grinder').click()
    await page.getByText('The grinders cannot be loaded right now.').waitFor()
    await expectAccessible(page)
    allow()
    await page.getByRole('button', { name: 'Try again' }).click()
    const fine = stage.world.ports.grinders.list().find(one => one.slug === '1zpresso-j')
    await page.locator('select.grinder').selectOption(fine?.slug ?? '')
    await page.getByText('is as near as it gets').waitFor()
    expect(await textOf(page.locator('.dial b'))).toStartWith('120 clicks')
    await leave(opened)
  })
})

describe('text from people', () => {
  test('stays text', async () => {
    const opened = await shown(await open(element('evil')))
    const { page } = opened
    expect(await textOf(page.locator('.roaster'))).toBe(`Evil ${EVIL}`)
    expect(await textOf(page.locator('.notes'))).toBe(EVIL)
    expect(await page.locator('option').allInnerTexts()).toEqual([`A ${EVIL}`, `B ${EVIL}`])
    expect(await page.locator('.box').getByText('{{7*7}}').count()).toBeGreaterThan(2)
    expect(await page.locator('.box img, .box script').count()).toBe(0)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    await leave(opened)
    const brew = await visit(stage, `${stage.world.url}/brew/evil/a`)
    expect(await textOf(brew.page.locator('h1'))).toBe(`A ${EVIL}`)
    const strange = brew.page.locator('img, script:not([src^="/assets/"], [type="application/ld+json"])')
    expect([await strange.count(), brew.said]).toEqual([0, []])
    expect(await brew.page.evaluate(() => 'hacked' in window)).toBe(false)
    await expectAccessible(brew.page)
    await leave(brew)
  })
})
