import { existsSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { eventually, PATIENCE_MS } from './eventually.ts'
import { colourFaultsOf, faultsOf } from './faults.ts'

/** Debian's Chromium, if this machine has it. */
export const browserProgram = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)

/** Chromium as root, without a network beyond this machine. */
export async function openBrowser() {
  if (!browserProgram)
    throw new Error('No Chromium on this machine; apt-get install chromium-headless-shell brings it.')
  const { chromium } = await import('playwright-core')
  return chromium.launch({
    executablePath: browserProgram,
    timeout: PATIENCE_MS,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page runs most of its code, and of axe's, only a few times, so the optimizing compilers
      // never pay off.
      '--js-flags=--no-maglev,--no-opt',
    ],
  })
}

/**
 * A page in a fresh profile. Requests are counted at the server, because Playwright may lose
 * events.
 */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

/** A page of the site with a K-Ultra, as a visitor or signed in, and the errors on its console. */
export async function openSite(
  browser: Browser,
  { url }: { url: string },
  path: string,
  { as, ...options }: BrowserContextOptions & { as?: { token: string } } = {},
) {
  const page = await openTab(browser, { viewport: { width: 1280, height: 900 }, ...options })
  await page.context().addCookies([{ name: 'grinder', value: '1zpresso-k-ultra', url }])
  if (as) await signInOnPage(page, url, as)
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(String(error)))
  await page.goto(`${url}${path}`)
  return { page, complaints }
}

export const signInOnPage = (page: Page, url: string, { token }: { token: string }) =>
  page.context().addCookies([{ name: 'svc_session', value: token, url }])

/** Chooses a grinder in the picker of the field with this id: opens it, types the name, Enter. */
export async function pickGrinder(page: Page, field: string, name: string) {
  await page.locator(`#${field}-picked`).click()
  await page.locator('.picker [role=combobox]').fill(name)
  await page.keyboard.press('Enter')
}

/**
 * Closes the brew timer and waits until its step back through the history is done. Before that, a
 * navigation to another page would be undone.
 */
export async function closeTimer(page: Page) {
  await page.getByRole('button', { name: 'Close the timer' }).click()
  await steppedBack(page)
}

export const steppedBack = (page: Page) => eventually(() => page.evaluate<boolean>('!history.state?.timer'))

/**
 * Stops the clock of a page, so that the brew timer counts down until it is started by hand. On a
 * busy machine, its three seconds can be over before a test has found "Start now".
 */
export const stopClock = (page: Page) => page.clock.setFixedTime(Date.now())

/** Waits until the page is available offline. */
export const keptOffline = (page: Page) =>
  eventually(() => page.evaluate<boolean>('caches.match(location.pathname + location.search).then(Boolean)'))

/**
 * Everything that keeps a person from reading or using a page: overflow at some width, with large
 * text or right to left, small touch targets, and axe's faults in both schemes and forced colours.
 * The page cannot be used afterwards.
 */
export async function hindrancesOn(page: Page) {
  const found: unknown[] = []
  const usual = page.viewportSize()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const fits = (needed: unknown, width: number, how: string) => {
    if (needed !== width) found.push([how, needed])
  }
  for (const width of [1440, 800, 360, 320]) {
    await page.setViewportSize({ width, height: 900 })
    fits(await page.evaluate('document.documentElement.scrollWidth'), width, `${width} px`)
    if (width === 360) found.push(...((await page.evaluate(missed)) as string[]).map(what => ['below 44 px', what]))
  }
  const [large, rightToLeft] = await page.evaluate<[number, number]>(turned)
  fits(large, 320, '320 px, large text')
  fits(rightToLeft, 320, '320 px, right to left')
  if (usual) await page.setViewportSize(usual)
  found.push(...(await faultsOf(page)).map(fault => ['light', ...fault]))
  found.push(...(await faultsInDarkAndForced(page)))
  // The next page starts in light mode. Removing this one saves repainting it.
  await page.evaluate('document.documentElement.remove()')
  await inTheLight(page)
  return found
}

