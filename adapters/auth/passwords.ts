import type { Passwords } from '../../core/accounts/accounts.ts'

/** argon2id with Bun's defaults. An unknown account is compared with a hash that nothing matches. */
export function argon2Passwords(): Passwords {
  const nobodysHash = hash(crypto.randomUUID())
  return {
    hash,
    matches: async (password, known) => {
      const matches = await Bun.password.verify(password, known ?? (await nobodysHash))
      return matches && known !== undefined && known !== null
    },
  }
}

const hash = (password: string) => Bun.password.hash(password, 'argon2id')
