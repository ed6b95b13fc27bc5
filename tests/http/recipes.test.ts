import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Grinder } from '../../core/grind/model.ts'
import { aCoffee, publish, vote } from '../support/recipes.ts'
import { refusalOf } from '../support/refusal.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  world.clock.hold()
})
afterAll(() => world.stop())

const comment = (as: Someone, id: number, body: unknown) =>
  world.call(`POST /api/recipes/${id}/comments`, { as, body: { body } })
const comments = async (id: number) => (await world.call(`GET /api/recipes/${id}/comments`)).body.comments
const sharePath = async (id: number) => {
  const { body } = await world.call(`POST /api/recipes/${id}/share`)
  return new URL(body.shareUrl).pathname
}

describe('one recipe', () => {
  test('comes with its coffee and roaster, grinder, machine, filter and author', async () => {
    const ann = await world.person('Ann')
    const filter = world.ports.filters.list()[0]
    const recipe = await publish(world, ann, { filterId: filter?.id, grindSetting: '24 clicks', notes: 'Slowly.' })
    const { status, body } = await world.call(`GET /api/recipes/${recipe.id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: recipe.id,
      grindSetting: 24,
      grindSettingText: '24 clicks',
      grindIndex: recipe.grindIndex,
      notes: 'Slowly.',
      commentCount: 0,
      coffee: { name: recipe.coffee.name, roaster: { slug: recipe.coffee.roasterSlug, isVerified: false } },
      grinder: { brand: 'Comandante', model: 'C40 MK4', minGrindSetting: 0, burrType: 'conical' },
      machine: { brewMethod: 'v60', defaultWaterTempF: expect.any(Number) },
      filter: { id: filter?.id, name: filter?.name, type: filter?.type },
    })
    expect(body.createdBy).toEqual({ id: ann.id, displayName: 'Ann' })
  })

  test('is the requested one, also among many concurrent requests', async () => {
    const ann = await world.person()
    const recipes = await Promise.all(Array.from({ length: 5 }, () => publish(world, ann)))
    const ids = recipes.map(({ id }) => id)
    const asked = [...ids, 999_999_999, ...ids]
    const answers = await Promise.all(asked.map(id => world.call(`GET /api/recipes/${id}`)))
    expect(answers.map(({ status, body }) => body.id ?? status)).toEqual([...ids, 404, ...ids])
  })

  test('has a grinder that another process has imported since this one read the catalog', async () => {
    const [c40] = world.ports.grinders.list().filter(({ slug }) => slug === 'comandante-c40-mk4')
    const { id: _, ...record } = { ...c40, slug: 'fresh-from-elsewhere', model: 'Fresh' } as Grinder & { id: number }
    await world.ports.saveEquipment.grinders([record])
    const recipe = await publish(world, await world.person())
    await world.sql`
      update recipes
      set grinder_id = (select id from grinders where slug = 'fresh-from-elsewhere')
      where id = ${recipe.id}`
    expect((await world.call('GET /api/browse/recipes')).body.data[0].grinder.model).toBe('Fresh')
    expect((await world.call(`GET /api/recipes/${recipe.id}`)).body.grinder.model).toBe('Fresh')
  })

  test("keeps its author's steps, in lists and on its own", async () => {
    const ann = await world.person('Ann')
    const steps = [
      { atSeconds: 0, action: 'bloom', toGrams: 45 },
      { atSeconds: 50, action: 'pour', toGrams: 250, note: 'Slowly' },
    ]
    const recipe = await publish(world, ann, { steps })
    expect(recipe).toMatchObject({ steps, authorCalibrated: false })
    expect((await world.call(`GET /api/recipes/${recipe.id}`)).body.steps).toEqual(steps)
    const { text } = await world.call(`GET /recipes/${recipe.id}`)
    const shown = [
      ...text.matchAll(/<li><span class="at">(.*?)<\/span><b>(.*?)<\/b>(?:<span[^>]*>(.*?)<\/span>)?<\/li>/g),
    ]
    expect(shown.map(([, ...words]) => words)).toEqual([
      ['0:00', 'Bloom to 45\u00a0g', undefined],
      ['0:50', 'Pour to 250\u00a0g', 'Slowly'],
    ] as string[][])
    const tooMuch = publish(world, ann, { steps: [{ atSeconds: 0, action: 'pour', toGrams: 400 }] })
    expect(await refusalOf(tooMuch)).toBeDefined()
  })

  test('by a person without a name shows a number, never an address', async () => {
    const nameless = await world.person()
    const { id, createdBy } = await publish(world, nameless)
    expect(createdBy).toEqual({ id: nameless.id, displayName: `Brewer ${nameless.id}` })
    const { body, text } = await world.call(`GET /api/recipes/${id}`)
    expect(body.createdBy).toEqual(createdBy)
    expect(text).not.toContain(nameless.email)
  })

  test("stays when its author's account is deleted, by Anonymous", async () => {
    const ann = await world.person('Ann')
    const { id, coffeeProfileId } = await publish(world, ann)
    expect((await world.call('DELETE /api/user/account', { as: ann })).status).toBe(200)
    expect((await world.call(`GET /api/recipes/${id}`)).body.createdBy).toBeNull()
    const list = await world.call(`GET /api/community-recipes?coffeeId=${coffeeProfileId}`)
    expect(list.body.data[0].createdBy).toBeNull()
    expect((await world.call(`GET /recipes/${id}`)).text).toContain('Anonymous')
  })

  test('has an ETag that lasts until something about it changes', async () => {
    const { id } = await publish(world, await world.person())
    const first = await world.call(`GET /api/recipes/${id}`)
    const etag = first.headers.get('etag') as string
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = () => world.call(`GET /api/recipes/${id}`, { headers: { 'if-none-match': etag } })
    const same = await again()
    expect([same.status, same.text]).toEqual([304, ''])
    await vote(world, await world.person(), id, 'UP')
    expect((await again()).status).toBe(200)
  })

  test("opens for a reader's own grinder of that model, with their calibration", async () => {
    const [ann, bea] = [await world.person('Ann'), await world.person('Bea')]
    const { id, grinderId, grindIndex, grindSetting } = await publish(world, ann)
    const opened = async (as?: Someone) => (await world.call(`GET /api/recipes/${id}`, as && { as })).body
    expect((await opened(bea)).yours).toBeUndefined()
    await world.call('POST /api/user/grinders/calibrate', {
      as: bea,
      body: { grinderId, references: [{ grindIndex, setting: grindSetting + 4, feedback: 'JUST_RIGHT' }] },
    })
    expect(await opened(bea)).toMatchObject({
      grindSetting,
      yours: { grinderId, grindSetting: grindSetting + 4, calibrated: true, reachable: true },
    })
    expect((await opened()).yours).toBeUndefined()
    for (const path of [`/recipes/${id}`, await sharePath(id)]) {
      const own = await world.call(`GET ${path}`, { as: bea })
      expect(own.text).toContain(`aria-label="${grindSetting + 4} clicks on your C40 MK4, using your calibration`)
      expect(own.headers.get('cache-control')).toBe('private, no-store')
      expect((await world.call(`GET ${path}`)).text).not.toContain('On my')
    }
  })

  test('says that its author has calibrated, if the same grinder has another setting', async () => {
    const [ann, bea] = [await world.person('Ann'), await world.person('Bea')]
    const { id: before, grinderId, grindIndex, grindSetting } = await publish(world, ann)
    const references = [{ grindIndex, setting: grindSetting + 4, feedback: 'JUST_RIGHT' }]
    await world.call('POST /api/user/grinders/calibrate', { as: ann, body: { grinderId, references } })
    const { id } = await publish(world, ann)
    await world.call('POST /api/user/grinders', { as: bea, body: { grinderId, isDefault: true } })
    const page = async (id: number) => (await world.call(`GET /recipes/${id}`, { as: bea })).text
    expect(await page(id)).toContain('On my C40 MK4')
    expect(await page(id)).toContain('Its author has calibrated their grinder: ')
    expect(await page(before)).not.toContain('Its author has calibrated')
  })

  test("opens for the reader's default grinder if they own another", async () => {
    const [ann, bea] = [await world.person('Ann'), await world.person('Bea')]
    const encore = world.ports.grinders.bySlug('baratza-encore')?.id
    await world.call('POST /api/user/grinders', { as: bea, body: { grinderId: encore, isDefault: true } })
    const { id } = await publish(world, ann)
    const { body } = await world.call(`GET /api/recipes/${id}`, { as: bea })
    expect(body.yours).toMatchObject({ grinderId: encore, calibrated: false })
    expect(body.yours.grindRange.max).toBeGreaterThan(body.yours.grindRange.min)
  })

  test('and discovery stay public to an expired token', async () => {
    const { id, grinderId } = await publish(world, await world.person('Ann'))
    for (const path of [`/api/recipes/${id}`, `/api/discover?grinderId=${grinderId}`]) {
      const { status } = await world.call(`GET ${path}`, { as: { token: 'ended' } })
      expect([path, status]).toEqual([path, 200])
    }
  })

  test("with the reader's own setting is cached by nobody else", async () => {
    const ann = await world.person('Ann')
    const { id } = await publish(world, ann)
    const [own, plain] = await Promise.all([
      world.call(`GET /api/recipes/${id}`, { as: ann }),
      world.call(`GET /api/recipes/${id}`),
    ])
    expect([own, plain].map(({ headers }) => headers.get('cache-control'))).toEqual(['private, no-cache', 'no-cache'])
  })

  test.each(['999999', '0', '-1', '2147483648', 'abc', '1.5'])('%s is none: 404', async id => {
    for (const route of [
      `GET /api/recipes/${id}`,
      `GET /api/recipes/${id}/comments`,
      `POST /api/recipes/${id}/share`,
    ]) {
      const { status, body } = await world.call(route)
      expect([route, status, typeof body.error]).toEqual([route, 404, 'string'])
    }
    const page = await world.call(`GET /recipes/${id}`)
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  })
})

