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
    // Nobody holds what there is no room for, or what is no lock.
    if (isBusy(error)) return undefined
    throw error
  }
}

/** Does what one process at a time may do; undefined where another is at it. */
export async function unlessLocked<T>(file: string, work: () => Promise<T>): Promise<{ result: T } | undefined> {
  const lock = lockOn(file)
  try {
    return lock && { result: await work() }
  } finally {
    lock?.close()
  }
}

export type FolderLock = Pick<LockFile, 'close'>

const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')
