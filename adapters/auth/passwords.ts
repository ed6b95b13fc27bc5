import type { Passwords } from '../../core/accounts/passwords.ts'

/**
 * argon2id, at Bun's default cost unless told otherwise. For an unknown account, the password is
 * compared with a random hash, so that it takes as long as for a known one.
 */
export function argon2Passwords(cost: HashingCost = {}): Passwords {
  const hash = (password: string) => Bun.password.hash(password, { algorithm: 'argon2id', ...cost })
  // Created on first use: most processes that open a database never need it.
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

type HashingCost = Pick<Bun.Password.Argon2Algorithm, 'memoryCost' | 'timeCost'>
