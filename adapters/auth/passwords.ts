import type { Passwords } from '../../core/accounts/accounts.ts'

/** argon2id with Bun's defaults. An unknown account is compared with a hash that nothing matches. */
export function argon2Passwords(): Passwords {
  // Made when it is first needed: most processes that open a database never compare with it.
  let nobodysHash: Promise<string> | undefined
  return {
    hash,
    matches: async (password, known) => {
      if (known !== undefined && known !== null) return Bun.password.verify(password, known)
      nobodysHash ??= hash(crypto.randomUUID())
      await Bun.password.verify(password, await nobodysHash)
      return false
    },
  }
}

const hash = (password: string) => Bun.password.hash(password, 'argon2id')
