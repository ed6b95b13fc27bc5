import postgres from 'postgres'
import { jwtSessions } from '../adapters/auth/sessions.ts'
import { methodIds } from '../core/grind/methods.ts'
import { brewTimeRanges, grindRanges } from '../core/recipes/ranges.ts'
import { askedSorts } from '../core/recipes/sorts.ts'
import { postgresPrograms, startCluster } from '../tests/support/cluster.ts'
import { BENCH_SECRET, root, startServiceProcess } from './processes.ts'

/**
 * Prints which rows the lists, searches, facets and cursors of the API return for 20,000 seeded
 * recipes, one line per request. Run it before and after a change that must not alter any reply,
 * and compare the output:
 *
 * bun bench/replies.ts > before.txt
 */
const RECIPES = 20_000
/** For how many pages a cursor is followed. */
const PAGES = 3

const programs = postgresPrograms()
if (!programs) throw new Error('PostgreSQL is not on this machine; apt-get install postgresql brings it.')
const cluster = await startCluster(programs)
try {
  const databaseUrl = cluster.url('postgres')
  await seed(databaseUrl)
  const service = await startServiceProcess(databaseUrl)
  try {
    const samples = await samplesIn(databaseUrl)
    await printReplies(`http://localhost:${service.port}`, questions(samples), samples.token)
  } finally {
    await service.stop()
  }
} finally {
  await cluster.stop()
}

async function seed(databaseUrl: string) {
  const env = { PATH: process.env.PATH ?? '', SESSION_SECRET: BENCH_SECRET, DATABASE_URL: databaseUrl }
  const command = [process.execPath, 'cli/main.ts', 'seed', '--scale', String(RECIPES)]
  const child = Bun.spawn(command, { cwd: root, env, stdout: 'ignore', stderr: 'pipe' })
  const said = await new Response(child.stderr).text()
  if ((await child.exited) !== 0) throw new Error(`Seeding failed: ${said}`)
}

type AskedAbout = Awaited<ReturnType<typeof samplesIn>>

/** Rows to ask about, the same ones on every run. */
async function samplesIn(databaseUrl: string) {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const drawn = sql`order by md5(id::text) limit 40`
  const ids = async (rows: Promise<{ id: number }[]>) => (await rows).map(({ id }) => id)
  const [person] = await sql<{ id: number }[]>`select user_id as id from palates order by md5(user_id::text) limit 1`
  const samples = {
    token: await jwtSessions(BENCH_SECRET, () => new Date()).sign({ id: person?.id ?? 0, sessionVersion: 1 }),
    coffees: await sql<{ id: number; name: string }[]>`select id, name from coffees ${drawn}`,
    roasters: await sql<{ slug: string; name: string }[]>`select slug, name from roasters order by slug limit 20`,
    grinders: await ids(sql`select grinder_id as id from recipes group by 1 order by count(*) desc, 1 limit 25`),
    machines: await ids(sql`select machine_id as id from recipes group by 1 order by count(*) desc, 1 limit 25`),
    origins: (
      await sql<{ word: string }[]>`
        select split_part(name, ' ', 1) as word from coffees group by 1 order by count(*) desc, 1 limit 12`
    ).map(({ word }) => word),
  }
  await sql.end()
  return samples
}

