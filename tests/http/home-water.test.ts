import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { aCoffee, grinderId, machineId, publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
/** Brews at 1,400 m, where water boils at 203 F. */
let ann: Someone
let gear: { machineId: number; grinderId: number }
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
  gear = { machineId: machineId(world), grinderId: grinderId(world) }
  await set(ann, { altitudeMeters: 1400 })
})
afterAll(() => world.stop())

const set = (as: Someone, body: object) => world.call('PUT /api/user/profile', { as, body })
const profileOf = async (as: Someone) => (await world.call('GET /api/user/profile', { as })).body.profile
const adapted = async (body: object, as?: Someone) => {
  const reply = await world.call('POST /api/adaptRecipe', { as, body: { ...gear, roastLevel: 'LIGHT', ...body } })
  return reply.body.adaptedRecipe
}
const HOTTEST = 'Water boils at 203 F at 1,400 m, so that is as hot as it gets'

describe('altitude and water in a profile', () => {
  test('are unknown until given, stay until cleared, and their effect is explained', async () => {
    const ben = await world.person('Ben')
    const unknown = { altitudeMeters: null, waterHardnessPpm: null, waterAlkalinityPpm: null, waterNote: null }
    expect(await profileOf(ben)).toMatchObject(unknown)
    await set(ben, { altitudeMeters: 2240.5 })
    const { status, body } = await set(ben, { waterHardnessPpm: 300, waterAlkalinityPpm: 120 })
    expect([status, body.profile]).toMatchObject([
      200,
      { altitudeMeters: 2240.5, waterHardnessPpm: 300, waterAlkalinityPpm: 120, isDefault: true, displayName: 'Ben' },
    ])
    expect(body.profile.waterNote).toContain('so coffee tends to taste flat')
    expect(await profileOf(ben)).toEqual(body.profile)
    expect((await world.call('GET /api/auth/me', { as: ben })).body.user.profile).toEqual(body.profile)
    await set(ben, { acidityLevel: 5 })
    expect(await profileOf(ben)).toMatchObject({ altitudeMeters: 2240.5, acidityLevel: 5 })
    await set(ben, { altitudeMeters: null, waterHardnessPpm: null, waterAlkalinityPpm: null })
    expect(await profileOf(ben)).toMatchObject(unknown)
  })

  test('are refused out of bounds, and belong to the signed-in person', async () => {
    const wrong = async (body: object) => (await set(ann, body)).body.error
    expect(await wrong({ altitudeMeters: -1 })).toBe('altitudeMeters must be at least 0.')
    expect(await wrong({ altitudeMeters: 5501 })).toBe('altitudeMeters must be at most 5500.')
    expect(await wrong({ altitudeMeters: 'high' })).toBe('altitudeMeters must be a number.')
    expect(await wrong({ waterHardnessPpm: 1001 })).toBe('waterHardnessPpm must be at most 1000.')
    expect(await wrong({ waterAlkalinityPpm: -0.1 })).toBe('waterAlkalinityPpm must be at least 0.')
    expect((await world.call('PUT /api/user/profile', { body: { altitudeMeters: -1 } })).status).toBe(401)
    expect((await profileOf(ann)).altitudeMeters).toBe(1400)
  })

  test('are exported, and on import fill in what the other account lacks', async () => {
    const cy = await world.person('Cy')
    await set(cy, { altitudeMeters: 900, waterHardnessPpm: 90 })
    const file = (await world.call('GET /api/user/export', { as: cy })).body
    expect(file.account).toMatchObject({ altitudeMeters: 900, waterHardnessPpm: 90, waterAlkalinityPpm: null })
    const dee = await world.person('Dee')
    await set(dee, { altitudeMeters: 10 })
    const bring = () => world.call('POST /api/user/import', { as: dee, body: file })
    expect((await bring()).status).toBe(200)
    expect(await profileOf(dee)).toMatchObject({ altitudeMeters: 10, waterHardnessPpm: 90, waterAlkalinityPpm: null })
    await set(dee, { waterHardnessPpm: 120 })
    await bring()
    expect((await profileOf(dee)).waterHardnessPpm).toBe(120)
  })
})

