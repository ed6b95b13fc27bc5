import type { Browser, Page } from 'playwright-core'
import { openTab } from './browser.ts'
import { mailedToken } from './mails.ts'
import type { TestWorld } from './world.ts'

/** A browser of somebody's own, in which they have made an account and gone on to a page. */
export async function arrived(
  browser: Browser,
  { url }: { url: string },
  { name, email, path }: { name: string; email: string; path: string },
  options: Parameters<typeof openTab>[1] = {},
): Promise<Page> {
  const page = await openTab(browser, { viewport: { width: 1280, height: 900 }, ...options })
  await page.goto(`${url}/register?next=${encodeURIComponent(path)}`)
  await page.getByLabel('What others call you').fill(name)
  await page.getByLabel('Your e-mail').fill(email)
  await page.getByLabel('A password').fill('correct horse')
  await press(page, 'Make an account')
  await page.waitForURL(where => !where.pathname.startsWith('/register'))
  await page.goto(`${url}${path}`)
  return page
}

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** On /claim: asks for a roaster that is found by a word, and opens what the mail to the business links to. */
export async function claimed(page: Page, world: TestWorld, roaster: string, businessEmail: string) {
  await page.getByLabel('Name of your roastery').fill(roaster.toLowerCase().slice(0, 4))
  await press(page, 'Search')
  await page.getByRole('link', { name: `Claim ${roaster}` }).click()
  await page.getByLabel('E-mail address of the business').fill(businessEmail)
  await press(page, 'Write to this address')
  await page.getByRole('link', { name: 'See how it stands' }).click()
  await page.getByText(`We wrote to ${businessEmail}`).waitFor()
  await page.goto(`${world.url}/claim?token=${await mailedToken(world, businessEmail)}`)
}
