import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { seedCatalog } from '../../adapters/postgres/catalog/seed.ts'
import type { StoredGrinder } from '../../core/equipment/equipment.ts'
import { curveThrough } from '../../core/grind/curve.ts'
import { manyOwners } from '../support/owners.ts'
import { grinderId, machineId, publish } from '../support/recipes.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { dialin, envOf } from './cli.ts'

const SLUG = 'kingrinder-k6'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.sql`delete from grind_feedback`
})

const run = (...args: string[]) => dialin(['grinders', ...args], envOf(world))
const learned = async (...args: string[]) => {
  const { out, err, exit } = await run('learn', ...args, '--json')
  expect([exit, err]).toEqual([0, ''])
  return JSON.parse(out)
}
const stored = () => world.sql`
  select id, record::text, shipped::text, xmin is null as never from grinders order by id`
const indexes = () => world.sql`select id, grind_index, grind_range from recipes order by id`

describe('dialin grinders learn', () => {
  test('says so while nobody has said anything, or too few', async () => {
    expect((await run('learn')).out).toBe('No feedback from users who count yet.\n')
    await manyOwners(world, SLUG, 5, { points: 6 })
    expect((await run('learn')).out).toStartWith(`KINGrinder K6 (${SLUG}): 5 of at least 8 people, too few`)
  })

  test('shows the curve, the range and the recipes it would move, and changes nothing', async () => {
    await manyOwners(world, SLUG, 60, { points: 6 })
    const before = await stored()
    for (const options of [[], ['--dry-run'], [SLUG]]) {
      const { out, exit } = await run('learn', ...options)
      expect(exit).toBe(0)
      expect(out).toContain(`(${SLUG}): 60 people`)
      expect(out).toMatch(/published +\S+ .* for a V60, \+-7 points/)
      expect(out).toMatch(/learned +\S+ .* for a V60, \+-\d+(\.\d)? points/)
      expect(out).toMatch(/change +\+\d(\.\d+)? points, stretch 1\.00; \d+ clicks finer/)
      expect(out).toContain('60 of 60 within the new range')
      expect(out).toMatch(/settings +Espresso \S+ clicks to \S+ clicks, V60 \S+ clicks to \S+ clicks, French press/)
      expect(out).toContain('Nothing was changed')
    }
    expect(await stored()).toEqual(before)
  })

  test('counts no recipes where nothing would change for them', async () => {
    const author = await world.person()
    const { id } = await publish(world, author, { grinderId: grinderId(world, SLUG), grindSetting: 84 })
    await manyOwners(world, SLUG, 60, { points: 0 })
    expect((await learned(SLUG)).curves).toMatchObject([{ people: 60, shift: 0, recipes: 0 }])
    await world.sql`delete from grind_feedback`
    await manyOwners(world, SLUG, 60, { points: 6 })
    expect((await learned(SLUG)).curves).toMatchObject([{ recipes: 1 }])
    await world.sql`delete from recipes where id = ${id}`
  })

  test('refuses an unknown grinder, and both options at once', async () => {
    expect(await run('learn', 'kingrinder-k66')).toMatchObject({
      exit: 1,
      err: expect.stringContaining('kingrinder-k6'),
    })
    expect((await run('learn', '--apply', '--dry-run')).err).toContain('contradict each other')
  })
})

