import { existsSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { PATIENCE_MS } from './eventually.ts'

/** Debian's Chromium, if this machine has it. */
export const browserProgram = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)

/** Chromium as root, without a network beyond this machine. */
export async function openBrowser() {
  if (!browserProgram) throw new Error('No Chromium on this machine; apt-get install chromium brings it.')
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
    ],
  })
}

/** A page in a fresh profile. Requests and responses are counted at the server: Playwright loses track of its events for them. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(PATIENCE_MS)
  return context.newPage()
}

/** A page of the site on a K-Ultra, and what its console complains of. */
export async function openSite(
  browser: Browser,
  { url }: { url: string },
  path: string,
  options: BrowserContextOptions = {},
) {
  const page = await openPage(browser, { viewport: { width: 1280, height: 900 }, ...options })
  await page.context().addCookies([{ name: 'grinder', value: '1zpresso-k-ultra', url }])
  const complaints: string[] = []
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(String(error)))
  await page.goto(`${url}${path}`)
  return { page, complaints }
}

/** What keeps somebody from reading a page: its faults in both schemes, and the widths, large text and right-to-left that it overflows. */
export async function hindrancesOn(page: Page) {
  const found: unknown[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(...(await faultsOf(page)).map(fault => [colorScheme, ...fault]))
  }
  const fits = async (width: number, how: string) => {
    const needed = await page.evaluate('document.documentElement.scrollWidth')
    if (needed !== width) found.push([how, needed])
  }
  for (const width of [1440, 800, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await fits(width, `${width} px`)
  }
  await page.evaluate("document.documentElement.style.fontSize = '200%'")
  await fits(320, '320 px, large text')
  await page.evaluate("document.documentElement.dir = 'rtl'")
  await fits(320, '320 px, right to left')
  return found
}

/** Accessibility faults of a page, each with the first place that has it. */
export async function faultsOf(page: Page) {
  const { AxeBuilder } = await import('@axe-core/playwright')
  // For pages in other people's frames the results are put together in one more page, which takes longer than looking.
  const isAlone = page.frames().length === 1
  const { violations } = await new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(isAlone)
    .analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}
