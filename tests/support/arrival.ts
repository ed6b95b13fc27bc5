import type { Browser, Page } from 'playwright-core'
import { openTab } from './browser.ts'
import { mailedToken } from './mails.ts'
import type { TestWorld } from './world.ts'

/** A separate browser in which a person has created an account and continued to a page. */
export async function arrived(
  browser: Browser,
  { url }: { url: string },
  { name, email, path }: { name: string; email: string; path: string },
  options: Parameters<typeof openTab>[1] = {},
): Promise<Page> {
  const page = await openTab(browser, { viewport: { width: 1280, height: 900 }, ...options })
  await page.goto(`${url}/register?next=${encodeURIComponent(path)}`)
  await page.getByLabel('Display name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('correct horse')
  await press(page, 'Create an account')
  await page.waitForURL(where => !where.pathname.startsWith('/register'))
  await page.goto(`${url}${path}`)
  return page
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** On /claim: claims a roaster found by a word, and opens the link in the mail to the business. */
export async function claimed(page: Page, world: TestWorld, roaster: string, businessEmail: string) {
  await page.getByLabel('Name or website of your roastery').fill(roaster.toLowerCase().slice(0, 4))
  await page.locator('main').getByRole('link', { name: roaster }).click()
  await page.getByLabel('Work email').fill(businessEmail)
  await press(page, 'Email me the link')
  await page.getByRole('link', { name: 'See your claim' }).click()
  await page.getByText(`We emailed ${businessEmail}`).waitFor()
  await page.goto(`${world.url}/claim?token=${await mailedToken(world, businessEmail)}`)
}
