import { html, nothing, render, svg, type TemplateResult } from 'lit'
import type { MethodId } from '../../../../core/grind/methods.ts'
import { brewTimeInWords } from '../../../../core/recipes/ranges.ts'
import { poursBy, type Steps } from '../../../../core/recipes/steps.ts'
import { type BrewMoment, broughtForward, momentOf } from '../../../design/brew-clock.ts'
import { drawSign } from '../../../design/icons.ts'
import type { Pen } from '../../../design/pen.ts'
import { pourPicture, type TimedBrew } from '../../../design/pour.ts'

const litPen: Pen<TemplateResult> = { html, svg }
const EVERY_MS = 200
/** A brew counts as on time up to this many seconds late. */
const LATE_SECONDS = 10

/** What the server passes to the timer. */
interface TimerView extends TimedBrew {
  title: string
  /** For example "15 g, 7.7 on your K-Ultra, 94 °C". */
  facts: string
  steps: (Steps[number] & { name: string })[]
  waterGrams: number
  /** The screen, for as long as it takes. */
  staysOn: boolean
  language: string
  logHref: string
}

/**
 * A full-screen brew timer. Keeps the screen on, and beeps and vibrates at each step. Makes no
 * requests, so that a running brew continues without a network.
 */
class BrewTimer extends HTMLElement {
  #dialog: HTMLDialogElement | undefined
  /** The steps as written, adjusted when the person is ahead of them. */
  #view: TimerView | undefined
  #startedAt = 0
  /** The elapsed time while paused. */
  #pausedAt: number | undefined
  #ticking: ReturnType<typeof setInterval> | undefined
  #awake: WakeLockSentinel | undefined
  #sound: AudioContext | undefined
  #isLoud = true
  /** Open, but not started. */
  #isReady = false
  /** Finished by the person, or left running too long. */
  #isDone = false
  #step = -1
  #isLate = false

  connectedCallback() {
    for (const button of this.querySelectorAll<HTMLButtonElement>('[data-start]')) {
      button.hidden = false
      button.addEventListener('click', () => this.#start())
    }
    // A visitor who pressed "Start the timer" on another page finds it open. Browsers allow sound
    // only after a press on this page, so it does not start by itself.
    if (location.hash === '#timer' && this.querySelector('[data-start]')) this.#open()
  }

  #open() {
    this.#dialog ??= this.appendChild(document.createElement('dialog'))
    this.#dialog.className = 'timer'
    this.#dialog.setAttribute('aria-label', 'Brew timer')
    this.#dialog.addEventListener('close', () => this.#stop(), { once: true })
    this.#view = JSON.parse(this.dataset.brew ?? '{}') as TimerView
    this.#isReady = true
    this.#isDone = false
    this.#pausedAt = 0
    this.#dialog.showModal()
    this.#ticking = setInterval(this.#tick, EVERY_MS)
    document.addEventListener('visibilitychange', this.#keepAwake)
    this.#keepAwake()
    this.#tick()
  }

  #start() {
    if (!this.#dialog?.open) this.#open()
    // Browsers allow sound only right after a user action.
    this.#sound ??= new AudioContext()
    this.#isReady = false
    this.#startedAt = Date.now()
    this.#pausedAt = undefined
    this.#step = -1
    this.#isLate = false
    this.#tick()
  }

  #stop() {
    clearInterval(this.#ticking)
    this.#ticking = undefined
    document.removeEventListener('visibilitychange', this.#keepAwake)
    void this.#awake?.release()
  }

  /** The system releases the lock whenever the page is hidden. */
  readonly #keepAwake = async () => {
    if (!this.#view?.staysOn || document.visibilityState !== 'visible') return
    this.#awake = await navigator.wakeLock?.request('screen').catch(() => undefined)
    // The lock was granted after the timer ended.
    if (this.#ticking === undefined) void this.#awake?.release()
  }

  get #seconds() {
    return (this.#pausedAt ?? Date.now() - this.#startedAt) / 1000
  }

  readonly #tick = () => {
    const view = this.#view
    if (!view) return
    const at = this.#seconds
    const moment = momentOf(view, at)
    const isLate = moment.secondsOver !== undefined
    const isNews = moment.step !== this.#step || isLate !== this.#isLate
    if (isNews && !this.#isReady && !this.#isDone) this.#announce()
    this.#step = moment.step
    this.#isLate = isLate
    if (moment.isForgotten && !this.#isDone) {
      this.#isDone = true
      this.#stop()
    }
    if (this.#dialog) render(this.#picture(view, this.#isDone ? view.seconds : at, moment), this.#dialog)
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
    if (!view.steps[step + 1]) {
      this.#isDone = true
      this.#stop()
    }
    this.#tick()
    // The pressed button has disappeared, so move the keyboard focus to the next one.
    if (this.#isDone) this.#dialog?.querySelector<HTMLElement>('a.button')?.focus()
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
        <div>${this.#isDone ? over(view) : doing(view, moment, grams, this.#isReady)}
          ${next && !this.#isDone ? html`<p class="quiet next">Next at ${brewTimeInWords(next.atSeconds)}: ${next.name}.</p>` : nothing}</div></div>
      ${isPoured(view) ? pourPicture(litPen, { method, steps, seconds: Math.max(1, seconds), waterGrams, grams, at }) : nothing}
      <div class="buttons">${
        this.#isDone
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
  { step, pour, grams: amount, secondsLeft, secondsOver }: BrewMoment,
  grams: (amount: number) => string,
  isReady: boolean,
) {
  const now = view.steps[step]
  const left = pour?.secondsLeft ?? secondsLeft
  const when = isReady
    ? isPoured(view)
      ? 'Start with the first water.'
      : 'Start when you do.'
    : secondsOver !== undefined
      ? late(view, secondsOver)
      : left === 1
        ? '1 second left.'
        : `${left} seconds left.`
  return html`<h2 aria-live="polite">${now?.name ?? 'Get ready'}</h2>
    <p class="lead">${now?.note ? `${now.note.replace(/[.!]?$/, '.')} ` : ''}${when}</p>
    ${pour ? html`<p class="pouring"><b>${grams(amount)}</b><progress max=${pour.after} .value=${amount} aria-label="Poured"></progress><span>${pour.after}</span></p>` : nothing}`
}

const dripping: readonly MethodId[] = ['v60', 'kalita', 'chemex', 'clever', 'drip']

/** The last step, such as a plunge, takes some time, too. */
function late({ method, steps, seconds }: TimerView, secondsOver: number) {
  const over = secondsOver < LATE_SECONDS ? 'Time is up' : `${brewTimeInWords(secondsOver)} over`
  const isToDo = steps.at(-1)?.atSeconds === seconds
  if (isToDo && secondsOver < LATE_SECONDS) return 'Then press Done.'
  if (dripping.includes(method)) return `${over}: still dripping? Press Done when it is through.`
  return `${over}. Press Done when ${isToDo ? 'you have' : 'it is ready'}.`
}

/**
 * The log form with the measured time: a brew that finished early was ground too coarse, a late one
 * too fine.
 */
function lasting({ logHref, seconds }: TimerView) {
  const { pathname, searchParams } = new URL(logHref, location.href)
  searchParams.set('brewTime', brewTimeInWords(Math.max(1, seconds)))
  return `${pathname}?${searchParams}`
}

const over = ({ logHref }: TimerView) =>
  html`<h2 aria-live="polite">Enjoy it.</h2><p class="lead">How did it taste? Two taps tell you what to change.</p><p><a class="button" href=${logHref}>Log this brew</a></p>`

customElements.define('brew-timer', BrewTimer)
