import { Database as LockFile } from 'bun:sqlite'

/**
 * An exclusive transaction on a small SQLite file: an OS lock that the kernel releases when its
 * holder dies. Returns undefined while another process holds it; `close` releases it.
 */
export function lockOn(file: string): FolderLock | undefined {
  const lock = new LockFile(file, { create: true })
  try {
    lock.run('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    // Other errors (a full disk, or a file that is no lock) do not mean that someone holds it.
    if (isBusy(error)) return undefined
    throw error
  }
}

/** Runs work that only one process may do at a time; undefined if another is doing it. */
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
