import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { rowsIn } from '../../adapters/imports/json-rows.ts'
import { aBean, aBrew, aMill, anExport, aPreparation } from '../support/beanconqueror.ts'
import { many } from '../support/many.ts'
import { engine } from '../support/templates.ts'
import { minuteOf, newBeans, tenThousand } from '../support/ten-thousand.ts'
import { waitBeside } from '../support/waiting.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { type Packed, zipped } from '../support/zip.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const take = async (body: unknown, as?: { token: string }, query = '') =>
  world.call(`POST /api/user/import${query}`, { as: as ?? (await world.person()), body })

const anArchive = (files: Packed[]) => zipped(files)
/** As large as an archive may unpack to, and compressed as far as allowed. */
const spacesAndNoise = () =>
  Buffer.concat([
    Buffer.from('{"BEANS":["'),
    Buffer.alloc(30_000_000, ' '),
    Buffer.from(randomBytes(150_000).toString('base64')),
  ])

/** As many words as fit into a bean's name and roaster. */
const newWords = () => {
  const words = () => many(50, () => Math.random().toString(36).slice(2, 5)).join(' ')
  return { name: words(), roaster: words() }
}

describe('an import makes nobody wait a fifth of a second:', () => {
  test.each<[string, () => object | string | Buffer, query?: string]>([
    ['an archive of 10,000 brews and 500 bags', tenThousand.archive],
    ['an account of 10,000 brews and 500 bags', tenThousand.account],
    ['a table of 10,000 brews of 500 coffees', tenThousand.table],
    [
      'an archive of thirty megabytes of spaces between noise',
      () => anArchive([{ name: 'Beanconqueror.json', text: spacesAndNoise() }]),
    ],
    [
      'an archive of 20,000 files',
      () => anArchive(many(20_000, at => ({ name: `photos/${at}.jpg`, text: 'x', stored: true }))),
    ],
    ['2,000 mills', () => anExport({ MILL: many(2000, at => aMill(`mill-${at}`, `Comandante C40 number ${at}`)) })],
    [
      'a table of 20,000 grinders that nobody makes',
      () =>
        `date,method,grinder\n${many(20_000, at => `${minuteOf(at)},V60,Comandante number ${at} of mine`).join('\n')}`,
      '?isDryRun=true',
    ],
    [
      'a table of 20,000 coffees by as many roasters',
      () =>
        `date,method,coffee,roaster\n${many(20_000, at => `${minuteOf(at)},V60,${'Finca El Sol '.repeat(8)}${at},Röstwerk ${at}`).join('\n')}`,
      '?isDryRun=true',
    ],
    ['100 beans of 100 roasters', () => anExport({ BEANS: newBeans(100) })],
    [
      '100 beans of names without a Latin letter',
      () => anExport({ BEANS: many(100, at => aBean(`b-${at}`, { name: `豆${at}`, roaster: `珈琲${at}` })) }),
    ],
    ['50 beans of nothing but new words', () => anExport({ BEANS: many(50, at => aBean(`b-${at}`, newWords())) })],
    ['1,000 brews', () => anExport({ BREWS: many(1000, at => aBrew(`brew-${at}`)) })],
    ['five million empty beans', () => `{"BEANS":[${'{},'.repeat(5_000_000)}{}]}`],
    ['one row of sixteen megabytes', () => `{"BEANS":[[${'[],'.repeat(5_000_000)}[]]]}`],
    [
      'one bean of fifty thousand parts',
      () => anExport({ BEANS: [aBean('b', { bean_information: many(50_000, () => ({})) })] }),
    ],
    ['a text of sixteen megabytes', () => `{"BEANS":["${'a'.repeat(15_000_000)}"]}`],
    ['a text of seven million quotes', () => `{"BEANS":["${'\\"'.repeat(7_000_000)}"]}`],
    ['a million fields', () => `{${many(1_000_000, at => `"k${at}":0`).join()},"BEANS":[]}`],
    ['a million empty lists', () => `{${many(1_000_000, at => `"k${at % 7}":[]`).join()},"BEANS":[]}`],
    ['fields that are no rows', () => `{${many(60, at => `"k${at}":[[${'{},'.repeat(80_000)}{}]]`).join()}}`],
    ['sixteen megabytes of spaces', () => `${' '.repeat(16_000_000)}{"BEANS":[]}`],
  ])('%s', async (...[, make, query]) => {
    const wait = await waitBeside(
      world,
      async ([body, person]) => {
        const { status } = await take(body, person, query)
        expect([200, 400]).toContain(status)
      },
      200,
      async () => {
        const body = make()
        const sent = typeof body === 'string' || body instanceof Buffer ? body : JSON.stringify(body)
        return [sent, await world.person()] as const
      },
    )
    expect(wait).toBeLessThan(200)
  })
})

