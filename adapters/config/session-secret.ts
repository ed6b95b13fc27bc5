import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from './private-folder.ts'

/** The stored secret, or undefined if there is none; throws if it cannot be read. */
export function storedSecretIn(dataDir: string) {
  const path = join(dataDir, STORED_SECRET)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw Object.assign(error as Error, { path })
  }
}

const STORED_SECRET = 'session-secret'

/** Generates a secret once and stores it, so that sessions survive a restart. */
export function secretMadeIn(dataDir: string) {
  const made = randomBytes(32).toString('base64url')
  privateFolder(dataDir)
  try {
    writeFileSync(join(dataDir, STORED_SECRET), made, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return storedSecretIn(dataDir) ?? made
}
