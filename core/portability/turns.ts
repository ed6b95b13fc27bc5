/** So many take a few milliseconds. */
const ROWS_A_TURN = 50

/** Acts on each row; now and then whoever else waits has a turn. */
export async function inTurns<T>(rows: readonly T[], act: (row: T, at: number) => unknown) {
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await pause()
    await act(row, at)
  }
}

/** What is made of each row, without those of which nothing is, in turns too. */
export async function madeInTurns<T, R>(rows: readonly T[], make: (row: T, at: number) => R | undefined) {
  const made: R[] = []
  await inTurns(rows, (row, at) => {
    const one = make(row, at)
    if (one !== undefined) made.push(one)
  })
  return made
}

const pause = () => new Promise<void>(resolve => setTimeout(resolve, 0))
