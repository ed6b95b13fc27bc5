import * as v from 'valibot'
import * as field from '../fields.ts'
import { clamp } from '../numbers.ts'
import { tenths } from '../rounding.ts'
import { uncontrolledLine, uncontrolledText, webAddressesOnly } from '../uncontrolled.ts'
import { methodIds } from './methods.ts'

/**
 * The grind index: a shared scale from 0 to 100, linear in nominal particle size. 0 is
 * espresso-fine (200 um), 40 is filter (680 um), 100 the coarsest (1,400 um). It is for comparison
 * and is not a laser measurement.
 */
export const micronsAt = (grindIndex: number) => 200 + 12 * grindIndex

/** The scale ends at 0 and 100, even where the curve continues. */
export const onScale = (grindIndex: number) => clamp(grindIndex, 0, 100)

/** As it is stored and shown. */
export const roundedIndex = (grindIndex: number) => tenths(onScale(grindIndex))

export const confidences = ['low', 'medium', 'high'] as const

/** Also `own`: its owner described the grinder. Lowest first. */
export const allConfidences = ['own', ...confidences] as const

/** For example "high confidence". */
export const howSure = (confidence: (typeof allConfidences)[number]) =>
  confidence === 'own' ? 'described by its owner' : `${confidence} confidence`

export const feedbacks = ['TOO_FINE', 'JUST_RIGHT', 'TOO_COARSE'] as const

const finite = v.pipe(v.number('must be a number'), v.finite('must be a number'))
const index = v.pipe(finite, v.minValue(0, 'must be from 0 to 100'), v.maxValue(100, 'must be from 0 to 100'))
const count = v.pipe(
  finite,
  v.integer('must be a whole number'),
  v.minValue(2, 'must be at least 2'),
  v.maxValue(1000, 'must be at most 1000'),
)
const people = v.pipe(
  finite,
  v.integer('must be a whole number'),
  v.minValue(0, 'must be at least 0'),
  v.maxValue(1_000_000_000, 'must be at most 1000000000'),
)
/** Larger than any dial. */
export const MOST_SETTING = 10_000
const setting = v.pipe(
  finite,
  v.minValue(-MOST_SETTING, `must be from ${-MOST_SETTING} to ${MOST_SETTING}`),
  v.maxValue(MOST_SETTING, `must be from ${-MOST_SETTING} to ${MOST_SETTING}`),
)
const positive = v.pipe(
  finite,
  v.gtValue(0, 'must be above 0'),
  v.maxValue(MOST_SETTING, `must be at most ${MOST_SETTING}`),
)
const words = v.pipe(
  field.boundedText(field.LONGEST_LINE),
  v.trim(),
  v.nonEmpty('must not be empty'),
  field.noLongerThan(field.LONGEST_LINE),
  uncontrolledLine,
)

const entry = v.pipe(field.boundedText(500), field.noLongerThan(500), uncontrolledLine)
const atMost50 = <S extends v.GenericSchema<string, string>>(item: S) =>
  v.pipe(v.array(item, 'must be a list'), v.maxLength(50, 'must have at most 50 entries'))

const Reference = v.object(
  { grindIndex: index, setting: finite },
  'must be a point { grindIndex, setting }; there are exactly five',
)
export type Reference = v.InferOutput<typeof Reference>

export const FiveReferences = v.strictTuple(
  [Reference, Reference, Reference, Reference, Reference],
  'must not be there: there are exactly five points { grindIndex, setting }',
)
export type FiveReferences = Readonly<v.InferOutput<typeof FiveReferences>>

/** How to read a dial that shows something other than a plain number. */
export const Notation = v.variant(
  'form',
  [
    v.object({ form: v.literal('number-letter'), letters: v.pipe(count, v.maxValue(26, 'must be at most 26')) }),
    v.object({ form: v.literal('number.click'), clicksPerNumber: count }),
    v.object({ form: v.literal('turn.number.click'), numbersPerTurn: count, clicksPerNumber: count }),
    v.object({ form: v.literal('turn+number'), numbersPerTurn: count }),
  ],
  'must be number-letter, number.click, turn.number.click or turn+number',
)
export type Notation = v.InferOutput<typeof Notation>

const grinderSlug = v.pipe(
  field.boundedText(100),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be lower-case letters and digits joined by hyphens'),
  v.maxLength(100, 'must have at most 100 characters'),
)

