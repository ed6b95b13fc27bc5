const signals = { SIGINT: 130, SIGTERM: 143 } as const

/** A command was stopped before it finished: by Ctrl-C, or by another program. */
export class Interrupted extends Error {
  readonly exitCode: number
  constructor(signal: keyof typeof signals) {
    super('Interrupted. Unfinished work was not saved.')
    this.exitCode = signals[signal]
  }
}

/**
 * The result of `work`, unless it is interrupted. Then the process must exit, because the work
 * cannot be cancelled.
 */
export async function untilInterrupted<T>(work: () => Promise<T>): Promise<T> {
  const { promise: interrupted, reject } = Promise.withResolvers<never>()
  const stop = (signal: NodeJS.Signals) => reject(new Interrupted(signal as keyof typeof signals))
  for (const signal of Object.keys(signals)) process.once(signal, stop)
  try {
    return await Promise.race([work(), interrupted])
  } finally {
    for (const signal of Object.keys(signals)) process.off(signal, stop)
  }
}
