import * as v from 'valibot'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { hundredths, millionths, thousandths } from '../rounding.ts'
import { uncontrolledLine } from '../uncontrolled.ts'
import { curveThrough } from './curve.ts'
import { coarserSign, dialOf } from './dial.ts'
import { grinderName, grinderOf } from './find.ts'
import { GivenSetting, notedOnDial } from './given.ts'
import { chartMethods, GivenMethod, methodById } from './methods.ts'
import { type Grinder, type GrinderCatalog, MOST_SETTING, Notation, type Reference } from './model.ts'
import { fullName } from './name.ts'
import { dialRangeOf, labelOf, settingOn } from './notation.ts'
import { describedUncertainty, type KnownCount, uncertaintyAt } from './width.ts'

/** A name that has at least one letter or digit. */
const plainName = v.pipe(field.text(1, 80), uncontrolledLine, v.regex(/[\p{L}\p{N}]/u, 'must have a letter or a digit'))

const position = v.pipe(
  v.number('must be a number'),
  v.finite('must be a number'),
  v.minValue(-MOST_SETTING, `must be at least ${-MOST_SETTING}`),
  v.maxValue(MOST_SETTING, `must be at most ${MOST_SETTING}`),
)

const KnownSetting = field.object({
  setting: v.pipe(GivenSetting, v.description('On this grinder: 4.5, or what its dial shows.')),
  method: v.optional(v.pipe(GivenMethod, v.description('What it’s a good setting for,'))),
  like: v.optional(
    v.pipe(
      field.object({ grinder: grinderName('Slug or name of a grinder in our list.'), setting: GivenSetting }),
      v.description('or a setting with the same grind on another grinder,'),
    ),
  ),
  grindIndex: v.optional(v.pipe(field.number(0, 100), v.description('or its grind index.'))),
})
type KnownSetting = v.InferOutput<typeof KnownSetting>

const MOST_KNOWN = 3

/** A grinder that we do not know, as its owner describes it. */
export const GrinderDescription = field.object({
  brand: v.pipe(plainName, v.description('Who makes it.')),
  name: plainName,
  drive: field.choice(['hand', 'electric']),
  burrType: v.nullish(field.choice(['conical', 'flat']), null),
  burrSet: v.nullish(v.pipe(plainName, v.description('The burrs, if they can be swapped, such as "SSP 64 mm".')), null),
  rpm: v.nullish(
    v.pipe(
      field.object({ min: field.integer(1, 30_000), max: field.integer(1, 30_000) }),
      v.check(({ min, max }) => min <= max, 'must go from the slowest to the fastest'),
      v.description('Revolutions per minute, if they can be set.'),
    ),
    null,
  ),
  unit: v.optional(field.choice(['clicks', 'numbers', 'dial', 'rotations']), 'numbers'),
  minSetting: v.pipe(position, v.description('The lowest number of the dial.')),
  maxSetting: v.pipe(position, v.description('The highest.')),
  step: v.pipe(
    v.nullish(v.pipe(v.number('must be a number'), v.finite('must be a number')), null),
    v.description('The smallest step. Null or omitted: stepless.'),
  ),
  finerIsHigher: v.optional(field.flag, false),
  notation: v.optional(v.pipe(Notation, v.description('If the dial shows something other than a plain number.'))),
  known: v.pipe(
    v.array(KnownSetting, 'must be a list of settings you know'),
    v.minLength(1, 'must have at least one setting you know'),
    v.maxLength(MOST_KNOWN, `must have at most ${MOST_KNOWN} settings`),
  ),
})
export type GrinderDescription = v.InferOutput<typeof GrinderDescription>

