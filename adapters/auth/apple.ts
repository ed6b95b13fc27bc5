import type { JWTVerifyGetKey } from 'jose'
import type { VerifyAppleToken } from '../../core/accounts/sign-in.ts'
import { Fault } from '../../core/errors.ts'

const ISSUER = 'https://appleid.apple.com'

/** Checks the signature (against the keys at `jwksUrl`), issuer, audience and expiry. */
export function appleTokens(jwksUrl: string, clientIds: (string | undefined)[]): VerifyAppleToken {
  // Loaded when the first token arrives: most installations never see one.
  let loaded: Promise<typeof import('jose')> | undefined
  let keys: JWTVerifyGetKey | undefined
  const audience = clientIds.filter(id => id !== undefined)
  return async (identityToken, now) => {
    if (audience.length === 0)
      throw new Fault('not-found', 'Sign in with Apple is not set up on this server; use a password or a sign-in link.')
    loaded ??= import('jose')
    const { createRemoteJWKSet, errors, jwtVerify } = await loaded
    keys ??= createRemoteJWKSet(new URL(jwksUrl))
    try {
      const { payload } = await jwtVerify(identityToken, keys, {
        issuer: ISSUER,
        audience,
        currentDate: now,
        algorithms: ['RS256', 'ES256'],
        requiredClaims: ['sub', 'exp', 'iat'],
      })
      const email = typeof payload.email === 'string' ? payload.email : undefined
      // Apple sends the flag as a boolean or as text.
      const emailVerified = payload.email_verified === true || payload.email_verified === 'true'
      return { subject: String(payload.sub), email, emailVerified: email !== undefined && emailVerified }
    } catch (error) {
      if (error instanceof errors.JWTExpired)
        throw new Fault('wrong-credentials', 'identityToken has expired; sign in with Apple again.')
      if (keysUnreachable(error, errors))
        throw new Fault('service-down', 'We can’t reach Apple right now; try again shortly.')
      throw new Fault('wrong-credentials', 'identityToken is not a valid Apple identity token for this app.')
    }
  }
}

function keysUnreachable(error: unknown, errors: typeof import('jose').errors) {
  if (error instanceof errors.JWKSTimeout) return true
  // jose reports a key server that answers with an error as a bare JOSEError, and a refused connection as a TypeError.
  return (
    !(error instanceof errors.JOSEError) ||
    (error.constructor === errors.JOSEError && error.code === 'ERR_JOSE_GENERIC')
  )
}
