import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { twoColours } from '../support/pictures.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld } from '../support/world.ts'
import { element, expectAccessible, leave, script, setStage, takeGrinder, textOf, untilReady, visit } from './stage.ts'

const stage = setStage(startWorld)

const open = (body: string, options: Parameters<typeof visit>[2] = {}) =>
  visit(stage, stage.sites.page(body + script(stage)), { viewport: { width: 1000, height: 3000 }, ...options })
const inColumns = (widths: number[], attributes: string) =>
  widths.map(width => `<div style="width: ${width}px">${element('hill-road', attributes)}</div>`).join('')
const withGrinder = (slug: string) => async (page: Page) => {
  const { brand, name, uncertainty, dial } = (await stage.world.call(`GET /api/widget/grinder/${slug}`)).body
  const kept = JSON.stringify({ slug, brand, name, uncertainty, dial })
  await page.addInitScript(text => localStorage.setItem('dialin-grinder', text), kept)
}

/**
 * The widest stretch of a box, or of the panel in it, from top to bottom, in which nothing is written or
 * drawn, in px.
 */
const emptiest = (page: Page, selector = '.box') =>
  page.locator(selector).evaluateAll(boxes =>
    boxes.map(box => {
      const { top, bottom } = box.getBoundingClientRect()
      // The panel has a background, so its edges are seen too.
      const edgesOf = (panel: Element) => {
        const { left, top, bottom, width } = panel.getBoundingClientRect()
        return [top, bottom].map(y => new DOMRect(left, y, width, 0))
      }
      const covers =
        '.bag, .title, .button, .hint, .straight, .ring, .tab-row, .plain, .logo, .gauge, b, strong, small, dt, dd, p, .hint span, .button span'
      const shown = [...box.querySelectorAll(covers)]
        .filter(one => one.checkVisibility())
        .map(one => one.getBoundingClientRect())
        .filter(({ width }) => width > 0)
        .concat([...box.querySelectorAll('.dial')].flatMap(edgesOf))
        .sort((a, b) => a.top - b.top)
      let end = top
      let widest = 0
      for (const place of [...shown, { top: bottom, bottom }]) {
        widest = Math.max(widest, place.top - end)
        end = Math.max(end, place.bottom)
      }
      return Math.round(widest)
    }),
  )

// The spacing of a card is 16 px.
for (const [layout, widths] of [
  ['card', [180, 240, 320, 480, 640, 900]],
  ['compact', [180, 240, 320, 480, 640, 900]],
  ['inline', [180, 240, 320, 480, 640, 900]],
  ['badge', [180, 240, 320, 480, 640, 900]],
] as const)
  for (const grinder of ['', 'comandante-c40-mk4'])
    test(`the ${layout} layout has no empty space ${grinder ? 'with' : 'without'} a grinder`, async () => {
      const opened = await open(inColumns([...widths], `data-layout="${layout}" data-coffee="worka"`), {
        viewport: { width: 1000, height: 4000 },
        ...(grinder && { before: withGrinder(grinder) }),
      })
      await untilReady(opened.page, widths.length)
      const found = await emptiest(opened.page)
      expect(widths.map((width, at) => [width, found[at]]).filter(([, px = 0]) => px > 16 + 16)).toEqual([])
      const inPanel = await emptiest(opened.page, '.dial')
      expect(inPanel.map((px, at) => [widths[at], px]).filter(([, px = 0]) => px > 16 + 16)).toEqual([])
      await leave(opened)
    })

test('the compact layout is equally high before and after a grinder is chosen, and lower than the card', async () => {
  const widths = [180, 240, 320, 480, 900]
  const opened = await open(inColumns(widths, 'data-layout="compact" data-coffee="worka"'))
  const { page } = opened
  await untilReady(page, widths.length)
  const heights = () => page.locator('.box').evaluateAll(all => all.map(box => box.getBoundingClientRect().height))
  const before = await heights()
  expect(before.map(Math.round)).toEqual([476, 461, 360, 326, 326])
  await takeGrinder(page, 'c40 mk4', 'Comandante C40 MK4')
  await page.locator('.setting').nth(4).waitFor()
  expect(await heights()).toEqual(before)
  expect(await page.locator('.straight:visible, .notes:visible, .hint:visible').count()).toBe(0)
  await expectAccessible(page)
  await leave(opened)
})