describe('no recipe asks for hotter water than boils at the altitude', () => {
  test('by rule: from the profile, or as sent', async () => {
    expect((await adapted({})).waterTempF).toBe(205)
    const own = await adapted({}, ann)
    expect([own.waterTempF, own.reasons.includes(HOTTEST)]).toEqual([203, true])
    expect((await adapted({ altitudeMeters: 3000 }, ann)).waterTempF).toBe(193)
    expect((await adapted({ altitudeMeters: 0 }, ann)).waterTempF).toBe(205)
    expect((await adapted({ altitudeMeters: 3000 })).waterTempF).toBe(193)
    const espresso = { machineId: machineId(world, 'espresso'), altitudeMeters: 3000 }
    expect((await adapted(espresso)).waterTempF).toBeGreaterThan(193)
    const { body, status } = await world.call('POST /api/adaptRecipe', { body: { ...gear, altitudeMeters: 9000 } })
    expect([status, body.error]).toEqual([400, 'altitudeMeters must be at most 5500.'])
  })

  test('of the community: adapted, found and discovered', async () => {
    const coffeeId = await aCoffee(world)
    const { id } = await publish(world, await world.person(), { coffeeProfileId: coffeeId, waterTempF: 208 })
    const found = await world.call('POST /api/get-recipe', {
      as: ann,
      body: { ...gear, coffeeId, volumeGrams: 250 },
    })
    expect(found.body.startingPoint.waterTempF).toBe(203)
    const [variant] = found.body.variants
    expect(variant).toMatchObject({ id, waterTempF: 203, original: { waterTempF: 208 } })
    // 5 F cooler than its author's: the grind stays as written, and the reader is told what to do.
    expect(variant.reasons).toContain(`${HOTTEST}; if the cup tastes sour, grind a little finer`)
    const discovered = await world.call(`GET /api/discover?grinderId=${gear.grinderId}&coffeeId=${coffeeId}`, {
      as: ann,
    })
    expect(discovered.body.recipes.map(({ waterTempF }: { waterTempF: number }) => waterTempF)).toEqual([203, 203])
    const sent = { ...gear, coffeeProfileId: coffeeId, altitudeMeters: 0 }
    const low = await world.call('POST /api/adaptRecipe', { as: ann, body: sent })
    expect(low.body.otherVariants[0]).toMatchObject({ waterTempF: 208 })
    // As its author wrote it, for everybody.
    expect((await world.call(`GET /api/recipes/${id}`, { as: ann })).body.waterTempF).toBe(208)

    const { open } = browsing(world, ann)
    const page = (await open(`/recipes/${id}`)).text
    expect(page).toContain(
      'Water boils at 95\u00a0°C at your altitude, so that is as hot as it gets; if the cup tastes sour, grind a little finer.',
    )
    expect(page).not.toContain('98\u00a0°C</')
    const start = (await open(`/brew?coffee=${coffeeId}&brewer=hario-v60-02&grinder=comandante-c40-mk4`)).text
    expect(start).toContain('Water boils at 95\u00a0°C at your altitude')
  })

  test('from the coach, who changes something else', async () => {
    const cup = { ...gear, method: 'v60', grindSetting: 19, doseGrams: 15, waterGrams: 245, waterTempF: 201 }
    const coffeeProfileId = await aCoffee(world)
    const changes: string[] = []
    for (let brew = 0; brew < 9; brew++) {
      const logged = { ...cup, coffeeProfileId, extractionFeedback: { sour: true } }
      const { id } = (await world.call('POST /api/brew-logs', { as: ann, body: logged })).body.brewLog
      world.clock.advance({ hours: 12 })
      const { nextStep } = (await world.call(`GET /api/brew-logs/${id}`, { as: ann })).body.brewLog
      changes.push(nextStep.change)
      expect(nextStep.waterTempF ?? 0).toBeLessThanOrEqual(203)
      for (const figure of ['grindSetting', 'doseGrams', 'waterGrams', 'waterTempF'] as const)
        cup[figure] = nextStep[figure] ?? cup[figure]
    }
    expect(changes).toContain('dose')
    expect(changes).toContain('doubt')
    expect(changes).not.toContain('temperature')
  })
})

