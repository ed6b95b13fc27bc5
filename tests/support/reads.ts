import { expect } from 'bun:test'
import { endpointTable } from './endpoint-table.ts'
import type { TestWorld } from './world.ts'

export type ExportReader = { id: number; token: string }
// biome-ignore lint/suspicious/noExplicitAny: rows of any table
export type Rows = any

/** What must differ: ids that a server assigns, facts about the account there, and cursors. */
const GIVEN_THERE = /^(id|\w+Id|drinkerIds|memberSince|email|cursor|nextCursor)$/

function withoutNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      // Share ids are new.
      if (name === 'shareId') return []
      if (name === 'createdBy' && typeof inner === 'number') return []
      // The account is new on each server.
      if (name === 'createdAt' && 'email' in value) return []
      return [[name, GIVEN_THERE.test(name) ? (inner === null ? null : '#') : withoutNumbers(inner)]]
    }),
  )
}

/**
 * Why a read is not compared. Every other read in the table of endpoints is, including new ones.
 */
export const notCompared: Record<string, string> = {
  '/api/health': 'It is of the server.',
  '/api/health/live': 'It is of the server.',
  '/api/health/ready': 'It is of the server.',
  '/api/user/export': 'Its lists are compared one by one, below.',
  '/api/auth/magic-link/verify': 'It asks for the secret of a mail.',
  '/api/roaster-claims/verify': 'It asks for the secret of a mail.',
  '/api/roaster-invitations/verify': 'It asks for the secret of a mail.',
  '/api/shared-recipes/{shareId}': 'What is shared is shared anew.',
  '/api/shared-collections/{shareId}': 'What is shared is shared anew.',
  '/api/embed/{shareId}': 'What is shared is shared anew.',
  '/api/embed/{roasterSlug}/{coffeeSlug}': 'It is the same to everybody, and of a roaster.',
  '/api/embed/recipes/{roasterSlug}': 'It is the same to everybody, and of a roaster.',
  '/embed/{roasterSlug}': 'It is the same to everybody, and of a roaster.',
  '/embed/words/{language}': 'It is the same to everybody.',
  '/api/widget/grinder/{slug}': 'It is the same to everybody.',
  '/api/user/sessions': 'People sign in anew.',
  '/api/techniques/{slug}': 'It is the same to everybody.',
  '/api/techniques/{slug}/comments': 'What others said, and comments, stay there.',
  '/api/user/bags/{id}/picture/{hash}/{name}': 'Photos of bags stay behind.',
  '/pictures/{hash}/{name}': 'It is the same to everybody.',
  '/api/techniques/{slug}/variations': 'It is the same to everybody.',
  '/api/roasters/{slug}/coffees/{coffeeSlug}': 'It is the coffee, which is read by its number.',
}

/** Query strings, for reads that need more than a path. */
export const asking: Record<string, string[]> = {
  '/api/user/coffee-library': ['', '?grinder=mine'],
  '/api/user/saved-recipes': ['?limit=50'],
  '/api/user/recipes': ['?limit=100'],
  '/api/brew-logs': ['?limit=100'],
  '/api/discover': ['?grinder=mine&method=v60&roastLevel=LIGHT'],
  '/api/following/feed': ['?limit=50'],
  '/api/recipes': ['?sort=recommended&limit=50'],
  '/api/recipes/search': ['?q=a&limit=50'],
  '/api/community-recipes': ['?createdByMe=true&limit=100'],
  '/api/coffees': ['?sort=trending&limit=50'],
  '/api/coffees/suggestions': ['?q=gesha'],
  '/api/user/convert': ['?from=comandante-c40-mk4&setting=24&to=1zpresso-k-ultra'],
  '/api/v1/convert': ['?from=comandante-c40-mk4&setting=24&to=1zpresso-k-ultra'],
}

/** The person's things that a read below this path is about, in an order that both servers have. */
const thingsAt: Record<string, (world: TestWorld, as: ExportReader) => Promise<Rows[]>> = {
  '/api/users/': async (_, { id }) => [id],
  '/api/user/grinders/': async (world, as) =>
    (await world.call('GET /api/user/grinders', { as })).body.grinders
      .filter((grinder: Rows) => grinder.calibrated)
      .map((grinder: Rows) => grinder.grinderId),
  '/api/user/bags/': async (world, as) =>
    (await world.call('GET /api/user/bags', { as })).body.coffees.flatMap(({ bags }: Rows) => idsOf(bags)),
  '/api/brew-logs/': async (world, as) => idsOf((await world.call('GET /api/brew-logs?limit=100', { as })).body.data),
  '/api/collections/': async (world, as) => idsOf((await world.call('GET /api/collections', { as })).body.collections),
  '/api/coffees/': async ({ sql }, { id }) =>
    idsOf(
      await sql`
    select coffee_profile_id as id from coffee_library where user_id = ${id} order by created_at, coffee_profile_id`,
    ),
  '/api/roasters/': async ({ sql }, { id }) =>
    (
      await sql`
        select slug from roasters join roaster_follows on roasters.id = roaster_id where user_id = ${id} order by slug`
    ).map(({ slug }) => slug),
  '/api/recipes/': recipesOf,
  '/api/user/recipes/': async (world, as) =>
    idsOf((await world.call('GET /api/user/recipes?limit=100', { as })).body.recipes),
  '/api/community-recipes/': recipesOf,
}

const idsOf = (rows: Rows[]) => rows.map(({ id }) => id)

/** Recipes that the person wrote or did something with. */
async function recipesOf({ sql }: TestWorld, { id }: ExportReader) {
  return idsOf(
    await sql`
    select id
    from recipes
    where created_by = ${id}
       or id in (select recipe_id from votes where user_id = ${id})
       or id in (select recipe_id from ratings where user_id = ${id})
       or id in (select community_recipe_id from saved_recipes where user_id = ${id})
    order by created_at, coffee_profile_id, id`,
  )
}

/**
 * Every read that a person has according to the table of endpoints, including each single thing,
 * and these lists of the export.
 */
export async function readsOf(world: TestWorld, as: ExportReader, lists: readonly string[]) {
  const reads: Record<string, unknown> = {}
  const read = async (route: string, name = route) => {
    const { status, body } = await world.call(`GET ${route}`, { as })
    expect([name, status]).toEqual([name, 200])
    reads[name] = withoutNumbers(JSON.parse(JSON.stringify(body).replaceAll(world.ports.site.baseUrl, '')))
  }
  const compared = endpointTable.filter(
    // Membership of a roaster is granted on each server.
    ({ method, path, auth }) => method === 'GET' && auth !== 'member' && notCompared[path] === undefined,
  )
  for (const { path } of compared) {
    const [place = path, name] = path.split(/(\{\w+\})/)
    if (name === undefined) for (const query of asking[path] ?? ['']) await read(`${path}${query}`)
    else {
      const things = await thingsAt[place]?.(world, as)
      if (!things?.length) throw new Error(`GET ${path}: of what? Say it in thingsAt, or in notCompared why not.`)
      for (const [at, thing] of things.entries())
        await read(path.replace(name, String(thing)), `${path} number ${at + 1}`)
    }
  }
  const { data } = (await world.call('GET /api/user/export', { as })).body
  for (const kept of lists)
    reads[`all of ${kept}`] = data[kept].map(({ importKey: _, ...row }: Rows) => withoutNumbers(row))
  return reads
}
