import { afterAll, beforeAll, expect, test } from 'bun:test'
import { browsing, selectedIn } from '../support/browsing.ts'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let coffee: number
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
  ann = await world.person('Ann')
  coffee = await aCoffee(world, 'Guji')
})
afterAll(() => world.stop())

const open = (path: string) => browsing(world, ann).open(path)
const send = (path: string, form: Record<string, string> | [string, string][]) => browsing(world, ann).send(path, form)
const ask = (route: string, body?: unknown) => world.call(route, { as: ann, body })
const recipeAt = async (location: string | null) => (await world.call(`GET /api${location}`)).body

const figures = { grindSetting: '24', doseGrams: '15', waterGrams: '250', waterTemp: '94', brewTime: '3:00' }
const gear = { brewer: 'hario-v60-02', grinder: 'comandante-c40-mk4' }
const steps = (...rows: [string, string, string, string][]): [string, string][] =>
  rows.flatMap(([at, action, to, note]) => Object.entries({ at, action, to, note }))

test("a recipe is published from nothing, with its steps, and listed among one's published recipes", async () => {
  expect((await open('/me/published')).text).toContain('href="/recipes/new">Share a recipe')
  const form = (await open('/recipes/new')).text
  expect(form).toContain('<h1>Share a recipe</h1>')
  const sent = await send('/recipes/new', [
    ...Object.entries({ coffee: String(coffee), ...gear, ...figures, notes: 'Swirl <once>.' }),
    ...steps(['0:00', 'bloom', '45', ''], ['0:40', 'pour', '250', 'in circles'], ['', 'pour', '', '']),
  ])
  const location = sent.headers.get('location')
  expect(await recipeAt(location)).toMatchObject({
    coffeeProfileId: coffee,
    grindSetting: 24,
    doseGrams: 15,
    waterGrams: 250,
    waterTempF: 201.2,
    brewTimeSeconds: 180,
    notes: 'Swirl <once>.',
    steps: [
      { atSeconds: 0, action: 'bloom', toGrams: 45 },
      { atSeconds: 40, action: 'pour', toGrams: 250, note: 'in circles' },
    ],
    createdBy: { id: ann.id },
  })
  for (const path of ['/me', '/me/published']) expect((await open(path)).text).toContain(`href="${location}"`)
  const [, id] = location?.match(/(\d+)$/) ?? []
  for (const other of [`${id}.0`, `0${id}`, `${id}%20`, `+${id}`, `${id}e0`])
    for (const end of ['', '/edit', '/picture.png'])
      expect([other, end, (await open(`/recipes/${other}${end}`)).status]).toEqual([other, end, 404])
})

test('its taste is optional, shown on its page, and can be changed or removed', async () => {
  const form = { coffee: String(coffee), ...gear, ...figures }
  const unsaid = await send('/recipes/new', { ...form, acidity: '', body: '' })
  expect(await recipeAt(unsaid.headers.get('location'))).toMatchObject({ tasteProfile: null })
  const sent = await send('/recipes/new', { ...form, acidity: '4', body: '', sweetness: '5', bitterness: '' })
  const location = sent.headers.get('location') ?? ''
  expect(await recipeAt(location)).toMatchObject({ tasteProfile: { acidity: 4, sweetness: 5 } })
  expect((await open(location)).text).toContain(
    '<dl class="tasted"><div><dt>Acidity</dt><dd>Bright</dd></div><div><dt>Sweetness</dt><dd>Very sweet</dd></div></dl>',
  )
  const edit = (await open(`${location}/edit`)).text
  expect([selectedIn(edit, 'acidity'), selectedIn(edit, 'body'), selectedIn(edit, 'sweetness')]).toEqual(['4', '', '5'])
  await send(`${location}/edit`, { ...gear, ...figures, acidity: '4', body: '2', sweetness: '', bitterness: '' })
  expect(await recipeAt(location)).toMatchObject({ tasteProfile: { acidity: 4, body: 2 } })
  await send(`${location}/edit`, { ...gear, ...figures, acidity: '', body: '', sweetness: '', bitterness: '' })
  expect(await recipeAt(location)).toMatchObject({ tasteProfile: null })
  expect((await send('/recipes/new', { ...form, acidity: '9' })).status).toBe(400)
})