/** The grinder that a description makes, with a curve through the settings that its owner knows. */
export function describedGrinder(slug: string, description: GrinderDescription, catalog: GrinderCatalog): Grinder {
  const {
    brand,
    name: model,
    drive,
    burrType,
    unit,
    minSetting,
    maxSetting,
    step,
    finerIsHigher,
    notation,
  } = description
  refuseStrangeDial(description)
  const straight = [0, 25, 50, 75, 100].map(grindIndex => {
    const share = finerIsHigher ? 1 - grindIndex / 100 : grindIndex / 100
    return { grindIndex, setting: minSetting + share * (maxSetting - minSetting) }
  })
  const blank: Grinder = {
    ...{
      slug,
      brand,
      model,
      drive,
      burrType,
      burrSizeMm: null,
      unit,
      minSetting,
      maxSetting,
      step,
      stepsPerRotation: null,
    },
    ...{ finerIsHigher, references: fiveOf(straight), uncertainty: describedUncertainty(1), confidence: 'own' },
    ...{ makerPublished: [], sources: [], notes: '', ...(notation && { notation }) },
  }
  const finestSetting = finestOf(blank)
  const dial: Grinder = { ...blank, ...(finestSetting !== undefined && { finestSetting }) }
  const known = knownOn(dial, description.known, catalog)
  return {
    ...dial,
    references: fiveOf(curveFrom(dial, known)),
    uncertainty: describedUncertainty(known.length as KnownCount),
    known,
  }
}

/**
 * At which index the finest end of a dial lies, in the median of the better known curves of its
 * kind, and how many points the whole dial spans. A test compares both with the data. Between, the
 * usual curve is a straight line.
 */
export const usualDials = {
  hand: { finestIndex: -16, span: 88 },
  conical: { finestIndex: 2, span: 77 },
  flat: { finestIndex: 3, span: 72 },
} as const

export const dialKind = ({ drive, burrType }: Pick<Grinder, 'drive' | 'burrType'>) =>
  drive === 'hand' ? 'hand' : burrType === 'flat' ? 'flat' : 'conical'

/**
 * Five points of the curve, finest first. It is straight between two known settings, and from the
 * finest one to where dials of this kind begin. Coarser than the coarsest one, it goes on in the
 * line that leads there from that beginning: the longest line is least changed by a taste that is a
 * few points off.
 */
export function curveFrom(
  dial: Grinder,
  known: readonly Reference[],
  usual: { finestIndex: number; span: number } = usualDials[dialKind(dial)],
): Reference[] {
  const sign = coarserSign(dial)
  const [finestEnd, coarsestEnd] = sign === 1 ? [dial.minSetting, dial.maxSetting] : [dial.maxSetting, dial.minSetting]
  const [first, last] = [known[0], known.at(-1)] as [Reference, Reference]
  const beginning = { grindIndex: usual.finestIndex, setting: finestEnd }
  const isBehind =
    first.grindIndex - beginning.grindIndex >= LEAST_APART &&
    sign * (first.setting - finestEnd) >= 2 * dialOf(dial).step
  // Points of the index for each unit of the dial, where the beginning tells nothing.
  const spread = known.length > 1 ? slope(first, last) : (sign * usual.span) / (dial.maxSetting - dial.minSetting)
  const finer = isBehind ? slope(beginning, first) : spread
  const coarser = isBehind ? slope(beginning, last) : spread
  const finest = along(first, finer, finestEnd, 0)
  const coarsest = along(last, coarser, coarsestEnd, 100)
  const points = [
    ...(first.grindIndex - finest.grindIndex >= LEAST_GAP ? [finest] : []),
    ...known.map(({ grindIndex, setting }) => ({ grindIndex, setting })),
    ...(coarsest.grindIndex - last.grindIndex >= LEAST_GAP ? [coarsest] : []),
  ]
  if (points.length === 1)
    throw faultAt(
      ['known', 0, 'setting'],
      'leaves no room for coarser or finer coffee on this dial. Check its lowest and highest number.',
    )
  while (points.length < 5) halveWidestGap(points)
  return points.map(({ grindIndex, setting }) => ({ grindIndex: millionths(grindIndex), setting: millionths(setting) }))
}

/** Settings nearer than this, in index points, cannot be told apart by taste. Our choice. */
const LEAST_APART = 5
/** So many points over a whole dial, if all of it were as steep. The steepest part of any we know makes 203. */
const STEEPEST = 500
/** Between the end of a dial and a setting, for the end to be a point of its own. */
const LEAST_GAP = 1

const slope = (from: Reference, to: Reference) => (to.grindIndex - from.grindIndex) / (to.setting - from.setting)

