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
      // A page runs most of its code, and of axe's, a few times: what such compilers make faster, it never earns back.
      '--js-flags=--no-maglev,--no-opt',
    ],
  })
}

/** A page in a fresh profile. Requests and responses are counted at the server: Playwright loses track of its events for them. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

/** A page of the site on a K-Ultra, by a visitor or somebody signed in, and what its console complains of. */
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

/** Until the page is there without a network too. */
export const keptOffline = (page: Page) =>
  eventually(() => page.evaluate<boolean>('caches.match(location.pathname + location.search).then(Boolean)'))

/**
 * What keeps somebody from reading a page or pressing something on it: the widths, large text and right-to-left that it
 * overflows, what a finger misses, and its faults in both schemes and in forced colours. The page is of no use afterwards.
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
  // Whatever comes next begins in the light; what is gone is not painted anew for that.
  await page.evaluate('document.documentElement.remove()')
  await inTheLight(page)
  return found
}

/**
 * What is there by the hundred and all alike, half of what there is to look at: options of a list that is closed, but for the
 * first of each group and the chosen one, and lines of drawings, which nobody reads.
 */
const thinOut = `for (const one of document.querySelectorAll(
  'option:not(:checked, :first-child), optgroup:not(:first-of-type, :has(:checked)), svg :is(line, path):not(.line)',
)) one.remove()`

/** The widths that a page needs with large text and from right to left, in one go: in between nothing is painted. */
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

/** After a look at all of a page in the light. The other scheme and a reader who forces theirs have other colours, and nothing else. */
export async function faultsInOtherColours(page: Page): Promise<unknown[]> {
  const found = await faultsInDarkAndForced(page)
  await inTheLight(page)
  return found
}

const inTheLight = (page: Page) => page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })

async function faultsInDarkAndForced(page: Page) {
  // A colour on its way from one scheme to the other has neither's contrast.
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

/** Drawings keep their own colours where a reader forces theirs: what they say must be in those, and a mark stand out. */
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

/** What is pressed and smaller than a finger, unless it is a link within a sentence. A field is pressed by its label too. */
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
