import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { keptOffline, openBrowser, openSite } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { aRecipe } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

test('each opening of a page in a browser is counted once, also through the service worker, with its grinder', async () => {
  const id = await aRecipe(world)
  const { page } = await openSite(browser, world, `/recipes/${id}`)
  // What the worker fetches to keep is not a view.
  await keptOffline(page)
  await page.reload()
  expect(await page.evaluate<boolean>('navigator.serviceWorker.controller !== null')).toBe(true)
  const views = async () => {
    await world.ports.events.flush()
    return world.sql`select place, grinder_id, sum(1)::int as views from events where recipe_id = ${id} group by 1, 2`
  }
  await eventually(async () => (await views())[0]?.views >= 2)
  const grinderId = world.ports.grinders.bySlug('1zpresso-k-ultra')?.id
  expect([...(await views())]).toEqual([{ place: 'page', grinderId, views: 2 }])
  const [visitors] = await world.sql`select count(*)::int as visitors from event_visitors`
  expect(visitors?.visitors).toBe(1)
  await page.context().close()
})
