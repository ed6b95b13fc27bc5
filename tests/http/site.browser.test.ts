import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import {
  hindrancesOn,
  keptOffline,
  openBrowser,
  openSite,
  openTab,
  pickGrinder,
  stopClock,
} from '../support/browser.ts'
import { openEntrance } from '../support/entrance.ts'
import { eventually } from '../support/eventually.ts'
import { faultsOf } from '../support/faults.ts'
import { machineId, publish } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let recipe: number
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  const steps = [
    { atSeconds: 0, action: 'bloom', toGrams: 45 },
    { atSeconds: 45, action: 'pour', toGrams: 250 },
  ]
  recipe = (await publish(world, await world.person('Ann'), { steps, brewTimeSeconds: 180 })).id
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

const open = (path: string, options?: Parameters<typeof openTab>[1]) => openSite(browser, world, path, options)

/** Starts the timer and lets it count down from 3. */
async function startBrewing(page: Page) {
  await page.getByRole('button', { name: 'Start brewing' }).click()
  await page.clock.runFor(3000)
}

const settingOf = (page: Page) => page.textContent('.ring .setting')

test('home and a recipe render from two requests, the page and its styles; fonts and scripts may come later', async () => {
  const entrance = openEntrance()
  entrance.leadTo(world.port)
  for (const path of ['/', `/recipes/${recipe}`]) {
    const { text } = await world.call(`GET ${path}`, { headers: { accept: 'text/html' } })
    const styles = /rel="stylesheet" href="([^"]*)"/.exec(text)?.[1]
    const others = [...text.matchAll(/<(?:link|script)[^>]*? (?:href|src)="(\/[^"]*)"/g)].map(([, href = '']) => href)
    const release = others.filter(href => href !== styles).map(href => entrance.hold(href))
    const userAgent = `looks at ${path}`
    const page = await openTab(browser, { userAgent })
    await page.goto(`${entrance.url}${path}`, { waitUntil: 'commit' })
    await eventually(() =>
      page.evaluate<boolean>("performance.getEntriesByName('first-contentful-paint').length === 1"),
    )
    const answered = entrance
      .askedBy(userAgent)
      .filter(asked => !others.includes(asked.slice(4)) || asked.slice(4) === styles)
    expect(answered).toEqual([`GET ${path}`, `GET ${styles}`])
    for (const go of release) go()
    await page.context().close()
  }
  await entrance.stop()
})

