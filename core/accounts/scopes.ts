import * as v from 'valibot'

/** What an API token may be allowed to do, in the words of the page where people make one. */
export const scopePurposes = {
  read: 'See your brews, shelf, gear, taste and recipes',
  log: 'Log brews and keep your shelf',
  write: 'Change your recipes, gear, taste and votes',
  roaster: 'Work in the roaster portal',
} as const

export type Scope = keyof typeof scopePurposes

export const Scope = v.picklist(Object.keys(scopePurposes) as Scope[])

/** People who signed in themselves may do everything, their programs only what the token says. */
export const mayDo = ({ scopes }: { scopes?: readonly Scope[] }, scope: Scope) => scopes?.includes(scope) ?? true