describe('the coach, in doubt about the water', () => {
  /** What the coach says about the water of a cup that stays sour. */
  async function doubtOf(as: Someone) {
    const coffeeProfileId = await aCoffee(world)
    const cup = {
      ...gear,
      method: 'v60',
      coffeeProfileId,
      daysOffRoast: 14,
      extractionFeedback: { sour: true, bitter: true },
    }
    for (let brew = 0; brew < 5; brew++) {
      const { id } = (await world.call('POST /api/brew-logs', { as, body: cup })).body.brewLog
      world.clock.advance({ hours: 1 })
      const { nextStep } = (await world.call(`GET /api/brew-logs/${id}`, { as })).body.brewLog
      if (nextStep.advice.includes('bottled water')) return nextStep.advice
    }
  }

  test('explains hardness and alkalinity, with the drinker’s own figures if known', async () => {
    expect(await doubtOf(await world.person())).toBe(
      'Leave the recipe as it is once more: brew once with a bottled water you like to drink and clean the burrs. Alkalinity buffers acidity: too much makes a cup flat, too little makes it sharp. Hardness (calcium and magnesium) helps extraction, and very hard water scales machines.',
    )
    const eve = await world.person()
    await set(eve, { waterAlkalinityPpm: 10 })
    expect(await doubtOf(eve)).toBe(
      "Leave the recipe as it is once more: brew once with a bottled water you like to drink and clean the burrs. Your water's alkalinity of 10 ppm is below the 40 to 70 ppm that the SCA recommends: it buffers little acidity, so coffee tends to taste sharp.",
    )
  })
})

describe('the gear page', () => {
  test('accepts altitude and water, and explains the effect', async () => {
    const fay = await world.person('Fay')
    const { open, send } = browsing(world, fay)
    expect((await open('/me/gear')).text).toContain('Alkalinity buffers acidity')
    const typed = { altitudeMeters: '1,400 m', waterHardnessPpm: '90', waterAlkalinityPpm: '120 ppm' }
    const saved = await send('/me/gear/water', typed)
    expect([saved.status, saved.headers.get('location')]).toEqual([303, '/me/gear?saved=water#water'])
    expect(await profileOf(fay)).toMatchObject({ altitudeMeters: 1400, waterHardnessPpm: 90, waterAlkalinityPpm: 120 })
    const page = (await open('/me/gear?saved=water')).text
    expect(page).toContain('Saved.')
    expect(page).toContain('Water boils at 95\u00a0°C where you are, so no recipe asks for hotter.')
    expect(page).toContain('so coffee tends to taste flat')
    await send('/me/gear/water', { altitudeMeters: '', waterHardnessPpm: ' ', waterAlkalinityPpm: '' })
    expect(await profileOf(fay)).toMatchObject({ altitudeMeters: null, waterHardnessPpm: null, waterNote: null })
  })

  test('reads feet from readers of Fahrenheit, and shows them as typed', async () => {
    const gil = await world.person('Gil')
    const headers = { accept: 'text/html', origin: world.url, cookie: `svc_session=${gil.token}; unit=F` }
    await world.call('POST /me/gear/water', {
      body: 'altitudeMeters=4,601',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    const page = (await world.call('GET /me/gear', { headers })).text
    expect((await profileOf(gil)).altitudeMeters).toBe(1402.4)
    expect(page).toContain('name="altitudeMeters" value="4601"')
    expect(page).toContain('Water boils at 203\u00a0°F where you are, so no recipe asks for hotter.')
  })

  test('shows refused input as it was typed, and keeps the old values', async () => {
    const hal = await world.person('Hal')
    const { send } = browsing(world, hal)
    await set(hal, { altitudeMeters: 500 })
    const wrong = await send('/me/gear/water', { altitudeMeters: '9000', waterHardnessPpm: 'hard' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('Enter an altitude between 0\u00a0m and 5,500\u00a0m, for example 1400.')
    expect(wrong.text).toContain('Enter a hardness between 0 and 1000 ppm, for example 90.')
    expect(wrong.text).toContain('value="9000"')
    expect(await profileOf(hal)).toMatchObject({ altitudeMeters: 500, waterHardnessPpm: null })
  })
})
