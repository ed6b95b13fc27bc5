import { createHmac } from 'node:crypto'
import type { Row } from 'postgres'
import {
  coffeeCandidates,
  ranked,
  type SearchedCoffee,
  searchCoffees,
  searchedText,
} from '../../adapters/postgres/catalog/coffee-search.ts'
import { equipmentIn } from '../../adapters/postgres/catalog/equipment.ts'
import { openDatabase } from '../../adapters/postgres/engine/client.ts'
import { nested } from '../../adapters/postgres/queries/nested.ts'
import { matching, narrow } from '../../adapters/postgres/recipes/recipe-filter.ts'
import { bestOrder } from '../../adapters/postgres/recipes/recipe-order.ts'
import { searchWords } from '../../core/coffees/search.ts'
import { ratioOf } from '../../core/recipes/arithmetic.ts'
import { brewFrom, coffeeFrom, detailFrom, recipeFrom } from './bare-rows.ts'

/**
 * The fastest we can write by hand: Bun.serve, the driver, and the best SQL we know, using our own
 * search tables. It authenticates, because every service must, but checks no other input, counts no
 * limits and writes no log.
 */
const { DATABASE_URL, SESSION_SECRET = '', PORT } = process.env
const { sql } = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: '', statementTimeoutMs: 60_000 })
const equipment = await equipmentIn(sql)
const detailOf = detailFrom(equipment)
const recipeOf = recipeFrom(equipment)

