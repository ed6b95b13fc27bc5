import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import postgres from 'postgres'
import { MAX_IMPORT_BYTES } from '../../adapters/imports/import-file.ts'
import {
  accountFields,
  partTables,
  personalTables,
  tablesByAddress,
} from '../../adapters/postgres/operations/personal-tables.ts'
import { aBean, aBrew, aMill, anExport } from '../support/beanconqueror.ts'
import { aCoffee, aRecipe, grinderId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'
import { zipped } from '../support/zip.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const bring = (as: Someone, file: object) => world.call('POST /api/user/import', { as, body: file })
const exportOf = async (as: Someone) => (await world.call('GET /api/user/export', { as })).body
const logsOf = async (as: Someone) => (await world.call('GET /api/brew-logs?limit=100', { as })).body.data
const libraryOf = async (as: Someone) => (await world.call('GET /api/user/coffee-library', { as })).body.library
const bagsOf = async (as: Someone) => (await world.call('GET /api/user/bags', { as })).body.coffees
const countOf = async (table: string) => (await world.sql`select count(*)::int as n from ${world.sql(table)}`)[0]?.n

/** A roaster that no other test writes about. */
const own = (() => {
  let roasters = 0
  return (uuid = 'bean-1', filled: object = {}) => aBean(uuid, { roaster: `Importers No ${++roasters}`, ...filled })
})()

describe('an export', () => {
  test('misses no table that refers to people, and none that is deleted with their account', async () => {
    const named = await world.sql<{ table: string }[]>`
      with recursive fk as (
        select conrelid::regclass::text as child, confrelid::regclass::text as parent, confdeltype = 'c' as cascades
        from pg_constraint
        where contype = 'f'
      ), gone(child) as (
        select child from fk where parent = 'users' and cascades
        union
        select fk.child from fk join gone on fk.parent = gone.child and fk.cascades
      )
      select child as table from fk where parent = 'users'
      union
      select child from gone
      union
      select table_name
      from information_schema.columns
      where table_schema = 'public'
        and (column_name in ('user_id', 'created_by', 'submitted_by') or column_name like '%email%' or column_name = 'recipient')`
    const exported = [personalTables, partTables, tablesByAddress].flatMap(list =>
      Object.values(list).map(({ table }) => table),
    )
    expect(named.map(({ table }) => table).filter(table => !exported.includes(table))).toEqual(['users'])
  })

  test('decides for every column whether it is exported', async () => {
    /**
     * Keys to the account, what others say, and columns computed for searches. The person is the
     * owner of the export.
     */
    const staying: Record<string, string[]> = {
      users: ['passwordHash', 'sessionVersion', 'closingAt'],
      coffees: ['bagCode', 'flavorText', 'foldedName', 'originAt', 'originId', 'searchText', 'searchWords'],
      roasters: ['matchName', 'foldedName'],
      // What was described says it all.
      grinders: ['record', 'slug', 'brand', 'model', 'shipped', 'isDescribed', 'isRejected', 'ownerId', 'ownRecord'],
      // An id from before, for links that were kept.
      user_grinders: ['was'],
      reports: ['visitor', 'note', 'closedAt'],
      roaster_claims: ['tokenHash'],
      roaster_invitations: ['tokenHash', 'invitedBy'],
      account_invitations: ['tokenHash'],
      magic_links: ['tokenHash'],
      sessions: ['sessionVersion'],
      api_tokens: ['tokenHash'],
      app_connections: [
        'redirectUri',
        'codeHash',
        'codeChallenge',
        'accessHash',
        'accessExpiresAt',
        'lineHash',
        'refreshHash',
      ],
      audit: ['who', 'onKind', 'onId'],
    }
    const lists = [personalTables, partTables, tablesByAddress].flatMap(list => Object.values(list))
    for (const { table, fields } of [{ table: 'users', fields: accountFields }, ...lists]) {
      const columns = await world.sql<{ name: string }[]>`
        select column_name as name
        from information_schema.columns
        where table_schema = 'public'
          and table_name = ${table}`
      const names = columns.map(({ name }) => postgres.toCamel(name)).filter(name => name !== 'userId')
      expect([table, [...fields, ...(staying[table] ?? [])].sort()]).toEqual([table, names.sort()])
    }
  })

  test('contains what a person has made, with names next to the ids, and nothing of others', async () => {
    const ann = await world.person('Ann')
    const bob = await world.person('Bob')
    const coffee = await aCoffee(world, 'Gatomboya')
    const recipe = await aRecipe(world, { by: ann })
    const log = {
      method: 'v60',
      coffeeProfileId: coffee,
      grinderId: grinderId(world),
      grindSetting: 24,
      notes: 'Ann drank this.',
    }
    for (const person of [ann, bob]) {
      await world.call('POST /api/brew-logs', { as: person, body: { ...log, notes: `${person.name} drank this.` } })
      await world.call('POST /api/user/coffee-library', { as: person, body: { coffeeProfileId: coffee, rating: 5 } })
      await world.call('POST /api/user/saved-recipes', { as: person, body: { communityRecipeId: recipe } })
    }
    const made = await world.call('POST /api/collections', { as: ann, body: { name: 'Sundays' } })
    await world.call(`POST /api/collections/${made.body.collection.id}/items`, { as: ann, body: { recipeId: recipe } })
    await world.call('PUT /api/user/profile', { as: ann, body: { acidityLevel: 5 } })
    const everything = await exportOf(ann)
    expect(everything.account).toMatchObject({ id: ann.id, email: ann.email, name: 'Ann' })
    expect(everything.data).toMatchObject({
      palate: [{ acidity: 1 }],
      brewLogs: [{ notes: 'Ann drank this.', grindSetting: 24 }],
      coffeeLibrary: [{ coffeeProfileId: coffee, rating: 5 }],
      collections: [{ name: 'Sundays' }],
      collectionItems: [{ recipeId: recipe }],
      communityRecipes: [{ id: recipe }],
    })
    expect(everything.names.coffees).toContainEqual(
      expect.objectContaining({
        id: coffee,
        name: 'Gatomboya',
        slug: expect.any(String),
        roasterSlug: expect.any(String),
      }),
    )
    expect(everything.names.recipes).toMatchObject([{ id: recipe, grindSetting: 24, doseGrams: 15 }])
    expect(everything.names.grinders).toMatchObject([{ id: grinderId(world), slug: 'comandante-c40-mk4' }])
    const text = JSON.stringify(everything)
    expect(text).not.toContain('Bob')
    expect(text).not.toContain(bob.email)
  })

  test('contains no key to the account', async () => {
    const ann = await world.person()
    await world.call('POST /api/auth/magic-link', { body: { email: ann.email } })
    const everything = await exportOf(ann)
    expect(everything.data.signInLinks).toHaveLength(1)
    expect(JSON.stringify(everything)).not.toMatch(/hash|sessionVersion/i)
  })

  test('contains messages sent under the address only once the address is proven', async () => {
    const ann = await world.person()
    const letter = { name: 'Ann', email: ann.email, subject: 'Hello', message: 'I wrote this.' }
    await world.call('POST /api/contact', { body: letter })
    expect((await exportOf(ann)).data.contactMessages).toEqual([])
    await world.sql`update users set email_verified_at = now() where id = ${ann.id}`
    expect((await exportOf(ann)).data.contactMessages).toMatchObject([{ message: 'I wrote this.' }])
  })

  test('is for signed-in people', async () => {
    expect((await world.call('GET /api/user/export')).status).toBe(401)
    expect((await world.call('POST /api/user/import', { body: anExport() })).status).toBe(401)
  })
})

describe('an import from Beanconqueror', () => {
  test('imports beans and brews, and reports it', async () => {
    const ann = await world.person()
    const BREWS = [
      aBrew('brew-1'),
      aBrew('brew-2', { bean: 'nowhere', rating: 0 }),
      aBrew('brew-3', { method_of_preparation: 'x' }),
    ]
    const { status, body } = await bring(ann, anExport({ BEANS: [own('bean-1', { note: 'Mine.', rating: 5 })], BREWS }))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      beans: { taken: 1, alreadyHere: 0, notTaken: 0 },
      brews: { taken: 2, alreadyHere: 0, notTaken: 1 },
      grinders: [{ name: 'Comandante C40 MK4', grinder: { slug: 'comandante-c40-mk4' } }],
      notTaken: [{ kind: 'brew', uuid: 'brew-3', reason: 'The preparation is not in the file.' }],
    })
    const logs = await logsOf(ann)
    expect(logs).toHaveLength(2)
    expect(logs).toContainEqual(
      expect.objectContaining({
        method: 'v60',
        coffee: null,
        bag: { id: expect.any(Number), name: 'Kiamaina', roasterName: expect.stringContaining('Importers') },
        grindLabel: '24 clicks',
        ratio: 16.67,
        waterTempF: 201.2,
        rating: 4,
        createdAt: '2024-05-12T08:00:00.000Z',
      }),
    )
    expect(await bagsOf(ann)).toMatchObject([
      { coffeeProfileId: null, bags: [{ personalNotes: 'Mine.', rating: 5, totalBrews: 1 }] },
    ])
  })

  test('accepts the archive as the app writes it, with its parts joined', async () => {
    const ann = await world.person()
    const brews = (from: number, count: number) => Array.from({ length: count }, (_, at) => aBrew(`brew-${from + at}`))
    const file = anExport({ BEANS: [own()], BREWS: brews(0, 500) })
    const archive = zipped([
      { name: 'Beanconqueror.json', text: JSON.stringify(file) },
      { name: 'Beanconqueror_Brews_1.json', text: JSON.stringify(brews(500, 20)) },
    ])
    const { body } = await world.call('POST /api/user/import', { as: ann, body: archive })
    expect(body).toMatchObject({ brews: { taken: 520, alreadyHere: 0, notTaken: 0 }, missing: [] })
    expect((await bring(ann, file)).body).toMatchObject({
      brews: { taken: 0, alreadyHere: 500 },
      missing: [expect.stringMatching(/^The file has exactly 500 brews.*import the whole archive/)],
    })
    expect((await bring(ann, { ...file, isWhole: true })).body.missing).toEqual([])
    // Its last file is full, so another may have followed.
    const cutShort = zipped([
      { name: 'Beanconqueror.json', text: JSON.stringify(file) },
      { name: 'Beanconqueror_Brews_1.json', text: JSON.stringify(brews(500, 500)) },
    ])
    expect((await world.call('POST /api/user/import', { as: ann, body: cutShort })).body).toMatchObject({
      brews: { taken: 480, alreadyHere: 520 },
      missing: [expect.stringMatching(/^The file has exactly 1000 brews.*import the whole archive/)],
    })
    const refused = await world.call('POST /api/user/import', { as: ann, body: Buffer.from('PK\x03\x04') })
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining('not a ZIP archive')])
  })

  test('of the same file twice adds nothing twice, also concurrently', async () => {
    const ann = await world.person()
    const file = anExport({
      BEANS: [own('bean-1'), own('bean-2')],
      BREWS: [aBrew('a'), aBrew('b', { bean: 'bean-2' })],
    })
    const before = await countOf('coffees')
    const answers = await Promise.all([bring(ann, file), bring(ann, file), bring(ann, file)])
    const sum = (kind: string) => answers.reduce((total, { body }) => total + body[kind].taken, 0)
    expect([sum('beans'), sum('brews')]).toEqual([2, 2])
    expect((await bring(ann, file)).body).toMatchObject({
      beans: { taken: 0, alreadyHere: 2 },
      brews: { taken: 0, alreadyHere: 2 },
    })
    expect([(await logsOf(ann)).length, (await bagsOf(ann)).length]).toEqual([2, 2])
    expect(await countOf('coffees')).toBe(before ?? 0)
  })

  test('can be tried without writing anything, with the same report', async () => {
    const ann = await world.person()
    const BREWS = [aBrew('a'), aBrew('b', { method_of_preparation: 'x' }), aBrew('c', { method_of_preparation: 'x' })]
    const file = anExport({ BEANS: [own()], BREWS })
    const { isDryRun, ...would } = (await bring(ann, { ...file, isDryRun: true })).body
    expect([isDryRun, await logsOf(ann), await bagsOf(ann)]).toEqual([true, [], []])
    expect(would).toMatchObject({
      beans: { taken: 1 },
      brews: { taken: 1, notTaken: 2 },
      notTakenBecause: [{ kind: 'brew', reason: 'The preparation is not in the file.', count: 2 }],
    })
    expect((await bring(ann, file)).body).toEqual({ isDryRun: false, ...would })
    const archive = zipped([{ name: 'Beanconqueror.json', text: JSON.stringify(file) }])
    const again = await world.call('POST /api/user/import?isDryRun=true', { as: ann, body: archive })
    expect(again.body).toMatchObject({ isDryRun: true, beans: { taken: 0, alreadyHere: 1 }, brews: { alreadyHere: 1 } })
  })

  test('of the same file again fills in what a brew lacked, once its grinder is known', async () => {
    const ann = await world.person()
    const file = anExport({
      BEANS: [own()],
      MILL: [aMill('mill-c40', 'C40')],
      BREWS: [aBrew('a', { tds: 0 }), aBrew('b', { grind_size: '3 + 2' })],
    })
    await bring(ann, file)
    expect(await logsOf(ann)).toMatchObject([
      { grinder: null, grindSetting: null, grindSettingText: '3 + 2', grindIndex: null },
      { grinder: null, grindSetting: 24, grindLabel: null, grindIndex: null },
    ])
    const [told, plain] = await logsOf(ann)
    const notes = 'Mine, from here.'
    await world.call(`PATCH /api/brew-logs/${plain.id}`, { as: ann, body: { notes } })
    await world.call('POST /api/user/grinders', { as: ann, body: { grinderId: grinderId(world) } })
    const measured = { ...file, BREWS: [aBrew('a', { tds: 1.4, favourite: true }), file.BREWS[1]] }
    const would = await bring(ann, { ...measured, isDryRun: true })
    const again = await bring(ann, measured)
    expect(again.body).toMatchObject({ brews: { taken: 0, alreadyHere: 2, notTaken: 0 }, completed: 2 })
    expect(would.body).toEqual({ ...again.body, isDryRun: true })
    const filled = await logsOf(ann)
    expect(filled.find(({ id }: { id: number }) => id === plain.id)).toMatchObject({
      grinder: { slug: 'comandante-c40-mk4' },
      grindLabel: '24 clicks',
      grindIndex: expect.any(Number),
      tdsPercent: 1.4,
      isFavourite: true,
      notes,
    })
    expect(filled.find(({ id }: { id: number }) => id === told.id)).toMatchObject({
      grinder: { slug: 'comandante-c40-mk4' },
      grindSetting: null,
      grindSettingText: '3 + 2',
    })
    expect((await bring(ann, measured)).body.completed).toBe(0)
  })

  test('says beforehand how many brews would get their missing bag or coffee', async () => {
    const ann = await world.person()
    const BREWS = [aBrew('a'), aBrew('b'), aBrew('c', { bean: 'another' })]
    await bring(ann, anExport({ BEANS: [], BREWS }))
    const whole = anExport({ BEANS: [own()], BREWS })
    const would = (await bring(ann, { ...whole, isDryRun: true })).body
    expect(would).toMatchObject({ isDryRun: true, beans: { taken: 1 }, brews: { taken: 0 }, completed: 2 })
    const did = (await bring(ann, whole)).body
    expect({ ...would, isDryRun: false }).toEqual(did)
    expect((await logsOf(ann)).filter(({ bag }: { bag: unknown }) => bag !== null)).toHaveLength(2)
    // The bag's coffee is in the catalog now.
    const [{ bags }] = await bagsOf(ann)
    const bea = await world.person()
    await bring(bea, whole)
    await world.call(`POST /api/user/bags/${bags[0].id}/share`, { as: ann, body: {} })
    const later = (await bring(bea, { ...whole, isDryRun: true })).body
    expect(later).toMatchObject({ beans: { taken: 0 }, completed: 2 })
    expect((await bring(bea, whole)).body).toEqual({ ...later, isDryRun: false })
  })

  test('adds nothing to the catalog; a bag is private until its owner shares it', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const before = [await countOf('coffees'), await countOf('roasters')]
    const roaster = 'Sharers Coffee Roasters'
    const BEANS = [
      aBean('one', { roaster, name: 'Café Sol', roast: 'UNKNOWN', finished: true }),
      aBean('two', { roaster: 'sharers', name: 'cafe sol', note: 'Mine.', frozenDate: '2024-05-03T07:00:00.000Z' }),
    ]
    await bring(ann, anExport({ BEANS, BREWS: [aBrew('a', { bean: 'one' }), aBrew('b', { bean: 'two' })] }))
    expect([await countOf('coffees'), await countOf('roasters')]).toEqual(before)
    expect((await world.call('GET /api/coffees?q=cafe+sol')).body.data).toEqual([])
    const [coffee, ...others] = await bagsOf(ann)
    expect(others).toEqual([])
    expect(coffee.bags.map(({ isArchived, frozenOn }: Record<string, unknown>) => [isArchived, frozenOn])).toEqual(
      expect.arrayContaining([
        [true, null],
        [false, '2024-05-03'],
      ]),
    )
    const unroasted = coffee.bags.find(({ isArchived }: { isArchived: boolean }) => isArchived)
    const share = (as: Someone, body: object) => world.call(`POST /api/user/bags/${unroasted.id}/share`, { as, body })
    expect((await share(bob, {})).status).toBe(404)
    expect((await share(ann, {})).body.error).toBe('roastLevel is required: the bag doesn’t say how dark it is.')
    const shared = await share(ann, { roastLevel: 'LIGHT' })
    expect([shared.status, shared.body.coffee.roastLevel]).toEqual([200, 'LIGHT'])
    expect((await share(ann, {})).body.coffee.id).toBe(shared.body.coffee.id)
    expect(await logsOf(ann)).toMatchObject([
      { coffee: { id: shared.body.coffee.id } },
      { coffee: { id: shared.body.coffee.id } },
    ])
    const [entry] = await libraryOf(ann)
    expect([entry.coffeeProfileId, entry.bags.length, entry.totalBrews]).toEqual([shared.body.coffee.id, 2, 2])
    expect(await bagsOf(bob)).toEqual([])
    expect((await world.call('GET /api/coffees?q=cafe+sol')).body.data).toHaveLength(1)
  })

  test('gives the shelf the roast date of a bag, shared or of a known coffee; not of a frozen one', async () => {
    const [ann, bob] = [await world.person(), await world.person()]
    const roastingDate = '2024-04-20T07:00:00.000Z'
    const bean = (name: string, more: object = {}) => aBean(name, { roaster: 'Daters', name, roastingDate, ...more })
    const file = anExport({ BEANS: [bean('Fresh'), bean('Frozen', { frozenDate: '2024-05-03T07:00:00.000Z' })] })
    await bring(ann, file)
    for (const { bags } of await bagsOf(ann))
      expect((await world.call(`POST /api/user/bags/${bags[0].id}/share`, { as: ann, body: {} })).status).toBe(200)
    await bring(bob, file)
    for (const person of [ann, bob]) {
      const dates = (await libraryOf(person)).map((kept: Kept) => [kept.coffee.name, kept.roastedOn])
      expect(Object.fromEntries(dates)).toEqual({ Fresh: '2024-04-20', Frozen: null })
    }
  })

  test('keeps a bag without a roaster, and shares it once the roaster is given', async () => {
    const ann = await world.person()
    await bring(ann, anExport({ BEANS: [aBean('bean-1', { roaster: '', name: 'Home roast' })] }))
    const [{ bags }] = await bagsOf(ann)
    const share = (body: object) => world.call(`POST /api/user/bags/${bags[0].id}/share`, { as: ann, body })
    expect((await share({})).body.error).toBe('roasterName is required: the bag doesn’t say who roasted it.')
    expect((await share({ roasterName: 'Ann at home' })).body.coffee).toMatchObject({ name: 'Home roast' })
  })

  test('of a coffee in the catalog is a bag of it, in any spelling, and keeps it', async () => {
    const ann = await world.person()
    const body = { name: 'Las Flores', roasterName: 'Importers of Flowers', roastLevel: 'LIGHT' }
    const { coffee } = (await world.call('POST /api/coffees', { as: ann, body })).body
    const bob = await world.person()
    const bean = aBean('bean-1', { roaster: 'importers of flowers', name: 'LAS FLÓRES', note: 'His.' })
    await bring(bob, anExport({ BEANS: [bean] }))
    expect(await libraryOf(bob)).toMatchObject([
      { coffeeProfileId: coffee.id, personalNotes: 'His.', totalBrews: 1, bags: [{ name: 'LAS FLÓRES' }] },
    ])
    await world.call('POST /api/user/coffee-library', {
      as: bob,
      body: { coffeeProfileId: coffee.id, personalNotes: 'Changed here.' },
    })
    const again = { ...bean, finished: true, config: { uuid: 'again', unix_timestamp: 1714550400 } }
    await bring(bob, anExport({ BEANS: [{ ...bean, finished: true }, again], BREWS: [] }))
    const [entry] = await libraryOf(bob)
    expect(entry.personalNotes).toBe('Changed here.')
    expect(entry.bags.map(({ isArchived }: { isArchived: boolean }) => isArchived)).toEqual([true, true])
  })

  test('gives the coach each bag separately', async () => {
    const ann = await world.person()
    const BEANS = [own('one', { name: 'One' }), own('two', { name: 'Two' })]
    const at = (uuid: string, bean: string, day: number) =>
      aBrew(uuid, { bean, config: { uuid, unix_timestamp: 1_715_500_800 + day * 86_400 } })
    await bring(ann, anExport({ BEANS, BREWS: [at('a', 'one', 0), at('b', 'two', 1), at('c', 'one', 2)] }))
    const [{ id }] = await logsOf(ann)
    const { comparison } = (await world.call(`GET /api/brew-logs/${id}/compare`, { as: ann })).body
    expect(comparison.previousBrew).toMatchObject({ bag: { name: 'One' } })
  })

  test('of brews alone finds the coffees of an earlier file', async () => {
    const ann = await world.person()
    const { BREWS: _, ...rest } = anExport({ BEANS: [own()] })
    await bring(ann, rest)
    const { BEANS: _beans, ...later } = anExport({ BREWS: [aBrew('late')] })
    await bring(ann, later)
    expect(await logsOf(ann)).toMatchObject([{ bag: { name: 'Kiamaina' } }])
  })

  test.each<[string, string | object, string]>([
    ['no JSON', '{"BREWS": [', 'The body is not valid JSON.'],
    ['a list', [], 'The body must be a JSON object.'],
    [
      'something else',
      { recipes: [] },
      'The body must be an export of Beanconqueror, with BEANS or BREWS, or of this service, with data and names, or a table of brews.',
    ],
    [
      'nothing',
      '',
      'The body must be an export of Beanconqueror, with BEANS or BREWS, or of this service, with data and names, or a table of brews.',
    ],
    ['brews that are no list', { BREWS: { a: 1 } }, 'BREWS must be a list, as Beanconqueror writes it.'],
    ['a NUL', { BREWS: [aBrew('nul', { note: 'a\0b' })] }, 'BREWS.0.note must not contain NUL characters.'],
  ])('of %s is refused with a sentence, and nothing is taken', async (_, body, sentence) => {
    const ann = await world.person()
    const answer = await world.call('POST /api/user/import', { as: ann, body })
    expect([answer.status, answer.body.error]).toEqual([400, sentence])
    expect(await logsOf(ann)).toEqual([])
  })

  test('may be up to 16 MiB', async () => {
    const ann = await world.person()
    const file = anExport({ BEANS: [own()], BREWS: [aBrew('brew-1')] })
    const filler = Array(127).fill('x'.repeat(MAX_IMPORT_BYTES / 128))
    const without = Buffer.byteLength(JSON.stringify({ ...file, filler, padding: '' }))
    const padding = 'x'.repeat(MAX_IMPORT_BYTES - without)
    const large = await bring(ann, { ...file, filler, padding })
    expect([large.status, large.body.brews?.taken]).toEqual([200, 1])
    const { status } = await bring(ann, { ...file, filler, padding: `${padding}x` })
    expect(status).toBe(413)
  })
})

interface Kept {
  coffee: { name: string }
  roastedOn: string | null
}
