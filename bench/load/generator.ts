import { quantile } from '../statistics.ts'
import type { CheckedRequest, Load, LoadJob } from './load.ts'
import { replyReader } from './reply.ts'

/**
 * A separate process that sends requests over open connections, each as soon as the previous reply
 * has arrived. It uses bare sockets, because `fetch` would cost this side more than most servers
 * spend on the reply.
 */
process.on('message', async (job: LoadJob) => {
  const before = process.cpuUsage()
  const started = performance.now()
  const load = await run(job).catch(error => String(error))
  const { user, system } = process.cpuUsage(before)
  const busy = (user + system) / 1000 / (performance.now() - started)
  process.send?.(typeof load === 'string' ? { failed: load } : { ...load, busy })
})

async function run({ port, requests, connections, seconds }: LoadJob): Promise<Omit<Load, 'busy'>> {
  const encoded = requests.map(request => encode(request, port))
  const times: number[] = []
  let next = 0
  const started = performance.now()
  const end = started + seconds * 1000

  const connection = () =>
    new Promise<void>((done, failed) => {
      let sentAt = 0
      let current = requests[0] as CheckedRequest
      const reader = replyReader()
      const send = (socket: Bun.Socket) => {
        const at = next++ % encoded.length
        current = requests[at] as CheckedRequest
        sentAt = performance.now()
        socket.write(encoded[at] as Uint8Array)
      }
      Bun.connect({
        hostname: '127.0.0.1',
        port,
        socket: {
          open: send,
          data: (socket, bytes) => {
            const status = reader(bytes)
            if (status === undefined) return
            const now = performance.now()
            if (status !== current.status) {
              failed(new Error(`${current.method} ${current.path} answered ${status}, not ${current.status}`))
              socket.end()
              return
            }
            times.push(now - sentAt)
            if (now < end) return send(socket)
            done()
            socket.end()
          },
          close: () => failed(new Error('the server closed a connection')),
          error: (_, error) => failed(error),
        },
      }).catch(failed)
    })

  await Promise.all(Array.from({ length: connections }, connection))
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map(share => quantile(times, share)) as [number, number, number]
  return { rate: (times.length / (performance.now() - started)) * 1000, done: times.length, p50, p95, p99 }
}

function encode({ method, path, headers, body = '' }: CheckedRequest, port: number) {
  const lines = Object.entries({ host: `localhost:${port}`, ...headers, ...(body && contentOf(body)) })
  return new TextEncoder().encode(
    `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
}

const contentOf = (body: string) => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
})
