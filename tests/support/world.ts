import { expect } from 'bun:test'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import * as v from 'valibot'
import { argon2Passwords } from '../../adapters/auth/passwords.ts'
import type { World } from '../../adapters/compose.ts'
import { openWorld } from '../../adapters/compose.ts'
import { type Config, readConfig } from '../../adapters/config/config.ts'
import type { Endpoint } from '../../adapters/http/endpoint.ts'
import { startService } from '../../adapters/http/service.ts'
import { transactUnhurried } from '../../adapters/postgres/engine/client.ts'
import { createLog } from '../../adapters/program/log.ts'
import type { Outside } from '../../core/outside.ts'
import { mcpDoor } from '../../mcp/door.ts'
import { ownMcpDoor } from '../../mcp/own-door.ts'
import { undocumentedIn } from './log-lines.ts'
import { miscounted } from './recount.ts'
import { freshDatabase } from './templates.ts'

export interface TestAnswer<T = Record<string, unknown>> {
  status: number
  headers: Headers
  body: T
  text: string
}

export interface CallOptions {
  body?: unknown
  /** Signs the request with a Bearer token. */
  as?: { token: string } | undefined
  headers?: Record<string, string> | undefined
  /** The client's address; a new one for every call unless a test is about addresses. */
  from?: string | undefined
}

export type TestWorld = Awaited<ReturnType<typeof startWorld>>
/** A signed-in person in a test. */
export type Someone = Awaited<ReturnType<TestWorld['person']>>

/** Ports that a test replaces, because the real ones need servers of other people. */
interface OtherPorts {
  outside?: Outside
}

/** The whole service on a free port, with its own database and a clock that tests control. */
export async function startWorld(settings: Partial<Config> = {}, { outside }: OtherPorts = {}) {
  const database = await freshDatabase()
  const config: Config = {
    ...readConfig({ SESSION_SECRET: 'a secret for tests only, long enough', DATA_DIR: database.dataDir, PORT: '0' }),
    ...database,
    trustedProxies: ['127.0.0.1', '::1'],
    // Each connection plans and compiles everything itself.
    databaseConnections: 4,
    // The service's own limit applies to its connections; this one is longer, for busy machines.
    statementTimeoutMs: 60_000,
    ...settings,
  }
  const logLines: string[] = []
  const log = createLog('info', line => logLines.push(line))
  const clock = movableClock()
  const world: World = await openWorld(config, log, { clock: clock.now })
  // As little hashing as there is: what a password costs is a matter of one test.
  Object.assign(world.ports.passwords, argon2Passwords({ memoryCost: 8, timeCost: 1 }))
  if (outside) Object.assign(world.ports.outside, outside)
  const service = await startService(world, config, log, { doors: [mcpDoor, ownMcpDoor], checkReply })
  const { sql } = world.database

  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever shape its endpoint answers with
  async function call<T = any>(route: string, options: CallOptions = {}): Promise<TestAnswer<T>> {
    const [method = 'GET', path = '/'] = route.split(' ')
    const response = await fetch(`http://localhost:${service.port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': options.from ?? newAddress(),
        ...(options.as && { authorization: `Bearer ${options.as.token}` }),
        ...(options.body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body:
        options.body === undefined
          ? null
          : typeof options.body === 'string' || options.body instanceof Buffer
            ? options.body
            : JSON.stringify(options.body),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text, text }
  }

  const parsedMails = new Map<string, Promise<Email>>()

  const end = async () => {
    await service.stop()
    rmSync(database.dataDir, { recursive: true, force: true })
  }

  return {
    ...world,
    sql,
    config,
    clock,
    logLines,
    port: service.port,
    metricsPort: service.metricsPort,
    url: `http://localhost:${service.port}`,
    call,
    /** A signed-in person, created without the cost of a password. */
    person: async (name?: string) => {
      const email = `${crypto.randomUUID()}@people.example`
      const account = await world.ports.accounts.register({ email, passwordHash: 'none', name, now: clock.now() })
      if (typeof account !== 'object') throw new Error('The address was taken.')
      return { id: account.id, email, name, token: await world.ports.sessions.sign(account) }
    },
    /** Proves a person's address, as the link in a mail does. */
    prove: async (person: { id: number }) => {
      await sql`update users set email_verified_at = ${clock.now()} where id = ${person.id}`
    },
    /** Sends queued mails and returns all mails written so far, oldest first. */
    mails: async () => {
      await world.postman.deliver()
      const folder = join(config.dataDir, 'mail')
      if (!existsSync(folder)) return []
      const parsed = async (name: string) => PostalMime.parse(await Bun.file(join(folder, name)).arrayBuffer())
      return Promise.all(
        readdirSync(folder)
          .sort()
          .map(name => parsedMails.getOrInsertComputed(name, parsed)),
      )
    },
    /**
     * Stops the service. Whatever a test file has done, every counter must match what it counts,
     * and every log line what docs/logs.md says.
     */
    stop: async () => {
      try {
        await world.ports.events.flush()
        expect(await transactUnhurried(sql, miscounted)).toEqual([])
        expect(undocumentedIn(logLines)).toEqual([])
      } finally {
        await end()
      }
    },
    /** Stops a service whose database is unreachable. */
    abandon: end,
  }
}

/** Every reply must match its endpoint's declaration, without missing or extra fields. */
export function checkReply(endpoint: Endpoint, reply: unknown) {
  const sent = JSON.parse(JSON.stringify(reply))
  const parsed = v.safeParse(endpoint.reply, sent)
  if (!parsed.success)
    throw new Error(`${endpoint.route} answered ${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}`)
  if (!Bun.deepEquals(parsed.output, sent))
    throw new Error(`${endpoint.route} answered with undeclared fields: ${JSON.stringify(sent).slice(0, 400)}`)
}

function movableClock() {
  let offsetMs = 0
  let heldAt: number | undefined
  const hold = () => {
    heldAt ??= Date.now()
  }
  return {
    now: () => new Date((heldAt === undefined ? Date.now() : heldAt++) + offsetMs),
    /**
     * From now on the clock advances a millisecond per reading, however slow the machine: for tests
     * of limits per minute or day.
     */
    hold,
    advance: (time: { days?: number; hours?: number; minutes?: number; seconds?: number }) => {
      const { days = 0, hours = 0, minutes = 0, seconds = 0 } = time
      offsetMs += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
    },
    /** And stops the clock there. */
    set: (instant: string) => {
      heldAt = Date.parse(instant)
      offsetMs = 0
    },
  }
}

let addresses = 0
const newAddress = () => `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`
