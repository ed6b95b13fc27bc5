import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { asBrowser, selectedIn, timedBrewIn, visiting } from '../support/browsing.ts'
import { readQr } from '../support/qr.ts'
import { aCoffee, machineOfSlug, publish } from '../support/recipes.ts'
import { aMember, aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const { open, post, fetched } = visiting(() => world)

describe('the page of a recipe', () => {
  test('accepts a vote, a comment and a save from signed-in people, and asks others to sign in first', async () => {
    const ann = await world.person('Ann')
    const { id } = await publish(world, ann)
    const act = (what: string, form: Record<string, string>, cookie = '') =>
      post(`/recipes/${id}/${what}`, form, { ...asBrowser, cookie })
    const away = await act('vote', { vote: 'UP' })
    expect([away.status, away.headers.get('location')]).toEqual([303, `/sign-in?next=%2Frecipes%2F${id}%23talk`])
    const bea = await world.person('Bea')
    const cookie = `svc_session=${bea.token}`
    await act('vote', { vote: 'UP' }, cookie)
    await act('comments', { body: 'What water?' }, cookie)
    expect((await act('save', { saved: 'yes' }, cookie)).headers.get('location')).toBe(`/recipes/${id}#save`)
    const { text } = await open(`/recipes/${id}`, { cookie })
    expect(text).toContain('id="save" name="saved" value="no"')
    expect(text).toContain('1 person liked it')
    expect(text).toMatch(new RegExp(`<b><a href="/people/${bea.id}">Bea</a></b>.*What water\\?`))
    expect(text).toContain(`A recipe by <a href="/people/${ann.id}">Ann</a>`)
    await world.call('PUT /api/user/privacy', { as: ann, body: { isProfilePublic: false } })
    expect((await open(`/recipes/${id}`, { cookie })).text).toContain('A recipe by <bdi>Ann<')
    expect([...text.matchAll(/aria-pressed="true">/g)].length).toBeGreaterThanOrEqual(2)
    const [, commentId = ''] = /name="delete" value="(\d+)"/.exec(text) ?? []
    await act('comments', { delete: commentId }, cookie)
    await act('vote', { vote: '' }, cookie)
    await act('save', { saved: 'no' }, cookie)
    const after = (await open(`/recipes/${id}`, { cookie })).text
    expect([after.includes('No votes yet'), />Saved<|What water/.test(after)]).toEqual([true, false])
  })

  test('leads a signed-in person to the log without the timer, with all of it filled in', async () => {
    const { id } = await publish(world, await world.person())
    const cookie = `svc_session=${(await world.person()).token}; grinder=niche-zero`
    const { text } = await open(`/recipes/${id}?nudge=1`, { cookie })
    const [, href = ''] = /href="(\/me\/log[^"]*)">(?:(?!<\/a>).)*Log it without the timer/s.exec(text) ?? []
    const query = new URLSearchParams(href.replaceAll('&amp;', '&').split('?')[1])
    expect([query.get('recipe'), query.get('grinder')]).toEqual([String(id), 'niche-zero'])
    expect(query.get('grindSetting')).toBeTruthy()
    expect((await open(`/recipes/${id}`)).text).not.toContain('Log it without the timer')
  })

  test('refuses posts from another site, an empty comment, and an invalid vote', async () => {
    const ann = await world.person('Ann')
    const { id } = await publish(world, ann)
    const cookie = `svc_session=${ann.token}`
    const foreign = { accept: 'text/html', origin: 'https://evil.example', cookie }
    expect((await post(`/recipes/${id}/vote`, { vote: 'UP' }, foreign)).status).toBe(403)
    expect((await post(`/recipes/${id}/comments`, { body: ' ' }, { ...asBrowser, cookie })).status).toBe(400)
    for (const vote of [{ vote: 'XX' }, {}])
      expect((await post(`/recipes/${id}/vote`, vote, { ...asBrowser, cookie })).status).toBe(400)
  })

  test('tells search engines the recipe, whatever people wrote into it', async () => {
    const { id } = await publish(world, await world.person('</script><b>'), { brewTimeSeconds: 185 })
    const { text } = await open(`/recipes/${id}`)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'Recipe',
      author: { name: '</script><b>' },
      totalTime: 'PT185S',
      image: `${world.url}/recipes/${id}/picture.png`,
      description: expect.stringContaining('24 (21 to 27 clicks) on the Comandante C40 MK4'),
      recipeInstructions: expect.arrayContaining([
        expect.objectContaining({ '@type': 'HowToStep', name: 'Bloom to 45 g', text: 'Bloom to 45 g' }),
      ]),
    })
  })

  test('has a range with every setting: for the grinder it was written for, and for other ways', async () => {
    const ann = await world.person('Ann')
    const coffeeProfileId = await aCoffee(world)
    const { id } = await publish(world, ann, { coffeeProfileId })
    const french = world.ports.machines.list().find(({ brewMethod }) => brewMethod === 'french_press')?.id
    await publish(world, ann, { coffeeProfileId, machineId: french, grindSetting: 30 })
    const { text } = await open(`/recipes/${id}?as=written`, { cookie: 'grinder=1zpresso-k-ultra' })
    expect(text).toMatch(
      /aria-label="24 clicks on a Comandante C40 MK4; anything from 2\d to 2\d clicks could be right\."/,
    )
    expect(text).toMatch(/class="written">24 clicks <small>2\d to 2\d clicks/)
    expect(text).toMatch(/French press<\/a><span class="quiet">\d[\d.]* \(\d[\d.]* to \d[\d.]*\) on yours/)
    expect((await open('/coffees')).text).toMatch(
      /<b>2\d<\/b> <span class="between">2\d to 2\d clicks<\/span> for a V60/,
    )
  })

  test('takes as long as the method does where its author said neither steps nor time', async () => {
    const { id } = await publish(world, await world.person(), { brewTimeSeconds: null, steps: null })
    const { text } = await open(`/recipes/${id}`)
    expect(text).toContain('The author didn’t add steps')
    expect(text).toContain('Start brewing, 3:00')
    expect(timedBrewIn(text)).toMatchObject({ seconds: 180 })
    const lungo = { machineId: machineOfSlug(world, 'gaggia-classic-pro'), doseGrams: 18, waterGrams: 54, ratio: 3 }
    const long = await publish(world, await world.person(), { ...lungo, brewTimeSeconds: null, steps: null })
    expect(timedBrewIn((await open(`/recipes/${long.id}`)).text).seconds).toBeGreaterThan(35)
  })

  test('is scaled to other water as in the API: by weight, with the time that more water takes', async () => {
    const recipe = await publish(world, await world.person(), { ratio: 16.3, brewTimeSeconds: 180 })
    const { grinderId, machineId, coffeeProfileId: coffeeId } = recipe
    const { body } = await world.call('POST /api/get-recipe', {
      body: { coffeeId, grinderId, machineId, volumeGrams: 500 },
    })
    const { text } = await open(`/recipes/${recipe.id}?water=500`)
    const logged = new URL(timedBrewIn(text).logHref, 'http://localhost').searchParams
    expect(body.variants).toMatchObject([{ doseGrams: 30, waterGrams: 500, ratio: 16.67, brewTimeSeconds: 229 }])
    expect([logged.get('doseGrams'), logged.get('brewTime'), timedBrewIn(text).seconds]).toEqual(['30', '3:49', 229])
  })

  const espresso = { machine: 'breville-bambino-plus', doseGrams: 18, waterGrams: 38.7, ratio: 2.15 }
  const moka = { machine: 'bialetti-moka-express-3-cup', doseGrams: 15, waterGrams: 150, ratio: 10 }
  const press = { machine: 'bodum-chambord-8-cup', doseGrams: 32, waterGrams: 473.6, ratio: 14.8 }
  const cone = { machine: 'cafec-deep-27', doseGrams: 15, waterGrams: 240, ratio: 16 }
  test.each([
    [espresso, 500, 13, 'The Bambino Plus makes 38.7 g at a time. Brew it 13 times.'],
    [espresso, 50, 1, 'One shot makes 38.7 g.'],
    [moka, 500, 3, 'The Moka Express 3-Cup takes 150 g at a time. Brew it 3 times.'],
    [moka, 180, 1, 'One pot takes 150 g.'],
    [press, 220, 1, 'The Chambord 8-Cup needs at least 250 g.'],
    [cone, 280, 1, undefined],
  ])(
    'of %o for %d g is of one batch, as the API has it, and says how often and why',
    async (of, water, times, note) => {
      const { machine: slug, ...amounts } = of
      const machineId = machineOfSlug(world, slug)
      const recipe = await publish(world, await world.person(), { machineId, ...amounts, brewTimeSeconds: 60 })
      const { grinderId, coffeeProfileId: coffeeId } = recipe
      const { body } = await world.call('POST /api/get-recipe', {
        body: { coffeeId, grinderId, machineId, volumeGrams: water },
      })
      const [{ doseGrams, waterGrams, brewTimeSeconds, batches }] = body.variants
      const { text } = await open(`/recipes/${recipe.id}?water=${water}`)
      const { seconds, logHref } = timedBrewIn(text)
      const logged = new URL(logHref, 'http://localhost').searchParams
      const shown = [Number(logged.get('doseGrams')), Number(logged.get('waterGrams')), seconds]
      expect(shown).toEqual([doseGrams, waterGrams, brewTimeSeconds])
      expect(batches).toBe(times)
      expect(noteIn(text)).toBe(note)
      // More and less continue from the requested amount.
      for (const other of [water - 50, water + 50].filter(grams => grams > 0))
        expect(text).toContain(`href="/recipes/${recipe.id}?water=${other}"`)
      expect(noteIn((await open(`/recipes/${recipe.id}`)).text)).toBeUndefined()
    },
  )

  test('has a QR code of the URL it was opened at, its own or a shared one', async () => {
    const { id } = await publish(world, await world.person('Ann'))
    const { shareUrl } = (await world.call(`POST /api/recipes/${id}/share`)).body
    for (const path of [`/recipes/${id}`, new URL(shareUrl).pathname]) {
      const { text } = await open(path)
      const [drawn = ''] = /<svg class="qr"[^>]*aria-label="This recipe as a QR code\.".*?<\/svg>/.exec(text) ?? []
      // As the stylesheet has it.
      const svg = drawn
        .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
        .replace('class="ground"', 'fill="white"')
      expect(await readQr(svg)).toBe(`${world.url}${path}`)
    }
  })

  test('has a preview image for its link, whatever people wrote into it', async () => {
    const coffeeId = await aCoffee(world, '</text>\u0001 & Žižkov "Ñandú" \u{1f600}'.repeat(3))
    const { id } = await publish(world, await world.person('Ann'), { coffeeProfileId: coffeeId })
    const { text } = await open(`/recipes/${id}`)
    expect(text).toContain(`<meta property="og:image" content="${world.url}/recipes/${id}/picture.png">`)
    const picture = () => fetch(`${world.url}/recipes/${id}/picture.png`)
    const [first, again] = await Promise.all([picture(), picture()])
    const png = new Uint8Array(await first.arrayBuffer())
    const { getUint32 } = DataView.prototype
    const size = [16, 20].map(at => getUint32.call(new DataView(png.buffer), at))
    expect([first.headers.get('content-type'), ...size]).toEqual(['image/png', 1200, 630])
    expect(new Uint8Array(await again.arrayBuffer())).toEqual(png)
    const { id: other } = await publish(world, await world.person('Ann'), { doseGrams: 30, waterGrams: 500 })
    for (const path of [`/recipes/${other}/picture.png`, '/picture.png'])
      expect([path, Bun.deepEquals((await fetched(path)).bytes, png)]).toEqual([path, false])
    const etag = first.headers.get('etag') ?? ''
    expect((await open(`/recipes/${id}/picture.png`, { 'if-none-match': etag })).status).toBe(304)
    expect((await open('/recipes/99999999/picture.png')).status).toBe(404)
  })

  test('has a preview image without what its font cannot write: then it is called by its roaster', async () => {
    const coffeeProfileId = await aCoffee(world, '東京')
    const { id } = await publish(world, await world.person('Ann'), { coffeeProfileId })
    const drawnAs = async (name: string) => {
      await world.sql`update coffees set name = ${name} where id = ${coffeeProfileId}`
      return Bun.hash((await fetched(`/recipes/${id}/picture.png`)).bytes)
    }
    const unnamed = await drawnAs('東京')
    expect(await drawnAs('서울 🎉')).toBe(unnamed)
    const named = await drawnAs('Tokyo')
    expect(named).not.toBe(unnamed)
    expect(await drawnAs('東京 Tokyo')).toBe(named)
  })

  test('accepts stars, which can be changed and log no brew, and can be collected: in a first collection, and in the same one again', async () => {
    const ann = await world.person('Ann')
    const { id } = await publish(world, ann)
    const bea = await world.person('Bea')
    const as = { ...asBrowser, cookie: `svc_session=${bea.token}` }
    for (const rating of ['5', '4']) expect((await post(`/recipes/${id}/rating`, { rating }, as)).status).toBe(303)
    expect((await world.call('GET /api/brew-logs', { as: bea })).body.total).toBe(0)
    expect((await world.mails()).filter(({ to }) => to?.[0]?.address === ann.email)).toEqual([])
    expect((await post(`/recipes/${id}/rating`, {}, as)).status).toBe(400)
    const { text } = await open(`/recipes/${id}`, as)
    expect(text).toMatch(/Your stars.*value="4" checked/)
    const away = await post(`/recipes/${id}/collect`, {})
    expect(away.headers.get('location')).toBe(`/sign-in?next=%2Frecipes%2F${id}`)
    const made = await post(`/recipes/${id}/collect`, { name: 'Sundays' }, as)
    const place = made.headers.get('location') ?? ''
    expect((await open(place, as)).text).toContain(`href="/recipes/${id}"`)
    const collection = place.split('/').at(-1) ?? ''
    const again = await post(`/recipes/${id}/collect`, { collection }, as)
    expect([again.status, again.headers.get('location')]).toEqual([303, place])
    const foreign = { ...asBrowser, cookie: `svc_session=${(await world.person('Cy')).token}` }
    expect((await post(`/recipes/${id}/collect`, { collection }, foreign)).status).toBe(404)
  })

  test('is changed and deleted by its author, with "15,5" for a number, and by nobody else', async () => {
    const ann = await world.person('Ann')
    const bea = await world.person('Bea')
    const { id } = await publish(world, ann, { waterTempF: 201 })
    const as = ({ token }: { token: string }) => ({ ...asBrowser, cookie: `svc_session=${token}` })
    const path = `/recipes/${id}/edit`
    expect((await open(path, as(bea))).status).toBe(404)
    expect((await post(`/recipes/${id}/delete`, {}, as(bea))).status).toBe(404)
    const visitor = await open(path)
    expect([visitor.status, visitor.headers.get('location')?.includes('/sign-in?next=')]).toEqual([303, true])
    const { text } = await open(path, as(ann))
    const typed = [...text.matchAll(/<input id="(\w+)" name="\w+" value="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ])
    const form = { ...Object.fromEntries(typed), notes: '' }
    expect(form).toMatchObject({ doseGrams: '15', waterTemp: '94' })
    const wrong = await post(path, { ...form, doseGrams: '1500' }, as(ann))
    expect([wrong.status, (await wrong.text()).includes('Enter 0.1 to 1,000 g of coffee, for example 15.')]).toEqual([
      400,
      true,
    ])
    const saved = await post(path, { ...form, doseGrams: '15,5' }, as(ann))
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `/recipes/${id}`])
    expect((await world.call(`GET /api/recipes/${id}`)).body).toMatchObject({ doseGrams: 15.5, waterTempF: 201 })
    expect((await post(`/recipes/${id}/delete`, {}, as(ann))).headers.get('location')).toBe('/me#published')
    expect((await open(`/recipes/${id}`)).status).toBe(404)
  })
})

