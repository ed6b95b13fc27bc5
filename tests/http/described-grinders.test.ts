import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { hostileDials } from '../support/hostile-dials.ts'
import { aCoffee, grinderId, machineId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const NAME = 'Zqx Porcelain'
const zerno = {
  ...{ brand: 'Zqx', name: 'Porcelain', drive: 'electric', burrType: 'flat', minSetting: 0, maxSetting: 9, step: 0.1 },
  known: [
    { setting: 4.5, method: 'v60' },
    { setting: 6.2, like: { grinder: 'comandante-c40-mk4', setting: 31 } },
  ],
}

async function ownerOf(changes: object = {}): Promise<{ ann: Someone; id: number; slug: string }> {
  const ann = await world.person()
  const body = { ownGrinder: { ...zerno, ...changes } }
  const { status, body: added } = await world.call('POST /api/user/grinders', { as: ann, body })
  expect([status, added.error]).toEqual([201, undefined])
  return { ann, id: added.grinder.grinderId, slug: added.grinder.slug }
}

const setup = async (as: Someone | undefined, id: number | string) =>
  world.call('POST /api/get-recipe', {
    ...(as && { as }),
    body: { coffeeId: await aCoffee(world), grinderId: id, machineId: machineId(world), volumeGrams: 250 },
  })

describe('a grinder that we do not know', () => {
  test('is described, and gives a recipe on its own dial', async () => {
    const { ann, id } = await ownerOf()
    const { body } = await setup(ann, id)
    expect(body.startingPoint.grindSetting).toBeWithin(4, 5.0001)
    expect(body.startingPoint.confidence).toBe('own')
    expect(body.startingPoint.rangeReason).toStartWith('You described the Zqx Porcelain by two settings')
    const { min, max } = body.startingPoint.grindRange
    expect(max - min).toBeGreaterThan(0.5)
  })

  test('is found by its slug and name, but only by its owner', async () => {
    const { ann, slug } = await ownerOf()
    for (const named of [slug, NAME, 'mine']) {
      const { status, body } = await world.call(`GET /api/discover?grinder=${encodeURIComponent(named)}`, { as: ann })
      expect([named, status, body.grinder?.name]).toEqual([named, 200, 'Porcelain'])
    }
    const bea = await world.person()
    for (const as of [bea, undefined])
      for (const named of [slug, NAME]) {
        const { status } = await world.call(`GET /api/discover?grinder=${encodeURIComponent(named)}`, as ? { as } : {})
        expect(status).toBe(404)
      }
  })

  test('is converted to and from by its owner, with its calibration', async () => {
    const { ann, id, slug } = await ownerOf()
    const convert = async (as: Someone) =>
      (await world.call(`GET /api/user/convert?from=k-ultra&setting=8&to=${slug}`, { as })).body
    const { to, confidence, calibrated, grindIndex } = await convert(ann)
    expect([to.name, confidence, calibrated]).toEqual(['Porcelain', 'own', undefined])
    const references = [{ grindIndex, setting: to.setting - 0.4, feedback: 'JUST_RIGHT' }]
    await world.call('POST /api/user/grinders/calibrate', { as: ann, body: { grinderId: id, references } })
    const now = await convert(ann)
    expect([now.to.setting, now.calibrated]).toEqual([expect.closeTo(to.setting - 0.4, 5), true])
    const bea = await world.person()
    expect((await convert(bea)).error).toStartWith('We don’t know a grinder')
    expect((await world.call(`GET /api/user/convert?from=${slug}&setting=99`)).status).toBe(401)
  })

  test('is logged with, coached and calibrated', async () => {
    const { ann, id } = await ownerOf()
    const brew = { method: 'v60', grinderId: id, coffeeProfileId: await aCoffee(world), doseGrams: 15, waterGrams: 250 }
    const { body } = await world.call('POST /api/brew-logs', {
      as: ann,
      body: { ...brew, grindSetting: 4.5, outcome: 'sour', machineId: machineId(world) },
    })
    const { body: read } = await world.call(`GET /api/brew-logs/${body.brewLog.id}`, { as: ann })
    expect((read.brewLog ?? read).grinder).toMatchObject({ brand: 'Zqx', name: 'Porcelain' })
    expect(JSON.stringify(read)).toContain('"nextStep"')
    const references = [{ grindIndex: 41, setting: 4.2, feedback: 'JUST_RIGHT' }]
    const calibrated = await world.call('POST /api/user/grinders/calibrate', {
      as: ann,
      body: { grinderId: id, references },
    })
    expect(calibrated.body.calibration.calibrated).toBe(true)
    const { body: list } = await world.call('GET /api/user/grinders', { as: ann })
    expect(list.grinders).toMatchObject([{ grinderId: id, calibrated: true, confidence: 'own', ownGrinder: zerno }])
  })

  test('is described again, and its calibration follows', async () => {
    const { ann, id } = await ownerOf()
    const references = [{ grindIndex: 41, setting: 4.2, feedback: 'JUST_RIGHT' }]
    await world.call('POST /api/user/grinders/calibrate', { as: ann, body: { grinderId: id, references } })
    const ownGrinder = { ...zerno, name: 'G2', known: [{ setting: 4, method: 'v60' }] }
    const { status, body } = await world.call(`PATCH /api/user/grinders/${id}`, { as: ann, body: { ownGrinder } })
    expect([status, body.grinder.name, body.grinder.calibrated]).toEqual([200, 'G2', true])
    const { body: read } = await world.call(`GET /api/user/grinders/${id}/calibration`, { as: ann })
    expect(read.calibration.references).toMatchObject(references)
    // A dial that ends before what was tasted is a mistake, and costs nobody their calibration.
    const shorter = await world.call(`PATCH /api/user/grinders/${id}`, {
      as: ann,
      body: { ownGrinder: { ...zerno, maxSetting: 4, known: [{ setting: 2, method: 'v60' }] } },
    })
    expect([shorter.status, shorter.body.error]).toEqual([400, expect.stringContaining('Reset the calibration first')])
    expect((await world.call(`GET /api/user/grinders/${id}/calibration`, { as: ann })).body).toEqual(read)
    const bea = await world.person()
    expect((await world.call(`PATCH /api/user/grinders/${id}`, { as: bea, body: { ownGrinder } })).status).toBe(404)
    expect((await world.call(`PATCH /api/user/grinders/${id}`, { body: { ownGrinder } })).status).toBe(401)
  })

  test('is shown before it is saved', async () => {
    const ann = await world.person()
    const { status, body } = await world.call('POST /api/user/grinders/preview', {
      as: ann,
      body: { ownGrinder: zerno },
    })
    expect(status).toBe(200)
    expect(body.methods.find(({ method }: { method: string }) => method === 'v60').setting).toBe(4.5)
    expect((await world.call('GET /api/user/grinders', { as: ann })).body.grinders).toEqual([])
  })

  test('is forgotten when it is removed, unless brews were ground with it', async () => {
    const { ann, id } = await ownerOf()
    await world.call('DELETE /api/user/grinders', { as: ann, body: { grinderId: id } })
    const rows = await world.sql`select from grinders where id = ${id} and description is not null`
    expect(rows).toHaveLength(0)
    const { ann: bea, id: used } = await ownerOf()
    await world.call('POST /api/brew-logs', {
      as: bea,
      body: { method: 'v60', grinderId: used, grindSetting: 4.5, doseGrams: 15, waterGrams: 250 },
    })
    await world.call('DELETE /api/user/grinders', { as: bea, body: { grinderId: used } })
    const { body } = await world.call('GET /api/brew-logs', { as: bea })
    expect(JSON.stringify(body)).toContain('Porcelain')
  })

  test('is asked for after signing in, before its description is looked at', async () => {
    expect((await world.call('POST /api/user/grinders', { body: { ownGrinder: { brand: 7 } } })).status).toBe(401)
    expect((await world.call('POST /api/user/grinders/preview', { body: {} })).status).toBe(401)
  })

  test.each(hostileDials)('%s is refused in a sentence', async (_what, changes, sentence) => {
    const ann = await world.person()
    const body = { ownGrinder: { ...zerno, ...changes } }
    const refused = await world.call('POST /api/user/grinders', { as: ann, body })
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(sentence)])
    expect(refused.body.error.length).toBeLessThan(400)
    const shown = await world.call('POST /api/user/grinders/preview', { as: ann, body })
    expect([shown.status, shown.body.error]).toEqual([400, refused.body.error])
  })

  test('loses what would reverse the words after its name', async () => {
    const { ann } = await ownerOf({ name: 'Z\u202e1\u2066' })
    const { text } = await world.call('GET /api/user/grinders', { as: ann })
    expect([text.includes('"name":"Z1"'), /[\u202a-\u202e\u2066-\u2069]/.test(text)]).toEqual([true, false])
  })

  test('may be called anything that can be read, and stays text', async () => {
    const name = '<b onmouseover="alert(1)">Z1</b> טחנה'
    const { ann, slug } = await ownerOf({ name })
    for (const path of ['/me/gear', `/grinders/${slug}`, `/?grinder=${slug}`, '/me']) {
      const { text } = await world.call(`GET ${path}` as `GET ${string}`, { as: ann })
      expect([path, text.includes('<b onmouseover')]).toEqual([path, false])
    }
  })

  test('is not described more often than anybody needs', async () => {
    const { ann } = await ownerOf()
    const add = (name: string) =>
      world.call('POST /api/user/grinders', { as: ann, body: { ownGrinder: { ...zerno, name } } })
    const more = await Promise.all(Array.from({ length: 21 }, (_, at) => add(`G ${at}`)))
    expect(more.filter(({ status }) => status === 201)).toHaveLength(19)
    expect(more.find(({ status }) => status !== 201)?.body.error).toStartWith('You’ve described 20 grinders')
    // One that is only kept for its brews does not count, because nobody sees it.
    const [first] = (await world.call('GET /api/user/grinders', { as: ann })).body.grinders
    const grinderId = first.grinderId
    await world.call('POST /api/brew-logs', {
      as: ann,
      body: { method: 'v60', grinderId, grindSetting: 4.5, doseGrams: 15, waterGrams: 250 },
    })
    await world.call('DELETE /api/user/grinders', { as: ann, body: { grinderId } })
    expect((await add('One more')).status).toBe(201)
    expect((await add('And another')).status).toBe(400)
  })

  test('has a name of its own, and leaves those of the catalog to the catalog', async () => {
    const { ann, id } = await ownerOf()
    const again = { as: ann, body: { ownGrinder: { ...zerno, brand: 'ZQX' } } }
    const refused = await world.call('POST /api/user/grinders', again)
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining('you already have a ZQX Porcelain'),
    ])
    const { body: other } = await world.call('POST /api/user/grinders', {
      as: ann,
      body: { ownGrinder: { ...zerno, brand: 'Comandante', name: 'C40 MK4' } },
    })
    const renamed = await world.call(`PATCH /api/user/grinders/${other.grinder.grinderId}`, again)
    expect(renamed.status).toBe(400)
    expect((await world.call(`PATCH /api/user/grinders/${id}`, again)).status).toBe(200)
    const named = await world.call('GET /api/user/convert?from=Comandante%20C40%20MK4&setting=24&to=k-ultra', {
      as: ann,
    })
    expect([named.status, named.body.from?.slug]).toEqual([200, 'comandante-c40-mk4'])
  })

  test('is not described by what nobody knows, as a 400 like any other', async () => {
    const ann = await world.person()
    const add = async (changes: object) => {
      const { status, body } = await world.call('POST /api/user/grinders', {
        as: ann,
        body: { ownGrinder: { ...zerno, ...changes } },
      })
      return [status, body.error]
    }
    expect(await add({ known: [{ setting: 4, like: { grinder: 'nonsense-x', setting: 3 } }] })).toEqual([
      400,
      expect.stringContaining('We don’t know a grinder called "nonsense-x"'),
    ])
    expect(await add({ notation: { form: 'spiral' } })).toEqual([
      400,
      'ownGrinder.notation.form must be number-letter, number.click, turn.number.click or turn+number.',
    ])
  })
})

