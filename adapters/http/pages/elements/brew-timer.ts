import { render } from 'lit'
import { brewTimeInWords } from '../../../../core/recipes/ranges.ts'
import { broughtForward, forgottenAfter, momentOf } from '../../../design/brew-clock.ts'
import type { RingTurn } from './dial-ring.ts'
import { type KeptBrew, keepBrew, keptBrewOf, type TimerView } from './kept-brews.ts'
import { timerPicture } from './timer-picture.ts'
import { TimerSound } from './timer-sound.ts'

const EVERY_MS = 200
/** Counts 3, 2, 1 before the first water. */
const COUNTDOWN_MS = 3000

/**
 * A full-screen brew timer. Keeps the screen on, and beeps and vibrates at each step. Makes no
 * requests, so that a running brew continues without a network. Closing it, by any means, does not
 * end the brew: it stays in `kept-brews.ts` until it is logged, and the page offers to resume it.
 */
class BrewTimer extends HTMLElement {
  #dialog: HTMLDialogElement | undefined
  /** The brew once started; its steps move when the person is ahead of them. */
  #brew: KeptBrew | undefined
  #ticking: ReturnType<typeof setInterval> | undefined
  #awake: WakeLockSentinel | undefined
  readonly #sound = new TimerSound()
  /** What was announced last: a second of the countdown, a step, or that it is late. */
  #announced = ''
  /** Closed, and the entry that opening it added to the history is about to go. */
  #isGoingBack = false

  connectedCallback() {
    for (const button of this.#startButtons) {
      button.hidden = false
      button.addEventListener('click', () => (this.#kept ? this.#resume() : this.#start()))
    }
    document.addEventListener('nudged', event => this.#setTo((event as CustomEvent<RingTurn>).detail))
    addEventListener('popstate', this.#wentBack)
    addEventListener('pageshow', () => this.#offer())
    if (this.#startButtons.length > 0) this.#openAsAsked()
    this.#offer()
  }

  /** The ring of the page was turned: what is brewed and logged is where it is now. */
  #setTo({ numeral, words, fromHere }: RingTurn) {
    const view = this.#given
    // A dial that is not theirs is not logged.
    const isLogged = view.logHref.includes('grindSetting=')
    const logHref = isLogged ? loggedWith(view, 'grindSetting', numeral) : view.logHref
    this.dataset.brew = JSON.stringify({ ...view, grind: words, fromHere, logHref })
  }

  get #startButtons() {
    return this.querySelectorAll<HTMLButtonElement>('[data-start]')
  }

  /** The brew as the page shows it. */
  get #given() {
    return JSON.parse(this.dataset.brew ?? '{}') as TimerView
  }

  get #kept() {
    return keptBrewOf(this.#given)
  }

  /**
   * Opened by a reload while the timer was open, by a link that starts the brew, or by one that
   * only opens the timer: a widget is on another site, after which browsers allow no sound before a
   * press on this page.
   */
  #openAsAsked() {
    const { hash, pathname, search } = location
    const isAsked = hash === '#brew' || hash === '#timer'
    if (isAsked) history.replaceState(history.state, '', `${pathname}${search}`)
    if (this.#kept && (history.state?.timer || isAsked)) this.#resume()
    else if (hash === '#brew') this.#start()
    else if (hash === '#timer') this.#open()
  }

  #offer() {
    const brew = this.#kept
    for (const button of this.#startButtons) {
      const words = button.querySelector('span')
      button.dataset.words ??= words?.textContent ?? ''
      const kept = brew?.isDone ? 'Log your last brew' : 'Resume your brew'
      if (words) words.textContent = brew ? kept : button.dataset.words
    }
  }

  #open() {
    this.#dialog ??= this.appendChild(document.createElement('dialog'))
    this.#dialog.className = 'timer'
    this.#dialog.setAttribute('aria-label', 'Brew timer')
    this.#dialog.addEventListener('close', this.#closed, { once: true })
    // Going back closes the timer and stays on the page.
    if (!history.state?.timer) history.pushState({ timer: true }, '')
    this.#dialog.showModal()
    this.#watch()
  }

  #watch() {
    this.#tick()
    if (this.#brew?.isDone) return
    this.#ticking ??= setInterval(this.#tick, EVERY_MS)
    document.addEventListener('visibilitychange', this.#keepAwake)
    void this.#keepAwake()
  }

  #start() {
    const view = this.#given
    this.#brew = {
      href: `${location.pathname}${location.search}`,
      view,
      forgottenAfterSeconds: forgottenAfter(view.seconds),
      startedAt: Date.now() + COUNTDOWN_MS,
      isDone: false,
    }
    this.#announced = ''
    this.#run()
  }

