/** A cup on one lever, the grind or the ratio: where it stood, and which way it was off there. */
export interface Tasted {
  /** In points: about as far as can be tasted, whatever the lever. */
  at: number
  /** 1: too far up (sour, watery), -1: too far down (bitter, strong), 0: just right. */
  said: -1 | 0 | 1
}

/** In points: the least step the device can take, and how far from the start most bests lie. */
export interface Lever {
  leastStep: number
  spread: number
}

export interface Aim {
  /** In points. */
  to: number
  /** How often in a row it was off the same way, this time included. */
  times: number
  /** Where the cup before was off the same way, when nothing was yet off the other way: the last step was too short. */
  last?: number
  /** The nearest cup that was off the other way: the best lies between the two. */
  between?: number
  /** How likely a cup at a place is as good as its drinker can tell. */
  chanceAt: (place: number) => number
}

/**
 * Where to go from the last cup. Every word is a noisy comparison with a best that nobody knows, so we weigh all places
 * by how well they explain what was said, and go to their middle. The same complaint again makes the step longer, the
 * opposite one keeps it between the two; one wrong word among right ones moves little.
 */
export function aimFrom(tasted: readonly [Tasted, ...Tasted[]], { leastStep, spread }: Lever): Aim {
  const { at, said } = tasted[tasted.length - 1] as Tasted
  const weights = weigh(tasted, spread)
  const chanceAt = (place: number) =>
    sum(weights.filter((_, n) => Math.abs(placeAt(n) + tasted[0].at - place) <= CLOSE))
  const likely = tasted[0].at + middleOf(weights)
  const off = tasted.filter(cup => cup.said !== 0)
  const times = tasted.length - 1 - tasted.findLastIndex(cup => cup.said !== said)
  const others = off.filter(cup => cup.said !== said).map(cup => cup.at)
  const sames = off.filter(cup => cup.said === said).map(cup => cup.at)
  const further = (one: number, other: number) => (said > 0 ? Math.min(one, other) : Math.max(one, other))
  if (others.length === 0) {
    const last = sames.findLast(place => Math.abs(place - at) > leastStep / 2)
    const least = last === undefined ? leastStep : Math.min(LONGEST, Math.abs(at - last) + leastStep)
    return { to: further(likely, at - said * least), times, ...(last !== undefined && { last }), chanceAt }
  }
  // Right after the other complaint the best lies between the two; said again and again, the other one was a slip.
  const to = further(likely, at - said * leastStep)
  const other = said > 0 ? Math.max(...others) : Math.min(...others)
  const inOrder = sames.every(place => said * (place - other) > 0)
  if (!inOrder || (times > 1 && said * (to - other) <= 0)) {
    const past = at - said * Math.max(2 * leastStep, Math.abs(at - other) + leastStep)
    return { to: said > 0 ? Math.max(to, past) : Math.min(to, past), times, chanceAt }
  }
  const inner = Math.min(leastStep, Math.abs(at - other) / 2)
  return { to: said > 0 ? Math.max(to, other + inner) : Math.min(to, other - inner), times, between: other, chanceAt }
}

/** Two points from the best, a cup is as good as its drinker can tell. */
const CLOSE = 2

/** Beyond this a longer step is none to taste one's way by: whoever has jumped so far alone is not sent further. */
const LONGEST = 12

/** Half a point apart, sixty to either side of the first cup. */
const PLACES = 241
const placeAt = (n: number) => (n - (PLACES - 1) / 2) / 2

/**
 * How the coach takes a drinker, in points; our choice, measured in bench/coach.ts. Most bests are within the lever's
 * spread of where they began, a few far off (Student's t with three degrees of freedom). A cup is off from two
 * points on, give or take 0.9. Three words in twenty mean nothing.
 */
const TELLING = 2
const HAZE = 0.9
const SLIPS = 0.15

function weigh(tasted: readonly [Tasted, ...Tasted[]], spread: number) {
  const start = tasted[0].at
  return normal(
    Array.from({ length: PLACES }, (_, n) => {
      const place = placeAt(n)
      const before = (1 + (place / spread) ** 2 / 3) ** -2
      return tasted.reduce((weight, { at, said }) => weight * chanceOf(said, at - start - place), before)
    }),
  )
}

/** How likely a word is, so far up from the best. */
function chanceOf(said: Tasted['said'], up: number) {
  const [high, low] = [rising((up - TELLING) / HAZE), rising((-up - TELLING) / HAZE)]
  const chance = said > 0 ? high : said < 0 ? low : 1 - high - low
  return (1 - SLIPS) * chance + SLIPS / 3
}

/** The logistic curve, which is the normal distribution's within a hundredth. */
const rising = (z: number) => 1 / (1 + Math.exp(-1.702 * z))

/** The place with as much weight above as below. */
function middleOf(weights: readonly number[]) {
  let below = 0
  const n = weights.findIndex(weight => {
    below += weight
    return below >= 0.5
  })
  const weight = weights[n] as number
  return placeAt(n) + (0.5 - (below - weight)) / weight / 2 - 0.25
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function normal(weights: readonly number[]) {
  const total = sum(weights)
  return weights.map(weight => weight / total)
}
