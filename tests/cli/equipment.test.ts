import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmodSync, lstatSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { equipmentKinds } from '../../core/equipment/import.ts'
import { csvOf } from '../../core/equipment/rows.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'
import { startWorld, type TestWorld } from '../support/world.ts'
import { dialin } from './cli.ts'

// The service is running: on the embedded engine the command joins it over its socket.
let world: TestWorld
let env: Record<string, string>
let files = 0
beforeAll(async () => {
  world = await startWorld()
  const { dataDir, databaseUrl } = world.config
  env = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
})
afterAll(async () => {
  await world.stop()
})

async function file(extension: string, text: string | Uint8Array) {
  const path = join(world.config.dataDir, `${files++}.${extension}`)
  await Bun.write(path, text)
  return path
}

const c40 = shippedGrinders.bySlug('comandante-c40-mk4')
if (!c40) throw new Error('The C40 has gone.')
const longer = { ...c40, maxSetting: 45, notes: 'Usable to 45, "with care".' }
const fresh = { ...c40, slug: 'comandante-c41', model: 'C41' }
const bad = [
  { ...c40, slug: 'four-points', references: c40.references.slice(0, 4) },
  { ...c40, slug: 'turns-back', references: c40.references.with(2, { grindIndex: 40, setting: 12 }) },
  { ...c40, slug: 'off-the-dial', maxSetting: 30 },
  { ...c40, slug: 'No Slug', unit: 'steps' },
  fresh,
  fresh,
]

const atC40 = (line: number) => `line ${line}, ${c40.slug}`
const controlled = (field: string, code = '001B', line = 1) =>
  `${atC40(line)}: ${field} must not contain control or invisible characters; character 4 is U+${code}.`
const grinderColumns = equipmentKinds.grinders.columns

