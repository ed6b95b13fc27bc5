/** Processing this many rows takes a few milliseconds. */
const ROWS_BETWEEN_PAUSES = 20

/** Calls `act` for each row, pausing now and then so that other requests can run. */
export async function eachWithPauses<T>(rows: readonly T[], act: (row: T, at: number) => unknown) {
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_BETWEEN_PAUSES === ROWS_BETWEEN_PAUSES - 1) await pause()
    await act(row, at)
  }
}

/** Maps each row in the same way and drops undefined results. */
export async function mapWithPauses<T, R>(rows: readonly T[], make: (row: T, at: number) => R | undefined) {
  const made: R[] = []
  await eachWithPauses(rows, (row, at) => {
    const one = make(row, at)
    if (one !== undefined) made.push(one)
  })
  return made
}

export const pause = () => new Promise<void>(resolve => setTimeout(resolve, 0))
