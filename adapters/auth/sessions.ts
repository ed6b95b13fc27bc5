import type { jwt } from '@elysiajs/jwt'
import { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { SESSION_DAYS, type Session } from '../../core/accounts/model.ts'
import type { Sessions } from '../../core/accounts/sessions.ts'
import * as field from '../../core/fields.ts'

export interface SessionReader {
  /** The session of a token that we signed and that has not expired. */
  read: (token: string) => Promise<Session | undefined>
}

export const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60

/** How many verified tokens are remembered. */
const MOST_KNOWN = 10_000

/**
 * The claims of a session token. They are checked even though we sign them: someone who has the
 * secret may have signed anything.
 */
const SessionClaims = v.object({
  sub: v.pipe(v.string(), v.regex(/^[1-9]\d*$/), v.transform(Number), field.id),
  ver: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1)),
  jti: v.optional(v.pipe(v.string(), v.uuid())),
  exp: v.number(),
})

/**
 * HS256 tokens with the account's id, the account's session version when they were signed, and a
 * token id.
 */
export function jwtSessions(secret: string, clock: () => Date): Sessions & SessionReader {
  // Loaded when first used: it pulls in the whole web framework, and most commands use no tokens.
  let loaded: Promise<ReturnType<typeof jwt>['decorator']['jwt']> | undefined
  const tokens = () => {
    loaded ??= import('@elysiajs/jwt').then(({ jwt }) => jwt({ secret }).decorator.jwt)
    return loaded
  }
  // A verified signature stays valid, so only the expiry needs checking again.
  const known = new LRUCache<string, Session & { endsAt: number }>({ max: MOST_KNOWN })
  return {
    sign: async ({ id, sessionVersion }) =>
      (await tokens()).sign({
        sub: String(id),
        ver: sessionVersion,
        jti: crypto.randomUUID(),
        exp: Math.floor(clock().getTime() / 1000) + SESSION_SECONDS,
      }),

    read: async token => {
      const before = known.get(token)
      if (before) return before.endsAt > clock().getTime() ? before : undefined
      const { verify } = await tokens()
      const claims = await verify(token, { algorithms: ['HS256'], requiredClaims: ['exp'], currentDate: clock() })
      const said = v.safeParse(SessionClaims, claims)
      if (!said.success) return undefined
      const { sub, ver, jti, exp } = said.output
      const session = { userId: sub, sessionVersion: ver, sessionId: jti ?? derivedId(token), endsAt: exp * 1000 }
      known.set(token, session)
      return session
    },
  }
}

/** The id of a token signed before tokens had one: 32 hex digits derived from its signed part. */
const derivedId = (token: string) =>
  Bun.CryptoHasher.hash('sha256', token.slice(0, token.lastIndexOf('.')), 'hex').slice(0, 32)