describe('dialin grinders import', () => {
  test.each(['json', 'csv'])('tells every bad row of a %s file with its line, and saves nothing', async format => {
    // Four points cannot be written in CSV: the cells of the fifth are empty.
    const rows = [longer, ...bad]
    const text =
      format === 'csv' ? csvOf(rows, grinderColumns) : `[\n${rows.map(row => JSON.stringify(row)).join(',\n')}\n]`
    const { out, err, exit } = await dialin(['grinders', 'import', await file(format, text)], env)
    expect([exit, out]).toEqual([1, ''])
    expect(err).toStartWith('5 rows are wrong of 7; nothing was saved:\n')
    expect(err).toContain(
      format === 'csv'
        ? '  line 3, four-points: references[4].grindIndex must be a number.\n'
        : '  line 3, four-points: references[4] is required.\n',
    )
    const [, second, , fourth] = c40.references
    expect(err).toContain(
      `  line 4, turns-back: references must rise in setting with grindIndex; 12 comes after ${second?.setting}.\n`,
    )
    expect(err).toContain(
      `  line 5, off-the-dial: references must lie on the dial, 0 to 30; ${fourth?.setting} does not.\n`,
    )
    expect(err).toContain('  line 6, No Slug: slug must be lower-case letters and digits joined by hyphens.\n')
    expect(err).toContain('  line 6, No Slug: unit must be clicks, numbers, dial or rotations.\n')
    expect(err).toContain('  line 8, comandante-c41: slug must be unique; line 7 has it too.\n')
    await world.refresh()
    expect(world.ports.grinders.bySlug('comandante-c40-mk4')?.maxSetting).toBe(40)
    expect(world.ports.grinders.bySlug('comandante-c41')).toBeUndefined()
  })

  test('shows the difference in a dry run, then saves it, then has nothing to do', async () => {
    const path = await file('csv', csvOf([longer, fresh], grinderColumns))
    const before = world.ports.grinders.bySlug('comandante-c40-mk4')?.id
    const dry = await dialin(['grinders', 'import', path, '--dry-run'], env)
    expect(dry).toMatchObject({ exit: 0, err: '' })
    expect(dry.out).toContain('1 added, 1 changed, 0 unchanged\n  + comandante-c41\n  ~ comandante-c40-mk4\n')
    expect(dry.out).toContain('      maxSetting: 40 -> 45\n')
    expect(dry.out).toEndWith('A dry run: nothing was saved.\n')
    await world.refresh()
    expect(world.ports.grinders.bySlug('comandante-c41')).toBeUndefined()

    const done = JSON.parse((await dialin(['grinders', 'import', path, '--json'], env)).out)
    expect(done).toMatchObject({ rows: 2, bad: [], added: ['comandante-c41'], unchanged: 0, saved: true })
    await world.refresh()
    expect(world.ports.grinders.bySlug('comandante-c40-mk4')).toEqual({ ...longer, id: before as number })
    expect((await world.call('GET /api/widget/grinder/comandante-c41')).status).toBe(200)
    expect((await dialin(['grinders', 'import', path], env)).out).toBe(
      '0 added, 0 changed, 2 unchanged\nThere is nothing to save.\n',
    )
  })

  test.each([
    ['a slip in a field', 'json', JSON.stringify([{ ...c40, notaton: {} }]), 'notaton is not a field of grinders.'],
    ['a list of numbers', 'json', '[1]', 'line 1: must be an object'],
    ['no list', 'json', '{}', 'The file must hold a JSON list'],
    ['another header', 'csv', 'a,b\n', 'Unknown: a, b.'],
    ['a control character', 'json', JSON.stringify([{ ...c40, notes: 'Ann\x1b[2J' }]), controlled('notes')],
    [
      'one in a list',
      'json',
      JSON.stringify([{ ...c40, sources: ['a', 'Ann\x07'] }]),
      controlled('sources[1]', '0007'),
    ],
    ['one in CSV', 'csv', csvOf([{ ...c40, brand: 'Ann\x9b' }], grinderColumns), controlled('brand', '009B', 2)],
    ['what nobody sees', 'json', JSON.stringify([{ ...c40, model: 'Ann\u200bs' }]), controlled('model', '200B')],
    ['a line that ends unseen', 'json', JSON.stringify([{ ...c40, brand: 'Ann\u2028s' }]), controlled('brand', '2028')],
    [
      'a byte order mark inside',
      'json',
      JSON.stringify([{ ...c40, notes: 'Ann\ufeffs' }]),
      controlled('notes', 'FEFF'),
    ],
    ['what turns text around', 'json', JSON.stringify([{ ...c40, model: 'Ann\u202e' }]), controlled('model', '202E')],
    [
      'a step larger than the dial',
      'json',
      JSON.stringify([{ ...c40, step: 41 }]),
      `${atC40(1)}: step must not be larger than the dial, 0 to 40.`,
    ],
    [
      'a step finer than any dial',
      'json',
      JSON.stringify([{ ...c40, step: 1e-320 }]),
      `${atC40(1)}: step must be at least 0.001.`,
    ],
    [
      'a dial without end',
      'json',
      JSON.stringify([{ ...c40, maxSetting: 1e308 }]),
      `${atC40(1)}: maxSetting must be from -10000 to 10000.`,
    ],
    [
      'a text without end',
      'json',
      JSON.stringify([{ ...c40, notes: 'x'.repeat(5001) }]),
      `${atC40(1)}: notes must have at most 5000 characters.`,
    ],
    [
      'a script for a source',
      'json',
      JSON.stringify([{ ...c40, sources: ['javascript:alert(1)'] }]),
      `${atC40(1)}: sources[0] must contain only full web addresses`,
    ],
    [
      'whatever scheme a page has',
      'json',
      JSON.stringify([{ ...c40, sources: ['//evil.example'] }]),
      `https://; "//evil.example" is not one.`,
    ],
    [
      'a password in an address, unrepeated',
      'json',
      JSON.stringify([{ ...c40, sources: ['https://ann:hunter2@maker.example/'] }]),
      `https://; "https://…@maker.example/" is not one.`,
    ],
    [
      'a source without end',
      'json',
      JSON.stringify([{ ...c40, sources: ['x'.repeat(501)], makerPublished: Array(51).fill('v60') }]),
      `sources[0] must have at most 500 characters.`,
    ],
    [
      'a list without end',
      'json',
      JSON.stringify([{ ...c40, makerPublished: Array(51).fill('v60') }]),
      `makerPublished must have at most 50 entries.`,
    ],
    [
      'another scheme',
      'csv',
      csvOf([{ ...c40, sources: ['The maker', 'See ftp://maker.example'] }], grinderColumns),
      `${atC40(2)}: sources[1] must contain only full web addresses that start with http:// or https://; "ftp://maker.example" is not one.`,
    ],
    ['a field twice', 'json', `[{"slug": "a", "brand": "A", "slug": "b"}]`, 'line 1: names slug twice'],
    [
      'a column twice',
      'csv',
      `${grinderColumns.map(({ path }) => path)},notes\n`,
      `Named twice: notes (column ${grinderColumns.length + 1}).`,
    ],
    [
      'Latin-1',
      'csv',
      Buffer.from('slug,brand\nx,Mahlk\xf6nig', 'latin1'),
      'is not UTF-8 at line 2, column 8; save it as UTF-8, then try again.',
    ],
    ['another kind of file', 'txt', '', 'must be a .json or a .csv file, or - for'],
  ])('%s is told', async (_, format, text, sentence) => {
    const { err, exit } = await dialin(['grinders', 'import', await file(format, text)])
    expect([exit, err]).toEqual([1, expect.stringContaining(sentence)])
  })

  test.each([
    ['json', '[{"slug": "x",\n"brand": "Mahlk\xf6nig"}]', 'line 2, column 16'],
    ['csv', 'slug,brand\nx,Mahlk\xf6nig', 'line 2, column 8'],
  ])('Latin-1 is told in a file of %s, and by standard input', async (format, text, place) => {
    const bytes = Buffer.from(text, 'latin1')
    const sentence = `is not UTF-8 at ${place}; save it as UTF-8, then try again.\n`
    const named = await file(format, bytes)
    expect(await dialin(['grinders', 'check', named])).toEqual({ out: '', err: `${named} ${sentence}`, exit: 1 })
    expect(await dialin(['grinders', 'check', '-'], {}, { input: bytes })).toEqual({
      out: '',
      err: `Standard input ${sentence}`,
      exit: 1,
    })
  })

  test('a missing file is reported', async () => {
    expect(await dialin(['grinders', 'check', 'nowhere.json'])).toMatchObject({
      exit: 1,
      err: 'There is no file nowhere.json.\n',
    })
  })
})

