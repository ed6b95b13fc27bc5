import type { RemovedKeys } from '../../core/accounts/accounts.ts'
import type { Transaction } from './client.ts'
import { queueMail } from './outbox.ts'

export const nothingRemoved: RemovedKeys = { passwordRemoved: false, appleSignInRemoved: false }

/**
 * An address has shown itself to be its holder's. The first time, whoever set a password or an Apple link on the account
 * before may have been somebody else: those go, every session ends, and the holder is told by mail. `appleSubject` is
 * the proof itself, where Apple gave it, and stays.
 */
export async function proveAddress(
  sql: Transaction,
  userId: number,
  appleSubject: string | null,
  now: Date,
): Promise<RemovedKeys> {
  // The lock decides between two first proofs, and between a proof and a new password.
  const [before] = await sql<({ email: string } & RemovedKeys)[]>`
    select email,
           password_hash is not null as password_removed,
           coalesce(apple_subject <> coalesce(${appleSubject}, ''), false) as apple_sign_in_removed
    from users
    where id = ${userId}
      and email_verified_at is null
    for no key update`
  if (!before) return nothingRemoved
  const { email, ...removed } = before
  await sql`
    update users
    set email_verified_at = ${now},
        password_hash = null,
        apple_subject = ${appleSubject},
        session_version = session_version + 1
    where id = ${userId}`
  if (removed.passwordRemoved || removed.appleSignInRemoved)
    await queueMail(sql, { recipient: email, userId, template: 'sign-in-removed', props: removed }, now)
  return removed
}
