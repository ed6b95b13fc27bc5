import { join } from 'node:path'
import { eventually, PATIENCE_MS } from '../support/eventually.ts'

const root = join(import.meta.dir, '../..')

export interface ServiceProcess {
  url: string
  pid: number
  /** Ends it and waits until it is gone. */
  end: (signal?: 'SIGKILL' | 'SIGTERM') => Promise<void>
  isAlive: () => boolean
  /** What it has written to its terminal so far. */
  said: () => string
}

/** A secret that outlives a killed process, so that sessions do, too. */
export const TORTURE_SECRET = 'a secret for torture only, long enough'

/** The service as people run it, in a separate process; every client may have its own address. */
export async function startProcess(env: Record<string, string>): Promise<ServiceProcess> {
  const child = Bun.spawn(['bun', 'cli/serve.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: '0',
      SESSION_SECRET: TORTURE_SECRET,
      LOG_LEVEL: 'warn',
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...env,
    },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    void (async () => {
      for await (const chunk of stream) said = (said + new TextDecoder().decode(chunk)).slice(-100_000)
    })()
  const url = await eventually(() => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The service ended: ${said}`)
    return /ready at (\S+)/.exec(said)?.[1]
  })
  return {
    url,
    pid: child.pid,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    said: () => said,
    end: async (signal = 'SIGKILL') => {
      child.kill(signal)
      await child.exited
    },
  }
}

let addresses = 0
export interface ProcessAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape its endpoint answers with
  body: any
}
interface SentCall {
  token?: string | undefined
  /** The same as a browser sends it, which wants a page. */
  cookie?: string | undefined
  body?: unknown
}

/** One request from its own address; undefined if the service died during it. */
export async function call(
  url: string,
  route: string,
  { token, cookie, body }: SentCall = {},
): Promise<ProcessAnswer | undefined> {
  const [method = 'GET', path = '/'] = route.split(' ')
  addresses++
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-forwarded-for': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(cookie && { cookie: `svc_session=${cookie}`, accept: 'text/html' }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const { status, headers } = response
    return { status, headers, body: cookie ? await response.text() : await response.json() }
  } catch {
    return undefined
  }
}

/** One request that must be answered. */
export async function askProcess(url: string, route: string, sent?: SentCall): Promise<ProcessAnswer> {
  const answer = await call(url, route, sent)
  if (!answer) throw new Error(`${route} was not answered.`)
  return answer
}
