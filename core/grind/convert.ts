import * as v from 'valibot'
import { thousandths } from '../rounding.ts'
import { curveThrough } from './curve.ts'
import { methodIds, methodsAt } from './methods.ts'
import { type AnyGrinder, confidences, micronsAt, onScale, roundedIndex } from './model.ts'
import { fullName } from './name.ts'
import { labelOf, rangeLabelOf, settingOn } from './notation.ts'
import { placeOn, rangeAround, reaches } from './place.ts'
import { EquipmentName } from './ref.ts'

export const SettingRange = v.pipe(
  v.object({ min: v.number(), max: v.number() }),
  v.description('Real positions of the dial, in plain numeric order.'),
)
export type SettingRange = v.InferOutput<typeof SettingRange>

const setting = v.pipe(v.number(), v.description('The position as a number, on the scale of the grinder data.'))
const label = v.pipe(v.string(), v.description('The same position as the device shows it.'))

export const Conversion = v.object({
  from: v.object({ ...EquipmentName.entries, setting, label }),
  to: v.object({
    ...EquipmentName.entries,
    setting,
    label,
    range: v.pipe(SettingRange, v.description('Where the true equivalent lies, given what is known of both grinders.')),
  }),
  grindIndex: v.pipe(v.number(), v.description('0 (espresso-fine) to 100 (coarsest), linear in particle size.')),
  microns: v.pipe(v.number(), v.description('Nominal particle size: 200 + 12 x the grind index.')),
  methods: v.pipe(v.array(v.picklist(methodIds)), v.description('Brew methods ground at this index.')),
  extrapolated: v.pipe(v.boolean(), v.description('True outside the published points of either grinder.')),
  reachable: v.pipe(
    v.boolean(),
    v.description('False when the dial ends before: the setting is then the nearest one.'),
  ),
  confidence: v.pipe(v.picklist(confidences), v.description('The lower of both grinders.')),
  calibrated: v.optional(v.pipe(v.literal(true), v.description("Present when an owner's own calibration was used."))),
})
export type Conversion = v.InferOutput<typeof Conversion>

/** The setting on one grinder that makes the brew another grinder makes at its setting. */
export function convert(from: AnyGrinder, given: number | string, to: AnyGrinder): Conversion {
  const asked = settingOn(from, given)
  const source = curveThrough(from.references)
  const target = curveThrough(to.references)
  const grindIndex = source.indexAt(asked)
  const uncertainty = Math.hypot(from.uncertainty, to.uncertainty)
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
      ...placeOn(to, grindIndex),
      range: rangeAround(to, grindIndex, uncertainty),
    },
    grindIndex: roundedIndex(grindIndex),
    microns: Math.round(micronsAt(onScale(grindIndex))),
    methods: methodsAt(grindIndex),
    extrapolated: source.extrapolatedAt(grindIndex) || target.extrapolatedAt(grindIndex),
    reachable: reaches(to, grindIndex),
    confidence: lower(from, to),
    ...((from.calibrated || to.calibrated) && { calibrated: true as const }),
  }
}

/** A conversion in words that stand alone. */
export function conversionInWords(conversion: Conversion, from: AnyGrinder, to: AnyGrinder): string {
  const { grindIndex, microns, reachable, extrapolated, confidence, calibrated } = conversion
  const target = `${conversion.to.label} on the ${fullName(to)}`
  const around = `grind index ${grindIndex}, about ${microns} um, ${confidence} confidence`
  return [
    reachable
      ? `${conversion.from.label} on the ${fullName(from)} is about ${target} (${rangeLabelOf(to, conversion.to.range)}); ${around}.`
      : `The ${fullName(to)} does not reach ${conversion.from.label} on the ${fullName(from)}; the nearest is ${target}; ${around}.`,
    ...(extrapolated && reachable ? ['This lies outside the published points, on a straight continuation.'] : []),
    ...(calibrated ? ['Your own calibration is used.'] : []),
  ].join(' ')
}

const lower = (one: AnyGrinder, other: AnyGrinder) =>
  confidences.find(confidence => confidence === one.confidence || confidence === other.confidence) ?? 'low'
