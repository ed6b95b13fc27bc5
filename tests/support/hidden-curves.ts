import { curveThrough } from '../../core/grind/curve.ts'
import { curveFrom, dialKind } from '../../core/grind/described.ts'
import { dialOf } from '../../core/grind/dial.ts'
import { type MethodId, methodById } from '../../core/grind/methods.ts'
import type { FiveReferences, Grinder } from '../../core/grind/model.ts'
import { type KnownCount, widthAt, widthsAt } from '../../core/grind/width.ts'
import { shippedGrinders } from '../../db/data/shipped.ts'

/**
 * The better known curves: of high and medium confidence, and not copied from another grinder. The
 * 22 of high confidence alone are almost straight, so they would make a stranger's curve look
 * better known than it is.
 */
const betterKnown: readonly Grinder[] = shippedGrinders
  .list()
  .filter(one => one.confidence !== 'low' && !one.curveOf && one.burrType !== null)

/** What people know a setting for, finest first. */
const brewed: readonly MethodId[] = ['espresso', 'moka', 'aeropress', 'v60', 'chemex', 'french_press', 'cold_brew']

/** Where people brew within a method's band, which is taken as a triangle: three equal shares. */
const shares = [1 / 6, 1 / 2, 5 / 6]

interface Rebuilt {
  count: KnownCount
  /** In index points: from the nearest known setting, and between the two curves. */
  distance: number
  error: number
}

/**
 * Hides each of the better known curves, rebuilds it from one to three settings sampled where
 * people brew, and says how far off it is along the dial. The usual dial is that of the other
 * makers.
 */
export function rebuiltCurves(): Rebuilt[] {
  return betterKnown.flatMap(grinder => {
    const others = betterKnown.filter(one => dialKind(one) === dialKind(grinder) && one.brand !== grinder.brand)
    const usual = usualDial(others)
    const truth = curveThrough(grinder.references)
    const isOnDial = (index: number) => dialOf(grinder).holds(truth.settingAt(index))
    const hidden = indexes.filter(isOnDial)
    return samples.flatMap(sample => {
      const count = sample.length as KnownCount
      if (!sample.every(({ index }) => isOnDial(index))) return []
      const known = sample.map(({ method, index }) => ({
        grindIndex: methodById[method].grindIndex.target,
        setting: truth.settingAt(index),
      }))
      const own = curveThrough(curveFrom(grinder, known, usual) as unknown as FiveReferences)
      return hidden.map(index => ({
        count,
        distance: Math.min(...known.map(({ grindIndex }) => Math.abs(grindIndex - index))),
        error: Math.abs(own.indexAt(truth.settingAt(index)) - index),
      }))
    })
  })
}

/** Every fifth point of the index, as far as people grind. */
const indexes = Array.from({ length: 19 }, (_, at) => 5 * at)

interface KnownHere {
  method: MethodId
  index: number
}

/** All choices of one to three methods. What comes out in the wrong order, the form refuses. */
const samples: readonly KnownHere[][] = [1, 2, 3].flatMap(count =>
  choicesOf(brewed, count).flatMap(methods =>
    sharesOf(count).flatMap(some => {
      const sample = methods.map((method, at) => ({ method, index: inBand(method, some[at] ?? 0) }))
      return sample.every(({ index }, at) => at === 0 || index > (sample[at - 1]?.index ?? 0)) ? [sample] : []
    }),
  ),
)

function choicesOf<T>(from: readonly T[], count: number): T[][] {
  if (count === 0) return [[]]
  return from.flatMap((first, at) => choicesOf(from.slice(at + 1), count - 1).map(rest => [first, ...rest]))
}

/** Of three settings, the third follows from the other two, so that each pair of shares comes once. */
function sharesOf(count: number): number[][] {
  if (count === 1) return shares.map(one => [one])
  return shares.flatMap((one, at) =>
    shares.map((other, next) => [one, other, shares[(at + next) % 3] as number].slice(0, count)),
  )
}

function inBand(method: MethodId, share: number) {
  const { low, target, high } = methodById[method].grindIndex
  const turn = (target - low) / (high - low)
  return share < turn
    ? low + Math.sqrt(share * (high - low) * (target - low))
    : high - Math.sqrt((1 - share) * (high - low) * (high - target))
}

/** Where dials of a kind begin, and how many points they span, in the median. */
export function usualDial(grinders: readonly Grinder[]) {
  const ends = grinders.map(({ references, minSetting, maxSetting, finerIsHigher }) => {
    const { indexAt } = curveThrough(references)
    const [finest, coarsest] = [indexAt(minSetting), indexAt(maxSetting)]
    return finerIsHigher ? { finest: coarsest, coarsest: finest } : { finest, coarsest }
  })
  return {
    finestIndex: Math.round(
      shareOf(
        ends.map(({ finest }) => finest),
        0.5,
      ),
    ),
    span: Math.round(
      shareOf(
        ends.map(({ finest, coarsest }) => coarsest - finest),
        0.5,
      ),
    ),
  }
}

export const usualDialOf = (kind: ReturnType<typeof dialKind>) =>
  usualDial(betterKnown.filter(one => dialKind(one) === kind))

/** The widths that hold 80 % of the hidden points at each distance, in half points. */
export function measuredWidths(rebuilt: readonly Rebuilt[], count: KnownCount) {
  const those = rebuilt.filter(one => one.count === count)
  const each = widthsAt.map((at, n) => {
    const [from, to] = [halfway(widthsAt[n - 1] ?? at, at), halfway(at, widthsAt[n + 1] ?? Infinity)]
    return those.filter(({ distance }) => distance >= from && distance < to).map(({ error }) => error)
  })
  // Further away is never surer.
  const found = each.map(halfPoints)
  const widths = found.map((_, at) => Math.max(...found.slice(0, at + 1)))
  const all = those.map(({ error }) => error)
  return {
    widths,
    mean: halfPoints(all),
    median: shareOf(all, 0.5),
    inside: those.filter(({ distance, error }) => error <= widthAt(count, distance)).length / those.length,
    points: those.length,
  }
}

const halfway = (one: number, other: number) => (one + other) / 2
const halfPoints = (errors: readonly number[]) => Math.ceil(2 * shareOf(errors, 0.8)) / 2

const shareOf = (numbers: readonly number[], share: number) =>
  numbers.toSorted((one, other) => one - other)[Math.ceil(share * numbers.length) - 1] ?? 0
