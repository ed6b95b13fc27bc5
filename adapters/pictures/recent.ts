import { LRUCache } from 'lru-cache'
import type { PictureFiles } from '../../core/portal/pictures.ts'
import { turns } from '../program/turns.ts'

type ReadPicture = PictureFiles['read']

/** About thirty of the largest pictures, or a few hundred of the smallest. */
const MOST_BYTES = 32 * 1024 * 1024
/** Reading a picture from the database takes several times its size in memory. */
const MOST_AT_ONCE = 4

/**
 * Caches pictures, reads each only once when many ask for it, and only a few at a time. The content
 * of a key never changes.
 */
export function readRecently(read: ReadPicture): ReadPicture {
  const recent = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ length }) => Math.max(1, length),
  })
  const underWay = new Map<string, ReturnType<ReadPicture>>()
  const inTurn = turns(MOST_AT_ONCE)
  const readNow = async (name: string, ...file: Parameters<ReadPicture>) => {
    try {
      const bytes = await inTurn(() => read(...file))
      if (bytes) recent.set(name, bytes)
      return bytes
    } finally {
      underWay.delete(name)
    }
  }

  return (key, width) => {
    const name = `${key} ${width}`
    const known = recent.get(name)
    if (known) return Promise.resolve(known)
    const reading = underWay.get(name) ?? readNow(name, key, width)
    underWay.set(name, reading)
    return reading
  }
}
