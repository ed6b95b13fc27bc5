import type { TestWorld } from './world.ts'

/**
 * How many milliseconds longer than at rest another request takes while `work` is under way, the embedded engine and
 * all: those that this process works meanwhile, so that a busy machine does not count and a service that stands still
 * does. The best of several tries.
 */
export async function waitBeside(world: TestWorld, work: () => Promise<unknown>, tries = 2): Promise<number> {
  const look = async () => {
    const before = process.cpuUsage()
    await fetch(`${world.url}/api/roasters?limit=1`).then(reply => reply.text())
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const waits: number[] = []
  for (let time = 0; time < tries; time++) {
    const idle = Math.min(await look(), await look())
    const working = { done: false }
    const worked = work().finally(() => {
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