test('the link of a recipe is copied if there is no share dialog', async () => {
  const { page } = await open(`/recipes/${recipe}`, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('button', { name: 'Link copied' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${world.url}/recipes/${recipe}`)
  await page.context().close()
})

test("the link of a recipe is passed to the phone's share dialog, if there is one", async () => {
  const { page } = await open(`/recipes/${recipe}`)
  await page.evaluate('navigator.share = async what => { window.shared = what }')
  await page.getByRole('button', { name: 'Share' }).click()
  const shared = await page.waitForFunction<{ url: string }>('window.shared')
  expect((await shared.jsonValue()).url).toBe(`${world.url}/recipes/${recipe}`)
  await page.context().close()
})

test('a shared link is passed on in the same form, by hand if nothing can copy it', async () => {
  const { shareUrl } = (await world.call(`POST /api/recipes/${recipe}/share`)).body
  const { page, complaints } = await open(new URL(shareUrl).pathname, { viewport: { width: 320, height: 700 } })
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"))')
  await page.getByRole('button', { name: 'Share' }).click()
  const link = page.getByLabel('Your browser didn’t let us copy the link.')
  expect([await link.inputValue(), await page.evaluate('String(getSelection())')]).toEqual([shareUrl, shareUrl])
  expect([await faultsOf(page), complaints]).toEqual([[], []])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  await page.context().close()
})

describe('the ring', () => {
  test('moves by keyboard, and the recipe follows', async () => {
    const { page, complaints } = await open('/?coffee=light&grinder=1zpresso-k-ultra')
    const before = Number(await settingOf(page))
    await page.getByRole('button', { name: 'Coarser' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Your nudge:').waitFor()
    expect(Number(await settingOf(page))).toBeCloseTo(before + 0.1)
    expect(await page.getByRole('slider', { name: 'Grind setting' }).getAttribute('aria-valuetext')).toStartWith(
      `${await settingOf(page)} on your K-Ultra`,
    )
    await page.waitForURL(/nudge=1/)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('switches to another grinder at once, which the next page remembers', async () => {
    const { page } = await open('/?coffee=light')
    const to = page.locator('#to')
    expect(await to.inputValue()).toBe('1zpresso-k-ultra')
    await pickGrinder(page, 'grinder', 'niche zero')
    await page.getByRole('img', { name: /^24 clicks on the Comandante C40 MK4 is .* on the Niche Zero/ }).waitFor()
    expect(await to.inputValue()).toBe('niche-zero')
    expect(await page.textContent('.sample')).toContain('on your Zero')
    await pickGrinder(page, 'grinder', 'c40 mk4')
    await page.locator('.range-words').getByText('on your C40 MK4').waitFor()
    expect(await page.textContent('.ring .setting')).toMatch(/^\d+$/)
    await page.locator('.top').getByText('C40 MK4').waitFor()
    await page.getByText('shown on your C40 MK4').waitFor()
    await page.getByRole('textbox', { name: 'Clicks' }).fill('99')
    await page.getByText('goes from 0 to 40 clicks, so 99 is off its dial.').waitFor()
    await page.waitForURL(/grinder=comandante-c40-mk4.*setting=99/)
    await page.getByRole('link', { name: 'Start the timer' }).click()
    const timer = page.getByRole('dialog', { name: 'Brew timer' })
    await timer.getByRole('button', { name: 'Start' }).click()
    await timer.getByRole('button', { name: 'Pause' }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${world.url}/recipes/${recipe}`)
    await page.getByText('On my C40 MK4').waitFor()
    page.once('dialog', dialog => dialog.accept())
    await page.getByRole('button', { name: 'Discard this brew' }).click()
    const [setting, bar] = await Promise.all(
      ['.ring .setting', '.start-bar'].map(one => page.locator(one).first().boundingBox()),
    )
    expect((setting?.y ?? 0) + (setting?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
    await page.context().close()
  })

  test('keeps the keyboard focus when a reply replaces the part that has it', async () => {
    const { page } = await open('/?coffee=light')
    const recipeLink = page.locator('[aria-labelledby=best] .card a').first()
    await recipeLink.focus()
    await page.evaluate(
      "const choice = document.querySelector('#choose select[name=grinder]'); choice.value = 'niche-zero'; choice.dispatchEvent(new Event('change', { bubbles: true }))",
    )
    await page.getByText('shown on your Zero').waitFor()
    expect(await recipeLink.evaluate(link => link === document.activeElement)).toBe(true)
    await page.context().close()
  })

  test('offers the styles of the chosen brewer at once', async () => {
    const { page } = await open('/?coffee=light&brewer=aeropress-original')
    await page.selectOption('#style', 'iced')
    await page.locator('.result dt', { hasText: 'as ice' }).waitFor()
    await page.selectOption('#brewer', 'bodum-chambord-3-cup')
    await page.locator('#style').waitFor({ state: 'detached' })
    await page.selectOption('#brewer', 'hario-switch-02')
    await page.locator('#style option[value=hybrid]').waitFor({ state: 'attached' })
    expect(await page.inputValue('#style')).toBe('immersion')
    await page.context().close()
  })

  test('passes a style on without a script; on a phone the chosen one is in view', async () => {
    const { page } = await open('/?coffee=light&brewer=aeropress-original', { javaScriptEnabled: false })
    await page.selectOption('#style', 'iced')
    await page.getByRole('button', { name: 'Show it' }).click()
    await page.getByRole('link', { name: 'Open this recipe' }).click()
    await page.getByText('g of ice in the server').waitFor()
    const address = page.url()
    await page.context().close()
    const { page: phone } = await open(address.slice(world.url.length), { viewport: { width: 360, height: 740 } })
    const chosen = await phone.locator('.tabs [aria-current]').boundingBox()
    expect((chosen?.x ?? 0) + (chosen?.width ?? 0)).toBeLessThanOrEqual(360)
    await phone.context().close()
  })

  test('moves and converts without a script', async () => {
    const { page } = await open('/?coffee=light&grinder=1zpresso-k-ultra', { javaScriptEnabled: false })
    const before = Number(await settingOf(page))
    await page.getByRole('button', { name: 'Finer' }).click()
    await page.waitForURL(/nudge=-1/)
    expect(Number(await settingOf(page))).toBeCloseTo(before - 0.1)
    await page.getByRole('textbox', { name: 'Clicks' }).fill('20')
    await page.getByRole('button', { name: 'Convert' }).click()
    await page.waitForURL(/setting=20/)
    expect(await page.getAttribute('.faces', 'aria-label')).toStartWith('20 clicks on the Comandante C40 MK4 is ')
    await page.context().close()
  })
})

test('the timer leads through the steps, can be paused, and ends in the log; it needs no network once it is open', async () => {
  const { page, complaints } = await open(`/recipes/${recipe}`)
  await page.clock.install({ time: 0 })
  await page.reload()
  await page.clock.pauseAt(60_000)
  await page.context().setOffline(true)
  await startBrewing(page)
  const timer = page.getByRole('dialog', { name: 'Brew timer' })
  const clock = timer.getByRole('timer')
  await page.clock.runFor(50_000)
  expect(await timer.getByRole('heading').textContent()).toBe('Pour to 250\u00a0g')
  expect(await clock.textContent()).toBe('0:50')
  await timer.getByRole('button', { name: 'Pause' }).click()
  await page.clock.runFor(60_000)
  expect(await clock.textContent()).toBe('0:50')
  await page.clock.resume()
  expect(await faultsOf(page)).toEqual([])
  await page.clock.pauseAt(1_800_000)
  await timer.getByRole('button', { name: 'Resume' }).click()
  await page.clock.runFor(150_000)
  expect(await timer.getByRole('heading').textContent()).toBe('Pour to 250\u00a0g')
  expect(await timer.textContent()).toMatch(/0:20 over\. Still dripping\? Press Done when it stops\./)
  await page.clock.runFor(600_000)
  expect(await clock.textContent()).toBe('3:00')
  expect(await timer.getByRole('link', { name: 'Log this brew' }).getAttribute('href')).toStartWith(
    `/me/log?recipe=${recipe}&doseGrams=15&waterGrams=250&brewTime=3%3A00&grinder=1zpresso-k-ultra&grindSetting=7.`,
  )
  await page.clock.pauseAt(3_600_000)
  page.once('dialog', dialog => dialog.accept())
  await timer.getByRole('button', { name: 'Start over' }).click()
  await page.clock.runFor(3000)
  await page.clock.runFor(20_000)
  await timer.getByRole('button', { name: 'Next step' }).click()
  await page.clock.runFor(90_000)
  expect(await clock.textContent()).toBe('1:50')
  await timer.getByRole('button', { name: 'Done' }).click()
  expect(await clock.textContent()).toBe('1:50')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Log this brew')
  expect(await timer.getByRole('link', { name: 'Log this brew' }).getAttribute('href')).toContain('&brewTime=1%3A50&')
  await page.evaluate(
    'navigator.wakeLock.request = async () => { window.held = true; return { release: async () => { window.held = false } } }; window.shakes = 0; navigator.vibrate = () => ++window.shakes',
  )
  page.once('dialog', dialog => dialog.accept())
  await timer.getByRole('button', { name: 'Start over' }).click()
  await page.clock.runFor(3000)
  await page.clock.runFor(200_000)
  expect(await page.evaluate('[held, shakes]')).toEqual([true, 6])
  await timer.getByRole('button', { name: 'Done' }).click()
  expect(await timer.getByRole('link', { name: 'Log this brew' }).getAttribute('href')).toContain('&brewTime=3%3A20&')
  expect(await page.evaluate('[held, shakes]')).toEqual([false, 6])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('the timer beeps at 3, 2, 1 and at each step unless muted, and everybody can read and press it', async () => {
  const { page, complaints } = await open(`/recipes/${recipe}`)
  await page.clock.install({ time: 0 })
  await page.reload()
  await page.evaluate(
    'window.tones = 0; const { start } = OscillatorNode.prototype; OscillatorNode.prototype.start = function () { tones++; start.call(this) }',
  )
  await page.clock.pauseAt(60_000)
  await startBrewing(page)
  const timer = page.getByRole('dialog', { name: 'Brew timer' })
  expect(await page.evaluate('tones')).toBe(4)
  await page.clock.runFor(44_000)
  expect(await page.evaluate('tones')).toBe(4)
  await page.clock.runFor(2000)
  expect(await page.evaluate('tones')).toBe(5)
  await timer.getByRole('button', { name: 'Sound' }).click()
  await page.clock.runFor(140_000)
  expect([await page.evaluate('tones'), await timer.textContent()]).toEqual([5, expect.stringContaining('Time’s up')])
  await timer.getByRole('button', { name: 'Pause' }).click()
  await page.clock.resume()
  expect([await hindrancesOn(page), complaints]).toEqual([[], []])
  await page.context().close()
})

test('a recipe is printed on one sheet: its figures, the straight dial, the steps and the code, and no buttons', async () => {
  const { page } = await open(`/recipes/${recipe}`)
  await page.evaluate('window.printed = 0; window.print = () => { printed++ }')
  await page.getByRole('button', { name: 'Print a card' }).click()
  expect(await page.evaluate('printed')).toBe(1)
  await page.emulateMedia({ media: 'print' })
  const shown = (part: string) => page.locator(part).filter({ visible: true }).count()
  const parts = ['.brewing .figures', '.on-paper svg', '.steps ol', '.qr', 'header', 'footer', 'button', 'textarea']
  expect(await Promise.all(parts.map(shown))).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
  for (const format of ['A4', 'Letter']) {
    const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect([format, sheets?.length]).toEqual([format, 1])
  }
  await page.context().close()
})

test('a last step at the planned end is shown until it is done', async () => {
  const steps = [
    { atSeconds: 0, action: 'steep', toGrams: 250 },
    { atSeconds: 240, action: 'plunge', note: 'Slowly' },
  ]
  const press = await publish(world, await world.person('Bea'), {
    machineId: machineId(world, 'french_press'),
    steps,
    brewTimeSeconds: 240,
  })
  const { page } = await open(`/recipes/${press.id}`)
  await page.clock.install({ time: 0 })
  await page.reload()
  await page.clock.pauseAt(60_000)
  await startBrewing(page)
  const timer = page.getByRole('dialog', { name: 'Brew timer' })
  await page.evaluate('window.shakes = 0; navigator.vibrate = () => ++window.shakes')
  await page.clock.runFor(241_000)
  expect(await timer.getByRole('heading').textContent()).toBe('Plunge')
  expect(await timer.locator('.lead').textContent()).toBe('Slowly. Then press Done.')
  await page.clock.runFor(19_000)
  expect(await timer.locator('.lead').textContent()).toBe('Slowly. 0:20 over. Press Done when you’re finished.')
  await timer.getByRole('button', { name: 'Done' }).click()
  expect(await timer.getByRole('link', { name: 'Log this brew' }).getAttribute('href')).toContain('&brewTime=4%3A20')
  expect(await page.evaluate('shakes')).toBe(1)
  await page.context().close()
})

test('a recipe opened once can be brewed offline, and its log waits for a network', async () => {
  const { page } = await open(`/recipes/${recipe}`, { viewport: { width: 360, height: 560 } })
  await stopClock(page)
  await keptOffline(page)
  // As during a deployment: a file under another release's name is shown, but not kept.
  const strange = '/assets/zzzz/site.css'
  const asked = `fetch('${strange}').then(async ({ ok }) => [ok, Boolean(navigator.serviceWorker.controller), Boolean(await caches.match('${strange}'))])`
  expect(await page.evaluate<boolean[]>(asked)).toEqual([true, true, false])
  await page.context().setOffline(true)
  await page.reload()
  await page.locator('.start-bar').getByRole('button', { name: 'Start brewing' }).click()
  const timer = page.getByRole('dialog', { name: 'Brew timer' })
  await timer.getByRole('button', { name: 'Start now' }).click()
  const row = await timer.locator('.buttons', { hasText: 'Next step' }).boundingBox()
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBe(560)
  for (const height of [640, 740]) {
    await page.setViewportSize({ width: 360, height })
    const [axis, buttons, sound] = await Promise.all(
      ['.pours .numeral >> nth=0', '.buttons', '[aria-label=Sound]'].map(part => timer.locator(part).boundingBox()),
    )
    expect((axis?.y ?? Infinity) + (axis?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
    expect([sound?.width, (buttons?.y ?? 0) + (buttons?.height ?? 0)]).toEqual([44, height])
  }
  for (const name of ['Next step', 'Done']) await timer.getByRole('button', { name }).click()
  const [sentence, link] = await Promise.all(
    ['.timer-now .lead', '.timer-now .button'].map(part => timer.locator(part).boundingBox()),
  )
  expect((link?.y ?? 0) - (sentence?.y ?? 0) - (sentence?.height ?? 0)).toBeGreaterThanOrEqual(16)
  await timer.getByRole('link', { name: 'Log this brew' }).click()
  await page.getByText('Your brew isn’t lost').waitFor()
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByText('Your brew isn’t lost').waitFor()
  await page.waitForURL(`${world.url}/me/log?recipe=${recipe}&doseGrams=15*`)
  expect(await faultsOf(page)).toEqual([])
  await page.context().setOffline(false)
  await page.waitForURL(`${world.url}/sign-in?next=%2Fme%2Flog%3Frecipe%3D${recipe}%26doseGrams%3D15%26*`)
  await page.context().close()
})

test('a page loaded before the worker is kept, too, even if the worker takes over before its scripts run', async () => {
  const entrance = openEntrance({ mayKeep: true })
  entrance.leadTo(world.port)
  const path = `/recipes/${recipe}`
  const { text } = await world.call(`GET ${path}`, { headers: { accept: 'text/html' } })
  const [, script = ''] = /<script type="module" src="([^"]*)"/.exec(text) ?? []
  const release = entrance.hold(script)
  const page = await openTab(browser)
  await page.goto(`${entrance.url}${path}`, { waitUntil: 'commit' })
  const other = await page.context().newPage()
  await other.goto(entrance.url)
  await eventually(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
  release()
  await keptOffline(page)
  await page.context().close()
  await entrance.stop()
})

test('long words stay on the label of their bag, and six steps are in rows of equal length', async () => {
  const name = 'Yirgacheffe Konga Natural Anaerobic '.repeat(4)
  const coffees = [{ slug: 'long', name, flavorProfile: 'W'.repeat(99), recipes: [] }]
  await aRoastery(world, { slug: 'long-words', name: 'Long words', coffees })
  const [coffee] = await world.sql<{ id: number }[]>`select id from coffees where slug = 'long'`
  const { page } = await open(`/coffees/${coffee?.id}`, { viewport: { width: 360, height: 740 } })
  expect(await page.evaluate('scrollY')).toBe(0)
  const bottoms =
    "['.big-bag .front', '.big-bag p'].map(part => document.querySelector(part).getBoundingClientRect().bottom)"
  const [label = 0, words = Infinity] = await page.evaluate<number[]>(bottoms)
  expect(words).toBeLessThanOrEqual(label)
  expect(await page.evaluate("getComputedStyle(document.querySelector('.big-bag p')).overflow")).toBe('clip')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${world.url}/brew?coffee=light&brewer=aeropress-original`)
  const rows = "Object.groupBy(document.querySelectorAll('.steps li'), one => one.offsetTop)"
  expect(await page.evaluate(`Object.values(${rows}).map(row => row.length)`)).toEqual([3, 3])
  await page.context().close()
})

test('the logo is as dark or light as the name next to it', async () => {
  const { page } = await open('/offline')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const [ring, name] = await page.evaluate<string[]>(
      "[getComputedStyle(document.querySelector('.top .logo circle')).stroke, getComputedStyle(document.querySelector('.top .home')).color]",
    )
    expect([colorScheme, ring]).toEqual([colorScheme, name])
  }
  await page.context().close()
})

test('the checks find each kind of accessibility problem', async () => {
  const page = await openTab(browser, { viewport: { width: 1280, height: 900 } })
  await page.setContent(`<!doctype html><html lang="en"><title>Faulty</title><style>
    p { color: #bbb; background: #fff } @media (prefers-color-scheme: dark) { em { color: #222; background: #000 } }
    </style><main><h1>Faulty</h1><img src="data:,"><p>pale</p><em>dim</em><div style="width: 900px">wide</div></main></html>`)
  const found = (await hindrancesOn(page)) as string[][]
  const names = found.map(([how, what]) => `${how}: ${what}`)
  expect(names).toContain('light: image-alt')
  expect(names).toContain('light: color-contrast')
  expect(found.filter(([how, what]) => how === 'dark' && what === 'color-contrast')).toHaveLength(1)
  expect(names.filter(name => /^(800|320) px/.test(name))).toHaveLength(4)
  await page.context().close()
})

test("signing out leaves none of the person's pages behind, and keeps the chosen grinder", async () => {
  const { token } = await world.person('Robin')
  const { page } = await open('/')
  await page.context().addCookies([{ name: 'svc_session', value: token, url: world.url, httpOnly: true }])
  await page.goto(`${world.url}/recipes/${recipe}`)
  await page.getByText('My coffee').first().waitFor()
  await keptOffline(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${world.url}/`)
  const kept = `caches.match('/recipes/${recipe}').then(Boolean)`
  expect(await page.evaluate<boolean>(kept)).toBe(false)
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['grinder'])
  await page.context().close()
})