describe('its pages', () => {
  const page = async (path: string, as: Someone) =>
    (await world.call(`GET ${path}` as 'GET /', { as, headers: { accept: 'text/html' } })).text

  test('say its burrs and its speed, that you described it, and do not count it as published', async () => {
    const { ann, slug } = await ownerOf({ burrSet: 'SSP 64 mm', rpm: { min: 400, max: 1400 } })
    const text = await page(`/grinders/${slug}`, ann)
    expect(text).toContain('<span>SSP 64 mm</span><span>400 to 1400 rpm</span>')
    expect(text).toContain('<th scope="row">Confidence</th><td>described by you</td>')
    expect(text).toContain(`${world.ports.grinders.list().length} grinders on one scale.`)
    // The numbers of its dial are round.
    for (const setting of [0, 2, 4, 6, 9]) expect(text).toContain(`dy="24">${setting}</text>`)
  })

  test('complain of nothing that is still being typed', async () => {
    const ann = await world.person()
    const typed = 'maker=Zerno&model=Z1&lowest=0&highest=9&step=0.1&kind=electric-flat&setting1=4.5&is1='
    expect(await page(`/my-grinder?${typed}like`, ann)).not.toContain('Check this')
    expect(await page(`/my-grinder?${typed}index`, ann)).not.toContain('Check this')
    expect(await page(`/my-grinder?${typed}like&there1=99&grinder1=C40+MK4`, ann)).toContain('Check this')
    expect(await page(`/my-grinder?${typed}v60`, ann)).toContain('Wide range')
  })
})

