/** Runs at most `most` pieces of work at once; the rest wait their turn. */
export function turns(most: number) {
  const waiting: (() => void)[] = []
  let free = most
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free === 0) await new Promise<void>(begin => waiting.push(begin))
    else free--
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
