import type { Scope } from '../../core/accounts/scopes.ts'
import { Fault, type FaultCode } from '../../core/errors.ts'

/** Faults that occur only over HTTP. */
type OwnFaultCode = 'method-not-allowed' | 'body-too-slow'
export type HttpFaultCode = FaultCode | OwnFaultCode

export class HttpFault extends Fault {
  readonly httpCode: OwnFaultCode
  constructor(httpCode: OwnFaultCode, message: string) {
    super('invalid', message)
    this.httpCode = httpCode
  }
}

/** A token is good, but not for this. */
export class ScopeFault extends Fault {
  readonly scope: Scope
  constructor(scope: Scope) {
    super(
      'not-allowed',
      `This API token or app lacks the scope "${scope}". Create a token that has it on /me/keys, or connect the app again.`,
    )
    this.scope = scope
  }
}

export const statusOf = (fault: Fault) => faultStatus[fault instanceof HttpFault ? fault.httpCode : fault.code]

/** Over HTTP, a complaint about the input as a whole is a complaint about the body. */
export const faultOfBody = (fault: Fault) =>
  fault.field?.path.length === 0 ? new Fault(fault.code, `The body ${fault.field.complaint}`, fault.field) : fault

/** The HTTP status of each fault. */
export const faultStatus: Record<HttpFaultCode, number> = {
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
  'body-too-slow': 408,
  'email-taken': 409,
  'claim-pending': 409,
  'already-a-member': 409,
  'already-in-collection': 409,
  'already-invited': 409,
  'last-owner': 409,
  'name-taken': 409,
  'slug-taken': 409,
  'coffee-in-use': 409,
  'log-full': 409,
  'too-large': 413,
  'too-many-requests': 429,
  internal: 500,
  'service-down': 503,
}
