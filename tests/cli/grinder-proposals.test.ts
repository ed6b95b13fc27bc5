import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { acceptProposal, listProposals } from '../../core/equipment/grinder-proposals.ts'
import { hostileDials } from '../support/hostile-dials.ts'
import { aCoffee, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'
import { dialin } from './cli.ts'

let world: TestWorld
let env: Record<string, string>
beforeAll(async () => {
  world = await startWorld()
  const { dataDir, databaseUrl } = world.config
  env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
})
afterAll(() => world.stop())

const zerno = (changes: object = {}) => ({
  ...{ brand: 'Zerno', name: 'Z1', drive: 'electric', burrType: 'flat', minSetting: 0, maxSetting: 9, step: 0.1 },
  known: [{ setting: 4.5, method: 'v60' }],
  ...changes,
})

async function owner(changes: object = {}, isProven = true): Promise<{ as: Someone; id: number }> {
  const as = await world.person()
  if (isProven)
    await world.sql`
      update users
      set email_verified_at = now(),
          created_at = created_at - interval '2 days'
      where id = ${as.id}`
  const { body } = await world.call('POST /api/user/grinders', {
    as,
    body: { ownGrinder: zerno(changes), isDefault: true, nickname: 'Mine' },
  })
  return { as, id: body.grinder.grinderId }
}

const proposed = async () => JSON.parse((await dialin(['grinders', 'proposals', '--json'], env)).out)

test('five owners who describe a grinder alike move to the catalog, and lose nothing', async () => {
  const first = await owner()
  await owner({ name: 'zerno z-1' })
  expect(await proposed()).toEqual([])
  const third = await owner({ brand: 'Z1', name: 'Zerno', known: [{ setting: 4.4, method: 'v60' }] })
  expect(await proposed()).toMatchObject([{ id: first.id, owners: 3, proven: 3 }])
  // Others mean another dial, or disagree.
  await owner({ maxSetting: 12 })
  await owner({ known: [{ setting: 2, method: 'v60' }] })
  expect(await proposed()).toMatchObject([{ owners: 3 }])
  expect((await dialin(['grinders', 'accept', String(first.id)], env)).err).toContain(
    'Only 3 proven owners describe this grinder the same way; 5 have to agree.',
  )

  const { as: ann, id } = await owner()
  const { as: bea } = await owner()
  const references = [{ grindIndex: 41, setting: 4.2, feedback: 'JUST_RIGHT' }]
  await world.call('POST /api/user/grinders/calibrate', { as: ann, body: { grinderId: id, references } })
  const brew = { method: 'v60', grinderId: id, grindSetting: 4.5, doseGrams: 15, waterGrams: 250 }
  await world.call('POST /api/brew-logs', { as: ann, body: brew })
  await world.call('POST /api/user/recipes', { as: ann, body: { ...brew, ratio: 16.667 } })
  const { body: published } = await world.call('POST /api/community-recipes', {
    as: ann,
    body: { ...brew, coffeeProfileId: await aCoffee(world), machineId: machineId(world), ratio: 16.667 },
  })
  const before = published.recipe

  const slug = `own-${id}`
  await world.call('POST /api/tools/grind-feedback', {
    as: ann,
    body: { grinder: slug, setting: 4.5, feedback: 'JUST_RIGHT', method: 'v60' },
  })

  const { out, err } = await dialin(['grinders', 'accept', String(first.id)], env)
  expect([err, out]).toEqual(['', 'Zerno Z1 is in the catalog as zerno-z1, and 5 owners have moved to it.\n'])
  const atOnce = await world.call('GET /api/user/grinders', { as: ann })
  expect(atOnce.body.grinders).toMatchObject([{ slug: 'zerno-z1', isDefault: true, calibrated: true }])
  // A brew that waited on a phone names the id from before, and so does a link that was kept.
  const waiting = await world.call('POST /api/brew-logs', { as: ann, body: { ...brew, grindSetting: 4.4 } })
  expect([waiting.status, waiting.body.brewLog?.grinder]).toMatchObject([201, { slug: 'zerno-z1', calibrated: true }])
  expect((await world.call(`GET /api/recipes/${before.id}?grinder=${slug}`, { as: ann })).status).toBe(200)
  expect((await world.call(`GET /api/recipes/${before.id}?grinder=${slug}`, { as: bea })).status).toBe(404)
  await world.refresh()
  expect((await world.call(`GET /api/recipes/${before.id}?grinder=${slug}`, { as: ann })).status).toBe(200)
  const { body: gear } = await world.call('GET /api/user/grinders', { as: ann })
  expect(gear.grinders).toMatchObject([
    { slug: 'zerno-z1', isDefault: true, nickname: 'Mine', calibrated: true, confidence: 'low', ownGrinder: null },
  ])
  // Nothing was learned by that: the range is nowhere narrower than before, and low is wider than medium.
  const { uncertainty } = (await world.call('GET /api/widget/grinder/zerno-z1')).body
  expect(uncertainty).toBeGreaterThan(11)
  // Who had not calibrated keeps the numbers that they know, and all keep what they said.
  const { body: odd } = await world.call('GET /api/user/grinders', { as: third.as })
  const { body: own } = await world.call(`GET /api/user/grinders/${odd.grinders[0].grinderId}/calibration`, {
    as: third.as,
  })
  expect(own.calibration.references).toMatchObject([{ grindIndex: 41, setting: 4.4, feedback: 'JUST_RIGHT' }])
  const { body: file } = await world.call('GET /api/user/export', { as: third.as })
  expect(file.data.grinders).toMatchObject([{ description: { brand: 'Z1', name: 'Zerno' } }])
  const now = gear.grinders[0].grinderId
  const { body: calibration } = await world.call(`GET /api/user/grinders/${now}/calibration`, { as: ann })
  expect(calibration.calibration.references).toMatchObject(references)
  const moved = async (table: string) => {
    const [row] = await world.sql<{ count: number }[]>`
      select count(*)::int as count from ${world.sql(table)} where grinder_id = ${now}`
    return row?.count
  }
  const named = await world.sql<{ named: string }[]>`
    select conrelid::regclass::text as named
    from pg_constraint
    where contype = 'f'
      and confrelid = 'grinders'::regclass
    order by 1`
  expect(Object.fromEntries(await Promise.all(named.map(async ({ named }) => [named, await moved(named)])))).toEqual({
    brew_logs: 2,
    grind_feedback: 1,
    grinder_revisions: 0,
    personal_recipes: 1,
    recipes: 1,
    roaster_recipes: 0,
    user_grinders: 5,
  })
  const { body: read } = await world.call(`GET /api/recipes/${before.id}`, { as: bea })
  const recipe = read.recipe ?? read
  expect([recipe.grinder.slug, recipe.grindIndex, recipe.grindSetting]).toEqual(['zerno-z1', before.grindIndex, 4.5])
  expect(await proposed()).toEqual([])
})

test('what an owner changes while a proposal is accepted is not lost', async () => {
  const owners = await Promise.all(Array.from({ length: 5 }, () => owner({ name: 'Z5' })))
  const { grinderProposals } = world.ports
  const seen = await grinderProposals.described(world.clock.now())
  const [first] = owners as [{ as: Someone; id: number }]
  const references = [{ grindIndex: 41, setting: 4.2, feedback: 'JUST_RIGHT' }]
  await world.call('POST /api/user/grinders/calibrate', { as: first.as, body: { grinderId: first.id, references } })
  const late = { ...world.ports, grinderProposals: { ...grinderProposals, described: async () => seen } }
  const ids = (await listProposals(late)).filter(({ record }) => record.model === 'Z5').map(({ id }) => id)
  expect(ids).toHaveLength(1)
  expect(acceptProposal(ids[0] as number, {}, late)).rejects.toThrow('has just changed this grinder')
  expect((await acceptProposal(ids[0] as number, {}, world.ports)).owners).toBe(5)
  const { body } = await world.call('GET /api/user/grinders', { as: first.as })
  expect(body.grinders).toMatchObject([{ slug: 'zerno-z5', calibrated: true }])
})

test('fresh and unproven accounts propose nothing', async () => {
  for (const _ of Array(5)) await owner({ name: 'Fresh' }, false)
  expect(await proposed()).toEqual([])
  for (const _ of Array(3)) await owner({ name: 'Fresh' })
  const [{ id, ...counts }] = await proposed()
  expect(counts).toMatchObject({ owners: 8, proven: 3 })
  expect((await dialin(['grinders', 'proposals'], env)).out).toMatch(/owners +proven/)
  expect((await dialin(['grinders', 'accept', String(id)], env)).err).toContain('Only 3 proven owners')
  await dialin(['grinders', 'reject', String(id)], env)
})

test('what the catalog refuses is not accepted, and can be called otherwise', async () => {
  for (const _ of Array(5)) await owner({ brand: 'Дробилка', name: 'Ё-1' })
  const [{ id }] = await proposed()
  const run = (...options: string[]) => dialin(['grinders', 'accept', String(id), ...options], env)
  expect(await run()).toMatchObject({
    exit: 1,
    err: expect.stringMatching(/Its slug must .* Choose another with --slug/),
  })
  expect((await run('--slug', 'x'.repeat(161))).err).toContain('--slug')
  expect((await run('--slug', 'drobilka', '--brand', 'x'.repeat(2000))).err).toContain('--brand')
  expect((await run('--slug', 'comandante-c40-mk4')).err).toContain('The catalog has comandante-c40-mk4 already')
  expect((await run('--brand', 'Drobilka', '--name', 'E-1')).out).toContain('is in the catalog as drobilka-e-1')
  const file = join(world.config.dataDir, 'grinders.json')
  await Bun.write(file, (await dialin(['grinders', 'export'], env)).out)
  expect((await dialin(['grinders', 'check', file], env)).exit).toBe(0)
})

test('what is rejected stays with its owners, and is not proposed again', async () => {
  const owners = [await owner({ name: 'Q' }), await owner({ name: 'Q' }), await owner({ name: 'Q' })]
  const [first] = owners
  expect((await dialin(['grinders', 'reject', String(first?.id)], env)).out).toContain('stays with its 3 owners')
  expect(await proposed()).toEqual([])
  const { body } = await world.call('GET /api/user/grinders', { as: first?.as as Someone })
  expect(body.grinders).toMatchObject([{ name: 'Q', confidence: 'own' }])
  expect((await dialin(['grinders', 'reject', '999999'], env)).err).toContain('There is no proposal 999999')
})

test.each(hostileDials)('%s is refused in a sentence, and nothing is kept', async (_what, changes, sentence) => {
  const ann = await world.person()
  const file = join(world.config.dataDir, 'hostile.json')
  await Bun.write(file, JSON.stringify(zerno(changes)))
  const { exit, out, err } = await dialin(['grinders', 'describe', file, '--user', ann.email], env)
  expect([exit, out, err]).toEqual([1, '', expect.stringMatching(sentence)])
  expect(err.trimEnd()).not.toMatch(/[\p{Cc}\u202e]/u)
  expect((await world.call('GET /api/user/grinders', { as: ann })).body.grinders).toEqual([])
})
