import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Locator } from 'playwright-core'
import { dialin, envOf } from '../cli/cli.ts'
import { openBrowser, openTab, signInOnPage } from '../support/browser.ts'
import { finger, keys } from '../support/hands.ts'
import { mailedToken } from '../support/mails.ts'
import { aCoffee, grinderId, machineId, publish } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
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
const desktop = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const

/** How a page is used, and how many presses a journey takes. Typing is not counted. */
const ways: Record<string, BrowserContextOptions> = {
  'by touch': phone,
  'by keyboard': desktop,
  'without scripts': { ...phone, javaScriptEnabled: false },
}

let visitors = 0
async function open(way: string, path: string, as?: Someone) {
  // From an address of their own: few may register from one in a minute.
  const extraHTTPHeaders = { 'x-forwarded-for': `10.8.0.${visitors++}` }
  const page = await openTab(browser, { ...ways[way], extraHTTPHeaders })
  if (as) await signInOnPage(page, world.url, as)
  await page.goto(`${world.url}${path}`)
  const hand = way === 'by keyboard' ? keys(page) : finger
  let presses = 0
  return {
    page,
    hasScripts: way !== 'without scripts',
    write: hand.write,
    press: async (it: Locator) => {
      await hand.press(it.first())
      return ++presses
    },
    button: (name: string | RegExp) => page.locator('main, dialog').getByRole('button', { name }),
    link: (name: string | RegExp) => page.locator('main, dialog').getByRole('link', { name }),
    presses: () => presses,
    done: () => page.context().close(),
  }
}

const newEmail = () => `${crypto.randomUUID()}@people.example`

/** A person whose last brew was bitter. */
async function aRegular() {
  const robin = await world.person('Robin Arden')
  const gear = { coffeeProfileId: await aCoffee(world), grinderId: grinderId(world), machineId: machineId(world) }
  await world.call('POST /api/user/grinders', { as: robin, body: { grinderId: gear.grinderId, isDefault: true } })
  const cup = { grindSetting: 20, doseGrams: 15, waterGrams: 250, waterTempF: 203, brewTimeSeconds: 214, rating: 2 }
  const body = { ...gear, ...cup, extractionFeedback: { bitter: true } }
  await world.call('POST /api/brew-logs', { as: robin, body })
  return robin
}

