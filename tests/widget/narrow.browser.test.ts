import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { aRoastery } from '../support/roastery.ts'
import { startWorld } from '../support/world.ts'
import { element, leave, script, setStage, untilReady, visit } from './stage.ts'

const stage = setStage(startWorld)

const open = async (body: string, { lang = 'en', grinder = '', ...options }: OpenOptions = {}) => {
  const opened = await visit(stage, stage.sites.page(body + script(stage), { lang }), {
    viewport: { width: 1000, height: 8000 },
    ...(grinder && { before: withGrinder(grinder) }),
    ...options,
  })
  await untilReady(opened.page, body.split('data-service-widget').length - 1)
  return opened
}
type OpenOptions = Parameters<typeof visit>[2] & { lang?: string; grinder?: string }

const column = (width: number, attributes = 'data-coffee="worka"', roaster = 'hill-road') =>
  `<div style="width: ${width}px">${element(roaster, attributes)}</div>`
const withGrinder = (slug: string) => async (page: Page) => {
  const { brand, name, uncertainty, dial } = (await stage.world.call(`GET /api/widget/grinder/${slug}`)).body
  const kept = JSON.stringify({ slug, brand, name, uncertainty, dial })
  await page.addInitScript(text => localStorage.setItem('dialin-grinder', text), kept)
}

test('from 300 px, the figures are in one row', async () => {
  const opened = await open([299, 300, 319, 320].map(width => column(width)).join(''))
  const rows = await opened.page
    .locator('dl')
    .evaluateAll(all => all.map(one => new Set([...one.children].map(row => row.getBoundingClientRect().top)).size))
  expect(rows).toEqual([2, 1, 1, 1])
  await leave(opened)
})

test('at 180 px, flavours and short notes are whole, before and after a grinder is chosen', async () => {
  const recipes = [{ method: 'v60', notes: 'Five equal pours, 40 s apart.' }]
  await aRoastery(stage.world, {
    slug: 'brief',
    name: 'Brief',
    coffees: [{ slug: 'one', name: 'Yirgacheffe Konga', flavorProfile: 'jasmine, lemon zest, peach', recipes }],
  })
  for (const grinder of ['', '1zpresso-k-ultra']) {
    const opened = await open(column(180, '', 'brief'), { grinder })
    const { page } = opened
    const cut = await page
      .locator('.flavour, .notes')
      .evaluateAll(all => all.map(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth))
    expect([grinder, cut, await page.locator('.more').count()]).toEqual([grinder, [false, false], 0])
    await leave(opened)
  }
})

test('at 180 px, each hint is on one line in every language, clear of the edge of the panel', async () => {
  for (const lang of ['en', 'de', 'fr', 'es', 'it', 'ja', 'ko', 'zh-Hant']) {
    const opened = await open(`<div style="font-family: sans-serif">${column(180)}</div>`, {
      lang,
      grinder: 'comandante-c40-mk4',
    })
    const hints = opened.page.locator('.hint span')
    expect([lang, await hints.evaluateAll(all => all.map(one => one.clientHeight < 25))]).toEqual([lang, [true, true]])
    await leave(opened)
  }
})

test('a dial of ten numbers has them all where they fit, and every second one elsewhere', async () => {
  const widths = [180, 240, 320, 480]
  const opened = await open(widths.map(width => column(width)).join(''), { grinder: '1zpresso-k-ultra' })
  const shown = await opened.page
    .locator('.straight')
    .evaluateAll(all =>
      all.map(one =>
        [...one.querySelectorAll('.numeral')].filter(each => each.checkVisibility()).map(each => each.textContent),
      ),
    )
  const all = Array.from({ length: 11 }, (_, at) => String(at))
  const even = all.filter(one => Number(one) % 2 === 0)
  expect(shown).toEqual([even, even, all, all])
  await leave(opened)
})

