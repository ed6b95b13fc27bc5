import * as v from 'valibot'
import { thousandths } from '../rounding.ts'
import { advisedDial } from './advised.ts'
import { curveThrough } from './curve.ts'
import { dialOf } from './dial.ts'
import { methodById, methodIds, methodsAt } from './methods.ts'
import { type AnyGrinder, allConfidences, howSure, micronsAt, onScale, roundedIndex } from './model.ts'
import { fullName } from './name.ts'
import { labelOf, rangeLabelOf, settingOn } from './notation.ts'
import { positionOn, reaches } from './position.ts'
import { rangeAround, SettingRange } from './range.ts'
import { rangeReason, uncertaintyBetween } from './range-reason.ts'
import { EquipmentName } from './ref.ts'
import { cautionAt, suitsMethod } from './suits.ts'

const setting = v.pipe(v.number(), v.description('The position as a number, on the scale of the grinder data.'))
const label = v.pipe(v.string(), v.description('The same position as the device shows it.'))

export const Conversion = v.object({
  from: v.object({ ...EquipmentName.entries, setting, label }),
  to: v.object({
    ...EquipmentName.entries,
    setting,
    label,
    range: v.pipe(
      SettingRange,
      v.description('The range the true equivalent lies in, given what we know about both grinders.'),
    ),
  }),
  grindIndex: v.pipe(v.number(), v.description('0 (espresso-fine) to 100 (coarsest), linear in particle size.')),
  microns: v.pipe(v.number(), v.description('Nominal particle size: 200 + 12 x the grind index.')),
  methods: v.pipe(v.array(v.picklist(methodIds)), v.description('Brew methods ground at this index.')),
  extrapolated: v.pipe(v.boolean(), v.description('True outside the published points of either grinder.')),
  reachable: v.pipe(
    v.boolean(),
    v.description('False if the dial ends too soon; the setting is then the closest one.'),
  ),
  confidence: v.pipe(
    v.picklist(allConfidences),
    v.description('The lower of the two grinders; own means you described one of them.'),
  ),
  rangeReason: v.pipe(v.string(), v.description('Why the range is as wide as it is.')),
  caution: v.pipe(
    v.nullable(v.string()),
    v.description('Anything to know before grinding at it, if it suits only one method. Null: nothing.'),
  ),
  calibrated: v.optional(v.pipe(v.literal(true), v.description('Included if an owner’s own calibration was used.'))),
})
export type Conversion = v.InferOutput<typeof Conversion>

/** The setting on one grinder that grinds like a given setting on another. */
export function convert(from: AnyGrinder, given: number | string, to: AnyGrinder): Conversion {
  const asked = settingOn(from, given)
  const source = curveThrough(from.references)
  const target = curveThrough(to.references)
  const grindIndex = source.indexAt(asked)
  const extrapolated = source.extrapolatedAt(grindIndex) || target.extrapolatedAt(grindIndex)
  const methods = methodsAt(grindIndex)
  // If the grind is for one method only, the conversion suits it as well as the grinder does.
  const [only] = methods.length === 1 ? methods : []
  const nearest = positionOn(to, grindIndex)
  const reachable = reaches(to, grindIndex)
  const isUnsuited = only !== undefined && suitsMethod(to, only) === 'no'
  return {
    from: {
      slug: from.slug,
      brand: from.brand,
      name: from.model,
      setting: thousandths(asked),
      label: labelOf(from, asked),
    },
    to: {
      slug: to.slug,
      brand: to.brand,
      name: to.model,
      ...nearest,
      range: rangeAround(to, grindIndex, uncertaintyBetween(from, to, grindIndex)),
    },
    grindIndex: roundedIndex(grindIndex),
    microns: Math.round(micronsAt(onScale(grindIndex))),
    methods,
    extrapolated,
    reachable,
    confidence: isUnsuited ? 'low' : lower(from, to),
    rangeReason: rangeReason(to, extrapolated, from),
    caution: tooFine(to, nearest.setting) ?? cautionAt(to, only, { setting: nearest.setting, reachable }),
    ...((from.calibrated || to.calibrated) && { calibrated: true as const }),
  }
}

/** If no recipe would be ground as fine on this dial. */
function tooFine(grinder: AnyGrinder, setting: number) {
  const finest = dialOf(advisedDial(grinder, 'moka', methodById.moka.grindIndex.target)).nearest(setting)
  if (finest === setting) return null
  return `${labelOf(grinder, setting)} is finer than we recommend here: ${labelOf(grinder, finest)} is as close to the end of the dial as recipes go`
}

/** A conversion in complete sentences. */
export function conversionInWords(conversion: Conversion, from: AnyGrinder, to: AnyGrinder): string {
  const { grindIndex, microns, reachable, confidence, calibrated, caution } = conversion
  const target = `${conversion.to.label} on the ${fullName(to)}`
  const around = `grind index ${grindIndex}, about ${microns} um, ${howSure(confidence)}`
  return [
    reachable
      ? `${conversion.from.label} on the ${fullName(from)} is about ${target} (${rangeLabelOf(to, conversion.to.range)}); ${around}.`
      : `The ${fullName(to)} cannot reach ${conversion.from.label} on the ${fullName(from)}; the closest setting is ${target}; ${around}.`,
    ...(reachable ? [conversion.rangeReason] : []),
    ...(caution ? [`${caution}.`] : []),
    ...(calibrated ? ['Your own calibration is used.'] : []),
  ].join(' ')
}

const lower = (one: AnyGrinder, other: AnyGrinder) =>
  allConfidences.find(confidence => confidence === one.confidence || confidence === other.confidence) ?? 'low'
