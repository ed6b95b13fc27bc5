import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config-error.ts'

/**
 * The folder of all that we keep here is ours alone: it is made so, an open one that holds nothing else is closed, and
 * any other is refused. Whoever may write there could give us their own database or secret.
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

/** What we make, and what a new disk has. */
const ours =
  /^(pglite(\.new)?|mail|pictures|backups|(copy|extensions)-\w+|upload-[\w-]+|((backup|upgrade)-)?lock(-journal)?|session-secret|socket(\.new)?|grinders(-\w+)?\.json(\.\d+)?|\.s\.PGSQL\.5432|lost\+found)$/

function isOpen(folder: string) {
  const { mode, uid } = statSync(folder)
  const me = process.getuid?.()
  // Windows has no such bits. Root may use what somebody has handed it.
  if (me === undefined) return false
  return (mode & 0o077) !== 0 || (uid !== me && me !== 0)
}

/** Whose a file or folder is, where we are root and it is not ours: what root makes beside it would shut its owner out. */
export function ownerBesidesRoot(path: string): number | undefined {
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  return process.getuid?.() === 0 && owner !== 0 ? owner : undefined
}

/** Closes what a program has opened by name, whatever the umask says. */
export function closeFilesIn(folder: string) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, entry.isDirectory() ? 0o700 : 0o600)
  }
}

let holders = 0
let umaskBefore = 0o022

/** From here until the returned function is called, every file that this process makes is its owner's only. */
export function makePrivateFiles() {
  if (holders++ === 0) umaskBefore = process.umask(0o077)
  let held = true
  return () => {
    if (held && --holders === 0) process.umask(umaskBefore)
    held = false
  }
}
