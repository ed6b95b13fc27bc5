/** What may stand in a template's hole: text, a piece of another template, several of them, or nothing. */
type Value = string | number | boolean | Handler | DocumentFragment | null | undefined | readonly Value[]
// biome-ignore lint/suspicious/noExplicitAny: each template knows which event it listens to
type Handler = (event: any) => void

const HOLE = '\u0000'
const TAG = /<(\/?)([\w-]+)((?:\s+[^\s=>/]+(?:=(?:"[^"]*"|[^\s"/>]+))?)*)\s*(\/?)>|([^<]+)/g
const ATTRIBUTE = /([^\s=]+)(?:=(?:"([^"]*)"|\S+))?/g
const XHTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'
const events = ['onclick', 'onauxclick', 'onchange', 'onblur', 'onkeydown'] as const

/**
 * Templates as the drawings of adapters/design take them, made element by element: no text is ever parsed as markup,
 * so a page may forbid that (`require-trusted-types-for 'script'`) and text from people stays text. `@click=${…}` listens,
 * `?selected=${…}` is there or not.
 */
export const elementPen = { html: penFor(XHTML), svg: penFor(SVG) }

/** Makes `place` hold what was drawn, and changes only what is otherwise: focus, scrolling and open lists stay. */
export function render(drawn: Node, place: Node) {
  let old = place.firstChild
  for (const next of [...drawn.childNodes]) {
    let same = old
    while (same && !isAlike(same, next)) same = same.nextSibling
    if (!same) {
      place.insertBefore(next, old)
      continue
    }
    while (old && old !== same) old = removed(old)
    old = same.nextSibling
    if (same instanceof Element) change(same, next as Element)
    else if (same.nodeValue !== next.nodeValue) same.nodeValue = next.nodeValue
  }
  while (old) old = removed(old)
}

function penFor(namespace: string) {
  return (parts: TemplateStringsArray, ...values: Value[]) => {
    const drawn = document.createDocumentFragment()
    let place: DocumentFragment | Element = drawn
    let hole = 0
    const fill = (text: string) => text.replaceAll(HOLE, () => String(values[hole++] ?? ''))
    for (const [, ends, name = '', attributes = '', isEmpty, text] of parts.join(HOLE).matchAll(TAG)) {
      if (text) {
        for (const [at, words] of text.split(HOLE).entries()) {
          if (at > 0) append(place, values[hole++])
          append(place, words)
        }
      } else if (ends) place = place.parentNode as typeof place
      else {
        const around: string = (place as Element).namespaceURI ?? namespace
        const element = document.createElementNS(name === 'svg' ? SVG : around, name)
        for (const [, attribute = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
          const key = attribute.slice(1)
          if (attribute[0] === '@') Reflect.set(element, `on${key}`, values[hole++])
          else if (attribute[0] !== '?') element.setAttribute(attribute, fill(value))
          else if (values[hole++]) element.setAttribute(key, '')
        }
        place.append(element)
        if (!isEmpty) place = element
      }
    }
    return drawn
  }
}

function append(place: DocumentFragment | Element, value: Value) {
  if (Array.isArray(value)) for (const one of value) append(place, one)
  else if (value || value === 0) place.append(value as Node | string)
}

const isAlike = (one: Node, other: Node) =>
  one.nodeName === other.nodeName && (one as Element).id === (other as Element).id

function removed(node: ChildNode) {
  const next = node.nextSibling
  node.remove()
  return next
}

function change(element: Element, next: Element) {
  for (const name of new Set([...element.getAttributeNames(), ...next.getAttributeNames()])) {
    const value = next.getAttribute(name)
    if (element.getAttribute(name) === value) continue
    if (value === null) element.removeAttribute(name)
    else element.setAttribute(name, value)
    if (name === 'selected') Reflect.set(element, name, value !== null)
  }
  for (const event of events) Reflect.set(element, event, (next as HTMLElement)[event])
  render(next, element)
}