describe("the page of a roaster's recipe", () => {
  let member: Awaited<ReturnType<typeof aMember>>
  const page = '/brew/hill-road/worka'
  const as = ({ token }: { token: string }) => ({ ...asBrowser, cookie: `svc_session=${token}` })
  beforeAll(async () => {
    const recipes = [
      { method: 'v60', brewTimeSeconds: 185, waterTempF: 201 },
      { method: 'espresso', doseGrams: 18, waterGrams: 36, grindIndex: 8 },
    ]
    const coffees = [{ slug: 'worka', name: 'Worka', recipes }]
    member = await aMember(world, await aRoastery(world, { slug: 'hill-road', name: 'Hill Road', coffees }))
  })

  test("shows a roaster's recipe with source, export, picture and data, like every recipe", async () => {
    const { text } = await open(page)
    const [coffee] = await world.sql`select id from coffees where slug = 'worka'`
    for (const href of [
      '/roasters/hill-road',
      `/coffees/${coffee?.id}`,
      `${page}?method=espresso`,
      '/api/embed/hill-road/worka',
    ])
      expect(text).toContain(`href="${href}"`)
    for (const act of ['vote', 'rating', 'comments', 'save', 'collect'])
      expect(text).toContain(`action="${page}/v60/${act}"`)
    expect(text).toMatch(/data-share="Worka".*data-print.*This recipe as a QR code/s)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? []
    expect(JSON.parse(data)).toMatchObject({ '@type': 'Recipe', author: { name: 'Hill Road' }, totalTime: 'PT185S' })
    const picture = JSON.parse(data).image.slice(world.url.length)
    expect(text).toContain(`property="og:image" content="${world.url}${picture}"`)
    expect((await fetched(picture)).headers.get('content-type')).toBe('image/png')
    expect((await open(`${page}/chemex/picture.png`)).status).toBe(404)
  })

  test('is not published as long as nobody acts on it: refused or undone actions do not count', async () => {
    const eve = await world.person('Eve')
    for (const [what, form, status] of [
      ['vote', { vote: 'sideways' }, 400],
      ['vote', { vote: '' }, 303],
      ['rating', { rating: '6' }, 400],
      ['comments', { body: ' ' }, 400],
      ['comments', { delete: '7' }, 303],
      ['collect', { name: '' }, 400],
      ['save', { saved: 'no' }, 303],
    ] as const)
      expect([what, form, (await post(`${page}/espresso/${what}`, form, as(eve))).status]).toEqual([what, form, status])
    expect(await world.sql`select from recipes where roaster_recipe_id is not null`).toHaveLength(0)
  })

  test("accepts votes, stars, comments, saves and collections, like any recipe's", async () => {
    const away = await post(`${page}/v60/vote`, { vote: 'UP' })
    const back = `${page}?method=v60`
    expect(away.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(`${back}#talk`)}`)
    const bea = await world.person('Bea')
    const act = (what: string, form: Record<string, string>) => post(`${page}/v60/${what}`, form, as(bea))
    expect((await act('vote', { vote: 'UP' })).headers.get('location')).toBe(`${back}#talk`)
    await act('rating', { rating: '4' })
    const commented = (await act('comments', { body: 'What water?' })).headers.get('location') ?? ''
    await act('save', { saved: 'yes' })
    const collection = (await act('collect', { name: 'Sundays' })).headers.get('location') ?? ''
    const { text } = await open(back, as(bea))
    expect(text).toContain('1 person liked it')
    expect(commented).toStartWith(`${back}#comment-`)
    expect(text).toContain(`id="${commented.split('#')[1]}"`)
    expect(text).toMatch(/Your stars.*value="4" checked.*Bea<\/a><\/b>.*What water\?/s)
    expect(text).toMatch(/aria-pressed="true">.*Saved</s)
    const thumbs = (page: string) => [...page.matchAll(/class="([^"]*)" name="vote"/g)].map(([, look]) => look)
    expect(thumbs(text)).toEqual(['button pill', 'button pill outlined'])
    expect(thumbs((await open(back)).text)).toEqual(['button pill outlined', 'button pill outlined'])
    for (const path of ['/me/saved', collection])
      expect((await open(path, as(bea))).text).toContain(`href="${back}">Worka`)
    const { body } = await world.call('GET /api/user/saved-recipes', { as: bea })
    const led = await open(`/recipes/${body.savedRecipes[0].communityRecipeId}`)
    expect([led.status, led.headers.get('location')]).toEqual([303, back])
    expect(body.savedRecipes).toMatchObject([
      { recipe: { byRoaster: true, createdBy: null, doseGrams: 15, upvotes: 1 } },
    ])
    expect((await post(`${page}/chemex/vote`, { vote: 'UP' }, as(bea))).status).toBe(404)
  })

  test("lets the roaster's members, and nobody else, delete comments of others", async () => {
    const [dora, eve] = [await world.person('Dora'), await world.person('Eve')]
    const act = (who: { token: string }, form: Record<string, string>) =>
      post(`${page}/v60/comments`, form, { ...as(who), 'x-forwarded-for': '192.0.2.21' })
    const written = async () =>
      /#comment-(\d+)/.exec((await act(dora, { body: 'Buy my beans' })).headers.get('location') ?? '')?.[1] ?? ''
    const [one, two] = [await written(), await written()]
    const button = `name="delete" value="${one}"`
    const readers = [dora, eve, member]
    const texts = await Promise.all(readers.map(async who => (await open(`${page}?method=v60`, as(who))).text))
    expect(texts.map(text => text.includes(button))).toEqual([true, false, true])
    expect((await act(eve, { delete: one })).status).toBe(403)
    expect((await act(member, { delete: one })).status).toBe(303)
    const [there] = await world.sql`select recipe_id from comments where id = ${two}`
    const remove = (who: { token: string }) =>
      world.call(`DELETE /api/recipes/${there?.recipeId}/comments`, { as: who, body: { commentId: Number(two) } })
    expect([(await remove(eve)).status, (await remove(member)).status]).toEqual([403, 200])
    expect((await open(`${page}?method=v60`)).text).not.toContain('Buy my beans')
  })

  test('links from a comment to the box, with the person it answers, and keeps that when it comes back', async () => {
    const fay = await world.person('Fay')
    const send = (who: { token: string }, form: Record<string, string>) =>
      post(`${page}/v60/comments`, form, { ...as(who), 'x-forwarded-for': '192.0.2.22' })
    const { headers } = await send(fay, { body: 'Which filter?' })
    const commentId = headers.get('location')?.split('#comment-')[1] ?? ''
    const { text } = await open(`${page}?method=v60`, as(member))
    const answer = `${page}?method=v60&amp;answers=${commentId}#body`
    expect(text).toContain(`href="${answer}">Reply`)
    for (const reader of [undefined, as(fay)])
      expect((await open(`${page}?method=v60`, reader)).text).not.toContain(answer)
    const box = (await open(answer.replace('&amp;', '&'), as(member))).text
    const hidden = `<input type="hidden" name="answers" value="${commentId}">`
    expect([box.includes(hidden), box.includes('value="@Fay "')]).toEqual([true, true])
    const again = await send(member, { answers: commentId, body: 'x'.repeat(2001) })
    expect([again.status, (await again.text()).includes(hidden)]).toEqual([400, true])
    await send(member, { answers: commentId, body: '@Fay Paper.' })
    const mail = (await world.mails()).findLast(({ to }) => to?.[0]?.address === fay.email)
    expect(mail?.subject).toMatch(/ replied to you on Worka/)
  })

  test('is scaled to the requested water, since no brewer is known; espresso in shots', async () => {
    const made = async (method: string) => {
      const { text } = await open(`${page}?method=${method}&water=2000`)
      const logged = new URL(timedBrewIn(text).logHref, 'http://localhost').searchParams
      return [logged.get('waterGrams'), noteIn(text)]
    }
    expect(await made('v60')).toEqual(['2000', undefined])
    expect(await made('espresso')).toEqual(['36', 'One shot makes 36 g. Brew it 56 times.'])
  })

  test('passes what is brewed to the log, also through a sign-in; the brew belongs to this recipe', async () => {
    const cy = await world.person('Cy')
    const { text } = await open(`${page}?method=v60&water=300`, { cookie: 'grinder=1zpresso-k-ultra' })
    const { logHref } = timedBrewIn(text)
    const asked = await open(logHref)
    expect(asked.headers.get('location')).toBe(`/sign-in?next=${encodeURIComponent(logHref)}`)
    const log = (await open(logHref, as(cy))).text
    const form = Object.fromEntries(
      [...log.matchAll(/<input(?=[^>]* name="(\w+)")(?![^>]*type="(?:radio|checkbox)")[^>]* value="([^"]*)"/g)].map(
        one => [one[1] ?? '', one[2] ?? ''],
      ),
    )
    expect(form).toMatchObject({ recipe: 'hill-road/worka/v60', doseGrams: '18', waterGrams: '300', brewTime: '3:17' })
    expect(form.grindSetting).toMatch(/^8(\.\d)?$/)
    expect(log).toContain('as Hill Road wrote it')
    const chosen = Object.fromEntries(['coffee', 'brewer', 'grinder'].map(name => [name, selectedIn(log, name) ?? '']))
    expect(chosen).toMatchObject({ brewer: 'any-v60', grinder: '1zpresso-k-ultra' })
    expect((await post('/me/log', { ...form, ...chosen }, as(cy))).status).toBe(303)
    const { body } = await world.call('GET /api/brew-logs', { as: cy })
    const [recipe] = await world.sql`select id from recipes where roaster_recipe_id is not null`
    expect(body.data).toMatchObject([{ recipeId: recipe?.id, doseGrams: 18, waterGrams: 300, brewTimeSeconds: 197 }])
  })

  test("follows the roaster's changes, and is deleted with it", async () => {
    const dee = await world.person('Dee')
    await post(`${page}/espresso/save`, { saved: 'yes' }, as(dee))
    const [own] = await world.sql`select id from roaster_recipes where method = 'espresso'`
    const path = `/api/roaster-portal/recipes/${own?.id}`
    await world.call(`PATCH ${path}`, { as: member, body: { doseGrams: 20, waterGrams: 40 } })
    const saved = async () => (await world.call('GET /api/user/saved-recipes', { as: dee })).body.savedRecipes
    expect(await saved()).toMatchObject([{ recipe: { doseGrams: 20, waterGrams: 40 } }])
    await world.call(`DELETE ${path}`, { as: member })
    expect(await saved()).toEqual([])
  })

  test("matches the roaster's version, whether a change or the first action comes first", async () => {
    const eve = await world.person('Eve')
    const coffee = `/api/roaster-portal/coffees/${(await world.sql`select id from coffees where slug = 'worka'`)[0]?.id}`
    for (let round = 0; round < 8; round++) {
      const own = { method: 'chemex', doseGrams: 20, waterGrams: 320, grindIndex: 50 }
      const { id } = (await world.call(`POST ${coffee}/recipes`, { as: member, body: own })).body.recipe
      const path = `/api/roaster-portal/recipes/${id}`
      await Promise.all([
        post(`${page}/chemex/save`, { saved: 'yes' }, as(eve)),
        world.call(`PATCH ${path}`, { as: member, body: { doseGrams: 30, waterGrams: 480 } }),
      ])
      const { savedRecipes } = (await world.call('GET /api/user/saved-recipes', { as: eve })).body
      expect(savedRecipes).toMatchObject([{ recipe: { doseGrams: 30, waterGrams: 480 } }])
      // A recipe deleted meanwhile is not found, and nothing breaks.
      const [late] = await Promise.all([
        post(`${page}/chemex/vote`, { vote: 'UP' }, as(eve)),
        world.call(`DELETE ${path}`, { as: member }),
      ])
      expect([303, 404]).toContain(late.status)
    }
  })
})

/** The text below the water on the page. */
const noteIn = (text: string) =>
  /class="make-for">.*<\/div>\n<p class="quiet">(.*?)<\/p>/.exec(text)?.[1]?.replaceAll('\u00a0', ' ')
