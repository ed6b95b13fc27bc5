/** What OAuth calls its errors (RFC 6749, 7591, 8628 and 8707). */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_client_metadata'
  | 'unauthorized_client'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | 'access_denied'

/** A refusal that a program understands by its code, and its developer by its message. */
export class OAuthFault extends Error {
  readonly code: OAuthErrorCode
  constructor(code: OAuthErrorCode, message: string) {
    super(message)
    this.name = 'OAuthFault'
    this.code = code
  }
}
