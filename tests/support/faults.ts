import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** An axe rule, and the first element that breaks it. */
type AxeFault = [rule: string, html: string | undefined]

/**
 * The rules about colours: they take half of axe's time, and only they can differ in another
 * scheme.
 */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const axe = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')

/** Accessibility faults of a page by all rules, each with the first element that has it. */
export async function faultsOf(page: Page): Promise<AxeFault[]> {
  if (hasFrames(page)) return faultsInFrames(page, {})
  await bringAxe(page)
  const rules = Object.fromEntries(COLOUR_RULES.map(rule => [rule, { enabled: false }]))
  const options = JSON.stringify({ resultTypes: ['violations'], rules })
  const others = await page.evaluate<AxeFault[]>(`axe.run(document, ${options}).then(${placesOf})`)
  return [...others, ...(await colourFaultsOf(page))]
}

const hasFrames = (page: Page) => page.frames().length > 1

/** Frames of other sites are checked one by one, and the results are combined in another page. */
async function faultsInFrames(page: Page, options: object) {
  const { AxeBuilder } = await import('@axe-core/playwright')
  return placesOf(await new AxeBuilder({ page }).options({ resultTypes: ['violations'], ...options }).analyze())
}

/** Once per page, so that it is compiled only once. */
async function bringAxe(page: Page) {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
}

/** For every page opened in this tab, so that it is passed and compiled once. */
export const bringAxeAlong = (page: Page) => page.addInitScript({ content: axe })

const placesOf = ({ violations }: { violations: { id: string; nodes: { html: string }[] }[] }) =>
  violations.map(({ id, nodes }): AxeFault => [id, nodes[0]?.html])

/** Combinations of text and background that axe has already found to have enough contrast. */
const measured = new Set<string>()

/**
 * Faults of a page by the colour rules, in its current scheme. Text of the same colour and size on
 * the same backgrounds has the same contrast, so axe measures it once. If axe cannot tell, all of
 * them are checked.
 */
export async function colourFaultsOf(page: Page): Promise<AxeFault[]> {
  if (hasFrames(page)) return faultsInFrames(page, { runOnly: { type: 'rule', values: COLOUR_RULES } })
  const places = await page.evaluate<string[]>(findPlaces)
  const unknown = places.filter(place => !measured.has(place))
  if (unknown.length === 0) return []
  await bringAxe(page)
  const { faults, passed } = await page.evaluate<{ faults: AxeFault[]; passed: string[] }>(
    `(${measureIn})(${JSON.stringify(unknown)}, ${JSON.stringify(COLOUR_RULES)}, ${placesOf})`,
  )
  for (const place of passed) measured.add(place)
  return faults
}

/**
 * All texts and all links within sentences, by rule and by what their colours come from; the
 * elements stay in the page.
 */
