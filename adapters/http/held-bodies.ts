import { busyWithOthers, Fault } from '../../core/errors.ts'
import { limitKey } from '../limits/limits.ts'

/** For all bodies together. Beyond it, requests are told to try again. */
const MAX_HELD_BYTES = 64 * 1024 * 1024
/**
 * Lower for files, so that a few people who upload slowly cannot stop everybody else from signing
 * in, voting and writing.
 */
const MAX_HELD_OF_FILES = 48 * 1024 * 1024
/**
 * For one address, so that nobody can use up everything alone: 128 of the largest bodies that are
 * not files.
 */
const MAX_OF_ADDRESS = MAX_HELD_BYTES / 8
/** For one address, in addition: room for the largest file with the form around it. */
const MAX_FILES_OF_ADDRESS = 18 * 1024 * 1024

interface HeldBytes {
  /** Bodies of routes that take no files. */
  plain: number
  /** Bodies of routes that take files. */
  files: number
}

/**
 * How many bytes of request bodies are held in memory for requests under way, in total and by
 * address.
 */
export interface HeldBodies {
  /** Adds the bytes; a negative number subtracts them. */
  count: (address: string, kind: keyof HeldBytes, bytes: number) => void
  /** Why nothing more of this kind is accepted from this address now; undefined if it is. */
  refusal: (address: string, kind: keyof HeldBytes) => Fault | undefined
}

export function heldBodies(): HeldBodies {
  const all: HeldBytes = { plain: 0, files: 0 }
  // Holds only addresses that have something under way, so it cannot outgrow the open connections.
  const byAddress = new Map<string, HeldBytes>()
  return {
    count: (address, kind, bytes) => {
      const key = limitKey(address)
      const own = byAddress.get(key) ?? { plain: 0, files: 0 }
      own[kind] += bytes
      all[kind] += bytes
      if (own.plain === 0 && own.files === 0) byAddress.delete(key)
      else byAddress.set(key, own)
    },
    refusal: (address, kind) => {
      const own = byAddress.get(limitKey(address))
      if (own && (own.plain > MAX_OF_ADDRESS || own.files > MAX_FILES_OF_ADDRESS)) return tooMuchAtOnce()
      if (all.plain + all.files > MAX_HELD_BYTES || (kind === 'files' && all.files > MAX_HELD_OF_FILES))
        return busyWithOthers()
      return undefined
    },
  }
}

const tooMuchAtOnce = () =>
  new Fault(
    'service-down',
    'Too much is being uploaded from your network at once. Wait for some uploads to finish, then try again.',
  )
