import { html, nothing, render, svg, type TemplateResult } from 'lit'
import { brewTimeInWords } from '../../../../core/recipes/ranges.ts'
import { poursBy, type Steps } from '../../../../core/recipes/steps.ts'
import { type BrewMoment, broughtForward, momentOf } from '../../../design/brew-clock.ts'
import { drawSign } from '../../../design/icons.ts'
import type { Pen } from '../../../design/pen.ts'
import { pourPicture, type TimedBrew } from '../../../design/pour.ts'

const litPen: Pen<TemplateResult> = { html, svg }
const EVERY_MS = 200

/** What the server says of the brew. */
interface TimerView extends TimedBrew {
  title: string
  /** "15 g, 7.7 on your K-Ultra, 94 °C". */
  facts: string
  steps: (Steps[number] & { name: string })[]
  waterGrams: number
  language: string
  logHref: string
}

/**
 * The timer of a brew, over the whole screen: keeps it awake, sounds and shakes at each step, and asks the network for
 * nothing, so that a brew that has begun goes on without one.
 */
class BrewTimer extends HTMLElement {
  #dialog: HTMLDialogElement | undefined
  /** As written; then as it went, for who is ahead of it. */
  #view: TimerView | undefined
  #startedAt = 0
  /** Where the clock stands while it does not run. */
  #pausedAt: number | undefined
  #ticking: ReturnType<typeof setInterval> | undefined
  #awake: WakeLockSentinel | undefined
  #sound: AudioContext | undefined
  #isLoud = true
  /** Open, and not begun. */
  #isReady = false
  #step = -1

