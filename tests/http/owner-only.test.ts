import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { accessOf, methodsOf, pathOf } from '../../adapters/http/endpoint.ts'
import { endpoints } from '../../adapters/http/endpoints/index.ts'
import { twoColours } from '../support/pictures.ts'
import { aRecipe } from '../support/recipes.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let ben: Someone
beforeAll(async () => {
  world = await startWorld()
  const aRoaster = (slug: string) => aRoastery(world, { slug, name: slug, coffees: [] })
  ann = await aMember(world, await aRoaster('ann-roasts'))
  await world.prove(ann)
  ben = await aMember(world, await aRoaster('ben-roasts'))
})
afterAll(() => world.stop())

const made = async (route: string, body: object, name: string): Promise<number> =>
  (await world.call(route, { as: ann, body })).body[name].id

const aCoffee = () => made('POST /api/roaster-portal/coffees', { name: 'House', roastLevel: 'LIGHT' }, 'coffee')
const aBag = () => made('POST /api/user/bags', { name: 'From home', roasterName: 'Hill', roastLevel: 'LIGHT' }, 'bag')
const roasterRecipe = { method: 'v60', doseGrams: 15, waterGrams: 240 }

/** How a thing of Ann's is created, and a body that changes it. */
const things: Record<string, { make: () => Promise<number | string>; body: () => Promise<object> }> = {
  '/api/brew-logs/:id': {
    make: () => made('POST /api/brew-logs', { method: 'v60' }, 'brewLog'),
    body: async () => ({ rating: 1, notes: 'Mine now.' }),
  },
  '/api/user/sessions/:id': {
    make: async () => {
      const token = await world.ports.sessions.sign({ id: ann.id, sessionVersion: 1 })
      await world.call('GET /api/auth/me', { as: { ...ann, token } })
      const { sessions } = (await world.call('GET /api/user/sessions', { as: ann })).body
      return sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id
    },
    body: async () => ({}),
  },
  '/api/user/recipes/:id': {
    make: () =>
      made(
        'POST /api/user/recipes',
        { method: 'v60', grindSetting: 24, ratio: 16, doseGrams: 15, waterGrams: 240 },
        'recipe',
      ),
    body: async () => ({ name: 'Mine now' }),
  },
  '/api/user/tokens/:id': {
    make: async () =>
      (await world.call('POST /api/user/tokens', { as: ann, body: { name: 'Scale', scopes: ['read'] } })).body.id,
    body: async () => ({}),
  },
  '/api/user/drinkers/:id': {
    make: () => made('POST /api/user/drinkers', { name: crypto.randomUUID().slice(0, 8) }, 'drinker'),
    body: async () => ({ name: crypto.randomUUID().slice(0, 8) }),
  },
  '/api/user/bags/:id/thaw': {
    make: async () => {
      const id = await aBag()
      await world.call(`POST /api/user/bags/${id}/freeze`, { as: ann, body: {} })
      return id
    },
    body: async () => ({}),
  },
  '/api/user/bags/:id/picture/:hash/:name': {
    make: async () => {
      const bag = `/api/user/bags/${await aBag()}`
      await world.call(`PUT ${bag}/picture`, { as: ann, body: twoColours(100, 100) })
      return (await world.call(`GET ${bag}`, { as: ann })).body.bag.picture.sizes[0].path.split('/api/user/bags/')[1]
    },
    body: async () => ({}),
  },
  '/api/user/bags/:id': { make: aBag, body: async () => ({}) },
  '/api/collections/:id': {
    make: () => made('POST /api/collections', { name: 'Summer' }, 'collection'),
    body: async () => ({ name: 'Mine now', recipeId: await aRecipe(world) }),
  },
  '/api/roaster-portal/coffees/:id': {
    make: aCoffee,
    body: async () => ({ name: 'Mine now', place: 1, ...roasterRecipe }),
  },
  '/api/roaster-portal/recipes/:id': {
    make: async () => made(`POST /api/roaster-portal/coffees/${await aCoffee()}/recipes`, roasterRecipe, 'recipe'),
    body: async () => ({ notes: 'Mine now.' }),
  },
  '/api/roaster-portal/members/:id': {
    make: async () => {
      const { id } = await world.person()
      await world.sql`
        insert into roaster_members (roaster_id, user_id, role, created_at)
        select roaster_id, ${id}, 'EDITOR', now() from roaster_members where user_id = ${ann.id}`
      return id
    },
    body: async () => ({ role: 'OWNER' }),
  },
  '/api/roaster-portal/invitations/:id': {
    make: () =>
      made('POST /api/roaster-portal/invitations', { email: `${crypto.randomUUID()}@a.example` }, 'invitation'),
    body: async () => ({}),
  },
}

/** Here the id names a public thing. */
const shared = ['/api/recipes/:id', '/api/community-recipes/:id']

const within = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)
const withId = endpoints.filter(
  route => ['member', 'roaster'].includes(accessOf(route)) && pathOf(route).includes('/:id'),
)

test('every route that names a thing by id is listed as its owner’s or as everybody’s', () => {
  const unknown = withId.map(pathOf).filter(path => ![...Object.keys(things), ...shared].some(one => within(path, one)))
  expect(unknown).toEqual([])
})

describe('another person’s thing is not found', () => {
  for (const route of withId) {
    const path = pathOf(route)
    const owned = Object.keys(things).find(folder => within(path, folder))
    if (owned === undefined) continue
    for (const method of methodsOf(route))
      test(`for ${method} ${path}`, async () => {
        const thing = things[owned]
        const id = await thing?.make()
        const takesFile = 'takesFile' in route
        const body = method === 'GET' ? undefined : takesFile ? twoColours(100, 100) : await thing?.body()
        const call = (as: Someone) =>
          world.call(`${method} ${path.replace(/:id(\/picture\/:hash\/:name)?/, String(id))}`, { as, body })
        const before = await allOf(ann)
        const { status, body: reply } = await call(ben)
        expect([status, Object.keys(reply)]).toEqual([404, ['error']])
        expect(await allOf(ann)).toEqual(before)
        // The same request works for the owner, so the 404 was only because of the person.
        expect((await call(ann)).status).toBeLessThan(300)
      })
  }
})

const allOf = ({ id }: Someone) => world.sql`
  select
    (select jsonb_agg(brew_logs) from brew_logs where user_id = ${id}) as brews,
    (select count(*)::int from ended_sessions) as ended_sessions,
    (select jsonb_agg(personal_recipes) from personal_recipes where user_id = ${id}) as recipes,
    (select jsonb_agg(bags order by id) from bags where user_id = ${id}) as bags,
    (select jsonb_agg(collections) from collections where user_id = ${id}) as collections,
    (select jsonb_agg(collection_items) from collection_items) as items,
    (select jsonb_agg(coffees order by id) from coffees where submitted_by = ${id}) as coffees,
    (select jsonb_agg(roaster_recipes order by id) from roaster_recipes) as roaster_recipes,
    (select jsonb_agg(roaster_members order by user_id) from roaster_members) as members,
    (select jsonb_agg(roaster_invitations order by id) from roaster_invitations) as invitations`
