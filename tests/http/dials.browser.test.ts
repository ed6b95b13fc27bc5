import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { closeTimer, hindrancesOn, openBrowser, openSite } from '../support/browser.ts'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let sam: Someone
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  sam = await world.person('Sam Reed')
  const [c40, niche] = [grinderId(world), grinderId(world, 'niche-zero')]
  for (const id of [c40, niche]) await ask('POST /api/user/grinders', { grinderId: id })
  const cup = { grinderId: c40, doseGrams: 15, waterGrams: 250, extractionFeedback: { balanced: true } }
  const bags = [
    ['Cerrado Dulce', 'espresso', { grinderId: niche, grindSetting: 15, doseGrams: 18, waterGrams: 36 }],
    ['Kayanza Hill 14', 'aeropress', { grindSetting: 24 }],
    ['Yirgacheffe Konga', 'french_press', { grindSetting: 38 }],
    ['Cerrado Dulce', 'moka', { grindSetting: 15 }],
    ['Huila El Mirador', 'v60', { grindSetting: 24 }],
  ] as const
  const coffees = new Map<string, number>()
  for (const [at, [name, method, body]] of bags.entries()) {
    const coffeeProfileId = coffees.get(name) ?? (await aCoffee(world, name))
    coffees.set(name, coffeeProfileId)
    await ask('POST /api/user/coffee-library', { coffeeProfileId })
    const brewedAt = new Date(world.clock.now().getTime() - (10 - at) * 3_600_000).toISOString()
    await ask('POST /api/brew-logs', {
      ...cup,
      coffeeProfileId,
      machineId: machineId(world, method),
      brewedAt,
      ...body,
    })
  }
  await ask(`PATCH /api/user/dials/${c40}`, { grindSetting: 18 })
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

const ask = (route: string, body?: unknown) => world.call(route, { as: sam, body })
const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce' as const,
}
const open = (path = '/me') => openSite(browser, world, path, { ...phone, as: sam })

test('on a phone, badges stand around the ring where the bags want it, and rows say how far to turn', async () => {
  const { page, complaints } = await open()
  const badges = page.locator('.stand .ring .badge')
  // Two that want 24 share one, and the French press is beyond the end of the ring.
  expect(await badges.count()).toBe(3)
  expect(await page.locator('.stand .badge.next').first().textContent()).toBe('2')
  expect(await page.locator('.stand .ring .further').count()).toBe(1)
  const boxes = await Promise.all([0, 1, 2].map(async at => await badges.nth(at).boundingBox()))
  for (const box of boxes) {
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    expect(box?.width).toBeGreaterThan(24)
  }
  expect(boxes.map(box => box?.x ?? 0)).toEqual(boxes.map(box => box?.x ?? 0).sort((one, other) => one - other))
  expect(await page.locator('.stand .turn-by small').allTextContents()).toEqual([
    '6\u00a0clicks coarser',
    '3\u00a0clicks finer',
    '20\u00a0clicks coarser',
    '6\u00a0clicks coarser',
  ])
  expect(await page.locator('.stand-card .turn-by small').allTextContents()).toEqual(['Leave it there'])
  expect(complaints).toEqual([])
  expect(await hindrancesOn(page)).toEqual([])
  await page.context().close()
})

test('a long press on the ring sets the dial by hand, and one tap starts the next cup there', async () => {
  const { page, complaints } = await open()
  const ring = await page.locator('.stand .ring').boundingBox()
  await page.mouse.move((ring?.x ?? 0) + 100, (ring?.y ?? 0) + 60)
  await page.mouse.down()
  await page.locator('.stand input:focus').waitFor()
  await page.mouse.up()
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await page.getByText('Your C40 MK4 is at 20, as you said').waitFor()
  expect(await page.locator('.stand .ring .setting').textContent()).toBe('20')
  await page.getByRole('button', { name: 'Start at 24' }).tap()
  const timer = page.getByRole('dialog', { name: 'Brew timer' })
  await timer.waitFor()
  expect(await timer.locator('.timer-top').textContent()).toContain('Your C40 MK4 is already at 24.')
  await closeTimer(page)
  await page.goto(`${world.url}/me`)
  expect(await page.locator('.stand .ring .setting').textContent()).toBe('24')
  expect(complaints).toEqual([])
  await page.context().close()
})

test('the line about turning follows the ring', async () => {
  const { body } = await ask('GET /api/user/dials')
  const [{ brewLogId }] = body.needed
  await ask(`PATCH /api/user/dials/${grinderId(world)}`, { grindSetting: 18 })
  const { page } = await open(`/me/brews/${brewLogId}/again`)
  expect(await page.locator('.from-here').textContent()).toBe('Your C40 MK4 is at 18. Go 6\u00a0clicks coarser.')
  await page
    .getByRole('button', { name: 'Finer' })
    .or(page.getByRole('link', { name: 'Finer' }))
    .first()
    .tap()
  await page.getByText('Your C40 MK4 is at 18. Go 5\u00a0clicks coarser.').waitFor()
  await page.locator('.start-bar [data-start]').tap()
  const timer = page.getByRole('dialog', { name: 'Brew timer' })
  expect(await timer.locator('.timer-top').textContent()).toContain('is at 18. Go 5\u00a0clicks coarser.')
  await page.context().close()
})
