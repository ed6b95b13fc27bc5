import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { OnGrinder } from '../../core/dial/on-grinder.ts'
import { positionOn } from '../../core/grind/position.ts'
import { grinderId, publish, vote } from '../support/recipes.ts'
import { aRoastery } from '../support/roastery.ts'
import { startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const own = (as: { token: string }, slug: string, isDefault = true) =>
  world.call('POST /api/user/grinders', { as, body: { grinderId: grinderId(world, slug), isDefault } })

/** The result of `GET /api/v1/convert`: 24 clicks on a C40, on the other grinder. */
const converted = async (to: string) =>
  (await world.call(`GET /api/v1/convert?from=comandante-c40-mk4&setting=24&to=${to}`)).body.to

/** Every read that contains recipes, and where in the reply they are. */
async function everyRead() {
  const ann = await world.person('Ann')
  const recipe = await publish(world, ann)
  const { roasterSlug } = recipe.coffee
  await world.call('POST /api/user/saved-recipes', { as: ann, body: { communityRecipeId: recipe.id } })
  await world.call(`POST /api/roasters/${roasterSlug}/follow`, { as: ann })
  const { body } = await world.call('POST /api/collections', { as: ann, body: { name: 'Mornings' } })
  const collection = body.collection.id
  await world.call(`POST /api/collections/${collection}/items`, { as: ann, body: { recipeId: recipe.id } })
  const shared = await world.call(`POST /api/recipes/${recipe.id}/share`)
  const shareId = new URL(shared.body.shareUrl).pathname.slice(3)
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own shape
  type Found = (body: any) => Array<{ id?: number; onGrinder?: OnGrinder; viewer?: unknown }>
  const listed: Found = ({ data }) => data
  const reads: [path: string, found: Found][] = [
    ['/api/recipes', listed],
    ['/api/recipes/search', listed],
    ['/api/recipes/search?sort=recommended', listed],
    ['/api/browse/recipes', listed],
    [`/api/community-recipes?coffeeId=${recipe.coffeeProfileId}`, listed],
    [`/api/recipes/${recipe.id}`, body => [body]],
    [`/api/shared-recipes/${shareId}`, body => [body]],
    [`/api/roasters/${roasterSlug}/recipes`, listed],
    ['/api/following/feed', listed],
    ['/api/user/saved-recipes', ({ savedRecipes }) => savedRecipes.map(({ recipe }: { recipe: unknown }) => recipe)],
    [
      `/api/collections/${collection}`,
      ({ collection }) => collection.items.map(({ recipe }: { recipe: unknown }) => recipe),
    ],
    [`/api/users/${ann.id}`, ({ savedRecipes }) => savedRecipes],
    [`/api/embed/${shareId}`, body => [body]],
  ]
  return { ann, recipe, reads }
}

const withGrinder = (path: string, grinder: string) => `GET ${path}${path.includes('?') ? '&' : '?'}grinder=${grinder}`

describe('a recipe read for a grinder', () => {
  test('has its grind on that grinder, wherever recipes are read, and only if requested', async () => {
    const { ann, reads } = await everyRead()
    const { setting, label, range } = await converted('1zpresso-k-ultra')
    for (const [path, found] of reads) {
      const plain = await world.call(`GET ${path}`, { as: ann })
      expect([path, found(plain.body)[0]?.onGrinder]).toEqual([path, undefined])
      const { body } = await world.call(withGrinder(path, '1zpresso-k-ultra'), { as: ann })
      expect([path, found(body)[0]?.onGrinder]).toMatchObject([
        path,
        {
          grinder: { slug: '1zpresso-k-ultra' },
          setting,
          label,
          range,
          reachable: true,
          reasons: ['Converted from 24 clicks on the Comandante C40 MK4'],
          why: [{ rule: 'grinder', changes: {}, text: 'Converted from 24 clicks on the Comandante C40 MK4' }],
        },
      ])
    }
  })

  test("for its own grinder is the author's setting, without a reason", async () => {
    const { body } = await world.call(
      `GET /api/recipes/${(await publish(world, await world.person())).id}?grinder=comandante-c40-mk4`,
    )
    expect(body.onGrinder).toMatchObject({ setting: 24, label: '24 clicks', reachable: true, reasons: [], why: [] })
  })

  test('says if the dial ends before it', async () => {
    const recipe = await publish(world, await world.person(), { grindSetting: 5 })
    const { body } = await world.call(`GET /api/recipes/${recipe.id}?grinder=fellow-ode-gen-1`)
    expect(body.onGrinder.reachable).toBe(false)
    expect(body.onGrinder.why.at(-1)).toMatchObject({ rule: 'dial', text: expect.stringContaining('can’t reach') })
    const { setting, label, range } = body.onGrinder
    expect(range).toEqual({ min: setting, max: setting, label })
  })

  test('is found by an unambiguous name; an unknown one is a 404 with the closest', async () => {
    const named = await world.call('GET /api/recipes?grinder=K%20Ultra')
    expect(named.body.data[0].onGrinder.grinder.slug).toBe('1zpresso-k-ultra')
    const { status, body } = await world.call('GET /api/recipes?grinder=nobodys-grinder')
    expect(status).toBe(404)
    expect(body.error).toStartWith('We don’t know a grinder called "nobodys-grinder". Closest: ')
    expect((await world.call(`GET /api/recipes?grinder=${'x'.repeat(201)}`)).status).toBe(400)
  })
})

describe('a recipe read for grinder=mine', () => {
  test("is for the reader's default grinder, with their calibration, and only for them", async () => {
    const { recipe } = await everyRead()
    const ben = await world.person()
    await own(ben, 'timemore-c2')
    await own(ben, 'comandante-c40-mk4')
    const calibrated = await world.call('POST /api/user/grinders/calibrate', {
      as: ben,
      body: {
        grinderId: grinderId(world),
        references: [{ grindIndex: 41, setting: 29, feedback: 'JUST_RIGHT' }],
      },
    })
    expect(calibrated.status).toBe(200)
    for (const path of [`/api/recipes/${recipe.id}`, '/api/browse/recipes', '/api/recipes']) {
      const { body, headers } = await world.call(withGrinder(path, 'mine'), { as: ben })
      const { onGrinder } = path.endsWith('recipes') ? body.data[0] : body
      expect(onGrinder).toMatchObject({ grinder: { slug: 'comandante-c40-mk4' }, calibrated: true })
      expect(headers.get('cache-control')).toContain('private')
    }
    const bySlug = await world.call(`GET /api/recipes/${recipe.id}?grinder=comandante-c40-mk4`, { as: ben })
    expect(bySlug.body.onGrinder.calibrated).toBe(true)
    const visitors = await world.call(`GET /api/recipes/${recipe.id}?grinder=comandante-c40-mk4`)
    expect(visitors.body.onGrinder).toMatchObject({ setting: 24, calibrated: false })
    const [reason] = bySlug.body.onGrinder.why
    expect(reason).toMatchObject({
      rule: 'calibration',
      changes: { grindSetting: bySlug.body.onGrinder.setting - 24 },
    })
  })

  test('is a 401 signed out, and a 400 without a grinder', async () => {
    expect((await world.call('GET /api/browse/recipes?grinder=mine')).status).toBe(401)
    const cleo = await world.person()
    const none = await world.call('GET /api/recipes?grinder=mine', { as: cleo })
    expect([none.status, none.body.error]).toEqual([
      400,
      'grinder=mine needs a grinder in your gear. Add one, or send the slug of a grinder.',
    ])
    await own(cleo, 'timemore-c2', false)
    expect((await world.call('GET /api/recipes?grinder=mine', { as: cleo })).status).toBe(200)
  })

  test('uses the first grinder they added, here and on the site, if none is the default', async () => {
    const { recipe } = await everyRead()
    const cleo = await world.person()
    await own(cleo, 'timemore-c2', false)
    await own(cleo, '1zpresso-k-ultra', false)
    const { body } = await world.call(`GET /api/recipes/${recipe.id}?grinder=mine`, { as: cleo })
    expect(body.onGrinder.grinder.slug).toBe('timemore-c2')
    expect(body.yours).toMatchObject({ grinderId: grinderId(world, 'timemore-c2') })
    const { text } = await world.call(`GET /recipes/${recipe.id}`, { as: cleo })
    expect(text).toContain(`${body.onGrinder.label} on your Chestnut C2`)
  })
})

test("a recipe shows its author their own setting, whatever they calibrated, and others the model's", async () => {
  const [ann, ben] = [await world.person('Ann'), await world.person('Ben')]
  await own(ann, 'comandante-c40-mk4')
  await own(ben, 'comandante-c40-mk4')
  const calibrate = (setting: number) =>
    world.call('POST /api/user/grinders/calibrate', {
      as: ann,
      body: { grinderId: grinderId(world), references: [{ grindIndex: 41, setting, feedback: 'JUST_RIGHT' }] },
    })
  const before = await publish(world, ann)
  await calibrate(29)
  const between = await publish(world, ann)
  await calibrate(21)
  const opened = async (id: number, as: { token: string }) =>
    (await world.call(`GET /api/recipes/${id}?grinder=mine`, { as })).body
  for (const { id, coffeeProfileId } of [before, between]) {
    const body = await opened(id, ann)
    expect(body.onGrinder).toMatchObject({ setting: 24, label: '24 clicks', calibrated: true, reasons: [] })
    expect(body.yours).toMatchObject({ grindSetting: 24 })
    const { body: found } = await world.call(`GET /api/discover?grinder=mine&coffeeId=${coffeeProfileId}`, { as: ann })
    const mine = found.recipes.find((recipe: { id: number }) => recipe.id === id)
    expect(mine).toMatchObject({ grindSetting: 24, isAdapted: false, reasons: [] })
    const { text } = await world.call(`GET /recipes/${id}`, { as: ann })
    expect(text).toContain('aria-label="24 clicks on your C40 MK4')
    expect(text).toContain('As you wrote it, on this grinder.')
    expect((await world.call(`GET /me/log?recipe=${id}`, { as: ann })).text).toContain('24 clicks on your C40 MK4')
  }
  const { id: brewedOtherwise } = await publish(world, ann, {
    coffeeProfileId: before.coffeeProfileId,
    machineId: world.ports.machines.list().find(({ brewMethod }) => brewMethod === 'chemex')?.id,
  })
  const { text: beside } = await world.call(`GET /recipes/${brewedOtherwise}`, { as: ann })
  expect(beside).toMatch(/other ways.*V60<\/a><span class="quiet">24 \(\d+ to \d+ clicks\) on yours/s)
  expect((await opened(before.id, ben)).onGrinder).toMatchObject({ setting: 24, reasons: [] })
  const { onGrinder } = await opened(between.id, ben)
  expect(onGrinder.setting).toBeLessThan(24)
  expect(onGrinder.reasons[0]).toStartWith('Its author has calibrated their grinder: 24 clicks on theirs is')
  const { text: to } = await world.call(`GET /recipes/${between.id}`, { as: ben })
  expect(to).toContain(`<dt>24 → ${onGrinder.setting}</dt><dd>${onGrinder.reasons[0]}.</dd>`)
})

test('a page gives the same reasons as the API for the conversion, the calibration and the end of a dial', async () => {
  const [recipe, dora] = [await publish(world, await world.person(), { grindSetting: 5 }), await world.person()]
  const why = async (slug: string) => {
    await own(dora, slug)
    const { body } = await world.call(`GET /api/recipes/${recipe.id}?grinder=mine`, { as: dora })
    const { text } = await world.call(`GET /recipes/${recipe.id}`, { as: dora })
    const said = [...text.matchAll(/<dd>(.*?)\.<\/dd>/g)].map(([, reason = '']) => reason)
    return { reasons: body.onGrinder.reasons as string[], said }
  }
  await world.call('POST /api/user/grinders/calibrate', {
    as: dora,
    body: {
      grinderId: grinderId(world, '1zpresso-k-ultra'),
      references: [{ grindIndex: 41, setting: 8.5, feedback: 'JUST_RIGHT' }],
    },
  })
  for (const slug of ['1zpresso-k-ultra', 'fellow-ode-gen-1']) {
    const { reasons, said } = await why(slug)
    expect(reasons.length).toBeGreaterThan(0)
    expect(said.slice(0, reasons.length)).toEqual(reasons)
  }
  expect((await why('1zpresso-k-ultra')).reasons).toEqual([
    'Converted from 5 clicks on the Comandante C40 MK4, using your calibration',
  ])
})

test('personal recipes are shown for the requested grinder, if they have a grind', async () => {
  const ann = await world.person()
  const body = { method: 'v60', grindSetting: 24, ratio: 16.7, doseGrams: 15, waterGrams: 250 }
  await world.call('POST /api/user/recipes', { as: ann, body: { ...body, grinderId: grinderId(world) } })
  await world.call('POST /api/user/recipes', { as: ann, body })
  const list = async (query = '') => (await world.call(`GET /api/user/recipes${query}`, { as: ann })).body.recipes
  for (const recipe of await list()) expect(recipe).not.toHaveProperty('onGrinder')
  const [unknown, known] = await list('?grinder=1zpresso-k-ultra')
  expect(unknown).not.toHaveProperty('onGrinder')
  const { setting, label, range } = await converted('1zpresso-k-ultra')
  expect(known.onGrinder).toMatchObject({ setting, label, range, reachable: true })
  expect((await world.call('GET /api/user/recipes?grinder=nobodys', { as: ann })).status).toBe(404)
})

describe('a coffee read for a grinder', () => {
  /** Every read that contains coffees, and the one of this roaster. */
  async function everyCoffeeRead() {
    const ann = await world.person()
    const { id: recipeId, coffeeProfileId, coffee } = await publish(world, ann)
    await world.call('POST /api/user/coffee-library', { as: ann, body: { coffeeProfileId } })
    const { roasterSlug, slug } = coffee
    // biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own shape
    type Found = (body: any) => { roastLevel: string; onGrinder?: OnGrinder & { method: string } }
    const reads: [path: string, found: Found][] = [
      [`/api/coffees?roaster=${roasterSlug}`, ({ data }) => data[0]],
      [`/api/coffees/${coffeeProfileId}`, body => body],
      [`/api/roasters/${roasterSlug}/coffees`, ({ data }) => data[0]],
      [`/api/roasters/${roasterSlug}/coffees/${slug}`, body => body],
      ['/api/user/coffee-library', ({ library }) => library[0].coffee],
    ]
    return { ann, coffeeProfileId, recipeId, roasterSlug, reads }
  }

  test('says where to start with it there, as discovery does by rule, and only if requested', async () => {
    const { ann, coffeeProfileId, reads } = await everyCoffeeRead()
    const asked = `grinder=1zpresso-k-ultra&coffeeId=${coffeeProfileId}`
    const { body: discovered } = await world.call(`GET /api/discover?${asked}`, { as: ann })
    const [byRule] = discovered.recipes
    for (const [path, found] of reads) {
      const plain = await world.call(`GET ${path}`, { as: ann })
      expect([path, found(plain.body).onGrinder]).toEqual([path, undefined])
      const { body } = await world.call(withGrinder(path, '1zpresso-k-ultra'), { as: ann })
      expect([path, found(body).onGrinder]).toEqual([path, { method: 'v60', ...byRule.onGrinder }])
      const espresso = await world.call(`${withGrinder(path, '1zpresso-k-ultra')}&method=Espresso`, { as: ann })
      expect(found(espresso.body).onGrinder?.method).toBe('espresso')
      expect(found(espresso.body).onGrinder?.setting).toBeLessThan(byRule.onGrinder.setting)
      const nobodys = await world.call(withGrinder(path, 'nobodys-grinder'), { as: ann })
      expect([path, nobodys.status]).toEqual([path, 404])
    }
  })

  test('starts as its roaster says, else as people like best: the same in every read, on its page and on its card', async () => {
    const { ann, coffeeProfileId, recipeId, roasterSlug, reads } = await everyCoffeeRead()
    await own(ann, 'comandante-c40-mk4')
    const started = async (expected: object, more = '') => {
      for (const [path, found] of reads) {
        const { body } = await world.call(`${withGrinder(path, 'mine')}${more}`, { as: ann })
        expect([path, found(body).onGrinder]).toMatchObject([path, expected])
      }
    }
    const pages = async () =>
      Promise.all(
        [`/coffees/${coffeeProfileId}`, `/coffees?roaster=${roasterSlug}`, `/roasters/${roasterSlug}`].map(
          async path => (await world.call(`GET ${path}`, { as: ann })).text,
        ),
      )
    for (let at = 0; at < 3; at++) await vote(world, await world.person(), recipeId, 'UP')
    await started({ method: 'v60', setting: 24, reasons: ['What people like best: 3 of 3 votes'] })
    const [liked, ...lists] = await pages()
    expect(liked).toContain('What people like best for V60: 3 of 3 votes.')
    expect(liked).toContain(`href="/recipes/${recipeId}"`)
    for (const text of lists) expect(text).toMatch(/<b>24<\/b> <span class="between">[^<]*<\/span> for a V60/)
    await world.sql`
      insert into roaster_recipes (coffee_id, method, dose_grams, water_grams, ratio, grind_index, is_default, created_at, updated_at)
      values (${coffeeProfileId}, 'aeropress', 17, 221, 13, 30, true, ${world.clock.now()}, ${world.clock.now()})`
    const { label, setting } = positionOn(await world.ports.ownGrinders.of(ann.id, grinderId(world)), 30)
    await started({ method: 'aeropress', setting, reasons: ["The roaster's own recipe"] })
    await started({ method: 'v60', setting: 24 }, '&method=v60')
    const [theirs, ...cards] = await pages()
    expect(theirs).toContain(`${label} on your C40 MK4`)
    for (const text of cards) expect(text).toMatch(new RegExp(`<b>${setting}</b> .* for an AeroPress`))
  })

  test('starts with another method if people like a recipe for that, and none for the usual one', async () => {
    const { ann, coffeeProfileId, recipeId, roasterSlug, reads } = await everyCoffeeRead()
    const aeropress = world.ports.machines.list().find(({ brewMethod }) => brewMethod === 'aeropress')?.id
    const other = await publish(world, ann, { coffeeProfileId, machineId: aeropress, grindSetting: 20 })
    const methods = async (more = '') =>
      Promise.all(
        reads.map(async ([path, found]) => {
          const { body } = await world.call(`${withGrinder(path, 'comandante-c40-mk4')}${more}`, { as: ann })
          const { method, reasons } = found(body).onGrinder ?? {}
          return { method, why: reasons?.[0] as unknown }
        }),
      )
    const each = (method: string, why: unknown) => reads.map(() => ({ method, why }))
    const likedBest = 'What people like best: 3 of 3 votes'
    for (let at = 0; at < 3; at++) await vote(world, await world.person(), other.id, 'UP')
    expect(await methods()).toEqual(each('aeropress', likedBest))
    expect(await methods('&method=v60')).toEqual(each('v60', expect.not.stringContaining('people')))
    const { text } = await world.call(`GET /coffees/${coffeeProfileId}`)
    expect(text).toContain('What people like best for AeroPress: 3 of 3 votes.')
    expect(text).toMatch(/aria-current="(page|true)"[^>]*>(<svg.*?<\/svg>)?AeroPress/s)
    expect((await world.call(`GET /roasters/${roasterSlug}`)).text).toContain(' for AeroPress')
    for (let at = 0; at < 3; at++) await vote(world, await world.person(), recipeId, 'UP')
    expect(await methods()).toEqual(each('v60', likedBest))
  })

  test('starts with the second most liked recipe if the dial does not reach the first', async () => {
    const { ann, coffeeProfileId, recipeId, reads } = await everyCoffeeRead()
    const coarse = await publish(world, ann, { coffeeProfileId, grindSetting: 36 })
    for (let at = 0; at < 4; at++) await vote(world, await world.person(), coarse.id, 'UP')
    for (let at = 0; at < 3; at++) await vote(world, await world.person(), recipeId, 'UP')
    const why = async (grinder: string) =>
      Promise.all(
        reads.map(async ([path, found]) => {
          const { body } = await world.call(withGrinder(path, grinder), { as: ann })
          return found(body).onGrinder?.reasons[0] as unknown
        }),
      )
    const each = (votes: string) => reads.map(() => `What people like best: ${votes} votes`)
    expect(await why('comandante-c40-mk4')).toEqual(each('4 of 4'))
    expect(await why('fiorenzato-allground')).toEqual(each('3 of 3'))
  })

  test('can be for one’s own grinder with its calibration, and is a 401 signed out', async () => {
    const { ann, reads } = await everyCoffeeRead()
    const references = [{ grindIndex: 41, setting: 29, feedback: 'JUST_RIGHT' }]
    const body = { grinderId: grinderId(world), references }
    await world.call('POST /api/user/grinders/calibrate', { as: ann, body })
    for (const [path, found] of reads) {
      const { body } = await world.call(withGrinder(path, 'mine'), { as: ann })
      expect([path, found(body).onGrinder]).toMatchObject([path, { method: 'v60', calibrated: true }])
      expect([path, (await world.call(withGrinder(path, 'mine'))).status]).toEqual([path, 401])
    }
  })
})

test('recommendations and discoveries are shown for the requested grinder', async () => {
  const { ann } = await everyRead()
  const ben = await world.person()
  const { body } = await world.call('GET /api/recommendations?grinder=1zpresso-k-ultra', { as: ben })
  expect(body.recommendations[0].onGrinder.grinder.slug).toBe('1zpresso-k-ultra')
  const found = await world.call('GET /api/discover?grinder=1zpresso-k-ultra')
  for (const recipe of found.body.recipes)
    expect(recipe.onGrinder).toMatchObject({
      setting: recipe.grindSetting,
      label: recipe.grindLabel,
      reasons: recipe.reasons,
    })
  expect((await world.call('GET /api/discover?grinder=mine', { as: ann })).status).toBe(400)
  expect((await world.call('GET /api/discover')).body.error).toBe('grinderId or grinder is required.')
})

test("a roaster's recipes are shown for a grinder, too, and never with anybody's calibration", async () => {
  const [roaster, coffee] = ['dialed-roaster', 'dialed-coffee']
  await aRoastery(world, {
    slug: roaster,
    name: 'Dialed',
    coffees: [{ slug: coffee, name: 'Dialed', recipes: [{ method: 'v60' }] }],
  })
  for (const path of [`/api/embed/${roaster}/${coffee}`, `/api/embed/recipes/${roaster}`]) {
    const { body, headers } = await world.call(`GET ${path}?grinder=comandante-c40-mk4`)
    expect(body.recipes[0].onGrinder).toMatchObject({ label: expect.stringContaining('clicks'), reasons: [] })
    expect(headers.get('cache-control')).toContain('public')
    expect((await world.call(`GET ${path}`)).body.recipes[0].onGrinder).toBeUndefined()
    expect((await world.call(`GET ${path}?grinder=mine`)).status).toBe(404)
  }
})
