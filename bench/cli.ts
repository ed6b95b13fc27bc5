/** `bun bench/cli.ts`: how long a command line takes to answer, beside a Bun that does nothing. On a quiet machine. */
const ROUNDS = 20

for (const [name, ...args] of [
  ['nothing', '-e', '0'],
  ['convert', 'cli/main.ts', 'convert', 'c40 mk4', '24', 'k ultra'],
  ['chart', 'cli/main.ts', 'chart', 'encore'],
  ['grinders list', 'cli/main.ts', 'grinders', 'list'],
] as const) {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now()
    await Bun.spawn([process.execPath, ...args], { stdout: 'ignore' }).exited
    times.push(performance.now() - started)
  }
  times.sort((one, other) => one - other)
  const [best = 0, median = 0] = [times[0], times[ROUNDS / 2]]
  console.log(`${name}: best ${Math.round(best)} ms, half within ${Math.round(median)} ms`)
}

export {}
