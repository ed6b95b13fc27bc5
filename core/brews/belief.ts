/** What a cup says about one lever, the grind or the ratio, and the lever's position. */
export interface Taste {
  /** In points: two of them are the least that can be tasted, for either lever. */
  at: number
  /** 1: too far up (sour, watery), -1: too far down (bitter, strong), 0: not named. */
  said: -1 | 0 | 1
}

/** A lever is missing if its position is unknown, or the words about it contradict each other. */
interface TastedCup {
  grind: Taste | undefined
  ratio: Taste | undefined
}

export type LeverName = keyof TastedCup

/** How likely the best is within tasting distance of a position on a lever. */
export type Chances = (place: number) => number

/**
 * The chances for one lever, wherever the best of the other lever is. With `other`, a position on
 * that lever: the chance that both bests are within tasting distance of the two positions.
 */
export type Belief = (lever: LeverName, other?: number) => Chances

/**
 * Where the drinker's best may be, after all cups of a bag, oldest first. Every word is a noisy
 * comparison with a best that nobody knows: each pair of grind and ratio is weighted by how well it
 * explains what was said. One wrong word among right ones changes little, and a lever that was not
 * named along with another is more likely right.
 */
export function believe(cups: readonly TastedCup[]): Belief {
  const axes = {
    grind: axisAround(cups.find(cup => cup.grind)?.grind?.at ?? 0, WINDOW.grind, SPREAD.grind),
    ratio: axisAround(cups.find(cup => cup.ratio)?.ratio?.at ?? 0, WINDOW.ratio, SPREAD.ratio),
  }
  const width = axes.ratio.places.length
  const weights = new Float64Array(axes.grind.places.length * width)
  for (let n = 0; n < axes.grind.places.length; n++)
    for (let m = 0; m < width; m++)
      weights[n * width + m] = (axes.grind.prior[n] as number) * (axes.ratio.prior[m] as number)
  for (const [n, cup] of cups.entries()) learn(weights, cup, axes, cups.length - 1 - n)
  let total = 0
  for (let n = 0; n < weights.length; n++) total += weights[n] as number
  return (lever, other) => {
    const { places } = axes[lever]
    const others = axes[lever === 'grind' ? 'ratio' : 'grind'].places
    const [along, across] = lever === 'grind' ? [width, 1] : [1, width]
    // For a position on the other lever, only its small neighbourhood counts.
    const counting = others
      .map((place, m) => ({ at: m * across, share: other === undefined ? 1 : shareWithin(place, other) }))
      .filter(({ share }) => share > 0)
    const line = places.map((_, n) => {
      let sum = 0
      for (const { at, share } of counting) sum += share * (weights[n * along + at] as number)
      return sum / total
    })
    return place => {
      const first = Math.floor(place - (places[0] as number) - TASTED)
      let chance = 0
      for (let n = Math.max(0, first); n < Math.min(line.length, first + 2 * TASTED + 3); n++)
        chance += (line[n] as number) * shareWithin(places[n] as number, place)
      return chance
    }
  }
}

/**
 * Our assumptions about a drinker, in points. The best is near the first cup: for the grind as far
 * away as two grinders or two tastes differ, for the ratio within 7 %. A cup is off from two points
 * on, give or take one, and two more for every ten cups since. One word in ten is random. Three in
 * ten drinkers name everything that is off, the others what stands out.
 */
const SPREAD = { grind: 7, ratio: 3.5 }
const TASTED = 2
const HAZE = 1
const DRIFT = 0.2
const SLIPS = 0.1
const NAMES_ALL = 0.3

/** How far we look to either side of the first cup, point by point. */
const WINDOW = { grind: 45, ratio: 25 }

interface Axis {
  places: readonly number[]
  prior: readonly number[]
}

function axisAround(start: number, reach: number, spread: number): Axis {
  const offsets = Array.from({ length: 2 * reach + 1 }, (_, n) => n - reach)
  return { places: offsets.map(offset => start + offset), prior: offsets.map(offset => bell(offset / spread)) }
}

/** How much of the point around a position is within tasting distance of another. */
const shareWithin = (place: number, of: number) => Math.min(1, Math.max(0, TASTED + 0.5 - Math.abs(place - of)))

/** Multiplies every weight by how likely the cup's words are there. */
function learn(weights: Float64Array, { grind, ratio }: TastedCup, axes: Record<LeverName, Axis>, cupsAgo: number) {
  if (!grind && !ratio) return
  const ground = axes.grind.places.map(shownAt(grind, cupsAgo))
  const brewed = axes.ratio.places.map(shownAt(ratio, cupsAgo))
  const bothNamed = grind?.said && ratio?.said
  const oneNamed = grind && ratio && (grind.said === 0) !== (ratio.said === 0)
  // Two wrong words at once are as rare as two independent mistakes.
  const slip = SLIPS / TAPS ** (bothNamed ? 2 : 1)
  const meant = (1 - SLIPS) * (bothNamed ? NAMES_ALL : 1)
  let n = 0
  for (const one of ground)
    for (const other of brewed) {
      const chance = !oneNamed ? one.chance * other.chance : grind.said ? alone(one, other) : alone(other, one)
      weights[n] = (weights[n] as number) * (meant * chance + slip)
      n++
    }
}

/** Sour, bitter, watery, strong, just right. */
const TAPS = 5

/** How one cup would show a lever if the best were at a position. */
interface Shown {
  /** How likely the cup's word about it is, if everything that is off is named. */
  chance: number
  isOff: number
  distance: number
}

function shownAt(taste: Taste | undefined, cupsAgo: number): (place: number) => Shown {
  if (!taste) return () => ({ chance: 1, isOff: 0, distance: 0 })
  const { at, said } = taste
  const haze = Math.hypot(HAZE, DRIFT * cupsAgo)
  return place => {
    const [high, low] = [rising((at - place - TASTED) / haze), rising((place - at - TASTED) / haze)]
    const chance = said > 0 ? high : said < 0 ? low : 1 - high - low
    return { chance, isOff: high + low, distance: Math.abs(at - place) }
  }
}

/**
 * How likely only one lever is named: the other is right, or stands out less to drinkers who name
 * one.
 */
function alone(named: Shown, silent: Shown) {
  const standsOut = Math.min(1, Math.max(0, 0.5 + (named.distance - silent.distance) / 4))
  return named.chance * (silent.chance + (1 - NAMES_ALL) * silent.isOff * standsOut)
}

const bell = (z: number) => Math.exp(-0.5 * z * z)

/** The logistic curve, which approximates the normal distribution to within a hundredth. */
const rising = (z: number) => 1 / (1 + Math.exp(-1.702 * z))
