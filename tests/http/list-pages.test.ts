import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { aCoffee, aRecipe, machineId, publish, vote } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let author: Someone
beforeAll(async () => {
  world = await startWorld()
  author = await world.person('Ana')
})
afterAll(() => world.stop())

const browser = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
const open = (path: string, headers: Record<string, string> = {}) =>
  world.call(`GET ${path}`, { headers: { ...browser, cookie: 'grinder=1zpresso-k-ultra', ...headers } })
const press = (path: string, form: Record<string, string>, cookie = '') =>
  fetch(`${world.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...browser, cookie },
    body: new URLSearchParams(form),
  })
const as = ({ token }: { token: string }) => ({ cookie: `svc_session=${token}` })
const linksIn = (text: string, rel: string) =>
  [...text.matchAll(/<a [^>]*href="([^"]*)"[^>]*rel="(\w+)"/g)]
    .filter(match => match[2] === rel)
    .map(match => (match[1] ?? '').replaceAll('&amp;', '&'))

test('a server without recipes points to its techniques', async () => {
  const { text } = await open('/recipes')
  expect(text).toContain('Nobody has shared a recipe here yet.')
  expect(text).toContain('<a href="/techniques">well-known technique</a>')
})

const cardsIn = (text: string) => [...text.matchAll(/<article class="card">.*?href="([^"]*)"/gs)].map(match => match[1])

describe('the list of recipes', () => {
  let coffeeId: number
  beforeAll(async () => {
    coffeeId = await aCoffee(world, 'Sawmill House')
    for (let at = 0; at < 26; at++) await aRecipe(world, { by: author, coffeeId })
    await publish(world, author, {
      coffeeProfileId: await aCoffee(world, 'Nyeri <b>Gatomboya</b>'),
      machineId: machineId(world, 'espresso'),
      ratio: 2,
      waterGrams: 36,
      doseGrams: 18,
    })
  })

  test("shows each for the reader's grinder, and people's words as text", async () => {
    const { text } = await open('/recipes?method=espresso')
    expect(text).toContain('<title>Espresso recipes · Dialin</title>')
    expect(text).toMatch(
      /<b>[\d.]+<\/b> <span class="between">[\d.]+ to [\d.]+<\/span> <span class="said-above"><br>on your <span class="unbroken">K-Ultra</,
    )
    expect(text).toContain('Nyeri &lt;b&gt;Gatomboya&lt;/b&gt;')
    expect(text).toMatch(/aria-current="page">.*?Espresso/)
    expect(text).toContain('converted from 24 clicks on Comandante C40 MK4')
    expect((await open('/recipes?method=nope')).text).toContain('aria-current="page">All</a>')
    const { text: theirs } = await open('/recipes?method=espresso', { cookie: 'grinder=comandante-c40-mk4' })
    expect(theirs).not.toContain('converted from')
    const [card = ''] =
      /<article class="card">.*?<\/article>/s.exec((await open('/recipes', { cookie: '' })).text) ?? []
    expect(card.match(/>[^<]*Comandante C40 MK4/g)).toHaveLength(1)
  })

  test('counts the results, on the reader’s grinder', async () => {
    const lead = async (query: string) =>
      /<p class="lead"[^>]*>(.*?)<\/p>/.exec((await open(`/recipes${query}`)).text)?.[1]
    expect(await lead('')).toMatch(/^\d+ recipes, shown on your K-Ultra\.$/)
    expect(await lead('?q=sawmill')).toBe('26 recipes, shown on your K-Ultra.')
    expect(await lead('?q=gatomboya&method=espresso')).toBe('1 recipe, shown on your K-Ultra.')
    expect(await lead('?q=sawmill&roast=LIGHT')).toBe('26 recipes, shown on your K-Ultra.')
    expect(await lead('?q=nothing+like+it')).toBe('Nothing found.')
  })

  test('continues by cursors and back the same way, and starts over if a cursor is not its own', async () => {
    const first = await open(`/recipes?coffee=${coffeeId}`)
    const [next = ''] = linksIn(first.text, 'next')
    const second = await open(next)
    expect([cardsIn(first.text).length, cardsIn(second.text).length]).toEqual([24, 2])
    expect(new Set([...cardsIn(first.text), ...cardsIn(second.text)]).size).toBe(26)
    expect(linksIn(second.text, 'next')).toEqual([])
    expect(linksIn(second.text, 'prev')).toEqual([`/recipes?coffee=${coffeeId}`])
    expect(first.text).toContain(`<link rel="next" href="${next.replaceAll('&', '&amp;')}">`)
    const forged = await open(`/recipes?method=v60&after=forged`)
    expect([forged.status, forged.headers.get('location')]).toEqual([303, '/recipes?method=v60'])
  })

  test('counts what each roast would leave, and names each filter with a link to remove it', async () => {
    const { text } = await open(`/recipes?coffee=${coffeeId}&roast=LIGHT&time=&q=&taste=-2&taste=2&sort=highest_rated`)
    expect(text).toContain('data-live="count-roast-LIGHT">26<')
    expect(text).toContain('data-live="count-roast-DARK">0<')
    expect(text).toContain(`href="/recipes?roast=LIGHT"><span class="unseen">Remove </span>Sawmill House`)
    expect(text).toContain(`href="/recipes?coffee=${coffeeId}"><span class="unseen">Remove </span>Light`)
    expect(text).toContain(`data-address="/recipes?coffee=${coffeeId}&amp;roast=LIGHT"`)
    expect(text).toMatch(/role="status" data-live="total">26 recipes/)
  })

  test('opens from a grinder with the recipes made with it', async () => {
    const grinder = await open('/grinders/comandante-c40-mk4')
    expect(cardsIn(grinder.text)).toHaveLength(3)
    const [, href = '', count] = /href="(\/recipes\?madeWith=[^"]*)">All (\d+) recipes/.exec(grinder.text) ?? []
    const { text } = await open(href)
    expect(text).toContain(`data-live="total">${count} recipes`)
    expect(text).toContain('href="/recipes"><span class="unseen">Remove </span>Made with C40 MK4')
    expect((await open('/recipes?madeWith=niche-zero')).text).toContain('No recipe')
  })

  test('is listed for search engines recipe by recipe, with its coffees and their roasters', async () => {
    for (const name of ['recipes', 'coffees', 'roasters']) {
      const { text } = await open(`/sitemaps/${name}.xml`)
      const [, path = ''] = new RegExp(`<loc>${world.url}(/${name}/[^<]+)</loc>`).exec(text) ?? []
      expect([name, (await open(path)).status]).toEqual([name, 200])
    }
  })

  test("has only what the reader's grinder reaches, if they ask for that", async () => {
    const coffeeProfileId = await aCoffee(world, 'Two grinds')
    const fine = await publish(world, author, { coffeeProfileId })
    await publish(world, author, { coffeeProfileId, grindSetting: 39 })
    const query = `coffee=${coffeeProfileId}`
    const found = async (query: string, grinder = '1zpresso-k-ultra') =>
      cardsIn((await open(`/recipes?${query}`, { cookie: `grinder=${grinder}` })).text)
    expect((await found(query)).length).toBe(2)
    expect(await found(`${query}&reach=yes`)).toEqual([`/recipes/${fine.id}`])
    expect((await found(`${query}&reach=yes`, 'comandante-c40-mk4')).length).toBe(2)
    const { text } = await open(`/recipes?${query}&reach=yes`)
    expect(text).toContain('name="reach" value="yes" checked')
    expect(text).toContain(`href="/recipes?${query}"><span class="unseen">Remove </span>Within reach of the K-Ultra`)
    expect((await open(`/recipes?${query}&reach=yes`, { cookie: '' })).text).not.toContain('name="reach"')
  })

  test('is in the requested order: best, most brewed or newest first', async () => {
    const coffeeProfileId = await aCoffee(world, 'In order')
    const ids: number[] = []
    for (let at = 0; at < 3; at++) ids.push((await publish(world, author, { coffeeProfileId })).id)
    const [liked = 0, brewed = 0] = ids
    const reader = await world.person()
    await vote(world, reader, liked, 'UP')
    await world.call('POST /api/brew-logs', { as: reader, body: { method: 'v60', recipeId: brewed } })
    const firstBy = async (sort: string) => cardsIn((await open(`/recipes?coffee=${coffeeProfileId}${sort}`)).text)[0]
    expect([await firstBy(''), await firstBy('&sort=most_brewed'), await firstBy('&sort=newest')]).toEqual(
      ids.map(id => `/recipes/${id}`),
    )
  })

  test('suggests which filter to remove if nothing matches', async () => {
    const { status, text } = await open(`/recipes?coffee=${coffeeId}&method=v60&roast=DARK`)
    expect(status).toBe(200)
    expect(text).toMatch(
      /Nothing matches all 3 filters\.<\/strong> <a href="[^"]*">Remove “Dark”<\/a> to see 26 recipes\./,
    )
    expect((await open(`/recipes?coffee=${coffeeId}&q=zz`)).text).toMatch(/Remove “zz”<\/a> to see 26 recipes\./)
  })

  test('ignores invalid parameters, and says what is wrong with the search words', async () => {
    const wrong = '/recipes?method=none&roast=purple&taste=9&time=never&sort=worst&coffee=x&grinder=none&after=&q=%00'
    expect([(await open(wrong)).status, cardsIn((await open(wrong)).text).length]).toEqual([200, 24])
    const { text } = await open('/recipes?q=a+b+c+d+e+f+g+h+i+j')
    expect(text).toContain('Search for at most 8 different words.')
    expect(text).toContain('value="a b c d e f g h i j"')
  })

  test('remembers a grinder chosen on it, and offers signed-in people what suits them', async () => {
    const chosen = await open('/recipes?grinder=niche-zero')
    expect(chosen.headers.get('set-cookie')).toStartWith('grinder=niche-zero;')
    expect(chosen.text).toContain('shown on your Zero')
    expect(chosen.text).not.toContain('For you')
    const forMe = () => world.call('GET /recipes?sort=recommended', { as: author, headers: browser })
    expect((await forMe()).text).toMatch(/For you.*We don’t know your taste yet/s)
    await world.call('PUT /api/users/taste-profile', { as: author, body: { acidityTolerance: 0.9 } })
    expect((await forMe()).text).not.toContain('We don’t know your taste yet')
  })
})

describe('coffees', () => {
  test("are found by words, roast and kind, each with where to start on the reader's grinder", async () => {
    const id = await aCoffee(world, 'Pacamara Honeyed')
    const { text } = await open('/coffees?q=pacamara&roast=LIGHT&type=&sort=')
    expect(text).toContain(`href="/coffees/${id}">Pacamara Honeyed`)
    expect(text).toMatch(
      /<b>7\.\d<\/b> <span class="between">[\d.]+ to [\d.]+<\/span> for a V60<span class="unseen"> on your K-Ultra/,
    )
    expect((await open('/coffees?q=pacamara&roast=DARK')).text).toContain('No coffees match your search.')
    expect((await open('/coffees?roast=purple&type=tea&sort=worst&after=&q=%00')).status).toBe(200)
    const forged = await open('/coffees?sort=name&after=forged')
    expect([forged.status, forged.headers.get('location')]).toEqual([303, '/coffees?sort=name'])
  })

  test('can be paged forward and back', async () => {
    for (let at = 0; at < 25; at++) await aCoffee(world, `Walked ${at}`)
    const first = await open('/coffees?q=walked&sort=name')
    const [next = ''] = linksIn(first.text, 'next')
    const second = await open(next)
    const cards = (text: string) => [...text.matchAll(/class="card coffee">.*?href="([^"]*)"/gs)].map(match => match[1])
    expect([cards(first.text).length, cards(second.text).length]).toEqual([24, 1])
    expect(linksIn(second.text, 'prev')).toEqual(['/coffees?q=walked&sort=name'])
  })
})

describe('a coffee', () => {
  test("starts by its roast, or by its roaster's recipe if there is one", async () => {
    const id = await aCoffee(world, 'Alone <i>')
    const { text } = await open(`/coffees/${id}?method=v60`)
    expect(text).toContain('<h1 class="title">Alone &lt;i&gt;</h1>')
    expect(text).toMatch(/<b>Light roast:<\/b> 2.°C hotter/)
    expect(text).toContain(`href="/brew?grinder=1zpresso-k-ultra&amp;brewer=hario-v60-02&amp;coffee=${id}"`)
    expect(text).toContain(`href="/recipes/new?coffee=${id}">Write a recipe</a>`)
    const [nudged = ''] = text.match(/\/coffees\/\d+\?method=v60&amp;nudge=1/) ?? []
    expect((await open(nudged.replaceAll('&amp;', '&'))).text).not.toContain(
      /aria-label="[\d.]+ on your/.exec(text)?.[0],
    )
    await aRoastery(world, {
      slug: 'says-more',
      name: 'Says More',
      coffees: [{ slug: 'theirs', name: 'Theirs', recipes: [{ method: 'aeropress', doseGrams: 17, waterGrams: 221 }] }],
    })
    const [theirs] = await world.sql`select id from coffees where slug = 'theirs'`
    const own = await open(`/coffees/${theirs?.id}`)
    expect(own.text).toContain('The roaster’s own recipe.')
    expect(own.text).toContain('href="/brew/says-more/theirs?method=aeropress"')
  })

  test('shows how others grind it, from fine to coarse, and their recipes', async () => {
    const id = await aCoffee(world, 'Ground by many')
    for (let at = 0; at < 8; at++) await aRecipe(world, { by: author, coffeeId: id })
    const { text } = await open(`/coffees/${id}`)
    expect(text).toContain('Grind settings in 8 recipes')
    expect(text).toContain('Each dot is 2 recipes')
    expect(text).toMatch(
      /aria-label="8 recipes from 7\.\d to 7\.\d on your K-Ultra; your starting point is 7\.\d \([\d.]+ to [\d.]+\)\."/,
    )
    expect(text).toContain(`href="/recipes?coffee=${id}">All 8 recipes`)
  })

  test("can be put on one's shelf; a visitor signs in first and comes back", async () => {
    const person = await world.person()
    const id = await aCoffee(world)
    const visitor = await press(`/coffees/${id}/shelf`, {})
    expect([visitor.status, visitor.headers.get('location')]).toEqual([303, `/sign-in?next=%2Fcoffees%2F${id}`])
    const { cookie } = as(person)
    const member = await press(`/coffees/${id}/shelf`, {}, cookie)
    expect([member.status, member.headers.get('location')]).toEqual([303, `/coffees/${id}`])
    expect((await open(`/coffees/${id}`, { cookie })).text).toContain('On your shelf')
    expect((await world.call('GET /api/user/coffee-library', { as: person })).body.library).toHaveLength(1)
    expect((await press('/coffees/99999999/shelf', {}, cookie)).status).toBe(404)
    expect((await open('/coffees/01')).status).toBe(404)
  })
})

describe('roasters', () => {
  test('are found by name', async () => {
    await aRoastery(world, { slug: 'quillback', name: 'Quillback <Works>', coffees: [] })
    const { text } = await open('/roasters?q=quilback')
    expect(text).toContain('href="/roasters/quillback">Quillback &lt;Works&gt;')
    expect((await open('/roasters?q=nobodys-name-at-all')).text).toContain('No roasters by that name.')
    const forged = await open('/roasters?after=forged')
    expect([forged.status, forged.headers.get('location')]).toEqual([303, '/roasters'])
  })

  test("are shown with one recipe for the reader's grinder, their coffees and what people brew", async () => {
    const coffeeId = await aCoffee(world, 'Of the best')
    const [roaster] = await world.sql`
      select roasters.slug from roasters join coffees on coffees.roaster_id = roasters.id where coffees.id = ${coffeeId}`
    for (let at = 0; at < 3; at++) await aRecipe(world, { by: author, coffeeId })
    const recipeId = await aRecipe(world, { by: author, coffeeId })
    await world.sql`update roasters set website_url = 'javascript:alert(1)', tagline = 'Slow' where slug = ${roaster?.slug}`
    const { text } = await open(`/roasters/${roaster?.slug}`)
    expect(text).toContain(`<a href="/recipes/${recipeId}">Of the best</a> for V60`)
    expect(text).toContain(`href="/coffees/${coffeeId}">Of the best`)
    expect(text).toContain(`href="/recipes?roaster=${roaster?.slug}">All 4 recipes`)
    expect(text).not.toContain('javascript:')
    expect((await open('/roasters/nobody')).status).toBe(404)
  })

  test('are followed and unfollowed by a form; a visitor signs in first and comes back', async () => {
    await aRoastery(world, { slug: 'followed', name: 'Followed', coffees: [] })
    const visitor = await press('/roasters/followed/follow', { follow: 'yes' })
    expect([visitor.status, visitor.headers.get('location')]).toEqual([
      303,
      '/sign-in?next=%2Froasters%2Ffollowed%23follow',
    ])
    const { cookie } = as(await world.person())
    const pressed = await press('/roasters/followed/follow', { follow: 'yes' }, cookie)
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/roasters/followed#follow'])
    expect((await open('/roasters/followed', { cookie })).text).toContain('Following')
    await press('/roasters/followed/follow', { follow: 'no' }, cookie)
    expect((await open('/roasters/followed', { cookie })).text).not.toContain('Following')
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example', cookie }, body: 'follow=yes' }
    expect((await fetch(`${world.url}/roasters/followed/follow`, foreign)).status).toBe(403)
    expect((await press('/roasters/nobody/follow', {}, cookie)).status).toBe(404)
  })
})

describe('a public profile', () => {
  test('is a page for others until it is made private', async () => {
    const person = await world.person('Bea')
    const recipeId = await aRecipe(world)
    await world.call('POST /api/user/saved-recipes', { as: person, body: { communityRecipeId: recipeId } })
    const { text } = await open(`/people/${person.id}`)
    expect(text).toContain('<h1>Bea</h1>')
    const since = async (language: string) =>
      /Member since ([^<]*)\./.exec((await open(`/people/${person.id}`, { 'accept-language': language })).text)?.[1]
    const { memberSince } = (await world.call(`GET /api/users/${person.id}`)).body.user
    const [year = '', month = '', day = ''] = memberSince.slice(0, 10).split('-')
    expect([await since('de-DE'), await since('ja-JP')]).toEqual([`${day}.${month}.${year}`, `${year}/${month}/${day}`])
    expect(text).not.toContain(`href="/recipes/${recipeId}"`)
    expect((await open(`/people/${person.id}`, as(person))).text).toContain(`href="/recipes/${recipeId}"`)
    expect(text).not.toContain(person.email)
    expect(text).toContain('<meta name="robots" content="noindex">')
    await world.call('PUT /api/user/privacy', { as: person, body: { isProfilePublic: false } })
    expect((await open(`/people/${person.id}`)).status).toBe(404)
    expect((await open(`/people/${person.id}`, as(person))).status).toBe(200)
  })
})
