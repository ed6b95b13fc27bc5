import { afterAll, beforeAll, expect } from 'bun:test'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Config } from '../../adapters/config/config.ts'
import { openBrowser, openTab } from '../support/browser.ts'
import { type Entrance, openEntrance } from '../support/entrance.ts'
import { faultsOf } from '../support/faults.ts'
import { aRoastery } from '../support/roastery.ts'
import { openSites, type Sites } from '../support/sites.ts'
import type { TestWorld } from '../support/world.ts'

/** The service, a browser, and other people's sites to put widgets on. */
export interface WidgetStage<B = Browser> {
  /** At the address of the proxy. */
  world: TestWorld
  entrance: Entrance
  sites: Sites
  browser: B
}

export interface OpenedWidget {
  page: Page
  /** What the page logged to its console, including errors and CSP violations. */
  said: string[]
  /** Requests that reached the service, as "GET /path". */
  asked: string[]
}

export const EVIL = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>{{7*7}}'

type WorldStart = (settings: Partial<Config>) => Promise<TestWorld>

export function setStage(startWorld: WorldStart): WidgetStage
export function setStage<B extends Closable>(startWorld: WorldStart, open: () => Promise<B>): WidgetStage<B>
export function setStage(startWorld: WorldStart, open: () => Promise<Closable> = openBrowser): WidgetStage<Closable> {
  const stage = {} as WidgetStage<Closable>
  beforeAll(async () => {
    const entrance = openEntrance()
    const [world, browser] = await Promise.all([startWorld({ baseUrl: entrance.url }), open()])
    entrance.leadTo(world.port)
    Object.assign(stage, { world: { ...world, url: entrance.url }, entrance, browser, sites: openSites() })
    await roasteries(world)
  })
  afterAll(async () => {
    await stage.browser.close()
    await stage.sites.stop()
    await stage.entrance.stop()
    await stage.world.stop()
  })
  return stage
}

interface Closable {
  close: () => Promise<unknown>
}

let visitors = 0

/** A page on another origin, opened in a visitor's fresh browser. */
export async function visit(
  { browser, entrance }: WidgetStage,
  url: string,
  options: BrowserContextOptions & { before?: (page: Page) => Promise<unknown> } = {},
): Promise<OpenedWidget> {
  const { before, ...context } = options
  const userAgent = `Visitor ${visitors++}`
  const page = await openTab(browser, { userAgent, ...context })
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  page.on('pageerror', error => said.push(String(error)))
  await before?.(page)
  await page.goto(url)
  return { page, said, asked: entrance.askedBy(userAgent) }
}

export const leave = ({ page }: OpenedWidget) => page.context().close()

export const element = (roaster: string, attributes = '') =>
  `<div data-service-widget="${roaster}" ${attributes}><a href="https://roaster.example/guides">Brew guides</a></div>`

export const script = ({ world }: Pick<WidgetStage, 'world'>) =>
  `<script async src="${world.url}/embed/widget.js"></script>`

/** What a person reads there, on one line. */
// biome-ignore lint/performance/useDomNodeTextContent: the text as it is shown is what these tests are about
export const textOf = async (place: Locator) => (await place.innerText()).replace(/\s+/g, ' ').trim()

export const expectAccessible = async (page: Page) => expect(await faultsOf(page)).toEqual([])

/** Opens the list of the first card that has a button for it, types, and takes the row with this name. */
export async function takeGrinder(page: Page, typed: string, name: string) {
  await page.locator('.grinder').first().click()
  await page.locator('dialin-picker input').fill(typed)
  await page.getByRole('option', { name, exact: true }).click()
}

export async function takeCoffee(page: Page, name: string) {
  await page.locator('button.title').click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Waits until this many widgets show their data. */
export const untilReady = (page: Page, count = 1) =>
  page
    .locator('.ready')
    .nth(count - 1)
    .waitFor()

export const shoot = async (page: Page, name: string) => {
  if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}.png`, fullPage: true })
}

async function roasteries(world: TestWorld) {
  await aRoastery(world, {
    slug: 'hill-road',
    name: 'Hill Road Coffee',
    settings: { accentColor: '#B3402A' },
    coffees: [
      {
        slug: 'worka',
        name: 'Ethiopia Worka Sakaro',
        flavorProfile: 'peach, jasmine, black tea',
        recipes: [
          {
            method: 'v60',
            waterTempF: 203,
            brewTimeSeconds: 180,
            grindIndex: 41,
            notes: 'Bloom with 45 g for 40 seconds, then two slow pours.\nLet it cool a little: the peach comes late.',
          },
          { method: 'aeropress', waterTempF: 196, brewTimeSeconds: 120, grindIndex: 28, waterGrams: 225 },
          { method: 'espresso', doseGrams: 18, waterGrams: 38, brewTimeSeconds: 28, grindIndex: 9 },
        ],
      },
      { slug: 'zephyr', name: 'Zephyr', recipes: [{ method: 'cold_brew', grindIndex: 74, brewTimeSeconds: 57_600 }] },
    ],
  })
  await aRoastery(world, {
    slug: 'night-shift',
    name: 'Night Shift',
    isPremium: true,
    settings: { accentColor: '#FFDD00', theme: 'dark', showPoweredBy: false },
    coffees: [{ slug: 'owl', name: 'Owl', recipes: [{ method: 'moka', grindIndex: 22 }] }],
  })
  await aRoastery(world, { slug: 'silent', name: 'Silent', coffees: [] })
  await aRoastery(world, {
    slug: 'fenced',
    name: 'Fenced',
    settings: { allowedDomains: ['shop.localhost', '*.fenced.localhost'] },
    coffees: [{ slug: 'one', name: 'One', recipes: [{ method: 'v60' }] }],
  })
  await aRoastery(world, {
    slug: 'evil',
    name: `\u202eEvil ${EVIL}`,
    coffees: [
      {
        slug: 'a',
        name: `A ${EVIL}`,
        flavorProfile: `"><b>${EVIL}`,
        recipes: [{ method: 'v60', notes: EVIL, grindSize: EVIL }],
      },
      { slug: 'b', name: `B ${EVIL}`, recipes: [{ method: 'v60' }] },
    ],
  })
  await aRoastery(world, {
    slug: 'many',
    name: 'Many',
    coffees: Array.from({ length: 14 }, (_, number) => ({
      slug: `coffee-${number + 10}`,
      name: `Coffee ${number + 10}`,
      recipes: [{ method: 'v60' }, { method: 'espresso', grindIndex: 9 }],
    })),
  })
}
