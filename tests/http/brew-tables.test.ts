import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { grinderId } from '../support/recipes.ts'
import { type Someone, startWorld, type TestWorld } from '../support/world.ts'

let world: TestWorld
let ann: Someone
let written: string
beforeAll(async () => {
  world = await startWorld()
  ann = await world.person()
  await brewAll(ann)
  written = await tableOf(ann)
})
afterAll(() => world.stop())

const tableOf = async (as: Someone) => (await world.call('GET /api/brew-logs.csv', { as })).text
const bring = (as: Someone, body: string | Buffer, query = '') =>
  world.call(`POST /api/user/import${query}`, { as, body, headers: { 'content-type': 'text/csv' } })
const brought = async (body: string | Buffer) => {
  const bob = await world.person()
  const { status, body: report } = await bring(bob, body)
  return { bob, status, report, logs: (await world.call('GET /api/brew-logs?limit=100', { as: bob })).body.data }
}

/** One of each kind that tables have trouble with. */
async function brewAll(as: Someone) {
  const log = async (body: object) => {
    const { status } = await world.call('POST /api/brew-logs', { as, body: { method: 'v60', ...body } })
    expect(status).toBe(201)
    world.clock.advance({ minutes: 3, seconds: 1 })
  }
  const sold = { name: 'Café "El Sol", lavé', roasterName: 'Table Roasters', roastLevel: 'LIGHT' }
  const coffeeProfileId = (await world.call('POST /api/coffees', { as, body: sold })).body.coffee.id
  const c40 = { grinderId: grinderId(world), coffeeProfileId }
  await log({ ...c40, grindSetting: 24, doseGrams: 15.5, waterGrams: 250, tdsPercent: 1.345, beverageGrams: 210.25 })
  await log({ ...c40, grindSetting: '24 clicks', waterTempF: 201.2, rating: 4, isFavourite: true, isBest: true })
  await log({ notes: '=1+1', outcome: '-3' })
  await log({ notes: "'=already guarded; semicolon, comma\tand tab" })
  await log({ notes: 'Line one\nline "two"\r\nline three', method: 'french_press' })
  await log({ grindSetting: '-3 or so', bloomSeconds: 45, firstDripSeconds: 0, brewTimeSeconds: 185, daysOffRoast: 12 })
  await log({ notes: 'Naïve “quotes” – ½ €' })
}

/** The same table as a spreadsheet in another country saves it. */
function savedWith(separator: string, lineEnd: string, comma = false) {
  const rows = cellsOf(written.replace('\ufeff', ''))
  return rows
    .map((cells, at) =>
      cells
        .map(cell => (comma && at > 0 && /^\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell))
        .map(cell => `"${cell.replaceAll('"', '""')}"`)
        .join(separator),
    )
    .join(lineEnd)
}

