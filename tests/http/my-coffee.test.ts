import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { browsing } from '../support/browsing.ts'
import { jarOf } from '../support/jar.ts'
import { aCoffee, grinderId, machineId, publish } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let robin: Someone
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
  robin = await world.person('Robin Arden')
})
afterAll(() => world.stop())

const open = (path: string, cookie?: string) => browsing(world, robin).open(path, cookie)
const send = (path: string, form?: Record<string, string> | [string, string][]) =>
  browsing(world, robin).send(path, form)
const ask = (route: string, body?: unknown) => world.call(route, { as: robin, body })

describe('my coffee', () => {
  test('asks a new person one thing: their grinder, then to find a recipe', async () => {
    const { text } = await open('/me')
    expect(text).toContain('<h1>What’s your grinder?</h1>')
    expect(text).not.toContain('<option value="comandante-c40-mk4" selected')
    expect(text.match(/class="button"/g)?.length).toBe(1)
    await send('/choices', { grinder: 'comandante-c40-mk4', back: '/me' })
    const next = (await open('/me')).text
    expect(next).toContain('<a class="button" href="/recipes">Find a recipe</a>')
    expect(next.match(/class="button"/g)?.length).toBe(1)
    expect(next).toContain('on your Comandante C40 MK4')
    expect(next).not.toContain('What’s your grinder?')
  })

  test('knows the grinder that was chosen before registering', async () => {
    const jar = jarOf(world)
    await jar.send('/choices', { grinder: 'niche-zero', back: '/' })
    const email = `${crypto.randomUUID()}@people.example`
    const made = await jar.send('/register', { email, password: 'correct horse' })
    expect(made.headers.get('location')).toBe(`${world.url}/me`)
    expect((await jar.open('/me')).text).toContain('Every recipe shows its setting on your Niche Zero.')
  })

  test('grows with the person: before the first brew, a part shows once something is in it', async () => {
    const ann = await world.person()
    const page = async () => (await browsing(world, ann).open('/me')).text
    const partsIn = (text: string) => [...text.matchAll(/<h2 id="(\w+)"/g)].map(([, id]) => id)
    const before = await page()
    expect(partsIn(before).filter(id => !id?.startsWith('foot'))).toEqual([])
    for (const href of ['/me/account', '/settings', '/me/import', '/api/user/export', '/welcome?step=brewer'])
      expect(before).toContain(`href="${href}"`)
    const { id } = await publish(world, await world.person())
    await world.call('POST /api/user/saved-recipes', { as: ann, body: { communityRecipeId: id } })
    expect(partsIn(await page()).filter(id => !id?.startsWith('foot'))).toEqual(['saved'])
  })

  test('has Sign out at its top, in the menu of phones, and on the account page', async () => {
    const { text } = await open('/me')
    const [menu = ''] = /<details class="menu">.*?<\/details>/s.exec(text) ?? []
    const [top = ''] = /<div class="account-top">.*?<\/div>/s.exec(text) ?? []
    for (const part of [menu, top, (await open('/me/account')).text.split('</main>')[0] ?? ''])
      expect(part).toContain('action="/sign-out"')
  })

  test('asks in place how a brew tasted that was saved without a taste, and keeps the rest of it', async () => {
    const ann = await world.person()
    const brew = { grinderId: grinderId(world), machineId: machineId(world), doseGrams: 15, waterGrams: 250 }
    const { id } = (
      await world.call('POST /api/brew-logs', { as: ann, body: { ...brew, grindSetting: 24, rating: 3, notes: 'Hm.' } })
    ).body.brewLog
    const as = browsing(world, ann)
    for (const path of ['/me', `/me/brews/${id}/again`]) {
      const { text } = await as.open(path)
      expect([path, text.match(/name="taste"/g)?.length]).toEqual([path, 6])
      expect(text).toContain(`action="/me/brews/${id}"`)
    }
    expect((await as.open('/me')).text.match(/class="button"/g)?.length).toBe(1)
    await as.send(`/me/brews/${id}`, { part: 'taste', taste: 'bitter' })
    const { body } = await world.call(`GET /api/brew-logs/${id}`, { as: ann })
    expect(body.brewLog).toMatchObject({ rating: 3, notes: 'Hm.', extractionFeedback: { bitter: true } })
    expect((await as.open('/me')).text).not.toContain('name="taste"')
  })

  test('shows the next step, the week, the last brews, gear, taste, shelf and recipes', async () => {
    const coffee = await aCoffee(world, 'Huila El Mirador')
    await ask('POST /api/user/coffee-library', { coffeeProfileId: coffee })
    const brew = { coffeeProfileId: coffee, grinderId: grinderId(world), machineId: machineId(world), doseGrams: 15.8 }
    for (const [grindSetting, extractionFeedback] of [
      [22, { balanced: true }],
      [20, { bitter: true }],
    ] as const)
      await ask('POST /api/brew-logs', { ...brew, waterGrams: 250, grindSetting, extractionFeedback, daysOffRoast: 12 })
    const recipe = await publish(world, await world.person('Ann'))
    await ask('POST /api/user/saved-recipes', { communityRecipeId: recipe.id })
    const { text } = await open('/me')
    expect(text).toContain('<h1>Hello, Robin.</h1>')
    expect(text).toMatch(/<small>\d clicks? coarser<\/small>/)
    expect(text).toMatch(/Start at 2\d<\/button>/)
    expect(text).toContain('Your C40 MK4 is at 20, from your V60 today.')
    expect(text).toMatch(/aria-label="Brews per day: .* 2, 1 just right\."/)
    expect(text).toContain('<dt>of coffee</dt><dd>31.6\u00a0g</dd>')
    expect(text).toContain('aria-label="20 clicks on the C40 MK4."')
    expect(text).toContain('No bag yet')
    expect(text).toContain(`href="/recipes/${recipe.id}"`)
    expect(text).toContain('href="/me/palate">Set your taste</a>')
    expect((await open('/me', 'tz=Asia/Tokyo')).text).toMatch(/<h1>(Morning|Afternoon|Evening), Robin\.<\/h1>/)
    expect((await open('/me', 'tz=Nowhere/Land')).text).toContain('<h1>Hello, Robin.</h1>')
  })

  test('shows what is new from followed roasters, and each collection', async () => {
    const eve = await world.person('Eve')
    const { id, coffee } = await publish(world, await world.person('Ann'))
    await world.call(`POST /api/roasters/${coffee.roasterSlug}/follow`, { as: eve })
    const { body } = await world.call('POST /api/collections', { as: eve, body: { name: 'Sundays' } })
    const { text } = await browsing(world, eve).open('/me')
    const part = (name: string) => text.slice(text.indexOf(`<h2 id="${name}"`)).split('</section>')[0]
    expect(part('feed')).toContain(`href="/recipes/${id}"`)
    expect(part('collections')).toMatch(new RegExp(`href="/me/collections/${body.collection.id}"[^>]*>.*Sundays`, 's'))
  })

  test('shows all brews page by page', async () => {
    for (let n = 0; n < 30; n++) await ask('POST /api/brew-logs', { method: 'moka' })
    const { text } = await open('/me/brews')
    expect(text).toContain('32 brews, newest first.')
    const older = /href="([^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    expect((await open(older)).text.match(/<li>/g)?.length).toBeGreaterThanOrEqual(2)
    expect((await open('/me/brews?after=none')).headers.get('location')).toBe('/me/brews')
  })
})

