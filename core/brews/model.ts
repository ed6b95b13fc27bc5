import * as v from 'valibot'
import { brewedStyle, GivenStyle } from '../adaptation/styles.ts'
import { CoffeeRef } from '../coffees/ref.ts'
import type { RoastLevel } from '../coffees/roast.ts'
import { FIRST_INSTANT, isInCalendar, timeZone } from '../dates.ts'
import { drinkerId, forDrinker } from '../drinkers/model.ts'
import { GrinderDetails } from '../equipment/details.ts'
import * as field from '../fields.ts'
import { GivenSetting } from '../grind/given.ts'
import { GivenMethod, methodIds } from '../grind/methods.ts'
import { GrinderRef } from '../grind/ref.ts'
import type { WithoutUndefined } from '../optional.ts'
import { TasteProfile } from '../taste/profile.ts'
import { drinkersInInput, drinkersInReply, oneDrinker } from './cups.ts'

export const ExtractionFeedback = field.object({
  sour: v.optional(field.flag),
  bitter: v.optional(field.flag),
  watery: v.optional(field.flag),
  harsh: v.optional(field.flag),
  strong: v.pipe(v.optional(field.flag), v.description('Too strong: too much coffee for the water.')),
  balanced: v.optional(field.flag),
})
export type ExtractionFeedback = v.InferOutput<typeof ExtractionFeedback>

/** What can be said about a cup after drinking it. */
export const review = {
  outcome: field.line,
  notes: field.longText,
  rating: field.rating,
  tasteProfile: TasteProfile,
  extractionFeedback: ExtractionFeedback,
}

const { orNull } = field

/** When an earlier cup was brewed; stored in UTC. */
export const whenBrewed = v.pipe(
  field.boundedWord('must be a time with its zone, such as 2026-03-31T08:15:00Z'),
  v.isoTimestamp('must be a time with its zone, such as 2026-03-31T08:15:00Z'),
  v.check(text => isInCalendar(text.slice(0, 10)), 'must be a valid date'),
  v.check(text => Date.parse(text) >= FIRST_INSTANT, 'must be a time since 1990'),
  v.transform(text => new Date(text).toISOString()),
  v.description('When you brewed it, if not just now. Can’t be in the future.'),
)

const techniqueSlug = field.text(1, 100)
const drunk = { drinkerId: oneDrinker, ...drinkersInInput(ExtractionFeedback) }

export const LogBrew = v.object({
  method: orNull(v.pipe(GivenMethod, v.description('Optional if you send machineId, which then decides it.'))),
  coffeeProfileId: orNull(field.id),
  bagId: orNull(
    v.pipe(field.id, v.description('One of your bags, including those whose coffee isn’t in the catalog.')),
  ),
  style: orNull(GivenStyle),
  grinderId: orNull(field.id),
  machineId: orNull(field.id),
  recipeId: orNull(
    v.pipe(field.id, v.description('The community recipe it was brewed from, which then counts the brew.')),
  ),
  technique: orNull(
    v.pipe(techniqueSlug, v.description('The technique it was brewed with, such as four-six, instead of a recipe.')),
  ),
  doseGrams: orNull(field.doseGrams),
  coffeeGrams: orNull(v.pipe(field.doseGrams, v.description('Same as doseGrams; send either.'))),
  waterGrams: orNull(
    v.pipe(field.waterGrams, v.description('All of the water, including ice and bypass; for espresso, the yield.')),
  ),
  grindSetting: orNull(GivenSetting),
  waterTempF: orNull(field.waterTempF),
  brewTimeSeconds: orNull(field.brewTimeSeconds),
  daysOffRoast: orNull(field.daysOffRoast),
  tdsPercent: orNull(field.tdsPercent),
  beverageGrams: orNull(field.beverageGrams),
  bloomSeconds: orNull(field.secondsInBrew),
  firstDripSeconds: orNull(field.secondsInBrew),
  isFavourite: orNull(field.flag),
  isBest: orNull(field.flag),
  brewedAt: orNull(whenBrewed),
  ...drunk,
  ...nullish(review, null),
})

