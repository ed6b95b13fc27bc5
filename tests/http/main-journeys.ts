import { afterAll, beforeAll, expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import type { DrivenBrowser } from '../support/firefox.ts'
import { mailedToken } from '../support/mails.ts'
import { publish } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/** The main journeys through the site, in a browser other than Chromium. */
export function testMainJourneys(name: string, openBrowser: () => Promise<DrivenBrowser>) {
  let world: TestWorld
  beforeAll(async () => {
    world = await startWorld()
    await publish(world, await world.person('Ann'))
    const coffees = [{ slug: 'worka', name: 'Worka', recipes: [] }]
    await aRoastery(world, { slug: 'pale-heron', name: 'Pale Heron Coffee', coffees })
    await world.sql`update roasters set website_url = 'https://pale-heron.example' where slug = 'pale-heron'`
  })
  afterAll(() => world.stop())

  /** A journey in a fresh profile, by what a person sees on the pages. */
  async function travel(path: string, through: (page: SeenPage) => Promise<void>) {
    const browser = await openBrowser()
    try {
      await browser.open(`${world.url}${path}`)
      await through(pageIn(browser)).catch(async error => {
        const seen = await browser.evaluate<string>(
          `location.href + ': ' + document.activeElement.outerHTML.slice(0, 200) + document.body.innerText`,
        )
        throw new Error(`${error.message} The page: ${seen.slice(0, 1000)}`, { cause: error })
      })
    } finally {
      await browser.close()
    }
  }

  test(`in ${name}, from the home page to a running timer`, () =>
    travel('/', async ({ click, see, pick, read }) => {
      await pick('j max', 'J-Max')
      await see('.range-words', 'on your J-Max')
      await click('main a', 'Open this recipe')
      await see('.range-words', 'on your J-Max')
      await click('[data-start]')
      await see('[role=timer]')
      await eventually(async () => /^\d:\d\d$/.test(await read('[role=timer]')))
    }))

  test(`in ${name}, from creating an account to a logged brew`, () =>
    travel('/register', async ({ click, see, fill, at }) => {
      const email = `${crypto.randomUUID()}@people.example`
      await fill('input[name=email]', email)
      await fill('input[name=password]', 'correct horse')
      await click('main button', 'Create an account')
      await at('/me')
      await click('main button', '1Zpresso K-Ultra')
      await click('main a', 'Find a recipe')
      await at('/recipes')
      await click('main .card a, main a.card')
      await click('main a', 'Log it without the timer')
      await at('/me/log')
      await click('label', 'Sour')
      await click('main button', 'Save and show the next step')
      await see('main a', 'Start timer at')
      const [logged] = await world.sql`
        select extraction_feedback as felt from brew_logs join users on users.id = user_id where email = ${email}`
      expect(logged?.felt).toEqual({ sour: true })
    }))

  test(`in ${name}, from a claim to a published recipe`, () =>
    travel('/claim', async ({ click, see, fill, type, pick, at, open }) => {
      const email = 'robin@pale-heron.example'
      await click('main input[name=q]')
      await type('pale her')
      await click('main a', 'Pale Heron Coffee')
      await fill('main input[type=email]', email)
      await click('main button', 'Email me the link')
      await click('main a', 'Create an account')
      await at('/register')
      await fill('input[name=password]', 'correct horse')
      await click('main button', 'Create an account')
      await at('/roasters/pale-heron/claim')
      await click('main button', 'Email me the link')
      await see('h1, h2, h3', 'Check your inbox')
      await open(`${world.url}/claim?token=${await mailedToken(world, email)}`)
      await click('main button', 'Confirm and open my portal')
      await at('/portal/pale-heron')
      await click('nav a', 'Recipes')
      await click('main a', 'Recipe')
      await pick('ek43 s', 'EK43 S')
      await fill('input[name=grindSetting]', '6')
      await click('main button', 'Publish')
      await see('main', 'Saved.')
      const { body } = await world.call('GET /api/embed/pale-heron/worka')
      expect(body.recipes).toMatchObject([{ method: 'v60' }])
    }))
}

type SeenPage = ReturnType<typeof pageIn>

function pageIn(browser: DrivenBrowser) {
  const there = (selector: string, text: string) => browser.evaluate<boolean>(`!!${found(selector, text)}`)
  const see = (selector: string, text = '') => eventually(() => there(selector, text))
  /**
   * While a page loads or scrolls, its parts move, and a press would miss them. A busy machine may
   * paint nothing for a while, so a part counts as still once it was painted twice in the same place.
   */
  const still = (selector: string, text: string) => {
    let before = ''
    let since = 0
    return eventually(async () => {
      const [now, painted] = await browser.evaluate<[string, number]>(
        `(one => {
          window.painted ??= 0
          // Asked for at each look, because Firefox may drop a request made while the page loads.
          requestAnimationFrame(paintedAt => {
            if (paintedAt !== window.paintedAt) window.painted++
            window.paintedAt = paintedAt
          })
          const isThere = one && document.readyState === 'complete'
          return [isThere ? JSON.stringify([location.href, one.getBoundingClientRect()]) : '', window.painted]
        })(${found(selector, text)})`,
      )
      if (now !== before) since = painted
      before = now
      return now !== '' && painted >= since + 2
    })
  }
  const click = async (selector: string, text = '') => {
    await still(selector, text)
    await browser.click(found(selector, text))
  }
  return {
    see,
    click,
    type: browser.type,
    pick: async (typed: string, name: string) => {
      await click('#grinder-picked')
      // The dials appear a moment after the names and make the rows taller.
      await see('.picker .mini')
      await browser.type(typed)
      // Each letter shortens the list and so moves what is under the pointer, and some drivers don't
      // wait for the last letter.
      const field = found('.picker [role=combobox]')
      await eventually(() => browser.evaluate<boolean>(`${field}.value === ${JSON.stringify(typed)}`))
      await click('.picker [role=option]', name)
    },
    fill: async (selector: string, text: string) => {
      await click(selector)
      await browser.evaluate(`${found(selector)}.select()`)
      await browser.type(text)
    },
    read: (selector: string) => browser.evaluate<string>(`${found(selector)}?.textContent.trim() ?? ''`),
    at: (path: string) => eventually(() => browser.evaluate<boolean>(`location.pathname === ${JSON.stringify(path)}`)),
    open: browser.open,
  }
}

/** Finds the first visible element by selector, and by its text if there is one. */
const found = (selector: string, text = '') => `[...document.querySelectorAll(${JSON.stringify(selector)})].find(
  one => one.textContent.includes(${JSON.stringify(text)}) && one.checkVisibility())`