describe('sharing', () => {
  test('gives a recipe one short URL that cannot be guessed, the same for everybody', async () => {
    const { id } = await publish(world, await world.person())
    const answers = await Promise.all(Array.from({ length: 5 }, () => world.call(`POST /api/recipes/${id}/share`)))
    const urls = new Set(answers.map(({ body }) => body.shareUrl))
    expect(urls.size).toBe(1)
    expect(answers[0]?.body).toEqual({ shareUrl: expect.stringMatching(/\/r\/[\w-]{12}$/), recipeId: id })
    const other = await publish(world, await world.person())
    expect(urls.has((await world.call(`POST /api/recipes/${other.id}/share`)).body.shareUrl)).toBe(false)
  })

  test('makes a URL that opens the recipe', async () => {
    const ann = await world.person('Ann')
    const coffeeProfileId = await aCoffee(world, 'Idido')
    const { id } = await publish(world, ann, { coffeeProfileId, brewTimeSeconds: 185, waterTempF: 200 })
    const shared = await world.call(`GET ${await sharePath(id)}`)
    expect([shared.status, shared.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const shown = `${shared.text}${shared.text.replace(/<[^>]*>/g, '')}`.replaceAll('\u00a0', ' ')
    for (const words of [
      'Idido on the',
      '15 g',
      '250 g',
      '1:16.7',
      '24 (21 to 27 clicks) on the Comandante C40 MK4',
      '3:05',
      '93 °C',
      'by Ann',
    ])
      expect(shown).toContain(words)
    expect(shared.text).not.toContain('rind index')
    const canonical = `<link rel="canonical" href="${world.url}/recipes/${id}">`
    const acts = ['vote', 'rating', 'comments', 'save', 'collect'].map(act => `action="/recipes/${id}/${act}"`)
    for (const path of [await sharePath(id), `/recipes/${id}`]) {
      const { text } = await world.call(`GET ${path}`)
      for (const part of [canonical, ...acts, `/recipes/${id}/picture.png`, 'application/ld+json', 'as a QR code'])
        expect(text).toContain(part)
    }
    expect((await world.call('GET /r/nothing-here')).status).toBe(404)
  })

  test('text from people stays text', async () => {
    const ann = await world.person('<img src=x onerror=alert(1)>')
    const coffeeProfileId = await aCoffee(world, '"><script>alert(2)</script>')
    const { id } = await publish(world, ann, { coffeeProfileId, notes: '<b onclick="alert(3)">Swirl</b>\n& rest' })
    const { text } = await world.call(`GET /recipes/${id}`)
    expect(text).not.toMatch(/<img|<script(?! type="(module" src="\/assets\/|application\/ld\+json">\{))|<b on/)
    expect(text).toContain('&lt;b onclick=&quot;alert(3)&quot;&gt;Swirl')
  })
})

describe('comments', () => {
  test('are listed with their authors, newest last', async () => {
    const [ann, bob] = [await world.person('Ann'), await world.person('Bob')]
    const { id } = await publish(world, ann)
    expect(await comments(id)).toEqual([])
    const first = await comment(bob, id, '  What water?  ')
    expect([first.status, first.body.comment]).toEqual([
      201,
      {
        id: expect.any(Number),
        body: 'What water?',
        createdAt: expect.any(String),
        author: { id: bob.id, displayName: 'Bob' },
      },
    ])
    const second = await comment(ann, id, 'Soft.')
    expect(await comments(id)).toEqual([first.body.comment, second.body.comment])
    expect((await world.call(`GET /api/recipes/${id}`)).body.commentCount).toBe(2)
  })

  test('have 1 to 2000 characters, and need a sign-in', async () => {
    const ann = await world.person()
    const { id } = await publish(world, ann)
    expect((await comment(ann, id, 'x'.repeat(2000))).status).toBe(201)
    const refused = async (body: unknown) => (await comment(ann, id, body)).body.error
    expect(await refused('x'.repeat(2001))).toBe('body must have at most 2000 characters.')
    expect(await refused('   ')).toBe('body must not be empty.')
    expect(await refused(undefined)).toBe('body is required.')
    expect(await refused(7)).toBe('body must be text.')
    expect((await world.call(`POST /api/recipes/${id}/comments`, { body: { body: 'Hi' } })).status).toBe(401)
    expect((await comment(ann, 999_999, 'Hi')).status).toBe(404)
  })

  test('are mailed to the author of the recipe, unless they wrote it or opted out', async () => {
    const [ann, bob] = [await world.person('Ann'), await world.person('Bob')]
    const coffeeProfileId = await aCoffee(world, 'Idido')
    const { id } = await publish(world, ann, { coffeeProfileId })
    const toAnn = async () => (await world.mails()).filter(mail => mail.to?.[0]?.address === ann.email)
    await comment(ann, id, 'To myself')
    expect(await toAnn()).toEqual([])
    const { body } = await comment(bob, id, 'Try <i>finer</i>')
    const [mail, ...more] = await toAnn()
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/Bob commented on Idido/)
    expect(mail?.text).toContain('Try <i>finer</i>')
    expect(mail?.html).not.toContain('<i>finer</i>')
    expect(mail?.text).toContain(`/recipes/${id}#comment-${body.comment.id}`)
    const switches = { as: ann, body: { notifyRecipeComments: false } }
    expect((await world.call('PUT /api/user/notification-preferences', switches)).status).toBe(200)
    await comment(bob, id, 'And again')
    expect(await toAnn()).toHaveLength(1)
  })

  test('that answer one are also mailed to its author, once, unless they opted out', async () => {
    const [ann, bob, cleo] = [await world.person('Ann'), await world.person('Bob'), await world.person('Cleo')]
    const { id } = await publish(world, ann)
    const answer = (as: Someone, answersId: number) =>
      world.call(`POST /api/recipes/${id}/comments`, { as, body: { body: 'Soft.', answersId } })
    const sent = async () => {
      const addressOf = new Map([ann, bob, cleo].map(({ email, name }) => [email, name]))
      const mails = (await world.mails()).filter(({ to }) => addressOf.has(to?.[0]?.address ?? ''))
      return mails.map(({ to, subject }) => `${addressOf.get(to?.[0]?.address ?? '')}: ${subject?.split(' on ')[0]}`)
    }
    const asked = (await comment(bob, id, 'What water?')).body.comment.id
    expect(await sent()).toEqual(['Ann: Bob commented'])
    await answer(ann, asked)
    expect((await sent()).slice(1)).toEqual(['Bob: Ann replied to you'])
    const mail = (await world.mails()).findLast(({ to }) => to?.[0]?.address === bob.email)
    expect(mail?.text).toContain('because it’s a reply to your comment')
    expect(mail?.headers.find(({ key }) => key === 'list-unsubscribe-post')?.value).toBe('List-Unsubscribe=One-Click')
    const third = (await answer(cleo, asked)).body.comment.id
    expect((await sent()).slice(2).sort()).toEqual(['Ann: Cleo commented', 'Bob: Cleo replied to you'])
    // To oneself, and to a person who is mailed anyway.
    await answer(bob, asked)
    await answer(bob, (await comment(ann, id, 'Try finer.')).body.comment.id)
    expect((await sent()).slice(4)).toEqual(['Ann: Bob commented', 'Ann: Bob commented'])
    await world.call('PUT /api/user/notification-preferences', { as: cleo, body: { notifyRecipeComments: false } })
    await answer(ann, third)
    expect((await sent()).slice(6)).toEqual([])
    const { id: other } = await publish(world, ann)
    const elsewhere = (await comment(bob, other, 'And here?')).body.comment.id
    for (const wrong of [elsewhere, 999_999])
      expect((await answer(bob, wrong)).body.error).toMatch('The comment you replied to has been deleted')
  })

  test("can be deleted by their author or the recipe's, and nobody else", async () => {
    const [ann, bob, eve] = [await world.person(), await world.person(), await world.person()]
    const { id } = await publish(world, ann)
    const other = await publish(world, ann)
    const written = async () => (await comment(bob, id, 'Hm.')).body.comment.id as number
    const remove = (as: Someone | undefined, commentId: unknown, recipeId = id) =>
      world.call(`DELETE /api/recipes/${recipeId}/comments`, { as, body: { commentId } })
    const one = await written()
    expect((await remove(undefined, one)).status).toBe(401)
    expect((await remove(eve, one)).status).toBe(403)
    expect((await remove(ann, one, other.id)).status).toBe(404)
    expect((await remove(ann, 999_999)).status).toBe(404)
    expect((await remove(bob, undefined)).body.error).toBe('commentId is required.')
    expect((await remove(bob, 'x')).status).toBe(400)
    const { status, body } = await remove(bob, one)
    expect([status, body]).toEqual([200, { success: true }])
    expect((await remove(bob, one)).status).toBe(404)
    expect((await remove(ann, await written())).status).toBe(200)
    expect(await comments(id)).toEqual([])
    expect((await world.call(`GET /api/recipes/${id}`)).body.commentCount).toBe(0)
  })

  test('are limited to 10 a minute from one address', async () => {
    const ann = await world.person()
    const { id } = await publish(world, ann)
    const send = () =>
      world.call(`POST /api/recipes/${id}/comments`, { as: ann, body: { body: 'Again' }, from: '192.0.2.10' })
    for (let at = 0; at < 10; at++) expect((await send()).status).toBe(201)
    const { status, headers } = await send()
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})
