import { PUBLISHING } from '../../core/recipes/publishing.ts'

export interface Limit {
  perMinute: number
  /** What is counted; a route by itself unless it is one of several doors to the same act. */
  act?: LimitedAct
}

/** Where the contract sets no hard limit: beyond what anybody does who means it. */
const FAIR_USE = 300

/** Acts with more than one door, a page and the API or two pages, and how often in a minute: they count together. */
const acts = {
  register: 3,
  'sign in by password': 5,
  'ask for a sign-in link': 5,
  'open a sign-in link': 10,
  'set a password': 5,
  'write to us': 3,
  'tell how a grind was': 10,
  'add a coffee': FAIR_USE,
  [PUBLISHING.act]: PUBLISHING.perMinute,
  'bring a file': 60,
  'change a recipe': FAIR_USE,
  'vote on a recipe': 30,
  'rate a recipe': 30,
  'comment on a recipe': 10,
  'report something': 10,
  'claim a roaster': 5,
  'invite a member': 10,
  'send a picture': 20,
} as const
type LimitedAct = keyof typeof acts

export const actPerMinute = (act: LimitedAct): Limit => ({ perMinute: acts[act], act })

export const perMinute = (count: number): Limit => ({ perMinute: count })

/** Of a form that is shown again as it was typed when it is sent too often: see `PageDeclaration.showsAgain`. */
export const formsPerMinute = (limit: Limit) => ({ limit, showsAgain: true as const })
