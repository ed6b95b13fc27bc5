import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { closeTimer, openBrowser, openSite } from '../support/browser.ts'
import { aCoffee, grinderId, machineId, publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let robin: Someone
let recipe: number
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  robin = await world.person('Robin Arden')
  const coffeeProfileId = await aCoffee(world, 'Huila El Mirador')
  recipe = (await publish(world, await world.person('Ann'), { coffeeProfileId, brewTimeSeconds: 180 })).id
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

const open = (path: string, options: Parameters<typeof openSite>[3] = {}) =>
  openSite(browser, world, path, { reducedMotion: 'reduce', ...options })

const slider = (page: Page) => page.getByRole('slider', { name: 'Grind setting' })
const settingOf = async (page: Page) => Number(await page.textContent('.ring .setting'))
const effect = (page: Page) => page.locator('.effect')

/** Points of the collar below the mark, and some degrees clockwise from there. */
async function onCollar(page: Page, degrees: number) {
  const box = await slider(page).boundingBox()
  if (!box) throw new Error('The page shows no ring.')
  const scale = box.width / 680
  const [r, angle] = [270 * scale, (degrees * Math.PI) / 180]
  return { x: box.x + box.width / 2 + r * Math.sin(angle), y: box.y + 356 * scale - r * Math.cos(angle) }
}

describe('the ring is turned', () => {
  test('by the mouse: it says what that does, and the timer, the log and a reload follow', async () => {
    const { page, complaints } = await open(`/recipes/${recipe}`)
    const before = await settingOf(page)
    expect(await effect(page).textContent()).toBe('')
    const [from, to] = [await onCollar(page, 0), await onCollar(page, 12)]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 6 })
    await page.mouse.up()
    // A K-Ultra has 3.6 degrees a step, and clockwise is finer.
    const after = Math.round(10 * before - 3) / 10
    expect(await settingOf(page)).toBe(after)
    const said = `Finer, from ${before} to ${after}. Finer slows the water down and extracts more.`
    expect(await effect(page).textContent()).toBe(said)
    expect(await slider(page).getAttribute('aria-valuetext')).toEndWith(said)
    await page.waitForURL(/nudge=-3/)
    await page.reload()
    expect([await settingOf(page), await effect(page).textContent()]).toEqual([after, said])
    await page.getByRole('button', { name: 'Start brewing' }).click()
    const timer = page.getByRole('dialog', { name: 'Brew timer' })
    expect(await timer.locator('.timer-top').textContent()).toContain(`${after} (`)
    expect(await page.getAttribute('brew-timer', 'data-brew')).toContain(`grindSetting=${after}"`)
    await closeTimer(page)
    await page.getByRole('link', { name: 'Make more' }).click()
    await page.waitForURL(/water=300/)
    expect([await settingOf(page), await effect(page).textContent(), complaints]).toEqual([after, said, []])
    await page.context().close()
  })

  test('by keys, without a grinder of their own, and says the same after a reload', async () => {
    const { page } = await open(`/recipes/${recipe}?grinder=none`)
    const before = await settingOf(page)
    await slider(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/nudge=1(&|$)/)
    const [after, said] = [await settingOf(page), await effect(page).textContent()]
    expect(after).toBeGreaterThan(before)
    expect(said).toStartWith(`Coarser, from ${before} to ${after}.`)
    await page.reload()
    expect([await settingOf(page), await effect(page).textContent()]).toEqual([after, said])
    await page.context().close()
  })

  test('by a finger, while the page still scrolls', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
    const { page } = await open(`/recipes/${recipe}`, phone)
    const before = await settingOf(page)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', await onCollar(page, 0))
    for (const degrees of [-4, -9, -14, -19]) await touch('touchMove', await onCollar(page, degrees))
    await touch('touchEnd')
    await page.waitForURL(/nudge=\d/)
    expect(await settingOf(page)).toBeGreaterThan(before)
    expect(await effect(page).textContent()).toStartWith(`Coarser, from ${before} to `)
    const { x, y } = await onCollar(page, 0)
    await touch('touchStart', { x, y })
    for (const up of [20, 60, 120]) await touch('touchMove', { x, y: y - up })
    await touch('touchEnd')
    await page.waitForFunction('scrollY > 0')
    await page.context().close()
  })

  test('by arrow keys, and the recipe on the home page follows without losing the focus', async () => {
    const { page, complaints } = await open('/?coffee=light&grinder=1zpresso-k-ultra')
    const before = await settingOf(page)
    await slider(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/nudge=1(&|$)/)
    await page.getByText('Your nudge:').waitFor()
    expect(await settingOf(page)).toBeCloseTo(before + 0.1)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('PageDown')
    await page.waitForURL(/nudge=-5/)
    expect(await settingOf(page)).toBeCloseTo(before - 0.5)
    // A recipe by rule goes no farther.
    await page.keyboard.press('Home')
    expect(await settingOf(page)).toBeCloseTo(before - 0.5)
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('in the log, and the field follows', async () => {
    const { page } = await open('/me/log?nothing', { as: robin })
    const before = await settingOf(page)
    await slider(page).press('PageUp')
    expect(await settingOf(page)).toBeCloseTo(before + 0.5)
    expect(await page.inputValue('#grindSetting')).toBe(String(await settingOf(page)))
    await page.context().close()
  })

  test('without scripts by its buttons, and says the same', async () => {
    const { page } = await open(`/recipes/${recipe}`, { javaScriptEnabled: false })
    const before = await settingOf(page)
    await page.getByRole('link', { name: 'Finer' }).click()
    await page.waitForURL(/nudge=-1/)
    expect(await effect(page).textContent()).toStartWith(`Finer, from ${before} to ${await settingOf(page)}. Finer `)
    await page.context().close()
  })
})

