import {
  accessOf,
  isPage,
  type Method,
  methodsOf,
  pathNamesOf,
  pathOf,
  type Route,
} from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { decideClaim } from '../../core/roasters/claims.ts'
import { mcpDoor } from '../../mcp/door.ts'
import { ownMcpDoor } from '../../mcp/own-door.ts'
import type { startApple } from './apple.ts'
import { mailedToken } from './mails.ts'
import { twoColours } from './pictures.ts'
import { aRoastery } from './roastery.ts'
import type { TestWorld } from './world.ts'

/** One operation of the API, requested with its own example. */
export interface ExampleStep {
  operation: string
  status: number
  headers: Headers
  text: string
}

interface ExampleSetup {
  world: TestWorld
  apple: Awaited<ReturnType<typeof startApple>>
  /** Where to send requests: the service itself, or a proxy in front of it. */
  address: string
}

/**
 * What must exist before the rest can be requested: Ann arrives, publishes, brews, collects, and
 * claims her roaster.
 */
const first = [
  'POST /api/auth/register',
  'POST /api/auth/login',
  'POST /api/auth/magic-link',
  'GET /api/auth/magic-link/verify',
  'POST /api/auth/apple',
  'POST /api/coffees',
  'POST /api/community-recipes',
  'POST /api/recipes/{id}/share',
  'POST /api/recipes/{id}/comments',
  'POST /api/community-recipes/{id}/vote',
  'POST /api/user/profile/onboarding',
  'POST /api/user/drinkers',
  'POST /api/user/tokens',
  'POST /api/user/grinders',
  'POST /api/user/grinders/calibrate',
  'POST /api/user/machines',
  'POST /api/user/filters',
  'POST /api/brew-logs',
  'POST /api/community-recipes/{id}/brew-log',
  'POST /api/user/recipes',
  'POST /api/brew-logs/{id}/save-as-recipe',
  'POST /api/user/saved-recipes',
  'POST /api/user/coffee-library',
  'POST /api/user/import',
  'POST /api/collections',
  'POST /api/collections/{id}/items',
  'POST /api/collections/{id}/share',
  'POST /api/roasters/{slug}/follow',
  'POST /api/roaster-claims',
  'GET /api/roaster-claims/verify',
  'POST /api/roaster-claims/verify',
  'POST /api/roaster-portal/coffees',
  'POST /api/roaster-portal/coffees/{id}/recipes',
]

/** What would break the rest, after all other deletions. */
const last = [
  'PUT /api/user/email',
  'POST /api/user/email/confirm',
  'PUT /api/user/password',
  'POST /api/auth/logout',
  'DELETE /api/user/account',
]

/** Public reads that are more useful signed in. */
const asAnn = ['GET /api/community-recipes/{id}/vote', 'GET /api/community-recipes/{id}/brew-log']

const operations = new Map<string, [Route, Method]>(
  [...endpoints, mcpDoor as Route, ownMcpDoor as Route].flatMap(route =>
    methodsOf(route).map(method => [
      `${method} ${pathOf(route).replace(/:(\w+)/g, '{$1}')}`,
      [route, method] as [Route, Method],
    ]),
  ),
)

function inOrder() {
  const rest = [...operations.keys()].filter(name => !first.includes(name) && !last.includes(name))
  const isDeletion = (name: string) => name.startsWith('DELETE ')
  // Nested things are deleted before what contains them.
  const deletions = rest.filter(isDeletion).toSorted((a, b) => b.split('/').length - a.split('/').length)
  return [...first, ...rest.filter(name => !isDeletion(name)), ...deletions, ...last]
}

/** The placeholders in examples for values that differ each time. */
const standIns = {
  token: 'the-token-from-the-email',
  identity: 'eyJraWQiOiJXNldjT0tC',
  recipe: 'k7Qm2xW9',
  collection: 'p3Vd8sLq',
  picture: '/pictures/8d4f0c6be21a97d35f60b7c1e4a92d38/120.webp',
  bagPicture: '/picture/8d4f0c6be21a97d35f60b7c1e4a92d38/120.webp',
}

