import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

/**
 * Ensures that only we can access the data folder. It is created private; one that is open to
 * others is closed if it contains only our files, and refused otherwise. Anyone who could write
 * there could plant a database or a secret.
 */
export function privateFolder(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!isOpen(folder)) return
  if (readdirSync(folder).every(name => ours.test(name))) {
    try {
      chmodSync(folder, 0o700)
    } catch {}
  }
  if (isOpen(folder))
    throw new ConfigError(
      `DATA_DIR is open to other users of this machine: give Dialin a folder of its own, or close this one with chmod 700 ${folder}`,
    )
}

/** Names of files that we create, and of what an empty disk contains. */
const ours =
  /^(pglite(\.new)?|mail|pictures|backups|(copy|extensions)-\w+|upload-[\w-]+|((backup|upgrade)-)?lock(-journal)?|session-secret|socket(\.new)?|(equipment|grinders)(-\w+)?\.json(\.\d+)?|\.s\.PGSQL\.5432|lost\+found)$/

function isOpen(folder: string) {
  const { mode, uid } = statSync(folder)
  const me = process.getuid?.()
  // Windows has no such permission bits. Root may use a folder that belongs to another user.
  if (me === undefined) return false
  return (mode & 0o077) !== 0 || (uid !== me && me !== 0)
}

/**
 * The owner of a path, if we are root and the owner is someone else: files that root creates next
 * to it would be closed to that owner.
 */
export function ownerBesidesRoot(path: string): number | undefined {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  return process.getuid?.() === 0 && owner !== 0 ? owner : undefined
}

/**
 * Makes files private that a program explicitly created with open permissions, whatever the umask.
 */
export function closeFilesIn(folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, entry.isDirectory() ? 0o700 : 0o600)
  }
}

let holders = 0
let umaskBefore = 0o022

/**
 * Until the returned function is called, every file that this process creates is private to its
 * owner.
 */
export function makePrivateFiles() {
  if (holders++ === 0) umaskBefore = process.umask(0o077)
  let held = true
  return () => {
    if (held && --holders === 0) process.umask(umaskBefore)
    held = false
  }
}
