import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { snippetTabs } from '../../adapters/http/pages/portal/widget-snippets.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld } from '../support/world.ts'
import { element, leave, script, setStage, takeGrinder, untilReady, visit } from './stage.ts'

const stage = setStage(startWorld)

const open = (body: string, options: Parameters<typeof visit>[2] & { lang?: string } = {}) => {
  const { lang, ...rest } = options
  const url = stage.sites.page(body + script(stage), { lang })
  return visit(stage, url, { viewport: { width: 1000, height: 1400 }, ...rest })
}

const grinds = ['Extra fine', 'Fine', 'Medium-fine', 'Medium', 'Medium-coarse', 'Coarse', 'Extra coarse']

/** The words whose letters lie on the ring, or that break where they have neither a space nor a hyphen. */
const badlySet = (page: Page) =>
  page.locator('.box').evaluateAll(boxes =>
    boxes.flatMap(box => {
      const word = box.querySelector('.word')
      const collar = box.querySelector<SVGPathElement>('.ring .collar')
      const toRing = collar?.getScreenCTM()?.inverse()
      if (!word || !collar || !toRing) throw new Error('There is no ring.')
      const range = document.createRange()
      range.selectNodeContents(word)
      const lines = [...range.getClientRects()]
      const isBroken = lines.length > 1 && !/[ -]/.test(word.textContent)
      const touches = lines.some(({ left, right, top, bottom }) => {
        // Between the top of the capitals and the line that the letters stand on.
        const [from, to] = [top + (bottom - top) * 0.22, bottom - (bottom - top) * 0.22]
        const across = Array.from({ length: 21 }, (_, at) => left + ((right - left) * at) / 20)
        return across.some(x =>
          [from, (from + to) / 2, to].some(y => collar.isPointInStroke(new DOMPoint(x, y).matrixTransform(toRing))),
        )
      })
      return touches || isBroken ? [word.textContent] : []
    }),
  )

test('in the ring of a wide card, the word for the grind fits in every language', async () => {
  await aRoastery(stage.world, {
    slug: 'grinds',
    name: 'Grinds',
    coffees: grinds.map((grindSize, at) => ({
      slug: `grind-${at}`,
      name: grindSize,
      recipes: [{ method: 'v60', grindSize }],
    })),
  })
  const cards = grinds.map((_, at) => element('grinds', `data-layout="inline" data-coffee="grind-${at}"`)).join('')
  for (const lang of ['en', 'de', 'fr', 'es', 'it', 'ja', 'ko', 'zh', 'zh-Hant']) {
    const opened = await open(cards, { lang, viewport: { width: 900, height: 3000 } })
    await untilReady(opened.page, grinds.length)
    const heights = await opened.page.locator('.box').evaluateAll(all => all.map(box => box.clientHeight))
    expect([lang, await badlySet(opened.page), Math.max(...heights)]).toEqual([lang, [], 312])
    await leave(opened)
  }
})

test('"Show more" is offered for long notes only, also with a tall font', async () => {
  const short = 'حرّك القهوة مرة واحدة.'
  const notes = { short, long: `${short} `.repeat(8), latin: 'Stir once, then wait.' }
  await aRoastery(stage.world, {
    slug: 'noted',
    name: 'Noted',
    coffees: Object.entries(notes).map(([slug, note]) => ({
      slug,
      name: slug,
      recipes: [{ method: 'v60', notes: note }],
    })),
  })
  for (const font of ['Noto Sans Arabic', 'Noto Nastaliq Urdu', 'sans-serif'])
    for (const dir of ['ltr', 'rtl']) {
      const cards = Object.keys(notes).map(slug => element('noted', `data-coffee="${slug}"`))
      const opened = await open(
        `<div dir="${dir}" style="width: 320px; font-family: '${font}'">${cards.join('')}</div>`,
        {
          viewport: { width: 1000, height: 3000 },
        },
      )
      const { page } = opened
      await untilReady(page, cards.length)
      const offered = await page
        .locator('.box')
        .evaluateAll(boxes => boxes.filter(box => box.querySelector('.more')).map(box => box.ariaLabel))
      expect([font, dir, offered]).toEqual([font, dir, ['long, Noted']])
      await leave(opened)
    }
})

