import type { SettingRange } from '../../../core/grind/convert.ts'
import { curveThrough } from '../../../core/grind/curve.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { type MethodId, methodById } from '../../../core/grind/methods.ts'
import { onScale } from '../../../core/grind/model.ts'
import { tenths } from '../../../core/rounding.ts'
import type { Pen } from '../pen.ts'
import type { DialFace } from './ticks.ts'

export type Landmarks = 3 | 5 | 7

interface RulerView {
  dial: DialFace
  /** Of the setting, and what range stands for it, on the 0 to 100 scale. */
  grindIndex: number
  range?: SettingRange | undefined
  method?: MethodId | undefined
  /** How many landmarks there is room for. */
  landmarks?: Landmarks
  sentence: string
}

/** Fine to coarse with methods as landmarks: solid where the dial reaches, dotted beyond. Only beside a dial. */
export function ruler<T>({ html, svg }: Pen<T>, view: RulerView): T {
  const { dial, grindIndex, range, sentence } = view
  const reach = reachOf(dial)
  const ticks = Array.from({ length: 51 }, (_, at) => at * 2)
  return html`<svg class="ruler" height="58" role="img" aria-label="${sentence}">${
    range
      ? svg`<rect class="band" x="${tenths(range.min)}%" width="${tenths(range.max - range.min)}%" y="10" height="12"/>${[range.min, range.max].map(end => svg`<line class="band-edge" x1="${tenths(end)}%" x2="${tenths(end)}%" y1="10" y2="22"/>`)}`
      : ''
  }<line class="beyond" x1="0" x2="100%" y1="22" y2="22"/><line class="reach" x1="${reach.min}%" x2="${reach.max}%" y1="22" y2="22"/>${ticks.map(
    at => svg`<line class="tick" x1="${at}%" x2="${at}%" y1="22" y2="${at % 10 === 0 ? 30 : 26}"/>`,
  )}${landmarksFor(view).map(
    ({ id, name, grindIndex: { target } }) =>
      svg`<text class="landmark${id === view.method ? ' here' : ''}" x="${target}%" y="49">${name}</text>`,
  )}<g class="mark"><line class="casing" x1="${tenths(grindIndex)}%" x2="${tenths(grindIndex)}%" y1="5" y2="33"/><line class="line" x1="${tenths(grindIndex)}%" x2="${tenths(grindIndex)}%" y1="5" y2="33"/><circle class="head" cx="${tenths(grindIndex)}%" cy="5" r="5"/></g></svg>`
}

/** From where to where on the scale a dial goes. */
export function reachOf(dial: DialFace): SettingRange {
  const { min, max } = dialOf(dial)
  const { indexAt } = curveThrough(dial.references)
  const [from = 0, to = 100] = [indexAt(min), indexAt(max)].map(onScale).sort((a, b) => a - b)
  return { min: tenths(from), max: tenths(to) }
}

const landmarkIds: Record<Landmarks, MethodId[]> = {
  7: ['espresso', 'moka', 'aeropress', 'v60', 'chemex', 'french_press', 'cold_brew'],
  5: ['espresso', 'moka', 'v60', 'french_press', 'cold_brew'],
  3: ['espresso', 'v60', 'cold_brew'],
}

/** The method at hand always, the others where its name leaves room. */
export function landmarksFor({ method, landmarks = 7 }: Pick<RulerView, 'method' | 'landmarks'>) {
  const room = { 3: 24, 5: 11, 7: 7.5 }[landmarks]
  const here = method && methodById[method]
  const others = landmarkIds[landmarks]
    .map(id => methodById[id])
    .filter(one => one !== here && (!here || Math.abs(one.grindIndex.target - here.grindIndex.target) >= room))
  return [...others, ...(here ? [here] : [])]
}
