import { Database as LockFile } from 'bun:sqlite'

/**
 * An exclusive transaction on a small SQLite file: an OS lock that the kernel drops when its holder dies. Undefined while
 * somebody else holds it; `close` lets go of it.
 */
export function lockOn(file: string): FolderLock | undefined {
  const lock = new LockFile(file, { create: true })
  try {
    lock.run('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    // Nobody holds what there is no room for.
    if (isFull(error)) throw error
    return undefined
  }
}

export type FolderLock = Pick<LockFile, 'close'>

const isFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL'
