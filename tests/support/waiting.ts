import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import { many } from './many.ts'
import type { TestWorld } from './world.ts'

const MOST_TRIES = 5

/**
 * How many milliseconds longer than usual another request takes while `work` is running, including
 * the embedded engine. Only time that this thread works counts, so a busy machine or other threads
 * do not matter, but a blocked service does. Garbage collection counts and comes at random, so the
 * best of several tries is used, and the first that is short enough ends them. A try that is too
 * long is divided by how slow the machine is at that moment, see `slowness`.
 */
export async function waitBeside<T = void>(
  world: TestWorld,
  work: (prepared: T) => Promise<unknown>,
  enough = 100,
  /** Prepares each try, outside the measured time. */
  prepare: () => Promise<T> = async () => undefined as T,
): Promise<number> {
  const look = async () => {
    const before = workedMs()
    expect(await askOnThread(world, { route: 'GET /api/roasters?limit=1' })).toBe(200)
    return workedMs() - before
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
    const wait = longest - idle
    waits.push(wait < enough ? wait : wait / slowness())
  }
  return Math.min(...waits)
}

/**
 * Limits in milliseconds are meant for a machine that does the work below in this time. The same
 * machine takes half as long again at other hours of the day, when its neighbours are busy.
 */
const YARDSTICK_MS = 28

/** How much longer this thread takes at the moment for the same work: 2 is twice as long. At least 1. */
export function slowness() {
  const yardstick = JSON.stringify(many(20_000, at => ({ at, name: `x${at}`, pair: [at, at + 1] })))
  const times = many(3, () => {
    const before = workedMs()
    for (let round = 0; round < 4; round++) JSON.stringify(JSON.parse(yardstick))
    return workedMs() - before
  })
  return Math.max(1, Math.min(...times) / YARDSTICK_MS)
}

/**
 * Elapsed milliseconds, without the time in which this thread was ready but no core was free, if
 * the system reports that (Linux does). So other load on the machine does not count, but everything
 * else does that a person waits for: work without a pause, a lock, the disk, a timer.
 */
export const clockOfThread = () => performance.now() - queuedMs()

const queuedMs = () => (threadTimes()?.[1] ?? 0) / 1e6

/**
 * Milliseconds that this thread has run, or the whole process if the system does not report
 * threads.
 */
function workedMs() {
  const times = threadTimes()
  if (times) return times[0] / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** How many nanoseconds this thread has run, and has waited for a core. */
function threadTimes(): [ran: number, queued: number] | undefined {
  try {
    const [ran, queued] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ').map(Number)
    return [ran ?? 0, queued ?? 0]
  } catch {
    return undefined
  }
}

/**
 * The result of `waited`, while `work` keeps running next to it, as in a service that checks for
 * mail every second.
 */
export async function besideWork<T>(work: () => Promise<unknown>, waited: Promise<T>): Promise<T> {
  const ended = waited.then(
    () => true,
    () => true,
  )
  while (!(await Promise.race([ended, work().then(() => false)])));
  return waited
}

interface AskedCall {
  route: string
  as?: { token: string }
  body?: object
}

/**
 * The status of the reply. Uses this thread, because fetch has its own, which may have to wait for
 * a core.
 */
export function askOnThread({ port }: TestWorld, { route, as, body }: AskedCall, from?: string): Promise<number> {
  const text = body ? JSON.stringify(body) : ''
  const lines = [
    `${route} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    ...(from ? [`x-forwarded-for: ${from}`] : []),
    ...(as ? [`authorization: Bearer ${as.token}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
  ]
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let answer = ''
  void Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: socket => void socket.write(`${lines.join('\r\n')}\r\n\r\n${text}`),
      data: (_, bytes) => {
        answer += bytes.toString('latin1')
      },
      close: () => resolve(Number(answer.split(' ', 2)[1])),
      error: (_, error) => reject(error),
    },
  }).catch(reject)
  return promise
}