/** A field that is left out stays as it is; null clears it. */
export const ReviseBrew = v.object({
  id: field.id,
  ...nullish(review, undefined),
  brewedAt: v.nullish(whenBrewed, undefined),
  bagId: v.pipe(
    v.nullish(field.id, undefined),
    v.description(
      'The bag it was made from: its coffee is then that of the bag. Null: from no bag, of the same coffee.',
    ),
  ),
  style: v.nullish(GivenStyle, undefined),
  technique: v.pipe(
    v.nullish(techniqueSlug, undefined),
    v.description('The technique it was brewed with; only for a brew without a recipe.'),
  ),
  tdsPercent: v.nullish(field.tdsPercent, undefined),
  beverageGrams: v.nullish(field.beverageGrams, undefined),
  isFavourite: v.optional(field.flag),
  isBest: v.optional(field.flag),
  ...drunk,
  grinderId: v.pipe(
    v.nullish(field.id),
    v.description('The grinder you used; the setting is then read again on its dial.'),
  ),
})

export const ListBrews = v.object({
  drinkerId: v.optional(v.pipe(drinkerId, v.description('Only what this drinker drank. Default: everything.'))),
  coffeeProfileId: v.optional(field.id),
  rating: v.optional(v.pipe(field.rating, v.description('The minimum rating.'))),
  savedAsRecipe: v.optional(field.flag),
  limit: field.limit(20),
  cursor: field.cursor,
})

export const BrewId = v.object({ id: field.id })
export const LastBrew = v.object({
  drinkerId: v.optional(v.pipe(drinkerId, v.description('The last one this drinker drank. Default: the last of all.'))),
})
export const GetBrew = v.object({
  id: field.id,
  drinkerId: v.optional(
    v.pipe(
      drinkerId,
      v.description('If several people drank it, whose next step to return. Default: the first person’s.'),
    ),
  ),
})

export const WeeklyStats = v.object({ tz: v.optional(timeZone, 'UTC'), ...forDrinker })

const figure = v.nullable(v.number())
const words = v.nullable(v.string())

const brew = {
  id: field.id,
  method: v.picklist(methodIds),
  style: brewedStyle,
  coffeeProfileId: v.nullable(field.id),
  grinderId: v.nullable(field.id),
  machineId: v.nullable(field.id),
  recipeId: v.pipe(v.nullable(field.id), v.description('The community recipe it was brewed from.')),
  recipeVersion: v.pipe(
    v.nullable(v.number()),
    v.description('The version of that recipe at the time; each edit adds one. Null if unknown.'),
  ),
  technique: v.pipe(words, v.description('The slug of the technique it was brewed with.')),
  doseGrams: figure,
  coffeeGrams: figure,
  waterGrams: figure,
  ratio: v.pipe(figure, v.description('Water to coffee.')),
  grindSetting: figure,
  grindSettingText: v.pipe(words, v.description('The setting as it was typed, if it was text.')),
  grindLabel: v.pipe(words, v.description('The setting as the device shows it.')),
  grindIndex: v.pipe(
    figure,
    v.description('0 (espresso-fine) to 100 (coarsest), using your own calibration if there is one.'),
  ),
  waterTempF: figure,
  brewTimeSeconds: figure,
  daysOffRoast: figure,
  tdsPercent: figure,
  beverageGrams: figure,
  bloomSeconds: figure,
  firstDripSeconds: figure,
  isFavourite: v.boolean(),
  isBest: v.pipe(v.boolean(), v.description('Marked by its owner as the best brew of this coffee.')),
  outcome: words,
  notes: words,
  rating: figure,
  tasteProfile: v.nullable(TasteProfile),
  extractionFeedback: v.nullable(ExtractionFeedback),
  savedAsRecipe: v.boolean(),
  extractionPercent: v.pipe(
    figure,
    v.description(
      'How much of the coffee ended up in the cup: TDS x drink / dose. The target is 18 to 22%; there is no published target for iced, bypass and concentrate.',
    ),
  ),
  brewedAt: v.pipe(field.instant, v.description('When it was brewed; lists, streaks and weeks go by this.')),
  createdAt: v.pipe(field.instant, v.description('When it was logged.')),
  coffee: v.nullable(CoffeeRef),
  bag: v.pipe(
    v.nullable(v.object({ id: field.id, name: v.string(), roasterName: words })),
    v.description('The bag it was brewed from.'),
  ),
  machine: v.nullable(v.object({ id: field.id, brand: v.string(), model: v.string() })),
  ...drinkersInReply(ExtractionFeedback),
}
const calibrated = v.pipe(v.boolean(), v.description('Whether your own calibration is used.'))

