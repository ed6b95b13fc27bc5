import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { eventually } from '../support/eventually.ts'
import { startWorld } from '../support/world.ts'
import { element, expectAccessible, leave, script, setStage, shoot, textOf, untilReady, visit } from './stage.ts'

const stage = setStage(startWorld)

interface LayoutShift {
  value: number
  hadRecentInput: boolean
}

const open = (
  body: string,
  options: { head?: string; headers?: Record<string, string>; host?: string } & Parameters<typeof visit>[2] = {},
) => {
  const { head, headers, host, ...rest } = options
  return visit(stage, stage.sites.page(body, { head, headers, host }), {
    viewport: { width: 1000, height: 1600 },
    ...rest,
  })
}
const boxes = (page: Page) =>
  page.locator('.box').evaluateAll(all =>
    all.map(box => {
      const { color, fontSize, letterSpacing, backgroundColor, textTransform } = getComputedStyle(box)
      const { height } = box.getBoundingClientRect()
      return { color, fontSize, letterSpacing, backgroundColor, textTransform, height }
    }),
  )

describe('attributes', () => {
  const styleOf = (page: Page, place: string, property: string) =>
    page
      .locator(place)
      .first()
      .evaluate((found, name) => getComputedStyle(found).getPropertyValue(name), property)

  test("say what to show and how, overriding the roaster's settings", async () => {
    const attributes =
      'data-theme="light" data-layout="inline" data-coffee="owl" data-accent-color="#123456" data-border-radius="24" data-show-powered-by="true"'
    const opened = await open(element('night-shift', attributes) + script(stage))
    const { page } = opened
    await untilReady(page)
    expect(await page.locator('.box').getAttribute('class')).toContain('inline light')
    expect(await styleOf(page, '.fill', 'background-color')).toBe('rgb(18, 52, 86)')
    expect(await styleOf(page, '.fill', 'color')).toBe('rgb(255, 255, 255)')
    expect(await styleOf(page, '.box', 'border-radius')).toBe('24px')
    expect([await page.locator('.powered').count(), await page.locator('button.title').count(), opened.said]).toEqual([
      1,
      0,
      [],
    ])
    await leave(opened)
  })

  test("if missing, leave the roaster's settings, or ours if there are none", async () => {
    const opened = await open(
      element('night-shift') + element('many') + element('hill-road', 'data-show-powered-by="false"') + script(stage),
    )
    const { page } = opened
    await untilReady(page, 3)
    const [night, many, hill] = await page.locator('.box').all()
    if (!night || !many || !hill) throw new Error('A card is missing.')
    expect(await night.getAttribute('class')).toContain('card dark')
    expect(await styleOf(page, '.dark .fill', 'background-color')).toBe('rgb(255, 221, 0)')
    expect(await styleOf(page, '.dark .fill', 'color')).toBe('rgb(0, 0, 0)')
    expect(await many.getAttribute('class')).toContain('card light')
    expect(await styleOf(page, '.light .fill', 'background-color')).toBe('rgb(29, 53, 87)')
    expect(await styleOf(page, '.box', 'border-radius')).toBe('4px')
    expect(await Promise.all([night, many, hill].map(box => box.locator('.powered').count()))).toEqual([0, 1, 1])
    await leave(opened)
  })

  test('with a bad value fall back, with one warning each, and without a roaster nothing happens', async () => {
    const bad =
      'data-theme="neon" data-layout="poster" data-coffee="Not A Slug" data-accent-color="red" data-border-radius="25" data-show-powered-by="maybe"'
    const opened = await open(element('hill-road', bad) + element('') + script(stage) + script(stage))
    const { page } = opened
    await untilReady(page)
    expect(await page.locator('.box').getAttribute('class')).toContain('card light')
    expect(await styleOf(page, '.fill', 'background-color')).toBe('rgb(179, 64, 42)')
    expect(await styleOf(page, '.box', 'border-radius')).toBe('4px')
    expect(await page.locator('button.title').count()).toBe(1)
    expect(await page.locator('.powered').count()).toBe(1)
    expect(opened.said.sort()).toEqual([
      '[dialin] data-accent-color="red" is ignored: it must be a colour like #1d3557.',
      '[dialin] data-border-radius="25" is ignored: it must be a whole number from 0 to 24.',
      '[dialin] data-coffee="Not A Slug" is ignored: it must be the slug of a coffee.',
      '[dialin] data-layout="poster" is ignored: it must be card or compact or badge or inline or wide.',
      '[dialin] data-service-widget="" is ignored: it must be the slug of a roaster.',
      '[dialin] data-show-powered-by="maybe" is ignored: it must be true or false.',
      '[dialin] data-theme="neon" is ignored: it must be light or dark or auto.',
    ])
    expect(await page.getByText('Brew guides').nth(1).isVisible()).toBe(true)
    await leave(opened)
  })
})