describe('nobody else', () => {
  const publish = async (as: Someone, id: number) => {
    const coffeeProfileId = await aCoffee(world)
    const { status, body } = await world.call('POST /api/community-recipes', {
      as,
      body: {
        ...{ coffeeProfileId, grinderId: id, machineId: machineId(world), grindSetting: 4.5 },
        ...{ ratio: 16.667, doseGrams: 15, waterGrams: 250 },
      },
    })
    expect([status, body.error]).toEqual([201, undefined])
    return { recipeId: body.recipe.id as number, coffeeProfileId }
  }

  test('uses or sees a described grinder', async () => {
    const { id, slug } = await ownerOf()
    const bea = await world.person()
    const c40 = grinderId(world)
    for (const as of [bea, undefined]) {
      const by = as ? { as } : {}
      const reads = [
        `GET /api/v1/convert?from=${slug}&setting=4.5&to=comandante-c40-mk4`,
        `GET /api/widget/grinder/${slug}`,
        `GET /grinders/${slug}`,
        `GET /grinders/${slug}/calibrate`,
        `GET /api/discover?grinderId=${id}`,
        `GET /api/discover?grinder=${slug}`,
      ]
      for (const read of reads) {
        const { status } = await world.call(read as `GET ${string}`, by)
        expect([read, status >= 300 && status < 500]).toEqual([read, true])
      }
      expect((await setup(as, id)).status).toBe(400)
    }
    const takes = [
      world.call('POST /api/user/grinders', { as: bea, body: { grinderId: id } }),
      world.call('POST /api/user/grinders', { as: bea, body: { grinderId: slug } }),
      world.call('POST /api/brew-logs', {
        as: bea,
        body: { method: 'v60', grinderId: id, grindSetting: 4.5, doseGrams: 15, waterGrams: 250 },
      }),
      world.call('POST /api/user/grinders/calibrate', {
        as: bea,
        body: { grinderId: id, references: [{ grindIndex: 41, setting: 4.5, feedback: 'JUST_RIGHT' }] },
      }),
      world.call('POST /api/user/grinders', {
        as: bea,
        body: { ownGrinder: { ...zerno, known: [{ setting: 4, like: { grinder: slug, setting: 4 } }] } },
      }),
    ]
    for (const { status } of await Promise.all(takes)) expect([400, 404]).toContain(status)
    await world.call('DELETE /api/user/grinders', { as: bea, body: { grinderId: id } })
    expect(await world.sql`select from grinders where id = ${id} and description is not null`).toHaveLength(1)
    expect(c40).toBeGreaterThan(0)
  })

  test('reads its name anywhere', async () => {
    const { ann, id, slug } = await ownerOf()
    const { recipeId, coffeeProfileId } = await publish(ann, id)
    const bea = await world.person()
    await world.call('POST /api/user/grinders', { as: bea, body: { grinderId: grinderId(world) } })
    await world.call(`POST /api/community-recipes/${recipeId}/vote`, { as: bea, body: { vote: 'UP' } })
    const shared = await world.call(`POST /api/recipes/${recipeId}/share`)
    const shareId = String(shared.body.shareUrl).split('/').at(-1)
    for (const as of [bea, undefined]) {
      const reads = [
        ...['/api/grinders', '/api/widget/grinders', '/llms.txt', '/llms-full.txt', '/sitemap.xml', '/grinders'],
        ...['/grinders/list.json', '/my-grinder', '/my-grinder/yours.json', '/search?q=porcelain', '/recipes'],
        ...[
          `/api/recipes/${recipeId}`,
          `/recipes/${recipeId}`,
          '/api/recipes',
          `/api/coffees/${coffeeProfileId}/stats`,
        ],
        ...[`/api/community-recipes?coffeeId=${coffeeProfileId}`, `/api/discover?grinderId=${grinderId(world)}`],
        ...[`/api/embed/${shareId}`, `/api/recipes/${recipeId}?grinder=comandante-c40-mk4`],
        ...(as ? ['/api/user/export', '/me', '/me/gear'] : []),
      ]
      for (const read of reads) {
        const { body } = await world.call(`GET ${read}` as `GET ${string}`, as ? { as } : {})
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        expect([read, /zqx|porcelain g/i.test(text), text.includes(slug)]).toEqual([read, false, false])
      }
    }
  })

  test('gets a narrower range than is known, on a dial of their own', async () => {
    const { ann, id } = await ownerOf()
    const { recipeId } = await publish(ann, id)
    const bea = await world.person()
    const { body } = await world.call(`GET /api/recipes/${recipeId}?grinder=comandante-c40-mk4`, { as: bea })
    const recipe = body.recipe ?? body
    expect(recipe.grinder).toMatchObject({ brand: 'A grinder', name: 'described by its owner' })
    expect(recipe.onGrinder.setting).toBeWithin(23, 27)
    expect(recipe.onGrinder.range.max - recipe.onGrinder.range.min).toBeGreaterThanOrEqual(9)
    expect(recipe.onGrinder.reasons).toContain('Its author described their own grinder, so the range is wide')
    expect(recipe.onGrinder.rangeReason).toBe('Its author described their own grinder, so the range is wide.')
    // Others see the index, on the dial that they see. The author sees their own.
    expect([recipe.grindSetting, recipe.grinder.maxGrindSetting]).toEqual([recipe.grindIndex, 100])
    const own = await world.call(`GET /api/recipes/${recipeId}`, { as: ann })
    expect((own.body.recipe ?? own.body).grinder).toMatchObject({ brand: 'Zqx', name: 'Porcelain', maxGrindSetting: 9 })
    expect((own.body.recipe ?? own.body).grindSetting).toBe(4.5)
    const onC40 = await world.call(`GET /api/recipes/${recipeId}?grinder=comandante-c40-mk4`, { as: ann })
    expect((onC40.body.recipe ?? onC40.body).onGrinder.rangeReason).toStartWith('You described the Zqx Porcelain')
    const mine = await world.call(`GET /api/recipes/${recipeId}?grinder=mine`, { as: ann })
    expect((mine.body.recipe ?? mine.body).onGrinder).toMatchObject({ setting: 4.5, grinder: { brand: 'Zqx' } })
  })

  test('is told anything but that its owner described it: on the page, in the widget and over MCP', async () => {
    const { ann, id } = await ownerOf()
    const { recipeId, coffeeProfileId } = await publish(ann, id)
    const { id: ofKnown } = (
      await world.call('POST /api/community-recipes', {
        as: await world.person(),
        body: {
          ...{ coffeeProfileId, grinderId: grinderId(world, 'comandante-c40-mk3'), machineId: machineId(world) },
          ...{ grindSetting: 24, ratio: 16.667, doseGrams: 15, waterGrams: 250 },
        },
      })
    ).body.recipe
    const width = ({ onGrinder }: { onGrinder: { range: { min: number; max: number } } }) =>
      onGrinder.range.max - onGrinder.range.min
    const owned = 'Its author described their own grinder, so the range is wide'
    const dial = 'comandante-c40-mk4'
    const cookie = { cookie: `grinder=${dial}`, accept: 'text/html' }
    const { text } = await world.call(`GET /recipes/${recipeId}`, { headers: cookie })
    expect(text).toContain(owned)
    expect(text).toContain('so the range is wide. Start in the middle')
    expect(text).toContain('A recipe by')
    expect(text).toContain('Its author described it')
    expect(text).not.toMatch(
      /roaster’s own recipe|Published charts|published source|published charts|described-by-its-owner/,
    )
    const linked = await world.call(`GET /recipes/${recipeId}`, { headers: { accept: 'application/ld+json' } })
    expect(linked.text).toContain('"author":{"@type":"Person"')
    const [described, known] = await Promise.all(
      [recipeId, ofKnown].map(async one => {
        const { body } = await world.call(`POST /api/recipes/${one}/share`)
        const shareId = String(body.shareUrl).split('/').at(-1)
        return (await world.call(`GET /api/embed/${shareId}?grinder=${dial}`)).body
      }),
    )
    expect(described.grinder).toMatchObject({
      ...{ slug: 'described-by-its-owner', brand: 'A grinder', name: 'described by its owner' },
    })
    expect(described.onGrinder.reasons).toContain(owned)
    expect(width(described)).toBeGreaterThan(width(known))
    const { body: coffee } = await world.call(`GET /api/coffees/${coffeeProfileId}`)
    const asked = {
      name: 'find_recipes',
      arguments: { search: coffee.coffee?.name ?? coffee.name, grinder: dial, limit: 20 },
    }
    const { body } = await world.call('POST /api/mcp', {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: asked },
      headers: { accept: 'application/json, text/event-stream' },
    })
    const found = body.result.structuredContent.recipes.find(({ url }: { url: string }) => url.endsWith(`/${recipeId}`))
    expect(JSON.stringify(found)).toContain(owned)
    expect(JSON.stringify(body)).not.toMatch(/zqx|porcelain/i)
  })

  test('learns what it said once the account is gone, and the recipe stays', async () => {
    const { ann, id } = await ownerOf()
    const { recipeId } = await publish(ann, id)
    await world.call('DELETE /api/user/account', { as: ann, body: { confirm: true } })
    await world.sql`select 1`
    const left = await world.sql<{ own: unknown }[]>`select own_record as own from grinders where id = ${id}`
    const read = await world.call(`GET /api/recipes/${recipeId}`)
    expect([left.every(({ own }) => own === null), read.status]).toEqual([true, 200])
  })
})

