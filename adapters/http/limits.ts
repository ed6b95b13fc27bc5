import { PUBLISHING } from '../../core/recipes/publishing.ts'

export interface Limit {
  perMinute: number
  /** What is counted: by default the route itself. Routes that do the same thing share an act. */
  act?: LimitedAct
}

/**
 * Where the contract sets no hard limit: more than anybody needs who uses the service in good
 * faith.
 */
export const FAIR_USE = 300

/**
 * Acts that can be done in more than one way (a page and the API, or two pages), and how often a
 * minute. All ways are counted together.
 */
const acts = {
  register: 3,
  'sign in by password': 5,
  'ask for a sign-in link': 5,
  'open a sign-in link': 10,
  'set a password': 5,
  'change an email address': 5,
  'create an API token': 10,
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

/**
 * For a form that is shown again with what was typed if it is sent too often: see
 * `PageDeclaration.showsAgain`.
 */
export const formsPerMinute = (limit: Limit) => ({ limit, showsAgain: true as const })
