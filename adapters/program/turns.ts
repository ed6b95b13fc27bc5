/** Work of which so much is done at once; the rest waits for its turn. */
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
