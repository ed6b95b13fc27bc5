import type { Steps } from '../../../../core/recipes/steps.ts'
import type { TimedBrew } from '../../../design/pour.ts'

/** What the server passes to the timer. */
export interface TimerView extends TimedBrew {
  /** What is brewed: the same recipe for other water or on another dial is the same brew. */
  key: string
  title: string
  /** For example "15 g". */
  dose: string
  /** For example "7.7 (7.4 to 8) on your K-Ultra"; empty if the page shows no dial. */
  grind: string
  /** For example "Your K-Ultra is at 5.2: 2.6 coarser."; empty if nobody knows where it is. */
  fromHere?: string
  /** For example "94 °C"; empty if the recipe names none. */
  temperature: string
  steps: (Steps[number] & { name: string })[]
  waterGrams: number
  /** The screen, for as long as it takes. */
  staysOn: boolean
  language: string
  logHref: string
}

/** A brew whose timer was started on this device. */
export interface KeptBrew {
  /** The page that its timer is on. */
  href: string
  view: TimerView
  /** In milliseconds since 1970; in the future while the timer counts down. */
  startedAt: number
  /** The elapsed milliseconds while paused. */
  pausedAt?: number | undefined
  isDone: boolean
  /** As `forgottenAfter` says. Stored, because scripts of other pages do without its rules. */
  forgottenAfterSeconds: number
}

const KEY = 'dialin-brews'
/** A brew that nobody came back to for so long after its planned end is over. */
const KEPT_MS = 12 * 3600 * 1000
const MOST_KEPT = 5

/**
 * The brews that are not logged yet, newest first. They survive a closed timer, a reload and a
 * browser that was closed. Signing out deletes them.
 */
export function keptBrews(): KeptBrew[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '[]') as KeptBrew[]
    return kept
      .filter(({ startedAt, view }) => Date.now() < startedAt + 1000 * view.seconds + KEPT_MS)
      .map(brew => ({ ...brew, isDone: brew.isDone || wasLeftAlone(brew) }))
  } catch {
    // The browser allows no storage, or something else wrote there.
    return []
  }
}

/** Nobody was there to press Done, so it was brewed as planned. */
const wasLeftAlone = ({ startedAt, pausedAt, forgottenAfterSeconds }: KeptBrew) =>
  pausedAt === undefined && Date.now() >= startedAt + 1000 * forgottenAfterSeconds

export const keptBrewOf = ({ key }: Pick<TimerView, 'key'>) => keptBrews().find(({ view }) => view.key === key)

export const keepBrew = (brew: KeptBrew) =>
  store([brew, ...keptBrews().filter(({ view }) => view.key !== brew.view.key)])

export const forgetBrews = (isOver: (brew: KeptBrew) => boolean) => store(keptBrews().filter(brew => !isOver(brew)))

function store(brews: readonly KeptBrew[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(brews.slice(0, MOST_KEPT)))
  } catch {
    // Without storage, a brew lasts as long as its page.
  }
}
