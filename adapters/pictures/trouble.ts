import { Fault } from '../../core/errors.ts'

/** Storage that is unreachable, full or closed to us. */
class PicturesAway extends Error {
  readonly code: unknown
  constructor(cause: unknown) {
    super(`Picture storage failed: ${cause instanceof Error ? cause.message : cause}`, { cause })
    this.code = (cause as { code?: unknown }).code
  }
}

export async function inStorage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new PicturesAway(cause)
  }
}

/** What callers are told: it is not their fault. */
export const pictureFault = (error: unknown) =>
  error instanceof PicturesAway
    ? new Fault('service-down', 'Pictures are unavailable right now. Try again shortly.')
    : undefined
