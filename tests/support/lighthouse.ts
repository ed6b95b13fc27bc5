import { browserProgram } from './browser.ts'
import { PATIENCE_MS } from './eventually.ts'

export interface LighthouseTarget {
  /** From 0 to 100, by category. */
  scoresOf: (url: string) => Promise<Record<string, number>>
  close: () => Promise<void>
}

/**
 * Chromium with Lighthouse, which looks at a page as on a phone with a slow network. The processor
 * is not slowed down: other tests already do that, by a factor that changes from run to run.
 */
export async function openLighthouse(): Promise<LighthouseTarget> {
  if (!browserProgram)
    throw new Error('No Chromium on this machine; apt-get install chromium-headless-shell brings it.')
  const [{ launch }, { default: lighthouse }] = await Promise.all([import('puppeteer-core'), import('lighthouse')])
  const browser = await launch({
    executablePath: browserProgram,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run'],
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
  })
  return {
    scoresOf: async url => {
      const page = await browser.newPage()
      const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo']
      const flags = { onlyCategories, logLevel: 'error' as const, throttling: { cpuSlowdownMultiplier: 1 } }
      const result = await lighthouse(url, flags, undefined, page as never)
      await page.close()
      const { categories = {} } = result?.lhr ?? {}
      return Object.fromEntries(
        Object.entries(categories).map(([name, { score }]) => [name, Math.round(100 * (score ?? 0))]),
      )
    },
    close: () => browser.close(),
  }
}