const findPlaces = `(() => {
  const WORDS = ['color', 'webkitTextFillColor', 'textShadow', 'textIndent']
  const LINK = [...WORDS, 'fontSize', 'fontWeight', 'fontStyle', 'fontFamily', 'textDecoration', 'borderBottom']
  // Less contrast is enough from 18 points up, and from 14 if bold.
  const isLarge = ({ fontSize, fontWeight }) => Math.ceil(parseFloat(fontSize) * 72) / 96 >= (fontWeight >= 700 ? 14 : 18)
  const BARE = { backgroundColor: 'rgba(0, 0, 0, 0)', backgroundImage: 'none', opacity: '1', filter: 'none', mixBlendMode: 'normal' }
  const styled = (style, names) => names.map(name => style[name]).join()
  const paintOf = style =>
    Object.entries(BARE).some(([name, bare]) => style[name] !== bare) ? '\\n' + styled(style, Object.keys(BARE)) : ''
  const places = new Map()
  const add = (element, ...place) => {
    const name = place.join(' ')
    if (!places.get(name)?.push(element)) places.set(name, [element])
  }
  const wordless = 'input:is([type=hidden], [type=range], [type=color], [type=checkbox], [type=radio], [type=image])'
  const hasWords = (element, { display, visibility }) => {
    if (visibility !== 'visible' || element.matches(wordless)) return false
    const ownWords = [...element.childNodes].some(one => one.nodeType === Node.TEXT_NODE && one.data.trim())
    if (!ownWords && !element.matches('input, select, textarea')) return false
    // Text that only screen readers reach has no contrast.
    const { right, bottom, width, height } = element.getBoundingClientRect()
    return display === 'contents' || (right + scrollX > 0 && bottom + scrollY > 0 && width > 1 && height > 1)
  }
  const blockOf = link => {
    let block = link
    do block = block.parentElement ?? block.getRootNode().host
    while (!isBlock(getComputedStyle(block)))
    return block
  }
  const isBlock = ({ display }) => /^(block|list-item|table|flex|grid|inline-block|flow-root)/.test(display)
  const lettersOf = ({ textContent }) => textContent.replace(/\\s/g, '')
  const isSentence = block => lettersOf(block) !== [...block.querySelectorAll('a, button')].map(lettersOf).join('')
  const within = element =>
    element.shadowRoot?.children ?? (element.assignedElements?.().length ? element.assignedElements() : element.children)
  const look = (elements, ground) => {
    const seen = [...elements]
      .map(element => ({ element, style: getComputedStyle(element) }))
      .filter(({ style }) => style.display !== 'none')
    // Elements above or below their neighbours are part of the background of those.
    const layers = seen.filter(({ style }) => !/static|relative/.test(style.position) || style.gridRowStart !== 'auto')
    const on = ground + layers.map(({ element, style }) =>
      '\\n' + element.localName + '.' + element.getAttribute('class') + paintOf(style),
    ).join('')
    for (const { element, style } of seen) {
      const own = on + paintOf(style)
      if (hasWords(element, style)) add(element, 'color-contrast', isLarge(style), styled(style, WORDS), own)
      if (element.matches('a[href]') && !isBlock(style)) {
        const block = blockOf(element)
        const styles = [style, getComputedStyle(block)].map(one => styled(one, LINK))
        if (isSentence(block)) add(element, 'link-in-text-block', ...styles, own)
      }
      // Only one option of a list is visible. A drawing is an image to axe, which cannot judge text
      // on images.
      if (!element.matches('svg, select')) look(within(element), own)
    }
  }
  look([document.documentElement], '')
  window.places = places
  return [...places.keys()]
})()`

/** One element of each combination; if axe cannot measure it, all the others, too. */
const measureIn = `async (unknown, rules, placesOf) => {
  const resultTypes = ['violations', 'passes', 'incomplete']
  const options = { runOnly: { type: 'rule', values: rules }, resultTypes, elementRef: true }
  const first = await axe.run({ include: unknown.map(place => places.get(place)[0]) }, options)
  const told = (results, isTold) =>
    results.flatMap(({ id, nodes }) => nodes.filter(({ any }) => any.some(isTold)).map(({ element }) => [id, element]))
  // axe can never judge text on an image, or text in the colour of its background; both follow from
  // the background.
  const settled = [
    ...told(first.passes, ({ id, data }) => id !== 'color-contrast' || data?.contrastRatio > 0),
    ...told(first.incomplete, ({ data }) => ['bgImage', 'bgGradient', 'equalRatio'].includes(data?.messageKey)),
  ]
  const isSettled = place =>
    settled.some(([rule, element]) => place.startsWith(rule) && element === places.get(place)[0])
  const others = unknown.filter(place => !isSettled(place)).flatMap(place => places.get(place).slice(1))
  const second = others.length > 0 ? await axe.run({ include: others }, options) : { violations: [] }
  return { passed: unknown.filter(isSettled), faults: [...placesOf(first), ...placesOf(second)] }
}`
