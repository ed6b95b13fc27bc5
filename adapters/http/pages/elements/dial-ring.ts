import { html, render, svg, type TemplateResult } from 'lit'
import { curveThrough } from '../../../../core/grind/curve.ts'
import { dialOf, stepFrom } from '../../../../core/grind/dial.ts'
import { positionInWords } from '../../../../core/grind/dial-words.ts'
import { labelOf, numeralOf, rangeLabelOf, settingRead } from '../../../../core/grind/notation.ts'
import { spanAround } from '../../../../core/grind/position.ts'
import { clamp } from '../../../../core/numbers.ts'
import { angleOf, degreesPerStep, type RingView, ring } from '../../../design/dial/ring.ts'
import { stepsFromFinest } from '../../../design/dial/ticks.ts'
import { type StandNow, type TurnView, turnFromHere, turnInWords } from '../../../design/dial/turn.ts'
import type { Pen } from '../../../design/pen.ts'

const litPen: Pen<TemplateResult> = { html, svg }

/** What the server drew, and what is needed to draw it again. */
interface View extends RingView, Partial<TurnView> {
  setting: number
  /** In index points. */
  uncertainty: number
  /** For example "on your K-Ultra". */
  name: string
  /** How many steps it has been turned from its origin, and how many it can be, either way. */
  by?: number
  most?: number
  /** Where the reader's dial is now, if that is known. */
  stand?: StandNow
}

/** What a turned ring says: how many steps, above 0 coarser, by how many in all, and where it is. */
export interface RingTurn {
  steps: number
  by: number
  numeral: string
  /** For example "7.8 (7.5 to 8.2) on your K-Ultra". */
  words: string
  /** For example "Your K-Ultra is at 5.2: 2.6 coarser."; empty if nobody knows. */
  fromHere: string
}

const keys: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 5,
  PageDown: -5,
  Home: -Infinity,
  End: Infinity,
}

/**
 * A ring that turns under its pointer: dragged, by arrow keys as a slider, or by the buttons below.
 * The server draws it first; this element redraws it with the same function, and animates the turn
 * unless a finger does.
 *
 * @fires nudged - With a `RingTurn`, once the ring has been turned.
 */
export class DialRing extends HTMLElement {
  static observedAttributes = ['data-view']
  #view: View | undefined

