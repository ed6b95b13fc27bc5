import { readdirSync, rmSync } from 'node:fs'
import { type FileHandle, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { busyWithOthers, Fault } from '../../core/errors.ts'
import { privateFolder } from '../config/private-folder.ts'
import { errorFields, type Log } from '../program/log.ts'
import { HttpFault } from './faults.ts'

/**
 * Bodies that are too large for memory. They are written to disk as they arrive, and stay there
 * until they are processed.
 */
export interface Uploads {
  /** Reserves room for this many bytes from a person; throws a Fault if there is none. */
  begin: (personId: number, bytes: number) => Promise<Upload>
}

export interface Upload {
  file: FileHandle
  /** Returns the size so far. */
  write: (piece: Uint8Array) => Promise<number>
  end: () => Promise<void>
}

/** In all, at most one for each person. */
const MOST_AT_ONCE = 8
/** Left free for everything else that grows on this disk, such as the database. */
const ROOM_LEFT_BYTES = 256 * 1024 * 1024
/** A client that sends more slowly than this takes up a slot that others wait for. */
const SLOWEST_BYTES_A_SECOND = 64 * 1024
const SLOW_FOR_MS = 60_000

export function uploadsIn(dataDir: string, clock: () => Date, log: Log): Uploads {
  forgetUploads(dataDir)
  /** By person id. */
  const bytesToCome = new Map<number, number>()

  const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Fault) throw error
      log.error('upload failed', errorFields(error))
      throw noRoom()
    }
  }

  return {
    begin: async (personId, bytes) => {
      if (bytesToCome.has(personId))
        throw new Fault(
          'service-down',
          'Another of your archives is still being imported. Send this one when it’s done.',
        )
      if (bytesToCome.size >= MOST_AT_ONCE) throw busyWithOthers()
      bytesToCome.set(personId, bytes)
      const begunAt = clock().getTime()
      const leave = () => bytesToCome.delete(personId)
      try {
        const file = await onDisk(async () => {
          privateFolder(dataDir)
          const { bavail, bsize } = await statfs(dataDir)
          const promised = [...bytesToCome.values()].reduce((sum, bytes) => sum + bytes, 0)
          if (bavail * bsize < promised + ROOM_LEFT_BYTES) throw noRoom()
          return namelessFile(dataDir)
        })
        let size = 0
        return {
          file,
          write: async piece => {
            if (clock().getTime() - begunAt > SLOW_FOR_MS + (1000 * size) / SLOWEST_BYTES_A_SECOND) throw tooSlow()
            await onDisk(async () => {
              for (let at = 0; at < piece.length; )
                at += (await file.write(piece, at, piece.length - at, size + at)).bytesWritten
            })
            size += piece.length
            return size
          },
          end: async () => {
            leave()
            await file.close()
          },
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

const noRoom = () =>
  new Fault(
    'service-down',
    'We can’t take an archive right now. Try again later, or send only the JSON file inside it.',
  )

const tooSlow = () =>
  new HttpFault(
    'body-too-slow',
    `The upload was slower than ${SLOWEST_BYTES_A_SECOND / 1024} KiB a second. Try again with a faster connection.`,
  )

const PREFIX = 'upload-'

/**
 * Unlinks the file at once, so that nobody else can open it and nothing is left of it however this
 * process ends.
 */
async function namelessFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `${PREFIX}${crypto.randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Deletes the files of a process that ended between creating and unlinking one. */
function forgetUploads(folder: string) {
  try {
    for (const name of readdirSync(folder)) if (name.startsWith(PREFIX)) rmSync(join(folder, name), { force: true })
  } catch {
    // No folder, so nothing is left over.
  }
}
