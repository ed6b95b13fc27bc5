import type * as v from 'valibot'

/**
 * Every fault that the service can answer with, as a fact in kebab-case. Each interface decides
 * what to make of it.
 */
export type FaultCode =
  | 'invalid'
  | 'link-expired'
  | 'setting-off-dial'
  | 'not-signed-in'
  | 'wrong-credentials'
  | 'not-allowed'
  | 'not-a-roaster-member'
  | 'premium-only'
  | 'not-found'
  | 'grinder-not-found'
  | 'coffee-not-found'
  | 'recipe-not-found'
  | 'roaster-not-found'
  | 'brew-not-found'
  | 'email-taken'
  | 'claim-pending'
  | 'already-a-member'
  | 'already-in-collection'
  | 'already-invited'
  | 'last-owner'
  | 'name-taken'
  | 'slug-taken'
  | 'coffee-in-use'
  | 'log-full'
  | 'too-large'
  | 'too-many-requests'
  | 'internal'
  | 'service-down'

/** The input field that a fault is about, and what is wrong with it, without its name. */
interface WrongField {
  path: readonly (string | number)[]
  complaint: string
}

/**
 * A fact that stops a request. The message is one sentence for people and never reveals anything
 * internal.
 */
export class Fault extends Error {
  readonly code: FaultCode
  readonly field: WrongField | undefined
  constructor(code: FaultCode, message: string, field?: WrongField) {
    super(message)
    this.name = 'Fault'
    this.code = code
    this.field = field
  }
}

/**
 * For example "steps[1].toGrams must …". If the whole input is wrong, "What was sent must …",
 * unless an interface can be more specific.
 */
export const faultAt = (path: WrongField['path'], complaint: string, code: FaultCode = 'invalid') =>
  new Fault(code, `${fieldName(path) || 'What was sent'} ${complaint}`, { path, complaint })

/** For limits that all callers share. */
export const busyWithOthers = () => new Fault('service-down', 'The service is busy. Try again shortly.')

/** What is wrong with an input: one sentence that names the field and says what would be right. */
export function faultOf(issue: v.BaseIssue<unknown>): Fault {
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
  if (issue.input === undefined && issue.kind === 'schema') return faultAt(path, 'is required.')
  // A problem with the whole input may come as a sentence of its own.
  const isSentence = path.length === 0 && /^[A-Z]/.test(issue.message)
  return isSentence ? new Fault('invalid', `${issue.message}.`) : faultAt(path, `${issue.message}.`)
}

const fieldName = (path: WrongField['path']) =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('')
