import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { type MethodId, methodById } from '../../../core/grind/methods.ts'
import { type AnyGrinder, onScale } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import { positionOn, type SettingSpan } from '../../../core/grind/position.ts'
import { uncertaintyAt } from '../../../core/grind/width.ts'
import { hundredths } from '../../../core/rounding.ts'
import { dialFrom, stepsFromFinest } from '../../design/dial/ticks.ts'
import { type Html, html } from './html.ts'
import { unitLabelOf } from './parts/dials.ts'

const landmarks: MethodId[] = ['espresso', 'aeropress', 'v60', 'french_press', 'cold_brew']

/** For a grinder that its owner describes: the numbers of the known settings, finest first, and the range of a V60. */
interface OwnCurve {
  numbers?: readonly number[]
  range?: SettingSpan
}

/**
 * A grinder's curve: the dial from left to right, fine to coarse, and the grind index upwards, with
 * the band that published sources span. Dashed where the curve is extrapolated, or lies beyond what
 * its owner knows. Lines are in
 * percent and text in pixels, so that the text keeps its size at any width.
 */
export function curvePicture(grinder: AnyGrinder, { numbers, range }: OwnCurve = {}): Html {
  const dial = dialFrom(grinder)
  const { min, max, nearest } = dialOf(grinder)
  const { indexAt, settingAt, extrapolatedAt } = curveThrough(grinder.references)
  const [lowest = 0, highest = 100] = [min, max].map(end => onScale(indexAt(end))).sort((a, b) => a - b)
  const scale = { from: Math.max(0, lowest - MARGIN), to: Math.min(100, highest + MARGIN) }
  const x = (setting: number) => hundredths((100 * stepsFromFinest(dial, setting)) / dialOf(grinder).steps)
  const y = (index: number) => hundredths(100 - (100 * (onScale(index) - scale.from)) / (scale.to - scale.from))
  const points = Array.from({ length: POINTS + 1 }, (_, at) => lowest + ((highest - lowest) * at) / POINTS)
  const lineThrough = (indexes: number[], moved: -1 | 0 | 1 = 0) =>
    indexes.map(index => `${x(settingAt(index))},${y(index + moved * uncertaintyAt(grinder, index))}`)
  const { known } = grinder
  const [from = 0, to = 0] = known ? [known[0]?.grindIndex, known.at(-1)?.grindIndex] : []
  const between = known
    ? [from, ...points.filter(index => index > from && index < to), to]
    : points.filter(index => !extrapolatedAt(index))
  const band = [...lineThrough(points, 1), ...lineThrough(points, -1).reverse()]
  const { target } = methodById.v60.grindIndex
  const v60 = positionOn(grinder, target)
  const numerals = numeralsFrom(min, max).map(nearest)
  return html`<figure class="plot">
<svg class="curve${known ? ' described' : ''}" height="300" role="img" aria-label="The curve of the ${fullName(grinder)}: its dial from ${numeralOf(grinder, min)} to ${numeralOf(grinder, max)} left to right, and espresso to cold brew bottom to top. A V60 is at ${v60.label}.">
${landmarks
  .map(id => methodById[id])
  .filter(({ grindIndex }) => grindIndex.target >= scale.from && grindIndex.target <= scale.to)
  .map(
    ({ name, grindIndex }) =>
      html`<line class="grid" x1="0" x2="100%" y1="${y(grindIndex.target)}%" y2="${y(grindIndex.target)}%"/><text class="side" x="-12" y="${y(grindIndex.target)}%" dy="5">${name}</text>`,
  )}
${numerals.map(
  setting =>
    html`<line class="grid" x1="${x(setting)}%" x2="${x(setting)}%" y1="0" y2="100%"/><text x="${x(setting)}%" y="100%" dy="24">${numeralOf(grinder, setting)}</text>`,
)}
<svg viewBox="0 0 100 100" preserveAspectRatio="none"><polygon class="sure-within" points="${band.join(' ')}"/><polyline class="continued" points="${lineThrough(points).join(' ')}"/><polyline class="known" points="${lineThrough(between).join(' ')}"/></svg>
${range ? html`<rect class="range" x="${Math.min(x(range.min), x(range.max))}%" width="${hundredths(Math.abs(x(range.max) - x(range.min)))}%" y="286" height="14"/>` : ''}${known ? '' : grinder.references.map(point => html`<circle class="point" cx="${x(point.setting)}%" cy="${y(point.grindIndex)}%" r="6"/>`)}
<g class="here">${known ? '' : html`<line x1="0" x2="${x(v60.setting)}%" y1="${y(target)}%" y2="${y(target)}%"/>`}<line x1="${x(v60.setting)}%" x2="${x(v60.setting)}%" y1="${y(target)}%" y2="100%"/><circle cx="${x(v60.setting)}%" cy="${y(target)}%" r="7"/></g>${(known ?? []).map(({ setting, grindIndex }, at) => html`<circle class="point" cx="${x(setting)}%" cy="${y(grindIndex)}%" r="13"/><text class="number" x="${x(setting)}%" y="${y(grindIndex)}%" dy="5">${numbers?.[at] ?? at + 1}</text>`)}
</svg>
<figcaption>${unitLabelOf(grinder)} on the dial</figcaption>
</figure>`
}

/** In index points, above and below what the dial reaches. */
const MARGIN = 6
const POINTS = 40

/** Both ends of a dial, and between them four round numbers at most. */
function numeralsFrom(min: number, max: number) {
  const least = (max - min) / 5
  const power = 10 ** Math.floor(Math.log10(least))
  const apart = power * ([1, 2, 2.5, 5].find(one => one * power >= least * 0.999) ?? 10)
  const round = Array.from({ length: 7 }, (_, at) => apart * (Math.ceil(min / apart) + at))
  return [min, ...round.filter(one => one > min + apart / 2 && one < max - apart / 2), max]
}
