import { describe, expect, test } from 'bun:test'
import { plot, shareBar, stepsUpTo } from '../../adapters/design/plot.ts'
import { html } from '../../adapters/http/pages/html.ts'

const pen = { html, svg: html }
const draw = (columns: Parameters<typeof plot>[1]['columns'], nameEvery = 7) =>
  String(plot(pen, { columns, nameEvery, number: String, sentence: 'What happened.' }))
const all = (drawing: string, what: RegExp) => [...drawing.matchAll(what)].map(([, found]) => found)

describe('a plot', () => {
  test('uses round numbers, at least as high as the highest value and at most twice that', () => {
    expect([0, 1, 2, 3, 7, 9, 44, 75, 101, 609, 20_000].map(stepsUpTo)).toEqual([
      [0, 1, 2],
      [0, 1, 2],
      [0, 1, 2],
      [0, 2, 4],
      [0, 4, 8],
      [0, 5, 10],
      [0, 25, 50],
      [0, 40, 80],
      [0, 100, 200],
      [0, 400, 800],
      [0, 10_000, 20_000],
    ])
    for (let highest = 1; highest < 5000; highest++) {
      const whole = stepsUpTo(highest)[2] ?? 0
      expect([highest, whole >= highest, whole <= 2 * highest, Number.isInteger(whole / 2)]).toEqual([
        highest,
        true,
        true,
        true,
      ])
    }
  })

  test('draws a bar for each value, none for zero, and the line to its end', () => {
    const drawing = draw([
      { name: 'Monday', bar: 50, line: 0 },
      { name: 'Tuesday', bar: 0, line: 0 },
      { name: 'Wednesday', bar: 25, line: 25 },
    ])
    const heights = all(drawing, /class="bar"[^>]* height="([\d.]+)"/g).map(Number)
    expect([heights.length, heights[0]]).toEqual([2, 2 * (heights[1] ?? 0)])
    expect(drawing).toMatch(/<polyline class="line" points="16.67,204 50,204 83.33,107"/)
    expect(drawing).toContain('role="img" aria-label="What happened."')
    expect(all(drawing, /class="numeral[^>]*>([^<]*)</g)).toEqual(['Monday'])
  })

  test('has no line and no comparison if there is nothing to show', () => {
    const drawing = draw([{ name: 'Monday', bar: 1 }])
    expect([drawing.includes('polyline'), drawing.includes('class="before"')]).toEqual([false, false])
    expect(draw([{ name: 'Monday', bar: 1, before: 2 }])).toContain('class="before"')
  })
})

test("a bar's length is its share of the largest", () => {
  expect(String(shareBar(pen, 25, 100))).toContain('<rect class="bar" width="25%"')
  expect(String(shareBar(pen, 0, 0))).toContain('<rect class="bar" width="0%"')
})
