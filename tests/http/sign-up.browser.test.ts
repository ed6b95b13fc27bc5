import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { dialin, envOf } from '../cli/cli.ts'
import { hindrancesOn, openBrowser, openSite } from '../support/browser.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  world = await startWorld({ signUp: 'invite' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

test('an invited person creates an account by the link, and sets another password by the next', async () => {
  const link = async (...args: string[]) => {
    const { out } = await dialin(args, { ...envOf(world), SIGNUP: 'invite' })
    return new URL(/http\S+token=\S+/.exec(out)?.[0] ?? '', world.url)
  }
  const { page } = await openSite(browser, world, '/register')
  expect(await page.locator('h1').textContent()).toBe('By invitation.')
  expect(await page.locator('main form').count()).toBe(0)
  expect(await hindrancesOn(page)).toEqual([])

  const { pathname, search } = await link('users', 'invite', 'bob@people.example')
  await page.goto(`${world.url}${pathname}${search}`)
  expect(await hindrancesOn(page)).toEqual([])
  await page.reload()
  expect(await page.locator('input[name=email]').inputValue()).toBe('bob@people.example')
  await page.locator('input[name=password]').fill('the first password')
  await page.locator('main button').click()
  await page.waitForURL('**/me')

  const reset = await link('users', 'reset-password', 'bob@people.example')
  await page.goto(`${world.url}${reset.pathname}${reset.search}`)
  expect(await hindrancesOn(page)).toEqual([])
  await page.reload()
  await page.locator('input[name=newPassword]').fill('the second password')
  await page.locator('main button').click()
  await page.waitForURL('**/me')
  await page.context().close()
})
