import type { Pen } from './pen.ts'

/** A QR code of a short text (ISO/IEC 18004: bytes, error correction M, versions 1 to 6); undefined where it is too long. */
export function qrCode<T>({ html }: Pen<T>, text: string, sentence: string): T | undefined {
  const modules = qrModules(text)
  if (!modules) return
  const size = modules.length
  const dark = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return html`<svg class="qr" viewBox="-2 -2 ${size + 4} ${size + 4}" role="img" aria-label="${sentence}"><path class="ground" d="M-2-2h${size + 4}v${size + 4}h-${size + 4}z"/><path d="${dark.join('')}"/></svg>`
}

/** By version, from 1: blocks, bytes of data in each, and bytes of correction to each. */
const versions = [
  [1, 16, 10],
  [1, 28, 16],
  [1, 44, 26],
  [2, 32, 18],
  [2, 43, 24],
  [4, 27, 16],
] as const

export function qrModules(text: string): boolean[][] | undefined {
  const bytes = [...new TextEncoder().encode(text)]
  // Mode and length take twelve bits.
  const version = versions.findIndex(([blocks, data]) => bytes.length + 2 <= blocks * data) + 1
  const spec = versions[version - 1]
  if (!spec) return
  const codewords = interleaved(padded(bytes, spec[0] * spec[1]), spec)
  const drawn = masks.map(mask => drawnWith(version, codewords, mask))
  return drawn.reduce((best, one) => (penalty(one) < penalty(best) ? one : best))
}

function padded(bytes: number[], length: number) {
  const bits = [...bitsOf(0b0100, 4), ...bitsOf(bytes.length, 8), ...bytes.flatMap(byte => bitsOf(byte, 8)), 0, 0, 0, 0]
  const data = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  )
  while (data.length < length) data.push((data.length - bytes.length) % 2 === 0 ? 0xec : 0x11)
  return data.slice(0, length)
}

const bitsOf = (value: number, length: number) => Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1)

function interleaved(data: number[], [blocks, size, correction]: (typeof versions)[number]) {
  const parts = Array.from({ length: blocks }, (_, at) => data.slice(at * size, (at + 1) * size))
  const across = (columns: number[][], length: number) =>
    Array.from({ length }, (_, at) => columns.map(column => column[at] ?? 0)).flat()
  return [
    ...across(parts, size),
    ...across(
      parts.map(part => correctionOf(part, correction)),
      correction,
    ),
  ]
}

/** Powers of 2 in the field of 256 elements over 0x11d. */
const powers = Array.from({ length: 255 }).reduce<number[]>(list => {
  const next = (list.at(-1) ?? 0) << 1
  return list.length === 0 ? [1] : [...list, next > 255 ? next ^ 0x11d : next]
}, [])
const times = (a: number, b: number) =>
  a === 0 || b === 0 ? 0 : (powers[(powers.indexOf(a) + powers.indexOf(b)) % 255] ?? 0)

/** Reed-Solomon: what is left of the data after division by (x - 1)(x - 2)(x - 4)… */
export function correctionOf(data: readonly number[], length: number): number[] {
  let divisor = [1]
  for (let degree = 0; degree < length; degree++)
    divisor = [...divisor, 0].map((value, at) => value ^ times(divisor[at - 1] ?? 0, powers[degree] ?? 0))
  const rest = [...data, ...new Array<number>(length).fill(0)]
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at] ?? 0
    for (const [step, value] of divisor.entries()) rest[at + step] = (rest[at + step] ?? 0) ^ times(value, lead)
  }
  return rest.slice(data.length)
}

type Mask = (x: number, y: number) => boolean
const masks: Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  x => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function drawnWith(version: number, codewords: number[], mask: Mask): boolean[][] {
  const size = 17 + 4 * version
  const grid = Array.from({ length: size }, () => new Array<boolean | undefined>(size).fill(undefined))
  const set = (x: number, y: number, isDark: boolean) => {
    const row = grid[y]
    if (row && x >= 0 && x < size) row[x] = isDark
  }
  drawPatterns(version, size, set)
  drawFormat(masks.indexOf(mask), size, set)
  const bits = codewords.flatMap(word => bitsOf(word, 8))
  let at = 0
  // Upwards and downwards by turns, two columns at a time from the right, past the column of the timing pattern.
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    for (let step = 0; step < size; step++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
      for (const x of [right, right - 1])
        if (grid[y]?.[x] === undefined) set(x, y, ((bits[at++] ?? 0) === 1) !== mask(x, y))
    }
  }
  return grid as boolean[][]
}

type SetModule = (x: number, y: number, isDark: boolean) => void

function drawPatterns(version: number, size: number, set: SetModule) {
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0)
    set(at, 6, at % 2 === 0)
  }
  const square = (cx: number, cy: number, reach: number, isLight: (ring: number) => boolean) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) set(cx + x, cy + y, !isLight(Math.max(Math.abs(x), Math.abs(y))))
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(cx, cy, 4, ring => ring === 2 || ring === 4)
  if (version > 1) square(size - 7, size - 7, 2, ring => ring === 1)
}

/** Correction M and the mask, twice, with a correction of their own. */
function drawFormat(mask: number, size: number, set: SetModule) {
  let rest = mask << 10
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10)
  const bits = ((mask << 10) | rest) ^ 0x5412
  const isSet = (at: number) => ((bits >> at) & 1) === 1
  for (let at = 0; at < 15; at++) {
    const along = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at
    set(8, along, isSet(at))
    const across = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at
    set(across, 8, isSet(at))
  }
  set(8, size - 8, true)
}

/** What makes a code hard to read: long runs, blocks of one colour, too much of either. */
function penalty(grid: boolean[][]) {
  const lines = [...grid, ...grid.map((_, at) => grid.map(row => row[at] === true))]
  const runs = lines
    .flatMap(
      line =>
        line
          .map(isDark => (isDark ? '1' : '0'))
          .join('')
          .match(/1{5,}|0{5,}/g) ?? [],
    )
    .reduce((sum, run) => sum + run.length - 2, 0)
  const blocks = grid.flatMap((row, y) =>
    row.filter((cell, x) => cell === row[x + 1] && cell === grid[y + 1]?.[x] && cell === grid[y + 1]?.[x + 1]),
  ).length
  const share = grid.flat().filter(Boolean).length / grid.length ** 2
  return runs + 3 * blocks + 10 * Math.floor(Math.abs(share - 0.5) * 20)
}