function questions({ coffees, roasters, grinders, machines, origins }: AskedAbout): string[] {
  const roasts = ['LIGHT', 'MEDIUM_LIGHT', 'MEDIUM', 'MEDIUM_DARK', 'DARK', 'LIGHT,DARK']
  const types = ['SINGLE_ORIGIN', 'BLEND', 'DECAF']
  const tastes = ['-2', '-1', '0', '1', '2', '-2,2']
  const words = [...new Set(coffees.flatMap(({ name }) => name.toLowerCase().split(' ')))].filter(
    word => word.length > 2,
  )
  const phrases = [
    ...words,
    ...words.map(word => word.slice(0, 4)),
    ...words.map(word => word.slice(0, -2) + (word.at(-1) ?? '') + (word.at(-2) ?? '')),
    ...coffees.map(({ name }) => name),
    ...coffees.map(({ name }) => name.split(' ').slice(-2).join(' ')),
    ...[
      'a',
      'e',
      'é',
      'xyzzy',
      'coffee',
      'the',
      "' or 1=1",
      '%',
      '100',
      'ethiopia grove',
      'gesha terraces',
      'ETHIOPIA',
    ],
  ]
  const filters = [
    ...grinders.map(id => `grinderId=${id}`),
    ...machines.map(id => `machineId=${id}`),
    ...coffees.map(({ id }) => `coffeeId=${id}`),
    ...roasts.map(roast => `roastLevel=${roast}`),
    ...tastes.map(taste => `taste=${taste}`),
    'minDoseGrams=18',
    'maxDoseGrams=16',
    'minDoseGrams=17&maxDoseGrams=20',
    'minGrindIndex=35&maxGrindIndex=45',
    'maxGrindIndex=12',
  ]
  const methods = methodIds.map(method => `brewMethod=${method}`)
  const styles = [
    ...methods,
    ...grindRanges.map(grind => `grindRange=${grind}`),
    ...brewTimeRanges.map(time => `brewTimeRange=${time}`),
    ...['chocolate', 'citrus', 'berry', 'floral', 'berry,citrus', ','].map(note => `flavorProfile=${note}`),
    ...roasters.map(({ name }) => `roaster=${encodeURIComponent(name)}`),
  ]
  const pairs = filters.flatMap((one, at) => {
    const other = styles[(at * 7) % styles.length] as string
    return [`${one}&${other}`, `${one}&${filters[(at * 11 + 5) % filters.length]}`.replace(/(\w+)=[^&]*&(?=\1=)/, '')]
  })
  const texts = phrases.map(phrase => `q=${encodeURIComponent(phrase)}`)
  const sorts = askedSorts
  const coffeeSorts = ['name', 'newest', 'popular', 'trending']
  const kinds = [...roasts.map(roast => `roastLevel=${roast}`), ...types.map(type => `coffeeType=${type}`)]
  return [
    ...['', ...filters, ...texts].map(filter => `/api/recipes?${filter}`),
    ...['', ...filters].map(filter => `/api/community-recipes?${filter}`),
    ...['', ...filters, ...styles, ...pairs].flatMap(filter =>
      sorts.map(sort => `/api/recipes/search?${filter}&sort=${sort}`),
    ),
    ...['', ...styles].map(filter => `/api/recipes/search?${filter}&sort=recommended`),
    ...texts.map((text, at) => `/api/recipes/search?${text}&sort=${sorts[at % 3]}`),
    ...texts.map((text, at) => `/api/recipes/search?${text}&${filters[(at * 3) % filters.length]}`),
    ...['', ...filters, ...styles, ...texts, ...pairs].map(filter => `/api/recipes/facets?${filter}`),
    ...['', ...filters, ...methods].flatMap((filter, at) => [
      `/api/browse/recipes?${filter}&sort=${sorts[at % 3]}`,
      `/api/browse/recipes?${filter}&page=7&sort=${sorts[(at + 1) % 3]}`,
    ]),
    ...['', ...kinds].flatMap(kind => coffeeSorts.map(sort => `/api/coffees?${kind}&sort=${sort}`)),
    ...texts.map(text => `/api/coffees?${text}`),
    ...texts.flatMap((text, at) => [
      `/api/coffees?${text}&sort=${coffeeSorts[at % 4]}`,
      `/api/coffees?${text}&${kinds[at % kinds.length]}`,
    ]),
    ...origins.flatMap(origin => coffeeSorts.map(sort => `/api/coffees?origin=${origin}&sort=${sort}`)),
    ...origins.map((origin, at) => `/api/coffees?origin=${origin}&${kinds[at % kinds.length]}&sort=popular`),
    ...phrases.map(phrase => `/api/coffees/suggestions?name=${encodeURIComponent(phrase)}`),
    ...roasters.flatMap(({ slug }) => [`/api/roasters/${slug}/coffees?`, `/api/roasters/${slug}/recipes?`]),
    ...roasters.map(({ name }) => `/api/roasters?search=${encodeURIComponent(name)}`),
    '/api/roasters?',
    '/api/recommendations?limit=20',
  ]
}

/**
 * Four requests at a time, printed in order. Each comes from its own address, so that no rate limit
 * applies.
 */
async function printReplies(base: string, paths: string[], token: string) {
  const lines: string[] = []
  let next = 0
  const ask = async (path: string, at: number) => {
    const headers = {
      'x-forwarded-for': `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
      ...(/recommend/.test(path) && { authorization: `Bearer ${token}` }),
    }
    const reply = await fetch(`${base}${path}`, { headers })
    return { status: reply.status, body: await reply.json() }
  }
  const worker = async () => {
    for (let at = next++; at < paths.length; at = next++) {
      const path = paths[at] as string
      const seen: string[] = []
      let cursor = ''
      for (let page = 0; page < PAGES; page++) {
        const { status, body } = await ask(`${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, at)
        seen.push(`${status} ${rowsIn(body)}`)
        if (!body.nextCursor) break
        cursor = body.nextCursor
      }
      lines[at] = `${path}\t${seen.join('\t')}`
    }
  }
  await Promise.all(Array.from({ length: 4 }, worker))
  console.log(lines.join('\n'))
}

/** The ids in order and the total, or the whole body if it has no rows. */
function rowsIn(body: { data?: { id: number }[]; total?: number }) {
  const rows = Array.isArray(body) ? body : body.data
  if (!Array.isArray(rows)) return JSON.stringify(body)
  return `${body.total ?? ''} [${rows.map(({ id }) => id).join(' ')}]`
}
