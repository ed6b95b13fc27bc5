import type * as v from 'valibot'
import * as field from '../fields.ts'

/** What an API token may be allowed to do, in words for its owner. */
export const scopePurposes = {
  read: 'See your brews, shelf, gear, taste and recipes',
  log: 'Log, change and delete brews and bags',
  write: 'Change your recipes, gear and taste; vote, comment and follow for you',
  roaster: 'Work in the roaster portal',
} as const

export const scopes = Object.keys(scopePurposes) as (keyof typeof scopePurposes)[]
export const Scope = field.choice(scopes)
export type Scope = v.InferOutput<typeof Scope>

/** A person who signed in may do everything, a program only what its token allows. */
export const mayDo = (person: { scopes?: readonly Scope[] }, scope: Scope) => person.scopes?.includes(scope) ?? true
