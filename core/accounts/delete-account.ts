import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import type { Account, Accounts } from './accounts.ts'
import type { Person } from './model.ts'

interface DeletionPorts {
  accounts: Pick<Accounts, 'byId' | 'close' | 'erase'>
  clock: Clock
}

/**
 * Takes a second or two. The browser should not wait longer, so the next sweep deletes the rest of
 * a longer brew log.
 */
const MOST_BREWS_AT_ONCE = 10_000

/**
 * Closes the account at once. When this returns, everything of the person's is deleted, except for
 * the rest of a very long brew log.
 */
export async function deleteAccount(_: unknown, { accounts, clock }: DeletionPorts, person: Person) {
  await accounts.close(person.id, clock())
  await accounts.erase(person.id, clock(), MOST_BREWS_AT_ONCE)
  return { success: true as const }
}

/**
 * The first half, for an admin, whose command runs in one transaction. The account must still have
 * the address that the admin confirmed.
 */
export async function closeAccount({ id, email }: Pick<Account, 'id' | 'email'>, { accounts, clock }: DeletionPorts) {
  // If two admins do this at the same moment, the second finds nothing to close.
  if ((await accounts.byId(id))?.email !== email || !(await accounts.close(id, clock())))
    throw new Fault('not-found', `Account ${id} (${email}) no longer exists; nothing was deleted.`)
}
