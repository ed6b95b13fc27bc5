import { describe, expect, test } from 'bun:test'
import { positionOn } from '../../core/grind/position.ts'
import { rangeOn } from '../../core/grind/range.ts'
import { eventually } from '../support/eventually.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld } from '../support/world.ts'
import {
  EVIL,
  element,
  expectAccessible,
  leave,
  type OpenedWidget,
  script,
  setStage,
  shoot,
  takeCoffee,
  takeGrinder,
  textOf,
  visit,
} from './stage.ts'

const stage = setStage(startWorld)

const open = (
  body: string,
  options?: Parameters<typeof visit>[2] & { host?: string; head?: string; headers?: Record<string, string> },
) => {
  const { host, head, headers, ...rest } = options ?? {}
  return visit(stage, stage.sites.page(body + script(stage), { host, head, headers }), rest)
}
const shown = async (opened: OpenedWidget) => {
  await opened.page.locator('.ready').first().waitFor()
  return opened
}

describe('a card', () => {
  test('shows the roaster, the coffee and the recipe, with two requests and a report', async () => {
    const opened = await shown(await open(element('hill-road', 'data-coffee="worka"')))
    const text = await textOf(opened.page.locator('.box'))
    for (const words of [
      'Hill Road Coffee Ethiopia Worka Sakaro peach · jasmine · black tea V60 AeroPress Espresso',
      'Coffee 15 g Water 250 g Temp 203 °F Time 3:00 Medium between AeroPress and Chemex',
      'Show it on my grinder Bloom with 45 g for 40 seconds',
      'Full recipe Brew with a timer Dialin',
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

  test('has no accessibility problem in any layout and theme, and fits a narrow page', async () => {
    const looks = ['light', 'dark'].flatMap(theme => ['card', 'inline', 'badge'].map(layout => ({ theme, layout })))
    const body = looks.map(({ theme, layout }) =>
      element('hill-road', `data-theme="${theme}" data-layout="${layout}" data-accent-color="#7cc4a0"`),
    )
    const opened = await open(body.join('<br>'), { viewport: { width: 900, height: 2400 } })
    await opened.page.locator('.ready').nth(5).waitFor()
    await expectAccessible(opened.page)
    await shoot(opened.page, 'layouts-wide')
    await opened.page.setViewportSize({ width: 320, height: 2400 })
    expect(await opened.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await shoot(opened.page, 'layouts-narrow')
    await leave(opened)
  })

  test('lets a visitor choose another coffee, also one beyond the first reply', async () => {
    const opened = await shown(await open(element('many')))
    const { page } = opened
    await page.locator('button.title').click()
    await page.getByRole('listbox').waitFor()
    expect(await page.getByRole('option').count()).toBe(14)
    await page.getByRole('option', { name: 'Coffee 12' }).click()
    await page.locator('.link[href*="/coffee-12?"]').waitFor()
    expect(opened.asked.filter(one => one.startsWith('GET /api'))).toHaveLength(1)
    await takeCoffee(page, 'Coffee 23')
    await page.locator('.link[href*="/coffee-23?"]').waitFor()
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
        let active = document.activeElement
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
        const outline = active && getComputedStyle(active).outlineStyle
        return [
          active?.getAttribute('aria-label') ??
            active?.getAttribute('title') ??
            active?.textContent?.trim().slice(0, 30),
          outline,
        ]
      })
    await keyboard.press('Tab')
    expect(await focused()).toEqual(['Coffee', 'solid'])
    await keyboard.press('Enter')
    await page.getByRole('listbox').waitFor()
    await keyboard.press('End')
    await keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await eventually(async () => (await focused())[0] === 'Coffee')
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
    expect(await focused()).toEqual(['Other ways', 'solid'])
    await keyboard.press('Tab')
    expect((await focused())[0]).toStartWith('Coffee')
    await keyboard.press('Tab')
    expect(await focused()).toEqual(['Show it on my grinder', 'solid'])
    await keyboard.press('Enter')
    await page.locator('dialin-picker input').waitFor()
    expect(await focused()).toEqual(['Your grinder', 'solid'])
    await keyboard.type('c40 mk4')
    await page.getByText(' found').waitFor()
    await keyboard.press('Enter')
    await page.getByText('on your C40 MK4').waitFor()
    await eventually(async () => (await focused())[0] === 'Change: Your grinder')
    await keyboard.press('Tab')
    expect((await focused())[0]).toBe('Show more')
    await keyboard.press('Tab')
    expect((await focused())[0]).toBe('Full recipe')
    await keyboard.press('Tab')
    expect((await focused())[0]).toBe('Brew with a timer')
    await keyboard.press('Tab')
    expect((await focused())[0]).toBe('Powered by Dialin')
    await leave(opened)
  })
})

test('the selected tab is in sight, clear of the arrows, by keyboard and by pointer', async () => {
  const methods = ['v60', 'aeropress', 'espresso', 'french_press'].map(method => ({ method }))
  await aRoastery(stage.world, {
    slug: 'tabbed',
    name: 'Tabbed',
    coffees: [{ slug: 'one', name: 'One', recipes: methods }],
  })
  for (const dir of ['ltr', 'rtl'])
    for (const width of [240, 250, 300, 340]) {
      const column = `<div dir="${dir}" style="width: ${width}px">${element('tabbed', 'data-coffee="one"')}</div>`
      const opened = await shown(await open(column))
      const { page } = opened
      const isClear = () =>
        page.locator('[aria-selected=true]').evaluate(tab => {
          const { left, right, top, bottom } = tab.getBoundingClientRect()
          return (tab.getRootNode() as ShadowRoot).elementFromPoint((left + right) / 2, (top + bottom) / 2) === tab
        })
      await page.locator('#tab-v60').focus()
      const [next, back] = dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
      for (const key of [next, next, next, back, back, 'End', 'Home']) {
        await page.keyboard.press(key as string)
        await eventually(isClear)
      }
      await page.locator('#tab-aeropress').dispatchEvent('click')
      await page.locator('#tab-aeropress[aria-selected=true]').waitFor()
      await eventually(isClear)
      await leave(opened)
    }
})

describe('in any language and width', () => {
  const onC40 = async (page: OpenedWidget['page']) => {
    const { slug, brand, name, uncertainty, dial } = (
      await stage.world.call('GET /api/widget/grinder/comandante-c40-mk4')
    ).body
    const kept = JSON.stringify({ slug, brand, name, uncertainty, dial })
    await page.addInitScript(text => localStorage.setItem('dialin-grinder', text), kept)
  }
  const spoken = {
    'en-US': 'Coffee 15 g Water 250 g Temp 203 °F Time 3:00 25 clicks 22 to 27 on your C40 MK4',
    'en-GB': 'Temp 95 °C',
    nl: 'Coffee 15 g',
    de: 'Kaffee 15 g Wasser 250 g Temp. 95 °C Zeit 3:00 25 Klicks 22 bis 27 auf Ihrer C40 MK4',
    'fr-CA': 'Café 15 g Eau 250 g Temp. 95 °C Temps 3:00 25 clics 22 à 27 sur votre C40 MK4',
    es: 'Café 15 g Agua 250 g Temp. 95 °C Tiempo 3:00 25 clics de 22 a 27 en su C40 MK4',
    it: 'Caffè 15 g Acqua 250 g Temp. 95 °C Tempo 3:00 25 scatti da 22 a 27 sul tuo C40 MK4',
    ja: 'コーヒー 15 g 湯量 250 g 湯温 95 °C 時間 3:00 25 クリック 22～27 C40 MK4 の場合',
    ko: '원두 15 g 물 250 g 온도 95 °C 시간 3:00 25클릭 22~27 C40 MK4 기준',
    'zh-Hans-CN': '咖啡粉 15 g 水量 250 g 水温 95 °C 时间 3:00 25 格 22 至 27 在您的 C40 MK4 上',
    'zh-TW': '咖啡粉 15 g 水量 250 g 水溫 95 °C 時間 3:00 25 格 22 至 27 在您的 C40 MK4 上',
  }

  test("it uses the page's language and its units, and loads only what is needed", async () => {
    const body = Object.keys(spoken).map(
      lang => `<div lang="${lang}">${element('hill-road', 'data-coffee="worka"')}</div>`,
    )
    const opened = await open(`<div style="columns: 3">${body.join('')}</div>`, {
      before: onC40,
      viewport: { width: 1300, height: 2400 },
    })
    const { page } = opened
    await page
      .locator('.ready')
      .nth(body.length - 1)
      .waitFor()
    for (const [lang, words] of Object.entries(spoken))
      expect([lang, await textOf(page.locator(`[lang="${lang}"] .panel`))]).toEqual([
        lang,
        expect.stringContaining(words),
      ])
    const asked = opened.asked.filter(one => one.startsWith('GET')).sort()
    expect(asked).toEqual([
      'GET /api/embed/recipes/hill-road',
      'GET /embed/dial.js',
      'GET /embed/widget.js',
      ...['de', 'es', 'fr', 'it', 'ja', 'ko', 'zh', 'zh-Hant'].map(code => `GET /embed/words/${code}`),
    ])
    await shoot(page, 'languages')
    // When a page changes its language, its cards follow.
    await page.evaluate(() => document.querySelector('[lang=nl]')?.setAttribute('lang', 'it'))
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'en-GB'))
    await page.getByText('Ricetta completa').nth(1).waitFor()
    expect(opened.said).toEqual([])
    await leave(opened)
  })

  test('decimals are written as the reader of each language writes them', async () => {
    await aRoastery(stage.world, {
      slug: 'halves',
      name: 'Halves',
      coffees: [{ slug: 'one', name: 'One', recipes: [{ method: 'v60', doseGrams: 15.5 }] }],
    })
    const languages = ['en', 'en-ZA', 'de', 'de-CH', 'fr', 'es', 'es-MX', 'it', 'ja', 'ko', 'zh', 'zh-Hant-TW']
    const body = languages.map(lang => `<div lang="${lang}">${element('halves')}</div>`)
    const opened = await open(body.join(''), { viewport: { width: 1300, height: 9000 } })
    const { page } = opened
    for (const lang of languages) {
      await page.locator(`div[lang="${lang}"] .ready`).waitFor()
      const expected = await page.evaluate(code => new Intl.NumberFormat(code).format(15.5), lang)
      expect([lang, await textOf(page.locator(`div[lang="${lang}"] dd`).first())]).toEqual([lang, `${expected} g`])
    }
    await leave(opened)
  })

  test('a badge says the method and the grind, on the grinder once there is one', async () => {
    const badge = element('hill-road', 'data-coffee="worka" data-layout="badge"')
    const before = await shown(await open(badge))
    expect(await textOf(before.page.locator('.box small'))).toBe('V60 recipe, medium')
    await leave(before)
    const after = await shown(await open(badge, { before: onC40 }))
    expect(await textOf(after.page.locator('.box small'))).toBe('V60: 25 clicks on your C40 MK4')
    await leave(after)
  })

  test('it fits from 180 px, as on a page at 200 %, and stays readable in forced colours', async () => {
    const looks = ['card', 'compact', 'inline', 'badge'].map(layout =>
      element('hill-road', `data-layout="${layout}" data-coffee="worka"`),
    )
    const body = `<div id="column" lang="de">${looks.join('<br>')}</div>`
    const opened = await open(body, { before: onC40, viewport: { width: 1000, height: 2600 } })
    const { page } = opened
    await page.locator('.ready').nth(3).waitFor()
    // The cards look again at what fits before the next frame is painted.
    const resize = (width: number) =>
      page.locator('#column').evaluate(async (column, px) => {
        column.setAttribute('style', `width: ${px}px`)
        for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
      }, width)
    for (const width of [180, 240, 320, 460, 600, 920]) {
      await resize(width)
      const cut = await page.locator('.box').evaluateAll(boxes =>
        boxes.flatMap(box => {
          const { left, right } = box.getBoundingClientRect()
          return [...box.querySelectorAll('b, small, dd, dt, a, p, button:not([role=tab], .ways)')]
            .filter(one => one.checkVisibility())
            .filter(one => one.getBoundingClientRect().right > right || one.getBoundingClientRect().left < left)
            .map(one => one.outerHTML)
        }),
      )
      expect([width, cut]).toEqual([width, []])
      await shoot(page, `width-${width}`)
    }
    // As in a browser that enlarges only text: the card's is in px, which the page's text size does
    // not affect. The sizes are those of a narrow card: the number inside the wide layout's ring is
    // larger.
    await resize(180)
    await page.locator('.box, .box *').evaluateAll(all => {
      const sizes = all.map(one => getComputedStyle(one)).map(({ fontSize, lineHeight }) => [fontSize, lineHeight])
      for (const [at, [size = '', line = '']] of sizes.entries())
        all[at]?.setAttribute('style', `font-size: calc(2 * ${size}); line-height: calc(2 * ${line})`)
    })
    for (const width of [180, 340]) {
      await resize(width)
      const cut = await page
        .locator('.box')
        .evaluateAll(boxes =>
          boxes.map(box => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight]),
        )
      expect([width, cut]).toEqual([width, Array(4).fill([0, 0])])
    }
    await page.emulateMedia({ forcedColors: 'active' })
    const stroke = (place: string) =>
      page
        .locator(place)
        .first()
        .evaluate(line => getComputedStyle(line).stroke)
    const probe = await page.evaluate(() => {
      const one = document.body.appendChild(document.createElement('i'))
      one.style.color = 'Highlight'
      return getComputedStyle(one).color
    })
    expect(await stroke('.mark .line')).toBe(probe)
    await shoot(page, 'forced-colours')
    await page.emulateMedia({ forcedColors: 'none', media: 'print' })
    expect(await page.locator('button.grinder').first().isVisible()).toBe(false)
    await shoot(page, 'print')
    await leave(opened)
  })
})