describe('on the pages of a signed-in person', () => {
  test('grinders, brewers and filters are added, made the default and removed', async () => {
    const zero = grinderId(world, 'niche-zero')
    await send('/me/gear', { kind: 'grinder', act: 'add', id: 'niche-zero' })
    await send('/me/gear', { kind: 'grinder', act: 'first', id: String(zero) })
    const { text } = await open('/me/gear')
    expect(text).toContain('aria-label="Remove Niche Zero"')
    expect(text).not.toContain('aria-label="Use Niche Zero first"')
    expect((await open('/')).text).toContain('value="niche-zero" selected')
    const asked = (await open(`/me/gear/remove?kind=grinder&id=${zero}`)).text
    expect(asked).toContain('<h1>Remove Niche Zero?</h1>')
    expect(asked).toContain('Your brews and recipes keep the settings you wrote.')
    const sent = await send('/me/gear', { kind: 'grinder', act: 'remove', id: String(zero) })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/me/gear'])
    expect((await open('/me/gear')).text).not.toContain('aria-label="Remove Niche Zero"')
    expect((await open(`/me/gear/remove?kind=grinder&id=${zero}`)).status).toBe(404)
    expect((await send('/me/gear', { kind: 'machine', act: 'add', machine: '99999' })).status).toBe(400)
  })

  test('nothing is chosen for them when they add gear', async () => {
    for (const kind of ['grinder', 'machine', 'filter']) {
      const { text } = await open(`/me/gear?add=${kind}`)
      const [form = ''] = new RegExp(`<form class="adding".*?value="${kind}".*?</form>`, 's').exec(text) ?? []
      expect([kind, /<select[^>]* required>\s*<option value=""[^>]*>Choose a /.test(form)]).toEqual([kind, true])
      expect(form).not.toMatch(/<option value="[^"]+" selected/)
    }
  })

  test('a palate is six sliders', async () => {
    const levels = { acidityLevel: '4', bodyLevel: '2', bitternessLevel: '2', sweetnessLevel: '3' }
    await send('/me/palate', { ...levels, flavorComplexityLevel: '5', aftertasteLevel: '1' })
    expect((await ask('GET /api/user/profile')).body.profile).toMatchObject({ acidityLevel: 4, aftertasteLevel: 1 })
    expect((await open('/me/palate')).text).toContain('aria-valuetext="Bright"')
    expect((await open('/me')).text).toContain('aria-label="Body: Light"')
    expect((await send('/me/palate', { ...levels, acidityLevel: '9' })).status).toBe(400)
  })

  test('a bag is found and added, or described if unknown, annotated, and removed', async () => {
    const coffee = await aCoffee(world, 'Monsooned Malabar')
    expect((await open('/me/shelf?q=malabar')).text).toContain(`name="coffee" value="${coffee}"`)
    await send('/me/shelf', { coffee: String(coffee) })
    await send('/me/shelf', { coffee: String(coffee), noted: 'yes', rating: '4', notes: 'spice' })
    const library = async () => (await ask('GET /api/user/coffee-library')).body.library
    expect((await library())[0]).toMatchObject({ coffeeProfileId: coffee, rating: 4, personalNotes: 'spice' })
    expect((await open('/me/shelf')).text).toContain('<h2 id="unopened">Not opened</h2>')
    const named = { name: 'Mine alone', roasterName: 'The shed', roastLevel: 'DARK', publish: 'yes' }
    await send('/me/shelf', named)
    expect((await library())[0].coffee).toMatchObject({
      name: 'Mine alone',
      roasterName: 'The shed',
      roastLevel: 'DARK',
    })
    const wrong = await send('/me/shelf', { ...named, roasterName: ' ' })
    expect([wrong.status, wrong.text.includes('value="Mine alone"')]).toEqual([400, true])
    await send('/me/shelf', { coffee: String(coffee), act: 'remove' })
    expect((await library()).map(({ coffee }: { coffee: { name: string } }) => coffee.name)).not.toContain(
      'Monsooned Malabar',
    )
  })

  test('a collection is created, shared by a link that anybody can open, and deleted', async () => {
    await send('/me/collections', { name: 'Mornings <3', description: '' })
    const [collection] = (await ask('GET /api/collections')).body.collections
    const recipe = await publish(world, await world.person('Ann'))
    await ask(`POST /api/collections/${collection.id}/items`, { recipeId: recipe.id })
    const here = `/me/collections/${collection.id}`
    await send(here, { act: 'share' })
    const link = /href="(\/c\/[^"]+)"/.exec((await open(here)).text)?.[1] ?? ''
    const shared = await world.call(`GET ${link}`, { headers: { accept: 'text/html' } })
    expect(shared.text).toContain('<h1 class="title">Mornings &lt;3</h1>')
    expect(shared.text).toContain(`href="/recipes/${recipe.id}"`)
    await send(here, { act: 'unshare' })
    expect((await world.call(`GET ${link}`, { headers: { accept: 'text/html' } })).status).toBe(404)
    const wrong = await send(here, { act: 'name', name: '', description: 'kept' })
    expect([wrong.status, wrong.text.includes('>kept</textarea>')]).toEqual([400, true])
    await send(here, { act: 'take', recipe: String(recipe.id) })
    expect((await open(here)).text).toContain('This collection is empty.')
    expect((await browsing(world, await world.person()).open(here)).status).toBe(404)
    await send(here, { act: 'delete' })
    expect((await open(here)).status).toBe(404)
  })

  test('a personal recipe is written from nothing, and lacks nothing', async () => {
    const form = (await open('/me/recipes/new')).text
    expect([form.includes('<h1>New recipe</h1>'), form.includes('Tap what you tasted')]).toEqual([true, false])
    const typed = { brewer: 'any-v60', grindSetting: '24', doseGrams: '15,5', waterGrams: '250' }
    const written = await send('/me/recipes/new', { ...typed, grinder: 'comandante-c40-mk4' })
    const [recipe] = (await ask('GET /api/user/recipes')).body.recipes
    expect([written.status, written.headers.get('location')]).toEqual([303, `/me/recipes/${recipe.id}`])
    expect(recipe).toMatchObject({ method: 'v60', doseGrams: 15.5, waterGrams: 250, grindLabel: '24 clicks' })
    const wrong = await send('/me/recipes/new', { ...typed, doseGrams: '' })
    expect([wrong.status, wrong.text.includes('Enter the coffee in grams, for example 15.')]).toEqual([400, true])
    await send(`/me/recipes/${recipe.id}/delete`)
  })

  test('a personal recipe is changed as typed, or comes back as it was, and is deleted', async () => {
    const body = {
      method: 'v60',
      grindSetting: 24,
      ratio: 16,
      doseGrams: 15,
      waterGrams: 240,
      grinderId: grinderId(world),
    }
    const { id } = (await ask('POST /api/user/recipes', body)).body.recipe
    const here = `/me/recipes/${id}`
    const rows: [string, string][] = [
      ...Object.entries({ name: 'Sundays', grindSetting: '25', doseGrams: '15,5', waterGrams: '248', waterTemp: '94' }),
      ...Object.entries({ brewTime: '3:10', notes: '', rating: '4', at: '0:00', action: 'bloom', to: '45', note: '' }),
      ...Object.entries({ at: '0:45', action: 'pour', to: '248 g', note: 'slowly' }),
      ...Object.entries({ at: '', action: 'pour', to: '', note: '' }),
    ]
    expect((await send(`${here}/edit`, rows)).headers.get('location')).toBe(here)
    const [changed] = (await ask('GET /api/user/recipes')).body.recipes
    expect(changed).toMatchObject({ name: 'Sundays', grindSetting: 25, doseGrams: 15.5, waterGrams: 248, ratio: 16 })
    expect(changed).toMatchObject({ waterTempF: 201.2, brewTimeSeconds: 190, rating: 4 })
    expect(changed.steps.map(({ toGrams }: { toGrams: number }) => toGrams)).toEqual([45, 248])
    const { text } = await open(here)
    expect(text).toContain('aria-label="25 clicks on your C40 MK4')
    expect(text).toMatch(/<brew-timer.*Pour to 248/s)
    expect(text).toContain(`href="/recipes/new?from=recipe-${id}"`)
    const again = Object.fromEntries(rows)
    const wrong = await send(`${here}/edit`, { ...again, grindSetting: '99', at: '9:00' })
    expect([wrong.status, wrong.text.includes('value="99"')]).toEqual([400, true])
    expect(wrong.text).toContain('value="9:00"')
    expect((await open('/me/recipes')).text).toContain('Sundays')
    expect((await browsing(world, await world.person()).send(`${here}/delete`)).status).toBe(404)
    await send(`${here}/delete`)
    expect((await open(here)).status).toBe(404)
  })
})
