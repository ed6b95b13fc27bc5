import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openBrowser, openTab } from '../support/browser.ts'
import { mailedToken } from '../support/mails.ts'
import { publish } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let browser: Browser
beforeAll(async () => {
  world = await startWorld()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await world.stop()
})

describe('the pages', () => {
  test('the button of a sign-in mail signs in, without scripts', async () => {
    const { email } = await world.person()
    await world.call('POST /api/auth/magic-link', { body: { email } })
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${world.url}/sign-in?token=${await mailedToken(world, email)}`)
    await page.getByRole('button', { name: 'Continue without the password' }).click()
    await page.getByText('You’re signed in.').first().waitFor()
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['svc_session'])
    await context.close()
  })

  test('an old sign-in link offers a new one, by keyboard alone', async () => {
    const person = await world.person()
    const page = await openTab(browser)
    await page.goto(`${world.url}/api/auth/magic-link/verify?token=old`)
    while ((await page.evaluate('document.activeElement.id')) !== 'email') await page.keyboard.press('Tab')
    await page.keyboard.type(person.email)
    await page.keyboard.press('Enter')
    await page.getByText('a sign-in link is on its way').waitFor()
    const [queued] = await world.sql`select template from outbox where recipient = ${person.email}`
    expect(queued?.template).toBe('magic-link')
    await page.context().close()
  })

  test('a mail links to where it can be turned off, without a sign-in, by keyboard', async () => {
    const [author, reader] = [await world.person('Ann'), await world.person('Ben')]
    const { id } = await publish(world, author)
    const comment = () => world.call(`POST /api/recipes/${id}/comments`, { as: reader, body: { body: 'What water?' } })
    await comment()
    const mailsToAuthor = async () => (await world.mails()).filter(({ to }) => to?.[0]?.address === author.email)
    const [mail] = await mailsToAuthor()
    const [, link = ''] = /href="([^"]*\/unsubscribe[^"]*)"/.exec(mail?.html ?? '') ?? []
    const page = await openTab(browser)
    await page.goto(link.replaceAll('&amp;', '&'))
    await page.getByRole('button', { name: 'Unsubscribe' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('You won’t get any more emails about comments on your recipes.').waitFor()
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('svc_session')
    await comment()
    expect(await mailsToAuthor()).toHaveLength(1)
    await page.context().close()
  })

  test('mail settings are changed on the page that mails link to, by keyboard, signed in, without scripts', async () => {
    const person = await world.person()
    const context = await browser.newContext({ javaScriptEnabled: false })
    await context.addCookies([{ name: 'svc_session', value: person.token, url: world.url }])
    const page = await context.newPage()
    await page.goto(`${world.url}/settings`)
    await page.getByLabel('Someone comments on one of your recipes or replies to you').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await page.getByText('Saved.').waitFor()
    const { body } = await world.call('GET /api/user/notification-preferences', { as: person })
    expect(body.preferences.notifyRecipeComments).toBe(false)
    await context.close()
  })
})
