import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { closeTimer, hindrancesOn, openBrowser, openSite, steppedBack } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { aCoffee, grinderId, machineId, publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let robin: Someone
let recipe: number
let brew: { id: number; nextStep: { grindSetting: number } }
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  robin = await world.person('Robin Arden')
  const coffeeProfileId = await aCoffee(world, 'Huila El Mirador')
  const gear = { coffeeProfileId, grinderId: grinderId(world), machineId: machineId(world) }
  const steps = [
    { atSeconds: 0, action: 'bloom', toGrams: 45, note: 'Wet all of the coffee, and swirl until no dry spot is left.' },
    { atSeconds: 15, action: 'swirl' },
    { atSeconds: 45, action: 'pour', toGrams: 250 },
  ]
  recipe = (await publish(world, await world.person('Ann'), { ...gear, steps, brewTimeSeconds: 180 })).id
  await world.call('POST /api/user/grinders', { as: robin, body: { grinderId: gear.grinderId, isDefault: true } })
  const cup = { grindSetting: 20, doseGrams: 15, waterGrams: 250, waterTempF: 203, brewTimeSeconds: 214, rating: 2 }
  const body = { ...gear, ...cup, recipeId: recipe, extractionFeedback: { bitter: true } }
  const { id } = (await world.call('POST /api/brew-logs', { as: robin, body })).body.brewLog
  brew = (await world.call(`GET /api/brew-logs/${id}`, { as: robin })).body.brewLog
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

/** A phone whose clock the test moves. Playwright keeps it for later pages, too. */
async function open(path: string, options: Parameters<typeof openSite>[3] = {}) {
  const phone = {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce' as const,
  }
  const opened = await openSite(browser, world, '/about', { ...phone, as: robin, ...options })
  await opened.page.clock.install({ time: new Date('2026-05-04T08:00:00Z') })
  await opened.page.goto(`${world.url}${path}`)
  const timer = opened.page.getByRole('dialog', { name: 'Brew timer' })
  let taps = 0
  const tap = async (it: Locator) => {
    await it.tap()
    return ++taps
  }
  return { ...opened, timer, tap, clock: () => timer.getByRole('timer').textContent() }
}

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name }).first()
const startButton = (page: Page) => page.locator('.start-bar [data-start]')