test('from 820 px the inline layout has a ring, blank with the word, then turned to the setting', async () => {
  const opened = await open(inColumns([819, 820], 'data-layout="inline" data-coffee="worka"'))
  const { page } = opened
  await untilReady(page, 2)
  const drawn = () => page.locator('.ring').evaluateAll(all => all.map(ring => ring.checkVisibility()))
  expect([await drawn(), await page.locator('.straight:visible').count()]).toEqual([[false, true], 1])
  const [ring, word] = [
    await page.locator('.ring').nth(1).boundingBox(),
    await page.locator('.word').nth(1).boundingBox(),
  ]
  expect(word?.y).toBeGreaterThan(ring?.y ?? 0)
  expect((word?.y ?? 0) + (word?.height ?? 0) / 2).toBeLessThan((ring?.y ?? 0) + (ring?.height ?? 0))
  await takeGrinder(page, 'k ul', '1Zpresso K-Ultra')
  await page.locator('b.setting').nth(1).waitFor()
  expect(await drawn()).toEqual([false, true])
  expect(await page.locator('.ring').nth(1).getAttribute('aria-label')).toStartWith('1Zpresso K-Ultra: 8')
  expect(await page.locator('.ring .numeral:visible').allTextContents()).toContain('8')
  await expectAccessible(page)
  await leave(opened)
})

test('the name of a grinder does not break at its hyphen', async () => {
  const widths = Array.from({ length: 31 }, (_, at) => 180 + 4 * at)
  for (const layout of ['badge', 'card']) {
    const opened = await open(inColumns(widths, `data-layout="${layout}" data-coffee="worka"`), {
      before: withGrinder('1zpresso-k-ultra'),
      viewport: { width: 1000, height: 30_000 },
    })
    await untilReady(opened.page, widths.length)
    const broken = await opened.page.locator('.box small').evaluateAll(all =>
      all.flatMap(small => {
        const texts = document.createTreeWalker(small, NodeFilter.SHOW_TEXT)
        const lines = []
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          const at = text.nodeValue?.search(/K\W*-/) ?? -1
          if (at < 0) continue
          const range = document.createRange()
          range.setStart(text, at)
          range.setEnd(text, (text.nodeValue?.indexOf('Ultra') ?? 0) + 5)
          lines.push(new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size)
        }
        return lines
      }),
    )
    expect([layout, broken.length, broken.filter(lines => lines > 1)]).toEqual([layout, widths.length, []])
    await leave(opened)
  }
})

test('in a badge, no digit of a setting lies on the ring', async () => {
  for (const [slug, digits] of [
    ['1zpresso-j-max', '2.8.9'],
    ['comandante-c40-mk4', '25'],
  ] as const) {
    const fonts = ['sans-serif', 'serif', 'monospace'].map(
      font =>
        `<div style="font-family: ${font}">${element('hill-road', 'data-coffee="worka" data-layout="badge"')}</div>`,
    )
    const opened = await open(fonts.join(''), { before: withGrinder(slug) })
    const { page } = opened
    await page.locator('.gauge text').nth(2).waitFor()
    const [said = ''] = await page.locator('.gauge text').allTextContents()
    expect([slug, said]).toEqual([slug, digits])
    const covered = await page.locator('.gauge').evaluateAll(all =>
      all.map(gauge => {
        const [text, ring] = [gauge.querySelector('text'), gauge.querySelector<SVGPathElement>('.collar')]
        if (!text || !ring) throw new Error('There is no setting.')
        const size = Number.parseFloat(getComputedStyle(text).fontSize)
        return [...text.textContent].flatMap((digit, at) => {
          const { x, width } = text.getExtentOfChar(at)
          const line = text.getStartPositionOfChar(at).y
          // From the line that it stands on to the top of a digit, without the space around it.
          const places = [0, 0.35, 0.68].flatMap(up =>
            [0.15, 0.85].map(across => [x + width * across, line - size * up]),
          )
          return places.some(([left, top]) => ring.isPointInStroke(new DOMPoint(left, top))) ? [digit] : []
        })
      }),
    )
    expect([slug, said, covered]).toEqual([slug, said, [[], [], []]])
    await leave(opened)
  }
})

