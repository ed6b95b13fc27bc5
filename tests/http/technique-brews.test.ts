import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { aCoffee, grinderId, machineOfSlug, publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let coffeeProfileId: number
let ann: Someone
beforeAll(async () => {
  world = await startWorld()
  coffeeProfileId = await aCoffee(world, 'Worka')
})
beforeEach(async () => {
  ann = await world.person()
  world.clock.advance({ hours: 1 })
})
afterAll(() => world.stop())

const log = (body: object, as = ann) => world.call('POST /api/brew-logs', { as, body })
const revise = (id: number, body: object) => world.call(`PATCH /api/brew-logs/${id}`, { as: ann, body })
const read = async (id: number) => (await world.call(`GET /api/brew-logs/${id}`, { as: ann })).body.brewLog
const save = async (sent: Record<string, string>) => {
  const saved = await browsing(world, ann).send('/me/log', sent)
  return Number(/brews\/(\d+)/.exec(saved.headers.get('location') ?? '')?.[1])
}
const page = async (path: string) => (await browsing(world, ann).open(path)).text

describe('a brew by a technique', () => {
  test('has its method and style, unless another style is named', async () => {
    const { status, body } = await log({ technique: 'adler-original' })
    expect([status, body.brewLog.method, body.brewLog.style, body.brewLog.technique]).toEqual([
      201,
      'aeropress',
      'concentrate',
      'adler-original',
    ])
    const other = await log({ technique: 'adler-original', style: 'inverted' })
    expect(other.body.brewLog.style).toBe('inverted')
  })

  test('is refused for another method, a brewer that cannot do it, and beside a recipe', async () => {
    const { id: recipeId } = await publish(world, await world.person(), { coffeeProfileId })
    const errors = await Promise.all(
      [
        { technique: 'four-six', method: 'aeropress' },
        { technique: 'nobody-knows-it', method: 'v60' },
        { technique: 'four-six', method: 'v60', recipeId },
        { technique: 'stumptown-chemex', machineId: machineOfSlug(world, 'chemex-ottomatic-2-0') },
      ].map(async body => {
        const refused = await log(body)
        return [refused.status, refused.body.error]
      }),
    )
    expect(errors.map(([status]) => status)).toEqual([400, 400, 400, 400])
    expect(errors.map(([, error]) => error).join('\n')).toMatch(
      /technique for AeroPress.*one or the other.*pours by itself/s,
    )
  })

  test('can say so later, and take it back', async () => {
    const { id } = (await log({ method: 'v60' })).body.brewLog
    expect((await revise(id, { technique: 'four-six' })).body.brewLog.technique).toBe('four-six')
    expect((await revise(id, { technique: 'turbo-shot' })).status).toBe(400)
    expect((await revise(id, { rating: 4 })).body.brewLog.technique).toBe('four-six')
    expect((await revise(id, { technique: null })).body.brewLog.technique).toBeNull()
  })

  test('becomes a recipe that is based on it', async () => {
    const { id } = (await log({ technique: 'four-six', doseGrams: 20, waterGrams: 300 })).body.brewLog
    await world.call(`POST /api/brew-logs/${id}/save-as-recipe`, { as: ann })
    const { body } = await world.call('GET /api/user/recipes', { as: ann })
    expect(body.recipes[0].basedOn).toMatchObject({ technique: 'four-six' })
  })

  test('is in the table of brews, and is read from one by its name', async () => {
    await log({ technique: 'four-six' })
    const { text } = await world.call('GET /api/brew-logs.csv', { as: ann })
    expect(text).toContain(',four-six,')
    const body = 'date,method,technique\n2026-01-02,V60,The 4:6 method\n2026-01-03,V60,Nothing like it\n'
    const imported = await world.call('POST /api/user/import', {
      as: ann,
      body,
      headers: { 'content-type': 'text/csv' },
    })
    expect(JSON.stringify(imported.body)).toContain('technique')
    const { data } = (await world.call('GET /api/brew-logs', { as: ann })).body
    expect(data.map((one: { technique: string | null }) => one.technique)).toEqual(['four-six', null, 'four-six'])
  })
})

describe('the coach', () => {
  const gear = () => ({ coffeeProfileId, grinderId: grinderId(world) })

  test('judges a cup by its technique: 80 °C is right for one AeroPress, and a turbo shot is fast', async () => {
    const cup = { ...gear(), grindSetting: 14, doseGrams: 16, waterGrams: 95 }
    const cool = { ...cup, waterTempF: 176, extractionFeedback: { sour: true } }
    const plain = await read((await log({ ...cool, method: 'aeropress' })).body.brewLog.id)
    const adler = await read((await log({ ...cool, technique: 'adler-original' })).body.brewLog.id)
    expect([plain.nextStep.change, adler.nextStep.change]).toEqual(['temperature', 'grind'])
    const shot = { ...gear(), grindSetting: 7, doseGrams: 18, waterGrams: 54, brewTimeSeconds: 14 }
    const balanced = { ...shot, extractionFeedback: { balanced: true } }
    const turbo = await read((await log({ ...balanced, technique: 'turbo-shot' })).body.brewLog.id)
    expect(turbo.nextStep).toBeNull()
  })

  test('keeps its brews apart from those of the usual recipe', async () => {
    const cup = { ...gear(), doseGrams: 20, waterGrams: 300, extractionFeedback: { sour: true } }
    const usual = (await log({ ...cup, method: 'v60', grindSetting: 24 })).body.brewLog
    world.clock.advance({ hours: 1 })
    const { id } = (await log({ ...cup, technique: 'four-six', grindSetting: 30 })).body.brewLog
    const { comparison } = (await world.call(`GET /api/brew-logs/${id}/compare`, { as: ann })).body
    expect(comparison.previousBrew).toBeNull()
    world.clock.advance({ hours: 1 })
    const next = (await log({ ...cup, method: 'v60', grindSetting: 23 })).body.brewLog
    const compared = (await world.call(`GET /api/brew-logs/${next.id}/compare`, { as: ann })).body.comparison
    expect(compared.previousBrew.id).toBe(usual.id)
    // The next bag of the usual recipe does not start where the technique led.
    const asked = { coffeeProfileId, grinderId: grinderId(world), machineId: machineOfSlug(world, 'hario-v60-02') }
    const { adaptedRecipe } = (await world.call('POST /api/adaptRecipe', { as: ann, body: asked })).body
    expect(adaptedRecipe.grindSetting).toBeLessThan(24)
  })
})

describe('its pages', () => {
  test('lead from the technique through the log to the brew, and to the next one with its pours', async () => {
    const technique = await page('/techniques/four-six')
    expect(technique).toContain('/me/log?technique=four-six')
    const form = await page('/me/log?technique=four-six&doseGrams=20&waterGrams=300')
    expect(form).toMatch(/<option value="four-six" selected>The 4:6 method/)
    expect(form).toContain('by The 4:6 method')
    const sent = { technique: 'four-six', brewer: 'any-v60', doseGrams: '20', waterGrams: '300', taste: 'sour' }
    const id = await save({ ...sent, grinder: 'comandante-c40-mk4', grindSetting: '30' })
    expect(await page(`/me/brews/${id}`)).toContain('Technique: <a href="/techniques/four-six">The 4:6 method</a>')
    const again = await page(`/me/brews/${id}/again`)
    expect(again).toContain('Pour to 60\u00a0g')
    expect(again).toContain(`again=${id}`)
    expect(await page(`/me/log?again=${id}`)).toMatch(/<option value="four-six" selected>/)
  })

  test('drop a technique that the chosen brewer cannot do', async () => {
    const form = await page('/me/log?technique=four-six&brewer=aeropress-original')
    expect(form).not.toMatch(/<option value="four-six"/)
    const sent = { technique: 'four-six', brewer: 'aeropress-original', doseGrams: '15', waterGrams: '220' }
    expect((await read(await save(sent))).technique).toBeNull()
  })
})
