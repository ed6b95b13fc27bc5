import type { Sql } from '../../adapters/postgres/engine/client.ts'
import { aBean, aBrew, anExport } from '../support/beanconqueror.ts'
import { call } from './process.ts'

/** Everything that the service has confirmed, by kind; all of it must be in the database. */
export interface Ledger {
  people: { id: number; email: string; token: string }[]
  recipes: number[]
  votes: { recipeId: number; userId: number; vote: 'UP' | 'DOWN' }[]
  logs: number[]
  comments: number[]
  follows: { roasterId: number; userId: number }[]
  /** Page views: how many were sent, and how many of those acknowledged. */
  events: { sent: number; acknowledged: number }
  subjects: string[]
  imported: { userId: number; importKey: string }[]
  /** How many writes the service confirmed, refused with a 503, or did not answer. */
  yes: number
  refused: number
  unanswered: number
  /** Replies that nobody should get: neither a confirmation, nor a 503 that says when to retry. */
  odd: string[]
}

export const emptyLedger = (): Ledger => ({
  people: [],
  recipes: [],
  votes: [],
  logs: [],
  comments: [],
  follows: [],
  events: { sent: 0, acknowledged: 0 },
  subjects: [],
  imported: [],
  yes: 0,
  refused: 0,
  unanswered: 0,
  odd: [],
})

/** What the writers write about. */
export interface Ground {
  roasterIds: number[]
  roasterSlugs: string[]
  coffeeId: number
  grinderId: number
  machineId: number
}

const ROASTERS = 400

/**
 * A roaster for each future follow, and one coffee, created before the first start so that no demo
 * data is loaded.
 */
export async function prepareGround(sql: Sql): Promise<Ground> {
  const roasters = await sql<{ id: number; slug: string }[]>`
    insert into roasters (slug, name, match_name, created_at)
    select 'roaster-' || n, 'Roaster ' || n, 'roaster ' || n, now()
    from generate_series(1, ${ROASTERS}) n
    returning id, slug`
  const [coffee] = await sql<{ id: number }[]>`
    insert into coffees (roaster_id, slug, name, roast_level, search_text, created_at)
    values (${roasters[0]?.id ?? 0}, 'gatomboya', 'Gatomboya', 'LIGHT', 'gatomboya', now())
    returning id`
  const [grinder] = await sql<{ id: number }[]>`select id from grinders where slug = 'comandante-c40-mk4'`
  const [machine] = await sql<{ id: number }[]>`select id from machines where brew_method = 'v60' order by id limit 1`
  return {
    roasterIds: roasters.map(({ id }) => id),
    roasterSlugs: roasters.map(({ slug }) => slug),
    coffeeId: coffee?.id ?? 0,
    grinderId: grinder?.id ?? 0,
    machineId: machine?.id ?? 0,
  }
}

let names = 0
const fresh = () => `${Date.now().toString(36)}-${++names}`
const pick = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T

/** Writes one thing of a random kind, and records it when the service confirms it. */
export async function writeSomething(url: string, ledger: Ledger, ground: Ground) {
  const kinds = ledger.people.length < 4 ? [register] : [register, ...everyday]
  await pick(kinds)(url, ledger, ground)
}

type WriteAct = (url: string, ledger: Ledger, ground: Ground) => Promise<void>

const register: WriteAct = async (url, ledger) => {
  const email = `${fresh()}@people.example`
  const answer = await call(url, 'POST /api/auth/register', { body: { email, password: 'a long enough password' } })
  if (yes(ledger, 'register', answer, 201))
    ledger.people.push({ id: answer?.body.user.id, email, token: answer?.body.token })
}

const recipe: WriteAct = async (url, ledger, { coffeeId, grinderId, machineId }) => {
  const body = {
    coffeeProfileId: coffeeId,
    grinderId,
    machineId,
    grindSetting: 24,
    ratio: 16,
    doseGrams: 15,
    waterGrams: 240,
  }
  const answer = await call(url, 'POST /api/community-recipes', { token: pick(ledger.people).token, body })
  if (yes(ledger, 'recipe', answer, 201)) ledger.recipes.push(answer?.body.recipe.id)
}

const vote: WriteAct = async (url, ledger) => {
  if (ledger.recipes.length === 0) return
  const person = pick(ledger.people)
  const recipeId = pick(ledger.recipes)
  const vote = pick(['UP', 'DOWN'] as const)
  // A second vote by one person would replace the first, so the ledger only has first ones.
  if (ledger.votes.some(cast => cast.recipeId === recipeId && cast.userId === person.id)) return
  const entry = { recipeId, userId: person.id, vote }
  ledger.votes.push(entry)
  const answer = await call(url, `POST /api/community-recipes/${recipeId}/vote`, {
    token: person.token,
    body: { vote },
  })
  if (!yes(ledger, 'vote', answer, 200)) ledger.votes.splice(ledger.votes.indexOf(entry), 1)
}

const log: WriteAct = async (url, ledger, { coffeeId, grinderId }) => {
  const body = { method: 'v60', coffeeProfileId: coffeeId, grinderId, grindSetting: 24, doseGrams: 15, waterGrams: 240 }
  const answer = await call(url, 'POST /api/brew-logs', { token: pick(ledger.people).token, body })
  if (yes(ledger, 'log', answer, 201)) ledger.logs.push(answer?.body.brewLog.id)
}

