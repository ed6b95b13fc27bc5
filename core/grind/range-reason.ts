import type { AnyGrinder } from './model.ts'
import { fullName } from './name.ts'
import { APART_OF_A_KIND, uncertaintyAt } from './width.ts'

/** How far off a setting may be when converted from one grinder to another, in index points. */
export const uncertaintyBetween = (from: AnyGrinder, to: AnyGrinder, grindIndex: number) =>
  shareCurve(from, to) ? APART_OF_A_KIND : Math.hypot(uncertaintyAt(from, grindIndex), uncertaintyAt(to, grindIndex))

/** Published sources that agree this closely give a narrow range. */
const CLOSE = 5
const FAR_APART = 9

/** Why a range is as wide as it is, in one sentence. */
export function rangeReason(grinder: AnyGrinder, isExtrapolated: boolean, from?: AnyGrinder): string {
  const name = `the ${fullName(grinder)}`
  if (from && shareCurve(from, grinder))
    return from.slug === grinder.slug
      ? `Two grinders of this model can differ by about a step.`
      : `The ${fullName(from)} and ${name} share the same burrs and thread; two grinders of the same model can differ by about a step.`
  if (isExtrapolated)
    return `We have no published settings for ${name} this far out, so we continue its curve in a straight line.`
  const described = [grinder, from].find(one => one?.known)
  if (described && !described.calibrated) return describedReason(described)
  if (grinder.calibrated) return `This is based on your own calibration of ${name}.`
  const doubtful = from && from.uncertainty > grinder.uncertainty ? from : grinder
  const points = `±${doubtful.uncertainty} points on the grind index`
  const owners = ownersInWords(doubtful)
  if (owners) return `${owners} (${points}).`
  if (doubtful.sources.length === 0)
    return `We have no published settings for the ${fullName(doubtful)}, so the range is wide (${points}).`
  const whose = `Published settings for the ${fullName(doubtful)}`
  if (doubtful.uncertainty >= FAR_APART) return `${whose} are few or disagree widely (${points}).`
  return doubtful.uncertainty <= CLOSE ? `${whose} agree closely (${points}).` : `${whose} differ somewhat (${points}).`
}

/** For example "12 of 15 K6 owners found this right", without the point; undefined for a published curve. */
export const ownersInWords = ({ learned, model }: AnyGrinder) =>
  learned && `${learned.agree} of ${learned.people} ${model} owners found this right`
/** A described grinder is as well known as the settings that its owner gave. */
function describedReason(grinder: AnyGrinder) {
  const count = grinder.known?.length ?? 1
  const settings = count === 1 ? 'one setting' : `${count === 2 ? 'two' : 'three'} settings`
  return `You described the ${fullName(grinder)} by ${settings}, so the range is wide. It is narrowest near ${count === 1 ? 'that one' : 'those'}.`
}

const shareCurve = (one: AnyGrinder, other: AnyGrinder) =>
  !one.calibrated && !other.calibrated && curveName(one) === curveName(other)

/** A learned curve is its grinder's own, whoever it was taken from. */
export const curveName = ({ slug, curveOf, learned }: Pick<AnyGrinder, 'slug' | 'curveOf' | 'learned'>) =>
  learned ? `${slug}, learned` : (curveOf?.slug ?? slug)
