import { browserProgram } from './browser.ts'
import { PATIENCE_MS } from './eventually.ts'

export interface LighthouseTarget {
  /**
   * From 0 to 100, by category: the best of up to three looks, because a busy machine only takes
   * points away. It stops looking once all are as high as asked for.
   */
  bestScoresOf: (url: string, enough?: number) => Promise<Record<string, number>>
  close: () => Promise<void>
}

const LOOKS = 3
/** Lighthouse waits for a quiet network, which beacons keep from being reported as quiet. */
const LOADED_WITHIN_MS = 15_000

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
  const scoresOf = async (url: string) => {
    const page = await browser.newPage()
    const result = await lighthouse(
      url,
      {
        onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
        logLevel: 'error',
        throttling: { cpuSlowdownMultiplier: 1 },
        maxWaitForLoad: LOADED_WITHIN_MS,
      },
      undefined,
      page as never,
    )
    await page.close()
    return Object.entries(result?.lhr.categories ?? {}).map(
      ([name, { score }]) => [name, Math.round(100 * (score ?? 0))] as const,
    )
  }
  return {
    bestScoresOf: async (url, enough = 100) => {
      const best: Record<string, number> = {}
      for (let look = 0; look < LOOKS && !areAll(best, enough); look++)
        for (const [name, score] of await scoresOf(url)) best[name] = Math.max(score, best[name] ?? 0)
      return best
    },
    close: () => browser.close(),
  }
}

const areAll = (scores: Record<string, number>, enough: number) =>
  Object.keys(scores).length > 0 && Object.values(scores).every(score => score >= enough)
