import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Secrets } from '../../core/accounts/secrets.ts'

export function secretsFrom(sessionSecret: string): Secrets {
  return {
    newId: () => crypto.randomUUID(),
    newShortId: () => randomBytes(9).toString('base64url'),
    newKey: () => randomBytes(20).toString('hex'),
    linkToken: linkId => createHmac('sha256', sessionSecret).update(`link:${linkId}`).digest('base64url'),
    keyedHash: text => createHmac('sha256', sessionSecret).update(`hash:${text}`).digest('base64url'),
    hash: token => createHash('sha256').update(token).digest('base64url'),
    codeChallenge: verifier => createHash('sha256').update(verifier).digest('base64url'),
  }
}