describe('who counts', () => {
  const people = async () => (await learned(SLUG)).curves[0].people

  test('nobody with an unproven address, an account of one day, or none', async () => {
    await manyOwners(world, SLUG, 100, { points: 12, hours: 20 })
    await manyOwners(world, SLUG, 100, { points: 12, isProven: false })
    await world.call('POST /api/tools/grind-feedback', {
      body: { grinder: SLUG, setting: 60, feedback: 'JUST_RIGHT', method: 'v60' },
    })
    expect(await people()).toBe(0)
  })

  test('one person with a hundred one-day accounts moves nothing', async () => {
    await manyOwners(world, SLUG, 20, { points: 0 })
    const [before] = (await learned(SLUG)).curves
    await manyOwners(world, SLUG, 100, { points: 12, hours: 1 })
    expect((await learned(SLUG)).curves).toEqual([before])
  })

  test('closed and disabled accounts no longer do', async () => {
    await manyOwners(world, SLUG, 12, { points: 3 })
    expect(await people()).toBe(12)
    await world.sql`
      update users
      set disabled_at = now()
      where id = (select min(user_id) from grind_feedback)`
    await world.sql`
      update users
      set closing_at = now()
      where id = (select max(user_id) from grind_feedback)`
    expect(await people()).toBe(10)
    await world.sql`
      update users
      set closing_at = null
      where closing_at is not null`
  })

  test('brews that tasted just right, by the target of their own recipe, and calibrations', async () => {
    const ann = await world.person()
    await world.sql`update users set email_verified_at = now() where id = ${ann.id}`
    const log = async (said: object) =>
      (
        await world.call('POST /api/brew-logs', {
          as: ann,
          body: {
            method: 'v60',
            machineId: machineId(world),
            grinderId: grinderId(world, SLUG),
            grindSetting: 80,
            ...said,
          },
        })
      ).status
    expect(await log({ extractionFeedback: { balanced: true } })).toBe(201)
    expect(await log({ extractionFeedback: { sour: true }, grindSetting: 120 })).toBe(201)
    expect(await log({ rating: 5, extractionFeedback: { bitter: true }, grindSetting: 120 })).toBe(201)
    expect(await people()).toBe(0)
    await world.sql`
      update brew_logs
      set created_at = created_at - interval '3 days'
      where id = (select min(id) from brew_logs where user_id = ${ann.id})`
    const readings = async () => {
      const grinder = world.ports.grinders.bySlug(SLUG)
      return (await world.ports.learning.readings(grinder ? [grinder] : [])).get(grinder?.id ?? 0)
    }
    expect(await readings()).toEqual([[{ setting: 80, grindIndex: 41, feedback: 'JUST_RIGHT', band: 8 }]])
    await world.call('POST /api/user/grinders/calibrate', {
      as: ann,
      body: { grinderId: grinderId(world, SLUG), references: [{ grindIndex: 59, setting: 110, feedback: 'TOO_FINE' }] },
    })
    await world.call('POST /api/tools/grind-feedback', {
      as: ann,
      body: { grinder: SLUG, setting: 84, feedback: 'TOO_COARSE', grindIndex: 40 },
    })
    // A light roast is ground finer by the rules, so that its target is lower.
    const { id } = await publish(world, ann)
    await world.sql`
      update brew_logs
      set coffee_profile_id = (select coffee_profile_id from recipes where id = ${id})
      where id = (select min(id) from brew_logs where user_id = ${ann.id})`
    const [recipe] = await world.sql<{ roastLevel: string }[]>`select roast_level from recipes where id = ${id}`
    expect(recipe?.roastLevel).toBe('LIGHT')
    expect(await readings()).toEqual([
      [
        { setting: 84, grindIndex: 40, feedback: 'TOO_COARSE' },
        { setting: 110, grindIndex: 59, feedback: 'TOO_FINE' },
        { setting: 80, grindIndex: 38, feedback: 'JUST_RIGHT', band: 8 },
      ],
    ])
    await world.sql`delete from brew_logs where user_id = ${ann.id}`
  })

  test('brews of a recipe, by the index of that recipe, unless it comes from the same curve or is gone', async () => {
    const author = await world.person()
    const coarse = await publish(world, author, { grindSetting: 34 })
    const onK6 = { grinderId: grinderId(world, SLUG), grindSetting: 100 }
    const circular = await publish(world, author, onK6)
    const k6 = world.ports.grinders.bySlug(SLUG) as StoredGrinder
    const asWritten = Math.round(curveThrough(k6.references).settingAt(coarse.grindIndex))
    const brewedBy = async (recipeId: number | undefined, grindSetting: number, count: number) => {
      const { body } = await world.call('POST /api/brew-logs', {
        as: author,
        body: { method: 'v60', machineId: machineId(world), ...onK6, grindSetting, recipeId, outcome: 'good' },
      })
      await world.sql`
        with people as (
          insert into users (email, email_verified_at, created_at)
          select gen_random_uuid() || '@brewers.example', now(), now()
          from generate_series(1, ${count}::int)
          returning id
        )
        insert into brew_logs (user_id, recipe_id, method, grinder_id, machine_id, grind_setting, outcome, created_at,
                               brewed_at)
        select people.id, recipe_id, method, grinder_id, machine_id, grind_setting, outcome, at, at
        from people
        cross join brew_logs
        cross join lateral (values (now()), (now() - interval '2 days')) days (at)
        where brew_logs.id = ${body.brewLog.id}`
      await world.sql`delete from brew_logs where id = ${body.brewLog.id}`
    }
    await brewedBy(coarse.id, asWritten, 12)
    expect((await learned(SLUG)).curves).toMatchObject([{ people: 12, shift: 0, agree: 12 }])
    await brewedBy(circular.id, onK6.grindSetting, 30)
    // Without a recipe that we know of, 15 points from where people brew a V60 is another recipe.
    await brewedBy(undefined, Math.round(curveThrough(k6.references).settingAt(57)), 30)
    expect((await learned(SLUG)).curves).toMatchObject([{ people: 12, shift: 0 }])
    await world.call(`DELETE /api/community-recipes/${coarse.id}`, { as: author })
    await world.sql`delete from recipes where id = ${coarse.id}`
    expect((await learned(SLUG)).curves).toMatchObject([{ people: 0 }])
    await world.sql`delete from brew_logs where grinder_id = ${onK6.grinderId}`
    await world.sql`delete from recipes where id = ${circular.id}`
  })
})

