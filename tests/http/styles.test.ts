import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { asBrowser, timedBrewIn } from '../support/browsing.ts'
import { grinderId, machineOfSlug, publish, vote } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let coffeeProfileId: number

beforeAll(async () => {
  world = await startWorld()
  ann = await world.person('Ann')
  const body = { name: 'Yirgacheffe', roasterName: 'Onyx', roastLevel: 'MEDIUM' }
  coffeeProfileId = (await world.call('POST /api/coffees', { as: ann, body })).body.coffee.id
})
afterAll(() => world.stop())

const request = (slug: string, more: object = {}) => ({
  ...{ coffeeProfileId, machineId: machineOfSlug(world, slug), grinderId: grinderId(world) },
  ...more,
})
const adapt = (slug: string, more?: object) => world.call('POST /api/adaptRecipe', { body: request(slug, more) })

describe('a style', () => {
  test("of adaptRecipe is the requested one, in people's spelling, and the reply lists the others", async () => {
    const { status, body } = await adapt('hario-switch-02', { style: 'Pour-over' })
    expect([status, body.adaptedRecipe.style, body.baseRecipe.style]).toEqual([200, 'pour_over', 'pour_over'])
    expect(body.adaptedRecipe.styles).toEqual([
      { id: 'immersion', name: 'Immersion' },
      { id: 'hybrid', name: 'Hybrid' },
      { id: 'pour_over', name: 'Pour-over' },
      { id: 'iced', name: 'Iced' },
    ])
  })

  test('says which part of the water is ice, in the base and in the recipe', async () => {
    const { adaptedRecipe, baseRecipe } = (await adapt('hario-v60-02', { style: 'iced', volumeGrams: 400 })).body
    expect(baseRecipe).toMatchObject({ waterGrams: 250, iceGrams: 100, bypassGrams: null, ratio: 15.63 })
    expect(adaptedRecipe).toMatchObject({ waterGrams: 400, iceGrams: 160, bypassGrams: null })
  })

  test('is brewed in batches if the brewer has no room for the water or the coffee', async () => {
    const steeped = (await adapt('hario-switch-02', { volumeGrams: 300 })).body.adaptedRecipe
    expect(steeped).toMatchObject({ waterGrams: 150, batches: 2 })
    const asked = { style: 'concentrate', volumeGrams: 250 }
    const pressed = (await adapt('aeropress-original', asked)).body.adaptedRecipe
    expect(pressed).toMatchObject({ doseGrams: 25, waterGrams: 125, batches: 2 })
    expect(pressed.reasons[0]).toContain('An AeroPress Original takes up to 31 g of coffee: brew it twice')
  })

  test('of get-recipe is for the requested water', async () => {
    const body = { ...request('aeropress-original'), coffeeId: coffeeProfileId, style: 'bypass', volumeGrams: 300 }
    const { status, body: found } = await world.call('POST /api/get-recipe', { body })
    expect([status, found.startingPoint]).toMatchObject([200, { style: 'bypass', waterGrams: 300, bypassGrams: 135 }])
  })

  test.each([
    [
      'clever-dripper-large',
      'hybrid',
      'style must be one of immersion, iced for the Clever Dripper Large; you asked for hybrid.',
    ],
    ['gaggia-classic-pro', 'iced', 'style must be hot for the Gaggia Classic Pro; you asked for iced.'],
    ['hario-v60-02', 'sideways', expect.stringContaining('style must be one of hot, iced, upright')],
    ['hario-v60-02', 7, expect.stringContaining('style must be one of')],
  ])('on a %s is not %s', async (slug, style, error) => {
    expect(await adapt(slug, { style })).toMatchObject({ status: 400, body: { error } })
    const body = { ...request(slug), coffeeId: coffeeProfileId, style, volumeGrams: 250 }
    expect(await world.call('POST /api/get-recipe', { body })).toMatchObject({ status: 400, body: { error } })
  })

  test('that is not the usual one gets no recommendation, because recipes do not record theirs', async () => {
    const gear = request('hario-v60-02', { ratio: 15.6, doseGrams: 16, waterGrams: 250 })
    const { id } = await publish(world, ann, gear)
    for (let voters = 0; voters < 3; voters++) await vote(world, await world.person(), id, 'UP')
    expect((await adapt('hario-v60-02')).body.recommendedVariant).toMatchObject({ id })
    const { recommendedVariant, otherVariants } = (await adapt('hario-v60-02', { style: 'iced' })).body
    expect([recommendedVariant, otherVariants]).toMatchObject([null, [{ id }]])
  })
})

