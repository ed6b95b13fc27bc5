import { expect } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { TestWorld } from './world.ts'

const MOST_TRIES = 5

/**
 * How many milliseconds longer than at rest another request takes while `work` is under way, the embedded engine and
 * all: those that this thread works meanwhile, so that neither a busy machine counts nor what other threads do, and a
 * service that stands still does. Collecting garbage counts too and falls where it falls, so it is the best of several
 * tries, and the first that is short enough ends them.
 */
export async function waitBeside<T = void>(
  world: TestWorld,
  work: (prepared: T) => Promise<unknown>,
  enough = 100,
  /** What each try needs anew, and would take this process its time. */
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
    waits.push(longest - idle)
  }
  return Math.min(...waits)
}

/**
 * Milliseconds by the clock, but for those in which this thread could have gone on and no core was free for it, where the
 * system tells (Linux does). So a machine that is busy with other things does not count, and whatever else somebody waits
 * for does: work that does not pause, a lock, the disk, a timer.
 */
export const clockOfThread = () => performance.now() - queuedMs()

const queuedMs = () => (threadTimes()?.[1] ?? 0) / 1e6

/** Milliseconds that this thread has run, or all of this process where the system does not tell. */
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

/** What comes of `waited`, while somebody works beside it all the time: as a service does, which asks for its mails every second. */
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

/** The status of the answer. On this very thread: fetch has one of its own, which may wait for a core by itself. */
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
