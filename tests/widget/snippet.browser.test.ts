import { describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { snippetTabs } from '../../adapters/http/pages/portal/widget-snippets.ts'
import { widgetScript } from '../../widget/build.ts'
import { eventually } from '../support/eventually.ts'
import { startWorld } from '../support/world.ts'
import {
  element,
  expectAccessible,
  leave,
  type OpenedWidget,
  script,
  setStage,
  shoot,
  untilReady,
  visit,
} from './stage.ts'

const stage = setStage(startWorld)

const open = (body: string, options: Parameters<typeof visit>[2] & { head?: string; query?: string } = {}) => {
  const { head, query = '', ...rest } = options
  return visit(stage, stage.sites.page(body, { head }) + query, rest)
}
const told = ({ asked }: OpenedWidget) => asked.filter(one => one.endsWith('track-impression')).length

describe('the script', () => {
  test('may wait for consent: a tool rewrites it, and restores it later', async () => {
    const kept = `<script type="text/plain" data-src="${stage.world.url}/embed/widget.js"></script>`
    const opened = await open(element('hill-road') + kept)
    expect(opened.asked).toEqual([])
    await opened.page.evaluate(() => {
      const script = document.querySelector('script')
      const active = document.createElement('script')
      active.src = script?.dataset.src ?? ''
      script?.replaceWith(active)
    })
    await untilReady(opened.page)
    expect(opened.said).toEqual([])
    await leave(opened)
  })

  test('may be inlined, bundled or served by another host: it knows where it was copied from', async () => {
    const copy = await widgetScript(stage.world.url)
    expect(copy).not.toContain('</script')
    const ways = [
      `<script>${copy}</script>`,
      `<script type="module">${copy}</script>`,
      `<script async src="${stage.sites.file(copy, 'text/javascript', 'cdn.localhost')}"></script>`,
    ]
    for (const way of ways) {
      const opened = await open(element('hill-road') + way)
      await untilReady(opened.page)
      expect(opened.said).toEqual([])
      await leave(opened)
    }
  })

  test("uses the service's address that the page gives", async () => {
    const copy = await widgetScript('https://wrong.invalid')
    for (const address of ['', 'data-src="https://wrong.invalid/embed/widget.js"']) {
      const opened = await open(
        `${element('hill-road', `data-service-origin="${stage.world.url}"`)}<script ${address}>${copy}</script>`,
      )
      await untilReady(opened.page)
      await leave(opened)
    }
  })
})

describe('a card', () => {
  test("follows its attributes, as a shop's variant switch changes them, and counts each coffee once", async () => {
    const opened = await open(element('hill-road', 'data-coffee="worka"') + script(stage))
    const { page } = opened
    await untilReady(page)
    await eventually(() => told(opened) === 1)
    const set = (name: string, value: string) =>
      page
        .locator('div[data-service-widget]')
        .evaluate((host, [attribute, to]) => host.setAttribute(attribute as string, to as string), [name, value])
    await set('data-coffee', 'zephyr')
    await page.getByRole('tab', { name: 'Cold brew' }).waitFor()
    await set('data-theme', 'dark')
    await set('data-layout', 'inline')
    await page.locator('.inline.dark.ready').waitFor()
    await eventually(() => told(opened) === 2)
    await set('data-coffee', 'worka')
    await page.locator('.link[href*="/worka?"]').waitFor()
    await set('data-service-widget', 'night-shift')
    await page.locator('.link[href*="/night-shift/owl?"]').waitFor()
    await page.locator('div[data-service-widget]').evaluate(host => host.removeAttribute('data-coffee'))
    await page.locator('.link[href*="/night-shift/owl?"]').waitFor()
    await eventually(() => told(opened) === 3)
    expect(opened.said.filter(line => line.startsWith('[dialin]'))).toEqual([
      '[dialin] The roaster night-shift has no coffee worka. Use the slug of one of its coffees.',
    ])
    await leave(opened)
  })

  test('far below loads when it comes near, and counts when half of it is visible', async () => {
    const far = '<p style="height: 3000px"></p>'
    const body = `<div style="height: 560px">${element('hill-road', 'data-coffee="worka"')}</div>${element('night-shift')}${far}${element('many')}<p>What follows</p>`
    const opened = await open(body + script(stage), { viewport: { width: 800, height: 720 } })
    const { page } = opened
    await untilReady(page, 2)
    const data = () => opened.asked.filter(one => one.startsWith('GET /api'))
    const place = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await place()
    // Less than half of the second card is visible.
    await eventually(() => told(opened) === 1)
    expect(data()).toHaveLength(2)
    await page.getByText('What follows').scrollIntoViewIfNeeded()
    await untilReady(page, 3)
    await eventually(() => told(opened) === 2)
    expect(data().sort()).toEqual([
      'GET /api/embed/recipes/hill-road',
      'GET /api/embed/recipes/many',
      'GET /api/embed/recipes/night-shift',
    ])
    expect(await place()).toBe(before)
    await leave(opened)
  })

  test('that disappears within a second is not counted until it is visible for one', async () => {
    const body = `${element('hill-road')}<p style="height: 3000px"></p>${element('night-shift')}${script(stage)}`
    const stopClock = async ({ clock }: Page) => {
      await clock.install({ time: 0 })
      await clock.pauseAt(1000)
    }
    const opened = await open(body, { before: stopClock })
    const { page } = opened
    const cards = page.locator('div[data-service-widget]')
    await untilReady(page)
    await page.clock.runFor(900)
    await cards.nth(1).scrollIntoViewIfNeeded()
    await untilReady(page, 2)
    await page.clock.runFor(500)
    // Earlier reports have arrived before this.
    await page.evaluate(url => fetch(url).then(({ ok }) => ok), `${stage.world.url}/embed/words/de`)
    expect(told(opened)).toBe(0)
    await page.clock.runFor(500)
    await eventually(() => told(opened) === 1)
    await cards.first().scrollIntoViewIfNeeded()
    await eventually(async () => {
      await page.clock.runFor(1000)
      return told(opened) === 2
    })
    await leave(opened)
  })

  test('reports problems in the console, and in itself to its owner', async () => {
    const body =
      element('nobody') + element('hill-road', 'data-coffee="none"') + element('Mis Typed') + element('fenced')
    const faults = [
      'There is no roaster nobody.',
      'The roaster hill-road has no coffee none. Use the slug of one of its coffees.',
      'data-service-widget="Mis Typed" is ignored: it must be the slug of a roaster.',
      `${stage.world.url}/api/embed/recipes/fenced?limit=24 doesn’t allow blog.localhost`,
    ]
    const openAt = (query: string) =>
      visit(stage, stage.sites.page(body + script(stage), { host: 'blog.localhost' }) + query, {
        viewport: { width: 800, height: 2000 },
      })
    for (const [query, shown] of [
      ['', false],
      ['?dialin-owner', true],
    ] as const) {
      const opened = await openAt(query)
      const { page, said } = opened
      await page.locator('.failed').waitFor()
      await page.locator('.ready').waitFor()
      await page
        .locator('.empty')
        .nth(shown ? 1 : 0)
        .waitFor()
      for (const fault of faults) {
        await eventually(() =>
          said.some(line => line.startsWith('[dialin]') && line.includes(fault.split(':')[0] ?? '')),
        )
        expect(await page.locator('.owner', { hasText: fault }).count()).toBe(shown ? 1 : 0)
      }
      if (shown) await expectAccessible(page)
      await shoot(page, `faults${shown ? '-owner' : ''}`)
      await leave(opened)
    }
  })

  test('keeps the keyboard focus after a retry', async () => {
    const allow = stage.entrance.refuse('/api/embed/recipes/hill-road')
    const opened = await open(element('hill-road', 'data-coffee="zephyr"') + script(stage))
    const { page } = opened
    const focused = () =>
      page.evaluate(() => {
        const card = document.querySelector('[data-service-widget]')?.shadowRoot?.activeElement
        const { activeElement } = card?.shadowRoot ?? {}
        return activeElement?.className || activeElement?.textContent
      })
    await page.locator('.failed').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await eventually(() => opened.asked.filter(one => one.startsWith('GET /api')).length >= 3)
    await page.locator('.failed').waitFor()
    await eventually(async () => (await focused()) === 'button')
    allow()
    await page.keyboard.press('Enter')
    await untilReady(page)
    expect(await focused()).toContain('box')
    expect(await page.locator('.title').textContent()).toBe('Zephyr')
    await leave(opened)
  })

  test('shows long notes on request, and opens the connection early when the pointer comes near', async () => {
    const opened = await open(
      `<div style="width: 260px">${element('hill-road', 'data-coffee="worka"')}</div>${script(stage)}`,
    )
    const { page } = opened
    await untilReady(page)
    const notes = page.locator('.notes')
    const hidden = () => notes.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    expect(await hidden()).toBeGreaterThan(10)
    // Paper has no button to press.
    await page.emulateMedia({ media: 'print' })
    expect(await hidden()).toBe(0)
    await page.emulateMedia({ media: 'screen' })
    expect(await page.locator('link[rel=preconnect]').count()).toBe(0)
    await page.getByRole('button', { name: 'Show more' }).click()
    await page.getByRole('button', { name: 'Show less', expanded: true }).waitFor()
    expect(await hidden()).toBe(0)
    expect(await page.locator('link[rel=preconnect]').getAttribute('href')).toBe(stage.world.url)
    await leave(opened)
  })

  test('auto: is as light or dark as its background, even the bare page', async () => {
    const card = element('night-shift', 'data-theme="auto" data-layout="badge"')
    const behind = ['#111', 'oklch(0.97 0 0)', 'transparent'].map(
      colour => `<div style="background: ${colour}">${card}</div>`,
    )
    const opened = await open(behind.join('') + script(stage), { colorScheme: 'dark' })
    const { page } = opened
    await untilReady(page, 3)
    const themes = () =>
      page.locator('.box').evaluateAll(boxes => boxes.map(box => (box.matches('.dark') ? 'dark' : 'light')))
    // A page that does not mention dark mode is white, whatever its reader prefers.
    expect(await themes()).toEqual(['dark', 'light', 'light'])
    const root = (style: string) => page.evaluate(text => document.documentElement.setAttribute('style', text), style)
    await root('color-scheme: light dark')
    await eventually(async () => (await themes()).join(' ') === 'dark light dark')
    await root('')
    await eventually(async () => (await themes()).join(' ') === 'dark light light')
    await page.evaluate(() =>
      document.head.insertAdjacentHTML('beforeend', '<meta name="color-scheme" content="dark">'),
    )
    await root('--any: 1')
    await eventually(async () => (await themes()).join(' ') === 'dark light dark')
    await page.evaluate(() => document.querySelector('meta[name=color-scheme]')?.remove())
    await page.emulateMedia({ colorScheme: 'light' })
    await eventually(async () => (await themes()).join(' ') === 'dark light light')
    await page.evaluate(() => document.body.setAttribute('style', 'background: black'))
    await eventually(async () => (await themes()).join(' ') === 'dark light dark')
    await leave(opened)
  })
})

test('the snippet of the README reserves what the card needs, in narrow and in wide columns', async () => {
  const readme = await Bun.file('widget/README.md').text()
  const [, style = ''] = /data-service-widget="hill-road" style="([^"]*)"/.exec(readme) ?? []
  const columns = [320, 420, 620, 900].map(
    width => `<div style="width: ${width}px">${element('hill-road', `data-coffee="worka" style="${style}"`)}</div>`,
  )
  const allow = stage.entrance.refuse('/embed/widget.js')
  const url = stage.sites.page(columns.join('') + script(stage))
  const opened = await visit(stage, url, { viewport: { width: 1000, height: 4000 } })
  const { page } = opened
  const heights = () =>
    page.locator('div[data-service-widget]').evaluateAll(all => all.map(host => Math.round(host.clientHeight)))
  const before = await heights()
  expect(before).toEqual([550, 550, 432, 432])
  allow()
  await page.reload()
  await untilReady(page, columns.length)
  expect(await heights()).toEqual(before)
  await leave(opened)
})