describe("the dial's language", () => {
  test('says turns, numbers and clicks beside the setting, and follows the ring', async () => {
    const { page } = await open(`/brew?coffee=light&grinder=1zpresso-j-max`)
    const inWords = async () => {
      const [turns, numbers, clicks] = ((await page.textContent('.ring .setting')) ?? '').split('.')
      return new RegExp(`^${turns}\u00a0turns?, ${numbers}\u00a0numbers?, ${clicks}\u00a0clicks?$`)
    }
    const position = page.locator('.position')
    expect(await position.textContent()).toMatch(await inWords())
    await slider(page).press('ArrowRight')
    expect(await position.textContent()).toMatch(await inWords())
    await page.context().close()
  })

  test('says from where to where for the next step, and never breaks the name of a grinder', async () => {
    const jMax = world.ports.grinders.bySlug('1zpresso-j-max')
    const body = { grinderId: jMax?.id, machineId: machineId(world), grindSetting: '2.7.5', doseGrams: 15 }
    const taste = { waterGrams: 250, brewTimeSeconds: 180, extractionFeedback: { sour: true } }
    const { id } = (await world.call('POST /api/brew-logs', { as: robin, body: { ...body, ...taste } })).body.brewLog
    const { page } = await open(`/me/brews/${id}`, { as: robin, viewport: { width: 320, height: 700 } })
    expect(await page.textContent('h1')).toBe('Finer, from 2.7.5 to 2.5.0.')
    expect(await page.textContent('.position')).toBe('2\u00a0turns, 5\u00a0numbers, 0\u00a0clicks')
    for (const path of [`/me/brews/${id}`, `/me/brews/${id}/again`, '/grinders/1zpresso-j-max']) {
      await page.goto(`${world.url}${path}`)
      const lines = await page.evaluate<number[]>(
        "[...document.querySelectorAll('main .unbroken')].filter(one => one.checkVisibility()).map(one => one.getClientRects().length)",
      )
      expect([path, lines.length > 0, Math.max(...lines)]).toEqual([path, true, 1])
    }
    await page.context().close()
  })
})

test('no amount of a pour is hidden under the mark of the timer', async () => {
  const steps = [
    { atSeconds: 0, action: 'bloom', toGrams: 45 },
    { atSeconds: 45, action: 'pour', toGrams: 250 },
  ]
  const gear = { grinderId: grinderId(world), machineId: machineId(world) }
  const { id } = await publish(world, await world.person('Bea'), { ...gear, steps, brewTimeSeconds: 180 })
  const { page } = await open(`/recipes/${id}`)
  const order = await page.evaluate<boolean>(
    "Boolean(document.querySelector('.pours .mark').compareDocumentPosition(document.querySelector('.pours .amount')) & Node.DOCUMENT_POSITION_FOLLOWING)",
  )
  expect(order).toBe(true)
  await page.context().close()
})