const fields = v.object({
  slug: grinderSlug,
  brand: words,
  model: words,
  drive: v.picklist(['hand', 'electric'], 'must be hand or electric'),
  burrType: v.nullable(v.picklist(['conical', 'flat'], 'must be conical, flat or null')),
  burrSizeMm: v.nullable(positive),
  unit: v.picklist(['clicks', 'numbers', 'dial', 'rotations'], 'must be clicks, numbers, dial or rotations'),
  minSetting: setting,
  maxSetting: setting,
  /**
   * The finest usable setting, if it is not the end of the dial: beyond it the burrs touch, or the
   * maker says to stop.
   */
  finestSetting: v.optional(setting),
  /** The dial turns on past `maxSetting`, where no setting is published. */
  turnsFurther: v.optional(v.boolean('must be true or false')),
  /** Null: stepless. */
  step: v.nullable(v.pipe(finite, v.minValue(0.001, 'must be at least 0.001'))),
  /** The dial turns freely, and `step` is only how precisely people read it. */
  stepless: v.optional(v.boolean('must be true or false')),
  stepsPerRotation: v.nullable(positive),
  finerIsHigher: v.boolean('must be true or false'),
  references: FiveReferences,
  /**
   * The grinder with the same burrs and thread that this curve is taken from. `factor` of its
   * clicks equal one click of the other, whose 0 is its `offset` (0 if left out).
   */
  curveOf: v.optional(v.object({ slug: grinderSlug, factor: positive, offset: v.optional(finite) })),
  /** How far published sources disagree about this grinder, in index points. */
  uncertainty: v.pipe(finite, v.gtValue(0, 'must be above 0'), v.maxValue(30, 'must be at most 30')),
  confidence: v.picklist(confidences, 'must be low, medium or high'),
  /** From how many owners its curve was learned, and how many of them found it right (core/learning). */
  learned: v.optional(v.object({ people, agree: people })),
  makerPublished: atMost50(entry),
  /** Methods that the maker says it is not made for. */
  notFor: v.optional(atMost50(v.picklist(methodIds, `must be one of ${methodIds.join(', ')}`))),
  sources: atMost50(v.pipe(entry, webAddressesOnly)),
  notes: v.pipe(field.boundedText(field.LONGEST_TEXT), field.noLongerThan(field.LONGEST_TEXT), uncontrolledText),
  notation: v.optional(Notation),
})

/**
 * Published points are rounded to two decimals, so the last may be half of that past the end of the
 * dial.
 */
const ROUNDING = 0.005

/**
 * One record of db/data/grinders.json. Each message completes a sentence that starts with the
 * field's name.
 */
export const Grinder = v.pipe(
  fields,
  v.forward(
    v.check(({ minSetting, maxSetting }) => maxSetting > minSetting, 'must be above minSetting'),
    ['maxSetting'],
  ),
  v.forward(
    v.check(
      ({ step, minSetting, maxSetting }) =>
        step === null || step <= maxSetting - minSetting || maxSetting <= minSetting,
      ({ input: { minSetting, maxSetting } }) => `must not be larger than the dial, ${minSetting} to ${maxSetting}`,
    ),
    ['step'],
  ),
  v.forward(
    v.check(
      ({ finestSetting, minSetting, maxSetting, finerIsHigher }) =>
        finestSetting === undefined || (!finerIsHigher && finestSetting > minSetting && finestSetting < maxSetting),
      'must lie between minSetting and maxSetting, on a dial whose higher settings are coarser',
    ),
    ['finestSetting'],
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const complaint = curveComplaint(dataset.value)
    if (complaint) addIssue({ message: complaint, path: [pathTo(dataset.value, 'references')] })
  }),
)

/** A grinder of the catalog, or one that its owner described. */
export type Grinder = Omit<v.InferOutput<typeof fields>, 'confidence'> & {
  confidence: (typeof allConfidences)[number]
  /**
   * The settings that its owner knows, finest first, if they described it, with the uncertainty of
   * the grinder that one is the like of.
   */
  known?: readonly (Reference & { uncertainty?: number })[]
}

/** A grinder of the catalog, or one with its owner's calibrated curve. */
export type AnyGrinder = Omit<Grinder, 'references'> & { references: FiveReferences; calibrated?: true }

/** The fields needed to convert between an index and a setting. */
export type GrinderDial = Pick<
  AnyGrinder,
  'references' | 'minSetting' | 'maxSetting' | 'finestSetting' | 'turnsFurther' | 'step' | 'unit' | 'notation'
>

export interface GrinderCatalog<G extends Grinder = Grinder> {
  list: () => readonly G[]
  bySlug: (slug: string) => G | undefined
}

/**
 * Sorted by slug, whatever order the grinders come in, so that every interface lists them alike.
 */
export function catalogOf<G extends Grinder>(grinders: readonly G[]): GrinderCatalog<G> {
  const list = grinders.toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
  const bySlug = new Map(list.map(grinder => [grinder.slug, grinder]))
  return { list: () => list, bySlug: slug => bySlug.get(slug) }
}

function curveComplaint({ references, minSetting, maxSetting, finerIsHigher }: v.InferOutput<typeof fields>) {
  const off = references.find(({ setting }) => setting < minSetting - ROUNDING || setting > maxSetting + ROUNDING)
  if (off) return `must lie on the dial, ${minSetting} to ${maxSetting}; ${off.setting} does not`
  for (const [at, point] of references.entries()) {
    const before = references[at - 1]
    if (!before) continue
    if (point.grindIndex <= before.grindIndex)
      return `must rise in grindIndex; ${point.grindIndex} comes after ${before.grindIndex}`
    if (finerIsHigher ? point.setting >= before.setting : point.setting <= before.setting)
      return `must ${finerIsHigher ? 'fall' : 'rise'} in setting with grindIndex; ${point.setting} comes after ${before.setting}`
  }
}

const pathTo = <T extends object, K extends keyof T & string>(input: T, key: K) => ({
  type: 'object' as const,
  origin: 'value' as const,
  input: input as Record<string, unknown>,
  key,
  value: input[key],
})
