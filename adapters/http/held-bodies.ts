import { busyWithOthers, Fault } from '../../core/errors.ts'
import { limitKey } from '../limits/limits.ts'

/** All bodies together; beyond it a request is told to come again. */
const MAX_HELD_BYTES = 64 * 1024 * 1024
/** Few who send files slowly would fill the rest: everybody else still signs in, votes and writes. */
const MAX_HELD_OF_FILES = 48 * 1024 * 1024
/** What one address may have us hold, so that nobody fills all of it alone: 128 of the largest bodies that are no file. */
const MAX_OF_ADDRESS = MAX_HELD_BYTES / 8
/** Beside that, room for the largest file with the form around it. */
const MAX_FILES_OF_ADDRESS = 18 * 1024 * 1024

interface HeldBytes {
  /** Of requests that bring no file. */
  plain: number
  /** Of routes that take files. */
  files: number
}

/** How many bytes of bodies the requests under way have sent so far, in all and by address. */
export interface HeldBodies {
  /** Adds the bytes, or takes them away where they are negative. */
  count: (address: string, kind: keyof HeldBytes, bytes: number) => void
  /** Why no more of this kind is taken from this address now, if it is not. */
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
    'Too much is being sent from your network at once; wait until some of it has arrived, then try again.',
  )
