import { existsSync, rmSync, statSync } from 'node:fs'
import { DAY_MS } from '../../core/dates.ts'

/** What is made for a while goes when the returned function is called, or, when somebody ends the process before that, with it. */
export function removedAtExit(path: string): () => void {
  const remove = () => {
    process.off('exit', remove)
    // A file that is written just then is there again a moment later.
    for (let tries = 0; tries < 10 && existsSync(path); tries++) removeQuietly(path)
  }
  process.on('exit', remove)
  return remove
}

/** Whether a killed process has left it: nothing that is made for a while takes a day. */
export function isLeftOver(path: string, now: Date) {
  // Gone since the folder was read, it is nobody's any more.
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && now.getTime() - found.mtimeMs > DAY_MS
}

function removeQuietly(path: string) {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // What is still there is tried again, and forgotten by the next backup.
  }
}