test('a card is aligned with the lines of its page', async () => {
  const opened = await shown(await open(element('hill-road')))
  const besides = () =>
    opened.page.locator('.box').evaluate(box => {
      const { left, right } = (box.getRootNode() as ShadowRoot).host.getBoundingClientRect()
      return [box.getBoundingClientRect().left - left, right - box.getBoundingClientRect().right]
    })
  const [, room = 0] = await besides()
  expect(room).toBeGreaterThan(100)
  expect(await besides()).toEqual([0, room])
  await opened.page.locator('html').evaluate(root => root.setAttribute('dir', 'rtl'))
  expect(await besides()).toEqual([room, 0])
  await leave(opened)
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
    await page.locator('dialin-picker input').waitFor()
    await expectAccessible(page)
    await shoot(page, 'choosing-a-grinder')
    await page.keyboard.press('Escape')
    await takeGrinder(page, 'comandante mk4', 'Comandante C40 MK4')
    await page.getByText('on your C40 MK4').nth(1).waitFor()
    const { min, max } = rangeOn(grinder, 41 - grinder.uncertainty, 41 + grinder.uncertainty)
    expect(await textOf(page.locator('.reading').first())).toBe(
      `${positionOn(grinder, 41).label} ${min} to ${max} on your C40 MK4`,
    )
    expect(await textOf(page.locator('.reading').nth(1))).toStartWith(positionOn(grinder, 22).label)
    await page.getByRole('tab', { name: 'Espresso' }).click()
    expect(await textOf(page.locator('.reading').first())).toStartWith(positionOn(grinder, 9).label)
    await shoot(page, 'own-grinder')

    opened.asked.length = 0
    await page.reload()
    await page.getByText('on your C40 MK4').nth(1).waitFor()
    expect(opened.asked.filter(one => one.includes('grinder'))).toEqual([])
    expect(await page.context().cookies()).toEqual([])

    await page.locator('.grinder').first().click()
    await page.getByRole('button', { name: 'Remove my grinder' }).click()
    await page.getByText('Show it on my grinder').nth(1).waitFor()
    expect(await page.evaluate(() => localStorage.length)).toBe(0)
    await leave(opened)
  })

  test('is passed to the page when it changes, also when it is removed', async () => {
    const listen = (page: OpenedWidget['page']) =>
      page.addInitScript(() => {
        const heard: unknown[] = []
        Object.assign(window, { heard })
        addEventListener('dialin-grinder-change', event =>
          heard.push([(event.target as Element).id, (event as CustomEvent).detail]),
        )
      })
    const opened = await shown(await open(element('hill-road', 'id="card"'), { before: listen }))
    const { page } = opened
    const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
    await takeGrinder(page, 'comandante mk4', 'Comandante C40 MK4')
    await eventually(async () => (await heard()).length === 1)
    await page.locator('.grinder').click()
    await page.getByRole('button', { name: 'Remove my grinder' }).click()
    await eventually(async () => (await heard()).length === 2)
    expect(await heard()).toEqual([
      ['card', { slug: 'comandante-c40-mk4', brand: 'Comandante', name: 'C40 MK4' }],
      ['card', null],
    ])
    await leave(opened)
  })

  test('may not reach a recipe, may be corrupted in storage, and may fail to load', async () => {
    const spoil = (page: OpenedWidget['page']) =>
      page.addInitScript(() => localStorage.setItem('dialin-grinder', '{"slug":"x"}'))
    const opened = await shown(await open(element('hill-road', 'data-coffee="zephyr"'), { before: spoil }))
    const { page } = opened
    const allow = stage.entrance.refuse('/api/widget/')
    await page.locator('.grinder').click()
    await page.getByText('The list didn’t load.').waitFor()
    await expectAccessible(page)
    allow()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.locator('dialin-picker input').fill('1zpresso j')
    await page.getByRole('option', { name: '1Zpresso J', exact: true }).click()
    await page.getByText('is as close as it gets').waitFor()
    expect(await textOf(page.locator('.setting'))).toStartWith('120 clicks')
    await leave(opened)
  })
})

describe('text from people', () => {
  test('stays text', async () => {
    const opened = await shown(await open(element('evil')))
    const { page } = opened
    expect(await textOf(page.locator('.roaster'))).toBe(`Evil ${EVIL}`)
    expect(await textOf(page.locator('.notes'))).toBe(EVIL)
    await page.locator('button.title').click()
    await page.getByRole('listbox').waitFor()
    expect(await page.getByRole('option').allInnerTexts()).toEqual([`A ${EVIL}\n"><b>${EVIL}`, `B ${EVIL}`])
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
