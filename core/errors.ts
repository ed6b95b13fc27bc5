import type * as v from 'valibot'

/** Every fault the service can answer with, and the HTTP status it becomes at that door. Kebab-case facts. */
export const faultStatus = {
  invalid: 400,
  'link-expired': 400,
  'setting-off-dial': 400,
  'not-signed-in': 401,
  'wrong-credentials': 401,
  'not-allowed': 403,
  'not-a-roaster-member': 403,
  'premium-only': 403,
  'not-found': 404,
  'grinder-not-found': 404,
  'coffee-not-found': 404,
  'recipe-not-found': 404,
  'roaster-not-found': 404,
  'brew-not-found': 404,
  'method-not-allowed': 405,
  'email-taken': 409,
  'claim-pending': 409,
  'already-a-member': 409,
  'already-in-collection': 409,
  'name-taken': 409,
  'slug-taken': 409,
  'coffee-in-use': 409,
  'body-too-large': 413,
  'too-many-requests': 429,
  internal: 500,
  'service-down': 503,
} as const

export type FaultCode = keyof typeof faultStatus

/** A fact that stops a request. The message is one sentence for a person and never holds anything internal. */
export class Fault extends Error {
  readonly code: FaultCode
  constructor(code: FaultCode, message: string) {
    super(message)
    this.name = 'Fault'
    this.code = code
  }
  get status() {
    return faultStatus[this.code]
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
