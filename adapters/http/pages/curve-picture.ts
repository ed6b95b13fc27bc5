import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { type Grinder, micronsAt } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { labelOf } from '../../../core/grind/notation.ts'
import { tenths } from '../../../core/rounding.ts'
import { type Html, html } from './html.ts'

/** In units of the picture: the plot, and room around it for what stands on its axes. */
const plot = { left: 70, top: 10, width: 500, height: 200 }

/** A grinder's curve: grind index across, the dial upwards. Dashed where it is only continued. */
export function curvePicture(grinder: Grinder): Html {
  const { min, max, nearest } = dialOf(grinder)
  const { settingAt, extrapolatedAt } = curveThrough(grinder.references)
  const x = (index: number) => tenths(plot.left + (index / 100) * plot.width)
  const y = (setting: number) => tenths(plot.top + (1 - (setting - min) / (max - min)) * plot.height)
  const onDial = Array.from({ length: 101 }, (_, index) => index).filter(index => {
    const setting = settingAt(index)
    return setting >= min && setting <= max
  })
  const lineThrough = (indexes: number[]) => indexes.map(index => `${x(index)},${y(settingAt(index))}`).join(' ')
  const settings = [min, nearest((min + max) / 2), max]
  return html`<figure>
<svg class="curve" viewBox="0 0 600 260" role="img" aria-label="Curve of the ${fullName(grinder)}: grind index across, dial setting upwards">
${settings.map(
  setting =>
    html`<line class="grid" x1="${plot.left}" x2="${plot.left + plot.width}" y1="${y(setting)}" y2="${y(setting)}"/><text x="${plot.left - 8}" y="${y(setting) + 4}" text-anchor="end">${labelOf(grinder, setting)}</text>`,
)}
${[0, 20, 40, 60, 80, 100].map(
  index =>
    html`<text x="${x(index)}" y="${plot.top + plot.height + 20}" text-anchor="middle">${index}</text><text class="microns" x="${x(index)}" y="${plot.top + plot.height + 38}" text-anchor="middle">${micronsAt(index)} µm</text>`,
)}
<polyline class="continued" points="${lineThrough(onDial)}"/>
<polyline class="known" points="${lineThrough(onDial.filter(index => !extrapolatedAt(index)))}"/>
${grinder.references.map(point => html`<circle cx="${x(point.grindIndex)}" cy="${y(point.setting)}" r="4"/>`)}
</svg>
<figcaption>Grind index from espresso-fine (0) to the coarsest (100), and the dial. Dots are the published points.</figcaption>
</figure>`
}
