import * as v from 'valibot'
import type { MethodId } from '../grind/methods.ts'
import { fahrenheitOf } from '../temperature.ts'

const Span = v.object({
  low: v.number(),
  high: v.number(),
  guides: v.pipe(v.number(), v.description('How many published guides say so.')),
})
type Span = v.InferOutput<typeof Span>

/** What published guides do: the middle 80 % of them. Null if too few give a figure. */
export const Typical = v.pipe(
  v.object({ ratio: v.nullable(Span), waterTempF: v.nullable(Span), brewTimeSeconds: v.nullable(Span) }),
  v.description(
    'What most published guides by roasters, makers and champions use (the middle 80%). Null if there are too few.',
  ),
)
export type Typical = v.InferOutput<typeof Typical>

type GuideCount = readonly [low: number, high: number, guides: number]

/**
 * Ratio, C and seconds, counted over 278 guides; those that may be published are in
 * db/data/brew-guides.json.
 */
export const typicalOf: Readonly<Record<MethodId, Typical>> = {
  espresso: typicalFrom([1.9, 2.5, 23], [87, 95, 28], [21, 30, 13]),
  moka: typicalFrom([8, 16, 13], [90, 100, 9], [100, 230, 5]),
  aeropress: typicalFrom([11, 16, 37], [80, 100, 34], [90, 175, 34]),
  v60: typicalFrom([14.3, 17, 31], [92, 97, 25], [140, 235, 23]),
  kalita: typicalFrom([15.4, 16.7, 17], [93, 96, 15], [160, 240, 15]),
  chemex: typicalFrom([15, 17, 35], [92, 96, 29], [200, 330, 31]),
  drip: typicalFrom([16, 17, 12], [94, 95, 7], [285, 360, 7]),
  clever: typicalFrom([15, 17, 9], [94, 100, 7], [190, 280, 6]),
  siphon: typicalFrom([13, 16, 7], null, null),
  french_press: typicalFrom([14.2, 17.2, 17], [93, 97, 13], [210, 504, 19]),
  // Eight of ten guides make a concentrate, so they say nothing about a cup that is ready to drink.
  cold_brew: typicalFrom(null, null, null),
  turkish: typicalFrom([8, 12, 5], null, null),
}

/** Ratio, C and seconds; null if too few guides give one. */
export function typicalFrom(ratio: GuideCount | null, celsius: GuideCount | null, seconds: GuideCount | null): Typical {
  const fahrenheit = (degrees: number) => Math.round(fahrenheitOf(degrees))
  return {
    ratio: ratio && span(ratio),
    waterTempF: celsius && span([fahrenheit(celsius[0]), fahrenheit(celsius[1]), celsius[2]]),
    brewTimeSeconds: seconds && span(seconds),
  }
}

function span([low, high, guides]: GuideCount): Span {
  return { low, high, guides }
}