describe('on a page', () => {
  const strict = () =>
    `require-trusted-types-for 'script'; trusted-types lit-html; default-src 'none'; script-src ${stage.world.url}; connect-src ${stage.world.url}; style-src 'none'; base-uri 'none'`

  test('with a strict policy it works without a violation', async () => {
    const policy = strict()
    const opened = await open(element('hill-road') + script(stage), {
      headers: { 'content-security-policy': policy, 'cross-origin-embedder-policy': 'require-corp' },
    })
    await untilReady(opened.page)
    await opened.page.getByRole('tab', { name: 'AeroPress' }).click()
    await opened.page.locator('.grinder').click()
    await opened.page.locator('dialin-picker input').waitFor()
    expect(await opened.page.locator('.fill').evaluate(link => getComputedStyle(link).backgroundColor)).toBe(
      'rgb(179, 64, 42)',
    )
    expect(await opened.page.locator('[style]').count()).toBe(0)
    expect(opened.said.filter(line => !line.includes("the image 'data:,'"))).toEqual([])
    await leave(opened)
  })

  test('with a policy that forbids Lit, just the link stays, and the console names the policy that is missing', async () => {
    const snippet = element('hill-road', 'style="height: 0; padding-bottom: 500px"')
    const opened = await open(snippet + script(stage), {
      headers: { 'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'" },
    })
    await eventually(() => opened.said.some(line => line.startsWith('[dialin]')))
    expect(opened.said.filter(line => /^\[dialin]|TypeError/.test(line))).toEqual([
      '[dialin] Add the policy lit-html to trusted-types in the Content-Security-Policy of this page.',
    ])
    expect(await opened.page.getByRole('link', { name: 'Brew guides' }).isVisible()).toBe(true)
    // No more than the link is high: what was reserved for a card is released.
    expect((await opened.page.locator('[data-service-widget]').boundingBox())?.height).toBeLessThan(40)
    await leave(opened)
  })

  test('with hostile CSS it looks the same', async () => {
    const hostile = `<style>
      html { font-size: 50% }
      * { color: lime !important; font: italic 40px cursive !important; letter-spacing: 1em !important; text-transform: uppercase !important; background: purple !important; visibility: hidden; line-height: 3 !important; direction: rtl !important }
      a, button, select, p, dl, section { display: none !important; position: fixed !important; opacity: 0.1 !important }
      ::slotted(*), .box, .link, dialin-recipes { display: none !important }
    </style>`
    const body = `<div>${element('hill-road', 'data-coffee="worka"')}</div>${script(stage)}`
    const [plain, attacked] = [await open(body), await open(body, { head: hostile })]
    await Promise.all([untilReady(plain.page), untilReady(attacked.page)])
    expect(await boxes(attacked.page)).toEqual(await boxes(plain.page))
    expect(await textOf(attacked.page.locator('.box'))).toBe(await textOf(plain.page.locator('.box')))
    await shoot(attacked.page, 'hostile')
    await Promise.all([leave(plain), leave(attacked)])
  })

  test('it has its own width if the page leaves that to it, and never more than there is room', async () => {
    const around = {
      centred: 'display: flex; flex-direction: column; align-items: center',
      row: 'display: flex; gap: 8px',
      floating: 'overflow: hidden',
      cell: 'display: grid; justify-items: start',
    }
    const body = Object.entries(around).flatMap(([name, style]) =>
      [1040, 200].map(
        width =>
          `<div style="${style}; width: ${width}px">${['card', 'badge']
            .map(layout =>
              element('hill-road', `data-layout="${layout}" ${name === 'floating' ? 'style="float: left"' : ''}`),
            )
            .join('')}</div>`,
      ),
    )
    const opened = await open(body.join('') + script(stage), { viewport: { width: 1100, height: 9000 } })
    const { page } = opened
    await untilReady(page, 16)
    const widths = await page
      .locator('.box')
      .evaluateAll(all => all.map(box => Math.round(box.getBoundingClientRect().width)))
    const beside = (at: number) => widths.slice(at, at + 2).reduce((sum, width) => sum + width, 0)
    for (const at of [0, 8, 12]) expect(widths.slice(at, at + 4)).toEqual([640, 360, 200, 200])
    expect(widths.slice(4, 6)).toEqual([640, 360])
    expect([beside(6) > 180, beside(6) <= 192]).toEqual([true, true])
    await leave(opened)
  })

  test('its looks can be set through custom properties and parts', async () => {
    const head = `<style>
      [data-service-widget] { --dialin-background: rgb(1, 2, 3); --dialin-accent: rgb(4, 5, 6); --dialin-max-width: 500px; --dialin-height: auto }
      [data-service-widget]::part(title) { text-transform: uppercase }
      [data-service-widget]::part(tab selected) { color: rgb(7, 8, 9) }
    </style>`
    const opened = await open(element('hill-road', 'data-coffee="worka"') + script(stage), { head })
    const { page } = opened
    await untilReady(page)
    const style = (place: string, name: string) =>
      page.locator(place).evaluate((found, property) => getComputedStyle(found).getPropertyValue(property), name)
    expect(await style('.box', 'background-color')).toBe('rgb(1, 2, 3)')
    expect(await style('.box', 'width')).toBe('500px')
    expect(await style('.fill', 'background-color')).toBe('rgb(4, 5, 6)')
    expect(await style('.title', 'text-transform')).toBe('uppercase')
    expect(await style('[aria-selected=true]', 'color')).toBe('rgb(7, 8, 9)')
    await leave(opened)
  })

  test('several cards, two roasters and the script twice make one card per element and one request per roaster', async () => {
    const body = [
      element('hill-road'),
      script(stage),
      element('hill-road', 'data-layout="badge"'),
      element('night-shift'),
      script(stage),
    ]
    const opened = await open(body.join(''))
    await untilReady(opened.page, 3)
    const inRoots = await opened.page.evaluate(() =>
      [...document.querySelectorAll('[data-service-widget]')].map(host => host.shadowRoot?.childElementCount),
    )
    expect(inRoots).toEqual([1, 1, 1])
    const data = opened.asked.filter(one => one.startsWith('GET /api'))
    expect(data.sort()).toEqual(['GET /api/embed/recipes/hill-road', 'GET /api/embed/recipes/night-shift'])
    expect(opened.said).toEqual([])
    await leave(opened)
  })

  test('elements may be added later, removed while loading, put back, and be unusual ones', async () => {
    const release = stage.entrance.hold('/api/embed/recipes/hill-road')
    const opened = await open(`<ul><li data-service-widget="night-shift"></li></ul>${script(stage)}`)
    const { page } = opened
    await untilReady(page)
    await page.evaluate(added => {
      document.querySelector('main')?.insertAdjacentHTML('beforeend', added)
      window.__serviceWidgetInit?.()
      window.__serviceWidgetInit?.()
      const host = document.querySelector('div[data-service-widget]')
      host?.remove()
      Object.assign(window, { host })
    }, element('hill-road'))
    release()
    await page.evaluate(() => document.querySelector('main')?.append((window as unknown as { host: Node }).host))
    await untilReady(page, 2)
    await eventually(() => opened.asked.filter(one => one.endsWith('track-impression')).length === 2)
    expect(opened.said).toEqual([])
    await leave(opened)
  })

  test('without scripts the link stays', async () => {
    const opened = await open(element('hill-road') + script(stage), { javaScriptEnabled: false })
    expect(await opened.page.getByText('Brew guides').isVisible()).toBe(true)
    expect(opened.asked).toEqual([])
    await leave(opened)
  })
})

describe('on a bad network', () => {
  const watchShifts = (page: Page) =>
    page.addInitScript(() => {
      Object.assign(window, { shifts: 0 })
      new PerformanceObserver(list => {
        // A shift after a click is expected.
        for (const { value, hadRecentInput } of list.getEntries() as unknown as LayoutShift[])
          (window as unknown as { shifts: number }).shifts += hadRecentInput ? 0 : value
      }).observe({ type: 'layout-shift', buffered: true })
    })

  test('the space is reserved while the data is loading, and nothing moves when it arrives', async () => {
    const release = stage.entrance.hold('/api/embed/recipes/')
    const layouts = ['card', 'inline', 'badge'].map(layout => element('hill-road', `data-layout="${layout}"`))
    const opened = await open(`${layouts.join('')}<p>What follows</p>`, {
      head: `<script src="${stage.world.url}/embed/widget.js"></script>`,
      before: watchShifts,
    })
    const { page } = opened
    await page.locator('.loading').nth(2).waitFor()
    const place = () => page.getByText('What follows').evaluate(next => next.getBoundingClientRect().top)
    const before = await place()
    release()
    await untilReady(page, 3)
    expect(await place()).toBe(before)
    for (const name of ['AeroPress', 'Espresso']) await page.getByRole('tab', { name }).first().click()
    expect(await place()).toBe(before)
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0)
    // Separately: the widget waits ten seconds for its data, and checking on a busy machine takes
    // longer.
    const releaseAgain = stage.entrance.hold('/api/embed/recipes/')
    await page.reload()
    await page.locator('.loading').nth(2).waitFor()
    await expectAccessible(page)
    await shoot(page, 'loading')
    releaseAgain()
    await leave(opened)
  })

  test("a failure is reported, offers a retry, and shows the page's own link", async () => {
    const allow = stage.entrance.refuse('/api/embed/recipes/hill-road')
    const opened = await open(
      element('hill-road') +
        element('hill-road', 'data-layout="badge" data-theme="dark"') +
        element('silent', 'data-theme="dark"') +
        element('nobody') +
        script(stage),
    )
    const { page } = opened
    await page.locator('.failed').nth(1).waitFor()
    await page.locator('.empty').nth(1).waitFor()
    await page.getByText('The recipe didn’t load. Check your connection.').first().waitFor()
    // It keeps the height that was reserved, so that the page does not move.
    const heights = await page.locator('.failed').evaluateAll(all => all.map(box => box.getBoundingClientRect().height))
    expect(heights).toEqual([432, 76])
    // One of them is no roaster of ours, which shoppers need not read.
    expect(await page.getByText('No recipe here yet.').count()).toBe(1)
    for (const link of await page.getByText('Brew guides').all()) expect(await link.isVisible()).toBe(true)
    await expectAccessible(page)
    await shoot(page, 'failed-and-empty')
    expect(opened.asked.filter(one => one.startsWith('POST'))).toEqual([])
    allow()
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await untilReady(page)
    await leave(opened)
  })

  test('a script that never loads leaves the page as it was', async () => {
    const allow = stage.entrance.refuse('/embed/widget.js')
    const opened = await open(element('hill-road') + script(stage))
    expect(await opened.page.getByText('Brew guides').isVisible()).toBe(true)
    allow()
    await leave(opened)
  })
})
