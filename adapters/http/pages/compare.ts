import { type ChartRow, chartOf, unreachedInWords } from '../../../core/grind/chart.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { coarserSign, dialOf } from '../../../core/grind/dial.ts'
import { chartMethods, methodById } from '../../../core/grind/methods.ts'
import { type AnyGrinder, micronsAt } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { dialRangeOf } from '../../../core/grind/notation.ts'
import { tenths } from '../../../core/rounding.ts'
import type { GrinderPair } from './converter.ts'
import { type Html, html } from './html.ts'

/** Two grinders side by side: their facts, and their settings for every method. */
export function comparison({ from, to }: GrinderPair): Html {
  const both = [from, to]
  const charts = both.map(grinder => chartOf(grinder).methods)
  const rows: [string, string[]][] = [
    ['Kind', both.map(({ drive }) => (drive === 'hand' ? 'Hand' : 'Electric'))],
    ['Burrs', both.map(grinder => burrsIn(grinder) || 'not published')],
    ['Dial', both.map(dialRangeOf)],
    ['One step is about', both.map(one => `${micronsAStep(one)} µm`)],
    ['Confidence', both.map(({ confidence }) => (confidence === 'own' ? 'described by you' : confidence))],
  ]
  const settings = chartMethods.map(({ name }, at): [string, string[]] => [
    name,
    both.map((grinder, n) => comparedSetting(charts[n]?.[at] as ChartRow, grinder)),
  ])
  return html`<details class="compare" id="compare"><summary>Compare the two, method by method</summary>
<div data-live="compared"><table><caption class="unseen">${fullName(from)} and ${fullName(to)}</caption>
<thead><tr><td></td>${both.map(one => html`<th scope="col"><a href="/grinders/${one.slug}">${fullName(one)}</a></th>`)}</tr></thead>
<tbody>${[...rows, ...settings].map(([name, cells]) => html`<tr><th scope="row">${name}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div></details>`
}

const comparedSetting = (row: ChartRow, grinder: AnyGrinder) =>
  row.reachable ? row.settingLabel : unreachedInWords(row, grinder)

/** For example "39 mm conical burrs"; empty if unknown. */
export function burrsIn({ burrType, burrSizeMm }: Pick<AnyGrinder, 'burrType' | 'burrSizeMm'>) {
  const words = [burrSizeMm === null ? '' : `${burrSizeMm} mm`, burrType ?? ''].filter(word => word !== '')
  return words.length === 0 ? '' : `${words.join(' ')} burrs`
}

/** How much coarser one step is, near the grind for filter coffee. */
export function micronsAStep(grinder: AnyGrinder) {
  const { settingAt, indexAt } = curveThrough(grinder.references)
  const here = settingAt(methodById.v60.grindIndex.target)
  const next = here + coarserSign(grinder) * dialOf(grinder).step
  const microns = micronsAt(indexAt(next)) - micronsAt(indexAt(here))
  return microns < 10 ? tenths(microns) : Math.round(microns)
}