const comment: WriteAct = async (url, ledger) => {
  if (ledger.recipes.length === 0) return
  const answer = await call(url, `POST /api/recipes/${pick(ledger.recipes)}/comments`, {
    token: pick(ledger.people).token,
    body: { body: 'Sweet and clean.' },
  })
  if (yes(ledger, 'comment', answer, 201)) ledger.comments.push(answer?.body.comment.id)
}

const follow: WriteAct = async (url, ledger, { roasterIds, roasterSlugs }) => {
  const at = Math.floor(Math.random() * roasterIds.length)
  const person = pick(ledger.people)
  const answer = await call(url, `POST /api/roasters/${roasterSlugs[at]}/follow`, { token: person.token, body: {} })
  if (yes(ledger, 'follow', answer, 201, 200))
    ledger.follows.push({ roasterId: roasterIds[at] ?? 0, userId: person.id })
}

const event: WriteAct = async (url, ledger, { roasterIds, coffeeId }) => {
  ledger.events.sent++
  const answer = await call(url, 'POST /api/track', { body: { roasterId: roasterIds[0], coffeeId } })
  if (yes(ledger, 'event', answer, 200)) ledger.events.acknowledged++
}

const mail: WriteAct = async (url, ledger) => {
  const subject = `Torture ${fresh()}`
  const body = { name: 'Ann', email: `${fresh()}@people.example`, subject, message: 'Hello' }
  const answer = await call(url, 'POST /api/contact', { body })
  if (yes(ledger, 'mail', answer, 200)) ledger.subjects.push(subject)
}

const bring: WriteAct = async (url, ledger) => {
  const person = pick(ledger.people)
  const uuid = fresh()
  const brews = [1, 2, 3].map(n => aBrew(`${uuid}-${n}`, { bean: uuid }))
  const body = anExport({ BEANS: [aBean(uuid, { roaster: `Imported ${uuid}` })], BREWS: brews })
  const answer = await call(url, 'POST /api/user/import', { token: person.token, body })
  if (yes(ledger, 'import', answer, 200))
    ledger.imported.push(...brews.map(({ config }) => ({ userId: person.id, importKey: config.uuid })))
}

const everyday: WriteAct[] = [recipe, vote, vote, log, log, comment, follow, event, mail, bring]

/**
 * Whether the service confirmed it. No reply is no confirmation, and 503 says that nothing was
 * written.
 */
function yes(ledger: Ledger, what: string, answer: Awaited<ReturnType<typeof call>>, ...statuses: number[]) {
  if (!answer) ledger.unanswered++
  else if (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0) ledger.refused++
  else if (statuses.includes(answer.status)) {
    ledger.yes++
    return true
  } else ledger.odd.push(`${what}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
  return false
}

/** What the ledger has and the database lacks. */
export async function missingFrom(sql: Sql, ledger: Ledger, letters: readonly { subject: string }[]) {
  const missing: string[] = []
  const look = async (what: string, rows: Promise<readonly { row: string }[]>) =>
    missing.push(...(await rows).map(({ row }) => `${what} ${row}`))
  const absent = (table: string, ids: number[]) => sql<{ row: string }[]>`
    select id::text as row from unnest(${ids}::int[]) id where not exists (select from ${sql(table)} known where known.id = id.id)`
  await look('recipe', absent('recipes', ledger.recipes))
  await look('brew log', absent('brew_logs', ledger.logs))
  await look('comment', absent('comments', ledger.comments))
  await look(
    'person',
    absent(
      'users',
      ledger.people.map(({ id }) => id),
    ),
  )
  await look(
    'vote',
    sql`
      select cast_vote ->> 'recipeId' as row
      from jsonb_array_elements(${sql.json(ledger.votes)}) cast_vote
      where not exists (
        select from votes
        where recipe_id = (cast_vote ->> 'recipeId')::int
          and user_id = (cast_vote ->> 'userId')::int
          and vote = cast_vote ->> 'vote'
      )`,
  )
  await look(
    'follow',
    sql`
      select follow ->> 'roasterId' as row
      from jsonb_array_elements(${sql.json(ledger.follows)}) follow
      where not exists (
        select from roaster_follows
        where roaster_id = (follow ->> 'roasterId')::int
          and user_id = (follow ->> 'userId')::int
      )`,
  )
  await look(
    'imported brew',
    sql`
      select brew ->> 'importKey' as row
      from jsonb_array_elements(${sql.json(ledger.imported)}) brew
      where not exists (
        select from brew_logs
        where import_key = brew ->> 'importKey'
          and user_id = (brew ->> 'userId')::int
      )`,
  )
  const [events] = await sql<{ n: number }[]>`select count(*)::int as n from events where kind = 'PAGE_VIEW'`
  const written = events?.n ?? 0
  if (written < ledger.events.acknowledged || written > ledger.events.sent)
    missing.push(`events: ${written} of ${ledger.events.acknowledged} acknowledged, ${ledger.events.sent} sent`)
  const queued = await sql<{ subject: string }[]>`select props ->> 'subject' as subject from outbox`
  const known = [...letters, ...queued].map(({ subject }) => subject ?? '')
  for (const subject of ledger.subjects) if (!known.some(one => one.includes(subject))) missing.push(`mail ${subject}`)
  return missing
}
