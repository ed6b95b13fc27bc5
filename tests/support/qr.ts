import { expect } from 'bun:test'

/** A reader written from the standard's side: format, mask, zigzag, blocks, bytes. */
export function readQr(grid: boolean[][]) {
  const size = grid.length
  const version = (size - 17) / 4
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map(y => grid[y]?.[8])
  const bits = format.reduce((sum, bit, at) => sum | (Number(bit) << at), 0)
  const fifteen = [7, 5, 4, 3, 2, 1, 0].reduce((sum, x, at) => sum | (Number(grid[8]?.[x]) << (8 + at)), bits) ^ 0x5412
  expect(fifteen >> 13).toBe(0)
  const mask = (fifteen >> 10) & 7
  const isFlipped = [
    (x: number, y: number) => (x + y) % 2 === 0,
    (_: number, y: number) => y % 2 === 0,
    (x: number) => x % 3 === 0,
    (x: number, y: number) => (x + y) % 3 === 0,
    (x: number, y: number) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
    (x: number, y: number) => ((x * y) % 2) + ((x * y) % 3) === 0,
    (x: number, y: number) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
    (x: number, y: number) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
  ][mask]
  const isFixed = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (version > 1 && Math.abs(x - (size - 7)) <= 2 && Math.abs(y - (size - 7)) <= 2)
  const stream: number[] = []
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = isUp ? size - 1 - step : step
        if (!isFixed(x, y)) stream.push(Number(grid[y]?.[x] !== isFlipped?.(x, y)))
      }
    isUp = !isUp
  }
  const words = Array.from({ length: Math.floor(stream.length / 8) }, (_, at) =>
    Number.parseInt(stream.slice(at * 8, at * 8 + 8).join(''), 2),
  )
  const blocks = [1, 1, 1, 2, 2, 4][version - 1] ?? 1
  const perBlock = [16, 28, 44, 32, 43, 27][version - 1] ?? 0
  const data = Array.from({ length: blocks }, (_, block) =>
    Array.from({ length: perBlock }, (_, at) => words[at * blocks + block] ?? 0),
  ).flat()
  const all = data.map(word => word.toString(2).padStart(8, '0')).join('')
  expect(all.slice(0, 4)).toBe('0100')
  const length = Number.parseInt(all.slice(4, 12), 2)
  const bytes = Array.from({ length }, (_, at) => Number.parseInt(all.slice(12 + at * 8, 20 + at * 8), 2))
  return new TextDecoder().decode(new Uint8Array(bytes))
}