  connectedCallback() {
    this.#view ??= this.#given()
    this.addEventListener('click', this.#pressed)
    this.addEventListener('keydown', this.#typed)
    this.addEventListener('pointerdown', this.#grabbed)
    this.#describe()
  }

  disconnectedCallback() {
    this.removeEventListener('click', this.#pressed)
    this.removeEventListener('keydown', this.#typed)
    this.removeEventListener('pointerdown', this.#grabbed)
  }

  attributeChangedCallback() {
    const next = this.#given()
    if (next && this.#view) this.#show(next)
  }

  #given() {
    return JSON.parse(this.dataset.view ?? 'null') as View | undefined
  }

  get #drawing() {
    return this.querySelector<SVGSVGElement>('.ring')
  }

  readonly #pressed = (event: Event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('[data-steps]')
    if (!button || !this.#view) return
    event.preventDefault()
    this.#nudge(Number(button.dataset.steps))
  }

  readonly #typed = (event: KeyboardEvent) => {
    const steps = keys[event.key]
    if (steps === undefined || event.target !== this.#drawing) return
    event.preventDefault()
    this.#nudge(steps)
  }

  #nudge(steps: number) {
    const view = this.#view
    if (!view) return
    this.turnTo(settingAfter(view, steps))
    this.#tell(view)
  }

  /** The ring follows the finger or the mouse, and clicks into each step that it passes. */
  readonly #grabbed = (event: PointerEvent) => {
    const [view, drawing] = [this.#view, this.#drawing]
    if (!view || !drawing?.contains(event.target as Node) || event.button !== 0) return
    drawing.setPointerCapture(event.pointerId)
    const perStep = degreesPerStep(view.dial)
    const start = degreesAt(drawing, event)
    const follow = (moved: PointerEvent) => {
      const degrees = shorterWay(degreesAt(drawing, moved) - start)
      this.turnTo(settingAfter(view, Math.round(-degrees / perStep)), false)
    }
    const letGo = () => {
      drawing.removeEventListener('pointermove', follow)
      this.#tell(view)
    }
    drawing.addEventListener('pointermove', follow)
    drawing.addEventListener('lostpointercapture', letGo, { once: true })
  }

  #tell(before: View) {
    const view = this.#view
    if (!view || view.setting === before.setting) return
    const steps = stepsBetween(before, view.setting)
    const numeral = numeralOf(view.dial, view.setting)
    const words = `${numeral} (${rangeLabelOf(view.dial, view.range ?? { min: view.setting, max: view.setting })}) ${view.name}`
    const detail: RingTurn = { steps, by: view.by ?? 0, numeral, words, fromHere: this.#fromHere }
    this.dispatchEvent(new CustomEvent('nudged', { bubbles: true, detail }))
  }

  /** Turns to the setting in a text. Text that is not a setting leaves the ring where it is. */
  read(text: string) {
    const dial = this.#view?.dial
    const setting = dial && settingRead(dial, text)
    if (dial && setting !== undefined && dialOf(dial).holds(setting)) this.turnTo(setting)
  }

  turnTo(setting: number, isAnimated = true) {
    const view = this.#view
    if (!view || setting === view.setting) return
    const { dial, uncertainty } = view
    const range = spanAround(dial, curveThrough(dial.references).indexAt(setting), uncertainty)
    const between = rangeLabelOf(dial, range)
    const sentence = `${labelOf(dial, setting)} ${view.name}; anything from ${between} could be right.`
    const by = (view.by ?? 0) + stepsBetween(view, setting)
    this.#show({ ...view, setting, range, by, beyond: false, sentence }, isAnimated)
    this.#write('.range-words b', between)
    this.#write('.position', positionInWords(dial, setting) ?? '')
    this.#write('.effect:not(.from-here)', this.#effect)
    this.#write('.from-here', this.#fromHere)
  }

  get #effect() {
    const { dial, origin, effects, setting } = this.#view ?? {}
    return dial && effects && origin !== undefined && setting !== undefined
      ? turnInWords(dial, { origin, effects }, setting)
      : ''
  }

  get #fromHere() {
    const { dial, stand, setting } = this.#view ?? {}
    return dial && stand && setting !== undefined ? turnFromHere(dial, stand, setting) : ''
  }

  #write(selector: string, text: string) {
    const words = this.querySelector(selector)
    if (words) words.textContent = text
  }

  #show(view: View, isAnimated = true) {
    const before = this.#view
    this.#view = view
    const drawn = document.createDocumentFragment()
    render(ring(litPen, view), drawn)
    const next = drawn.querySelector('svg')
    if (!next) return
    // The element stays, and with it the keyboard focus and the finger.
    this.#drawing?.replaceChildren(...next.childNodes)
    this.#describe()
    // Disable the button at the end of the dial.
    for (const button of this.querySelectorAll<HTMLElement>('[data-steps]'))
      button.classList.toggle('spent', settingAfter(view, Number(button.dataset.steps)) === view.setting)
    if (before && isAnimated && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      turn(this.#drawing, turnBetween(before, view))
  }

  /** A slider for assistive technology, from the finest setting to the coarsest. */
  #describe() {
    const [view, drawing] = [this.#view, this.#drawing]
    if (!view || !drawing) return
    const position = positionInWords(view.dial, view.setting)
    const said = {
      role: 'slider',
      tabindex: '0',
      'aria-label': 'Grind setting',
      'aria-valuemin': '0',
      'aria-valuemax': String(dialOf(view.dial).steps),
      'aria-valuenow': String(Math.round(stepsFromFinest(view.dial, view.setting))),
      'aria-valuetext': [view.sentence, ...(position ? [`${position}.`] : []), this.#effect].join(' ').trim(),
    }
    for (const [name, value] of Object.entries(said)) drawing.setAttribute(name, value)
  }
}

/** Some steps on, within the dial and within what the page allows. */
function settingAfter({ dial, setting, by = 0, most = Infinity }: View, steps: number) {
  return stepFrom(dial, setting, clamp(steps, -most - by, most - by))
}

const stepsBetween = ({ dial, setting }: View, to: number) =>
  Math.round(stepsFromFinest(dial, to) - stepsFromFinest(dial, setting))

/** The angle to turn, the shorter way round. */
function turnBetween(before: View, after: View) {
  const degrees = (view: View) => angleOf(view.dial, view.setting, view.dial.minSetting)
  return shorterWay(degrees(after) - degrees(before))
}

function shorterWay(degrees: number) {
  const by = degrees % 360
  return by > 180 ? by - 360 : by < -180 ? by + 360 : by
}

/** Where a pointer is around the centre of a ring, clockwise from its mark. */
function degreesAt(drawing: SVGSVGElement, { clientX, clientY }: PointerEvent) {
  const { a, e, f } = drawing.getScreenCTM() ?? new DOMMatrix()
  return (Math.atan2((clientX - e) / a, (f - clientY) / a) * 180) / Math.PI
}

function turn(drawing: Element | null, degrees: number) {
  const timing = { duration: 420, easing: 'cubic-bezier(.2,.9,.2,1)' }
  drawing
    ?.querySelector('.turn')
    ?.animate([{ transform: `rotate(${degrees}deg)` }, { transform: 'rotate(0deg)' }], timing)
}

customElements.define('dial-ring', DialRing)
