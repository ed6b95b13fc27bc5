import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Recipe } from '../../core/recipes/model.ts'
import { grinderId, machineId, publish, vote } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let voters: Someone[]
/** Recipes by a name that says what they are. */
const made: Record<string, Recipe> = {}

const coffee = async (name: string, facts: object = {}) => {
  const body = { name, roasterName: 'Onyx', roastLevel: 'LIGHT', ...facts }
  return (await world.call('POST /api/coffees', { as: ann, body })).body.coffee.id as number
}
const add = async (name: string, fields: object, votes = 0) => {
  const recipe = await publish(world, ann, fields as Record<string, unknown>)
  made[name] = recipe
  for (const voter of voters.slice(0, votes)) await vote(world, voter, recipe.id, 'UP')
  world.clock.advance({ seconds: 1 })
}
const nameOf = ({ id }: { id: number }) => Object.keys(made).find(name => made[name]?.id === id) ?? id
const idOf = (name: string) => made[name]?.coffeeProfileId as number

beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
  voters = await Promise.all(Array.from({ length: 6 }, () => world.person()))
  const light = await coffee('Yirgacheffe', { acidity: 5, origin: 'Ethiopia' })
  const mediumLight = await coffee('Huila', { roastLevel: 'MEDIUM_LIGHT' })
  const dark = await coffee('Night Train', { roastLevel: 'DARK', acidity: 1 })
  const kUltra = { grinderId: grinderId(world, '1zpresso-k-ultra') }
  const espresso = { machineId: machineId(world, 'espresso'), ratio: 2, doseGrams: 18, waterGrams: 36 }
  await add('light v60', { coffeeProfileId: light }, 2)
  await add('light strong', { coffeeProfileId: light, ratio: 15, waterGrams: 225 }, 3)
  await add('light third', { coffeeProfileId: light, grindSetting: 25 }, 1)
  await add('huila weak', { coffeeProfileId: mediumLight, ratio: 18.3, waterGrams: 275 })
  await add('dark v60', { coffeeProfileId: dark, ...kUltra, grindSetting: 8 }, 6)
  await add('dark espresso', { coffeeProfileId: dark, ...kUltra, ...espresso, grindSetting: 3 }, 4)
})
afterAll(() => world.stop())

