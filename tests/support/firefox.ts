import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PATIENCE_MS } from './eventually.ts'

/** What a journey needs of a browser that Playwright does not drive. Scripts are expressions. */
export interface DrivenBrowser {
  open: (url: string) => Promise<unknown>
  evaluate: <T>(script: string) => Promise<T>
  /** Clicks the element that the script finds, in shadow trees too. */
  click: (script: string) => Promise<void>
  /** Into whatever has the focus. */
  type: (text: string) => Promise<void>
  /** Of all tabs. */
  addresses: () => Promise<string[]>
  screenshot: () => Promise<Uint8Array>
  close: () => Promise<void>
}

/** Debian's Firefox, if this machine has it. */
export const firefoxProgram = Bun.which('firefox-esr')

/** Firefox as root, over WebDriver BiDi. */
export async function openFirefox(): Promise<DrivenBrowser> {
  if (!firefoxProgram) throw new Error('No Firefox on this machine; apt-get install firefox-esr brings it.')
  const { launch } = await import('puppeteer-core')
  const home = mkdtempSync(join(tmpdir(), 'dialin-firefox-'))
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxProgram,
    userDataDir: join(home, 'profile'),
    env: { ...process.env, HOME: home },
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
    defaultViewport: { width: 1024, height: 900 },
  })
  const page = await browser.newPage()
  return {
    open: url => page.goto(url),
    evaluate: async <T>(script: string) => (await page.evaluate(script)) as T,
    click: async script => {
      const found = (await page.evaluateHandle(script)).asElement()
      if (!found) throw new Error(`There is no ${script}.`)
      await (found as typeof found & { click: () => Promise<void> }).click()
    },
    type: text => page.keyboard.type(text),
    addresses: async () => (await browser.pages()).map(one => one.url()),
    screenshot: () => page.screenshot(),
    close: async () => {
      await browser.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
