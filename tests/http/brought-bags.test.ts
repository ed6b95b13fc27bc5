import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aBean, aBrew, anExport } from '../support/beanconqueror.ts'
import { browsing } from '../support/browsing.ts'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let bagIds: Record<string, number>
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
  const roaster = 'Nowhere Listed'
  const BEANS = [
    aBean('light', { name: 'Pale', roaster, roastingDate: '', roast: 'CINNAMON_ROAST' }),
    aBean('dark', { name: 'Black', roaster, roastingDate: '', roast: 'ITALIAN_ROAST' }),
    aBean('untold', { name: 'Grey', roaster, roastingDate: '', roast: 'UNKNOWN' }),
  ]
  await world.call('POST /api/user/import', {
    as: ann,
    body: anExport({ BEANS, BREWS: [aBrew('a', { bean: 'dark', rating: 0 })] }),
  })
  const { coffees } = (await world.call('GET /api/user/bags', { as: ann })).body
  bagIds = Object.fromEntries(coffees.map(({ name, bags }: Record<string, [{ id: number }]>) => [name, bags?.[0].id]))
})
afterAll(() => world.stop())

const log = (as: Someone, body: object) => world.call('POST /api/brew-logs', { as, body: { method: 'v60', ...body } })
const adapted = (as: Someone | undefined, body: object) =>
  world.call('POST /api/adaptRecipe', {
    as,
    body: { machineId: machineId(world), grinderId: grinderId(world), ...body },
  })

describe('an imported bag', () => {
  test('is what a brew was made from, and private', async () => {
    const { status, body } = await log(ann, { bagId: bagIds.Pale })
    expect([status, body.brewLog]).toMatchObject([
      201,
      { coffee: null, coffeeProfileId: null, bag: { id: bagIds.Pale, name: 'Pale', roasterName: 'Nowhere Listed' } },
    ])
    expect((await world.call('GET /api/brew-logs/last', { as: ann })).body.brewLog).toEqual(body.brewLog)
    const bob = await world.person()
    expect((await log(bob, { bagId: bagIds.Pale })).body).toEqual({ error: `You have no bag ${bagIds.Pale}.` })
    const other = await log(ann, { bagId: bagIds.Pale, coffeeProfileId: await aCoffee(world) })
    expect(other.body).toEqual({ error: 'bagId is a bag of a different coffee from coffeeProfileId.' })
  })

  test('gives its roast level to a recipe by rule', async () => {
    const byBag = (await adapted(ann, { bagId: bagIds.Black })).body.adaptedRecipe
    expect(byBag).toEqual((await adapted(ann, { roastLevel: 'DARK' })).body.adaptedRecipe)
    expect(byBag).not.toEqual((await adapted(ann, { bagId: bagIds.Pale })).body.adaptedRecipe)
    const untold = await adapted(ann, { bagId: bagIds.Grey })
    expect(untold.body).toEqual({ error: 'roastLevel is required: the bag doesn’t say how dark it is.' })
    expect((await adapted(ann, { bagId: bagIds.Grey, roastLevel: 'LIGHT' })).status).toBe(200)
    expect((await adapted(await world.person(), { bagId: bagIds.Pale })).status).toBe(404)
    expect((await adapted(undefined, { bagId: bagIds.Pale })).status).toBe(401)
  })

  test('continues where its brews ended', async () => {
    const before = (await adapted(ann, { bagId: bagIds.Pale })).body.adaptedRecipe
    await log(ann, {
      bagId: bagIds.Pale,
      grinderId: grinderId(world),
      grindSetting: 30,
      doseGrams: 15,
      waterGrams: 240,
      waterTempF: 201.2,
      rating: 5,
      extractionFeedback: { balanced: true },
    })
    const { adaptedRecipe } = (await adapted(ann, { bagId: bagIds.Pale })).body
    expect(adaptedRecipe.reasons[0]).toMatch(
      /^You settled on 30 clicks and 1:16 with your brews of this coffee: 0.2 F hotter,/,
    )
    expect([before.grindSetting, adaptedRecipe.grindSetting]).toEqual([expect.any(Number), 30])
  })

  test('can be chosen in the log, and is chosen again when it is brewed again', async () => {
    const { open, send } = browsing(world, ann)
    const page = (await open(`/me/log?coffee=bag-${bagIds.Black}`)).text
    expect(page).toContain(`<option value="bag-${bagIds.Black}" selected>Black, Nowhere Listed</option>`)
    expect((await open(`/me/shelf/${bagIds.Black}`)).text).toContain(`/me/log?coffee=bag-${bagIds.Black}`)
    const sent = await send('/me/log', { coffee: `bag-${bagIds.Black}`, brewer: 'any-v60', doseGrams: '15' })
    expect(sent.status).toBe(303)
    const [brew] = (await world.call('GET /api/brew-logs', { as: ann })).body.data
    expect(brew).toMatchObject({ doseGrams: 15, bag: { name: 'Black' } })
    expect((await open(`/me/log?again=${brew.id}`)).text).toContain(`value="bag-${bagIds.Black}" selected`)
    expect((await open(`/recipes/new?from=brew-${brew.id}`)).text).not.toContain('bag-')
    const bob = await world.person()
    const stolen = await browsing(world, bob).send('/me/log', { coffee: `bag-${bagIds.Black}`, brewer: 'any-v60' })
    expect(stolen.status).toBe(404)
  })
})
