import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { twoColours } from '../support/pictures.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let ben: Someone
beforeAll(async () => {
  world = await startWorld()
  const coffees = ['Worka', 'Kayon', 'Bombe'].map(name => ({ slug: name.toLowerCase(), name, recipes: [] }))
  ann = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees }))
  ben = await aMember(world, await aRoastery(world, { slug: 'rival', name: 'Rival', coffees: [] }))
})
afterAll(() => world.stop())

const browser = (as: Someone) => ({ cookie: `svc_session=${as.token}`, accept: 'text/html', origin: world.url })
const open = (path: string, as = ann) => world.call(`GET /portal${path}`, { headers: browser(as) })
const post = (path: string, fields: Record<string, string>, as = ann) =>
  world.call(`POST /portal${path}`, {
    headers: { ...browser(as), 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(fields)),
  })
const idOf = async (slug: string): Promise<number> =>
  (await world.call(`GET /api/roasters/hill-road/coffees/${slug}`)).body.id
const upload = async (path: string, file?: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  if (file) form.set('picture', new File([file], 'bag.png', { type: 'image/png' }))
  const headers = { ...browser(ann), 'x-forwarded-for': '10.8.7.6' }
  const response = await fetch(`${world.url}/portal${path}`, {
    method: 'POST',
    headers,
    body: form,
    redirect: 'manual',
  })
  return { status: response.status, text: await response.text(), to: response.headers.get('location') }
}

describe('the list of coffees', () => {
  test('is in the order of page and widget, and can be reordered with buttons', async () => {
    const order = async () =>
      [...(await open('/hill-road/coffees')).text.matchAll(/coffees\/\d+">([^<]+)/g)].map(([, name]) => name)
    expect(await order()).toEqual(['Bombe', 'Kayon', 'Worka'])
    const worka = await idOf('worka')
    const moved = await post('/hill-road/coffees/order', { move: `${worka} 1 higher` })
    expect([moved.status, moved.headers.get('location')]).toEqual([303, `/portal/hill-road/coffees#higher-${worka}`])
    expect(await order()).toEqual(['Worka', 'Bombe', 'Kayon'])
    const page = (await world.call('GET /roasters/hill-road', { headers: { accept: 'text/html' } })).text
    expect([...page.matchAll(/<h3><a href="\/coffees\/\d+">([^<]+)/g)].map(([, name]) => name)).toEqual([
      'Worka',
      'Bombe',
      'Kayon',
    ])
    await post('/hill-road/coffees/order', { move: `${worka} 99 lower` })
    expect(await order()).toEqual(['Bombe', 'Kayon', 'Worka'])
    expect((await post('/hill-road/coffees/order', { move: 'up' })).status).toBe(400)
    expect((await post('/rival/coffees/order', { move: `${worka} 1 higher` }, ben)).status).toBe(404)
  })

  test('accepts a new coffee by name and roast, and says what is wrong with one', async () => {
    const added = await post('/hill-road/coffees', { name: 'Aricha', roastLevel: 'LIGHT' })
    expect(added.headers.get('location')).toBe(`/portal/hill-road/coffees/${await idOf('aricha')}?added`)
    const refused = await post('/hill-road/coffees', { name: 'x'.repeat(201), roastLevel: 'LIGHT' })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Shorten the name to 200 characters.'),
    ])
  })
})