describe('a learned curve', () => {
  test('is used by the service, recipes follow it, and both are restored to the byte', async () => {
    const [ann, ben] = [await world.person(), await world.person()]
    const onK6 = { grinderId: grinderId(world, SLUG), grindSetting: 84 }
    const recipe = await publish(world, ann, onK6)
    await world.call('POST /api/user/grinders/calibrate', {
      as: ben,
      body: { grinderId: onK6.grinderId, references: [{ grindIndex: 41, setting: 84, feedback: 'JUST_RIGHT' }] },
    })
    const calibrated = await publish(world, ben, onK6)
    const other = await publish(world, ann)
    await manyOwners(world, SLUG, 60, { points: 6 })
    const before = { grinders: await stored(), recipes: await indexes() }
    const indexOf = async (id: number) => (await indexes()).find(one => one.id === id)?.grindIndex
    const was = await indexOf(recipe.id)

    const { curves, revisions } = await learned(SLUG, '--apply')
    expect(curves[0]).toMatchObject({ slug: SLUG, people: 60, recipes: 1 })
    expect(revisions).toEqual([{ slug: SLUG, id: expect.any(Number), recipes: 1 }])
    expect((await indexOf(recipe.id)) - was).toBeWithin(5, 6.5)
    const others = [calibrated.id, other.id]
    expect((await indexes()).filter(({ id }) => others.includes(id))).toEqual(
      before.recipes.filter(({ id }) => others.includes(id)),
    )
    await world.refresh()
    const chart = await world.call(`GET /api/widget/grinder/${SLUG}`)
    expect(chart.body).toMatchObject({ confidence: 'high', learned: { people: 60, agree: 60 } })
    expect((await world.call(`GET /grinders/${SLUG}`)).text).toContain('60 of 60 K6 owners found this right')

    // The same people teach it nothing more: it is learned from the published curve again.
    expect((await learned(SLUG, '--apply')).revisions).toEqual([])
    // A release does not overwrite it.
    await world.sql`delete from catalog_seeded`
    await seedCatalog(world.sql)
    expect((await world.sql`select record ? 'learned' as kept from grinders where slug = ${SLUG}`)[0]?.kept).toBe(true)

    const list = await run('revisions', SLUG)
    expect(list.out).toContain(`${revisions[0].id}  ${SLUG}      60  +-7 to +-`)
    const reverted = await run('revert', String(revisions[0].id))
    expect(reverted).toMatchObject({ exit: 0, err: '' })
    expect({ grinders: await stored(), recipes: await indexes() }).toEqual(before)
    expect((await run('revert', String(revisions[0].id))).err).toContain('was reverted on')
    expect((await run('revert', '999')).err).toContain('There is no revision 999')
    await world.refresh()
    expect((await world.call(`GET /api/widget/grinder/${SLUG}`)).body.learned).toBeUndefined()
  })

  test('is reverted only before a later one, and not after an import', async () => {
    await manyOwners(world, SLUG, 40, { points: 6 })
    const [first] = (await learned('--apply')).revisions
    await manyOwners(world, SLUG, 40, { points: 3 })
    const [second] = (await learned('--apply')).revisions
    expect((await run('revert', String(first.id))).err).toContain('has been changed since revision')
    expect((await run('revert', String(second.id))).exit).toBe(0)
    expect((await run('revert', String(first.id))).exit).toBe(0)
  })

  test('is followed by a recipe that a service still stored by the curve before', async () => {
    const ann = await world.person()
    const onK6 = { grinderId: grinderId(world, SLUG), grindSetting: 90 }
    await manyOwners(world, SLUG, 60, { points: 6 })
    const [{ id: revision }] = (await learned('--apply')).revisions
    const late = await publish(world, ann, onK6)
    const [before] = (await indexes()).filter(({ id }) => id === late.id)
    await world.refresh()
    expect(await world.followCurves()).toBe(1)
    const [after] = (await indexes()).filter(({ id }) => id === late.id)
    expect(after?.grindIndex).toBeGreaterThan(before?.grindIndex + 4)
    const settled = async () =>
      (await world.sql`select settled_at from grinder_revisions where id = ${revision}`)[0]?.settledAt
    expect(await settled()).toBeNull()
    world.clock.advance({ minutes: 3 })
    await world.followCurves()
    expect(await settled()).not.toBeNull()
    await run('revert', String(revision))
  })
})
