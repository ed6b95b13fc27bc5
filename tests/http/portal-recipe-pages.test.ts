import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { baseRecipes } from '../../core/adaptation/base.ts'
import { browsing } from '../support/browsing.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let ben: Someone
let worka: number
beforeAll(async () => {
  world = await startWorld()
  const coffees = [{ slug: 'worka', name: 'Worka', flavorProfile: 'peach, jasmine', recipes: [] }]
  ann = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees }))
  ben = await aMember(world, await aRoastery(world, { slug: 'rival', name: 'Rival', coffees: [] }))
  worka = (await world.call('GET /api/roasters/hill-road/coffees/worka')).body.id
})
afterAll(() => world.stop())

const open = (path: string, as = ann) => browsing(world, as).open(`/portal${path}`)
const send = (path: string, form: Record<string, string> | [string, string][], as = ann) =>
  browsing(world, as).send(`/portal${path}`, form)
const own = async () => (await world.call(`GET /api/roaster-portal/coffees/${worka}/recipes`, { as: ann })).body.recipes

const written = {
  brewer: 'any-v60',
  doseGrams: '15',
  waterGrams: '250',
  waterTemp: '96',
  brewTime: '3:10',
  grinder: 'mahlkonig-ek43-s',
  grindSetting: '8.5',
  notes: 'One swirl.',
  isDefault: 'yes',
}