describe('GET /api/discover', () => {
  const ask = async (query: object = {}, as?: Someone) => {
    const words = Object.entries({ grinderId: grinderId(world), ...query }).map(pair => pair.join('='))
    const answer = await world.call(`GET /api/discover?${words.join('&')}`, { as })
    if (answer.status !== 200) throw new Error(answer.body.error)
    return answer.body
  }
  const found = async (query: object = {}) => (await ask(query)).recipes.slice(1).map(nameOf)

  test('begins with a recipe by rule and continues with the best of the community, all for this grinder', async () => {
    const { recipes, total, grinder } = await ask()
    expect(grinder).toEqual({ id: grinderId(world), brand: 'Comandante', name: 'C40 MK4', calibrated: false })
    expect(total).toBe(7)
    const [byRule, ...community] = recipes
    expect(byRule).toMatchObject({
      id: 0,
      type: 'recommended',
      isAdapted: true,
      method: 'v60',
      doseGrams: 15,
      waterGrams: 245,
      coffeeProfileId: null,
      machineId: null,
      upvotes: 0,
      avgRating: null,
      reachable: true,
    })
    expect(community.map(nameOf)).toEqual([
      'dark v60',
      'dark espresso',
      'light strong',
      'light v60',
      'light third',
      'huila weak',
    ])
    for (const recipe of community) {
      expect(recipe).toMatchObject({ type: 'community', grinderId: grinderId(world) })
      expect(recipe.isAdapted).toBe(recipe.original.grinder.slug !== 'comandante-c40-mk4')
      expect(recipe.grindLabel).toBe(`${recipe.grindSetting} clicks`)
    }
    expect(community[0].reasons).toEqual(['Converted from 8 on the 1Zpresso K-Ultra'])
  })

  test('reads roasts as every list of recipes does', async () => {
    const light = ['light strong', 'light v60', 'light third']
    const dark = ['dark v60', 'dark espresso']
    expect(await found({ roast: 'LIGHT' })).toEqual(light)
    expect(await found({ roast: 'light' })).toEqual([...light, 'huila weak'])
    expect(await found({ roast: 'dark' })).toEqual(dark)
    expect((await found({ roast: 'LIGHT,DARK' })).toSorted()).toEqual([...dark, ...light].toSorted())
    expect(await found({ roast: 'MEDIUM' })).toEqual([])
    for (const roast of ['DARK', 'dark'])
      expect((await ask({ roast })).recipes[0]).toMatchObject({
        waterTempF: 192,
        reasons: ['Dark roast: 9 F cooler, coarser'],
      })
  })

  test('uses the method of a machine', async () => {
    const espresso = { machineId: machineId(world, 'espresso') }
    expect(await found(espresso)).toEqual(['dark espresso'])
    expect((await ask(espresso)).recipes[0]).toMatchObject({ method: 'espresso', ...espresso })
  })

  test('uses the roast of a coffee', async () => {
    expect(await found({ coffeeId: idOf('dark v60') })).toEqual(['dark v60', 'dark espresso'])
    expect((await ask({ coffeeId: idOf('dark v60') })).recipes[0]).toMatchObject({
      coffeeProfileId: idOf('dark v60'),
      waterTempF: 192,
    })
  })

  test('accepts a strength: of the ratio for community recipes, of the dose by rule', async () => {
    expect(await found({ brewStrength: 'STRONG' })).toEqual(['light strong'])
    expect(await found({ brewStrength: 'light' })).toEqual(['huila weak'])
    expect(await found({ brewStrength: 'MEDIUM', roast: 'LIGHT', machineId: machineId(world) })).toEqual([
      'light v60',
      'light third',
    ])
    // 245 / (16.333 x 0.94) = 15.96
    expect((await ask({ brewStrength: 'STRONG' })).recipes[0].doseGrams).toBe(16)
    expect((await ask({ brewStrength: 'LIGHT' })).recipes[0].doseGrams).toBeLessThan(15)
  })

  test('says for each recipe if this grinder does not reach it', async () => {
    const ode = world.ports.grinders.bySlug('fellow-ode-gen-1')
    const query = { grinderId: ode?.id, machineId: machineId(world, 'espresso') }
    for (const recipe of (await ask(query)).recipes) {
      expect(recipe).toMatchObject({ reachable: false, grindSetting: ode?.minSetting })
      expect(recipe.reasons).toContainEqual(
        expect.stringMatching(/^The Fellow Ode Gen 1 can’t reach .* is as close as it gets$/),
      )
    }
  })

  test('without a machine, proposes only what the grinder can do', async () => {
    for (const { id } of world.ports.grinders.list().filter((_, at) => at % 20 === 0))
      expect((await ask({ grinderId: id })).recipes[0]).toMatchObject({ reachable: true, grinderId: id })
  })

  test('gives the same reply to the same request, and shows twenty at most', async () => {
    const busy = await coffee('Busy')
    for (let more = 0; more < 22; more++) await publish(world, ann, { coffeeProfileId: busy })
    const query = `GET /api/discover?grinderId=${grinderId(world)}`
    const [one, other] = [await world.call(query), await world.call(query)]
    expect(one.text).toBe(other.text)
    expect(one.body.recipes).toHaveLength(21)
    expect(one.body.total).toBe(21)
  })

  test.each([
    ['', 400, 'grinderId'],
    ['grinderId=999999', 400, 'grinderId'],
    ['grinderId=1&machineId=999999', 400, 'machineId'],
    ['grinderId=1&coffeeId=999999', 404, 'coffee'],
    ['grinderId=1&roast=burnt', 400, 'roast'],
    ['grinderId=1&brewStrength=brutal', 400, 'brewStrength'],
  ])('refuses ?%s', async (query, status, name) => {
    const answer = await world.call(`GET /api/discover?${query}`)
    expect([answer.status, answer.body.error]).toEqual([status, expect.stringContaining(name)])
  })

  test("uses the person's calibration, with a reason if a setting differs", async () => {
    const bea = await world.person()
    const references = [{ grindIndex: 41, setting: 29, feedback: 'JUST_RIGHT' }]
    await world.call('POST /api/user/grinders/calibrate', {
      as: bea,
      body: { grinderId: grinderId(world), references },
    })
    const { recipes, grinder } = await ask({}, bea)
    expect(grinder.calibrated).toBe(true)
    expect(recipes.every(({ calibrated }: { calibrated: boolean }) => calibrated)).toBe(true)
    const third = recipes.find((recipe: Recipe) => nameOf(recipe) === 'light third')
    expect(third.grindSetting).toBeGreaterThan(25)
    expect(third).toMatchObject({
      isAdapted: true,
      reasons: [`You have calibrated your grinder: 25 clicks on theirs is ${third.grindLabel} on yours`],
    })
  })

  test("a calibrated author's recipe keeps its index, and says so to other owners of that grinder", async () => {
    const cal = await world.person('Cal')
    const references = [{ grindIndex: 41, setting: 29, feedback: 'JUST_RIGHT' }]
    await world.call('POST /api/user/grinders/calibrate', {
      as: cal,
      body: { grinderId: grinderId(world), references },
    })
    const fields = { coffeeProfileId: await coffee('Calibrated'), grindSetting: 29 }
    const recipe = await publish(world, cal, fields)
    const { recipes } = await ask({ coffeeId: fields.coffeeProfileId })
    expect(recipes[1]).toMatchObject({ id: recipe.id, isAdapted: true, calibrated: false })
    expect(recipes[1].grindSetting).toBeLessThan(29)
    expect(recipes[1].reasons).toEqual([
      `Its author has calibrated their grinder: 29 clicks on theirs is ${recipes[1].grindLabel} on yours`,
    ])
  })
})