/** Requests every operation of the document with its example, in a new world. */
export async function askByExamples({ world, apple, address }: ExampleSetup): Promise<ExampleStep[]> {
  const real: Record<keyof typeof standIns, string> = {
    token: '',
    identity: '',
    recipe: '',
    collection: '',
    picture: '',
    bagPicture: '',
  }
  const inPlace = (text: string) =>
    Object.entries(standIns).reduce((all, [name, word]) => all.replaceAll(word, real[name as keyof typeof real]), text)
  let token = ''
  let addresses = 0

  async function ask(operation: string): Promise<ExampleStep> {
    const [route, method] = operations.get(operation) ?? ([] as never)
    const { path, body } = requestOf(route, method)
    const signs = ['member', 'roaster'].includes(accessOf(route)) || asAnn.includes(operation)
    const file = isPage(route) || !route.takesFile ? undefined : twoColours(120, 120)
    // The proxy may read what it passes on as text.
    const response = await fetch(`${file ? world.url : address}${inPlace(path)}`, {
      method,
      headers: {
        'x-forwarded-for': `10.9.0.${addresses++}`,
        accept: '*/*',
        ...(signs ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(file && { 'content-type': 'image/png' }),
      },
      ...(body ? { body: inPlace(JSON.stringify(body)) } : file && { body: file }),
    })
    return { operation, status: response.status, headers: response.headers, text: await response.text() }
  }

  const invite = (email: string) =>
    world.call('POST /api/roaster-portal/invitations', {
      body: { email },
      headers: { authorization: `Bearer ${token}` },
    })

  /** What the run needs besides the examples. */
  const before: Record<string, () => Promise<unknown>> = {
    'GET /api/auth/magic-link/verify': async () => {
      real.token = await mailedToken(world, 'ann@example.com')
    },
    'POST /api/auth/apple': async () => {
      const claims = { sub: '001204.5a7c.1530', email: 'ann@example.com', email_verified: true }
      real.identity = await apple.identityToken(claims)
    },
    // Somebody else's recipe comes first, so that there is one to vote on.
    'POST /api/community-recipes': async () => {
      const ben = await world.person('Ben')
      const [route] = operations.get('POST /api/community-recipes') ?? []
      return world.call('POST /api/community-recipes', { body: (route as { example: object }).example, as: ben })
    },
    // The first that nobody knew: its id comes after those of the catalog.
    'PATCH /api/user/grinders/{grinderId}': async () => {
      const [route] = operations.get('POST /api/user/grinders/preview') ?? []
      const body = (route as { example: object }).example
      return world.call('POST /api/user/grinders', { body, headers: { authorization: `Bearer ${token}` } })
    },
    'GET /api/roaster-claims/verify': async () => {
      real.token = await mailedToken(world, 'hello@ottermill.example')
    },
    'POST /api/roaster-portal/coffees': () => decideClaim(1, 'APPROVED', world.ports),
    'GET /api/roaster-portal/members': async () => {
      await world.sql`
        insert into users (id, email, name, created_at)
        overriding system value
        values (2, 'cleo@example.com', 'Cleo', now())`
      await world.sql`insert into roaster_members values (1, 2, 'EDITOR', now())`
    },
    'GET /api/roaster-invitations': async () => {
      const roasterId = await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees: [] })
      await world.sql`
        insert into roaster_invitations (roaster_id, email, role, invited_by, link_id, token_hash, sent_at, expires_at)
        values (${roasterId}, 'ann@example.com', 'EDITOR', 2, gen_random_uuid(), '', now(), now() + interval '7 days')`
    },
    'GET /api/roaster-invitations/verify': async () => {
      real.token = await mailedToken(world, 'sam@ottermill.example')
    },
    // The previous one was accepted.
    'POST /api/roaster-invitations/decline': async () => {
      await invite('kim@ottermill.example')
      real.token = await mailedToken(world, 'kim@ottermill.example')
    },
    'DELETE /api/user/drinkers/{id}': () =>
      world.call('POST /api/user/drinkers', { body: { name: 'Kim' }, headers: { authorization: `Bearer ${token}` } }),
    'DELETE /api/roaster-portal/invitations/{id}': () => invite('lee@ottermill.example'),
    'DELETE /api/user/sessions/{id}': async () => {
      const [route] = operations.get('DELETE /api/user/sessions/{id}') ?? []
      const { id } = (route as { example: { id: string } }).example
      await world.sql`
        insert into sessions (user_id, id, session_version, last_used_at)
        select id, ${id}, session_version, now() from users where email = 'ann@example.com'`
    },
    'POST /api/user/email/confirm': async () => {
      real.token = await mailedToken(world, 'ann@example.net')
    },
    'DELETE /api/user/account': async () => {
      const body = { email: 'ann@example.net', password: 'a longer one than before' }
      token = (await world.call('POST /api/auth/login', { body })).body.token
    },
  }

  const steps: ExampleStep[] = []
  for (const operation of inOrder()) {
    await before[operation]?.()
    const step = await ask(operation)
    steps.push(step)
    const reply = step.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(step.text || '{}') : {}
    if (reply.token) token = reply.token
    if (reply.shareUrl) real.recipe = reply.shareUrl.split('/').at(-1)
    if (reply.picture?.sizes) {
      const { path } = reply.picture.sizes[0]
      if (path.startsWith('/pictures/')) real.picture = path
      else real.bagPicture = path.slice(path.indexOf('/picture/'))
    }
    if (operation === 'POST /api/collections/{id}/share') real.collection = reply.shareId
  }
  const asInExamples = (text: string) =>
    Object.entries(standIns).reduce((all, [name, word]) => {
      const own = real[name as keyof typeof real]
      return own ? all.replaceAll(own, word) : all
    }, text)
  return steps.map(step => ({ ...step, text: asInExamples(step.text) }))
}

/** As the `curl` command in the docs page sends it. */
function requestOf(route: Route, method: Method): { path: string; body?: unknown } {
  const example = (route.example ?? {}) as Record<string, unknown>
  const path = pathOf(route).replace(/:(\w+)/g, (_, name) => String(example[name]))
  if (isPage(route)) {
    const body = route.operation?.requestBody?.content['application/json']?.example
    return { path, ...(body !== undefined && { body }) }
  }
  const inPath = pathNamesOf(route)
  const rest = Object.entries(example).filter(([name]) => !inPath.includes(name))
  if (rest.length === 0) return { path }
  if (method !== 'GET') return { path, body: Object.fromEntries(rest) }
  return { path: `${path}?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)]))}` }
}
