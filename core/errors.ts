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
  | 'method-not-allowed'
  | 'email-taken'
  | 'claim-pending'
  | 'already-a-member'
  | 'already-in-collection'
  | 'name-taken'
  | 'slug-taken'
  | 'coffee-in-use'
  | 'body-too-large'
  | 'too-many-requests'
  | 'internal'
  | 'service-down'

/** A fact that stops a request. The message is one sentence for a person and never holds anything internal. */
export class Fault extends Error {
  readonly code: FaultCode
  constructor(code: FaultCode, message: string) {
    super(message)
    this.name = 'Fault'
    this.code = code
  }
}

/** What is wrong with an input, as one sentence that names the field and says what would be right. */
export function faultOf(issue: v.BaseIssue<unknown>): Fault {
  const field = (issue.path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
  if (issue.input === undefined && issue.kind === 'schema') return new Fault('invalid', `${field} is required.`)
  return new Fault('invalid', `${field} ${issue.message}.`.trim())
}
