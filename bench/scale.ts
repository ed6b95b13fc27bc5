import { openWorld } from '../adapters/compose.ts'
import { readConfig } from '../adapters/config.ts'
import { startService } from '../adapters/http/service.ts'
import { createLog } from '../adapters/log.ts'
import { methodIds } from '../core/grind/methods.ts'
import { postgresPrograms, startCluster } from '../tests/support/cluster.ts'

/**
 * `bun bench/scale.ts [small] [large]`: how adaptation and discovery answer with many recipes, against few. Numbers
 * (10000 and 1000000 unless said) are seeded in a throw-away PostgreSQL; addresses of databases that are seeded already
 * are taken as they are. Both services are asked in turns, so that whatever else the machine does meets them alike.
 */
const MOST_RATIO = 1.5
const WARM_UP = 40
const ROUNDS = 400

const [small = '10000', large = '1000000'] = process.argv.slice(2)
const programs = postgresPrograms()
const isAddress = (place: string) => place.startsWith('postgres')
const needsCluster = ![small, large].every(isAddress)
if (needsCluster && !programs)
  throw new Error('PostgreSQL is not on this machine; apt-get install postgresql brings it.')
const cluster = needsCluster && programs ? await startCluster(programs) : undefined
type Seeded = Awaited<ReturnType<typeof openSeeded>>

async function openSeeded(place: string) {
  const databaseUrl = isAddress(place) ? place : await seed(Number(place))
  const config = { ...readConfig({ SESSION_SECRET: 'a secret for benchmarks only, long', PORT: '0' }), databaseUrl }
  const log = createLog('error', line => console.error(line))
  const world = await openWorld(config, log)
  const service = await startService(world, config, log, { sendsMail: false })
  const { sql } = world.database
  const ids = async (rows: Promise<{ id: number }[]>) => (await rows).map(({ id }) => id)
  const people = await ids(sql`select user_id as id from palates order by md5(user_id::text) limit 100`)
  const { accounts, sessions } = world.ports
  const tokens = people.map(async id => {
    const account = await accounts.byId(id)
    return account && sessions.sign(account)
  })
  const [{ recipes } = { recipes: 0 }] = await sql<{ recipes: number }[]>`select count(*) as recipes from recipes`
  return {
    url: `http://localhost:${service.port}`,
    recipes,
    // As recipes are spread over coffees: a popular coffee is asked for more often.
    coffees: await ids(sql`
      select coffee_profile_id as id
      from recipes
      where hidden_at is null
      order by md5(id::text)
      limit 200`),
    tokens: await Promise.all(tokens),
    grinders: world.ports.grinders.list().map(({ id }) => id),
    machines: methodIds.flatMap(
      method => world.ports.machines.list().find(({ brewMethod }) => brewMethod === method)?.id ?? [],
    ),
    stop: service.stop,
  }
}

/** The address of a new database with so many recipes. */
async function seed(recipes: number): Promise<string> {
  if (!cluster || !Number.isInteger(recipes))
    throw new Error('Say how many recipes, or give the address of a database.')
  const name = `scale_${recipes}`
  const { default: postgres } = await import('postgres')
  const admin = postgres(cluster.url('postgres'), { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)}`
  await admin.end()
  const command = ['bun', 'cli/main.ts', 'seed', '--scale', String(recipes)]
  const child = Bun.spawn(command, {
    env: { ...process.env, DATABASE_URL: cluster.url(name) },
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new Error(`\`${command.join(' ')}\` failed.`)
  const filled = postgres(cluster.url(name), { max: 1, onnotice: () => {} })
  await filled`vacuum analyze`
  await filled.end()
  return cluster.url(name)
}

interface Question {
  method: 'GET' | 'POST'
  path: string
  body?: object
  token?: string | undefined
}

const roasts = ['LIGHT', 'MEDIUM', 'DARK']
const strengths = ['LIGHT', 'MEDIUM', 'STRONG']
const nth = <T>(list: readonly T[], at: number) => list[at % list.length] as T

const questions: Record<string, (seeded: Seeded, round: number) => Question> = {
  'POST /api/adaptRecipe': ({ coffees, grinders, machines, tokens }, round) => ({
    method: 'POST',
    path: '/api/adaptRecipe',
    body: { coffeeProfileId: nth(coffees, round), grinderId: nth(grinders, round), machineId: nth(machines, round) },
    // Every other one signed in.
    token: round % 2 === 0 ? nth(tokens, round) : undefined,
  }),
  'POST /api/get-recipe': ({ coffees, grinders, machines, tokens }, round) => ({
    method: 'POST',
    path: '/api/get-recipe',
    body: {
      coffeeId: nth(coffees, round),
      grinderId: nth(grinders, round),
      machineId: nth(machines, round),
      volumeGrams: 300,
    },
    token: round % 2 === 0 ? nth(tokens, round) : undefined,
  }),
  'GET /api/recommendations': ({ tokens }, round) => ({
    method: 'GET',
    path: '/api/recommendations?limit=20',
    token: nth(tokens, round),
  }),
  'GET /api/discover': ({ coffees, grinders, machines }, round) => {
    const filters = [
      '',
      `&machineId=${nth(machines, round)}`,
      `&roast=${nth(roasts, round)}`,
      `&brewStrength=${nth(strengths, round)}&roast=${nth(roasts, round >> 1)}`,
      `&machineId=${nth(machines, round)}&roast=${nth(roasts, round)}&brewStrength=${nth(strengths, round >> 1)}`,
      `&coffeeId=${nth(coffees, round)}`,
    ]
    return { method: 'GET', path: `/api/discover?grinderId=${nth(grinders, round)}${nth(filters, round)}` }
  },
  'GET /api/recipes/search?sort=recommended': ({ tokens }, round) => ({
    method: 'GET',
    path: `/api/recipes/search?sort=recommended${nth(['', '&brewMethod=v60', '&roastLevel=LIGHT', '&grindRange=fine'], round)}`,
    token: nth(tokens, round),
  }),
}

/** True when one of them is too slow. */
async function compare(few: Seeded, many: Seeded): Promise<boolean> {
  const count = (recipes: number) => recipes.toLocaleString('en')
  const rows: Record<string, object> = {}
  let tooSlow = false
  for (const [name, question] of Object.entries(questions)) {
    const times = { few: [] as number[], many: [] as number[] }
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const [ofFew, ofMany] = [await timeOf(few, question(few, round)), await timeOf(many, question(many, round))]
      if (round < WARM_UP) continue
      times.few.push(ofFew)
      times.many.push(ofMany)
    }
    const ratio = quantile(times.many, 0.5) / quantile(times.few, 0.5)
    if (ratio > MOST_RATIO) tooSlow = true
    rows[name] = {
      [`${count(few.recipes)}: median ms`]: quantile(times.few, 0.5).toFixed(2),
      p95: quantile(times.few, 0.95).toFixed(2),
      [`${count(many.recipes)}: median ms`]: quantile(times.many, 0.5).toFixed(2),
      'p95 ': quantile(times.many, 0.95).toFixed(2),
      ratio: ratio.toFixed(2),
    }
  }
  console.table(rows)
  return tooSlow
}

async function timeOf({ url }: Seeded, { method, path, body, token }: Question): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await response.text()
  const ms = performance.now() - start
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return ms
}

function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] as number
}

try {
  const [few, many] = [await openSeeded(small), await openSeeded(large)]
  const slow = await compare(few, many)
  await few.stop()
  await many.stop()
  process.exitCode = slow ? 1 : 0
} finally {
  await cluster?.stop()
}
