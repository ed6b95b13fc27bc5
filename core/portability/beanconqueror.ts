import * as v from 'valibot'
import { atMost } from '../cut.ts'
import { withoutDirections } from '../direction.ts'
import * as field from '../fields.ts'
import { numberOrText } from '../numbers.ts'

/**
 * What the app Beanconqueror exports: its storage as one JSON object with a list per key. Long
 * lists continue in files next to it. Only what we read is described. A missing or odd field counts
 * as not filled in, which the app writes as '' or 0. Versions of the app differ, and older ones
 * wrote numbers as text.
 */
export const MOST_ROWS = 20_000
/**
 * How many brews, and how many beans, a file has. The app puts the rest into further files with as
 * many each.
 */
const ROWS_IN_MAIN = 500
/** For everything but brews; nobody owns more. */
const MOST_OF_A_KIND = 2000

const list = v.array(v.unknown(), 'must be a list, as Beanconqueror writes it')
const importedBrews = v.optional(v.pipe(list, v.maxLength(MOST_ROWS, `must have at most ${MOST_ROWS} rows`)))
const rows = v.optional(v.pipe(list, v.maxLength(MOST_OF_A_KIND, `must have at most ${MOST_OF_A_KIND} rows`)))

/** These are not imported; the report says how many there are. */
const onlyCounted = {
  GREEN_BEANS: v.optional(v.unknown()),
  ROASTING_MACHINES: v.optional(v.unknown()),
  WATER: v.optional(v.unknown()),
  GRAPH: v.optional(v.unknown()),
}

export const BeanconquerorFile = v.object({
  BEANS: rows,
  BREWS: importedBrews,
  MILL: rows,
  PREPARATION: rows,
  SETTINGS: rows,
  ...onlyCounted,
  isDryRun: v.pipe(
    v.optional(v.boolean(), false),
    v.description('Only report what would be imported; nothing is saved.'),
  ),
  isWhole: v.pipe(
    v.optional(v.boolean(), false),
    v.description('True if this file is complete, even if one of its lists has exactly 500 rows.'),
  ),
})
export type BeanconquerorFile = v.InferOutput<typeof BeanconquerorFile>

/**
 * What a file may be missing, in sentences. An archive can be incomplete, too: if its last part is
 * full, another may have followed.
 */
export function lackedBy({ BEANS = [], BREWS = [], isWhole }: BeanconquerorFile): string[] {
  const isCut = (list: unknown[]) => !isWhole && list.length > 0 && list.length % ROWS_IN_MAIN === 0
  return Object.entries({ brews: BREWS, beans: BEANS })
    .filter(([, list]) => isCut(list))
    .map(
      ([kind, list]) =>
        `The file has exactly ${list.length} ${kind}, the number at which Beanconqueror starts a new file. If you have more, import the whole archive instead.`,
    )
}

/** Longer than anything we keep, so that the report can say what was cut. */
const LONGEST_READ = 6000
const words = v.fallback(
  v.pipe(
    v.string(),
    v.transform(text => withoutDirections(atMost(text, LONGEST_READ)).trim()),
  ),
  '',
)
/** A longer text is not a date. */
const date = v.fallback(v.pipe(field.boundedWord('must be a date'), v.trim()), '')
const writtenFigure = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.transform(numberOrText), v.number())]),
  v.finite(),
)
const figure = v.fallback(writtenFigure, 0)
const flagOrNot = v.fallback(v.boolean(), false)
const config = v.object({
  uuid: v.pipe(field.boundedText(100), v.trim(), v.minLength(1), v.maxLength(100)),
  unix_timestamp: figure,
})

/**
 * A row, together with those of its texts that should be numbers and are not, so that they can be
 * reported.
 */
const withNoNumbers = <T extends v.ObjectEntries>(entries: T) =>
  v.pipe(
    v.custom<object>(row => typeof row === 'object' && row !== null),
    v.transform(row => ({ ...row, noNumbers: noNumbersIn(row, entries) })),
    v.object({ ...entries, noNumbers: v.array(v.object({ name: v.string(), written: v.string() })) }),
  )

const noNumbersIn = (row: object, entries: v.ObjectEntries) =>
  Object.entries(row).flatMap(([name, given]) =>
    typeof given === 'string' && given.trim() !== '' && entries[name] === figure && !v.is(writtenFigure, given)
      ? [{ name, written: withoutDirections(atMost(given, LONGEST_READ)).trim() }]
      : [],
  )

/** The most parts of a blend that are read. */
const MOST_PARTS = 50

export const Bean = withNoNumbers({
  name: words,
  roaster: words,
  /** A key from the app's list of roasts. */
  roast: words,
  roast_custom: words,
  beanMix: words,
  aromatics: words,
  note: words,
  decaffeinated: flagOrNot,
  weight: figure,
  /** Finished, which the app calls archived. */
  finished: flagOrNot,
  favourite: flagOrNot,
  rating: figure,
  roastingDate: date,
  frozenDate: date,
  unfrozenDate: date,
  openDate: date,
  /** A key from the app's list of containers. */
  frozenStorageType: words,
  frozenNote: words,
  bean_information: v.fallback(
    v.pipe(
      v.array(v.unknown()),
      v.transform(parts => parts.slice(0, MOST_PARTS)),
      v.array(v.object({ country: words, region: words, processing: words })),
    ),
    [],
  ),
  config,
})
export type Bean = v.InferOutput<typeof Bean>

export const Brew = withNoNumbers({
  grind_size: words,
  grind_weight: figure,
  bean_weight_in: figure,
  /** A uuid, like those below. */
  method_of_preparation: words,
  mill: words,
  bean: words,
  /** In Celsius. */
  brew_temperature: figure,
  brew_time: figure,
  /** Grams or millilitres of water; for espresso, of the beverage. */
  brew_quantity: figure,
  brew_beverage_quantity: figure,
  /** In percent. */
  tds: figure,
  /** In seconds, like the next. */
  coffee_blooming_time: figure,
  coffee_first_drip_time: figure,
  favourite: flagOrNot,
  best_brew: flagOrNot,
  note: words,
  /** 0 means not rated. */
  rating: figure,
  config,
})
export type Brew = v.InferOutput<typeof Brew>

export const Mill = v.object({ name: words, config })
export const Preparation = v.object({ name: words, type: words, style_type: words, config })
export type Preparation = v.InferOutput<typeof Preparation>

/** People can set the app's rating scale to any maximum; the default is 5. */
const STANDARD = 5
const best = v.fallback(v.pipe(v.number(), v.minValue(1)), STANDARD)
export const Settings = v.fallback(v.object({ brew_rating: best, bean_rating: best }), {
  brew_rating: STANDARD,
  bean_rating: STANDARD,
})