describe('the pages', () => {
  const open = async (path: string) => (await world.call(`GET ${path}`, { headers: asBrowser })).text
  const brewed = (query: string) => open(`/brew?grinder=comandante-c40-mk4&coffee=medium&${query}`)
  const waterIn = (text: string) => /<dt>(Water[^<]*)<\/dt><dd>(\d+)</.exec(text)?.slice(1).join(': ')
  const chosenIn = (text: string) =>
    /<nav class="tabs" aria-label="Style">.*?aria-current="page">([^<]*)</s.exec(text)?.[1]

  test('says that more coffee than fits is brewed in batches', async () => {
    const page = await brewed('brewer=aeropress-original&style=concentrate&water=250')
    expect(page).toMatch(/The Original takes up to 31.g of coffee\. Brew it twice\./)
  })

  test('offer the styles of a brewer as links, the usual one first', async () => {
    const text = await brewed('brewer=aeropress-original&nudge=2')
    expect(chosenIn(text)).toBe('Upright')
    const hrefs = [...text.matchAll(/href="(\/brew\?[^"]*style=[^"]*)"/g)].map(([, href = '']) => href)
    expect(hrefs.map(href => /style=(\w+)/.exec(href)?.[1])).toEqual([
      ...['upright', 'inverted', 'bypass', 'concentrate', 'iced'],
    ])
    expect(hrefs.join()).not.toContain('nudge')
    expect(chosenIn(await open((hrefs[1] ?? '').replaceAll('&amp;', '&')))).toBe('Inverted')
    expect(await brewed('brewer=bodum-chambord-3-cup')).not.toContain('aria-label="Style"')
  })

  test('show ice next to the water, and time what is poured', async () => {
    const text = await brewed('brewer=hario-v60-02&style=iced&water=400')
    expect(waterIn(text)).toBe('Water, 1:15.6, 160\u00a0g as ice: 400')
    expect(text).toContain('then put 160 g of ice in the server')
    expect(timedBrewIn(text)).toMatchObject({
      waterGrams: 240,
      steps: [{ action: 'bloom' }, {}, {}, { toGrams: 240 }, {}, {}],
    })
    expect(timedBrewIn(text).logHref).toContain('waterGrams=400')
  })

  test('show what is added to the cup, and how often to brew it', async () => {
    const text = await brewed('brewer=aeropress-original&style=bypass&water=600')
    expect(waterIn(text)).toBe('Water, 1:10, 135\u00a0g added after: 300')
    expect(text).toContain('Add 135 g of hot water to the cup')
    expect(text).toMatch(/The Original makes up to 454.g\. Brew it twice\./)
  })

  test('replace a style that the brewer does not have with the usual one', async () => {
    expect(chosenIn(await brewed('brewer=hario-v60-02&style=hybrid'))).toBe('Hot')
  })

  test('say so when the brewer cannot do the style', async () => {
    expect(await brewed('brewer=breville-dual-boiler&style=iced')).toContain(
      '<strong>“Iced” doesn’t work on the Breville Dual Boiler.</strong> Here’s the usual recipe instead.',
    )
    for (const query of ['brewer=hario-v60-02&style=iced', 'brewer=aeropress-original&style=hot', 'style=nonsense'])
      expect(await brewed(query)).not.toContain('Here’s the usual recipe instead.')
  })

  test('ask for it at home if there are several, and pass it on', async () => {
    const home = await open('/?grinder=comandante-c40-mk4&brewer=hario-switch-02&coffee=medium&style=hybrid')
    expect(home).toMatch(/<select id="style" name="style">.*<option value="hybrid" selected>Hybrid<\/option>/s)
    expect(home).toMatch(/href="\/brew\?[^"]*style=hybrid"/)
    expect(await open('/?brewer=bodum-chambord-3-cup')).not.toContain('name="style"')
  })

  test('link from a coffee to its other styles', async () => {
    const text = await open(`/coffees/${coffeeProfileId}?method=aeropress`)
    expect(text).toMatch(/Other styles: <a href="\/brew\?[^"]*style=inverted">Inverted<\/a>, <a /)
  })
})