describe("a roaster's recipe", () => {
  test('starts from the recipe by rule', async () => {
    const { text } = await open(`/hill-road/recipes/new?coffee=${worka}`)
    const { doseGrams, waterGrams } = baseRecipes.v60
    for (const [field, grams] of Object.entries({ doseGrams, waterGrams }))
      expect(text).toContain(`name="${field}" value="${grams}"`)
  })

  test('has no grinder until one is chosen, and keeps its grind when it is saved without', async () => {
    const fresh = (await open(`/hill-road/recipes/new?coffee=${worka}`)).text
    const selected = (text: string) =>
      /<select[^>]*name="grinder".*?<\/select>/s.exec(text)?.[0].match(/value="([^"]*)" selected/)?.[1]
    expect(selected(fresh) ?? '').toBe('')
    expect(fresh).toContain('name="grindSetting" value=""')
    expect(fresh).toContain('Choose your grinder and enter the setting on its dial.')
    const { body } = await world.call(`POST /api/roaster-portal/coffees/${worka}/recipes`, {
      as: ann,
      body: { method: 'v60', doseGrams: 15, waterGrams: 250, grindIndex: 61 },
    })
    const path = `/hill-road/recipes/${body.recipe.id}`
    const saved = (await open(path)).text
    expect([selected(saved) ?? '', saved.includes('name="grindSetting" value=""')]).toEqual(['', true])
    await send(path, { brewer: 'any-v60', doseGrams: '16', waterGrams: '250', grinder: '', grindSetting: '' })
    expect(await own()).toMatchObject([{ doseGrams: 16, grindIndex: 61, grinderId: null }])
    await send(`${path}/delete`, {})
  })

  test('starts on the grinder that its author chose', async () => {
    const { text } = await browsing(world, ann).open(
      `/portal/hill-road/recipes/new?coffee=${worka}`,
      'grinder=niche-zero',
    )
    expect(text).toContain('<option value="niche-zero" selected')
  })

  test('is written for its grinder, and previewed on three others', async () => {
    const query = new URLSearchParams({ ...written, coffee: String(worka) })
    const { status, text } = await open(`/hill-road/recipes/new?${query}`)
    expect(status).toBe(200)
    expect(text).toContain('<iframe title="Your V60 for Worka in the widget"')
    const [, dials = ''] = text.split('On other grinders')
    for (const grinder of ['1Zpresso K-Ultra', 'Comandante C40 MK4', 'Baratza Encore']) expect(dials).toContain(grinder)
    expect(await own()).toEqual([])
    // Until it has one, its page shows the usual; the widget has only what the roaster wrote.
    expect((await open('/hill-road/recipes')).text).toContain('your widget skips it')
    expect((await world.call('GET /api/embed/recipes/hill-road')).body.recipes).toEqual([])
  })

  test('is kept in its own terms, with steps, and shown in the widget', async () => {
    const form: [string, string][] = [
      ...Object.entries(written),
      ...[
        ['at', '0:00'],
        ['action', 'bloom'],
        ['to', '45'],
        ['note', 'swirl'],
      ].map(([a, b]) => [a, b] as [string, string]),
      ...[
        ['at', '0:45'],
        ['action', 'pour'],
        ['to', '250'],
        ['note', ''],
      ].map(([a, b]) => [a, b] as [string, string]),
    ]
    const sent = await send(`/hill-road/recipes/new?coffee=${worka}`, form)
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/portal/hill-road/recipes?saved'])
    const [recipe] = await own()
    const ek43 = world.ports.grinders.bySlug('mahlkonig-ek43-s')
    expect(recipe).toMatchObject({
      method: 'v60',
      doseGrams: 15,
      grinderId: ek43?.id,
      grindSetting: 8.5,
      isDefault: true,
      notes: 'One swirl.',
    })
    expect(recipe.steps).toHaveLength(2)
    const page = (await open(`/hill-road/recipes/${recipe.id}`)).text
    expect(page).toMatch(/id="grindSetting" name="grindSetting" value="8.5"/)
    expect(page).toContain('value="mahlkonig-ek43-s" selected')
    expect((await open('/hill-road/recipes')).text).toContain('>Default<')
    const embed = (await world.call('GET /api/embed/hill-road/worka')).body.recipes[0]
    expect([embed.method, 'grinderId' in embed]).toEqual(['v60', false])
  })

  test('can be changed; a second default replaces the first', async () => {
    const [first] = await own()
    await send(`/hill-road/recipes/new?coffee=${worka}`, { ...written, doseGrams: '18', waterGrams: '300' })
    expect((await own()).filter((one: { isDefault: boolean }) => one.isDefault)).toHaveLength(1)
    await send(`/hill-road/recipes/${first.id}`, { ...written, waterTemp: '', notes: '', brewTime: '' })
    const changed = (await world.call(`GET /api/roaster-portal/recipes/${first.id}`, { as: ann })).body.recipe
    expect(changed).toMatchObject({ waterTempF: null, notes: null, brewTimeSeconds: null, isDefault: true })
    expect((await own()).filter((one: { isDefault: boolean }) => one.isDefault)).toHaveLength(1)
  })

  test.each([
    [{ doseGrams: '' }, 'coffee'],
    [{ grindSetting: '99' }, 'EK43'],
    [{ waterTemp: '400' }, 'Enter a water temperature between'],
  ])('comes back as it was typed where something is wrong: %j', async (wrong, sentence) => {
    const [first] = await own()
    for (const path of [`new?coffee=${worka}`, first.id]) {
      const { status, text } = await send(`/hill-road/recipes/${path}`, { ...written, ...wrong })
      expect([path, status, text]).toEqual([path, 400, expect.stringContaining(sentence)])
      expect(text).toContain('One swirl.')
    }
  })

  test('gets another row for a step, without being saved', async () => {
    const before = await own()
    const { status, text } = await send(`/hill-road/recipes/new?coffee=${worka}`, {
      ...written,
      at: '0:00',
      act: 'step',
    })
    expect([status, [...text.matchAll(/class="step-row"/g)].length]).toEqual([200, 2])
    expect(await own()).toEqual(before)
  })

  test('can be deleted, and is not visible to others', async () => {
    const [first] = await own()
    for (const path of [`/rival/recipes/${first.id}`, `/rival/recipes/new?coffee=${worka}`, '/hill-road/recipes'])
      expect((await open(path, ben)).status).toBe(404)
    expect((await send(`/rival/recipes/${first.id}`, written, ben)).status).toBe(404)
    expect((await send(`/rival/recipes/${first.id}/delete`, {}, ben)).status).toBe(404)
    const gone = await send(`/hill-road/recipes/${first.id}/delete`, {})
    expect(gone.headers.get('location')).toBe('/portal/hill-road/recipes?deleted')
    expect((await open(`/hill-road/recipes/${first.id}`)).status).toBe(404)
  })
})
