import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { aBean, aBrew, aMill, anExport } from '../support/beanconqueror.ts'
import { openBrowser, openTab, signInOnPage } from '../support/browser.ts'
import { openEntrance } from '../support/entrance.ts'
import { eventually } from '../support/eventually.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

const entrance = openEntrance()
let world: TestWorld
let browser: Browser
beforeAll(async () => {
  ;[world, browser] = await Promise.all([startWorld({ allowedOrigins: [entrance.url] }), openBrowser()])
  entrance.leadTo(world.port)
})
afterAll(async () => {
  await browser.close()
  await entrance.stop()
  await world.stop()
})

async function openImport(userAgent: string, options: Parameters<typeof openTab>[1] = {}) {
  const page = await openTab(browser, { viewport: { width: 1280, height: 900 }, userAgent, ...options })
  await signInOnPage(page, entrance.url, await world.person())
  await page.goto(`${entrance.url}/me/import`)
  return { page, sent: () => entrance.askedBy(userAgent).filter(asked => asked === 'POST /me/import').length }
}

const choose = (page: Page, file: object) =>
  page.getByLabel('Your file').setInputFiles({
    name: 'Beanconqueror.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  })
const press = (page: Page, name: string) => page.getByRole('button', { name }).click()

test('during an upload the page shows progress and blocks other buttons; the preview keeps the chosen file', async () => {
  const { page, sent } = await openImport('shows how far it is')
  await choose(page, anExport())
  const shown = page.getByLabel('Uploading')
  expect(await shown.isVisible()).toBe(false)
  await page.evaluate(`
    window.told = []
    const bar = document.querySelector('progress')
    new MutationObserver(() => told.push(bar.getAttribute('value'))).observe(bar, { attributeFilter: ['value'] })`)
  const release = entrance.hold('/me/import')
  await press(page, 'Preview')
  await eventually(() => sent() === 1)
  // Everything has arrived, and the remaining time is unknown, so the bar has no value.
  await eventually(() => page.evaluate<boolean>('told.at(-1) === null'))
  const told = await page.evaluate<string[]>('told.slice(0, -1)')
  expect([told.map(Number), told.at(-1)]).toEqual([told.map(Number).toSorted((one, other) => one - other), '1'])
  const pressable = () => Promise.all(['Import', 'Preview'].map(name => page.getByRole('button', { name }).isEnabled()))
  expect([await shown.isVisible(), await pressable()]).toEqual([true, [false, false]])
  release()
  await page.getByText('Ready to import:').waitFor()
  expect([await shown.isVisible(), await pressable()]).toEqual([false, [true, true]])
  await press(page, 'Import')
  await page.getByText('Imported.').waitFor()
  expect(await page.evaluate('document.activeElement.id')).toBe('report')
  expect([sent(), new URL(page.url()).pathname]).toEqual([2, '/me/import'])
  await page.context().close()
})

test('a failed upload is sent again without a script, whose reply is shown like any page', async () => {
  const { page, sent } = await openImport('is cut off')
  await choose(page, anExport())
  const mend = entrance.refuse('/me/import')
  await press(page, 'Import')
  await eventually(() => sent() === 2)
  mend()
  await page.context().close()
})

test('a person who was signed out meanwhile is asked to sign in', async () => {
  const { page } = await openImport('is signed out')
  await choose(page, anExport())
  await page.context().clearCookies()
  await press(page, 'Import')
  await page.waitForURL(`${entrance.url}/sign-in?*`)
  await page.context().close()
})

/** Some of everything that may be reported, and more grinders and remarks than are shown. */
const muchToSay = () =>
  anExport({
    BEANS: [aBean('bean-1'), aBean('bean-2', { name: '' }), {}],
    MILL: Array.from({ length: 150 }, (_, at) => aMill(`mill-${at}`, `The grinder that stands in kitchen ${at + 1}`)),
    BREWS: [
      ...Array.from({ length: 150 }, (_, at) => aBrew(`brew-${at}`, { brew_temperature: 900, mill: `mill-${at}` })),
      aBrew('brew-1'),
      aBrew('late', { config: { uuid: 'late', unix_timestamp: 4_000_000_000 } }),
      aBrew('undated', { config: { uuid: 'undated', unix_timestamp: 0 } }),
      aBrew('strange', { method_of_preparation: '?' }),
    ],
  })

test('a report fits one screen: what was imported, what was not and why; the saved file has everything', async () => {
  const { page } = await openImport('reads the report')
  await choose(page, muchToSay())
  await press(page, 'Import')
  await page.getByText('Imported.').waitFor()
  const report = page.locator('#report')
  for (const said of [
    '1 bag and 150 brews.',
    'We couldn’t match these grinders, so their settings stay as you wrote them: The grinder that stands in kitchen 1,',
    'The file names 140 more grinders.',
    '6 left out:',
    '1 brew: The date is in the future.',
    '1 brew: This is in the file twice.',
    '1 bag: The name is missing. The brews are kept, without a coffee.',
    '300 changed:',
  ])
    expect([said, await report.getByText(said).isVisible()]).toEqual([said, true])
  for (const [width, height] of [
    [1280, 900],
    [1024, 768],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect([width, await report.evaluate(({ clientHeight }) => clientHeight <= innerHeight)]).toEqual([width, true])
  }
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save this report' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('import-report.txt')
  const lines = (await Bun.file(await saved.path()).text()).split('\n')
  expect(lines.slice(0, 8)).toEqual([
    'Imported: 1 bag and 150 brews.',
    'Left out: 6',
    '- 1 bag: The ID (config.uuid) is missing.',
    '- 1 brew: This is in the file twice.',
    '- 1 bag: The name is missing. The brews are kept, without a coffee.',
    '- 1 brew: The date is in the future.',
    '- 1 brew: The date is missing.',
    '- 1 brew: The preparation is not in the file.',
  ])
  await page.context().close()
})
