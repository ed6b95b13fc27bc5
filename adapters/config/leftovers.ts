import { existsSync, rmSync, statSync } from 'node:fs'
import { DAY_MS } from '../../core/dates.ts'

/**
 * Registers a temporary file or folder for removal: when the returned function is called, or at the
 * latest when the process exits.
 */
export function removedAtExit(path: string): () => void {
  const remove = () => {
    process.off('exit', remove)
    // Another file may be written while the folder is being removed, so try again.
    for (let tries = 0; tries < 10 && existsSync(path); tries++) removeQuietly(path)
  }
  process.on('exit', remove)
  return remove
}

/** Whether a killed process left it behind: nothing temporary is in use for a whole day. */
export function isLeftOver(path: string, now: Date) {
  // It may have been removed since the folder was listed.
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && now.getTime() - found.mtimeMs > DAY_MS
}

function removeQuietly(path: string) {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Tried again by the loop above; the next backup removes what is still left.
  }
}
