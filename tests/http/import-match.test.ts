import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cookieOf } from '../support/browsing.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** A log as people keep it. */
const LOG = `Date,Brewer,Beans,Grinder,Grind,Dose (g),Water,Temp (C),Time,Score /10,Barista,Notes
2026-01-14 07:40,V60,Huila El Mirador,C40,24,15,250,93,2:45,7,Sam,a bit sour
2026-01-14 15:10,V60,Huila El Mirador,C40,23,15.5,250,94,2:50,9,Ann,lovely
2026-01-15 08:05,Aeropress,Kayanza Hill 14,My mill,25,18,300,95,165,6,Sam,flat
,V60,Huila El Mirador,C40,24,15,250,93,2:45,7,Sam,no date
`

const bring = (as: Someone, body: string, query: Record<string, string> | [string, string][] = {}) =>
  world.call(`POST /api/user/import?${new URLSearchParams(query)}`, {
    as,
    body,
    headers: { 'content-type': 'text/csv' },
  })
/** A coffee of ours, and how choices name it. */
async function aKnownCoffee(name: string) {
  const submitted = { name, roasterName: `Roasters of ${name}`, roastLevel: 'LIGHT' }
  const { body } = await world.call('POST /api/coffees', { as: await world.person(), body: submitted })
  const { id, slug, roaster } = body.coffee ?? body
  return { id, path: `${roaster.slug}/${slug}` }
}
const logsOf = async (as: Someone) => (await world.call('GET /api/brew-logs?limit=100', { as })).body.data

