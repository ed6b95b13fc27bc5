import type * as v from 'valibot'

/** Every fault the service can answer with. Kebab-case facts; what each becomes at a door is the door's business. */
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

/** What a fault is about where it is one field of the input, and what is wrong with it without its name. */
interface WrongField {
  path: readonly (string | number)[]
  complaint: string
}

/** A fact that stops a request. The message is one sentence for a person and never holds anything internal. */
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

/** "steps[1].toGrams must …", or of all of it "What was sent must …": a door that knows what that is says so. */
export const faultAt = (path: WrongField['path'], complaint: string, code: FaultCode = 'invalid') =>
  new Fault(code, `${fieldName(path) || 'What was sent'} ${complaint}`, { path, complaint })

/** Of bounds that all callers share. */
export const busyWithOthers = () =>
  new Fault('service-down', 'The service is busy with what others have sent; try again shortly.')

/** What is wrong with an input, as one sentence that names the field and says what would be right. */
export function faultOf(issue: v.BaseIssue<unknown>): Fault {
  const path = (issue.path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
  if (issue.input === undefined && issue.kind === 'schema') return faultAt(path, 'is required.')
  // What is wrong with all of it may say so in a sentence of its own.
  const isSentence = path.length === 0 && /^[A-Z]/.test(issue.message)
  return isSentence ? new Fault('invalid', `${issue.message}.`) : faultAt(path, `${issue.message}.`)
}

const fieldName = (path: WrongField['path']) =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? key : `.${key}`)).join('')
