import * as v from 'valibot'
import type { Accounts } from '../accounts/accounts.ts'
import type { Secrets } from '../accounts/secrets.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import type { NotificationPreferences, Profiles } from './profiles.ts'

/** Each kind of mail that can be ended by the link in it, and the preference that ends it. */
const endedBy = {
  comments: 'notifyRecipeComments',
  saves: 'notifyRecipeFavorites',
  brews: 'notifyRecipeBrews',
} as const satisfies Record<string, keyof NotificationPreferences>
export type MailKind = keyof typeof endedBy
const kinds = Object.keys(endedBy) as [MailKind, ...MailKind[]]

export const Unsubscribe = v.object({ user: field.id, mail: field.choice(kinds), token: field.text(1, 100) })
type AskedToStop = v.InferOutput<typeof Unsubscribe>

/** What the token of such a link is derived from. It never ends: a mail of years ago must still be able to. */
export const unsubscribeLinkId = (userId: number, mail: MailKind) => `unsubscribe:${userId}:${mail}`

interface UnsubscribePorts {
  accounts: Pick<Accounts, 'byId'>
  profiles: Pick<Profiles, 'setPreferences'>
  secrets: Pick<Secrets, 'linkToken' | 'hash'>
}

/** Whether a link is one of ours; it says nothing of anybody. */
export function checkUnsubscribe({ user, mail, token }: AskedToStop, { secrets }: Pick<UnsubscribePorts, 'secrets'>) {
  const { hash, linkToken } = secrets
  // Compared as hashes, so that the time it takes tells nothing of the token.
  if (hash(token) !== hash(linkToken(unsubscribeLinkId(user, mail))))
    throw new Fault('link-expired', 'This link is not whole; open it from the mail again.')
}

/** Ends one kind of mail for who holds the link, without a sign-in. A second time, or for an account that is gone, is fine. */
export async function unsubscribe(asked: AskedToStop, ports: UnsubscribePorts) {
  checkUnsubscribe(asked, ports)
  const { user, mail } = asked
  if (await ports.accounts.byId(user)) await ports.profiles.setPreferences(user, { [endedBy[mail]]: false })
}