// On the embedded engine, large-import-waits.embedded.test.ts covers this.
if (engine === 'postgres')
  test.each([
    ['an archive', tenThousand.archive],
    ['an account', tenThousand.account],
    ['a table', tenThousand.table],
  ])('10,000 brews with 500 bags come out of %s within ten seconds of work', async (_, make) => {
    const sent = make()
    const ann = await world.person()
    const before = process.cpuUsage()
    const { body } = await take(sent, ann)
    const { user, system } = process.cpuUsage(before)
    expect([body.beans.taken, body.brews.taken]).toEqual([500, 10_000])
    expect((user + system) / 1e6).toBeLessThan(10)
  })

describe('an import has bounds', () => {
  test.each([
    ['BEANS', many(2001, at => aBean(`b-${at}`)), 'BEANS must have at most 2000 rows.'],
    ['MILL', many(2001, at => aMill(`m-${at}`, 'C40')), 'MILL must have at most 2000 rows.'],
    ['PREPARATION', many(2001, at => aPreparation(`p-${at}`, 'V60')), 'PREPARATION must have at most 2000 rows.'],
    ['BREWS', many(20_001, () => ({})), 'The body has more than 20000 rows.'],
  ])('of %s', async (kind, rows, error) => {
    const answer = await take({ BEANS: [], [kind]: rows })
    expect([answer.status, answer.body]).toEqual([400, { error }])
  })

  test.each([
    [`{${many(101, at => `"k${at}":0`).join()}}`, 'The body has more than 100 fields.'],
    [`{${' '.repeat(20_000)}}`, 'The body has more than 10000 spaces in a row.'],
    [`{"BEANS":["${'a'.repeat(300_000)}"]}`, 'A row of the body is longer than 256 KiB.'],
  ])('of everything around its rows: %#', async (body, error) => {
    expect((await take(body)).body).toEqual({ error })
  })

  test('for every text, and cuts none inside a character', async () => {
    const long = `a${'🍵'.repeat(4000)}`
    const { status, body } = await take({
      BEANS: [aBean('b', { name: 'Long', roaster: 'Long', note: long, aromatics: long })],
      MILL: [aMill('m', long)],
      PREPARATION: [aPreparation('p', 'V60')],
      BREWS: [aBrew('w', { note: long, mill: 'm', method_of_preparation: 'p' })],
    })
    expect([status, body.beans?.taken, JSON.stringify(body).includes('\\ud83c')]).toEqual([200, 1, false])
  })

  test('in its report: the first hundred remarks, the first thousand losses, and how many there are', async () => {
    const { body } = await take({
      BEANS: many(500, () => ({})),
      BREWS: many(1100, at => aBrew(`b-${at}`, { brew_temperature: 900, rating: 3.5, bean: '', mill: '' })),
      PREPARATION: [aPreparation('prep-v60', 'V60')],
    })
    expect([body.notTaken.length, body.notTakenCount, body.beans.notTaken]).toEqual([100, 500, 500])
    const about = (field: string) =>
      body.remarks.filter(({ remark }: { remark: string }) => remark.includes(field)).length
    expect([about('water temperature'), about('rating'), body.remarkCount]).toEqual([1000, 100, 2200])
  })

  test('for every text in its report', async () => {
    const answer = await take({ BEANS: [], MILL: [aMill('m', 'x'.repeat(200_000))] })
    expect([answer.status, answer.text.length < 2000]).toEqual([200, true])
  })
})