describe('GET /api/recommendations', () => {
  const ask = async (as: Someone, query = '') => (await world.call(`GET /api/recommendations${query}`, { as })).body
  const names = async (as: Someone, query = '?limit=20') => (await ask(as, query)).recommendations.map(nameOf)

  test('are by votes without a palate, and at most two per coffee', async () => {
    const bea = await world.person('Bea')
    const { recommendations, hasProfile, profileSummary } = await ask(bea)
    expect(hasProfile).toBe(false)
    expect(profileSummary).toEqual({ strengthPreference: 0.5, roastPreference: 0.5 })
    expect(recommendations.slice(0, 4).map(nameOf)).toEqual(['dark v60', 'dark espresso', 'light strong', 'light v60'])
    expect(recommendations).toHaveLength(5)
    expect(recommendations.every((recipe: Recipe) => !('tasteMatchScore' in recipe))).toBe(true)
    const coffees = Map.groupBy((await ask(bea, '?limit=20')).recommendations as Recipe[], recipe => recipe.coffee.id)
    for (const of of coffees.values()) expect(of.length).toBeLessThanOrEqual(2)
    expect(coffees.has(idOf('huila weak'))).toBe(true)
  })

  test('are by match with a palate, and by votes for equal matches', async () => {
    const cleo = await world.person('Cleo')
    const body = { roastPreference: 0, acidityTolerance: 1, strengthPreference: 0.5 }
    await world.call('PUT /api/users/taste-profile', { as: cleo, body })
    const { recommendations, hasProfile, profileSummary } = await ask(cleo, '?limit=20')
    expect([hasProfile, profileSummary]).toEqual([true, { strengthPreference: 0.5, roastPreference: 0 }])
    expect(recommendations.slice(0, 2).map(nameOf)).toEqual(['light strong', 'light v60'])
    for (const [at, { tasteMatchScore }] of recommendations.entries())
      expect(tasteMatchScore).toBeLessThanOrEqual((recommendations[at - 1]?.tasteMatchScore ?? 1) + 0.02)
    expect((await ask(cleo, '?limit=20')).recommendations).toEqual(recommendations)
  })

  test("are only what one's own brewer and grinder can do, each with its setting", async () => {
    const eve = await world.person('Eve')
    const { body: catalog } = await world.call('GET /api/machines')
    const v60 = catalog.machines.find(({ slug }: { slug: string }) => slug === 'hario-v60-02')
    await world.call('POST /api/user/machines', { as: eve, body: { machineId: v60.id } })
    await world.call('POST /api/user/grinders', { as: eve, body: { grinderId: grinderId(world) } })
    const { recommendations } = await ask(eve, '?limit=20')
    expect(recommendations.length).toBeGreaterThan(0)
    for (const { machine, onGrinder } of recommendations) {
      expect(machine.brewMethod).toBe('v60')
      expect(onGrinder).toMatchObject({ grinder: { slug: 'comandante-c40-mk4' }, reachable: true })
      expect(onGrinder.range.label).toEndWith('clicks')
    }
    const fay = await world.person('Fay')
    await world.call('POST /api/user/grinders', { as: fay, body: { grinderId: grinderId(world) } })
    const suited = (await ask(fay, '?limit=20')).recommendations
    expect(suited.length).toBeGreaterThan(0)
    // A C40 has four clicks in the band of espresso.
    expect(suited.filter(({ machine }: Recipe) => machine.brewMethod === 'espresso')).toEqual([])
  })

  test('say why there are none, and what to do', async () => {
    const owning = async (machine: string, grinder: string) => {
      const person = await world.person()
      const { body: catalog } = await world.call('GET /api/machines')
      const { id } = catalog.machines.find(({ slug }: { slug: string }) => slug === machine)
      await world.call('POST /api/user/machines', { as: person, body: { machineId: id } })
      await world.call('POST /api/user/grinders', { as: person, body: { grinderId: grinderId(world, grinder) } })
      const { recommendations, note } = await ask(person)
      const page = await world.call('GET /recipes?sort=recommended', { as: person, headers: { accept: 'text/html' } })
      expect(page.text.includes('<a href="/me/gear">My gear</a>')).toBe(note !== null)
      expect(page.text).toContain(note ?? 'For you')
      return [recommendations.length > 0, note]
    }
    expect(await owning('breville-dual-boiler', 'comandante-c40-mk4')).toEqual([
      false,
      'The steps of the Comandante C40 MK4 are too large to dial in espresso. Add another grinder, or a brewer for another method, to your gear.',
    ])
    expect(await owning('bodum-pebo', 'comandante-c40-mk4')).toEqual([
      false,
      'Nobody else has published a recipe for your brewers yet. Add another brewer to see more.',
    ])
    expect(await owning('hario-v60-02', 'comandante-c40-mk4')).toEqual([true, null])
  })

  test('show a person who has calibrated that grinder their own setting', async () => {
    const bea = await world.person()
    const references = [{ grindIndex: 41, setting: 29, feedback: 'JUST_RIGHT' }]
    await world.call('POST /api/user/grinders/calibrate', {
      as: bea,
      body: { grinderId: grinderId(world), references },
    })
    const { recommendations } = await ask(bea, '?limit=20')
    const of = (name: string) => recommendations.find((recipe: Recipe) => nameOf(recipe) === name)
    expect(of('light v60').grindSetting).toBeGreaterThan(24)
    expect([of('light v60').calibrated, of('dark v60').calibrated]).toEqual([true, false])
  })

  test("are never one's own", async () => {
    expect((await names(ann)).filter((name: string | number) => typeof name === 'string')).toEqual([])
    const dan = await world.person('Dan')
    const own = await publish(world, dan, {})
    expect(await names(dan)).not.toContain(own.id)
    expect(await names(voters[0] as Someone)).toContain(own.id)
  })

  test('are for signed-in people, twenty at most', async () => {
    expect((await world.call('GET /api/recommendations')).status).toBe(401)
    for (const limit of [0, 21]) {
      const { status, body } = await world.call(`GET /api/recommendations?limit=${limit}`, { as: ann })
      expect([status, body.error]).toEqual([400, expect.stringContaining('limit')])
    }
  })
})