test('a described grinder moves to another account with its brews and calibration', async () => {
  const { ann, id } = await ownerOf({ name: 'Mover' })
  await world.call('POST /api/user/grinders', { as: ann, body: { grinderId: id, isDefault: true, nickname: 'Left' } })
  const references = [{ grindIndex: 41, setting: 4.2, feedback: 'JUST_RIGHT' }]
  await world.call('POST /api/user/grinders/calibrate', { as: ann, body: { grinderId: id, references } })
  const brew = { method: 'v60', grinderId: id, grindSetting: 4.5, doseGrams: 15, waterGrams: 250 }
  await world.call('POST /api/brew-logs', { as: ann, body: brew })
  const { body: file } = await world.call('GET /api/user/export', { as: ann })
  const bea = await world.person()
  const preview = await world.call('POST /api/user/import?isDryRun=true', { as: bea, body: file })
  const before = await world.call('GET /api/user/grinders', { as: bea })
  expect([preview.status, preview.body.brews.taken ?? preview.body.brews, before.body.grinders]).toEqual([200, 1, []])
  for (let round = 0; round < 2; round++) {
    const { status } = await world.call('POST /api/user/import', { as: bea, body: file })
    expect(status).toBe(200)
    const { body } = await world.call('GET /api/user/grinders', { as: bea })
    expect(body.grinders).toMatchObject([
      {
        brand: 'Zqx',
        name: 'Mover',
        isDefault: true,
        nickname: 'Left',
        calibrated: true,
        ownGrinder: { name: 'Mover' },
      },
    ])
    const { body: log } = await world.call('GET /api/brew-logs', { as: bea })
    expect(JSON.stringify(log).match(/"Mover"/g)?.length).toBeGreaterThan(0)
  }
})

test('what cannot be described here is reported once, and what a preview would make has no id', async () => {
  const { ann, id } = await ownerOf({ name: 'Broken' })
  const { body: file } = await world.call('GET /api/user/export', { as: ann })
  const bea = await world.person()
  const row = file.data.describedGrinders.find((one: { id: number }) => one.id === id)
  row.description.known = [{ setting: 4.5, like: { grinder: 'nonsense-x', setting: 3 } }]
  const { body } = await world.call('POST /api/user/import?isDryRun=true', { as: bea, body: file })
  expect(body.notTaken).toHaveLength(1)
})
