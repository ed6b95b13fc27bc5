import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { isWholeZstd } from '../../adapters/postgres/operations/zstd.ts'

const folder = mkdtempSync(join(tmpdir(), 'dialin-zstd-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isWhole = (bytes: Uint8Array) => {
  const file = join(folder, 'file')
  writeFileSync(file, bytes)
  return isWholeZstd(file)
}
const text = (length: number) => Buffer.from(Array.from({ length }, (_, at) => 97 + ((at * at) % 26)))
const checked = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
const note = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2])

test.each([
  ['one frame', zstdCompressSync(text(1000))],
  ['many blocks', zstdCompressSync(text(1_000_000))],
  ['a checksum behind it', zstdCompressSync(text(1000), checked)],
  ['what repeats', zstdCompressSync(Buffer.alloc(500_000))],
  ['nothing', zstdCompressSync(Buffer.alloc(0))],
  ['two frames and a note between them', Buffer.concat([zstdCompressSync(text(9)), note, zstdCompressSync(text(99))])],
])('%s: whole, and not with a byte less or more', async (_, packed) => {
  expect(await isWhole(packed)).toBe(true)
  for (const bytes of [1, 2, 3, 4, 5, packed.length - 1])
    expect([bytes, await isWhole(packed.subarray(0, -bytes))]).toEqual([bytes, false])
  expect(await isWhole(Buffer.concat([packed, Buffer.from([0])]))).toBe(false)
})

test('a file that is not Zstandard is not complete', async () => {
  for (const other of ['', 'coffee']) expect(await isWhole(Buffer.from(other))).toBe(false)
})