  #resume() {
    this.#brew = this.#kept
    this.#announced = this.#news
    this.#run()
  }

  #run() {
    this.#sound.allow()
    this.#change({})
    if (this.#dialog?.open) this.#watch()
    else this.#open()
    this.#dialog?.addEventListener('pointerdown', () => this.#sound.allow(), { once: true })
  }

  /** Keeps the brew with a change, and shows it. */
  #change(change: Partial<KeptBrew>) {
    if (!this.#brew) return
    this.#brew = { ...this.#brew, ...change }
    keepBrew(this.#brew)
    this.#tick()
  }

  readonly #closed = () => {
    this.#rest()
    this.#brew = undefined
    this.#offer()
    if (!history.state?.timer) return
    this.#isGoingBack = true
    history.back()
  }

  /** By the person, which closes the timer, or because it was closed. */
  readonly #wentBack = () => {
    if (!this.#isGoingBack) this.#dialog?.close()
    // Opened again in the meantime.
    else if (this.#dialog?.open) history.pushState({ timer: true }, '')
    this.#isGoingBack = false
  }

  #rest() {
    clearInterval(this.#ticking)
    this.#ticking = undefined
    document.removeEventListener('visibilitychange', this.#keepAwake)
    void this.#awake?.release()
  }

  /** The system releases the lock whenever the page is hidden. */
  readonly #keepAwake = async () => {
    const { staysOn } = this.#brew?.view ?? this.#given
    if (!staysOn || document.visibilityState !== 'visible') return
    this.#awake = await navigator.wakeLock?.request('screen').catch(() => undefined)
    // The lock was granted after the timer ended.
    if (this.#ticking === undefined) void this.#awake?.release()
  }

  get #seconds() {
    const { startedAt = Date.now(), pausedAt } = this.#brew ?? {}
    return (pausedAt ?? Date.now() - startedAt) / 1000
  }

  /** What is worth a beep once it changes. */
  get #news() {
    const { view } = this.#brew ?? {}
    const at = this.#seconds
    if (!view || at < 0) return `count ${Math.ceil(-at)}`
    const { step, secondsOver } = momentOf(view, at)
    return `step ${step} ${secondsOver === undefined}`
  }

  readonly #tick = () => {
    const brew = this.#brew
    const at = this.#seconds
    if (brew && !brew.isDone) {
      if (this.#news !== this.#announced) this.#sound.announce(at < 0 ? 440 : 660)
      this.#announced = this.#news
      if (momentOf(brew.view, at).isForgotten) return this.#finish(brew.view)
    }
    if (!this.#dialog) return
    const view = brew?.view ?? this.#given
    const phase = !brew ? 'ready' : brew.isDone ? 'done' : brew.pausedAt === undefined ? 'running' : 'paused'
    const state = { view, at: brew?.isDone ? view.seconds : at, phase, isLoud: this.#sound.isLoud } as const
    render(timerPicture(state, this.#acts), this.#dialog)
  }

  readonly #acts = {
    close: () => this.#dialog?.close(),
    toggleSound: () => {
      this.#sound.isLoud = !this.#sound.isLoud
      this.#tick()
    },
    start: () => {
      if (!this.#brew || confirm('Start over? This brew isn’t logged yet.')) this.#start()
    },
    startNow: () => this.#change({ startedAt: Date.now() }),
    pause: () => {
      const elapsed = 1000 * this.#seconds
      if (this.#brew?.pausedAt === undefined) this.#change({ pausedAt: elapsed })
      else this.#change({ pausedAt: undefined, startedAt: Date.now() - elapsed })
    },
    skip: (step: number) => {
      const brew = this.#brew
      if (!brew) return
      const sooner = broughtForward(brew.view, step, this.#seconds)
      // The measured time: a brew that finished early was ground too coarse, a late one too fine.
      const brewTime = brewTimeInWords(Math.max(1, sooner.seconds))
      const view = { ...sooner, logHref: loggedWith(sooner, 'brewTime', brewTime) }
      if (view.steps[step + 1]) this.#change({ view })
      else this.#finish(view)
    },
  }

  /** Finished by the person, or left running too long. */
  #finish(view: TimerView) {
    this.#rest()
    this.#change({ isDone: true, view })
    // The pressed button has disappeared, so move the keyboard focus to the next one.
    this.#dialog?.querySelector<HTMLElement>('a.button')?.focus()
  }
}

/** The link to the log form, with one of its fields changed. */
function loggedWith({ logHref }: TimerView, name: string, value: string) {
  const { pathname, searchParams } = new URL(logHref, location.href)
  searchParams.set(name, value)
  return `${pathname}?${searchParams}`
}

customElements.define('brew-timer', BrewTimer)
