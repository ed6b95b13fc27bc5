import { expect, test } from 'bun:test'
import { eventually } from '../support/eventually.ts'
import type { DrivenBrowser } from '../support/firefox.ts'
import { startWorld } from '../support/world.ts'
import { element, script, setStage } from './stage.ts'

/** Finds an element by selector, and by its text if there is one, in all shadow trees. */
const found = (selector: string, text = '') => `(() => {
  const all = root => [...root.querySelectorAll('*')].flatMap(one => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])])
  return all(document).find(one => one.matches(${JSON.stringify(selector)}) && one.textContent.includes(${JSON.stringify(text)}) && one.checkVisibility())
})()`

/** The main journey through a card, in a browser other than Chromium. */
export function testJourney(name: string, openBrowser: () => Promise<DrivenBrowser>) {
  const stage = setStage(startWorld, openBrowser)

  test(`in ${name}, a visitor chooses a coffee and a grinder, switches the method and follows the link`, async () => {
    const { browser, sites, world } = stage
    const wait = (selector: string, text?: string) => eventually(() => browser.evaluate(`!!${found(selector, text)}`))
    const click = async (selector: string, text?: string) => {
      await wait(selector, text)
      await browser.click(found(selector, text))
    }
    const shoot = async (when: string) => {
      const { SCREENSHOTS } = process.env
      if (SCREENSHOTS) await Bun.write(`${SCREENSHOTS}/${name}-${when}.png`, await browser.screenshot())
    }

    await browser.open(sites.page(element('hill-road') + script(stage)))
    await wait('.box.ready')
    // The name of the coffee looks like a title and not like a control of the system.
    const look =
      await browser.evaluate(`(({ borderTopWidth, backgroundColor, fontSize }) => [borderTopWidth, backgroundColor, fontSize])(
      getComputedStyle(${found('button.title')}))`)
    expect(look).toEqual(['0px', 'rgba(0, 0, 0, 0)', '20px'])
    await shoot('before')

    const listHeight = () => browser.evaluate<number>(`${found('[role=listbox]')}.getBoundingClientRect().height`)
    await click('button.title')
    await wait('[role=option]', 'Zephyr')
    // Two rows of 52 px, all of them in sight.
    expect(await listHeight()).toBe(104)
    await shoot('coffees')
    await click('[role=option]', 'Zephyr')
    await wait('[role=tab]', 'Cold brew')
    await click('button.title')
    await click('[role=option]', 'Ethiopia Worka Sakaro')
    await wait('[role=tab]', 'AeroPress')

    await click('.grinder', 'Show it on my grinder')
    await wait('input[role=combobox]')
    expect(await listHeight()).toBeGreaterThan(200)
    await shoot('grinders')
    await browser.type('k ultra')
    await eventually(() => browser.evaluate(`${found('input[role=combobox]')}.value === 'k ultra'`))
    await click('[role=option]', 'K-Ultra')
    await wait('.setting')
    const setting = await browser.evaluate<string>(`${found('.setting')}.textContent`)
    expect(Number(setting)).toBeGreaterThan(0)

    await click('[role=tab]', 'AeroPress')
    await wait('[role=tab][aria-selected=true]', 'AeroPress')
    await eventually(async () => (await browser.evaluate(`${found('.setting')}.textContent`)) !== setting)
    await shoot('after')

    await click('a.link', 'Full recipe')
    const address = `${world.url}/brew/hill-road/worka?method=aeropress&grinder=1zpresso-k-ultra`
    await eventually(async () => (await browser.addresses()).includes(address))
  })
}
