import { Fault } from '../../../core/errors.ts'
import { convert } from '../../../core/grind/convert.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import type { OwnGrinder } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { rangeLabelOf, settingOn } from '../../../core/grind/notation.ts'
import { placeOn } from '../../../core/grind/place.ts'
import { faceToFace } from '../../design/dial/face-to-face.ts'
import { dialFrom, numeralOf } from '../../design/dial/ticks.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { grinderField, textField } from './parts/controls.ts'
import { pen } from './parts/pen.ts'

/** "A setting you read somewhere?": two dials face to face, from what the address asks. */
export function converter(visit: Visit): Html {
  const { ports, url, grinder: mine } = visit
  const catalog = ports.grinders
  const [first] = catalog.list()
  const from = catalog.bySlug(url.searchParams.get('from') ?? '') ?? catalog.bySlug('comandante-c40-mk4') ?? first
  const asked = url.searchParams.get('to') ?? ''
  const usual = catalog.bySlug(from?.slug === '1zpresso-k-ultra' ? 'comandante-c40-mk4' : '1zpresso-k-ultra')
  const to =
    asked === mine?.slug
      ? mine
      : (catalog.bySlug(asked) ?? (mine?.slug === from?.slug ? usual : mine) ?? usual ?? first)
  if (!from || !to) return html``
  const given = url.searchParams.get('setting') ?? numeralOf(from, placeOn(from, USUAL_INDEX).setting)
  const { picture, complaint } = pictured(from, given, to)
  return html`<section class="part two-dials" id="convert" aria-labelledby="convert-title"><div><h2 id="convert-title">A setting you read&nbsp;somewhere?</h2>
<p class="quiet">Two dials, one line. It works for ${catalog.list().length} grinders.</p>
<form method="get" action="/#convert" id="converter">${grinderField('from', 'From', catalog.list(), from.slug)}${textField('setting', unitOf(from), { value: given, complaint, more: html`inputmode="decimal" maxlength="60" autocomplete="off"` })}${grinderField('to', 'To', catalog.list(), to.slug)}<p class="unscripted"><button class="button soft">Convert</button></p></form></div>
<div data-live="converted" aria-live="polite">${picture}</div></section>`
}

/** A V60's, where nothing is asked. */
const USUAL_INDEX = 40

const unitOf = ({ unit }: OwnGrinder) => (unit === 'clicks' ? 'Clicks' : unit === 'rotations' ? 'Turns' : 'Setting')

function pictured(from: OwnGrinder, given: string, to: OwnGrinder): { picture: Html; complaint?: string } {
  try {
    const { from: asked, to: found, reachable } = convert(from, given, to)
    const view = {
      from: dialFrom(from),
      to: dialFrom(to),
      grindIndex: curveThrough(from.references).indexAt(settingOn(from, given)),
      range: found.range,
      fromLabel: asked.label,
      toLabel: reachable ? numeralOf(to, found.setting) : `past ${numeralOf(to, found.setting)}`,
      sentence: reachable
        ? `${asked.label} on the ${fullName(from)} is ${found.label} on the ${fullName(to)}, within ${rangeLabelOf(to, found.range)}.`
        : `The ${fullName(to)} does not reach ${asked.label} on the ${fullName(from)}; ${found.label} is the nearest it has.`,
    }
    const range = reachable ? rangeLabelOf(to, found.range) : 'does not reach it'
    const wide = faceToFace(pen, { ...view, fromName: fullName(from), toName: `${fullName(to)}, ${range}` })
    const narrow = faceToFace(pen, { ...view, fromName: from.model, toName: range, narrow: true })
    return { picture: html`${wide}${narrow}` }
  } catch (error) {
    if (error instanceof Fault) return { picture: html``, complaint: error.message }
    throw error
  }
}
