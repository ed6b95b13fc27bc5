import * as v from 'valibot'
import { advisedDial } from './advised.ts'
import { curveThrough } from './curve.ts'
import { dialOf } from './dial.ts'
import { chartMethods, type MethodId, methodIds } from './methods.ts'
import { type AnyGrinder, allConfidences, howSure, micronsAt, Notation } from './model.ts'
import { fullName } from './name.ts'
import { dialRangeOf, rangeLabelOf } from './notation.ts'
import { positionOn, reaches } from './position.ts'
import { rangeAround, rangeOn, SettingRange } from './range.ts'
import { rangeReason } from './range-reason.ts'
import { GrinderSource, sourceOf } from './sources.ts'
import { cautionAt, isLastPublished, Suits, suitsMethod } from './suits.ts'
import { uncertaintyAt } from './width.ts'

export const ChartRow = v.object({
  key: v.picklist(methodIds),
  label: v.pipe(v.string(), v.description('The name of the brew method.')),
  setting: v.pipe(v.number(), v.description('Where to start, as a number.')),
  settingLabel: v.pipe(v.string(), v.description('Where to start, as the device shows it.')),
  range: v.pipe(
    SettingRange,
    v.description(
      'The method’s band on this dial, in numeric order; on a described grinder, where the setting may be.',
    ),
  ),
  rangeLabel: v.pipe(v.string(), v.description('The band as the device shows it.')),
  grindIndex: v.number(),
  microns: v.number(),
  reachable: v.pipe(
    v.boolean(),
    v.description('False if the dial ends too soon; the setting is then the closest one.'),
  ),
  extrapolated: v.pipe(v.boolean(), v.description('True outside the published points of this grinder.')),
  suits: Suits,
  caution: v.pipe(v.nullable(v.string()), v.description('Anything to know before grinding for it. Null: nothing.')),
})
export type ChartRow = v.InferOutput<typeof ChartRow>

export const Chart = v.object({
  slug: v.string(),
  brand: v.string(),
  name: v.string(),
  scale: v.object({
    unit: v.string(),
    min: v.number(),
    max: v.number(),
    step: v.nullable(v.pipe(v.number(), v.description('Null: stepless.'))),
    finerIsHigher: v.boolean(),
    label: v.pipe(v.string(), v.description('The whole dial, as the device shows it.')),
  }),
  confidence: v.picklist(allConfidences),
  uncertainty: v.pipe(
    v.number(),
    v.description(
      'In index points: how far published sources disagree, or owners if the curve was learned from them, or how far off a described curve may be.',
    ),
  ),
  learned: v.optional(
    v.pipe(
      v.object({ people: v.number(), agree: v.number() }),
      v.description('How many owners the curve was learned from, and how many of them found it right.'),
    ),
  ),
  rangeReason: v.pipe(v.string(), v.description('Why a setting on this dial is as uncertain as it is.')),
  methods: v.pipe(v.array(ChartRow), v.description('Espresso through cold brew.')),
  notes: v.pipe(v.string(), v.description('Anything to know about its dial; empty if nothing.')),
  sources: v.pipe(v.array(GrinderSource), v.description('Where its curve comes from.')),
  calibrated: v.optional(v.literal(true)),
})
export type Chart = v.InferOutput<typeof Chart>

/** The dial and its curve, for clients that compute settings themselves, as place.ts does. */
export const DialData = v.pipe(
  v.object({
    unit: v.string(),
    minSetting: v.number(),
    maxSetting: v.number(),
    finestSetting: v.optional(
      v.pipe(v.number(), v.description('The finest setting to grind at, if the dial goes further.')),
    ),
    turnsFurther: v.optional(v.boolean()),
    step: v.nullable(v.number()),
    notation: v.optional(Notation),
    references: v.pipe(
      v.array(v.object({ grindIndex: v.number(), setting: v.number() })),
      v.description(
        'Five points, interpolated with a monotone cubic (PCHIP) and extended in a straight line beyond both ends.',
      ),
    ),
  }),
  v.description('The dial and its curve: everything needed to put a grind index on it.'),
)

export const dialDataOf = (grinder: AnyGrinder): v.InferOutput<typeof DialData> => {
  const { unit, minSetting, maxSetting, finestSetting, turnsFurther, step, notation, references } = grinder
  return {
    unit,
    minSetting,
    maxSetting,
    ...(finestSetting !== undefined && { finestSetting }),
    ...(turnsFurther && { turnsFurther }),
    step,
    ...(notation && { notation }),
    references: [...references],
  }
}

/** Every method on one dial. */
export function chartOf(grinder: AnyGrinder): Chart {
  const { slug, brand, model, unit, step, finerIsHigher, confidence, uncertainty, learned, calibrated } = grinder
  const { min, max } = dialOf(grinder)
  return {
    slug,
    brand,
    name: model,
    scale: { unit, min, max, step, finerIsHigher, label: dialRangeOf(grinder) },
    confidence,
    uncertainty,
    ...(learned && { learned }),
    rangeReason: rangeReason(grinder, false),
    methods: chartMethods.map(method => chartRow(grinder, method)),
    notes: grinder.notes,
    sources: grinder.sources.map(sourceOf),
    ...(calibrated && { calibrated }),
  }
}

/**
 * The method to assume when none is given: a V60, or the finest that a dial without filter coffee
 * reaches.
 */
export function usualMethod(grinder: AnyGrinder): MethodId {
  const reached = chartMethods.filter(({ grindIndex }) => reaches(grinder, grindIndex.target))
  return (reached.find(({ id }) => id === 'v60') ?? reached[0])?.id ?? 'v60'
}

/** A chart in complete sentences, one line per method. */
export function chartInWords(chart: Chart, grinder: AnyGrinder): string {
  const { confidence, uncertainty } = chart
  return [
    `${fullName(grinder)}, dial ${chart.scale.label}${chart.scale.finerIsHigher ? ', higher is finer' : ''}; ${howSure(confidence)}, +-${uncertainty} index points. ${chart.rangeReason}`,
    ...chart.methods.map(
      row =>
        `${row.label}: ${row.reachable ? `${row.settingLabel} (${row.rangeLabel})` : unreachedInWords(row, grinder)}${row.caution ? `. ${row.caution}.` : ''}`,
    ),
  ].join('\n')
}

/** For a setting past the end of a dial. */
export const unreachedInWords = ({ setting, settingLabel }: ChartRow, grinder: AnyGrinder) =>
  isLastPublished(grinder, setting) ? `${settingLabel} and coarser, by taste` : `out of reach, nearest ${settingLabel}`

function chartRow(grinder: AnyGrinder, { id, name, grindIndex: band }: (typeof chartMethods)[number]): ChartRow {
  const { extrapolatedAt } = curveThrough(grinder.references)
  const advised = advisedDial(grinder, id, band.target)
  const { setting, label } = positionOn(advised, band.target)
  const range = grinder.known
    ? rangeAround(advised, band.target, uncertaintyAt(grinder, band.target))
    : rangeOn(advised, band.low, band.high)
  const reachable = reaches(grinder, band.target)
  return {
    key: id,
    label: name,
    setting,
    settingLabel: label,
    range,
    rangeLabel: rangeLabelOf(grinder, range),
    grindIndex: band.target,
    microns: micronsAt(band.target),
    reachable,
    extrapolated: extrapolatedAt(band.target),
    suits: suitsMethod(grinder, id),
    caution: cautionAt(grinder, id, { setting, reachable }),
  }
}