/** From a point to the end of the dial, or to the end of the scale if that comes first. */
function along(from: Reference, indexPerUnit: number, end: number, endOfScale: number): Reference {
  const grindIndex = from.grindIndex + indexPerUnit * (end - from.setting)
  const isBeyond = endOfScale === 0 ? grindIndex < 0 : grindIndex > 100
  return isBeyond
    ? { grindIndex: endOfScale, setting: from.setting + (endOfScale - from.grindIndex) / indexPerUnit }
    : { grindIndex, setting: end }
}

function halveWidestGap(points: Reference[]) {
  const gaps = points.slice(1).map((point, at) => point.grindIndex - (points[at] as Reference).grindIndex)
  const at = gaps.indexOf(Math.max(...gaps))
  const [left, right] = [points[at], points[at + 1]] as [Reference, Reference]
  const middle = {
    grindIndex: (left.grindIndex + right.grindIndex) / 2,
    setting: (left.setting + right.setting) / 2,
  }
  points.splice(at + 1, 0, middle)
}

const fiveOf = (points: readonly Reference[]) => points as unknown as Grinder['references']

/** The catalog's dials have from 5 to 1,400 steps. */
const FEWEST_STEPS = 5
const MOST_STEPS = 5000

function refuseStrangeDial({ minSetting, maxSetting, step, notation, finerIsHigher }: GrinderDescription) {
  if (maxSetting <= minSetting)
    throw faultAt(
      ['maxSetting'],
      `must be above ${minSetting}, the lowest. If higher numbers grind finer, say so, and keep the lowest number first.`,
    )
  if (notation && step === null) throw faultAt(['step'], 'is required for a dial that shows more than a plain number.')
  if (notation?.form === 'number-letter' && step !== null && Math.abs(step * notation.letters - 1) > 0.02)
    throw faultAt(
      ['step'],
      `must be 1/${notation.letters} of a number, ${thousandths(1 / notation.letters)}, for a dial with ${notation.letters} letters.`,
    )
  if (notation && finerIsHigher) throw faultAt(['finerIsHigher'], 'goes with dials that show a plain number.')
  if (step === null) {
    if (maxSetting - minSetting < 0.01)
      throw faultAt(['maxSetting'], 'is too close to the lowest to tell settings apart.')
    return
  }
  if (step <= 0) throw faultAt(['step'], 'must be above 0. Leave it out for a dial without steps.')
  const steps = Math.floor((maxSetting - minSetting) / step + 0.05)
  if (steps < FEWEST_STEPS)
    throw faultAt(
      ['step'],
      `of ${step} leaves ${steps === 1 ? 'one step' : `${steps} steps`} from ${minSetting} to ${maxSetting}. We need at least ${FEWEST_STEPS} to put recipes on a dial.`,
    )
  if (steps > MOST_STEPS)
    throw faultAt(
      ['step'],
      `of ${step} makes ${steps.toLocaleString('en')} steps from ${minSetting} to ${maxSetting}. If yours turns freely, leave the step out: it is stepless.`,
    )
}

/** On hand grinders, zero is where the burrs touch, so the finest usable setting is one step above. */
function finestOf(dial: Grinder): number | undefined {
  if (dial.drive !== 'hand' || dial.finerIsHigher) return
  const { min, step } = dialOf(dial)
  return thousandths(min + step)
}

