import { afterAll, beforeAll, expect, test } from 'bun:test'
import { crawl } from '../support/crawl.ts'
import { type Aim, type AimedRequest, endpointAims, formAims, pagePathAims } from '../support/hostile-aims.ts'
import { fewHostileTexts, severalHostileTexts } from '../support/hostile-texts.ts'
import { headerAims, importAims, mcpAims } from '../support/other-aims.ts'
import { askOnThread, clockOfThread, slowness } from '../support/waiting.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

/**
 * 10,000 characters of hostile shapes in every field of every route, form, header, import and tool,
 * and the longest text that a field accepts, while another client measures its own requests. On the
 * embedded engine, which runs in the same thread: what keeps it busy keeps everybody waiting.
 */
const LENGTH = 10_000
const LONGEST_WAIT_MS = 100
/** A wait may be caused by the machine or the garbage collector; ours is there each time. */
const REPLAYS = 4

let world: TestWorld
let token: string
beforeAll(async () => {
  world = await startWorld({ appleClientId: 'example.dialin', appleJwksUrl: apple.url.href })
  await world.seedDemo()
  token = await aMember()
})
afterAll(async () => {
  await world.stop()
  await apple.stop(true)
})

/** Apple's keys: none, so every token is wrong. */
const apple = Bun.serve({ port: 0, fetch: () => Response.json({ keys: [] }) })

/** A person of the demo who manages a roaster. */
async function aMember() {
  const [member] = await world.sql<{ id: number; sessionVersion: number }[]>`
    select users.id, session_version from users join roaster_members on user_id = users.id order by users.id limit 1`
  return world.ports.sessions.sign(member as never)
}

let addresses = 0
const newAddress = () => `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses++ & 255}`

/** These may end the sender's session or account. */
const endsSession = /^\/(api\/(user\/(password|account)|auth\/logout)|sign-out|me\/account\b.*)$/

/** Without a password, since no account here has one. */
async function somebodyNew() {
  const person = await world.person()
  await world.sql`update users set password_hash = null where id = ${person.id}`
  return person.token
}

async function send({ path, method, headers, body }: AimedRequest): Promise<number> {
  const signed = endsSession.test(path) ? await somebodyNew() : token
  const isApi = path.startsWith('/api/')
  const response = await fetch(`${world.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': newAddress(),
      accept: isApi ? 'application/json' : 'text/html',
      ...(isApi ? { authorization: `Bearer ${signed}` } : { cookie: `svc_session=${signed}`, origin: world.url }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  }).catch(() => undefined)
  await response?.arrayBuffer()
  // Headers that are too large get no reply at all.
  return response?.status ?? 0
}

const PAUSE_MS = 10
/**
 * The longest that another client waits during the work. Its pause counts if it takes longer than
 * it should.
 */
async function longestWaitBeside(work: () => Promise<unknown>): Promise<number> {
  const working = { done: false }
  const worked = work().finally(() => {
    working.done = true
  })
  let longest = 0
  while (!working.done) {
    const begun = clockOfThread()
    await Bun.sleep(PAUSE_MS)
    await askOnThread(world, { route: 'GET /api/health/live', as: { token: '' } }, '10.255.0.1')
    longest = Math.max(longest, clockOfThread() - begun - PAUSE_MS)
  }
  await worked
  return longest
}

/** How long it keeps others waiting each time it is sent alone. */
async function waitAlone(request: AimedRequest) {
  let least = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < REPLAYS && least > LONGEST_WAIT_MS; tries++)
    least = Math.min(least, (await longestWaitBeside(() => send(request))) / slowness())
  return least
}

interface Shot {
  what: string
  request: AimedRequest
}

function* shotsAt(aims: Aim[]): Generator<Shot> {
  const [several, few] = [severalHostileTexts(LENGTH), fewHostileTexts(LENGTH)]
  for (const { what, with: request, longest, isPage } of aims) {
    for (const { shape, text } of isPage ? few : several) yield { what: `${what}: ${shape}`, request: request(text) }
    // An accepted text is processed further, down to the database.
    if (longest)
      for (const { shape, text } of fewHostileTexts(longest))
        yield { what: `${what}: ${shape}, as long as may be`, request: request(text) }
  }
}

/** Several at a time; if they keep others waiting, the cause is searched for among them. */
const AT_A_TIME = 25

function next(shots: Generator<Shot>): Shot[] {
  const group: Shot[] = []
  while (group.length < AT_A_TIME) {
    const { value, done } = shots.next()
    if (done) break
    group.push(value)
  }
  return group
}

async function tormented(aims: Aim[]) {
  const wrong: string[] = []
  const shots = shotsAt(aims)
  let sent = 0
  for (let group = next(shots); group.length > 0; group = next(shots)) {
    const wait = await longestWaitBeside(async () => {
      for (const { what, request } of group) {
        const status = await send(request)
        if (status >= 500) wrong.push(`${status} ${what}`)
        sent++
      }
    })
    if (wait <= LONGEST_WAIT_MS || wait / slowness() <= LONGEST_WAIT_MS) continue
    for (const { what, request } of group) {
      const ms = await waitAlone(request)
      if (ms > LONGEST_WAIT_MS) wrong.push(`${Math.round(ms)} ms ${what}`)
    }
  }
  console.log(`${aims.length} fields, ${sent} requests`)
  return wrong
}

const MINUTES = 60_000
test(
  'no field of an endpoint',
  async () => {
    expect(await tormented(endpointAims())).toEqual([])
  },
  30 * MINUTES,
)

test(
  'no field of a form or of an address of a page',
  async () => {
    const { texts } = await crawl(world, ['/', '/me', '/portal'], `svc_session=${token}`)
    expect(await tormented([...formAims(texts), ...pagePathAims()])).toEqual([])
  },
  30 * MINUTES,
)

test(
  'no header, argument of a tool or field of an import',
  async () => {
    expect(await tormented([...headerAims(), ...mcpAims(), ...importAims()])).toEqual([])
  },
  30 * MINUTES,
)

test('and everything works afterwards', async () => {
  expect((await world.call('GET /api/health')).body.status).toBe('healthy')
})
