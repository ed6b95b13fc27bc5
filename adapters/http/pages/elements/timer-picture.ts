import { html, nothing, svg, type TemplateResult } from 'lit'
import type { MethodId } from '../../../../core/grind/methods.ts'
import { brewTimeInWords } from '../../../../core/recipes/ranges.ts'
import { poursBy } from '../../../../core/recipes/steps.ts'
import { type BrewMoment, momentOf } from '../../../design/brew-clock.ts'
import { drawSign } from '../../../design/icons.ts'
import type { Pen } from '../../../design/pen.ts'
import { pourPicture } from '../../../design/pour.ts'
import { unbroken } from '../../../design/unbroken.ts'
import type { TimerView } from './kept-brews.ts'

const litPen: Pen<TemplateResult> = { html, svg }
/** A brew counts as on time up to this many seconds late. */
const LATE_SECONDS = 10

/** Open but not started; started, paused or not; done. */
interface TimerState {
  view: TimerView
  /** In seconds; below 0 while it counts down to the first water. */
  at: number
  phase: 'ready' | 'running' | 'paused' | 'done'
  isLoud: boolean
}

/** What its buttons do. */
interface TimerActs {
  close: () => void
  toggleSound: () => void
  start: () => void
  startNow: () => void
  pause: () => void
  skip: (step: number) => void
}

export function timerPicture({ view, at, phase, isLoud }: TimerState, acts: TimerActs) {
  const { method, steps, seconds, waterGrams, language } = view
  const grams = (amount: number) => `${new Intl.NumberFormat(language).format(amount)}\u00a0g`
  const moment = momentOf(view, at)
  const isCounting = at < 0
  const facts = [view.dose, view.grind, view.temperature].filter(Boolean).join(', ')
  const said = view.fromHere ? `${facts}. ${view.fromHere}` : facts
  return html`<div class="timer-top"><button class="bare" aria-label="Close the timer" @click=${acts.close}>${drawSign(litPen, 'close')}</button><p><b>${view.title}</b>${unbroken(litPen, said)}</p><button class="bare" aria-label="Sound" aria-pressed=${isLoud} @click=${acts.toggleSound}>${drawSign(litPen, 'bell')}</button></div>
    <div class="timer-now"><p class="clock" role="timer">${isCounting ? Math.ceil(-at) : brewTimeInWords(Math.floor(at))}</p>
      <div>${phase === 'done' ? over(view) : doing(view, moment, grams, phase === 'ready')}
        ${phase === 'done' ? nothing : html`<p class="quiet next">${following(view, moment)}</p>`}</div></div>
    ${isPoured(view) ? pourPicture(litPen, { method, steps, seconds: Math.max(1, seconds), waterGrams, grams, at: Math.max(0, at) }) : nothing}
    <div class="buttons">${buttons(phase, isCounting, view, moment, acts)}</div>`
}

function buttons(
  phase: TimerState['phase'],
  isCounting: boolean,
  { steps }: TimerView,
  { step }: BrewMoment,
  { start, startNow, pause, skip }: TimerActs,
) {
  const startOver = html`<button class="button outlined" @click=${start}>Start over</button>`
  if (phase === 'done') return startOver
  if (phase === 'ready')
    return html`<button class="button" autofocus @click=${start}>${drawSign(litPen, 'play')}Start</button>`
  if (phase === 'paused') return html`${startOver}<button class="button" @click=${pause}>Resume</button>`
  const pausing = html`<button class="button outlined" @click=${pause}>Pause</button>`
  return isCounting
    ? html`${pausing}<button class="button" @click=${startNow}>Start now</button>`
    : html`${pausing}<button class="button" @click=${() => skip(step)}>${steps[step + 1] ? 'Next step' : 'Done'}</button>`
}

const isPoured = ({ method, steps }: TimerView) => poursBy(method, steps).length > 0

function doing(view: TimerView, moment: BrewMoment, grams: (amount: number) => string, isReady: boolean) {
  const { step, pour, grams: amount, secondsLeft, secondsOver } = moment
  const now = view.steps[step]
  const when =
    isReady || step < 0
      ? isPoured(view)
        ? 'Start when you pour the first water.'
        : 'Start when you’re ready.'
      : secondsOver !== undefined
        ? late(view, secondsOver)
        : `${inSeconds(pour?.secondsLeft ?? secondsLeft)} left${pour ? ' to pour' : ''}.`
  // Keeps its height in a step without water, so that the drawing below does not move.
  const pouring = html`<p class="pouring${pour ? '' : ' idle'}" aria-hidden=${pour ? nothing : 'true'}><b>${grams(amount)}</b><progress max=${pour?.after ?? 1} .value=${pour ? amount : 0} aria-label="Poured"></progress><span>${pour?.after}</span></p>`
  return html`<h2 aria-live="polite">${now?.name ?? 'Get ready'}</h2>
    <p class="lead">${now?.note ? `${now.note.replace(/[.!]?$/, '.')} ` : ''}${when}</p>
    ${isPoured(view) ? pouring : nothing}`
}

const inSeconds = (count: number) => (count === 1 ? '1 second' : `${count} seconds`)

/** What comes after this step, or when the brew is through. */
function following({ steps, seconds }: TimerView, { step, secondsOver }: BrewMoment) {
  const next = steps[step + 1]
  if (next) return `${step < 0 ? 'First' : `Next at ${brewTimeInWords(next.atSeconds)}`}: ${next.name}.`
  return secondsOver === undefined ? `Done at ${brewTimeInWords(seconds)}.` : nothing
}

const dripping: readonly MethodId[] = ['v60', 'kalita', 'chemex', 'clever', 'drip']

/** The last step, such as a plunge, takes some time, too. */
function late({ method, steps, seconds }: TimerView, secondsOver: number) {
  const over = secondsOver < LATE_SECONDS ? undefined : brewTimeInWords(secondsOver)
  const isToDo = steps.at(-1)?.atSeconds === seconds
  if (dripping.includes(method) && !(isToDo && !over))
    return over
      ? `${over} over. Still dripping? Press Done when it stops.`
      : 'Time’s up. Still dripping? Press Done when it stops.'
  if (isToDo) return over ? `${over} over. Press Done when you’re finished.` : 'Then press Done.'
  return over ? `${over} over. Press Done when it’s ready.` : 'Time’s up. Press Done when it’s ready.'
}

const over = ({ logHref }: TimerView) =>
  html`<h2 aria-live="polite">Enjoy!</h2><p class="lead">How did it taste? Two taps tell you what to change.</p><p><a class="button" href=${logHref}>Log this brew</a></p>`