test('missing or wrong input is reported next to its field, and the rest is kept', async () => {
  const { status, text } = await send('/recipes/new', [
    ...Object.entries({ ...figures, coffee: '', brewer: gear.brewer, grinder: '', doseGrams: '', notes: 'kept' }),
    ...steps(['0:00', 'bloom', '45', ''], ['soon', 'pour', 'a lot', 'also kept']),
  ])
  expect(status).toBe(400)
  for (const sentence of [
    'Choose a coffee.',
    'Choose your grinder.',
    'Enter the coffee in grams, for example 15.',
    'Enter when the step starts in minutes and seconds, for example 0:45.',
  ])
    for (const end of ['</p>', '</a></li>']) expect(text).toContain(`${sentence}${end}`)
  expect(text).toMatch(/href="#step-1">.*id="coffee"[^>]* autofocus .* id="step-1" name="at" value="soon"/s)
  for (const kept of ['value="soon"', 'value="a lot"', 'value="also kept"', '>kept</textarea>'])
    expect(text).toContain(kept)
  expect(text).not.toMatch(/doseGrams must|coffeeProfileId|atSeconds/)
  const all = { coffee: String(coffee), ...gear, ...figures }
  const off = await send('/recipes/new', { ...all, grindSetting: '92' })
  expect([off.status, off.text.includes('so 92 is off its dial. Enter a setting in that range.</p>')]).toEqual([
    400,
    true,
  ])
  const late = await send('/recipes/new', [...Object.entries(all), ...steps(['9:00', 'pour', '250', ''])])
  expect(late.text).toContain('Start this step at 3:00 or earlier, before the brew ends.</p>')
  const thin = await send('/recipes/new', { ...all, waterGrams: '2000' })
  expect(thin.text).toContain('Enter 0.5 to 50 times as much water as coffee.</p>')
})

test('rows of steps are added and removed, and the ring is turned, without publishing anything', async () => {
  const typed = Object.entries({ coffee: String(coffee), ...gear, ...figures })
  const rows = steps(['0:00', 'bloom', '45', 'first'], ['0:40', 'pour', '250', 'second'])
  const before = (await ask('GET /api/community-recipes?createdByMe=true')).body.total
  const more = await send('/recipes/new', [...typed, ...rows, ['act', 'step']])
  expect([more.status, more.text.match(/name="at"/g)?.length]).toEqual([200, 3])
  const fewer = (await send('/recipes/new', [...typed, ...rows, ['drop', '0']])).text
  expect([fewer.includes('value="first"'), fewer.includes('value="second"')]).toEqual([false, true])
  const query = new URLSearchParams([...typed, ...rows, ['onGrinder', gear.grinder], ['nudge', '1']])
  const turned = (await open(`/recipes/new?${query}`)).text
  expect([turned.includes('name="grindSetting" value="25"'), turned.includes('value="second"')]).toEqual([true, true])
  expect((await ask('GET /api/community-recipes?createdByMe=true')).body.total).toBe(before)
})

test('one can be made from a personal recipe, or from a brew as it was', async () => {
  const own = {
    method: 'v60',
    grindSetting: 23,
    ratio: 16,
    doseGrams: 15,
    waterGrams: 240,
    grinderId: grinderId(world),
  }
  const { id } = (
    await ask('POST /api/user/recipes', {
      ...own,
      notes: 'Sundays',
      steps: [{ atSeconds: 0, action: 'bloom', toGrams: 40 }],
    })
  ).body.recipe
  const fromRecipe = (await open(`/recipes/new?from=recipe-${id}`)).text
  expect(fromRecipe).toMatch(/name="grindSetting" value="23"/)
  expect([fromRecipe.includes('>Sundays</textarea>'), fromRecipe.includes('name="to" value="40"')]).toEqual([
    true,
    true,
  ])
  const brewer = /name="brewer".*?<option value="([^"]*)" selected>/s.exec(fromRecipe)?.[1]
  expect(world.ports.machines.list().find(({ slug }) => slug === brewer)?.brewMethod).toBe('v60')
  const brew = { coffeeProfileId: coffee, grinderId: grinderId(world), machineId: machineId(world), doseGrams: 16 }
  const { brewLog } = (
    await ask('POST /api/brew-logs', {
      ...brew,
      waterGrams: 250,
      grindSetting: 20,
      extractionFeedback: { bitter: true },
    })
  ).body
  const fromBrew = (await open(`/recipes/new?from=brew-${brewLog.id}`)).text
  expect([
    fromBrew.includes('name="grindSetting" value="20"'),
    fromBrew.includes(`value="${coffee}" selected`),
  ]).toEqual([true, true])
  expect((await browsing(world, await world.person()).open(`/recipes/new?from=recipe-${id}`)).status).toBe(404)
})

