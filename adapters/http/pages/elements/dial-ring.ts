import { html, render, svg, type TemplateResult } from 'lit'
import { curveThrough } from '../../../../core/grind/curve.ts'
import { dialOf, stepFrom } from '../../../../core/grind/dial.ts'
import { labelOf, numeralOf, rangeLabelOf, settingRead } from '../../../../core/grind/notation.ts'
import { spanAround } from '../../../../core/grind/place.ts'
import { angleOf, type RingView, ring } from '../../../design/dial/ring.ts'
import type { Pen } from '../../../design/pen.ts'

const litPen: Pen<TemplateResult> = { html, svg }

/** What the server drew, and what is needed to draw it again. */
interface View extends RingView {
  setting: number
  /** In index points. */
  uncertainty: number
  /** For example "on your K-Ultra". */
  name: string
}

/**
 * A ring that turns under its pointer. The server draws it first; after a nudge or a new view, this
 * element redraws it with the same function and animates the turn.
 *
 * @fires nudged - With `steps`, above 0 coarser, and the `numeral` of the new setting, once the
 * ring has moved.
 */
export class DialRing extends HTMLElement {
  static observedAttributes = ['data-view']
  #view: View | undefined

  connectedCallback() {
    this.#view ??= this.#given()
    this.addEventListener('click', this.#nudge)
  }

  disconnectedCallback() {
    this.removeEventListener('click', this.#nudge)
  }

  attributeChangedCallback() {
    const next = this.#given()
    if (next && this.#view) this.#show(next)
  }

  #given() {
    return JSON.parse(this.dataset.view ?? 'null') as View | undefined
  }

  readonly #nudge = (event: Event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('[data-steps]')
    const view = this.#view
    if (!button || !view) return
    event.preventDefault()
    const { dial } = view
    const steps = Number(button.dataset.steps)
    const setting = stepFrom(dial, view.setting, steps)
    if (setting === view.setting) return
    this.turnTo(setting)
    const numeral = numeralOf(dial, setting)
    this.dispatchEvent(new CustomEvent('nudged', { bubbles: true, detail: { steps, numeral } }))
  }

  /** Turns to the setting in a text. Text that is not a setting leaves the ring where it is. */
  read(text: string) {
    const dial = this.#view?.dial
    const setting = dial && settingRead(dial, text)
    if (dial && setting !== undefined && dialOf(dial).holds(setting)) this.turnTo(setting)
  }

  turnTo(setting: number) {
    const view = this.#view
    if (!view) return
    const { dial, uncertainty } = view
    const range = spanAround(dial, curveThrough(dial.references).indexAt(setting), uncertainty)
    const between = rangeLabelOf(dial, range)
    const sentence = `${labelOf(dial, setting)} ${view.name}; the right setting lies within ${between}.`
    this.#show({ ...view, setting, range, beyond: false, sentence })
    const words = this.querySelector('.range-words b')
    if (words) words.textContent = between
  }

  #show(view: View) {
    const before = this.#view
    this.#view = view
    const drawn = document.createDocumentFragment()
    render(ring(litPen, view), drawn)
    const next = drawn.querySelector('svg')
    if (!next) return
    this.querySelector('.ring')?.replaceWith(next)
    // Disable the button at the end of the dial.
    for (const button of this.querySelectorAll<HTMLElement>('[data-steps]'))
      button.classList.toggle('spent', stepFrom(view.dial, view.setting, Number(button.dataset.steps)) === view.setting)
    if (before && !matchMedia('(prefers-reduced-motion: reduce)').matches) turn(next, turnBetween(before, view))
  }
}

/** The angle to turn, the shorter way round. */
function turnBetween(before: View, after: View) {
  const degrees = (view: View) => angleOf(view.dial, view.setting, view.dial.minSetting)
  const by = (degrees(after) - degrees(before)) % 360
  return by > 180 ? by - 360 : by < -180 ? by + 360 : by
}

function turn(drawing: Element, degrees: number) {
  const timing = { duration: 420, easing: 'cubic-bezier(.2,.9,.2,1)' }
  drawing
    .querySelector('.turn')
    ?.animate([{ transform: `rotate(${degrees}deg)` }, { transform: 'rotate(0deg)' }], timing)
}

customElements.define('dial-ring', DialRing)
