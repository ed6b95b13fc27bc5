import * as v from 'valibot'
import type { Clock } from '../clock.ts'
import { DAY_MS } from '../dates.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import type { Person } from './model.ts'
import { Scope, scopes } from './scopes.ts'
import type { Secrets } from './secrets.ts'

export const MOST_API_TOKENS = 50
/** Expired tokens are listed this long, so that people see why a program has stopped. */
export const EXPIRED_LISTED_DAYS = 30
const USUAL_DAYS = 90

const API_TOKEN_PREFIX = 'dln_'
/** How much of a token is kept to recognise it by. */
const SHOWN_LENGTH = API_TOKEN_PREFIX.length + 4

export const isApiToken = (token: string) => token.startsWith(API_TOKEN_PREFIX)

export const ApiToken = v.object({
  id: field.id,
  name: v.string(),
  startsWith: v.pipe(v.string(), v.description('The first eight characters, to recognise it by.')),
  scopes: v.array(Scope),
  createdAt: field.instant,
  expiresAt: field.instant,
  lastUsedAt: v.pipe(v.nullable(field.instant), v.description('To within ten minutes. Null: never used.')),
})
export type ApiToken = v.InferOutput<typeof ApiToken>

export const CreateApiToken = v.object({
  name: v.pipe(field.name, field.noLongerThan(60), v.description('What it is for, for example "Kitchen scale".')),
  scopes: v.pipe(
    v.array(Scope, 'must be a list'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(scopes.length, `must name at most ${scopes.length}`),
    v.description(
      '`read`: see what is yours. `log`: add, change and delete brews and bags. `write`: change recipes, gear and taste; vote, comment and follow. `roaster`: work in the roaster portal.',
    ),
  ),
  expiresInDays: v.optional(field.integer(1, 366), USUAL_DAYS),
})
export const ApiTokenId = v.object({ id: field.id })
export const ApiTokensReply = v.object({ tokens: v.array(ApiToken) })
export const ApiTokenCreated = v.object({
  secret: v.pipe(v.string(), v.description('The token itself. Keep it: it is never shown again.')),
  ...ApiToken.entries,
})

export interface ApiTokens {
  /** The newest first. */
  list: (userId: number, expiredSince: Date) => Promise<ApiToken[]>
  /**
   * Queues a mail about it. Refused if the session has ended meanwhile, if the address is not proven
   * (it may be somebody else's), if another token that works has the name (a form may be sent twice),
   * or if there are too many.
   */
  add: (
    person: Person,
    token: Pick<ApiToken, 'name' | 'startsWith' | 'scopes'> & { tokenHash: string; expiresAt: Date },
    now: Date,
  ) => Promise<ApiToken | 'not-signed-in' | 'not-proven' | 'name-taken' | 'most'>
  /** False when the person has no such token. */
  remove: (userId: number, id: number) => Promise<boolean>
  /** Whose token it is and what it may do, while it works. */
  personWith: (tokenHash: string, now: Date) => Promise<Person | undefined>
  /** Records that a token is in use. */
  noteUse: (id: number, now: Date) => Promise<void>
}

interface ApiTokenPorts {
  apiTokens: ApiTokens
  clock: Clock
}

export const listApiTokens = async (_: unknown, { apiTokens, clock }: ApiTokenPorts, { id }: Person) => ({
  tokens: await apiTokens.list(id, new Date(clock().getTime() - EXPIRED_LISTED_DAYS * DAY_MS)),
})

/** Returns the token itself, which is not kept. */
export async function createApiToken(
  { name, scopes, expiresInDays }: v.InferOutput<typeof CreateApiToken>,
  { apiTokens, clock, secrets }: ApiTokenPorts & { secrets: Secrets },
  person: Person,
) {
  const now = clock()
  const secret = `${API_TOKEN_PREFIX}${secrets.newKey()}`
  const added = await apiTokens.add(
    person,
    {
      name,
      startsWith: secret.slice(0, SHOWN_LENGTH),
      scopes: [...new Set(scopes)],
      tokenHash: secrets.hash(secret),
      expiresAt: new Date(now.getTime() + expiresInDays * DAY_MS),
    },
    now,
  )
  if (added === 'not-signed-in') throw new Fault(added, 'The session has ended; sign in again.')
  if (added === 'not-proven')
    throw new Fault(
      'not-allowed',
      'Confirm your email address first: open the link we sent you, or ask for a sign-in link.',
    )
  if (added === 'name-taken')
    throw new Fault(added, `You already have a token called “${name}”. Choose another name, or revoke that one first.`)
  if (added === 'most')
    throw new Fault('invalid', `You can have up to ${MOST_API_TOKENS} tokens. Revoke one that you no longer use first.`)
  return { ...added, secret }
}

export async function revokeApiToken(
  { id }: v.InferOutput<typeof ApiTokenId>,
  { apiTokens }: Pick<ApiTokenPorts, 'apiTokens'>,
  person: Person,
) {
  if (!(await apiTokens.remove(person.id, id))) throw new Fault('not-found', `You don’t have a token ${id}.`)
  return { success: true as const }
}
