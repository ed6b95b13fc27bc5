import { Unreachable } from '../../core/outside.ts'

/** What the developer of the server is told. */
export const whyUnreachable = (reading: Promise<unknown>) =>
  reading.then(
    () => 'It was read.',
    error => {
      if (!(error instanceof Unreachable)) throw error
      return error.message
    },
  )