test('the panel of the compact layout has the same space around what it shows, before and after', async () => {
  for (const grinder of ['', '1zpresso-k-ultra']) {
    const opened = await open([320, 480].map(width => column(width, 'data-layout="compact"')).join(''), { grinder })
    const space = await opened.page.locator('.dial').evaluateAll(all =>
      all.map(panel => {
        const { top, bottom } = panel.getBoundingClientRect()
        const places = [...panel.querySelectorAll('.word, .button, .setting, .reading small')]
          .filter(one => one.checkVisibility())
          .map(one => one.getBoundingClientRect())
        return [
          Math.min(...places.map(place => place.top)) - top,
          bottom - Math.max(...places.map(place => place.bottom)),
        ]
      }),
    )
    for (const side of space.flat()) {
      expect([grinder, side >= 10]).toEqual([grinder, true])
      expect([grinder, side <= 20]).toEqual([grinder, true])
    }
    await leave(opened)
  }
})

test('our name and roomy buttons stay in a footer that has room for them', async () => {
  await stage.world.sql`update coffees set buy_url = 'https://roaster.example/worka' where slug = 'worka'`
  const font = (body: string) => `<div style="font-family: sans-serif">${body}</div>`
  const cards =
    [400, 640].map(width => column(width)).join('') + column(640, 'data-layout="inline" data-coffee="zephyr"')
  const opened = await open(font(cards))
  expect(await opened.page.locator('.powered span').evaluateAll(all => all.map(one => one.checkVisibility()))).toEqual([
    true,
    true,
    true,
  ])
  const paddings = await opened.page
    .locator('.link')
    .evaluateAll(all => all.map(one => getComputedStyle(one).paddingLeft))
  expect(paddings).toEqual(['14px', '14px', '14px'])
  await leave(opened)
  for (const lang of ['fr', 'es', 'it', 'de', 'ja']) {
    const narrow = await open(font([300, 320, 540, 560, 580, 600].map(width => column(width)).join('')), { lang })
    const broken = await narrow.page.locator('.footer').evaluateAll(all =>
      all.map(footer => {
        const lines = [...footer.querySelectorAll('.buy, .timer span')].map(one => {
          const range = document.createRange()
          range.selectNodeContents(one)
          return new Set([...range.getClientRects()].map(({ top }) => top)).size
        })
        return Math.max(...lines) > 1 || footer.scrollWidth > footer.clientWidth
      }),
    )
    expect([lang, broken]).toEqual([lang, broken.map(() => false)])
    await leave(narrow)
  }
  await stage.world.sql`update coffees set buy_url = null where slug = 'worka'`
})

test('the ring of focus keeps clear of the letters of a tab, and nothing cuts it', async () => {
  const opened = await open(column(320) + column(640, 'data-layout="inline" data-coffee="worka"'))
  for (const tab of await opened.page.locator('#tab-v60').all()) {
    await tab.press('Tab')
    await opened.page.keyboard.press('Shift+Tab')
    const room = await tab.evaluate(one => {
      const { outlineOffset, outlineWidth } = getComputedStyle(one)
      const strip = one.closest('.tabs')?.getBoundingClientRect()
      const { left, top } = one.getBoundingClientRect()
      const takes = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
      return [outlineOffset, left - (strip?.left ?? 0) >= takes, top - (strip?.top ?? 0) >= takes]
    })
    expect(room).toEqual(['2px', true, true])
  }
  await leave(opened)
})

test('in forced colours, the arrow beside the tabs hides what it covers', async () => {
  const opened = await open(column(240), { forcedColors: 'active' })
  const arrow = opened.page.locator('.forth .arrow').last()
  const seenThrough = await arrow.evaluate(one => getComputedStyle(one).backgroundColor)
  expect(seenThrough).not.toBe('rgba(0, 0, 0, 0)')
  await leave(opened)
})

test('a button as light as the card has an edge, others have none', async () => {
  const accents = ['#ffffff', '#FFDD00', '#1d3557']
  const opened = await open(accents.map(one => column(320, `data-coffee="worka" data-accent-color="${one}"`)).join(''))
  const isEdged = await opened.page.locator('.fill').evaluateAll(all =>
    all.map(one => {
      const { borderTopColor, backgroundColor } = getComputedStyle(one)
      return borderTopColor !== backgroundColor
    }),
  )
  expect(isEdged).toEqual([true, false, false])
  await leave(opened)
})
