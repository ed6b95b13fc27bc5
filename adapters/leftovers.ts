import { existsSync, rmSync } from 'node:fs'

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

function removeQuietly(path: string) {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // What is still there is tried again, and forgotten by the next backup.
  }
}