Bun.serve({
  port: Number(PORT),
  hostname: '127.0.0.1',
  routes: {
    '/api/health': () => Response.json({}),

    '/api/recipes/:id': async ({ params }) => {
      const [row] = await sql`
        select recipes.id, coffee_profile_id, grinder_id, machine_id, filter_id, grind_setting, grind_setting_text,
               grind_index, ratio, dose_grams, water_grams, brew_time_seconds, water_temp_f, notes, taste_profile, steps,
               author_calibrated, upvotes, downvotes, wilson_score, avg_rating, rating_count, brew_count,
               recipes.created_at, roaster_recipe_id is not null as by_roaster, version, edited_at, comment_count,
               coffees.name as coffee_name, coffees.slug as coffee_slug, coffees.roast_level, origin, flavor_profile,
               acidity_level, body_level, coffee_type, coffees.description as coffee_description, processing_method,
               roasters.id as roaster_id, roasters.name as roaster_name, roasters.slug as roaster_slug, city, state,
               country, logo_url, website_url, is_verified,
               users.id as author_id, coalesce(users.name, 'Brewer ' || users.id) as author_name
        from recipes
        join coffees on coffees.id = recipes.coffee_profile_id
        join roasters on roasters.id = recipes.roaster_id
        left join users on users.id = recipes.created_by
        where recipes.id = ${Number(params.id)}
          and recipes.hidden_at is null`
      return row ? Response.json(detailOf(row)) : Response.json({ error: 'There is no such recipe.' }, { status: 404 })
    },

    '/api/browse/recipes': async ({ url }) => {
      const page = Number(new URL(url).searchParams.get('page') ?? 1)
      const [rows, [count]] = await Promise.all([
        sql`
          select recipes.id, coffee_profile_id, grinder_id, machine_id, filter_id, grind_setting, grind_setting_text,
                 grind_index, ratio, dose_grams, water_grams, brew_time_seconds, water_temp_f, notes, taste_profile, steps,
                 author_calibrated, upvotes, downvotes, wilson_score, avg_rating, rating_count, brew_count,
                 recipes.created_at, roaster_recipe_id is not null as by_roaster,
                 coffees.name as coffee_name, coffees.slug as coffee_slug, coffees.roast_level, origin, flavor_profile,
                 acidity_level, body_level, roasters.name as roaster_name, roasters.slug as roaster_slug,
                 users.id as author_id, coalesce(users.name, 'Brewer ' || users.id) as author_name
          from (
            select id, created_at
            from recipes
            where is_listed
            order by created_at desc, id desc
            limit 20
            offset ${(page - 1) * 20}
          ) place
          join recipes on recipes.id = place.id
          join coffees on coffees.id = recipes.coffee_profile_id
          join roasters on roasters.id = recipes.roaster_id
          left join users on users.id = recipes.created_by
          order by place.created_at desc, place.id desc`,
        sql`select sum(recipes)::int as total from recipes_by_style`,
      ])
      const total = count?.total
      return Response.json({
        data: rows.map(recipeOf),
        total,
        totalPages: Math.min(500, Math.ceil(total / 20)),
        page,
      })
    },

    '/api/recipes/search': async ({ url }) => {
      const filter = await narrow(sql, { words: wordsIn(url) })
      const rows = await sql`
        select recipes.id, coffee_profile_id, grinder_id, machine_id, filter_id, grind_setting, grind_setting_text,
               grind_index, ratio, dose_grams, water_grams, brew_time_seconds, water_temp_f, notes, taste_profile, steps,
               author_calibrated, upvotes, downvotes, wilson_score, avg_rating, rating_count, brew_count,
               recipes.created_at, roaster_recipe_id is not null as by_roaster,
               coffees.name as coffee_name, coffees.slug as coffee_slug, coffees.roast_level, origin, flavor_profile,
               acidity_level, body_level, roasters.name as roaster_name, roasters.slug as roaster_slug,
               users.id as author_id, coalesce(users.name, 'Brewer ' || users.id) as author_name
        from recipes
        join coffees on coffees.id = recipes.coffee_profile_id
        join roasters on roasters.id = recipes.roaster_id
        left join users on users.id = recipes.created_by
        where ${matching(sql, filter)}
        order by ${bestOrder(sql)}`
      return Response.json({
        data: rows.map(recipeOf),
        total: rows.length,
        cursor: null,
        nextCursor: null,
        hasMore: false,
      })
    },

    '/api/coffees': async ({ url }) => {
      const { rows, search } = await searchCoffees(sql, { words: wordsIn(url) }, search =>
        nested<Row & SearchedCoffee>(sql`
        with ${coffeeCandidates(sql, search)}
        select coffees.id, coffees.slug, coffees.name, roast_level, coffee_type, origin, flavor_profile,
               coffees.description, acidity_level, body_level, processing_method, coffees.recipe_count, coffees.created_at,
               buy_url, pictures.sizes, roasters.id as roaster_id, roasters.name as roaster_name, roasters.slug as roaster_slug,
               ${searchedText(sql)}
        from found
        join coffees on coffees.id = found.id
        join roasters on roasters.id = coffees.roaster_id
        left join pictures on pictures.coffee_id = coffees.id
        order by coffees.id desc`),
      )
      const closest = ranked(search, rows).slice(0, 20)
      return Response.json({
        data: closest.map(({ row }) => coffeeFrom(row)),
        cursor: null,
        nextCursor: null,
        hasMore: false,
      })
    },

    '/api/community-recipes/:id/vote': async request => {
      const [person, { vote }] = await Promise.all([personOf(request), request.json() as Promise<{ vote: string }>])
      if (!person) return signIn()
      const [cast] = await sql<{ counts: boolean }[]>`
        insert into votes (recipe_id, user_id, vote, created_at, counts)
        select id, ${person.id}, ${vote}, ${new Date()}, created_by is distinct from ${person.id}
        from recipes
        where id = ${Number(request.params.id)}
          and hidden_at is null
        for no key update
        on conflict (recipe_id, user_id) do update
        set vote = excluded.vote,
            created_at = excluded.created_at
        where votes.vote <> excluded.vote
        returning counts`
      const own = cast?.counts === false ? ' It’s your own recipe, so your vote isn’t counted.' : ''
      return Response.json({ vote, message: `Your vote is ${vote}.${own}` })
    },

    '/api/brew-logs': async request => {
      const [person, brew] = await Promise.all([personOf(request), request.json() as Promise<LoggedBrew>])
      if (!person) return signIn()
      const { method, coffeeProfileId, machineId, doseGrams, waterGrams, brewTimeSeconds, rating, notes } = brew
      const [row] = await sql`
        with logged as (
          insert into brew_logs
            (user_id, method, coffee_profile_id, machine_id, dose_grams, water_grams, brew_time_seconds, rating, notes, created_at, brewed_at)
          values
            (${person.id}, ${method}, ${coffeeProfileId}, ${machineId}, ${doseGrams}, ${waterGrams}, ${brewTimeSeconds}, ${rating}, ${notes}, now(), now())
          returning id, coffee_profile_id, created_at
        )
        select logged.id, logged.created_at, coffees.name as coffee_name, coffees.slug as coffee_slug, roasters.name as roaster_name
        from logged
        join coffees on coffees.id = logged.coffee_profile_id
        join roasters on roasters.id = coffees.roaster_id`
      const machine = equipment.machines.byId(machineId)
      return Response.json(
        { brewLog: brewFrom({ ...row, ...brew, ratio: ratioOf(doseGrams, waterGrams) }, machine) },
        { status: 201 },
      )
    },
  },
})

interface LoggedBrew {
  method: string
  coffeeProfileId: number
  machineId: number
  doseGrams: number
  waterGrams: number
  brewTimeSeconds: number
  rating: number
  notes: string
}

const signIn = () => Response.json({ error: 'Sign in first.' }, { status: 401 })

/** The person that a token names, if we signed it and the account is active. */
async function personOf({ headers }: Request) {
  const [head, claims = '', mark] = headers.get('authorization')?.slice('Bearer '.length).split('.') ?? []
  if (createHmac('sha256', SESSION_SECRET).update(`${head}.${claims}`).digest('base64url') !== mark) return undefined
  const { sub, ver, jti, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (exp * 1000 < Date.now()) return undefined
  const [person] = await sql<{ id: number }[]>`
    select id
    from users
    where id = ${Number(sub)}
      and session_version = ${ver}
      and disabled_at is null
      and not exists (select from ended_sessions where ended_sessions.id = ${jti ?? null})`
  return person
}

const wordsIn = (url: string) => searchWords(new URL(url).searchParams.get('q') ?? '')