test('repeating an interrupted import adds the rest, and nothing twice', async () => {
  const ann = await world.person()
  const file = anExport({
    BEANS: newBeans(60),
    BREWS: many(600, at => aBrew(`brew-${at}`, { bean: `bean-${at % 60}` })),
  })
  await take({ ...file, BEANS: file.BEANS.slice(0, 30), BREWS: file.BREWS.slice(0, 30) }, ann)
  const { body } = await take(file, ann)
  expect(body.beans).toEqual({ taken: 30, alreadyHere: 30, notTaken: 0 })
  expect(body.brews).toEqual({ taken: 570, alreadyHere: 30, notTaken: 0 })
  const [counted] = await world.sql`
    select (select count(*)::int from brew_logs where user_id = ${ann.id} and bag_id is not null) as brews,
           (select count(*)::int from bags where user_id = ${ann.id}) as beans`
  expect(counted).toEqual({ brews: 600, beans: 60 })
})

test('concurrent imports of the same new coffees give each person their own bags', async () => {
  const file = anExport({ BEANS: newBeans(60) })
  const people = await Promise.all(many(3, () => world.person()))
  const answers = await Promise.all(people.map(person => take(file, person)))
  expect(answers.map(({ body }) => body.beans.taken)).toEqual([60, 60, 60])
})

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('%s is no type, roast or mix', async word => {
  const file = `{
    "PREPARATION": [${JSON.stringify(aPreparation('p', word, { style_type: word, name: 'Mine' }))}],
    "BEANS": [${JSON.stringify(aBean('b', { roast: word, beanMix: word }))}],
    "BREWS": [${JSON.stringify(aBrew('brew', { method_of_preparation: 'p' }))}],
    "${word}": [{}]
  }`
  const ann = await world.person()
  const answer = await take(file, ann)
  expect(answer.body.remarks).toContainEqual(expect.objectContaining({ kind: 'machine', name: 'Mine' }))
  const { coffees } = (await world.call('GET /api/user/bags', { as: ann })).body
  expect(coffees).toMatchObject([{ bags: [{ roastLevel: null, coffeeType: null }] }])
  expect([answer.status, answer.body.brews]).toEqual([200, { taken: 1, alreadyHere: 0, notTaken: 0 }])
})

describe('a body that is read row by row', () => {
  test.each([
    '{}',
    ' { } ',
    '{"A":[]}',
    '{"A":[1,"two",null,true,{"a":[{"b":"]}"}]},[[]]],"B":{"c":[1]},"C":"x\\"y\\\\","D":-1.5e3 , "E" : [ 1 , 2 ] }',
    JSON.stringify(anExport()),
    JSON.stringify(anExport(), null, 2),
  ])('is what JSON.parse makes of it: %s', async text => {
    expect(await rowsIn(text, 100)).toEqual(JSON.parse(text))
  })

  test.each([
    '{',
    '{"A"}',
    '{"A":}',
    '{"A":[}',
    '{"A":[1,]}',
    '{"A":[1 2]}',
    '{"A":1,}',
    '{"A":1}x',
    '{A:1}',
    'x',
    '{"A":["]}',
    '{"A":[1',
    '{,}',
    '{"A":[,1]}',
  ])('is refused where JSON.parse refuses it: %s', async text => {
    expect(() => JSON.parse(text)).toThrow()
    expect(rowsIn(text, 100)).rejects.toThrow('What was sent is not valid JSON.')
  })
})