test('hints that do not fit beside each other both begin at the start', async () => {
  const widths = [300, 320, 480, 640]
  const cards = widths.map(width => `<div style="width: ${width}px">${element('night-shift')}</div>`)
  for (const lang of ['de', 'en']) {
    const opened = await open(cards.join(''), { lang, viewport: { width: 1000, height: 3000 } })
    const { page } = opened
    await untilReady(page, widths.length)
    await takeGrinder(page, 'c40 mk4', 'Comandante C40 MK4')
    await page.locator('.hint').nth(3).waitFor()
    const staggered = await page.locator('.hint').evaluateAll(all =>
      all.map(hint => {
        const [finer, coarser] = [...hint.children].map(one => one.getBoundingClientRect())
        return coarser && finer && coarser.top >= finer.bottom && coarser.left > finer.left + 1
      }),
    )
    expect([lang, staggered]).toEqual([lang, widths.map(() => false)])
    await leave(opened)
  }
})

test('a long name of a coffee ends after three lines', async () => {
  const name = 'Ethiopia Worka Sakaro Natural Anaerobic Lot 17 '.repeat(4).trim()
  const recipes = [{ method: 'v60' }]
  await aRoastery(stage.world, {
    slug: 'wordy',
    name: 'Wordy',
    coffees: [
      { slug: 'long', name, recipes },
      { slug: 'other', name: 'Other', recipes },
    ],
  })
  const cards = ['data-coffee="long"', 'data-default-coffee="long"'].map(
    attributes => `<div style="width: 320px">${element('wordy', attributes)}</div>`,
  )
  const opened = await open(cards.join(''))
  await untilReady(opened.page, 2)
  const heights = await opened.page.locator('.title').evaluateAll(all => all.map(title => title.clientHeight))
  expect(heights).toEqual([78, 78])
  await leave(opened)
})

test('on a phone, the sheet keeps its height while somebody types', async () => {
  const opened = await open(element('night-shift'), { viewport: { width: 390, height: 800 } })
  const { page } = opened
  await untilReady(page)
  await page.locator('.grinder').click()
  const sheet = page.locator('dialin-picker')
  await page.getByRole('option').first().waitFor()
  const before = await sheet.boundingBox()
  await page.locator('dialin-picker input').fill('c40 mk4')
  await page.getByRole('option', { name: 'Comandante C40 MK4', exact: true }).waitFor()
  expect(await sheet.boundingBox()).toEqual(before)
  await leave(opened)
})

test('on paper, a card of several coffees has the name of the coffee and the address on a line of its own', async () => {
  await aRoastery(stage.world, {
    slug: 'printed',
    name: 'Printed',
    coffees: [
      { slug: 'one', name: 'Worka Sakaro', recipes: [{ method: 'v60' }] },
      { slug: 'two', name: 'Other', recipes: [{ method: 'v60' }] },
    ],
  })
  await stage.world.sql`update coffees set buy_url = 'https://printed.example/worka' where name = 'Worka Sakaro'`
  const opened = await open(element('printed', 'data-default-coffee="one"'))
  const { page } = opened
  await untilReady(page)
  expect(await page.locator('.buy').isVisible()).toBe(true)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.title').isVisible()).toBe(true)
  expect(await page.locator('.title .sign').isVisible()).toBe(false)
  expect(await page.locator('.buy').isVisible()).toBe(false)
  const address = await page.locator('.link').evaluate(link => {
    const { content, display } = getComputedStyle(link, '::after')
    return { content, display }
  })
  expect(address).toEqual({ content: `"${stage.world.url}/brew/printed/one?method=v60"`, display: 'block' })
  await leave(opened)
})

test('the layout "wide" is another name of "inline"', async () => {
  const opened = await open(element('hill-road', 'data-layout="wide"'))
  await untilReady(opened.page)
  expect(await opened.page.locator('.box').getAttribute('class')).toContain('inline')
  expect(opened.said).toEqual([])
  await leave(opened)
})

