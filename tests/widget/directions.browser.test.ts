import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { aRoastery } from '../support/roastery.ts'
import { startWorld } from '../support/world.ts'
import { element, expectAccessible, leave, script, setStage, takeGrinder, textOf, untilReady, visit } from './stage.ts'

const stage = setStage(startWorld)

const texts = {
  ar: {
    name: 'يرغاتشيف كونغا',
    roaster: 'محمصة التل',
    flavor: 'ياسمين, ليمون, خوخ',
    notes: 'حرّك القهوة مرة واحدة بعد آخر صبّة لتسوية السطح، ثم انتظر حتى يبرد الكوب قليلاً قبل أن تشرب.',
  },
  he: {
    name: 'ירגאצ׳ף קונגה',
    roaster: 'בית הקלייה',
    flavor: 'יסמין, לימון, אפרסק',
    notes: 'סיבוב אחד אחרי המזיגה האחרונה, ואז להמתין.',
  },
} as const

const methods = ['v60', 'espresso', 'aeropress', 'french_press'].map(method => ({ method, brewTimeSeconds: 190 }))

async function open(lang: keyof typeof texts, width: number) {
  const { name, roaster, flavor, notes } = texts[lang]
  const slug = `${lang}-${width}`
  await aRoastery(stage.world, {
    slug,
    name: roaster,
    coffees: [
      {
        slug: 'one',
        name,
        flavorProfile: flavor,
        recipes: methods.map(one => ({ ...one, waterTempF: 203, notes })),
      },
      { slug: 'two', name: `${name} 2`, recipes: [{ method: 'v60' }] },
    ],
  })
  const body = `<div dir="rtl" style="width: ${width}px">${element(slug, 'data-default-coffee="one"')}</div>`
  const opened = await visit(stage, stage.sites.page(body + script(stage), { lang }), {
    viewport: { width: 1000, height: 1400 },
  })
  await untilReady(opened.page)
  return opened
}

/** Their texts from left to right, as a reader sees them. */
const acrossPage = (places: Locator) =>
  places.evaluateAll(all =>
    all
      .map(one => ({ text: one.textContent?.trim() ?? '', x: one.getBoundingClientRect().x }))
      .sort((a, b) => a.x - b.x)
      .map(({ text }) => text),
  )

/** How far the text of a part is from the edges of the card. */
const edges = async (page: Page, selector: string) => {
  const box = await page.locator('.box').boundingBox()
  const part = await page
    .locator(selector)
    .first()
    .evaluate(one => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return range.getBoundingClientRect().toJSON() as DOMRect
    })
  if (!box) throw new Error('There is no card.')
  return { left: part.left - box.x, right: box.x + box.width - part.right }
}

for (const lang of ['ar', 'he'] as const)
  test(`on a page in ${lang === 'ar' ? 'Arabic' : 'Hebrew'}, the card is mirrored and its dials are not`, async () => {
    const opened = await open(lang, 480)
    const { page } = opened
    expect(await acrossPage(page.getByRole('tab'))).toEqual(['French press', 'AeroPress', 'Espresso', 'V60'])
    expect(await acrossPage(page.locator('dl > div'))).toEqual(['Time3:10', 'Temp203 °F', 'Water250 g', 'Coffee15 g'])
    // The unit stands after its number, as it is read.
    const [number, unit] = await page
      .locator('dd')
      .first()
      .evaluate(dd => {
        const range = document.createRange()
        range.selectNode([...dd.childNodes].find(one => one.nodeType === Node.TEXT_NODE) ?? dd)
        return [range.getBoundingClientRect().left, dd.querySelector('small')?.getBoundingClientRect().left ?? 0]
      })
    expect(unit).toBeGreaterThan(number as number)
    // Roaster and coffee are aligned to the right, the button comes first from there.
    for (const part of ['.roaster', '.title span', '.link']) {
      const { left, right } = await edges(page, part)
      expect([part, right < left]).toEqual([part, true])
    }
    expect(await textOf(page.locator('.notes'))).toStartWith(texts[lang].notes.slice(0, 20))
    const landmarks = await acrossPage(page.locator('.straight .numeral:not(:last-of-type)'))
    expect(landmarks).toEqual(['Fine', 'Moka pot', 'French press', 'Coarse'])

    await page.getByRole('tab', { name: 'V60' }).focus()
    await page.keyboard.press('ArrowLeft')
    await page.getByRole('tab', { name: 'Espresso', selected: true }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'V60', selected: true }).waitFor()

    await takeGrinder(page, 'k ul', '1Zpresso K-Ultra')
    await page.locator('.setting').waitFor()
    const numerals = (await acrossPage(page.locator('.straight .numeral'))).map(Number)
    expect(numerals).toEqual(numerals.toSorted((a, b) => a - b))
    expect(await acrossPage(page.locator('.hint > span'))).toEqual(['Finer if it is sour', 'Coarser if it is bitter'])
    const setting = await edges(page, '.setting')
    expect(setting.right).toBeLessThan(setting.left)

    await page.locator('button.title').click()
    const option = page.getByRole('option').first()
    expect(await textOf(option)).toContain(texts[lang].name)
    expect(await option.evaluate(row => getComputedStyle(row).direction)).toBe('rtl')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await leave(opened)
  })

