import { usualBeside, usualGrinder } from '../../../core/equipment/usual.ts'
import { Fault } from '../../../core/errors.ts'
import { convert } from '../../../core/grind/convert.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { grinderOf } from '../../../core/grind/find.ts'
import type { AnyGrinder } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { dialRangeOf, numeralOf, rangeLabelOf, settingOn } from '../../../core/grind/notation.ts'
import { positionOn } from '../../../core/grind/position.ts'
import { faceToFace } from '../../design/dial/face-to-face.ts'
import { dialFrom } from '../../design/dial/ticks.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { grinderField, textField } from './parts/controls.ts'
import { enterSetting, unitLabelOf } from './parts/dials.ts'
import { icon, pen } from './parts/pen.ts'
import type { Words } from './words.ts'

/**
 * The two grinders that the URL names, with the reader's calibration. A missing name means the
 * usual grinder.
 */
export interface GrinderPair {
  from: AnyGrinder
  to: AnyGrinder
  /** Why a name in the URL is not a grinder. Then nothing is converted. */
  complaints: Partial<Record<'from' | 'to', string>>
}

export function pairIn({ ports, url, grinder: mine }: Visit, usualFrom?: AnyGrinder): GrinderPair {
  const asOwned = (grinder: AnyGrinder) => [mine, usualFrom].find(one => one?.slug === grinder.slug) ?? grinder
  const complaints: GrinderPair['complaints'] = {}
  const named = (end: 'from' | 'to') => {
    const name = url.searchParams.get(end)
    if (!name) return undefined
    try {
      return grinderOf(ports.grinders, name)
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      complaints[end] = error.message
    }
  }
  const from = asOwned(named('from') ?? usualFrom ?? usualGrinder(ports))
  const other = mine && mine.slug !== from.slug ? mine : usualBeside(from, ports)
  return { from, to: asOwned(named('to') ?? other), complaints }
}

/**
 * Converts a setting between two grinders, shown as two dials. On the home page and on a grinder's
 * page.
 */
export function converter(visit: Visit, pair = pairIn(visit), page = '/'): Html {
  const { from, to } = pair
  const { words } = visit
  const catalog = visit.ports.grinders
  const given =
    visit.url.searchParams.get('setting') ?? words.onDial(from, numeralOf(from, positionOn(from, USUAL_INDEX).setting))
  const unknown = Object.values(pair.complaints)
  const { picture, complaint, found }: Converted =
    unknown.length > 0
      ? { picture: html`${unknown.map(sentence => html`<p class="complaint">${icon('fault')}${sentence}</p>`)}` }
      : pictured(from, given, to, words)
  return html`<section class="part two-dials" id="convert" aria-labelledby="convert-title"><div><h2 id="convert-title">Found a setting online? Convert&nbsp;it.</h2>
<p class="quiet">${page === '/' ? `Two dials, one line. Convert between any of ${catalog.list().length} grinders.` : 'From another grinder to this one, or back.'}</p>
<form method="get" action="${page}#convert" id="converter">${grinderField('from', 'From', catalog.list(), from.slug)}${textField('setting', unitLabelOf(from), { value: given, complaint, isLive: true, more: html`inputmode="decimal" maxlength="60" autocomplete="off"` })}${grinderField('to', 'To', catalog.list(), to.slug)}<p class="unscripted"><button class="button soft">Convert</button></p>${page === '/' ? '' : html`<p class="turn-round" data-live="turn">${found === undefined ? '' : turnLink(pair, found, page)}</p>`}</form></div>
<div data-live="converted" aria-live="polite">${picture}</div></section>`
}

/** The same two grinders in the opposite direction. */
const turnLink = ({ from, to }: Pick<GrinderPair, 'from' | 'to'>, found: string, page: string): Html =>
  html`<a class="button outlined" href="${page}?${String(new URLSearchParams({ from: to.slug, setting: found, to: from.slug }))}#convert">${icon('turn')}Swap</a>`

/** That of a V60, when no setting is given. */
const USUAL_INDEX = 40

interface Converted {
  picture: Html
  complaint?: string
  /** The result on the other dial. */
  found?: string
}

function pictured(from: AnyGrinder, given: string, to: AnyGrinder, words: Words): Converted {
  try {
    const { from: asked, to: found, reachable } = convert(from, given, to)
    const askedLabel = words.onDial(from, asked.label)
    const [foundLabel, numeral, between] = [
      found.label,
      numeralOf(to, found.setting),
      rangeLabelOf(to, found.range),
    ].map(label => words.onDial(to, label)) as [string, string, string]
    const view = {
      from: dialFrom(from),
      to: dialFrom(to),
      grindIndex: curveThrough(from.references).indexAt(settingOn(from, given)),
      range: found.range,
      fromLabel: askedLabel,
      toLabel: reachable ? numeral : `past ${numeral}`,
      sentence: reachable
        ? `${askedLabel} on the ${fullName(from)} is ${foundLabel} on the ${fullName(to)} (${between}).`
        : `The ${fullName(to)} can’t reach ${askedLabel} on the ${fullName(from)}; the closest it gets is ${foundLabel}.`,
    }
    const range = reachable ? between : 'out of reach'
    const wide = faceToFace(pen, { ...view, fromName: fullName(from), toName: `${fullName(to)}, ${range}` })
    const narrow = faceToFace(pen, { ...view, narrow: true })
    const below = reachable ? `${between} on the ${fullName(to)}` : `Out of reach on the ${fullName(to)}`
    const name = (text: string) => html`<p class="faces-name" aria-hidden="true">${text}</p>`
    return { picture: html`${wide}${name(fullName(from))}${narrow}${name(below)}`, found: numeral }
  } catch (error) {
    if (error instanceof Fault)
      return {
        picture: html`<p class="quiet">Enter a setting from ${words.onDial(from, dialRangeOf(from))} to see the same grind on the ${fullName(to)}.</p>`,
        // The message of any other fault names the field, as API clients need it.
        complaint: error.code === 'invalid' && error.field ? enterSetting(from, words) : error.message,
      }
    throw error
  }
}
