import type { FiveReferences, Reference } from './model.ts'

/**
 * A grinder's curve in both directions, exact: `indexAt` undoes `settingAt`. Neither rounds nor
 * stops at the end of the dial.
 */
export interface Curve {
  settingAt: (grindIndex: number) => number
  indexAt: (setting: number) => number
  /** Outside the published points the curve continues as a straight line. */
  extrapolatedAt: (grindIndex: number) => boolean
}

/**
 * Monotone piecewise-cubic interpolation (PCHIP): F. N. Fritsch and R. E. Carlson, SIAM J. Numer.
 * Anal. 17 (1980), with the weighted harmonic mean of Fritsch and Butland (1984) as the slope at a
 * point. It never changes direction.
 */
export function curveThrough(references: FiveReferences): Curve {
  const curve = curves.get(references) ?? makeCurve(references)
  curves.set(references, curve)
  return curve
}

/** Cached, because a drawing or a brew asks for the same curve a dozen times. */
const curves = new WeakMap<FiveReferences, Curve>()

function makeCurve(references: FiveReferences): Curve {
  const pieces = piecesOf(references)
  const [first] = references
  const last = references[4]
  const [firstPiece, lastPiece] = [pieces[0] as Piece, pieces[3] as Piece]
  const sign = Math.sign(last.setting - first.setting)
  return {
    settingAt: settingsOn(references, pieces),
    indexAt(setting) {
      if (sign * (setting - first.setting) < 0) return first.grindIndex + (setting - first.setting) / secant(firstPiece)
      if (sign * (setting - last.setting) > 0) return last.grindIndex + (setting - last.setting) / secant(lastPiece)
      const piece = pieces.find(({ right }) => sign * (setting - right.setting) <= 0) ?? lastPiece
      return piece.left.grindIndex + width(piece) * solve(piece, setting, sign)
    },
    extrapolatedAt: grindIndex => grindIndex < first.grindIndex - TINY || grindIndex > last.grindIndex + TINY,
  }
}

/** Only the direction from index to setting. */
export const settingsThrough = (references: FiveReferences): Curve['settingAt'] =>
  settingsOn(references, piecesOf(references))

function settingsOn(references: FiveReferences, pieces: readonly Piece[]): Curve['settingAt'] {
  const [first] = references
  const last = references[4]
  const [firstPiece, lastPiece] = [pieces[0] as Piece, pieces[3] as Piece]
  return grindIndex => {
    if (grindIndex < first.grindIndex) return first.setting + (grindIndex - first.grindIndex) * secant(firstPiece)
    if (grindIndex > last.grindIndex) return last.setting + (grindIndex - last.grindIndex) * secant(lastPiece)
    const piece = pieces.find(({ right }) => grindIndex <= right.grindIndex) ?? lastPiece
    return hermite(piece, (grindIndex - piece.left.grindIndex) / width(piece))
  }
}

function piecesOf(references: FiveReferences) {
  const slopes = slopesAt(references)
  return references.slice(1).map((right, at): Piece => {
    const left = references[at] as Reference
    return { left, right, leftSlope: slopes[at] as number, rightSlope: slopes[at + 1] as number }
  })
}

/** Floating-point noise, in index points. */
const TINY = 1e-6

interface Piece {
  left: Reference
  right: Reference
  leftSlope: number
  rightSlope: number
}

const width = ({ left, right }: Piece) => right.grindIndex - left.grindIndex
/**
 * The continuation has the slope of the chord of the end piece, because the slope at the end point
 * may be 0.
 */
const secant = (piece: Piece) => (piece.right.setting - piece.left.setting) / width(piece)

function slopesAt(points: FiveReferences): number[] {
  const h = points.slice(1).map((point, at) => point.grindIndex - (points[at] as Reference).grindIndex)
  const delta = points
    .slice(1)
    .map((point, at) => (point.setting - (points[at] as Reference).setting) / (h[at] as number))
  const inner = [1, 2, 3].map(at => {
    const [before, after] = [delta[at - 1] as number, delta[at] as number]
    const [left, right] = [h[at - 1] as number, h[at] as number]
    const [wBefore, wAfter] = [2 * right + left, right + 2 * left]
    return (wBefore + wAfter) / (wBefore / before + wAfter / after)
  })
  return [endSlope(h[0], h[1], delta[0], delta[1]), ...inner, endSlope(h[3], h[2], delta[3], delta[2])]
}

/** The three-point formula, limited to 0 where the curve would change direction. */
function endSlope(h0 = 1, h1 = 1, delta0 = 0, delta1 = 0) {
  const slope = ((2 * h0 + h1) * delta0 - h0 * delta1) / (h0 + h1)
  return Math.sign(slope) === Math.sign(delta0) ? slope : 0
}

/** Cubic Hermite on one piece, t from 0 to 1. */
function hermite(piece: Piece, t: number) {
  const { left, right, leftSlope, rightSlope } = piece
  const u = 1 - t
  return (
    left.setting * u * u * (1 + 2 * t) +
    right.setting * t * t * (3 - 2 * t) +
    width(piece) * t * u * (leftSlope * u - rightSlope * t)
  )
}

/** The t at which a monotone piece reaches a setting, found by bisection to the last bit. */
function solve(piece: Piece, setting: number, sign: number) {
  let [low, high] = [0, 1]
  for (let round = 0; round < 60; round++) {
    const middle = (low + high) / 2
    if (sign * (hermite(piece, middle) - setting) < 0) low = middle
    else high = middle
  }
  return (low + high) / 2
}