test('a badge says all of the setting, in narrow columns and with a wide typeface', async () => {
  const widths = [180, 240, 260, 320, 360]
  for (const font of ['sans-serif', 'serif'])
    for (const lang of ['en', 'de']) {
      const badges = widths.map(
        width =>
          `<div style="width: ${width}px; font-family: ${font}">${element('hill-road', 'data-layout="badge" data-coffee="worka"')}</div>`,
      )
      const opened = await open(badges.join('') + element('night-shift'), { lang })
      const { page } = opened
      await untilReady(page, widths.length + 1)
      await takeGrinder(page, 'c40 mk4', 'Comandante C40 MK4')
      await page.locator('.badge small b').nth(4).waitFor()
      const badge = page.locator('.badge')
      const cut = await badge
        .locator('small')
        .evaluateAll(all =>
          all.map(one => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth),
        )
      const heights = await badge.evaluateAll(all => all.map(box => box.clientHeight + 2))
      expect([font, lang, cut, heights]).toEqual([font, lang, widths.map(() => false), [128, 128, 76, 76, 76]])
      await leave(opened)
    }
})

test('the hints of one card are both below each other or both beside, with their arrows at the outer ends', async () => {
  for (const font of ['sans-serif', 'serif'])
    for (const lang of ['en', 'de', 'fr', 'ja']) {
      const cards = [240, 320, 400, 480, 640].map(
        width => `<div style="width: ${width}px; font-family: ${font}">${element('night-shift')}</div>`,
      )
      const opened = await open(cards.join(''), { lang, viewport: { width: 1000, height: 4000 } })
      const { page } = opened
      await untilReady(page, 5)
      await takeGrinder(page, 'c40 mk4', 'Comandante C40 MK4')
      await page.locator('.hint').nth(4).waitFor()
      const uneven = await page.locator('.hint').evaluateAll(all =>
        all.map(hint => {
          const [finer, coarser] = [...hint.children].map(one => one.getBoundingClientRect())
          const sign = hint.children[1]?.querySelector('.sign')?.getBoundingClientRect()
          if (!finer || !coarser || !sign) throw new Error('There is no hint.')
          const isBelow = coarser.top >= finer.bottom - 1
          return isBelow ? sign.left > coarser.left + 1 : sign.right < coarser.right - 1
        }),
      )
      expect([font, lang, uneven]).toEqual([font, lang, uneven.map(() => false)])
      await leave(opened)
    }
})

test('from 440 px, the ruler of a card names other methods, and no word touches another', async () => {
  for (const lang of ['en', 'de', 'fr', 'ja', 'zh-Hant']) {
    const cards = [320, 440, 480, 640].map(
      width => `<div style="width: ${width}px">${element('hill-road', 'data-coffee="worka"')}</div>`,
    )
    const opened = await open(cards.join(''), { lang, viewport: { width: 1000, height: 4000 } })
    const { page } = opened
    await untilReady(page, 4)
    for (const method of ['v60', 'espresso', 'aeropress']) {
      for (const tab of await page.locator(`#tab-${method}`).all()) await tab.click()
      const rulers = await page.locator('.dial .straight').evaluateAll(all =>
        all.map(ruler => {
          const shown = [...ruler.querySelectorAll('.numeral')].filter(one => one.checkVisibility())
          const places = shown.map(one => one.getBoundingClientRect()).sort((a, b) => a.left - b.left)
          return {
            names: shown.map(one => one.textContent),
            touches: places.some(({ left }, at) => at > 0 && left < (places[at - 1]?.right ?? 0) + 3),
          }
        }),
      )
      expect([lang, method, rulers.filter(({ touches }) => touches)]).toEqual([lang, method, []])
      if (lang === 'en' && method === 'v60')
        expect(rulers.map(({ names }) => names)).toEqual([
          ['Fine', 'Coarse', 'V60'],
          ['Moka pot', 'French press', 'Fine', 'Coarse', 'V60'],
          ['Moka pot', 'French press', 'Fine', 'Coarse', 'V60'],
          ['Fine', 'Coarse', 'V60'],
        ])
    }
    await leave(opened)
  }
})