test('a published one gets another grinder, time and steps; unchanged fields do not drift', async () => {
  const all = { coffee: String(coffee), ...gear, ...figures, waterTemp: '93' }
  const location = (await send('/recipes/new', all)).headers.get('location') ?? ''
  const before = await recipeAt(location)
  const edit = `${location}/edit`
  expect((await open(edit)).text).toContain('aria-label="24 clicks on your C40 MK4')
  const changed = { ...all, grinder: 'niche-zero', grindSetting: '40', brewTime: '2:30' }
  const saved = await send(edit, [...Object.entries(changed), ...steps(['0:00', 'bloom', '60', ''])])
  expect(saved.headers.get('location')).toBe(location)
  expect(await recipeAt(location)).toMatchObject({
    grinderId: grinderId(world, 'niche-zero'),
    grindSetting: 40,
    brewTimeSeconds: 150,
    waterTempF: before.waterTempF,
    steps: [{ atSeconds: 0, action: 'bloom', toGrams: 60 }],
  })
  expect((await browsing(world, await world.person()).send(edit, changed)).status).toBe(404)
})

test('stars in the log of a brew by a recipe rate the recipe, and its author is mailed once; notes stay private', async () => {
  const location = (await send('/recipes/new', { coffee: String(coffee), ...gear, ...figures })).headers.get('location')
  const id = location?.split('/').at(-1) ?? ''
  const bea = await world.person('Bea')
  const typed = { ...gear, ...figures, coffee: String(coffee), recipe: id, notes: 'only mine' }
  await browsing(world, bea).send('/me/log', { ...typed, rating: '4' })
  await browsing(world, bea).send('/me/log', typed)
  const rating = await world.call(`GET /api/community-recipes/${id}/brew-log`, { as: bea })
  expect(rating.body).toMatchObject({ avg: 4, count: 1, userRating: { rating: 4 } })
  expect((await world.call('GET /api/brew-logs', { as: bea })).body.total).toBe(2)
  const mails = (await world.mails()).filter(({ to }) => to?.[0]?.address === ann.email)
  expect(mails.map(({ text = '' }) => /Bea|only mine/.test(text))).toEqual([false])
  const lost = await world.call('POST /api/brew-logs', {
    as: bea,
    body: { method: 'v60', recipeId: Number(id), rating: 3, coffeeProfileId: 99_999_999 },
  })
  expect(lost.status).toBe(404)
})

test('a bag shows its age by its date, and a brew from it knows it', async () => {
  const today = world.clock.now().getTime()
  const date = new Date(today - 12 * 86_400_000).toISOString().slice(0, 10)
  await send('/me/shelf', { coffee: String(coffee), roastedOn: date })
  expect((await open('/me')).text).toContain('Day 12, at its best until ')
  expect((await open(`/coffees/${coffee}`)).text).toContain('On your shelf, 12 days old')
  expect((await open(`/me/log?coffee=${coffee}`)).text).toContain('name="daysOffRoast" value="12"')
  await send('/me/shelf', { coffee: String(coffee) })
  expect((await open('/me/shelf')).text).toContain(`value="${date}"`)
  const wrong = await send('/me/shelf', { coffee: String(coffee), noted: 'yes', roastedOn: 'soon' })
  expect([wrong.status, wrong.text.includes('Enter a roast date in the year 2000 or later.')]).toEqual([400, true])
})
