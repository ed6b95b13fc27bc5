import { join } from 'node:path'

/** A request, and the status that its reply must have. */
export interface CheckedRequest {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
  status: number
}

export interface LoadJob {
  port: number
  requests: readonly CheckedRequest[]
  connections: number
  seconds: number
}

/** The results, with times in milliseconds. */
export interface Load {
  /** Requests per second. */
  rate: number
  done: number
  p50: number
  p95: number
  p99: number
  /** The share of a core that the generator used. Near 1, it is measuring itself. */
  busy: number
}

export const CONNECTIONS = 32

export type Generator = ReturnType<typeof startGenerator>

/** The process that makes the load, one job at a time. */
export function startGenerator() {
  let answered: (reply: Load | { failed: string }) => void = () => {}
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'generator.ts')], {
    ipc: reply => answered(reply as Load | { failed: string }),
    stdout: 'inherit',
    stderr: 'inherit',
  })
  return {
    load: async (port: number, requests: readonly CheckedRequest[], seconds: number, connections = CONNECTIONS) => {
      const reply = new Promise<Load | { failed: string }>((done, failed) => {
        answered = done
        void child.exited.then(() => failed(new Error('The load generator ended.')))
      })
      child.send({ port, requests, connections, seconds } satisfies LoadJob)
      const load = await reply
      if ('failed' in load) throw new Error(load.failed)
      return load
    },
    stop: async () => {
      child.kill()
      await child.exited
    },
  }
}

/** A single request, to inspect its reply. */
export async function ask(port: number, { method, path, headers = {}, body, status }: CheckedRequest): Promise<string> {
  const response = await fetch(`http://localhost:${port}${path}`, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'accept-encoding': 'identity',
    },
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  if (response.status !== status) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return text
}