test('on a page from right to left, the English sentences of the list and of a failure read as they are written', async () => {
  const body = (attributes = '') => `<div dir="rtl" style="width: 360px">${element('hill-road', attributes)}</div>`
  const url = stage.sites.page(body('data-coffee="worka"') + script(stage), { lang: 'ar' })
  const opened = await visit(stage, url, { viewport: { width: 1000, height: 1000 } })
  const { page } = opened
  await untilReady(page)
  /** Where the first and the last letter of a text are. */
  const ends = (place: Locator) =>
    place.evaluate(one => {
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      const all: Text[] = []
      while (texts.nextNode()) if (texts.currentNode.textContent?.trim()) all.push(texts.currentNode as Text)
      return [all[0], all.at(-1)].map((text, at) => {
        const range = document.createRange()
        const end = text?.data.trimEnd().length ?? 0
        const start = text ? text.data.length - text.data.trimStart().length : 0
        range.setStart(text as Text, at === 0 ? start : end - 1)
        range.setEnd(text as Text, at === 0 ? start + 1 : end)
        return range.getBoundingClientRect().x
      })
    })
  await page.locator('.grinder').click()
  const list = page.locator('dialin-picker')
  await list.locator('input').fill('c40 mk4')
  await page.locator('.row.active').waitFor()
  const { right = 0 } = await list.evaluate(one => one.getBoundingClientRect().toJSON() as DOMRect)
  for (const place of ['.row.active small', 'p.quiet', '.foot .quiet']) {
    const [first = 0, last = 0] = await ends(list.locator(place))
    expect([place, first < last]).toEqual([place, true])
  }
  const note = await list.locator('.row.active small').boundingBox()
  expect(right - (note?.x ?? 0) - (note?.width ?? 0)).toBeLessThan(60)
  await list.locator('input').fill('zzqq')
  await page.getByText('No grinder by that name.').waitFor()
  const [first = 0, last = 0] = await ends(list.locator('p.quiet'))
  expect(first).toBeLessThan(last)
  await leave(opened)

  const allow = stage.entrance.refuse('/api/embed/')
  const failed = await visit(stage, url)
  await failed.page.locator('.box.failed').waitFor()
  const [start = 0, end = 0] = await ends(failed.page.locator('.failed p'))
  expect(start).toBeLessThan(end)
  const { left, right: after } = await edges(failed.page, '.failed p')
  expect(Math.abs(left - after)).toBeLessThan(30)
  allow()
  await leave(failed)
})

test('tabs that do not fit on a page from right to left are out of sight on the left', async () => {
  const opened = await open('he', 240)
  const { page } = opened
  await page.locator('.tab-row.forth, .tab-row.back').waitFor()
  expect(await page.locator('.tab-row').getAttribute('class')).not.toContain('forth')
  await page.locator('.arrow:visible').click()
  await page.locator('.tab-row.forth').waitFor()
  await leave(opened)
})

test('auto follows a picture or gradient by the text on it, and a colour of any space', async () => {
  const card = element('night-shift', 'data-theme="auto" data-layout="badge"')
  const backgrounds: Record<string, 'light' | 'dark'> = {
    'background: linear-gradient(#000, #222); color: #fff': 'dark',
    'background: linear-gradient(#fff, #eee); color: #111': 'light',
    'background: color(display-p3 1 1 1)': 'light',
    'background: color(srgb 0.1 0.1 0.1)': 'dark',
    'background: lab(20% 10 10)': 'dark',
    'background: rgb(0 0 0 / 20%)': 'light',
  }
  const body = Object.keys(backgrounds).map(style => `<div style="${style}">${card}</div>`)
  const opened = await visit(stage, stage.sites.page(body.join('') + script(stage)))
  await untilReady(opened.page, body.length)
  const themes = await opened.page
    .locator('.box')
    .evaluateAll(boxes => boxes.map(box => (box.matches('.dark') ? 'dark' : 'light')))
  expect(themes).toEqual(Object.values(backgrounds))
  await leave(opened)
})
