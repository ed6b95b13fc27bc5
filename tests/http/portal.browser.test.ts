import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { arrived, claimed, press } from '../support/arrival.ts'
import { openBrowser } from '../support/browser.ts'
import { mailedToken } from '../support/mails.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld(), openBrowser()])
  await aRoastery(world, { slug: 'hill-road', name: 'Hill Road Coffee', coffees: [] })
  await world.sql`update roasters set website_url = 'https://hill.example' where slug = 'hill-road'`
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

test('a roaster claims its page, invites a member and removes them again, using the links in the mails', async () => {
  const ann = await arrived(browser, world, { name: 'Ann', email: 'ann@hill.example', path: '/claim' })
  await claimed(ann, world, 'Hill Road Coffee', 'ann@hill.example')
  // The mail is the first proof of the address. Ann is signed in to the account, so nothing is
  // removed, and she goes straight to the portal.
  await press(ann, 'Confirm and open my portal')
  await ann.waitForURL(`${world.url}/portal/hill-road`)

  await ann.getByRole('link', { name: 'Members' }).click()
  await ann.getByLabel('Email address').fill('ben@hill.example')
  await press(ann, 'Invite')
  await ann.getByText('Invitation sent.').waitFor()
  const invitation = `/invitation?token=${await mailedToken(world, 'ben@hill.example')}`
  const ben = await arrived(browser, world, { name: 'Ben', email: 'ben@people.example', path: invitation })
  await press(ben, 'Email me a link')
  await ben.waitForURL(/sign-in\/sent/)
  await ben.goto(`${world.url}/sign-in?next=%2Finvitation&token=${await mailedToken(world, 'ben@people.example')}`)
  await press(ben, 'Confirm my address')
  await press(ben, 'Accept')
  await ben.waitForURL(`${world.url}/portal/hill-road`)

  await ann.reload()
  await ann.getByText('ben@people.example').waitFor()
  await ann.getByLabel('Change Ben').click()
  await ann.locator('li', { hasText: 'ben@people.example' }).getByRole('button', { name: 'Remove' }).click()
  await ann.getByText('Member removed.').waitFor()
  const answer = await ben.reload()
  expect(answer?.status()).toBe(404)
  const told = (await world.mails()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`)
  expect(told).toEqual(
    expect.arrayContaining([
      'ann@hill.example: Hill Road Coffee is yours',
      'ann@hill.example: Ben joined Hill Road Coffee',
      'ben@people.example: You no longer run Hill Road Coffee',
    ]),
  )
  await Promise.all([ann.context().close(), ben.context().close()])
})