/**
 * Removes hundreds of similar elements, half of all there are to check: options of closed lists,
 * except the first of each group and the chosen one, and lines of drawings, which nobody reads.
 */
const thinOut = `for (const one of document.querySelectorAll(
  'option:not(:checked, :first-child), optgroup:not(:first-of-type, :has(:checked)), svg :is(line, path):not(.line)',
)) one.remove()`

/**
 * The widths that a page needs with large text and right to left, measured together without
 * painting in between.
 */
const turned = `(() => {
  const root = document.documentElement
  root.style.fontSize = '200%'
  const widths = [root.scrollWidth]
  root.dir = 'rtl'
  widths.push(root.scrollWidth)
  root.style.fontSize = ''
  root.removeAttribute('dir')
  ${thinOut}
  return widths
})()`

/**
 * After checking everything in light mode. The other scheme and forced colours differ only in
 * colours.
 */
export async function faultsInOtherColours(page: Page): Promise<unknown[]> {
  const found = await faultsInDarkAndForced(page)
  await inTheLight(page)
  return found
}

const inTheLight = (page: Page) => page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })

async function faultsInDarkAndForced(page: Page) {
  // A colour in transition between schemes has the contrast of neither.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await colourFaultsOf(page)
  await page.emulateMedia({ forcedColors: 'active' })
  const forced = await colourFaultsOf(page)
  const unseen = await page.evaluate<string[]>(unforced)
  return [
    ...dark.map(fault => ['dark', ...fault]),
    ...forced.map(fault => ['forced colours', ...fault]),
    ...unseen.map(what => ['not in forced colours', what]),
  ]
}

/**
 * Drawings keep their own colours when colours are forced: they must still be readable, and a mark
 * must stand out.
 */
const unforced = `(() => {
  const probe = document.body.appendChild(document.createElement('i'))
  const colourOf = name => { probe.style.color = name; return getComputedStyle(probe).color }
  const [text, mark, ...others] = ['CanvasText', 'Highlight', 'LinkText', 'GrayText', 'ButtonText'].map(colourOf)
  probe.remove()
  const painted = (selector, property, allowed) =>
    [...document.querySelectorAll(selector)]
      .filter(one => one.checkVisibility() && !allowed.includes(getComputedStyle(one)[property]))
      .map(one => one.outerHTML.slice(0, 120))
  return [...painted('main svg text', 'fill', [text, mark, ...others]), ...painted('main .mark .line', 'stroke', [mark])]
})()`

/**
 * Controls smaller than a finger, except links within a sentence. A field can also be pressed by
 * its label.
 */
const missed = `(() => {
  const isInSentence = link => {
    if ([...link.parentNode.childNodes].some(one => one.nodeType === Node.TEXT_NODE && one.data.trim())) return true
    let block = link
    while (getComputedStyle(block).display === 'inline') block = block.parentElement
    return link.tagName === 'A' && block !== link && block.textContent.trim() !== link.textContent.trim()
  }
  const placeOf = one => {
    const after = getComputedStyle(one, '::after')
    const isWhole = after.content !== 'none' && after.position === 'absolute' && getComputedStyle(one).position === 'static'
    const boxes = [isWhole ? one.offsetParent : one, ...(one.labels ?? [])].map(each => each.getBoundingClientRect())
    const across = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
    return [across, Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))]
  }
  return [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
    .filter(one => one.checkVisibility({ visibilityProperty: true }) && !isInSentence(one) && !one.matches('.skip'))
    .map(one => ({ one, place: placeOf(one) }))
    .filter(({ place }) => Math.min(...place) < 43.5)
    .map(({ one, place }) => place.map(Math.round).join(' x ') + ' ' + one.outerHTML.slice(0, 120))
})()`
