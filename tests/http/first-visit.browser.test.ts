import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Locator } from 'playwright-core'
import { hindrancesOn, openBrowser, openTab } from '../support/browser.ts'
import { mailedToken } from '../support/mails.ts'
import { publish } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let recipe: number
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  recipe = (await publish(world, await world.person('Ann'))).id
  await aRoastery(world, { slug: 'pale-heron', name: 'Pale Heron Coffee', coffees: [] })
  await world.sql`update roasters set website_url = 'https://pale-heron.example' where slug = 'pale-heron'`
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const
const newEmail = () => `${crypto.randomUUID()}@people.example`

let phones = 0
/** A phone whose taps are counted. */
async function onPhone(path: string, options = {}) {
  // From an address of their own: few may register from one in a minute.
  const extraHTTPHeaders = { 'x-forwarded-for': `10.9.0.${phones++}` }
  const page = await openTab(browser, { ...phone, extraHTTPHeaders, ...options })
  await page.goto(`${world.url}${path}`)
  let taps = 0
  const tap = (it: Locator) => {
    taps++
    return it.first().tap()
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const link = (name: string | RegExp) => page.getByRole('link', { name })
  const register = async (email: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('correct horse')
    await tap(button('Create an account'))
  }
  return { page, tap, button, link, register, taps: () => taps }
}

test.each([true, false])('a new user taps twice from /me to the recipes on their dial; scripts: %p', async scripts => {
  const { page, tap, button, link, register, taps } = await onPhone('/register', { javaScriptEnabled: scripts })
  await register(newEmail())
  await page.waitForURL('**/me')
  const before = taps()
  await tap(button('1Zpresso K-Ultra'))
  await page.getByText('Every recipe shows its setting on your 1Zpresso K-Ultra.').waitFor()
  await tap(link('Find a recipe').and(page.locator('main a')))
  await page.waitForURL('**/recipes')
  expect(taps() - before).toBe(2)
  await page.context().close()
})

test('a user who chose a grinder before registering taps once', async () => {
  const { page, tap, link, register, taps } = await onPhone('/register')
  await page.context().addCookies([{ name: 'grinder', value: 'niche-zero', url: world.url }])
  await register(newEmail())
  await page.waitForURL('**/me')
  const before = taps()
  await tap(link('Find a recipe').and(page.locator('main a')))
  await page.waitForURL('**/recipes')
  expect(taps() - before).toBe(1)
  await page.context().close()
})

test.each([true, false])(
  'a visitor’s vote is cast when they register, without another tap; scripts: %p',
  async scripts => {
    const { page, tap, button, link, register } = await onPhone(`/recipes/${recipe}`, { javaScriptEnabled: scripts })
    await tap(button(/^I liked it/))
    await tap(link('Create an account'))
    const email = newEmail()
    await register(email)
    await page.getByRole('heading', { name: /(of \d+ people|1 person) liked it/ }).waitFor()
    expect(
      await button(/^I liked it/)
        .first()
        .getAttribute('aria-pressed'),
    ).toBe('true')
    const [cast] = await world.sql`select vote from votes join users on users.id = user_id where email = ${email}`
    expect(cast?.vote).toBe('UP')
    await page.context().close()
  },
)

test('a roaster claims by keyboard, is told at once that the address is approved, and confirms it', async () => {
  const page = await openTab(browser, { viewport: { width: 1440, height: 900 } })
  await page.goto(`${world.url}/claim`)
  await page.getByLabel('Name or website of your roastery').focus()
  await page.keyboard.type('pale her')
  await page.getByRole('link', { name: 'Pale Heron Coffee pale-heron.example, no coffees here yet' }).waitFor()
  await page.getByText('One roaster found.').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/roasters/pale-heron/claim')
  expect(await hindrancesOn(page)).toEqual([])
  await page.reload()
  await page.getByText('Use an address at pale-heron.example and you’re in immediately.').waitFor()
  const email = page.getByLabel('Work email')
  await email.focus()
  await page.keyboard.type('robin@gmail.example')
  await page.keyboard.press('Tab')
  await page.getByText('We’ll review this by hand and email you.', { exact: true }).waitFor()
  await email.fill('robin@pale-heron.example')
  await page.keyboard.press('Tab')
  await page.getByText('This address is approved right away.').waitFor()
  await email.press('Enter')
  await page.getByRole('link', { name: 'Create an account' }).focus()
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Email').inputValue()).toBe('robin@pale-heron.example')
  await page.getByLabel('Password').focus()
  await page.keyboard.type('correct horse')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/roasters/pale-heron/claim')
  await email.press('Enter')
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  expect(await hindrancesOn(page)).toEqual([])
  await page.goto(`${world.url}/claim?token=${await mailedToken(world, 'robin@pale-heron.example')}`)
  await page.getByRole('button', { name: 'Confirm and open my portal' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/portal/pale-heron')
  await page.context().close()
})

test('the page that confirms an address works for everybody: for its owner, and for a stranger', async () => {
  const { page, tap, button, register } = await onPhone('/register')
  const email = newEmail()
  await register(email)
  await page.waitForURL('**/me')
  expect(await hindrancesOn(page)).toEqual([])
  const link = `${world.url}/sign-in?token=${await mailedToken(world, email)}`
  const stranger = await openTab(browser)
  await stranger.goto(link)
  expect(await hindrancesOn(stranger)).toEqual([])
  await stranger.context().close()
  await page.goto(link)
  expect(await hindrancesOn(page)).toEqual([])
  await page.reload()
  await tap(button('Confirm my address'))
  await page.waitForURL(`${world.url}/`)
  await page.context().close()
})