describe.each(Object.keys(ways))('%s', way => {
  test('a visitor with a J-Max opens a V60 recipe on its dial: two', async () => {
    const { page, press, write, button, link, hasScripts, presses, done } = await open(way, '/')
    if (hasScripts) {
      await press(button(/^Grinder/))
      await write(page.getByRole('combobox', { name: 'Grinder' }), 'j-max')
      await page.keyboard.press('Enter')
    } else {
      await page.locator('main').getByLabel('Grinder').selectOption('1zpresso-j-max')
      await press(button('Show it'))
    }
    await page.locator('.range-words').getByText('on your J-Max').waitFor()
    await press(link('Open this recipe'))
    await page.waitForURL(/\/brew\?grinder=1zpresso-j-max&brewer=hario-v60/)
    expect(presses()).toBe(2)
    await done()
  })

  test('a newcomer finds a recipe on their dial: two; and logs it: four more', async () => {
    await publish(world, await world.person('Ann'))
    const { page, press, write, button, link, presses, done } = await open(way, '/register')
    await write(page.getByLabel('Email'), newEmail())
    await write(page.getByLabel('Password'), 'correct horse')
    const registered = await press(button('Create an account'))
    await page.waitForURL('**/me')
    await press(button('1Zpresso K-Ultra'))
    await press(link('Find a recipe'))
    await page.waitForURL('**/recipes')
    expect(presses() - registered).toBe(2)
    await press(page.locator('main .card').getByRole('link'))
    await press(link('Log it without the timer'))
    await press(page.getByLabel('Sour', { exact: false }))
    await press(button('Save and show the next step'))
    await page.waitForURL(/\/me\/brews\/\d+\?saved/)
    expect(presses() - registered).toBe(6)
    await done()
  })

  test('a regular starts the timer of the next step: one; and logs a second brew: three', async () => {
    const robin = await aRegular()
    const first = await open(way, '/me', robin)
    expect(await first.press(first.button(/^Start at/))).toBe(1)
    if (first.hasScripts) await first.page.getByRole('dialog', { name: 'Brew timer' }).waitFor()
    else await first.page.locator('.steps li').first().waitFor()
    await first.done()

    const { page, press, button, link, done } = await open(way, '/me', robin)
    await press(link('Log it without the timer'))
    await press(page.getByLabel('Just right', { exact: false }))
    expect(await press(button('Save and show the next step'))).toBe(3)
    await page.waitForURL(/\/me\/brews\/\d+\?saved/)
    await done()
  })

  test('a roaster claims their page: four, with one in the email; and publishes a recipe: four at most', async () => {
    const slug = `heron-${way.replaceAll(' ', '-')}`
    const name = `Heron ${way}`
    await aRoastery(world, { slug, name, coffees: [{ slug: 'worka', name: 'Worka', recipes: [] }] })
    await world.sql`update roasters set website_url = ${`https://${slug}.example`} where slug = ${slug}`
    const email = `robin@${slug}.example`
    const { page, press, write, button, link, hasScripts, presses, done } = await open(
      way,
      '/claim',
      await world.person('Robin'),
    )
    await write(page.getByLabel('Name or website of your roastery'), name)
    if (!hasScripts) await page.keyboard.press('Enter')
    await press(link(name))
    await write(page.getByLabel('Work email'), email)
    await press(button('Email me the link'))
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    // The button of the email.
    await page.goto(`${world.url}/claim?token=${await mailedToken(world, email)}`)
    await press(button('Confirm and open my portal'))
    await page.waitForURL(`**/portal/${slug}`)
    expect(presses() + 1).toBe(4)

    await press(page.getByRole('navigation').getByRole('link', { name: 'Recipes' }))
    await press(link('Recipe for Worka'))
    if (hasScripts) {
      await press(button(/^Your grinder/))
      await page.locator('.picker [role=combobox]').fill('ek43 s')
      await page.keyboard.press('Enter')
    } else await page.getByLabel('Your grinder').selectOption('mahlkonig-ek43-s')
    await write(page.getByLabel('Your setting'), '6')
    await press(button('Publish'))
    await page.getByText('Saved.').waitFor()
    expect(presses()).toBe(hasScripts ? 7 : 6)
    expect((await world.call(`GET /api/embed/${slug}/worka`)).body.recipes).toMatchObject([{ method: 'v60' }])
    await done()
  })

  test('an importer brings a table of their own: three, one of which says which C40', async () => {
    const ann = await world.person('Ann')
    const { page, press, button, presses, done } = await open(way, '/me/import', ann)
    const table = 'Date,Brewer,Beans,Grinder,Grind,Dose (g),Water\n2026-01-14,V60,Huila El Mirador,C40,24,15,250\n'
    const file = { name: 'log.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
    await page.getByLabel('Your file').setInputFiles(file)
    await press(button('Preview'))
    await page.getByRole('heading', { name: 'Match your columns' }).waitFor()
    await press(page.getByRole('radio', { name: 'Comandante C40 MK3' }))
    await press(button(/^Import/))
    await page.getByText('Imported.').waitFor()
    expect(presses()).toBe(3)
    const { data } = (await world.call('GET /api/brew-logs', { as: ann })).body
    expect(data).toMatchObject([{ grindSetting: 24, grinder: { slug: 'comandante-c40-mk3' } }])
    await done()
  })

  test('an operator is told what a visitor reports: two; and hides it with one command', async () => {
    const { id } = await publish(world, await world.person('Mallory'))
    const { page, press, button, presses, done } = await open(way, `/recipes/${id}/report`)
    await press(page.getByRole('radio', { name: 'Spam or advertising' }))
    await press(button('Send report'))
    await page.getByText(/Thank you|Thanks/).waitFor()
    expect(presses()).toBe(2)
    const env = envOf(world)
    expect((await dialin(['reports', 'list'], env)).out).toContain(`recipe ${id}`)
    expect((await dialin(['reports', 'close', 'recipe', `${id}`, '--hide'], env)).exit).toBe(0)
    expect((await page.goto(`${world.url}/recipes/${id}`))?.status()).toBe(404)
    await done()
  })
})
