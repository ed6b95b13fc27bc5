import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { APP_ID, describeApps, described } from '../support/apps.ts'
import { openBrowser, openSite } from '../support/browser.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
let ann: Someone
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  ann = await world.person('Ann')
  await world.prove(ann)
  describeApps(world, {
    [APP_ID]: described({ redirect_uris: ['http://127.0.0.1/back'] }),
  })
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

/** An app on this machine that, as many do, sends the browser on to its own page. */
function anApp() {
  const page = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response('Back in the app') })
  const app = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => Response.redirect(`http://localhost:${page.port}/done${new URL(url).search}`),
  })
  return {
    redirect_uri: `http://127.0.0.1:${app.port}/back`,
    stop: () => Promise.all([app.stop(true), page.stop(true)]),
  }
}

const wishOf = (redirect_uri: string) =>
  `/oauth/authorize?${new URLSearchParams({
    client_id: APP_ID,
    redirect_uri,
    response_type: 'code',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    state: 'a-state',
  })}`

test.each([
  { button: 'Allow', told: /code=[0-9a-f]{40}&state=a-state/ },
  { button: 'Deny', told: /error=access_denied/ },
] as const)('$button leads to the app, and on to where it leads', async ({ button, told }) => {
  const app = anApp()
  const { page, complaints } = await openSite(browser, world, wishOf(app.redirect_uri), { as: ann })
  try {
    await page.getByRole('button', { name: button }).click()
    await page.getByText('Back in the app').waitFor()
    expect(page.url()).toMatch(told)
    expect(complaints.filter(text => !text.includes('favicon'))).toEqual([])
  } finally {
    await page.context().close()
    await app.stop()
  }
})

test('Enter alone decides nothing, and both answers are as large', async () => {
  const { page } = await openSite(browser, world, wishOf('http://127.0.0.1:9/back'), { as: ann })
  const before = page.url()
  await page.keyboard.press('Enter')
  expect(page.url()).toBe(before)
  const sizes = await Promise.all(
    ['Deny', 'Allow'].map(async name => (await page.getByRole('button', { name }).boundingBox())?.width),
  )
  expect(new Set(sizes).size).toBe(1)
  await page.context().close()
})