  connectedCallback() {
    for (const button of this.querySelectorAll<HTMLButtonElement>('[data-start]')) {
      button.hidden = false
      button.addEventListener('click', () => this.#start())
    }
    // Who pressed "Start the timer" elsewhere finds it open; only what is pressed here may begin it, and sound.
    if (location.hash === '#timer' && this.querySelector('[data-start]')) this.#open()
  }

  #open() {
    this.#dialog ??= this.appendChild(document.createElement('dialog'))
    this.#dialog.className = 'timer'
    this.#dialog.setAttribute('aria-label', 'Brew timer')
    this.#dialog.addEventListener('close', () => this.#stop(), { once: true })
    this.#view = JSON.parse(this.dataset.brew ?? '{}') as TimerView
    this.#isReady = true
    this.#pausedAt = 0
    this.#dialog.showModal()
    document.addEventListener('visibilitychange', this.#keepAwake)
    this.#keepAwake()
    this.#ticking = setInterval(this.#tick, EVERY_MS)
    this.#tick()
  }

  #start() {
    if (!this.#dialog?.open) this.#open()
    // Only what a person has just done may sound.
    this.#sound ??= new AudioContext()
    this.#isReady = false
    this.#startedAt = Date.now()
    this.#pausedAt = undefined
    this.#step = -1
    this.#tick()
  }

  #stop() {
    clearInterval(this.#ticking)
    document.removeEventListener('visibilitychange', this.#keepAwake)
    void this.#awake?.release()
  }

  /** The system lets go of it whenever the page is out of sight. */
  readonly #keepAwake = async () => {
    if (document.visibilityState !== 'visible') return
    this.#awake = await navigator.wakeLock?.request('screen').catch(() => undefined)
  }

  get #seconds() {
    return (this.#pausedAt ?? Date.now() - this.#startedAt) / 1000
  }

  readonly #tick = () => {
    const view = this.#view
    if (!view) return
    const at = this.#seconds
    const moment = momentOf(view, at)
    if (moment.step !== this.#step && !this.#isReady) this.#announce()
    this.#step = moment.step
    if (moment.isOver) clearInterval(this.#ticking)
    if (this.#dialog) render(this.#picture(view, Math.min(at, view.seconds), moment), this.#dialog)
  }

  #announce() {
    navigator.vibrate?.(250)
    const sound = this.#sound
    if (!sound || !this.#isLoud) return
    const tone = new OscillatorNode(sound, { frequency: 660 })
    const volume = new GainNode(sound, { gain: 0.2 })
    tone.connect(volume).connect(sound.destination)
    tone.start()
    tone.stop(sound.currentTime + 0.25)
  }

  #pause() {
    if (this.#pausedAt === undefined) this.#pausedAt = Date.now() - this.#startedAt
    else {
      this.#startedAt = Date.now() - this.#pausedAt
      this.#pausedAt = undefined
    }
    this.#tick()
  }

  #skip(view: TimerView, step: number) {
    const sooner = broughtForward(view, step, this.#seconds)
    this.#view = { ...sooner, logHref: lasting(sooner) }
    this.#tick()
  }

  #picture(view: TimerView, at: number, moment: BrewMoment) {
    const { method, steps, seconds, waterGrams, language } = view
    const grams = (amount: number) => `${new Intl.NumberFormat(language).format(amount)}\u00a0g`
    const next = steps[moment.step + 1]
    const toggle = () => {
      this.#isLoud = !this.#isLoud
      this.#tick()
    }
    return html`<div class="timer-top"><button class="bare" aria-label="Close the timer" @click=${() => this.#dialog?.close()}>${drawSign(litPen, 'close')}</button><p><b>${view.title}</b>${view.facts}</p><button class="bare" aria-label="Sound" aria-pressed=${this.#isLoud} @click=${toggle}>${drawSign(litPen, 'bell')}</button></div>
      <div class="timer-now"><p class="clock" role="timer">${brewTimeInWords(Math.floor(at))}</p>
        <div>${moment.isOver ? over(view) : doing(view, moment, grams, this.#isReady)}
          ${next && !moment.isOver ? html`<p class="quiet next">Next at ${brewTimeInWords(next.atSeconds)}: ${next.name}.</p>` : nothing}</div></div>
      ${isPoured(view) ? pourPicture(litPen, { method, steps, seconds, waterGrams, grams, at }) : nothing}
      <div class="buttons">${
        moment.isOver
          ? nothing
          : this.#isReady
            ? html`<button class="button" autofocus @click=${() => this.#start()}>${drawSign(litPen, 'play')}Start</button>`
            : html`<button class="button outlined" @click=${() => this.#pause()}>${this.#pausedAt === undefined ? 'Pause' : 'Go on'}</button>
            <button class="button" @click=${() => this.#skip(view, moment.step)}>${next ? 'Next step' : 'Done'}</button>`
      }</div>`
  }
}

const isPoured = ({ method, steps }: TimerView) => poursBy(method, steps).length > 0

function doing(
  view: TimerView,
  { step, pour, grams: amount, secondsLeft }: BrewMoment,
  grams: (amount: number) => string,
  isReady: boolean,
) {
  const now = view.steps[step]
  const left = pour?.secondsLeft ?? secondsLeft
  return html`<h2 aria-live="polite">${now?.name ?? 'Get ready'}</h2>
    <p class="lead">${now?.note ? `${now.note.replace(/[.!]?$/, '.')} ` : ''}${isReady ? (isPoured(view) ? 'Start with the first water.' : 'Start when you do.') : left === 1 ? '1 second left.' : `${left} seconds left.`}</p>
    ${pour ? html`<p class="pouring"><b>${grams(amount)}</b><progress max=${pour.after} .value=${amount} aria-label="Poured"></progress><span>${pour.after}</span></p>` : nothing}`
}

/** The log, with the time by the clock: a brew that ran through early is ground too coarse. */
function lasting({ logHref, seconds }: TimerView) {
  const { pathname, searchParams } = new URL(logHref, location.href)
  searchParams.set('brewTime', brewTimeInWords(Math.max(1, seconds)))
  return `${pathname}?${searchParams}`
}

const over = ({ logHref }: TimerView) =>
  html`<h2 aria-live="polite">Enjoy it.</h2><p class="lead">How did it taste? Two taps tell you what to change.</p><p><a class="button" href=${logHref}>Log this brew</a></p>`

customElements.define('brew-timer', BrewTimer)
