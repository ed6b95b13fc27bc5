import type { Locator, Page } from 'playwright-core'

/** How a person reaches something on a page, and presses it or types into it. */
export interface Hand {
  press: (it: Locator) => Promise<void>
  write: (it: Locator, text: string) => Promise<void>
}

/** Tab until it is reached, arrows within radio buttons; no pointer. */
export function keys(page: Page): Hand {
  const reach = async (it: Locator) => {
    await it.waitFor()
    // Found by its name once, which takes longer than a key press, and again only if a reply has
    // replaced it.
    let one = await it.elementHandle()
    for (let pressed = 0; pressed < MOST_KEYS; pressed++) {
      const where = await one?.evaluate(one => {
        const { activeElement: now } = document
        if (!one.isConnected) return 'gone'
        if (now === one) return 'there'
        return (
          now instanceof HTMLInputElement && now.type === 'radio' && now.name === one.getAttribute('name') && 'beside'
        )
      })
      if (where === 'there') return
      if (where === 'gone') one = await it.elementHandle()
      else await page.keyboard.press(where === 'beside' ? 'ArrowDown' : 'Tab')
    }
    throw new Error(`The keyboard does not reach ${it}.`)
  }
  return {
    press: async it => {
      await reach(it)
      const isBox = await it.evaluate(one => one.matches('[type=checkbox], [type=radio]'))
      await page.keyboard.press(isBox ? 'Space' : 'Enter')
    },
    write: async (it, text) => {
      await reach(it)
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    },
  }
}
const MOST_KEYS = 150

/** A finger. */
export const finger: Hand = {
  press: async it => ((await it.evaluate(one => one.matches('input'))) ? it.check({ force: true }) : it.tap()),
  write: (it, text) => it.fill(text),
}