/** An independent CSV reader. */
const cellsOf = (text: string) =>
  [...text.matchAll(/("(?:[^"]|"")*"|[^,\n]*)(,|\n)/g)]
    .reduce<string[][]>(
      (rows, [, cell = '', end]) => {
        rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
        if (end === '\n') rows.push([])
        return rows
      },
      [[]],
    )
    .slice(0, -1)

describe('a table of brews that is imported again', () => {
  test.each<[string, () => string | Buffer]>([
    ['as we wrote it', () => written],
    ['without its mark', () => written.replace('\ufeff', '')],
    ['every cell in quotes, lines of Windows', () => savedWith(',', '\r\n')],
    ['semicolons and decimal commas', () => `\ufeff${savedWith(';', '\r\n', true)}\r\n`],
    ['with a line that names the separator', () => `sep=;\r\n${savedWith(';', '\r\n', true)}`],
    ['tabs in UTF-16, as "Unicode text"', () => Buffer.from(`\ufeff${savedWith('\t', '\r\n', true)}`, 'utf16le')],
    [
      'UTF-16 with its bytes the other way round',
      () => Buffer.from(`\ufeff${savedWith(';', '\n', true)}`, 'utf16le').swap16(),
    ],
  ])('%s', async (_, file) => {
    const { bob, status, report } = await brought(file())
    expect([status, report.brews, report.notTaken]).toEqual([200, { taken: 7, alreadyHere: 0, notTaken: 0 }, []])
    expect(cellsOf(await tableOf(bob))).toEqual(cellsOf(written))
    const again = (await bring(bob, file())).body
    expect([again.brews, again.beans.taken]).toEqual([{ taken: 0, alreadyHere: 7, notTaken: 0 }, 0])
    expect(cellsOf(await tableOf(bob))).toEqual(cellsOf(written))
  })

  test('adds nothing for the person who exported it', async () => {
    expect((await bring(ann, written)).body.brews).toEqual({ taken: 0, alreadyHere: 7, notTaken: 0 })
    expect(await tableOf(ann)).toBe(written)
  })

  test('may be in the encoding of western Windows, and the report says so', async () => {
    const file = Buffer.from('date;method;notes\r\n2026-01-02 08:15;V60;Caf\xe9 \x80\r\n', 'latin1')
    const { report, logs } = await brought(file)
    expect(logs).toMatchObject([{ notes: 'Café €', createdAt: '2026-01-02T08:15:00.000Z' }])
    expect(report.missing).toEqual([expect.stringContaining('save it as "CSV UTF-8"')])
  })

  test('may have times shortened by a spreadsheet, without duplicates', async () => {
    const bob = await world.person()
    await world.call('POST /api/brew-logs', { as: bob, body: { method: 'v60', notes: 'Once.' } })
    const [brew] = (await world.call('GET /api/brew-logs', { as: bob })).body.data
    const short = brew.createdAt.slice(0, 16).replace('T', ' ')
    const [year, month, day] = short.slice(0, 10).split('-')
    for (const date of [short, `${day}.${month}.${year} ${short.slice(11)}`]) {
      const { body } = await bring(bob, `date,method,notes\n${date},V60,Once.\n`)
      expect([date, body.brews]).toEqual([date, { taken: 0, alreadyHere: 1, notTaken: 0 }])
    }
    expect((await bring(bob, `date,method\n${short},Espresso\n`)).body.brews.taken).toBe(1)
    const days = 'date,method\n2026-01-02,V60\n2026-01-02,V60\n'
    expect((await bring(bob, days)).body.brews.taken).toBe(2)
    expect((await bring(bob, days)).body.brews).toEqual({ taken: 0, alreadyHere: 2, notTaken: 0 })
  })

  test('may lack the time of day, also for today, without duplicates', async () => {
    const bob = await world.person()
    const DAY = 24 * 60 * 60 * 1000
    const day = (days: number) => new Date((Math.floor(world.clock.now().getTime() / DAY) + days) * DAY)
    // At seven in the morning.
    world.clock.set(new Date(day(1).getTime() + (7 / 24) * DAY).toISOString())
    const [today, yesterday] = [day(0).toISOString(), day(-1).toISOString()]
    const times = [`${yesterday.slice(0, 10)}T08:00:00Z`, `${yesterday.slice(0, 10)}T20:15:30.250Z`]
    await bring(bob, `date,method\n${times.map(time => `${time},V60`).join('\n')}`)
    const days = [yesterday, yesterday, yesterday, today].map(one => `${one.slice(0, 10)},V60`)
    const table = `date,method\n${days.join('\n')}\n${yesterday.slice(0, 10)},chemex`
    expect((await bring(bob, table)).body.brews).toEqual({ taken: 3, alreadyHere: 2, notTaken: 0 })
    expect((await bring(bob, table)).body.brews).toEqual({ taken: 0, alreadyHere: 5, notTaken: 0 })
    const logs = (await world.call('GET /api/brew-logs?limit=100', { as: bob })).body.data
    expect(logs.map(({ createdAt }: { createdAt: string }) => createdAt)).toContain(today)
    // Another brew of the day is a different one.
    const brew = (time: string, dose: number) => `date,method,coffee_g,water_g\n2025-02-01${time},V60,${dose},250`
    expect((await bring(bob, brew(' 07:15', 15))).body.brews.taken).toBe(1)
    expect((await bring(bob, brew('', 15))).body.brews).toEqual({ taken: 0, alreadyHere: 1, notTaken: 0 })
    expect((await bring(bob, brew('', 22))).body.brews).toEqual({ taken: 1, alreadyHere: 0, notTaken: 0 })
    expect((await bring(bob, brew('', 22))).body.brews).toEqual({ taken: 0, alreadyHere: 1, notTaken: 0 })
    expect((await bring(bob, brew('', 18))).body.brews).toEqual({ taken: 1, alreadyHere: 0, notTaken: 0 })
  })

  test('may mix minutes, seconds and finer times: each brew matches one row only', async () => {
    const table = (...times: string[]) => `date,method\n${times.map(time => `2026-01-02 ${time},V60`).join('\n')}`
    const bob = await world.person()
    const half = '2026-01-02T08:15:30.250Z'
    await bring(bob, `date,method\n${half},V60\n`)
    // The brew at 08:15:30 matches the more precise row, whichever comes first.
    for (const rows of [table('08:15', '08:15:30'), table('08:15:30', '08:15')])
      expect((await bring(bob, rows, '?isDryRun=1')).body.brews).toEqual({ taken: 1, alreadyHere: 1, notTaken: 0 })
    // A brew at 08:15:00 does not match 08:15:30, but it matches 08:15.
    for (const rows of [table('08:15:00', '08:15'), table('08:15', '08:15:00')])
      expect((await bring(bob, rows, '?isDryRun=1')).body.brews).toEqual({ taken: 1, alreadyHere: 1, notTaken: 0 })
    const all = table('08:15', '08:15:00', '08:15:30', '08:15:00.5')
    expect((await bring(bob, all)).body.brews).toEqual({ taken: 3, alreadyHere: 1, notTaken: 0 })
    expect((await bring(bob, all)).body.brews).toEqual({ taken: 0, alreadyHere: 4, notTaken: 0 })
  })

  test("makes a bag for an unknown coffee, and uses the catalog's for a known one", async () => {
    const unknown =
      'date,method,coffee,roaster\n2026-01-02 08:00,V60,Home roast,\n2026-01-03 08:00,V60,Lot 7,Nobody Here\n'
    const { bob, report, logs } = await brought(unknown)
    expect(report.beans.taken).toBe(2)
    expect(logs.map(({ bag, coffee }: Record<string, unknown>) => [bag, coffee])).toEqual([
      [expect.objectContaining({ name: 'Lot 7', roasterName: 'Nobody Here' }), null],
      [expect.objectContaining({ name: 'Home roast', roasterName: null }), null],
    ])
    expect((await bring(bob, unknown)).body.beans.taken).toBe(0)
    const known = await brought(written)
    expect(known.report.beans.taken).toBe(0)
    expect(known.logs.at(-1).coffee.name).toBe('Café "El Sol", lavé')
  })

  test('without the weight of a drink that is heavier than its water, and say so', async () => {
    const { report, logs } = await brought(
      'date,method,coffee_g,water_g,drink_g\n2026-01-02 08:15,V60,15,245,400\n2026-01-03 08:15,Espresso,18,36,200\n',
    )
    expect(logs).toMatchObject([
      { waterGrams: 36, beverageGrams: 200 },
      { waterGrams: 245, beverageGrams: null },
    ])
    expect(report.remarks).toMatchObject([
      { remark: expect.stringContaining('A drink of 400 g from 245 g of water isn’t plausible') },
    ])
  })

  test('reports unreadable rows with their line', async () => {
    const { report, logs } = await brought(
      [
        'Date,Method,Coffee_g,Water_g,Rating,Grinder,Setting,Favourite,Mood',
        '2026-01-02 08:00,V60,"15,5",lots,3.5,My mill,24,WAHR,fine',
        'yesterday,V60',
        '2126-01-02 08:00,V60',
        '2026-02-30 08:00,V60',
        '2026-01-03 08:00,Samovar',
        '',
        '2026-01-04 08:00,V60,15,,,,,,,one too many',
        '2026-01-05 08:00,V60,a"b',
        '2026-01-06 08:00,v60,9999,250,9,Comandante C40 MK4,far out',
      ].join('\n'),
    )
    expect(report.brews).toEqual({ taken: 2, alreadyHere: 0, notTaken: 6 })
    expect(report.missing).toEqual(['These columns won’t be imported: Mood.'])
    const said = (rows: { name: string; reason?: string; remark?: string }[]) =>
      rows.map(({ name, reason, remark }) => `${name}: ${reason ?? remark}`)
    expect(said(report.notTaken)).toEqual([
      'line 3: We can’t read the date; write it as 2026-03-31 08:15.',
      'line 4: The date is in the future.',
      'line 5: We can’t read the date; write it as 2026-03-31 08:15.',
      'line 6: We don’t know the method.',
      'line 8: The row has more cells than columns.',
      'line 9: The row has a quotation mark in the middle of a cell, or one that is not closed.',
    ])
    expect(said(report.remarks)).toEqual([
      'line 2: The amount of water ("lots") isn’t a number, so it was left out.',
      'line 10: The dose (9999) is out of range, so it was left out.',
      'line 2: The rating (3.5 of 10) was rounded to 2 of 5.',
      'line 10: The grind size "far out" isn’t a setting on the Comandante C40 MK4, so we kept it as text.',
      'line 10: The rating (9 of 10) was rounded to 4 of 5.',
    ])
    expect(report.grinders).toMatchObject([
      { name: 'My mill', grinder: null },
      { name: 'Comandante C40 MK4', grinder: { slug: 'comandante-c40-mk4' } },
    ])
    expect(logs).toMatchObject([
      { grindSettingText: 'far out', grindSetting: null, grinder: { slug: 'comandante-c40-mk4' } },
      { doseGrams: 15.5, rating: 2, isFavourite: true, grindSetting: 24, grinder: null },
    ])
  })

  test('may contain NUL in texts, which is dropped', async () => {
    const { status, logs } = await brought('date,method,coffee,notes\n2026-01-01 08:00,V60,No\0where,Go\0od\n')
    expect([status, logs]).toMatchObject([200, [{ notes: 'Good', bag: { name: 'Nowhere' } }]])
  })

  test('may not contain dates before anybody brewed, but any number of empty cells', async () => {
    const { status, report, logs } = await brought(
      `date,method\n0000-01-01,V60\n1989-12-31,V60\n2026-01-01,V60${','.repeat(100_000)}\n2026-01-02,V60\n`,
    )
    expect([status, logs.length]).toEqual([200, 2])
    expect(report.notTaken.map(({ reason }: { reason: string }) => reason)).toEqual([
      'The date is before 1990.',
      'The date is before 1990.',
    ])
  })

  test.each(['?isDryRun=1', '?isDryRun=true'])('tried first without writing anything, by %s', async query => {
    const bob = await world.person()
    const { isDryRun, ...would } = (await bring(bob, written, query)).body
    expect([isDryRun, would.brews.taken, (await tableOf(bob)).trim().split('\n').length]).toEqual([true, 7, 1])
    expect((await bring(bob, written)).body).toEqual({ isDryRun: false, ...would })
  })

  test.each([
    ['a letter', 'Dear Sirs,\nhere are my brews.', 'The body is not a table of brews'],
    [
      'more columns than a table has',
      `date,method${',x'.repeat(5000)}\n`,
      'The body has 5002 columns; at most 200 are read.',
    ],
    ['more rows than an import takes', `date,method\n${'2026-01-01,V60\n'.repeat(20_001)}`, 'more than 20000 rows'],
    [
      'a line without end',
      `date,method,notes\n2026-01-01,V60,${'a'.repeat(300_000)}`,
      'Line 2 is longer than 256 KiB.',
    ],
    ['a mark that is not closed, for megabytes', `date,method\n"${'a\n'.repeat(3_000_000)}`, 'more than 20000 rows'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0]), 'The body is not a table of brews'],
  ])('are refused in %s', async (_, file, sentence) => {
    const { status, report } = await brought(file)
    expect([status, report.error]).toEqual([400, expect.stringContaining(sentence)])
  })
})
