import type { AccountOwner, RemovedKeys } from '../../../core/accounts/accounts.ts'
import type { Transaction } from '../engine/client.ts'
import { queueMail } from '../events/outbox.ts'

export const nothingRemoved: RemovedKeys = {
  passwordRemoved: false,
  appleSignInRemoved: false,
  claimRemoved: false,
}

interface ProvenBy {
  appleSubject?: string
  claimId?: number
  /** Whoever proves the address, if they have also shown that the account is theirs. */
  owner: AccountOwner | undefined
}

/**
 * Called when somebody has proven that the address of an account is theirs. Nothing else changes if
 * they own the account, too. For a stranger's first proof, the password, Apple link or claim that
 * the account has may be from somebody else: these are removed, every session ends, and the owner
 * of the address is told by mail. An Apple link or claim that is itself the proof stays.
 */
export async function proveAddress(
  sql: Transaction,
  userId: number,
  { appleSubject, claimId, owner }: ProvenBy,
  now: Date,
): Promise<RemovedKeys> {
  // The lock makes two first proofs take turns, and so do a proof and a new password.
  const [before] = await sql<({ email: string; sessionVersion: number } & Omit<RemovedKeys, 'claimRemoved'>)[]>`
    select email,
           session_version,
           password_hash is not null as password_removed,
           coalesce(apple_subject <> ${appleSubject ?? ''}, false) as apple_sign_in_removed
    from users
    where id = ${userId}
      and email_verified_at is null
    for no key update`
  if (!before) return nothingRemoved
  const { email, sessionVersion, ...keys } = before
  if (owner?.id === userId && owner.sessionVersion === sessionVersion) {
    await sql`
      update users
      set email_verified_at = ${now},
          apple_subject = coalesce(${appleSubject ?? null}, apple_subject)
      where id = ${userId}`
    return nothingRemoved
  }
  await sql`
    update users
    set email_verified_at = ${now},
        password_hash = null,
        apple_subject = ${appleSubject ?? null},
        session_version = session_version + 1
    where id = ${userId}`
  const claims = await sql`
    update roaster_claims
    set state = 'EXPIRED'
    where user_id = ${userId}
      and state in ('PENDING', 'VERIFIED')
      and id is distinct from ${claimId ?? null}`
  const removed = { ...keys, claimRemoved: claims.count > 0 }
  if (Object.values(removed).includes(true))
    await queueMail(sql, { recipient: email, userId, template: 'sign-in-removed', props: removed }, now)
  return removed
}
