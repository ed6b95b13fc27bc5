import { randomBytes } from 'node:crypto'
import { anExport } from './beanconqueror.ts'
import { many } from './many.ts'
import { type Packed, zipped } from './zip.ts'

export const packedJson = (name: string, rows: unknown): Packed => ({ name, text: JSON.stringify(rows) })
export const packedMain = (more: object = {}) => packedJson('Beanconqueror.json', anExport(more))

const main = packedMain
const json = packedJson
const NO_ARCHIVE = 'is damaged or not a ZIP archive we can read. Export it again.'
const TOO_LONG = 'has a Beanconqueror.json of more than 32 MiB.'

/**
 * Archives that are refused: what each contains, how it is made, the status, and how the sentence
 * continues.
 */
export const hostileArchives: [has: string, make: () => Buffer<ArrayBuffer>, status: number, complaint: string][] = [
  ['nothing behind its first letters', () => Buffer.from('PK\x03\x04'), 400, NO_ARCHIVE],
  ['something else behind them', () => Buffer.from(`PK\x03\x04${'no archive at all '.repeat(1000)}`), 400, NO_ARCHIVE],
  ['its end cut off', () => zipped([main()]).subarray(0, -30), 400, NO_ARCHIVE],
  ['its second half cut off', () => zipped([main()]).subarray(0, 600), 400, NO_ARCHIVE],
  [
    'no main file',
    () => zipped([json('Brews.json', [])]),
    400,
    'is an archive without a Beanconqueror.json; choose the one that the app exported.',
  ],
  [
    'the archive in an archive',
    () => zipped([{ name: 'Beanconqueror.zip', text: zipped([main()]) }]),
    400,
    'is an archive without a Beanconqueror.json; choose the one that the app exported.',
  ],
  ['an archive as its main file', () => zipped([{ ...main(), text: zipped([main()]) }]), 400, 'is not valid JSON.'],
  ['two main files', () => zipped([main(), main()]), 400, 'has more than one Beanconqueror.json in it.'],
  [
    'two in different folders',
    () => zipped([main(), { ...main(), name: 'old/Beanconqueror.json' }]),
    400,
    'has more than one Beanconqueror.json in it.',
  ],
  [
    'a part between others missing',
    () => zipped([main(), json('Beanconqueror_Brews_1.json', []), json('Beanconqueror_Brews_3.json', [])]),
    400,
    'lacks Beanconqueror_Brews_2.json, so it is incomplete; export again.',
  ],
  [
    'a part that is no list',
    () => zipped([main(), json('Beanconqueror_Brews_1.json', {})]),
    400,
    'has a Beanconqueror_Brews_1.json that is not a list.',
  ],
  [
    'a part that goes on behind its list',
    () => zipped([main(), { name: 'Beanconqueror_Brews_1.json', text: '[],"BEANS":[]' }]),
    400,
    'has a Beanconqueror_Brews_1.json that is not a list.',
  ],
  [
    'a password',
    () => zipped([{ ...main(), flags: 0x801 }]),
    400,
    'is password-protected. Export it without a password.',
  ],
  ['a strong password', () => zipped([{ ...main(), flags: 0x841 }]), 400, NO_ARCHIVE],
  [
    'another way of packing',
    () => zipped([{ ...main(), method: 12 }]),
    400,
    'contains a Beanconqueror.json in a compression format we can’t read.',
  ],
  ['a path that leads out', () => zipped([{ ...main(), name: '../Beanconqueror.json' }]), 400, NO_ARCHIVE],
  ['a photo whose path leads out', () => zipped([{ name: 'a/../../b.jpg', text: 'x' }, main()]), 400, NO_ARCHIVE],
  ['a path from the root', () => zipped([{ ...main(), name: '/etc/Beanconqueror.json' }]), 400, NO_ARCHIVE],
  ['a path of Windows', () => zipped([{ ...main(), name: '..\\Beanconqueror.json' }]), 400, NO_ARCHIVE],
  ['a drive of Windows', () => zipped([{ ...main(), name: 'C:/Beanconqueror.json' }]), 400, NO_ARCHIVE],
  ['a wrong sum', () => zipped([{ ...main(), saysSum: 1 }]), 400, NO_ARCHIVE],
  ['more inside than it says', () => zipped([{ ...main(), saysSize: 100 }]), 400, NO_ARCHIVE],
  [
    'a bomb that says it is small',
    () => zipped([{ name: 'Beanconqueror.json', text: Buffer.alloc(60_000_000, ' '), saysSize: 1_000_000 }]),
    400,
    NO_ARCHIVE,
  ],
  ['less inside than it says', () => zipped([{ ...main(), saysSize: 1e6 }]), 400, NO_ARCHIVE],
  ['a file that goes on beyond its end', () => zipped([{ ...main(), saysPacked: 1e9 }]), 400, NO_ARCHIVE],
  ['a file that begins beyond its end', () => zipped([{ ...main(), saysAt: 4e9 }]), 400, NO_ARCHIVE],
  [
    'two files of the same bytes',
    () => zipped([main(), { ...main(), name: 'Beanconqueror_Brews_1.json', saysAt: 0 }]),
    400,
    'is damaged: its files overlap. Export it again.',
  ],
  [
    'a file inside another',
    () => zipped([main(), { ...main(), name: 'Beanconqueror_Brews_1.json', saysAt: 40 }]),
    400,
    'is damaged: its files overlap. Export it again.',
  ],
  [
    'more files than anybody has',
    () => zipped(many(20_001, at => ({ name: `${at}.jpg`, text: '', stored: true }))),
    400,
    'has more than 20000 files in it.',
  ],
  ['more files than it has', () => zipped([main()], { entries: 30_000 }), 400, 'has more than 20000 files in it.'],
  ['fewer files than it says', () => zipped([main()], { entries: 2 }), 400, NO_ARCHIVE],
  [
    'names longer than anybody gives',
    () => zipped(many(300, at => ({ name: `${at}${'x'.repeat(60_000)}`, text: '', stored: true }))),
    400,
    'has a file list larger than 16 MiB.',
  ],
  ['a size beyond bounds', () => zipped([{ ...main(), saysSize: 4e9 }]), 413, TOO_LONG],
  [
    'a bomb',
    () => zipped([{ name: 'Beanconqueror.json', text: Buffer.alloc(20_000_000, ' ') }]),
    413,
    'has a Beanconqueror.json that unpacks to more than 250 times its size.',
  ],
  [
    'parts that are too much together',
    () =>
      zipped(many(3, at => ({ name: `Beanconqueror_Brews_${at + 1}.json`, text: randomBytes(2e5), saysSize: 3e7 }))),
    413,
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
    400,
    'has more than 20000 rows.',
  ],
  [
    'a size of eight bytes beyond bounds',
    () => zipped([{ ...main(), saysSize: 2 ** 40 }], { zip64: true }),
    413,
    TOO_LONG,
  ],
  [
    'a place of eight bytes beyond its end',
    () => zipped([{ ...main(), saysAt: 2 ** 52 }], { zip64: true }),
    400,
    NO_ARCHIVE,
  ],
  [
    'eight bytes that are no number',
    () => zipped([{ ...main(), saysPacked: 2 ** 63 }], { zip64: true }),
    400,
    NO_ARCHIVE,
  ],
  [
    'more files than eight bytes are for',
    () => zipped([main()], { zip64: true, entries: 2 ** 33 }),
    400,
    'has more than 20000 files in it.',
  ],
  ['a wrong sum in eight bytes', () => zipped([{ ...main(), saysSum: 1 }], { zip64: true }), 400, NO_ARCHIVE],
]