test('in narrow columns, the name of a method begins on its ruler', async () => {
  const columns = [180, 240, 320].map(
    width => `<div style="width: ${width}px">${element('hill-road', 'data-coffee="worka"')}</div>`,
  )
  const opened = await open(columns.join(''))
  const { page } = opened
  await untilReady(page, columns.length)
  for (const tab of await page.getByRole('tab', { name: 'Espresso' }).all()) await tab.click()
  await page.locator('#panel[aria-labelledby=tab-espresso]').nth(2).waitFor()
  const before = await page.locator('.straight').evaluateAll(rulers =>
    rulers.map(ruler => {
      const name = [...ruler.querySelectorAll('.numeral')].find(({ textContent }) => textContent === 'Espresso')
      return (name?.getBoundingClientRect().left ?? 0) - ruler.getBoundingClientRect().left
    }),
  )
  expect(before.map(Math.round)).toEqual([0, 0, 0])
  await leave(opened)
})

test('the figures of an espresso say its yield', async () => {
  for (const [lang, name] of [
    ['en', 'Yield'],
    ['de', 'Getränk'],
  ] as const) {
    const opened = await open(element('hill-road', 'data-coffee="worka"'), { lang })
    const { page } = opened
    await untilReady(page)
    await page.locator('#tab-espresso').click()
    expect((await page.locator('dt').allTextContents())[1]).toBe(name)
    await leave(opened)
  }
})

test('the ruler of AeroPress has both of its ends where there is room', async () => {
  const opened = await open(`<div style="width: 480px">${element('hill-road', 'data-coffee="worka"')}</div>`)
  const { page } = opened
  await untilReady(page)
  await page.locator('#tab-aeropress').click()
  expect(await page.locator('.dial .straight .numeral:visible').allTextContents()).toContain('Fine')
  await leave(opened)
})

test('in columns as narrow as they come, a card with a shop link keeps within its place', async () => {
  await stage.world.sql`update coffees set buy_url = 'https://roaster.example/worka' where slug = 'worka'`
  const columns = [
    [180, 'card'],
    [320, 'card'],
    [600, 'inline'],
  ].map(
    ([width, layout]) =>
      `<div style="width: ${width}px">${element('hill-road', `data-coffee="worka" data-layout="${layout}"`)}</div>`,
  )
  for (const lang of ['en', 'fr']) {
    const opened = await open(columns.join(''), { lang, viewport: { width: 1000, height: 3000 } })
    const { page } = opened
    await untilReady(page, 3)
    await takeGrinder(page, 'c40 mk4', 'Comandante C40 MK4')
    await page.locator('.hint').nth(2).waitFor()
    const heights = await page.locator('.box').evaluateAll(all => all.map(box => box.clientHeight + 2))
    expect([lang, heights]).toEqual([lang, [670, 550, 280]])
    const names = await page.locator('.reading > span > small').evaluateAll(all => all.map(one => one.clientHeight))
    expect([lang, names[1]]).toEqual([lang, 17])
    const overflow = await page.locator('.footer').evaluateAll(all => all.map(one => one.scrollWidth - one.clientWidth))
    expect([lang, overflow]).toEqual([lang, [0, 0, 0]])
    await leave(opened)
  }
  await stage.world.sql`update coffees set buy_url = null where slug = 'worka'`
})

