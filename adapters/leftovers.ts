import { rmSync } from 'node:fs'

/** What is made for a while goes when the returned function is called, or, when somebody ends the process before that, with it. */
export function removedAtExit(path: string): () => void {
  const remove = () => {
    process.off('exit', remove)
    rmSync(path, { recursive: true, force: true })
  }
  process.on('exit', remove)
  return remove
}
