import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

export interface Overrides {
  issuer?: string
  audience?: string
  expires?: string
  key?: CryptoKey
}

const audience = 'coffee.dialin.app'
const site = 'coffee.dialin.site'

/** A key server that hands out real public keys, and identity tokens signed as Apple would sign them. */
export async function startApple() {
  const { publicKey, privateKey } = await keys()
  const keyServer = Bun.serve({
    port: 0,
    fetch: async () => Response.json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'apple-1', alg: 'RS256' }] }),
  })
  return {
    settings: { appleClientId: audience, appleServicesId: site, appleJwksUrl: `${keyServer.url}keys` },
    identityToken: (claims: JWTPayload, overrides: Overrides = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'apple-1' })
        .setIssuedAt('1 minute ago')
        .setIssuer(overrides.issuer ?? 'https://appleid.apple.com')
        .setAudience(overrides.audience ?? audience)
        .setExpirationTime(overrides.expires ?? '5 minutes')
        .sign(overrides.key ?? privateKey),
    stop: () => keyServer.stop(true),
  }
}

/** Finding primes takes longer than most tests, so do it once per process. */
let made: ReturnType<typeof generateKeyPair> | undefined
function keys() {
  made ??= generateKeyPair('RS256')
  return made
}

export const newSubject = () => `00${crypto.randomUUID()}`