test('for an unknown coffee, shoppers see all of the roaster’s, and the console says what to do', async () => {
  const opened = await open(element('hill-road', 'data-coffee="kongo"') + script(stage))
  const { page, said } = opened
  await page.locator('.ready').waitFor()
  expect(await page.locator('.owner').count()).toBe(0)
  await page.locator('button.title').click()
  await page.getByRole('option').nth(1).waitFor()
  await page.getByRole('option', { name: 'Zephyr' }).click()
  await page.locator('.link[href*="/zephyr?"]').waitFor()
  expect(said.filter(line => line.startsWith('[dialin]'))).toEqual([
    '[dialin] The roaster hill-road has no coffee kongo. Use the slug of one of its coffees.',
  ])
  await leave(opened)
})

describe('the space that a snippet reserves', () => {
  for (const layout of ['card', 'inline'] as const)
    test(`is what the ${layout} layout then takes, in a column of any width`, async () => {
      const tabs = String(snippetTabs({ layout, roaster: { name: 'Hill Road', slug: 'hill-road' } }, stage.world.url))
      const [, style] = /style=&quot;(.*?)&quot;/.exec(tabs) ?? []
      const columns = [240, 300, 320, 439, 440, 480, 599, 600, 819, 820, 1000].map(
        width =>
          `<div style="width: ${width}px">${element('hill-road', `data-coffee="zephyr" data-layout="${layout}" style="${style}"`)}</div>`,
      )
      const opened = await open(columns.join(''), { viewport: { width: 1100, height: 7000 } })
      const { page } = opened
      const heights = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('[data-service-widget]')].map(one =>
            Math.round(one.getBoundingClientRect().height),
          ),
        )
      const reserved = await heights()
      await page.addScriptTag({ url: `${stage.world.url}/embed/widget.js` })
      await untilReady(page, columns.length)
      expect(await heights()).toEqual(reserved)
      await leave(opened)
    })
})