describe('a coffee', () => {
  const all = {
    name: 'Kayon Mountain',
    roastLevel: 'LIGHT',
    coffeeType: 'SINGLE_ORIGIN',
    origin: 'Ethiopia',
    processingMethod: 'natural',
    flavorNotes: 'strawberry, cocoa',
    description: 'Slow dried.',
    acidityLevel: '4',
    bodyLevel: '2',
    buyUrl: 'https://hillroad.example/kayon',
  }

  test('accepts every field, and an emptied one is cleared', async () => {
    const id = await idOf('kayon')
    const saved = await post(`/hill-road/coffees/${id}`, all)
    expect(saved.headers.get('location')).toBe(`/portal/hill-road/coffees/${id}?saved`)
    const { body } = await world.call(`GET /api/roaster-portal/coffees/${id}`, { as: ann })
    const { flavorNotes, ...rest } = all
    expect(body.coffee).toMatchObject({ ...rest, acidityLevel: 4, bodyLevel: 2, flavorNotes: flavorNotes.split(', ') })
    expect((await world.call(`GET /coffees/${id}`)).text).toContain('href="https://hillroad.example/kayon"')
    await post(`/hill-road/coffees/${id}`, { ...all, buyUrl: 'http://hillroad.example/kayon' })
    const upgraded = (await world.call(`GET /api/roaster-portal/coffees/${id}`, { as: ann })).body.coffee
    expect(upgraded.buyUrl).toBe('https://hillroad.example/kayon')
    await post(`/hill-road/coffees/${id}`, { name: 'Kayon', roastLevel: 'DARK' })
    const emptied = (await world.call(`GET /api/roaster-portal/coffees/${id}`, { as: ann })).body.coffee
    expect(emptied).toMatchObject({ origin: null, coffeeType: null, bodyLevel: null, buyUrl: null, flavorNotes: [] })
  })

  test.each([
    [{ name: '' }, 'Enter the name of the coffee.'],
    [{ buyUrl: 'javascript:alert(1)' }, 'Enter a web address that starts with https://'],
    [{ bodyLevel: '9' }, 'Choose a body from 1 to 5.'],
    [{ roastLevel: 'BURNT' }, 'Choose a roast from the list.'],
  ])('comes back as it was typed where something is wrong: %j', async (wrong, sentence) => {
    const { status, text } = await post(`/hill-road/coffees/${await idOf('bombe')}`, { ...all, ...wrong })
    expect([status, text]).toEqual([400, expect.stringContaining(sentence)])
    expect(text).toContain('value="strawberry, cocoa"')
  })

  test('has a picture, which everybody sees, until it is removed', async () => {
    const id = await idOf('worka')
    const path = `/hill-road/coffees/${id}`
    const set = await upload(`${path}/picture`, twoColours(900, 600))
    expect([set.status, set.to]).toEqual([303, `/portal${path}?saved`])
    const sized =
      /<img class="photo" src="\/pictures\/\w+\/400\.webp" srcset="[^"]+" sizes="[^"]+" width="400" height="267" alt="Worka"/
    expect((await open(path)).text).toMatch(sized)
    expect((await open('/hill-road/coffees')).text).toMatch(sized)
    expect((await world.call('GET /roasters/hill-road')).text).toMatch(sized)
    const page = (await world.call(`GET /coffees/${id}`)).text
    expect(page).toMatch(sized)
    expect(page).toMatch(/og:image" content="http[^"]+\/pictures\/\w+\/900\.webp"/)
    expect((await post(`${path}/picture`, {})).status).toBe(303)
    expect((await open(path)).text).not.toContain('class="photo"')
  })

  test('refuses anything but a picture with a sentence on its page', async () => {
    const path = `/hill-road/coffees/${await idOf('worka')}`
    const { status, text } = await upload(`${path}/picture`, Buffer.from('<svg xmlns="x"/>'))
    expect([status, text]).toEqual([400, expect.stringContaining('This is an SVG drawing.')])
    expect(await upload(`${path}/picture`)).toMatchObject({ status: 400 })
    const foreign = await fetch(`${world.url}/portal${path}/picture`, {
      method: 'POST',
      headers: { ...browser(ann), origin: 'https://evil.example' },
      body: new FormData(),
    })
    expect(foreign.status).toBe(403)
  })

  test('can be deleted, unless somebody uses it', async () => {
    const id = await idOf('aricha')
    await world.call('POST /api/user/coffee-library', { as: ben, body: { coffeeProfileId: id } })
    const kept = await post(`/hill-road/coffees/${id}/delete`, {})
    expect([kept.status, kept.text]).toEqual([409, expect.stringContaining('1 library entry')])
    const gone = await post(`/hill-road/coffees/${await idOf('bombe')}/delete`, {})
    expect(gone.headers.get('location')).toBe('/portal/hill-road/coffees?deleted')
  })

  test('of another roaster is not found', async () => {
    const id = await idOf('worka')
    for (const path of [`/rival/coffees/${id}`, `/hill-road/coffees/${id}`, '/rival/coffees/none'])
      expect((await open(path, ben)).status).toBe(404)
    for (const act of ['', '/delete', '/picture'])
      expect((await post(`/rival/coffees/${id}${act}`, all, ben)).status).toBe(404)
  })
})

test('a roaster has a logo, on its page and in lists', async () => {
  expect((await upload('/hill-road/logo', twoColours(300, 300))).to).toBe('/portal/hill-road/profile?saved')
  for (const path of ['/roasters/hill-road', '/roasters'])
    expect((await world.call(`GET ${path}`)).text).toContain('with-logo')
  expect((await open('/hill-road')).text).toMatch(/class="whose"><span class="face roaster-face with-logo">/)
  expect((await upload('/hill-road/logo', Buffer.from('GIF89a'))).text).toContain('This is a GIF.')
  expect((await post('/hill-road/logo', {})).status).toBe(303)
  expect((await world.call('GET /roasters/hill-road')).text).not.toContain('with-logo')
})

describe('the order of coffees over the API', () => {
  const place = (id: number, place: unknown, as = ann) =>
    world.call(`PUT /api/roaster-portal/coffees/${id}/place`, { as, body: { place } })

  test('is that of the portal’s list and of the widget', async () => {
    const [worka, kayon] = [await idOf('worka'), await idOf('kayon')]
    for (const id of [worka, kayon])
      await world.call(`POST /api/roaster-portal/coffees/${id}/recipes`, {
        as: ann,
        body: { method: 'v60', doseGrams: 15, waterGrams: 250 },
      })
    expect((await place(worka, 1)).status).toBe(200)
    const { data } = (await world.call('GET /api/roaster-portal/coffees', { as: ann })).body
    expect(data[0].slug).toBe('worka')
    const embed = (await world.call('GET /api/embed/recipes/hill-road')).body
    expect(embed.coffees.map((one: { slug: string }) => one.slug)).toEqual(['worka', 'kayon'])
    expect(embed.recipes.map((one: { coffee: { slug: string } }) => one.coffee.slug)).toEqual(['worka', 'kayon'])
  })

  test('of those never placed is by name, ignoring accents, on every interface', async () => {
    const recipes = [{ method: 'v60' }]
    const coffees = ['Zambia', 'Ábaco', 'Bombe'].map(name => ({ slug: name.slice(-3), name, recipes }))
    const member = await aMember(world, await aRoastery(world, { slug: 'accents', name: 'Accents', coffees }))
    const named = (rows: { name: string }[]) => rows.map(({ name }) => name)
    const embed = (await world.call('GET /api/embed/recipes/accents')).body
    const portal = (await world.call('GET /api/roaster-portal/coffees', { as: member })).body
    const { codes } = (await world.call('GET /api/roaster-portal/codes', { as: member })).body
    for (const rows of [portal.data, embed.coffees, embed.recipes.map(coffeeOf), codes.map(coffeeOf)])
      expect(named(rows)).toEqual(['Ábaco', 'Bombe', 'Zambia'])
  })

  const coffeeOf = ({ coffee }: { coffee: { name: string } }) => coffee

  test('stays consistent while many move at once, each in one place', async () => {
    const ids = await Promise.all(['worka', 'kayon', 'aricha'].map(idOf))
    await Promise.all(Array.from({ length: 12 }, (_, nth) => place(ids[nth % 3] as number, (nth % 2) + 1)))
    const rows = await world.sql<{ place: number }[]>`
      select place from coffees join roasters on roasters.id = roaster_id where roasters.slug = 'hill-road' order by place`
    expect(rows.map(({ place }) => place)).toEqual(rows.map((_, at) => at + 1))
  })

  test.each([0, 1.5, 'first', null])('is no place: %j', async nowhere => {
    expect((await place(await idOf('worka'), nowhere)).status).toBe(400)
  })

  test('continues by cursor', async () => {
    const first = (await world.call('GET /api/roaster-portal/coffees?limit=2', { as: ann })).body
    const next = (await world.call(`GET /api/roaster-portal/coffees?limit=2&cursor=${first.cursor}`, { as: ann })).body
    const ids = [...first.data, ...next.data].map((one: { id: number }) => one.id)
    expect(new Set(ids).size).toBe(first.total)
  })
})