describe('POST /api/user/import of somebody’s own table', () => {
  test('understands its columns, and names the one that it does not import', async () => {
    const ann = await world.person()
    const { status, body } = await bring(ann, LOG)
    expect([status, body.brews]).toEqual([200, { taken: 3, alreadyHere: 0, notTaken: 1 }])
    expect(body.notTakenBecause).toEqual([{ kind: 'brew', reason: 'The date is missing.', count: 1 }])
    expect(body.missing).toEqual([
      'These columns won’t be imported: Barista.',
      expect.stringContaining('We don’t know which grinder "C40" is'),
    ])
    expect(body.columns).toContainEqual({ name: 'Dose (g)', importedAs: 'coffee_g' })
    expect(body.columns).toContainEqual({ name: 'Barista', importedAs: null })
    expect(body.grinders).toMatchObject([
      { name: 'C40', grinder: null },
      { name: 'My mill', grinder: null },
    ])
    expect(await logsOf(ann)).toMatchObject([
      { method: 'aeropress', doseGrams: 18, brewTimeSeconds: 165 },
      { method: 'v60', doseGrams: 15.5, waterTempF: 201.2, rating: 4, notes: 'lovely' },
      { method: 'v60', doseGrams: 15, waterGrams: 250, waterTempF: 199.4, brewTimeSeconds: 165, grindSetting: 24 },
    ])
    expect((await bring(ann, LOG)).body.brews).toMatchObject({ taken: 0, alreadyHere: 3 })
  })

  test('takes decisions about columns, grinders and the method', async () => {
    const ann = await world.person()
    const { status, body } = await bring(ann, LOG, [
      ['columns', 'Barista=outcome'],
      ['columns', 'Notes='],
      ['grinders', 'C40=comandante-c40-mk3'],
      ['grinders', 'My mill='],
    ])
    expect([status, body.missing]).toEqual([200, ['These columns won’t be imported: Notes.']])
    expect(await logsOf(ann)).toMatchObject([
      { outcome: 'Sam', notes: null, grinder: null },
      { grinder: { slug: 'comandante-c40-mk3' }, grindSetting: 23 },
      { grinder: { slug: 'comandante-c40-mk3' }, grindSetting: 24 },
    ])
    const bob = await world.person()
    const undecided = 'Date,Dose,Brewer\n2026-01-02,15,\n2026-01-03,15,Samovar\n'
    expect((await bring(bob, undecided, { isDryRun: '1' })).body.brews).toMatchObject({ taken: 0, notTaken: 2 })
    const told = (await bring(bob, undecided, { method: 'chemex' })).body
    expect([told.brews.taken, told.remarks]).toMatchObject([2, [{ remark: expect.stringContaining('"Samovar"') }]])
  })

  test('names the grinders that a name could mean, and takes the decision with the same file again', async () => {
    const ann = await world.person()
    const first = (await bring(ann, LOG)).body
    const [c40, mill] = first.grinders
    expect(c40).toMatchObject({ name: 'C40', grinder: null })
    expect(c40.couldBe.map(({ slug }: { slug: string }) => slug)).toContain('comandante-c40-mk4')
    expect(mill).toEqual({ name: 'My mill', grinder: null, couldBe: [] })
    expect(first.missing).toContainEqual(
      expect.stringMatching(/^We don’t know which grinder "C40" is, .* Comandante C40 MK4.* import the file again\.$/),
    )
    const again = (await bring(ann, LOG, { grinders: 'C40=comandante-c40-mk4' })).body
    expect([again.completed, again.grinders[0]]).toMatchObject([
      2,
      { grinder: { slug: 'comandante-c40-mk4' }, couldBe: [] },
    ])
    expect(again.missing).toEqual(['These columns won’t be imported: Barista.'])
  })

  test('takes decisions about coffees, by the roaster, too, where the file names it', async () => {
    const ann = await world.person()
    const { path, id } = await aKnownCoffee('Huila El Mirador Lot 7')
    const log = LOG.replace('Kayanza Hill 14', 'Kayanza')
      .replace('Brewer,', 'Brewer,Roaster,')
      .replaceAll(/,(V60|Aeropress),/g, ',$1,,')
    const { status, body } = await bring(ann, log, { coffees: `Huila El Mirador=${path}` })
    expect([status, body.beans.taken]).toEqual([200, 1])
    expect(await logsOf(ann)).toMatchObject([
      { coffeeProfileId: null, bag: { name: 'Kayanza' } },
      { coffeeProfileId: id, bag: null },
      { coffeeProfileId: id, bag: null },
    ])
    const named = 'Date,Brewer,Beans,Roaster\n2026-01-02,V60,Huila,Nobody Known\n'
    expect((await bring(ann, named, { coffees: `Huila, Nobody Known=${path}` })).body.beans.taken).toBe(0)
    const bob = await world.person()
    expect((await bring(bob, named, { coffees: 'Huila, Nobody Known=' })).body.beans.taken).toBe(1)
  })

  test('takes them in JSON, too, with the table as a field', async () => {
    const ann = await world.person()
    const rows = ['Date,Brewer,Foo', '2026-01-02,V60,18'].map((row, at) => ({ line: at + 1, cells: row.split(',') }))
    const body = { table: { separator: ',', rows }, columns: { Foo: 'coffee_g' } }
    expect((await world.call('POST /api/user/import', { as: ann, body })).body.brews.taken).toBe(1)
    expect(await logsOf(ann)).toMatchObject([{ doseGrams: 18 }])
  })

  test.each<[string, [string, string], string]>([
    ['a column that the file lacks', ['columns', 'Mood=notes'], 'has no column "Mood"'],
    ['no column of ours', ['columns', 'Notes=mood'], 'must be one of our columns'],
    ['no decision', ['columns', 'Notes'], 'must say what it is'],
    ['a grinder that the file lacks', ['grinders', 'K6=kingrinder-k6'], 'the file has no such grinder'],
    ['a coffee that the file lacks', ['coffees', 'Konga=hill/konga'], 'the file has no such coffee'],
    ['no coffee of ours', ['coffees', 'Huila El Mirador=hill/nothing'], 'there is no such coffee'],
    ['no grinder of ours', ['grinders', 'C40=nothing'], 'no grinder has this slug'],
    ['no method', ['method', 'samovar'], 'method must be one of'],
    ['a misspelt parameter', ['column', 'Notes=notes'], 'There is no parameter column.'],
  ])('refuses %s', async (_, pair, sentence) => {
    const { status, body } = await bring(await world.person(), LOG, [pair])
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('reads formulas as text, and a yield as the water of a shot', async () => {
    const ann = await world.person()
    await bring(ann, 'Date,Brewer,"=HYPERLINK(""x"")",Dose,Yield,Notes\n2026-01-02,Espresso,=1+1,18,36,=2+2\n')
    expect(await logsOf(ann)).toMatchObject([{ notes: '=2+2', doseGrams: 18, waterGrams: 36 }])
  })
})

describe('/me/import of a table', () => {
  const post = async (as: Someone, fields: Record<string, string>, file?: string, query = '') => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    if (file !== undefined) form.set('file', new File([file], 'my <log>.csv'))
    const response = await fetch(`${world.url}/me/import${query}`, {
      method: 'POST',
      headers: { accept: 'text/html', origin: world.url, cookie: cookieOf(as) },
      body: form,
    })
    return { status: response.status, text: await response.text() }
  }
  /** The fields that a browser without scripts would send again. */
  const fieldsIn = (page: string) => {
    const fields: Record<string, string> = {}
    for (const [, name = '', value = ''] of page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g))
      fields[name] = value
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&')
    for (const [, name = '', options = ''] of page.matchAll(/<select id="[^"]*" name="([^"]+)"[^>]*>(.*?)<\/select>/gs))
      fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? ''
    for (const [, name = '', value = ''] of page.matchAll(/type="radio" name="([^"]+)" value="([^"]*)" checked/g))
      fields[name] = value
    return fields
  }

  test('asks first, even if Import was pressed, keeps the file, and imports as answered', async () => {
    const ann = await world.person()
    const asked = await post(ann, {}, LOG)
    expect(asked.status).toBe(200)
    expect(asked.text).toContain('11 of 12 matched.')
    expect(asked.text).toContain('my &lt;log&gt;.csv')
    expect(asked.text).toContain('Which Comandante C40 is it?')
    expect(asked.text).toContain('3 rows say “C40”. You mostly set it to 24')
    expect(asked.text).toContain('Which grinder is “My mill”?')
    expect(asked.text.indexOf('Barista')).toBeLessThan(asked.text.indexOf('Score /10'))
    expect(await logsOf(ann)).toEqual([])
    const fields = fieldsIn(asked.text)
    const barista = Object.keys(fields).find(name => fields[name] === 'Barista') ?? ''
    const answered = { ...fields, [barista.replace('-name', '')]: 'outcome', 'grinder-0': 'comandante-c40-red-clix' }
    const again = await post(ann, answered, undefined, '?look')
    expect(again.text).toContain('12 of 12 matched.')
    expect(again.text).toMatch(/value="comandante-c40-red-clix" checked/)
    const done = await post(ann, fieldsIn(again.text))
    expect(done.text).toContain('Imported.')
    expect(await logsOf(ann)).toMatchObject([
      { outcome: 'Sam', grinder: null },
      { outcome: 'Ann', grinder: { slug: 'comandante-c40-red-clix' } },
      { grinder: { slug: 'comandante-c40-red-clix' } },
    ])
  })

  test('imports a table of ours at once, and answers about another file do no harm', async () => {
    const ann = await world.person()
    const ours = 'date,method,notes\n2026-01-02 08:15,V60,x\n'
    const stale = {
      matched: '1',
      'column-0-name': 'Barista',
      'column-0': 'outcome',
      'grinder-0-name': 'C40',
      'grinder-0': '',
    }
    expect((await post(ann, stale, ours)).text).toContain('Imported.')
    expect((await post(ann, {}, ours)).text).toContain('1 was already there')
  })

  test('asks once about a coffee that could be one of ours, and keeps its name unless another is chosen', async () => {
    const ann = await world.person()
    const { path, id } = await aKnownCoffee('Sierra Nublada Verde')
    const log =
      'Date,Brewer,Beans\n2026-01-02,V60,Sierra Nublada\n2026-01-03,V60,Sierra Nublada\n2026-01-04,V60,Qqqq Zzzz\n'
    const asked = await post(ann, {}, log)
    expect(asked.text.match(/“[^”]*”, in [^<]*/g)).toEqual(['“Sierra Nublada”, in 2 rows'])
    const fields = fieldsIn(asked.text)
    expect(fields).toMatchObject({ 'coffee-0-name': 'Sierra Nublada', 'coffee-0': '' })
    const again = await post(ann, { ...fields, 'coffee-0': path }, undefined, '?look')
    expect(again.text).toContain(`value="${path}" selected`)
    expect((await post(ann, fieldsIn(again.text))).text).toContain('Imported.')
    expect(await logsOf(ann)).toMatchObject([
      { coffeeProfileId: null },
      { coffeeProfileId: id },
      { coffeeProfileId: id },
    ])
    const bob = await world.person()
    const exact = fieldsIn((await post(bob, {}, log.replaceAll('Sierra Nublada', 'sierra nublada verde'))).text)
    expect(exact['coffee-0']).toBe(path)
  })

  test('suggests a method for a table without one', async () => {
    const ann = await world.person()
    const page = (await post(ann, {}, 'Date,Dose\n2026-01-02,15\n', '?look')).text
    expect(page).toContain('How did you brew?')
    expect(page).toContain('Import 1 brew<')
    const skipped = await post(ann, { ...fieldsIn(page), method: '' }, undefined, '?look')
    expect(skipped.text).toContain('Import 0 brews')
  })

  const own = (changes: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries({
        ...{ maker: 'Zerno', model: 'Z1', kind: 'electric-flat', lowest: '0', highest: '50', step: '1' },
        ...{ setting1: '25', is1: 'v60', ...changes },
      }).map(([name, value]) => [`grinder-1-own-${name}`, value]),
    )

  test('offers to describe a grinder that we do not know, and goes on with it', async () => {
    const ann = await world.person()
    const asked = (await post(ann, {}, LOG)).text
    expect(asked).toContain('Not in our list? Describe it')
    expect(asked).toMatch(/name="grinder-1-own-setting1" value="25"/)
    const wrong = await post(ann, { ...fieldsIn(asked), ...own({ highest: '-9' }) })
    expect(wrong.text).toContain('The highest number must be above 0')
    expect(wrong.text).toMatch(/name="grinder-1-own-model" value="Z1"/)
    expect(await logsOf(ann)).toEqual([])
    const looked = await post(ann, { ...fieldsIn(asked), ...own() }, undefined, '?look')
    expect(looked.text).toContain('My mill is the Zerno Z1')
    expect(looked.text).toContain('V60 on your Z1')
    expect((await world.call('GET /api/user/grinders', { as: ann })).body.grinders).toEqual([])
    const done = await post(ann, { ...fieldsIn(looked.text), ...own() })
    expect(done.text).toContain('Imported.')
    expect((await logsOf(ann))[0]).toMatchObject({ grinder: { name: 'Z1' }, grindIndex: 41 })
  })

  test('offers the same after a Beanconqueror file', async () => {
    const ann = await world.person()
    const config = (uuid: string) => ({ uuid, unix_timestamp: 1_714_550_400 })
    const file = JSON.stringify({
      MILL: [{ name: 'My mill', config: config('mill') }],
      PREPARATION: [{ name: 'V60', type: 'V60', config: config('v60') }],
      BREWS: [{ mill: 'mill', method_of_preparation: 'v60', grind_size: '25', config: config('brew') }],
    })
    const first = (await post(ann, {}, file)).text
    expect(first).toContain('Import again')
    const fields = { ...fieldsIn(first), ...own() }
    const renamed = Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name.replace('r-1-', 'r-0-'), text]),
    )
    const again = (await post(ann, renamed)).text
    expect(again).toContain('My mill is the Zerno Z1')
    expect(await logsOf(ann)).toMatchObject([{ grinder: { name: 'Z1' }, grindIndex: 41 }])
  })

  test.each([
    ['one of our columns that does not exist', { 'column-0-name': 'Date', 'column-0': '__proto__' }, 400],
    ['a grinder that does not exist', { 'grinder-0-name': 'C40', 'grinder-0': '"><script>' }, 400],
  ])('refuses %s', async (_, fields, status) => {
    const page = await post(await world.person(), { matched: '1', ...fields }, LOG, '?look')
    expect([page.status, page.text]).toEqual([status, expect.stringContaining('Nothing was imported.')])
    expect(page.text).not.toContain('"><script>')
  })

  test('shows hostile headers as text', async () => {
    const file = `Date,"<img src=x onerror=alert(1)>",${'x'.repeat(10_000)}\n2026-01-02,=1+1,y\n`
    const page = await post(await world.person(), {}, file, '?look')
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('&lt;img src=x')])
    expect(page.text).not.toContain('<img src=x')
    expect(page.text.length).toBeLessThan(150_000)
  })
})

