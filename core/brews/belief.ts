/** What a cup says of one lever, the grind or the ratio, and where that stood. */
export interface Taste {
  /** In points: two of them are as far as can be told, whatever the lever. */
  at: number
  /** 1: too far up (sour, watery), -1: too far down (bitter, strong), 0: not named. */
  said: -1 | 0 | 1
}

/** A lever is missing where nobody knows how it stood, or the words on it contradict each other. */
interface TastedCup {
  grind: Taste | undefined
  ratio: Taste | undefined
}

export interface Belief {
  /** Where the best is as likely above as below; undefined without a cup that tells. */
  grind: number | undefined
  ratio: number | undefined
  /** How likely a cup there is as good as its drinker can tell; a lever that is not given counts as right. */
  chanceAt: (place: { grind?: number | undefined; ratio?: number | undefined }) => number
}

/**
 * Where the drinker's best may lie, after all cups of a bag, oldest first. Every word is a noisy comparison with a best
 * that nobody knows: each pair of a grind and a ratio is weighed by how well it explains what was said. A wrong word
 * among right ones moves little, and a lever that was not named beside another is more likely right.
 */
export function believe(cups: readonly TastedCup[]): Belief {
  const start = {
    grind: cups.find(cup => cup.grind)?.grind?.at,
    ratio: cups.find(cup => cup.ratio)?.ratio?.at,
  }
  const axes = {
    grind: placesAround(start.grind ?? 0, REACH.grind),
    ratio: placesAround(start.ratio ?? 0, REACH.ratio),
  }
  const weights = axes.grind.flatMap((_, n) =>
    axes.ratio.map((_, m) => bell((n - REACH.grind) / SPREAD.grind) * bell((m - REACH.ratio) / SPREAD.ratio)),
  )
  for (const [n, cup] of cups.entries()) learn(weights, cup, axes, cups.length - 1 - n)
  const total = sum(weights)
  const width = axes.ratio.length
  const along = { grind: axes.grind.map(() => 0), ratio: axes.ratio.map(() => 0) }
  for (const [n, weight] of weights.entries()) {
    const [ground, brewed] = [Math.floor(n / width), n % width]
    along.grind[ground] = (along.grind[ground] as number) + weight
    along.ratio[brewed] = (along.ratio[brewed] as number) + weight
  }
  const chanceAt: Belief['chanceAt'] = ({ grind, ratio }) => {
    const good = axes.ratio.map(at => ratio === undefined || Math.abs(at - ratio) <= TELLING)
    return (
      sum(
        axes.grind.map((at, n) =>
          grind !== undefined && Math.abs(at - grind) > TELLING
            ? 0
            : sum(good.map((isGood, m) => (isGood ? (weights[n * width + m] as number) : 0))),
        ),
      ) / total
    )
  }
  return {
    grind: start.grind === undefined ? undefined : middleOf(axes.grind, along.grind),
    ratio: start.ratio === undefined ? undefined : middleOf(axes.ratio, along.ratio),
    chanceAt,
  }
}

/**
 * How the coach takes a drinker, in points; our choice. A best lies around the first cup, on the grind
 * as far as two grinders or two tastes differ, on the ratio within 6 %. A cup is off from two points on, give or take
 * one, and two more for every ten cups that it lies back. One word in ten means nothing. Half of the drinkers
 * name all that is off, the others what stands out.
 */
const SPREAD = { grind: 7, ratio: 3 }
const TELLING = 2
const HAZE = 1
const DRIFT = 0.2
const SLIPS = 0.1
const NAMES_ALL = 0.5

/** How far we look to either side of the first cup, point by point. */
const REACH = { grind: 45, ratio: 25 }
const placesAround = (start: number, reach: number) =>
  Array.from({ length: 2 * reach + 1 }, (_, n) => start + n - reach)

/** Multiplies every weight by how likely the cup's words are there. */
function learn(
  weights: number[],
  { grind, ratio }: TastedCup,
  axes: Record<'grind' | 'ratio', readonly number[]>,
  cupsAgo: number,
) {
  if (!grind && !ratio) return
  const words = { grind: axes.grind.map(wordAt(grind, cupsAgo)), ratio: axes.ratio.map(wordAt(ratio, cupsAgo)) }
  const width = axes.ratio.length
  // A slip of two words at once is as rare as two slips.
  const slip = SLIPS / TAPS ** (grind?.said && ratio?.said ? 2 : 1)
  for (let n = 0; n < words.grind.length; n++)
    for (let m = 0; m < width; m++) {
      const chance = (1 - SLIPS) * chanceOf(words.grind[n], words.ratio[m]) + slip
      weights[n * width + m] = (weights[n * width + m] as number) * chance
    }
}

/** Sour, bitter, watery, strong, just right. */
const TAPS = 5

/** A lever as one cup would show it, were the best at that place. */
interface Shown {
  /** How likely the cup says of it what it said, if everything that is off is named. */
  chance: number
  isNamed: boolean
  isOff: number
  distance: number
}

function wordAt(taste: Taste | undefined, cupsAgo: number): (place: number) => Shown | undefined {
  if (!taste) return () => undefined
  const { at, said } = taste
  const haze = Math.hypot(HAZE, DRIFT * cupsAgo)
  return place => {
    const [high, low] = [rising((at - place - TELLING) / haze), rising((place - at - TELLING) / haze)]
    const isOff = high + low
    const chance = said > 0 ? high : said < 0 ? low : 1 - isOff
    return { chance, isNamed: said !== 0, isOff, distance: Math.abs(at - place) }
  }
}

function chanceOf(ground: Shown | undefined, brewed: Shown | undefined) {
  if (!ground || !brewed) return ground?.chance ?? brewed?.chance ?? 1
  if (ground.isNamed === brewed.isNamed) return ground.chance * brewed.chance * (ground.isNamed ? NAMES_ALL : 1)
  const named = ground.isNamed ? ground : brewed
  const silent = ground.isNamed ? brewed : ground
  const standsOut = Math.min(1, Math.max(0, 0.5 + (named.distance - silent.distance) / 4))
  return named.chance * (silent.chance + (1 - NAMES_ALL) * silent.isOff * standsOut)
}

const bell = (z: number) => Math.exp(-0.5 * z * z)

/** The logistic curve, which is the normal distribution's within a hundredth. */
const rising = (z: number) => 1 / (1 + Math.exp(-1.702 * z))

/** The place with as much weight above as below. */
function middleOf(axis: readonly number[], weights: readonly number[]) {
  const half = sum(weights) / 2
  let below = 0
  const n = weights.findIndex(weight => {
    below += weight
    return below >= half
  })
  const weight = weights[n] as number
  return (axis[n] as number) + (half - (below - weight)) / weight - 0.5
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