export const BrewLog = v.object({
  ...brew,
  grinder: v.nullable(v.object({ ...GrinderRef.entries, calibrated })),
})
export type BrewLog = v.InferOutput<typeof BrewLog>

/** One change with its reason: what to do, and the new figure if there is one. */
const ReasonedChange = v.object({
  change: v.pipe(
    v.picklist(['grind', 'temperature', 'dose', 'water', 'preparation', 'repeat', 'doubt', 'none']),
    v.description(
      'What to change. Water is the yield of an espresso, or less water where a brewer takes no more coffee. Repeat asks for the same brew again. A doubt is something other than the brew that may be wrong, with figures if it asks for a test cup; none asks what was off.',
    ),
  ),
  direction: v.pipe(
    v.optional(v.picklist(['finer', 'coarser', 'hotter', 'cooler', 'stronger', 'lighter'])),
    v.description('Which way the change goes. Null for levelling the bed.'),
  ),
  advice: v.string(),
  reason: v.string(),
  between: v.pipe(
    v.optional(v.array(v.object({ taste: v.string(), waterTempF: v.number() }))),
    v.description('Two settings that were off in opposite ways, if the best lies between them.'),
  ),
  grindSetting: v.optional(v.number()),
  grindLabel: v.optional(v.string()),
  waterTempF: v.optional(v.number()),
  doseGrams: v.optional(v.number()),
  waterGrams: v.optional(v.number()),
})
export type ReasonedChange = WithoutUndefined<v.InferOutput<typeof ReasonedChange>>

const NextStepReply = v.object({
  ...ReasonedChange.entries,
  also: v.pipe(
    v.optional(ReasonedChange),
    v.description('What the other complaint asks for, if grind and strength were both off.'),
  ),
})
/** If grind and strength were both off, `also` is for drinkers who change both at once. */
export type NextStep = ReasonedChange & { also?: ReasonedChange }

const BrewDetail = v.object({
  ...brew,
  grinder: v.nullable(v.object({ ...GrinderDetails.entries, calibrated })),
  nextStep: v.pipe(
    v.nullable(NextStepReply),
    v.description(
      'The one thing to change next time, based on what was logged. Null if the cup was good, or nothing was said about it. A balanced cup with one or two stars gets a doubt.',
    ),
  ),
})

export const BrewReply = v.object({ brewLog: BrewLog })
export const BrewDetailReply = v.object({ brewLog: BrewDetail })
export const LastBrewReply = v.object({ brewLog: v.nullable(BrewLog) })

export const ComparisonReply = v.object({
  comparison: v.object({
    currentBrew: BrewLog,
    previousBrew: v.pipe(v.nullable(BrewLog), v.description('The previous brew of the same coffee, method and style.')),
    deltas: v.object({
      ratio: figure,
      grind: v.pipe(figure, v.description('In index points; above 0 is coarser.')),
      grindClicks: v.pipe(figure, v.description("In steps of the current brew's grinder; above 0 is coarser.")),
      water: v.pipe(figure, v.description('In grams.')),
      brewTime: v.pipe(figure, v.description('In seconds.')),
    }),
  }),
})
export type Comparison = v.InferOutput<typeof ComparisonReply>['comparison']

/** A brew as it is stored, with its coffee, and its equipment by id. */
export type StoredBrew = Omit<
  BrewLog,
  | 'coffeeGrams'
  | 'ratio'
  | 'extractionPercent'
  | 'grindLabel'
  | 'machine'
  | 'grinder'
  | 'isFavourite'
  | 'isBest'
  | 'drinkerIds'
  | 'cups'
> & {
  isFavourite: boolean | null
  isBest: boolean | null
  /** Null: the person whose account it is. */
  drinkerIds: NonNullable<BrewLog['drinkerIds']> | null
  /** Null if one person drank it. */
  cups: NonNullable<BrewLog['cups']> | null
}

/** With the roast of its coffee or bag, which replies do not repeat. */
export type RoastedBrew = StoredBrew & { roastLevel?: RoastLevel | null }

/** Each of these may be left out or null; if left out, it is `otherwise`. */
function nullish<Entries extends Record<string, v.GenericSchema>, Otherwise extends null | undefined>(
  entries: Entries,
  otherwise: Otherwise,
) {
  const wrapped = Object.entries(entries).map(([name, schema]) => [name, v.nullish(schema, otherwise)])
  return Object.fromEntries(wrapped) as { [Name in keyof Entries]: v.NullishSchema<Entries[Name], Otherwise> }
}