/** The known settings as points, finest first. Faults name the setting by its place in the list. */
function knownOn(
  dial: Grinder,
  given: readonly KnownSetting[],
  catalog: GrinderCatalog,
): NonNullable<Grinder['known']> {
  const points = given.map((one, at) => ({
    at: at + 1,
    setting: settingAt(dial, one, at),
    ...pointOf(one, at, catalog),
  }))
  const inOrder = points.toSorted((one, other) => one.grindIndex - other.grindIndex)
  for (const [at, coarse] of inOrder.entries()) {
    const fine = inOrder[at - 1]
    if (!fine) continue
    const [one, other] = [fine, coarse].toSorted((a, b) => a.at - b.at) as [typeof fine, typeof fine]
    if (coarse.grindIndex - fine.grindIndex < LEAST_APART)
      throw new Fault(
        'invalid',
        `${one.at} and ${other.at} are about the same grind (${one.words} and ${other.words}). Keep the one you trust more, and add one further away.`,
        { path: ['known', other.at - 1], complaint: `is about the same grind as ${one.at}.` },
      )
    if (coarserSign(dial) * (coarse.setting - fine.setting) > 0) {
      if (Math.abs(slope(fine, coarse)) * (dial.maxSetting - dial.minSetting) <= STEEPEST) continue
      throw new Fault(
        'invalid',
        `${one.at} and ${other.at} are ${one.words} and ${other.words}, but almost the same setting. No grinder we know changes so fast. Check both, and the highest number of the dial.`,
        { path: ['known', other.at - 1, 'setting'], complaint: `is too close to ${one.at} for ${other.words}.` },
      )
    }
    const number = coarse.setting === fine.setting ? 'the same' : dial.finerIsHigher ? 'a higher' : 'a lower'
    throw new Fault(
      'invalid',
      `${coarse.at} is coarser than ${fine.at} but has ${number} number. Is higher ${dial.finerIsHigher ? 'coarser' : 'finer'}?`,
      { path: ['known', coarse.at - 1, 'setting'], complaint: `is coarser than ${fine.at} but has ${number} number.` },
    )
  }
  return inOrder.map(({ grindIndex, setting, uncertainty }) => ({
    ...{ grindIndex, setting },
    ...(uncertainty !== undefined && { uncertainty }),
  }))
}

function settingAt(dial: Grinder, { setting: given }: KnownSetting, at: number): number {
  const noted = notedOnDial(dial, given)
  if (noted === undefined)
    throw faultAt(
      ['known', at, 'setting'],
      `must be a number, or what the dial shows, such as ${labelOf(dial, dialOf(dial).nearest((dial.minSetting + dial.maxSetting) / 2))}.`,
    )
  const setting = Number(noted)
  if (!dialOf(dial).holds(setting))
    throw faultAt(['known', at, 'setting'], `must be on your dial, ${dialRangeOf(dial)}; you wrote ${given}.`)
  return thousandths(setting)
}

/** The index that a known setting stands for, and how people say it. */
function pointOf({ method, like, grindIndex }: KnownSetting, at: number, catalog: GrinderCatalog) {
  if ([method, like, grindIndex].filter(one => one !== undefined).length !== 1)
    throw faultAt(
      ['known', at],
      'must say what the setting is for: a method, the same grind on another grinder, or a grindIndex. Send exactly one.',
    )
  if (grindIndex !== undefined) return { grindIndex, uncertainty: undefined, words: `index ${grindIndex}` }
  if (method) {
    if (!chartMethods.some(({ id }) => id === method))
      throw faultAt(['known', at, 'method'], 'must be espresso or coarser: Turkish is below the scale.')
    return { grindIndex: methodById[method].grindIndex.target, uncertainty: undefined, words: methodById[method].name }
  }
  const { grinder: named, setting } = like as NonNullable<typeof like>
  const grinder = knownAs(catalog, named, at)
  if (grinder.known)
    throw faultAt(['known', at, 'like', 'grinder'], 'must be a grinder we know, not one that is described.')
  const there = notedOnDial(grinder, setting)
  const index = curveThrough(grinder.references).indexAt(settingOn(grinder, there ?? setting))
  if (index < 0 || index > 100)
    throw faultAt(
      ['known', at, 'like', 'setting'],
      `is ${index < 0 ? 'finer' : 'coarser'} than our scale on the ${fullName(grinder)}. Choose one between espresso and cold brew.`,
    )
  return {
    grindIndex: hundredths(index),
    uncertainty: uncertaintyAt(grinder, index),
    words: `${labelOf(grinder, settingOn(grinder, there ?? setting))} on the ${fullName(grinder)}`,
  }
}

/** A name in a body is not a page that is missing. */
function knownAs(catalog: GrinderCatalog, named: string, at: number) {
  try {
    return grinderOf(catalog, named)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault('invalid', error.message, {
      path: ['known', at, 'like', 'grinder'],
      complaint: 'must be a grinder we know.',
    })
  }
}
