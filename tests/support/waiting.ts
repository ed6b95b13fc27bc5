import type { TestWorld } from './world.ts'

const MOST_TRIES = 5

/**
 * How many milliseconds longer than at rest another request takes while `work` is under way, the embedded engine and
 * all: those that this process works meanwhile, so that a busy machine does not count and a service that stands still
 * does. Collecting garbage counts too and falls where it falls, so it is the best of several tries, and the first that is
 * short enough ends them.
 */
export async function waitBeside<T = void>(
  world: TestWorld,
  work: (prepared: T) => Promise<unknown>,
  enough = 100,
  /** What each try needs anew, and would take this process its time. */
  prepare: () => Promise<T> = async () => undefined as T,
): Promise<number> {
  const look = async () => {
    const before = process.cpuUsage()
    await fetch(`${world.url}/api/roasters?limit=1`).then(reply => reply.text())
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const waits: number[] = []
  while (waits.length < MOST_TRIES && !waits.some(wait => wait < enough)) {
    const prepared = await prepare()
    const idle = Math.min(await look(), await look())
    const working = { done: false }
    const worked = work(prepared).finally(() => {
      working.done = true
    })
    let longest = 0
    do longest = Math.max(longest, await look())
    while (!working.done)
    await worked
    waits.push(longest - idle)
  }
  return Math.min(...waits)
}
