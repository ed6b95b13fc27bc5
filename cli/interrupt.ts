const signals = { SIGINT: 130, SIGTERM: 143 } as const

/** Somebody has ended a command before its time: Ctrl-C, or another program. */
export class Interrupted extends Error {
  readonly exitCode: number
  constructor(signal: keyof typeof signals) {
    super('Stopped before the end; what was under way is not saved.')
    this.exitCode = signals[signal]
  }
}

/** What `work` gives, unless it is interrupted. The process must end then: the work cannot be called back. */
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
