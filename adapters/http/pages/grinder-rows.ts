import { type MethodId, methodById } from '../../../core/grind/methods.ts'
import type { AnyGrinder } from '../../../core/grind/model.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import { type Html, html } from './html.ts'
import { grindOn, straightDial } from './parts/dials.ts'
import { icon, wholeNames } from './parts/pen.ts'
import { kindInShort } from './picker-rows.ts'

interface RowView {
  method: MethodId
  /** Left out where the rows are all of one brand. */
  hasBrand: boolean
  /** The reader's grinder, by slug. */
  mine?: string | undefined
  /** The reader's default among several, by slug. */
  usual?: string | undefined
}

/** Grinders in short: name, dial, and where to start for a method. Each row is one link. */
export const grinderRows = (grinders: readonly AnyGrinder[], view: RowView): Html =>
  html`<ul class="grinder-rows">${grinders.map(grinder => grinderRow(grinder, view))}</ul>`

function grinderRow(grinder: AnyGrinder, { method, hasBrand, mine, usual }: RowView): Html {
  const { slug, brand, model } = grinder
  const on = grindOn(grinder, methodById[method].grindIndex.target, 'a')
  const { min, max } = on.grindRange
  const set = on.reachable
    ? html`<b class="row-start">${numeralOf(grinder, on.grindSetting)}</b><span class="row-range">${numeralOf(grinder, min)} to ${numeralOf(grinder, max)}</span>`
    : html`<span class="row-range beyond">Out of reach</span>`
  const chip = slug === usual ? 'Default' : slug === mine ? 'Yours' : undefined
  return html`<li><a href="/grinders/${slug}"><span class="row-name"><span>${hasBrand ? html`<span class="row-brand">${brand}</span> ` : ''}<b>${wholeNames(model)}</b>${chip ? html` <span class="chip">${chip}</span>` : ''}</span><small>${kindInShort(grinder)}</small></span><span class="row-dial" aria-hidden="true">${straightDial(on)}</span>${set}${icon('right')}</a></li>`
}
