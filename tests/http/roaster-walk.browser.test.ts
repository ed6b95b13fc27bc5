import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { dialin, envOf } from '../cli/cli.ts'
import { arrived, claimed, press } from '../support/arrival.ts'
import { pickGrinder } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { jpegOf, twoColours } from '../support/pictures.ts'
import { readQr } from '../support/qr.ts'
import { startWorld } from '../support/world.ts'
import { leave, setStage, shoot, takeCoffee, takeGrinder, textOf, visit } from '../widget/stage.ts'

const stage = setStage(startWorld)
const WORKA = 'Ethiopia Worka Sakaro'

test('a roaster claims its page, fills it, shows it on its site and sees every visit counted exactly; shoppers see their own clicks', async () => {
  const ann = await ownerOf('Hill Road Coffee')
  await pictureAndNotes(ann)
  await recipeOnC40(ann, '24')
  const snippet = await configured(ann)
  const code = await codeOf(ann)

  const shopper = await visit(stage, stage.sites.page(snippet, { host: 'shop.localhost' }))
  const { page } = shopper
  await page.locator('.box.card.ready').waitFor()
  expect(await textOf(page.locator('.flavour'))).toBe('peach · bergamot')
  const told = (what: string, count: number) =>
    eventually(() => shopper.asked.filter(one => one.endsWith(`track-${what}`)).length === count)
  await told('impression', 1)
  await takeCoffee(page, 'Zephyr')
  await told('impression', 2)
  await takeCoffee(page, WORKA)
  await page.getByRole('tab', { name: 'AeroPress' }).click()
  await page.getByRole('tab', { name: 'V60' }).click()
  await told('method-switch', 2)
  await takeGrinder(page, 'k ul', '1Zpresso K-Ultra')
  await page.getByText('on your K\u2060-\u2060Ultra').waitFor()
  await told('grinder-choice', 1)
  const clicks = await textOf(page.locator('.setting'))
  const [recipe] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Full recipe' }).click(),
  ])
  await told('click', 1)
  expect(await settingOn(recipe)).toBe(clicks)
  await recipe.getByText('on your K-Ultra').first().waitFor()
  await leave(shopper)

  const phone = await visit(stage, code)
  await pickGrinder(phone.page, 'grinder', 'c40 mk4')
  await press(phone.page, 'Use this grinder')
  await phone.page.waitForURL(`${stage.world.url}/brew/hill-road/worka`)
  // As the roaster wrote it, on the same grinder.
  expect(await settingOn(phone.page)).toBe('24')
  await leave(phone)

  await ann.getByRole('link', { name: 'Analytics' }).first().click()
  // Views of pages are counted after the reply.
  await eventually(async () => {
    await stage.world.ports.events.flush()
    await ann.reload()
    return (await textOf(ann.locator('.measures'))).includes('2 page views')
  })
  const panel = async (name: string) => {
    const rows = await ann.locator(`[aria-labelledby="by-${name}"] li`).all()
    const texts = rows.map(row => Promise.all(['.name', '.number'].map(part => textOf(row.locator(part)))))
    return Object.fromEntries(await Promise.all(texts))
  }
  expect(await textOf(ann.locator('.measures'))).toBe(
    '2 widget views 2 page views 1 bags scanned 1 recipes opened 2 changed the method 1 chose a grinder 50.0% of views opened 2 daily visitors',
  )
  expect(await panel('coffee')).toEqual({ [WORKA]: '1 100.0% opened it', Zephyr: '1 0.0% opened it' })
  expect(await panel('method')).toEqual({ V60: '2', AeroPress: '1', 'Cold brew': '1' })
  expect(await panel('grinder')).toEqual({ '1Zpresso K-Ultra': '1, 100.0%' })
  expect(await panel('site')).toEqual({ 'shop.localhost': '2', localhost: '1', 'localhost, from shop.localhost': '1' })
  await shoot(ann, 'roaster-walk-analytics')
  await ann.context().close()
})

/**
 * From a new account to the portal: by the mail to the business, our decision, and the mail about
 * it.
 */
async function ownerOf(roaster: string): Promise<Page> {
  const { world, browser } = stage
  const email = 'ann@people.example'
  const options = { permissions: ['clipboard-read', 'clipboard-write'] }
  const page = await arrived(browser, world, { name: 'Ann', email, path: '/claim' }, options)
  await claimed(page, world, roaster, 'hello@hill.example')
  await press(page, 'Confirm and open my portal')
  await page.waitForURL(`${world.url}/portal`)
  const [claim] = JSON.parse((await dialin(['claims', 'list', '--json'], envOf(world))).out)
  expect((await dialin(['claims', 'approve', String(claim.id)], envOf(world))).exit).toBe(0)
  const mail = (await world.mails()).find(({ subject }) => subject === `${roaster} is yours`)
  expect(mail?.to?.[0]?.address).toBe(email)
  await page.goto(/http\S+\/portal\S*/.exec(mail?.text ?? '')?.[0] ?? '')
  await page.getByRole('link', { name: 'Coffees' }).click()
  return page
}

async function pictureAndNotes(page: Page) {
  await page.getByRole('link', { name: WORKA }).click()
  const photo = { name: 'bag.jpg', mimeType: 'image/jpeg', buffer: await jpegOf(twoColours(900, 600)) }
  await page.locator('#picture').setInputFiles(photo)
  await press(page, 'Upload')
  await page.getByRole('button', { name: 'Replace' }).waitFor()
  await page.getByLabel('Flavour notes').fill('peach, bergamot')
  await press(page, 'Save')
  await page.getByText('Saved.').waitFor()
}

/** Its V60 recipe, for the roaster's own grinder. */
async function recipeOnC40(page: Page, setting: string) {
  await page.getByRole('link', { name: 'Recipes', exact: true }).click()
  await page.locator('section', { hasText: WORKA }).getByRole('link', { name: 'V60' }).click()
  await pickGrinder(page, 'grinder', 'c40 mk4')
  await page.getByLabel('Your setting').fill(setting)
  await page.getByLabel('Notes').fill('One swirl after the last pour.')
  await page.frameLocator('.beside iframe').getByText('One swirl after the last pour.').waitFor()
  await press(page, 'Publish')
  await page.getByText('Saved.').waitFor()
}

/** The snippet for a shop, the only site that may show the widget. */
async function configured(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Widget', exact: true }).click()
  await page.getByRole('button', { name: '#2F5D50' }).click()
  await page.getByText('White text on it reads well').waitFor()
  await page.getByText('Language, allowed sites').click()
  await page.getByLabel('Only on these sites').fill('shop.localhost')
  await press(page, 'Save')
  await page.getByText('Your shop shows it within five minutes.').waitFor()
  const snippet = page.locator('.snippet').first()
  await snippet.getByRole('button', { name: 'Copy' }).click()
  await snippet.getByText('Copied').waitFor()
  return page.evaluate<string>('navigator.clipboard.readText()')
}

/** What a phone reads from the code on the bag. */
async function codeOf(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Each as SVG, PNG or label' }).click()
  const file = await page.getByRole('link', { name: `${WORKA}: SVG` }).getAttribute('href')
  return (await readQr(await (await fetch(`${stage.world.url}${file}`)).text())) ?? ''
}

const settingOn = (page: Page) => page.locator('.ring .setting').first().textContent()