test.each(['grinders', 'machines', 'filters'])('what dialin %s export writes can be imported again', async kind => {
  const csv = join(world.config.dataDir, `${kind}.csv`)
  expect((await dialin([kind, 'export', csv], env)).out).toContain(`written to ${csv}`)
  const again = await dialin([kind, 'import', csv, '--dry-run'], env)
  expect(again.out).toMatch(/^0 added, 0 changed, \d+ unchanged\n/)
})

test('- is standard output and input: what one writes the other accepts', async () => {
  for (const options of [[], ['--csv']]) {
    const { out: input } = await dialin(['machines', 'export', '-', ...options], env)
    expect((await dialin(['machines', 'import', '-', '--dry-run'], env, { input })).out).toMatch(
      /^0 added, 0 changed, \d+ unchanged\n/,
    )
  }
})

test('a full disk is reported, and so is a missing folder', async () => {
  const full = join(world.config.dataDir, 'full.json')
  symlinkSync('/dev/full', full)
  expect((await dialin(['filters', 'export', full], env)).err).toContain(`The disk that holds ${full} is full`)
  const { err, exit } = await dialin(['filters', 'export', join(world.config.dataDir, 'none', 'x.csv')], env)
  expect([exit, err]).toEqual([1, expect.stringContaining('The folder for ')])
})