describe('the next step', () => {
  test('starts the timer at the new setting in one tap, and three lead to the log with all of it filled in', async () => {
    const setting = String(brew.nextStep.grindSetting)
    const { page, timer, tap, complaints } = await open('/me')
    expect(await tap(page.getByRole('button', { name: `Start at ${setting}` }))).toBe(1)
    await timer.getByRole('heading', { name: /Get ready|Bloom/ }).waitFor()
    expect(await page.locator('.brewing .ring .setting').textContent()).toBe(setting)
    expect(await timer.locator('.timer-top').textContent()).toContain(`15\u00a0g, ${setting} (`)
    await page.clock.fastForward(190_000)
    expect(await tap(timer.getByRole('button', { name: 'Done' }))).toBe(2)
    expect(await tap(timer.getByRole('link', { name: 'Log this brew' }))).toBe(3)
    await page.waitForURL(/\/me\/log/)
    const typed = await page.evaluate<Record<string, string>>(
      "Object.fromEntries(new FormData(document.querySelector('form.log')))",
    )
    const figures = { grindSetting: setting, doseGrams: '15', waterGrams: '250', waterTemp: '95' }
    expect(typed).toMatchObject({ ...figures, brewer: 'hario-v60-02', grinder: 'comandante-c40-mk4' })
    expect(typed.brewTime).toMatch(/^3:[0-4]\d$/)
    expect(await page.textContent('.chosen summary b')).toBe('Huila El Mirador')
    await page.getByLabel('Just right', { exact: false }).first().check({ force: true })
    await page.getByRole('button', { name: 'Save and show the next step' }).tap()
    await page.getByRole('heading', { level: 1, name: 'Leave it there.' }).waitFor()
    expect(await page.locator('.kept-brew').count()).toBe(0)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('is also one tap from the page of a brew, and logging it without a timer takes three', async () => {
    const { page, timer, tap } = await open(`/me/brews/${brew.id}?saved`)
    expect(await tap(link(page, `Start timer at ${brew.nextStep.grindSetting}`))).toBe(1)
    await timer.getByRole('heading', { name: /Get ready|Bloom/ }).waitFor()
    await page.context().close()

    const again = await open('/me', { viewport: { width: 1280, height: 900 } })
    await again.tap(link(again.page, 'Log a brew'))
    await again.page.getByLabel('Just right', { exact: false }).first().check({ force: true })
    expect((await again.tap(again.page.getByRole('button', { name: 'Save and show the next step' }))) + 1).toBe(3)
    await again.page.waitForURL(/\/me\/brews\/\d+\?saved/)
    await again.page.context().close()
  })

  test('without scripts leads to the recipe as it will be brewed, and from there to the log', async () => {
    const { page, tap } = await open(`/me/brews/${brew.id}`, { javaScriptEnabled: false })
    await tap(link(page, `Start timer at ${brew.nextStep.grindSetting}`))
    await page.waitForURL(/\/again/)
    expect(await page.locator('.steps li b').allTextContents()).toEqual([
      'Bloom to 45\u00a0g',
      'Swirl',
      'Pour to 250\u00a0g',
    ])
    await tap(link(page, 'Log it without the timer'))
    await page.waitForURL(/\/me\/log/)
    expect(await page.inputValue('#grindSetting')).toBe(String(brew.nextStep.grindSetting))
    await page.context().close()
  })
})

test('the timer of a technique leads to a log of it, with its figures', async () => {
  const { page, timer, tap, complaints } = await open('/techniques/four-six')
  await page
    .getByRole('button', { name: /Start brewing/ })
    .first()
    .tap()
  await timer.getByRole('heading', { name: /Pour/ }).waitFor()
  await page.clock.fastForward(240_000)
  await tap(timer.getByRole('button', { name: 'Done' }))
  await tap(timer.getByRole('link', { name: 'Log this brew' }))
  await page.waitForURL(/\/me\/log/)
  expect(await page.inputValue('#technique')).toBe('four-six')
  expect([await page.inputValue('#doseGrams'), await page.inputValue('#waterGrams')]).toEqual(['20', '300'])
  await page.getByLabel('Just right', { exact: false }).first().check({ force: true })
  await page.getByRole('button', { name: 'Save and show the next step' }).tap()
  await page.getByRole('link', { name: 'The 4:6 method' }).waitFor()
  expect(complaints).toEqual([])
  await page.context().close()
})

describe('a brew is never lost', () => {
  test.each([
    ['the button', async (page: Page) => page.getByRole('button', { name: 'Close the timer' }).tap()],
    ['Escape', async (page: Page) => page.keyboard.press('Escape')],
    ['going back', async (page: Page) => void (await page.goBack())],
  ])('closing the timer by %s keeps it running, and the page offers to resume it', async (_, close) => {
    const { page, timer, clock, complaints } = await open(`/recipes/${recipe}`)
    await page.clock.pauseAt(new Date('2026-05-04T09:00:00Z'))
    await startButton(page).tap()
    await page.clock.runFor(23_000)
    expect(await clock()).toBe('0:20')
    await close(page)
    await timer.waitFor({ state: 'hidden' })
    await steppedBack(page)
    expect(new URL(page.url()).pathname).toBe(`/recipes/${recipe}`)
    await startButton(page).getByText('Resume your brew').waitFor()
    await page.clock.runFor(10_000)
    await startButton(page).tap()
    expect([await clock(), await timer.getByRole('heading').textContent()]).toEqual(['0:30', 'Swirl'])
    await page.goBack()
    await timer.waitFor({ state: 'hidden' })
    expect([new URL(page.url()).pathname, complaints]).toEqual([`/recipes/${recipe}`, []])
    await page.context().close()
  })

  test('a reload opens it where it was, also a paused one, and everybody can read the way back', async () => {
    const { page, timer, clock } = await open(`/recipes/${recipe}`)
    await page.clock.pauseAt(new Date('2026-05-04T09:00:00Z'))
    await startButton(page).tap()
    await page.clock.runFor(23_000)
    await page.reload()
    await timer.waitFor()
    expect(await clock()).toBe('0:20')
    await timer.getByRole('button', { name: 'Pause' }).tap()
    await page.clock.runFor(60_000)
    await page.reload()
    await timer.getByRole('button', { name: 'Resume' }).tap()
    await page.clock.runFor(5000)
    expect(await clock()).toBe('0:25')
    await page.goto(`${world.url}/roasters`)
    await page.getByText('Huila El Mirador is still brewing.').waitFor()
    await page.clock.resume()
    expect(await hindrancesOn(page)).toEqual([])
    await page.context().close()
  })

  test('other pages lead back to its timer, then to its log, or discard it', async () => {
    const { page, timer, clock } = await open(`/recipes/${recipe}`)
    await page.clock.pauseAt(new Date('2026-05-04T09:00:00Z'))
    await startButton(page).tap()
    await page.clock.runFor(23_000)
    const notice = page.locator('.kept-brew')
    for (const path of ['/', '/recipes', '/me', `/me/brews/${brew.id}/again`]) {
      await page.goto(`${world.url}${path}`)
      expect([path, await notice.locator('p').textContent()]).toEqual([path, 'Huila El Mirador is still brewing.'])
    }
    await notice.getByRole('link', { name: 'Resume' }).tap()
    await timer.waitFor()
    expect(await clock()).toBe('0:20')
    await page.clock.runFor(180_000)
    await timer.getByRole('button', { name: 'Done' }).tap()
    await closeTimer(page)
    expect(await startButton(page).textContent()).toBe('Log your last brew')
    await page.goto(`${world.url}/me`)
    expect(await notice.locator('p').textContent()).toBe('You haven’t logged Huila El Mirador yet.')
    expect(await notice.getByRole('link', { name: 'Log it' }).getAttribute('href')).toContain('&brewTime=3%3A20&')
    const asked: string[] = []
    page.once('dialog', dialog => {
      asked.push(dialog.message())
      void dialog.dismiss()
    })
    await notice.getByRole('button', { name: 'Discard this brew' }).tap()
    await eventually(() => asked.length > 0)
    await page.reload()
    expect([asked, await notice.count()]).toEqual([['Discard this brew? It isn’t logged yet.'], 1])
    page.once('dialog', dialog => dialog.accept())
    await notice.getByRole('button', { name: 'Discard this brew' }).tap()
    await notice.waitFor({ state: 'detached' })
    await page.reload()
    expect(await notice.count()).toBe(0)
    // Left alone, it was brewed as planned.
    await page.goto(`${world.url}/recipes/${recipe}`)
    await startButton(page).tap()
    await page.goto(`${world.url}/me`)
    await page.clock.fastForward(3_600_000)
    await page.reload()
    expect(await notice.getByRole('link', { name: 'Log it' }).getAttribute('href')).toContain('&brewTime=3%3A00&')
    await page.context().close()
  })
})

test.each([390, 1280])(
  'at %d px, the drawing stays in place through all steps, and each says what is next',
  async width => {
    const { page, timer, clock } = await open(`/recipes/${recipe}`, { viewport: { width, height: 844 } })
    await page.clock.pauseAt(new Date('2026-05-04T09:00:00Z'))
    await page.locator('[data-start]').filter({ visible: true }).tap()
    const seen: unknown[] = []
    for (const seconds of [0, 1, 1, 2, 15, 29, 60]) {
      await page.clock.runFor(seconds * 1000)
      const axis = await timer.locator('.pours .axis').boundingBox()
      seen.push([await clock(), await timer.locator('.next').textContent(), axis?.y])
    }
    const y = (seen[0] as unknown[])[2]
    expect(seen).toEqual([
      ['3', 'First: Bloom to 45\u00a0g.', y],
      ['2', 'First: Bloom to 45\u00a0g.', y],
      ['1', 'First: Bloom to 45\u00a0g.', y],
      ['0:01', 'Next at 0:15: Swirl.', y],
      ['0:16', 'Next at 0:45: Pour to 250\u00a0g.', y],
      ['0:45', 'Done at 3:00.', y],
      ['1:45', 'Done at 3:00.', y],
    ])
    await page.context().close()
  },
)
