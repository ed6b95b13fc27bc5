import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import type { Account, Accounts } from './accounts.ts'
import type { Person } from './model.ts'

interface DeletionPorts {
  accounts: Pick<Accounts, 'byId' | 'close' | 'erase'>
  clock: Clock
}

/** Takes a second or two. Nobody's browser is to wait longer, so of a longer log the next sweep deletes the rest. */
const MOST_BREWS_AT_ONCE = 10_000

/** Closes the account at once. When this returns, everything of the person's is gone, but for the rest of a very long log. */
export async function deleteAccount(_: unknown, { accounts, clock }: DeletionPorts, person: Person) {
  await accounts.close(person.id, clock())
  await accounts.erase(person.id, clock(), MOST_BREWS_AT_ONCE)
  return { success: true as const }
}

/** The first half, for an admin, whose act is one transaction; the address must be the one that was confirmed. */
export async function closeAccount({ id, email }: Pick<Account, 'id' | 'email'>, { accounts, clock }: DeletionPorts) {
  // Of two at the same moment, the second finds nothing to close.
  if ((await accounts.byId(id))?.email !== email || !(await accounts.close(id, clock())))
    throw new Fault('not-found', `There is no account ${id} of ${email} any more; nothing is deleted.`)
}