test('a file that export overwrites keeps its mode, and a link stays a link', async () => {
  const [path, link] = [join(world.config.dataDir, 'kept.json'), join(world.config.dataDir, 'link.json')]
  await Bun.write(path, 'the last one\n')
  chmodSync(path, 0o600)
  symlinkSync(path, link)
  expect(await dialin(['filters', 'export', link], env)).toMatchObject({ exit: 0 })
  expect([lstatSync(link).isSymbolicLink(), statSync(path).mode & 0o777]).toEqual([true, 0o600])
  expect(await Bun.file(path).json()).toHaveLength(world.ports.filters.list().length)
})

test('without a file, dialin filters export prints JSON, or CSV when asked', async () => {
  const { out } = await dialin(['filters', 'export'], env)
  expect(JSON.parse(out)).toEqual(world.ports.filters.list().map(({ id: _, ...filter }) => filter))
  expect((await dialin(['filters', 'export', '--csv'], env)).out).toStartWith('slug,name,type,description,brewers\n')
})

test('dialin machines import changes a machine in place', async () => {
  const [first] = world.ports.machines.list()
  if (!first) throw new Error('There are no machines.')
  const { id, ...machine } = first
  const changed = await file('json', JSON.stringify([{ ...machine, defaultWaterTempF: 190 }]))
  expect((await dialin(['machines', 'import', changed], env)).out).toContain('defaultWaterTempF: ')
  await world.refresh()
  expect(world.ports.machines.byId(id)).toEqual({ ...first, defaultWaterTempF: 190 })
})

test('dialin machines import reports each problem once, and refuses a machine that holds less than it needs', async () => {
  const machines = world.ports.machines.list().map(({ id: _, ...machine }) => machine)
  const machine = machines.find(({ slug }) => slug === 'hario-v60-02')
  const upside = { ...machine, minWaterGrams: 900, maxWaterGrams: 100, brand: 'Ann\u200b, Ben' }
  expect((await dialin(['machines', 'import', await file('json', JSON.stringify([upside]))], env)).err).toBe(
    [
      '1 row is wrong of 1; nothing was saved:',
      '  line 1, hario-v60-02: brand must not contain control or invisible characters; character 4 is U+200B.',
      '  line 1, hario-v60-02: maxWaterGrams must not be below minWaterGrams.',
      '',
    ].join('\n'),
  )
})

test('dialin grinders check checks the catalog', async () => {
  const { out, exit } = await dialin(['grinders', 'check'], env)
  expect([exit, out]).toEqual([0, expect.stringMatching(/^\d+ grinders: five points each/)])
})

test('dialin grinders feedback shows where users and curves disagree', async () => {
  expect((await dialin(['grinders', 'feedback'], env)).out).toBe('No feedback yet.\n')
  const say = (grinder: string, setting: number, feedback: string) =>
    world.call('POST /api/tools/grind-feedback', { body: { grinder, setting, feedback, method: 'v60' } })
  for (let count = 0; count < 6; count++) await say('baratza-encore', 24, 'TOO_FINE')
  await say('niche-zero', 45, 'JUST_RIGHT')
  const { out } = await dialin(['grinders', 'feedback'], env)
  expect(out).toMatch(/^Baratza Encore +6 +0 +\d+ steps coarser +6$/m)
  expect(out).not.toContain('Niche')
  const all = JSON.parse((await dialin(['grinders', 'feedback', '--all', '--json'], env)).out)
  expect(all).toHaveLength(2)
  expect(all[0]).toMatchObject({ slug: 'baratza-encore', voices: 6, agree: 0, disagrees: true })
})
