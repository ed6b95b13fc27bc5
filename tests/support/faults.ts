import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

/** A rule of axe, and the first place that breaks it. */
type AxeFault = [rule: string, html: string | undefined]

/** The rules that look at colours: they take half of axe's time, and are all that another scheme can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

const axe = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')

/** Accessibility faults of a page by all rules, each with the first place that has it. */
export async function faultsOf(page: Page): Promise<AxeFault[]> {
  if (hasFrames(page)) return faultsInFrames(page, {})
  await bringAxe(page)
  const rules = Object.fromEntries(COLOUR_RULES.map(rule => [rule, { enabled: false }]))
  const options = JSON.stringify({ resultTypes: ['violations'], rules })
  const others = await page.evaluate<AxeFault[]>(`axe.run(document, ${options}).then(${placesOf})`)
  return [...others, ...(await colourFaultsOf(page))]
}

const hasFrames = (page: Page) => page.frames().length > 1

/** Pages in other people's frames are looked at one by one, and put together in one more page. */
async function faultsInFrames(page: Page, options: object) {
  const { AxeBuilder } = await import('@axe-core/playwright')
  return placesOf(await new AxeBuilder({ page }).options({ resultTypes: ['violations'], ...options }).analyze())
}

/** Once a page, and there it stays: what looks again is compiled. */
async function bringAxe(page: Page) {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
}

/** To each address that this page is led to: it is handed over once, and compiled once. */
export const bringAxeAlong = (page: Page) => page.addInitScript({ content: axe })

const placesOf = ({ violations }: { violations: { id: string; nodes: { html: string }[] }[] }) =>
  violations.map(({ id, nodes }): AxeFault => [id, nodes[0]?.html])

/** Words on grounds that axe has measured on some page so far, and found that they stand out. */
const measured = new Set<string>()

/**
 * Faults of a page by the rules of colours, in the scheme it is shown in. Words of one colour, large or small, on the same
 * grounds, from the root up, have the same contrast: axe measures it once. Where it cannot tell, it looks at all of them.
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

/** All words and all links in a sentence, by their rule and what their colours come from; the elements stay in the page. */
const findPlaces = `(() => {
  const WORDS = ['color', 'webkitTextFillColor', 'textShadow', 'textIndent']
  const LINK = [...WORDS, 'fontSize', 'fontWeight', 'fontStyle', 'fontFamily', 'textDecoration', 'borderBottom']
  // Less contrast is enough from 18 points on, and from 14 where it is bold.
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
    // What only screen readers come by has no contrast.
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
    // What lies above or below its neighbours is part of what they stand on.
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
      // Of a list one option is seen; a drawing is an image to axe, and of words on an image it cannot tell.
      if (!element.matches('svg, select')) look(within(element), own)
    }
  }
  look([document.documentElement], '')
  window.places = places
  return [...places.keys()]
})()`

/** One element of each place; where that one's contrast is not measured, all the others too. */
const measureIn = `async (unknown, rules, placesOf) => {
  const resultTypes = ['violations', 'passes', 'incomplete']
  const options = { runOnly: { type: 'rule', values: rules }, resultTypes, elementRef: true }
  const first = await axe.run({ include: unknown.map(place => places.get(place)[0]) }, options)
  const told = (results, isTold) =>
    results.flatMap(({ id, nodes }) => nodes.filter(({ any }) => any.some(isTold)).map(({ element }) => [id, element]))
  // On an image, and of words in the colour of their ground, axe never tells: that is in what they stand on.
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
