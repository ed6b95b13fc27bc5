import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { seedCatalog } from '../../adapters/postgres/catalog/seed.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const machine = async (slug: string) => {
  const [row] = await world.sql`
    select default_water_temp_f, heat, drive, min_water_grams, max_water_grams, dose_grams, valve_grams, has_lid, source
    from machines
    where slug = ${slug}`
  return { ...row }
}

/** A start with a release that ships different data. */
async function updateShipped() {
  await world.sql`delete from catalog_seeded`
  await seedCatalog(world.sql)
}

describe('an update of the shipped data', () => {
  test('reaches a machine, a grinder and a filter that nobody has changed', async () => {
    const { sql } = world
    const before = await machine('hario-v60-02')
    await sql`
      update machines
      set max_water_grams = 1,
          shipped = shipped || '{"max_water_grams": 1}'
      where slug = 'hario-v60-02'`
    await sql`
      update grinders
      set record = record || '{"notes": "old"}',
          shipped = record || '{"notes": "old"}'
      where slug = 'comandante-c40-mk4'`
    await sql`
      update filters
      set description = 'old',
          shipped = shipped || '{"description": "old"}'
      where slug = 'able-kone'`
    await updateShipped()
    expect(await machine('hario-v60-02')).toEqual(before)
    const old = await sql`
      select slug
      from grinders
      where record ->> 'notes' = 'old'
      union all
      select slug
      from filters
      where description = 'old'`
    expect([...old]).toEqual([])
  })

  test('leaves alone what an admin has changed, repeatedly', async () => {
    const { sql, ports } = world
    const [grinder, v60, kone] = [
      ports.grinders.bySlug('baratza-encore'),
      ports.machines.list().find(({ slug }) => slug === 'hario-v60-01'),
      ports.filters.list().find(({ slug }) => slug === 'able-disk-fine'),
    ]
    if (!grinder || !v60 || !kone) throw new Error('They ship.')
    const [{ id: _, ...changed }, { id: __, ...own }, { id: ___, ...filter }] = [grinder, v60, kone]
    await ports.saveEquipment.grinders([{ ...changed, notes: 'ours' }])
    await ports.saveEquipment.machines([{ ...own, maxWaterGrams: 280 }])
    await ports.saveEquipment.filters([{ ...filter, description: 'ours' }])
    await updateShipped()
    await sql`update machines set shipped = shipped || '{"model": "older"}' where slug = 'hario-v60-01'`
    await updateShipped()
    expect(await machine('hario-v60-01')).toMatchObject({ maxWaterGrams: 280 })
    const ours = await sql`
      select slug
      from grinders
      where record ->> 'notes' = 'ours'
      union all
      select slug
      from filters
      where description = 'ours'`
    expect(ours.map(({ slug }) => slug)).toEqual(['baratza-encore', 'able-disk-fine'])
  })
})

test('a machine from before it had heat and drive gets them, once the migration has added them', async () => {
  const before = await machine('bialetti-moka-express-3-cup')
  expect(before).toMatchObject({ heat: 'kettle', drive: 'stove', valveGrams: 150 })
  await world.sql`
    update machines
    set heat = null, drive = null, valve_grams = null,
        shipped = shipped || '{"heat": null, "drive": null, "valve_grams": null}'
    where slug = 'bialetti-moka-express-3-cup'`
  await updateShipped()
  expect(await machine('bialetti-moka-express-3-cup')).toEqual(before)
})

describe('a start', () => {
  const forgetOne = () => world.sql`delete from filters where slug = 'able-kone'`
  const isThere = async () => (await world.sql`select from filters where slug = 'able-kone'`).length === 1

  test('loads the shipped data once, and again when that changes', async () => {
    const { sql } = world
    await forgetOne()
    await seedCatalog(sql)
    expect(await isThere()).toBe(false)
    await updateShipped()
    expect(await isThere()).toBe(true)
    await forgetOne()
    await seedCatalog(sql)
    expect(await isThere()).toBe(false)
  })
})
