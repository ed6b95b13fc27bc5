import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { importedFile } from '../../adapters/import-file.ts'
import { aBean, aBrew, anExport } from '../support/beanconqueror.ts'
import { type Packed, zipped } from '../support/zip.ts'

const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))
const json = (name: string, rows: unknown): Packed => ({ name, text: JSON.stringify(rows) })
const main = (more: object = {}) => json('Beanconqueror.json', anExport(more))
const brews = (from: number, count: number) => many(count, at => aBrew(`brew-${from + at}`))
const uuids = (rows: unknown) => (rows as { config: { uuid: string } }[]).map(({ config }) => config.uuid)

describe('the archive of Beanconqueror', () => {
  test('is put together: what the main file begins, numbered files go on with, in their order', async () => {
    const file = await importedFile(
      zipped([
        json('Beanconqueror_Brews_2.json', brews(1000, 3)),
        json('Beanconqueror_Beans_1.json', [aBean('bean-500')]),
        json('Beanconqueror_Brews_1.json', brews(500, 500)),
        main({ BREWS: brews(0, 500), BEANS: many(500, at => aBean(`bean-${at}`)) }),
      ]),
    )
    expect(uuids(file.BREWS)).toEqual(many(1003, at => `brew-${at}`))
    expect(uuids(file.BEANS)).toEqual(many(501, at => `bean-${at}`))
    expect(file.MILL).toHaveLength(1)
    expect(file.isWhole).toBe(true)
  })

  test('may have photos, profiles and a folder around it, and may be stored as it is', async () => {
    const file = await importedFile(
      zipped([
        { name: 'export/photos/1.jpg', text: 'x'.repeat(100_000) },
        { name: 'export/brews/flow_profile.json', text: 'not even JSON' },
        { name: '__MACOSX/export/._Beanconqueror.json', text: 'Mac' },
        { ...main(), name: 'export/Beanconqueror.json', stored: true },
      ]),
    )
    expect(uuids(file.BREWS)).toEqual(['brew-1'])
  })

  test('may be a ZIP64, whose sizes have eight bytes, under the same bounds', async () => {
    const parts = [main({ BREWS: brews(0, 500) }), json('Beanconqueror_Brews_1.json', brews(500, 3))]
    expect(uuids((await importedFile(zipped(parts, { zip64: true }))).BREWS)).toHaveLength(503)
    for (const [file, more, why] of [
      [{ ...main(), saysSize: 2 ** 40 }, {}, 'of more than 32 MiB'],
      [main(), { entries: 2 ** 33 }, 'has more than 20000 files in it'],
      [{ ...main(), saysSum: 1 }, {}, 'a damaged one'],
    ] as const)
      expect(importedFile(zipped([file], { zip64: true, ...more }))).rejects.toThrow(why)
  })

  test.each<[string, () => Buffer, string]>([
    ['nothing behind its first letters', () => Buffer.from('PK\x03\x04'), 'is no ZIP archive that we can read'],
    ['its end cut off', () => zipped([main()]).subarray(0, -30), 'is no ZIP archive that we can read'],
    ['no main file', () => zipped([json('Brews.json', [])]), 'is an archive without a Beanconqueror.json'],
    ['two main files', () => zipped([main(), main()]), 'has more than one Beanconqueror.json in it.'],
    [
      'two in different folders',
      () => zipped([main(), { ...main(), name: 'old/Beanconqueror.json' }]),
      'has more than one Beanconqueror.json in it.',
    ],
    [
      'a part between others missing',
      () => zipped([main(), json('Beanconqueror_Brews_1.json', []), json('Beanconqueror_Brews_3.json', [])]),
      'lacks Beanconqueror_Brews_2.json, so some of it is missing; export it anew.',
    ],
    [
      'a part that is no list',
      () => zipped([main(), json('Beanconqueror_Brews_1.json', {})]),
      'has a Beanconqueror_Brews_1.json that is no list.',
    ],
    [
      'a part that goes on behind its list',
      () => zipped([main(), { name: 'Beanconqueror_Brews_1.json', text: '[],"BEANS":[]' }]),
      'has a Beanconqueror_Brews_1.json that is no list.',
    ],
    ['a password', () => zipped([{ ...main(), flags: 0x801 }]), 'is locked with a password; export it without one.'],
    ['another way of packing', () => zipped([{ ...main(), method: 12 }]), 'is packed in a way we cannot read.'],
    ['a path that leads out', () => zipped([{ ...main(), name: '../Beanconqueror.json' }]), 'is no ZIP archive'],
    ['a path from the root', () => zipped([{ ...main(), name: '/etc/Beanconqueror.json' }]), 'is no ZIP archive'],
    ['a path of Windows', () => zipped([{ ...main(), name: '..\\Beanconqueror.json' }]), 'is no ZIP archive'],
    ['a wrong sum', () => zipped([{ ...main(), saysSum: 1 }]), 'is no ZIP archive that we can read'],
    ['more inside than it says', () => zipped([{ ...main(), saysSize: 100 }]), 'is no ZIP archive that we can read'],
    ['less inside than it says', () => zipped([{ ...main(), saysSize: 1e6 }]), 'is no ZIP archive that we can read'],
    ['more files than anybody has', () => zipped([main()], { entries: 30_000 }), 'has more than 20000 files in it.'],
    ['fewer files than it says', () => zipped([main()], { entries: 2 }), 'is no ZIP archive that we can read'],
    ['a size beyond bounds', () => zipped([{ ...main(), saysSize: 4e9 }]), 'of more than 32 MiB.'],
    [
      'a bomb',
      () => zipped([{ name: 'Beanconqueror.json', text: Buffer.alloc(20_000_000, ' ') }]),
      '250 times its size',
    ],
    [
      'parts that are too much together',
      () =>
        zipped(many(3, at => ({ name: `Beanconqueror_Brews_${at + 1}.json`, text: randomBytes(2e5), saysSize: 3e7 }))),
      'unpacks to more than 64 MiB.',
    ],
    [
      'more rows than anybody has',
      () =>
        zipped([
          main(),
          json(
            'Beanconqueror_Brews_1.json',
            many(20_000, at => at),
          ),
        ]),
      'has more than 20000 rows.',
    ],
  ])('with %s is refused with a sentence', async (_, make, sentence) => {
    const refused = await importedFile(make()).then(
      () => 'taken',
      error => error,
    )
    expect(refused.name).toBe('Fault')
    expect(refused.message).toContain(sentence)
  })
})