test('a returning visitor loads the dial and not the list, which comes when it is opened', async () => {
  const opened = await open(element('hill-road', 'data-coffee="worka"'), { before: withGrinder('comandante-c40-mk4') })
  const { page, asked } = opened
  await page.locator('.setting').waitFor()
  const scripts = () => asked.filter(one => one.startsWith('GET /embed/'))
  expect(scripts()).toEqual(['GET /embed/widget.js', 'GET /embed/dial.js'])
  await page.locator('.grinder').click()
  await page.locator('dialin-picker input').waitFor()
  expect(scripts()).toEqual(['GET /embed/widget.js', 'GET /embed/dial.js', 'GET /embed/picker.js'])
  await leave(opened)
})

test("the bag's picture is shown from 320 px, and a page that forbids it has the card without", async () => {
  const { world, sites } = stage
  const roasterId = await aRoastery(world, {
    slug: 'pictured',
    name: 'Pictured',
    coffees: [{ slug: 'bag', name: 'Bag', recipes: [{ method: 'v60' }] }],
  })
  const [coffee] = await world.sql<{ id: number }[]>`select id from coffees where roaster_id = ${roasterId}`
  const sent = await world.call(`PUT /api/roaster-portal/coffees/${coffee?.id}/picture?roaster=pictured`, {
    as: await aMember(world, roasterId),
    body: twoColours(400, 450),
  })
  expect(sent.status).toBe(200)
  const body = [319, 320].map(width => `<div style="width: ${width}px">${element('pictured')}</div>`).join('')
  const opened = await open(body)
  await untilReady(opened.page, 2)
  const bag = opened.page.locator('.bag').nth(1)
  await bag.evaluate(async picture => (picture as HTMLImageElement).decode())
  expect(await opened.page.locator('.bag').first().isVisible()).toBe(false)
  expect(await bag.boundingBox()).toMatchObject({ width: 64, height: 72 })
  expect(await bag.evaluate(picture => (picture as HTMLImageElement).naturalWidth)).toBeGreaterThan(64)
  expect(await bag.getAttribute('alt')).toBe('')
  await leave(opened)

  const strict = { 'content-security-policy': `img-src 'none'` }
  const forbidden = await visit(stage, sites.page(body + script(stage), { headers: strict }))
  await untilReady(forbidden.page, 2)
  await forbidden.page.locator('.bag[hidden]').nth(1).waitFor({ state: 'attached' })
  expect(await forbidden.page.locator('.bag:visible').count()).toBe(0)
  expect(await textOf(forbidden.page.locator('.title').nth(1))).toBe('Bag')
  await leave(forbidden)
})

test('on paper the card has its address and the badge keeps its line', async () => {
  const looks = ['card', 'badge'].map(layout => element('hill-road', `data-coffee="worka" data-layout="${layout}"`))
  const opened = await open(looks.join(''))
  const { page } = opened
  await untilReady(page, 2)
  await page.emulateMedia({ media: 'print' })
  const address = (link: Element) => getComputedStyle(link, '::after').content
  expect(await page.locator('.card .link').evaluate(address)).toContain('/brew/hill-road/worka?method=v60')
  expect(await page.locator('.badge .link').evaluate(address)).toBe('none')
  expect((await page.locator('.badge').boundingBox())?.height).toBeLessThan(90)
  await leave(opened)
})
