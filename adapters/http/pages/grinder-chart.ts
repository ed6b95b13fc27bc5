import { usualMachine } from '../../../core/equipment/usual.ts'
import { type ChartRow, chartOf } from '../../../core/grind/chart.ts'
import type { AnyGrinder } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import { chartAxis, chartBand } from '../../design/dial/chart.ts'
import { type DialFace, dialFrom } from '../../design/dial/ticks.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { AS_NEAR, unitLabelOf } from './parts/dials.ts'
import { brewerIcon, pen } from './parts/pen.ts'

/** Every method on one axis: where to start, and the range. */
export function grinderChart(grinder: AnyGrinder, { ports }: Visit): Html {
  const dial = dialFrom(grinder)
  return html`<p class="ruler-words" aria-hidden="true"><span>Finer</span><span>Where to start, and how far to move</span><span>Coarser</span></p>
<table class="chart"><caption class="unseen">Where to start on the ${fullName(grinder)}, and how far to move</caption>
<thead><tr><th scope="col"><span class="unseen">Method</span></th><th scope="col" class="dial-axis"><span class="unseen">On the dial</span>${chartAxis(pen, dial)}</th><th scope="col">${unitLabelOf(grinder)}</th><th scope="col">Range</th></tr></thead>
<tbody>${chartOf(grinder).methods.map(row => chartRow(row, grinder, dial, usualMachine(ports, row.key).slug))}</tbody></table>`
}

/** A method, which leads to its recipe on this dial, with its caution on a line of its own below. */
function chartRow(
  { key, label, setting, range, reachable, caution }: ChartRow,
  grinder: AnyGrinder,
  dial: DialFace,
  brewer: string,
): Html {
  const between = `${numeralOf(grinder, range.min)} to ${numeralOf(grinder, range.max)}`
  return html`<tr${reachable ? '' : html` class="beyond"`}><th scope="row">${brewerIcon(key)}${reachable ? html`<a href="/brew?${String(new URLSearchParams({ grinder: grinder.slug, brewer }))}">${label}</a>` : label}</th><td class="line">${chartBand(pen, { dial, setting, range, reachable })}</td><td class="start">${numeralOf(grinder, setting)}</td><td class="between">${reachable ? between : AS_NEAR}</td></tr>${caution ? html`<tr class="caution"><td colspan="4">${caution}.</td></tr>` : ''}`
}
