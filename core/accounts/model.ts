import * as v from 'valibot'
import * as field from '../fields.ts'
import type { HomeWater } from '../water/home-water.ts'
import type { Scope } from './scopes.ts'

/** A signed-in person, as every use case sees them. */
export interface Person {
  id: number
  email: string
  displayName: string
  water: HomeWater
  /** The version of the session they came with; see `Session`. */
  sessionVersion: number
  sessionId: string
  /** Whether they have described grinders, which only their own requests see. */
  describesGrinders?: boolean
  /** For which of their drinkers they ask; missing or 0: for themselves. */
  drinkerId?: number
  /** What the request was sent with, and what that may do. Both are missing if the person signed in. */
  key?: AppKey | { kind: 'token'; id: number }
  scopes?: readonly Scope[]
}

/** An app's access token. It opens an address of ours, and what is below it. */
interface AppKey {
  kind: 'app'
  id: number
  resource: string
}

/** What a session token contains, once its signature has been checked. */
export interface Session {
  userId: number
  /** Raising the account's version ends all its sessions at once. */
  sessionVersion: number
  /** Needed to end this session only. */
  sessionId: string
}

export const User = v.object({
  id: field.id,
  email: v.string(),
  name: v.string(),
  createdAt: field.instant,
})
export type User = v.InferOutput<typeof User>

export interface NamedUser {
  id: number
  name: string | null
}

/** A person who gave no name is shown as a number, never by their address. */
export const displayNameOf = (user: NamedUser) => user.name ?? `Brewer ${user.id}`

/** A person as others see them next to what they wrote. */
export const presentPerson = (user: NamedUser) => ({ id: user.id, displayName: displayNameOf(user) })

export const hasOwnName = ({ id, displayName }: Pick<Person, 'id' | 'displayName'>) =>
  displayName !== displayNameOf({ id, name: null })

const password = v.pipe(
  field.boundedText(1000),
  v.minLength(8, 'must have at least 8 characters'),
  field.noLongerThan(1000),
)

/**
 * A password that was set earlier. Its form does not matter here: it either matches or it does not.
 */
const knownPassword = v.pipe(field.boundedText(1000), field.noLongerThan(1000))

export const Register = v.object({
  email: field.email,
  password,
  name: v.optional(field.name),
  invitation: v.pipe(
    v.optional(field.token),
    v.description('The token of an invitation to this address, if accounts are by invitation.'),
  ),
})
export const Login = v.object({ email: field.email, password: knownPassword })
const next = v.optional(v.pipe(field.sitePath, v.description('The page of this site to continue to, as a path.')))
export const RequestMagicLink = v.object({ email: field.email, next })
export const VerifyMagicLink = v.object({ token: field.token, next })
export const SignInWithApple = v.object({
  identityToken: field.text(1, 10_000),
  email: v.optional(field.email),
})
export const ChangePassword = v.object({
  newPassword: password,
  currentPassword: v.optional(knownPassword),
})

export const SetNewPassword = v.object({ token: field.token, newPassword: password })

export const SignedIn = v.object({ success: v.literal(true), user: User, token: v.string() })

export const SessionId = v.object({
  id: v.pipe(field.boundedText(36, 'must be the ID of a session'), v.uuid('must be the ID of a session')),
})
export const SignedInOn = v.object({
  sessions: v.array(
    v.object({
      id: v.string(),
      device: v.pipe(v.string(), v.description('For example "Firefox on a Mac".')),
      isPhone: v.boolean(),
      lastUsedAt: v.pipe(field.instant, v.description('To within ten minutes.')),
      isCurrent: v.boolean(),
    }),
  ),
})

export const ChangeEmail = v.object({ email: field.email, currentPassword: v.optional(knownPassword) })
export const ConfirmEmail = v.object({ token: field.token })

/** Present when the address was proven for the first time and this removed something set before. */
export const removedKeys = {
  passwordRemoved: v.optional(v.literal(true)),
  appleSignInRemoved: v.optional(v.literal(true)),
  claimRemoved: v.optional(v.literal(true)),
}
export const Entered = v.object({ ...SignedIn.entries, ...removedKeys })
/** A sign-in by a mailed link, which may name the page to continue on. */
export const EnteredByLink = v.object({ ...Entered.entries, next: v.optional(v.string()) })
export const MagicLinkSent = v.object({ success: v.literal(true), message: v.string() })

/** Shown before a link confirms an address for the first time: somebody else may have set it up. */
export const FIRST_PROOF =
  'This link also confirms your address for the first time. To keep your password, open the link where you’re signed in, or type the password once. Otherwise we’ll remove it and sign out every device.'

export const MAGIC_LINK_MINUTES = 60
export const CONFIRM_LINK_HOURS = 24
export const SESSION_DAYS = 7
