import { createHmac } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import { z } from 'zod'
import * as query from './fastify-queries.mjs'
import * as reply from './fastify-replies.mjs'
import { brew, coffee, detail, recipe } from './fastify-rows.mjs'

// What many would build: Fastify, pg and zod on Node, at its best: serializers made from schemas, statements prepared by
// name and planned once (each was measured to be quickest so: planned anew, a list takes six times as long), as many
// connections as the service has, no line of log.
const { DATABASE_URL, SESSION_SECRET = '', PORT } = process.env

pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, text => new Date(text).toISOString())
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const options = '-c TimeZone=UTC -c plan_cache_mode=force_generic_plan'
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10, options })
const rowsOf = async (/** @type {{ name: string, text: string }} */ prepared, /** @type {unknown[]} */ values) =>
  (await pool.query({ ...prepared, values })).rows

const app = Fastify({ logger: false })

const Id = z.object({ id: z.coerce.number().int().positive() })
const Page = z.object({ page: z.coerce.number().int().min(1).max(500).default(1) })
const Words = z.object({ q: z.string().trim().min(1).max(200) })
const CastVote = z.object({ vote: z.enum(['UP', 'DOWN']) })
const LogBrew = z.object({
  method: z.string(),
  coffeeProfileId: z.number().int().positive(),
  machineId: z.number().int().positive(),
  doseGrams: z.number().min(0.1).max(1000),
  waterGrams: z.number().min(1).max(10_000),
  brewTimeSeconds: z.number().int().min(1).max(259_200),
  rating: z.number().int().min(1).max(5),
  notes: z.string().max(5000),
})

app.get('/api/health', async () => ({}))

app.get('/api/recipes/:id', { schema: { response: { 200: reply.Detail } } }, async (request, answer) => {
  const [row] = await rowsOf(query.oneRecipe, [Id.parse(request.params).id])
  return row ? detail(row) : answer.code(404).send({ error: 'There is no such recipe.' })
})

app.get('/api/browse/recipes', { schema: { response: { 200: reply.Browsed } } }, async request => {
  const { page } = Page.parse(request.query)
  const [rows, [count]] = await Promise.all([rowsOf(query.newest, [(page - 1) * 20]), rowsOf(query.total, [])])
  return { data: rows.map(recipe), total: count.total, totalPages: Math.min(500, Math.ceil(count.total / 20)), page }
})

app.get('/api/recipes/search', { schema: { response: { 200: reply.Found } } }, async request => {
  const rows = await rowsOf(query.search, [patterns(request.query)])
  return { data: rows.map(recipe), total: rows.length, cursor: null, nextCursor: null, hasMore: false }
})

app.get('/api/coffees', { schema: { response: { 200: reply.Coffees } } }, async request => {
  const rows = await rowsOf(query.coffees, [patterns(request.query)])
  return { data: rows.map(coffee), cursor: null, nextCursor: null, hasMore: false }
})

app.post('/api/community-recipes/:id/vote', { schema: { response: { 200: reply.Voted } } }, async (request, answer) => {
  const person = await personOf(request.headers.authorization)
  if (!person) return answer.code(401).send({ error: 'Sign in first.' })
  const { vote } = CastVote.parse(request.body)
  const cast = await castVote(Id.parse(request.params).id, person.id, vote)
  if (!cast) return answer.code(404).send({ error: 'There is no such recipe.' })
  return {
    vote,
    message: `Your vote is ${vote}.${cast.isOwn ? ' It’s your own recipe, so your vote isn’t counted.' : ''}`,
  }
})

app.post('/api/brew-logs', { schema: { response: { 201: reply.Logged } } }, async (request, answer) => {
  const person = await personOf(request.headers.authorization)
  if (!person) return answer.code(401).send({ error: 'Sign in first.' })
  const given = LogBrew.parse(request.body)
  const { method, coffeeProfileId, machineId, doseGrams, waterGrams, brewTimeSeconds, rating, notes } = given
  const values = [method, coffeeProfileId, machineId, doseGrams, waterGrams, brewTimeSeconds, rating, notes]
  const [logged] = await rowsOf(query.logBrew, [person.id, ...values, new Date()])
  const [row] = await rowsOf(query.oneBrew, [logged.id])
  return answer.code(201).send({ brewLog: brew(row) })
})

await pool.query(query.plainGrinders)
await app.listen({ port: Number(PORT), host: '127.0.0.1' })

/** One connection for the whole of it, given back whatever happens. */
async function castVote(/** @type {number} */ recipeId, /** @type {number} */ userId, /** @type {string} */ vote) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const [recipe] = (await client.query({ ...query.votedOn, values: [recipeId] })).rows
    const [before] = recipe ? (await client.query({ ...query.earlierVote, values: [recipeId, userId] })).rows : []
    const isOwn = recipe?.created_by === userId
    if (recipe && before?.vote !== vote) {
      const now = new Date()
      const counts = (/** @type {string} */ way) => Number(vote === way) - Number(before?.vote === way)
      await client.query({ ...query.vote, values: [recipeId, userId, vote, now, !isOwn] })
      if (!isOwn) {
        await client.query({ ...query.countVote, values: [recipeId, counts('UP'), counts('DOWN')] })
        await client.query({ ...query.liftCoffee, values: [recipe.coffee_profile_id, now, before?.created_at ?? null] })
      }
    }
    await client.query('commit')
    return recipe && { isOwn }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function personOf(/** @type {string | undefined} */ authorization) {
  const [head, claims = '', mark] = authorization?.slice('Bearer '.length).split('.') ?? []
  if (createHmac('sha256', SESSION_SECRET).update(`${head}.${claims}`).digest('base64url') !== mark) return undefined
  const { sub, ver, jti, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (exp * 1000 < Date.now()) return undefined
  const [person] = await rowsOf(query.person, [Number(sub), ver, jti ?? null])
  return person
}

const patterns = (/** @type {unknown} */ given) =>
  Words.parse(given)
    .q.toLowerCase()
    .split(' ')
    .map(word => `% ${word}%`)