describe('a grinder of the file that we do not know', () => {
  const mill = {
    ...{ brand: 'Zerno', name: 'Z1', drive: 'electric', burrType: 'flat', minSetting: 0, maxSetting: 50, step: 1 },
    known: [{ setting: 25, method: 'v60' }],
  }
  const gearOf = async (as: Someone) => (await world.call('GET /api/user/grinders', { as })).body.grinders

  test('is described with the table, counts, and is kept once', async () => {
    const ann = await world.person()
    const query = { ownGrinders: `My mill=${JSON.stringify(mill)}` }
    const dry = await bring(ann, LOG, { ...query, isDryRun: '1' })
    expect([dry.status, dry.body.error, await gearOf(ann)]).toEqual([200, undefined, []])
    expect(dry.body.grinders).toContainEqual(expect.objectContaining({ name: 'My mill', grinder: expect.anything() }))
    for (let round = 0; round < 2; round++) {
      const { body } = await bring(ann, LOG, query)
      expect(body.brews.taken).toBe(round === 0 ? 3 : 0)
      expect(await gearOf(ann)).toMatchObject([{ brand: 'Zerno', name: 'Z1', confidence: 'own' }])
    }
    expect((await logsOf(ann))[0]).toMatchObject({ grinder: { brand: 'Zerno', name: 'Z1' }, grindIndex: 41 })
  })

  test('is described with a Beanconqueror file, whose brews are completed', async () => {
    const ann = await world.person()
    const config = (uuid: string) => ({ uuid, unix_timestamp: 1_714_550_400 })
    const file = {
      MILL: [{ name: 'My mill', config: config('mill') }],
      PREPARATION: [{ name: 'V60', type: 'V60', config: config('v60') }],
      BREWS: [
        {
          ...{ mill: 'mill', method_of_preparation: 'v60', grind_size: '25', grind_weight: 15 },
          config: config('brew'),
        },
      ],
    }
    const send = (body: object) => world.call('POST /api/user/import', { as: ann, body })
    expect((await send(file)).body.grinders).toEqual([{ name: 'My mill', grinder: null, couldBe: [] }])
    const { body } = await send({ ...file, ownGrinders: { 'My mill': mill } })
    expect([body.error, body.completed]).toEqual([undefined, 1])
    expect(await logsOf(ann)).toMatchObject([{ grinder: { name: 'Z1' }, grindIndex: 41 }])
  })

  test.each<[string, string, string]>([
    ['of another name', `K6=${JSON.stringify(mill)}`, 'the file has no such grinder'],
    ['that is no JSON', 'My mill={zerno}', 'must describe a grinder as JSON'],
    ['whose dial is inverted', `My mill=${JSON.stringify({ ...mill, maxSetting: -9 })}`, 'must be above 0'],
    ['whose name is too long', `My mill=${JSON.stringify({ ...mill, name: 'x'.repeat(10_000) })}`, 'at most 80'],
  ])('is refused with a description %s', async (_, ownGrinders, sentence) => {
    const ann = await world.person()
    const { status, body } = await bring(ann, LOG, { ownGrinders })
    expect([status, body.error, await gearOf(ann)]).toEqual([400, expect.stringContaining(sentence), []])
    expect(await logsOf(ann)).toEqual([])
  })
})
