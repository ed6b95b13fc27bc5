import * as v from 'valibot'
import type { Accounts } from '../accounts/accounts.ts'
import type { Secrets } from '../accounts/secrets.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import type { NotificationPreferences, Profiles } from './profiles.ts'

/** Each kind of mail with an unsubscribe link, and the preference that it turns off. */
const endedBy = {
  comments: 'notifyRecipeComments',
  saves: 'notifyRecipeFavorites',
  brews: 'notifyRecipeBrews',
  variations: 'notifyRecipeVariations',
  shelf: 'notifyShelf',
} as const satisfies Record<string, keyof NotificationPreferences>
export type MailKind = keyof typeof endedBy
const kinds = Object.keys(endedBy) as [MailKind, ...MailKind[]]

export const Unsubscribe = v.object({ user: field.id, mail: field.choice(kinds), token: field.text(1, 100) })
type AskedToStop = v.InferOutput<typeof Unsubscribe>

/**
 * The id from which the token of such a link is derived. It does not expire: the link in an old
 * mail must still work.
 */
export const unsubscribeLinkId = (userId: number, mail: MailKind) => `unsubscribe:${userId}:${mail}`

interface UnsubscribePorts {
  accounts: Pick<Accounts, 'byId'>
  profiles: Pick<Profiles, 'setPreferences'>
  secrets: Pick<Secrets, 'linkToken' | 'hash'>
}

/** Whether a link is genuine. Reveals nothing about any account. */
export function checkUnsubscribe({ user, mail, token }: AskedToStop, { secrets }: Pick<UnsubscribePorts, 'secrets'>) {
  const { hash, linkToken } = secrets
  // Compare hashes, so that the time taken reveals nothing about the token.
  if (hash(token) !== hash(linkToken(unsubscribeLinkId(user, mail))))
    throw new Fault('link-expired', 'This link is incomplete. Open it again from the email.')
}

/**
 * Turns off one kind of mail for the holder of the link, without a sign-in. Repeating it, or using
 * it for a deleted account, does no harm.
 */
export async function unsubscribe(asked: AskedToStop, ports: UnsubscribePorts) {
  checkUnsubscribe(asked, ports)
  const { user, mail } = asked
  if (await ports.accounts.byId(user)) await ports.profiles.setPreferences(user, { [endedBy[mail]]: false })
}