test('a ruler names both of its ends wherever they fit', async () => {
  const methods = ['aeropress', 'french_press', 'v60']
  await aRoastery(stage.world, {
    slug: 'ends',
    name: 'Ends',
    coffees: methods.map(method => ({ slug: method, name: method, recipes: [{ method }] })),
  })
  const widths = [180, 240, 320, 360, 400, 420, 480, 640]
  const cards = methods.flatMap(coffee =>
    widths.map(width => `<div style="width: ${width}px">${element('ends', `data-coffee="${coffee}"`)}</div>`),
  )
  const opened = await open(cards.join(''), { viewport: { width: 1000, height: 20_000 } })
  await untilReady(opened.page, cards.length)
  const rulers = await opened.page.locator('.dial .straight').evaluateAll(all =>
    all.map(ruler => {
      const shown = [...ruler.querySelectorAll('.numeral')].filter(one => one.checkVisibility())
      const places = shown.map(one => one.getBoundingClientRect()).sort((a, b) => a.left - b.left)
      const gaps = places.map(({ left }, at) => left - (places[at - 1]?.right ?? -9))
      return { names: shown.map(one => one.textContent), gap: Math.min(...gaps) }
    }),
  )
  expect(rulers.filter(({ gap }) => gap < 3)).toEqual([])
  const bothEnds = rulers.map(({ names }) => names.includes('Fine') && names.includes('Coarse'))
  const near = [false, false, false, true, true, true, true, true]
  expect(bothEnds).toEqual([...near, ...near, ...widths.map(() => true)])
  await leave(opened)
})

test('the link to the timer has its words wherever they fit, on one line', async () => {
  const shownAt = async (layout: string, lang: string, widths: number[]) => {
    const cards = widths.map(
      width =>
        `<div style="width: ${width}px">${element('hill-road', `data-coffee="worka" data-layout="${layout}"`)}</div>`,
    )
    const opened = await open(cards.join(''), { lang, viewport: { width: 1200, height: 6000 } })
    await untilReady(opened.page, widths.length)
    const found = await opened.page.locator('.footer').evaluateAll(all =>
      all.map(footer => {
        const words = footer.querySelector('.timer span')
        const { width = 0, height = 0 } = words?.getBoundingClientRect() ?? {}
        return {
          isShown: width > 0,
          isWhole: footer.scrollWidth <= footer.clientWidth && height < 24,
        }
      }),
    )
    expect([layout, lang, found.filter(({ isWhole }) => !isWhole)]).toEqual([layout, lang, []])
    await leave(opened)
    return found.map(({ isShown }) => isShown)
  }
  expect(await shownAt('card', 'en', [380, 440, 480, 560, 640])).toEqual([false, true, true, true, true])
  expect(await shownAt('compact', 'en', [380, 440, 480, 640])).toEqual([false, true, true, true])
  expect(await shownAt('inline', 'en', [480, 560, 600, 700, 900])).toEqual([true, true, false, false, true])
  expect(await shownAt('card', 'fr', [480, 560, 640])).toEqual([false, true, true])
  expect(await shownAt('inline', 'de', [480, 700, 900])).toEqual([true, false, true])
})

test('below 240 px a card is as high as the snippet reserves, with and without a shop link, before and after choosing', async () => {
  await stage.world.sql`update coffees set buy_url = 'https://roaster.example/worka' where slug = 'worka'`
  const [, reserved = ''] = /style="(height: 0;[^"]*)"/.exec(
    String(snippetTabs({ layout: 'card', roaster: { name: 'A', slug: 'a' } }, '')).replaceAll('&quot;', '"'),
  ) ?? ['']
  const columns = [180, 200, 230, 320].flatMap(width =>
    ['worka', 'zephyr'].map(
      coffee =>
        `<div style="width: ${width}px"><div class="reserved" style="${reserved}"></div>${element('hill-road', `data-coffee="${coffee}"`)}</div>`,
    ),
  )
  const opened = await open(columns.join(''), { viewport: { width: 1000, height: 20_000 } })
  const { page } = opened
  await untilReady(page, columns.length)
  const heights = () =>
    page.locator('.box').evaluateAll(all => all.map(box => Math.round(box.getBoundingClientRect().height)))
  const places = await page
    .locator('.reserved')
    .evaluateAll(all => all.map(one => Math.round(one.getBoundingClientRect().height)))
  expect(places).toEqual([670, 670, 670, 670, 670, 670, 550, 550])
  expect(await heights()).toEqual(places)
  await takeGrinder(page, 'c40 mk4', 'Comandante C40 MK4')
  await page
    .locator('.hint')
    .nth(columns.length - 1)
    .waitFor()
  expect(await heights()).toEqual(places)
  await leave(opened)
  await stage.world.sql`update coffees set buy_url = null where slug = 'worka'`
})
