import * as v from 'valibot'
import { withoutDirections } from './direction.ts'
import { wordsOf } from './names.ts'

/**
 * The fields that inputs are made of. Each message completes a sentence that starts with the
 * field's name: "limit" + "must be at most 50".
 */

export const text = (min: number, max: number) => textAs(seen, min, max)

/**
 * Every text from outside starts with this. A text far longer than its field allows is refused
 * before anything processes it, because trimming, matching, splitting and normalizing take longer
 * the longer it is. `noLongerThan` checks the exact length, after trimming.
 */
export function boundedText(longest: number, message = 'must be text', tooLong = atMostCharacters(longest)) {
  const schema = v.string(message)
  const refusal = v.never(tooLong) as unknown as typeof schema
  const bound = 2 * longest + ROOM
  const run: (typeof schema)['~run'] = (dataset, config) =>
    typeof dataset.value === 'string' && dataset.value.length > bound
      ? refusal['~run'](dataset, config)
      : schema['~run'](dataset, config)
  return { ...schema, '~run': run, longest }
}

/**
 * Allows for spaces around a text and for invisible characters. The limit is also doubled, because
 * an emoji counts as two characters in JavaScript.
 */
const ROOM = 200
const atMostCharacters = (max: number) => `must have at most ${max} characters`

/** A missing value counts as null: unknown. */
export const orNull = <T extends v.GenericSchema>(schema: T) => v.nullish(schema, null)

const textAs = (shown: (text: string) => string, min: number, max: number) =>
  v.pipe(
    boundedText(max),
    trimmedAs(shown),
    inCodePoints(
      v.minLength<string, number, string>(
        min,
        min === 1 ? 'must not be empty' : `must have at least ${min} characters`,
      ),
    ),
    noLongerThan(max),
  )

/** Trims a text after reducing it to what is shown. JSON Schema sees an ordinary trim. */
const trimmedAs = (shown: (text: string) => string): v.TrimAction => ({
  ...v.trim(),
  '~run': (dataset, config) =>
    v.trim()['~run'](dataset.typed ? { ...dataset, value: shown(dataset.value) } : dataset, config),
})

/**
 * Removes characters that would reverse the text around them, and empties a text that is entirely
 * invisible.
 */
const seen = (text: string) => withoutDirections(text).replace(UNSEEN, '')

/** Text on one line. A name with line breaks could add paragraphs to our mails. */
const withoutBreaks = (text: string) => seen(text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' '))

/**
 * Nothing but spaces, control characters, characters that Unicode says not to draw, and the blank
 * Braille pattern.
 */
const UNSEEN = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]*$/u

export const noLongerThan = (max: number) =>
  inCodePoints(v.maxLength<string, number, string>(max, atMostCharacters(max)))

/** Counts length as people, JSON Schema and PostgreSQL do: an emoji is one character, not two. */
function inCodePoints<A extends Length>(action: A): A {
  const count: Length['~run'] = action['~run'].bind(action)
  const run: Length['~run'] = (dataset, config) => {
    if (!dataset.typed || !/[\ud800-\udbff]/.test(dataset.value)) return count(dataset, config)
    const counted = count({ typed: true, value: '.'.repeat([...dataset.value].length) }, config)
    const issues = [...(dataset.issues ?? []), ...(counted.issues ?? [])]
    return issues.length > 0 ? ({ ...dataset, issues } as typeof counted) : dataset
  }
  return { ...action, '~run': run }
}

type Length = v.MinLengthAction<string, number, string> | v.MaxLengthAction<string, number, string>

export const number = (min: number, max: number) =>
  v.pipe(
    v.number('must be a number'),
    v.finite('must be a number'),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )

export const integer = (min: number, max: number) =>
  v.pipe(
    v.number('must be a whole number'),
    v.integer('must be a whole number'),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  )

/** Row ids are PostgreSQL integers. */
export const id = v.pipe(
  v.number('must be an id (a whole number)'),
  v.integer('must be an id (a whole number)'),
  v.minValue(1, 'must be an id (a whole number above 0)'),
  v.maxValue(2 ** 31 - 1, 'is not a known ID'),
)

export const flag = v.boolean('must be true or false')

export const choice = <const T extends readonly string[]>(options: T) =>
  v.picklist(options, `must be one of ${options.join(', ')}`)

/**
 * An object within an input. Valibot's own schema also accepts arrays, since they are objects in
 * JavaScript.
 */
export function object<E extends v.ObjectEntries>(entries: E) {
  const schema = v.object(entries, 'must be an object')
  const run: (typeof schema)['~run'] = (dataset, config) =>
    schema['~run'](Array.isArray(dataset.value) ? { value: null } : dataset, config)
  return { ...schema, '~run': run }
}

/**
 * For one of a few words, a date or the like. A text that is too long gets the same message as a
 * wrong one.
 */
export const boundedWord = (message: string) => boundedText(LONGEST_WORD, message, message)
const LONGEST_WORD = 100

/** A choice that also accepts how people write it. JSON Schema lists the options. */
export function choiceAs<const T extends readonly string[]>(read: (text: string) => string, options: T) {
  const schema = choice(options)
  const run: (typeof schema)['~run'] = (dataset, config) =>
    schema['~run'](isShort(dataset.value) ? { value: read(dataset.value) } : dataset, config)
  return { ...schema, '~run': run }
}

/** A longer text cannot be one of the options, so it is not read at all. */
const isShort = (value: unknown): value is string => v.is(anyWord, value)
const anyWord = boundedWord('')

/**
 * A word from a fixed list, in any case, with `-`, `_` or a space between its parts: "Medium-Light"
 * is MEDIUM_LIGHT.
 */
export const wordOf = <const T extends readonly string[]>(options: T) => choiceAs(readWord, options)

export const readWord = (text: string) =>
  text
    .trim()
    .toUpperCase()
    .replace(/[\s_-]+/g, '_')

const LONGEST_SEVERAL = 2000
/** Several words of a query, separated by commas. Any of them matches. */
export const several = <T extends v.GenericSchema<string, unknown>>(item: T, options: readonly string[]) =>
  v.pipe(
    boundedText(LONGEST_SEVERAL),
    v.description(`One of ${options.join(', ')}, or several of them separated by commas; any of them will match.`),
    v.metadata({ anyOf: [{ enum: options }, { pattern: ',' }] }),
    v.rawTransform(({ dataset, addIssue, NEVER }): v.InferOutput<T>[] => {
      const parts = dataset.value.split(',').filter(part => part.trim() !== '')
      const list = v.pipe(v.array(item), v.minLength(1, 'must not be empty'), v.maxLength(20, 'must name at most 20'))
      const parsed = v.safeParse(list, parts)
      if (parsed.success) return parsed.output
      addIssue({ message: parsed.issues[0].message })
      return NEVER
    }),
  )

export const slug = v.pipe(
  boundedText(200),
  v.maxLength(200, 'must have at most 200 characters'),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a slug such as comandante-c40-mk4'),
)

export const email = v.pipe(
  boundedText(254, 'must be an email address'),
  v.trim(),
  v.maxLength(254, 'must have at most 254 characters'),
  v.regex(
    /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@([\p{L}\p{N}][\p{L}\p{N}-]*\.)+[\p{L}\p{N}-]{2,63}$/u,
    'must be an email address',
  ),
  // Refuses full-width letters, commas and the like: a mail program may read them as plain ones,
  // which could be somebody else's address.
  v.check(text => text === text.normalize('NFKC'), 'must be an email address'),
  v.metadata({ format: 'email' }),
)

/**
 * A page of our own to continue on. Never another site, however a browser reads it
 * (`//evil.example`, `/\\evil.example`).
 */
export const sitePath = v.pipe(
  boundedText(3000, 'must be a path on this site, such as /recipes/7'),
  v.maxLength(3000, 'must have at most 3000 characters'),
  v.regex(/^\/(?![/\\])[^\\\s\p{Cc}]*$/u, 'must be a path on this site, such as /recipes/7'),
)

export const webAddress = v.pipe(
  boundedText(2000, 'must be a web address'),
  v.trim(),
  v.maxLength(2000, 'must have at most 2000 characters'),
  v.check(
    // Browsers ignore a control character within an address, but programs that find links in text
    // end it there.
    text => /^https?:\/\//i.test(text) && !/\p{Cc}/u.test(text) && URL.canParse(text),
    'must be a web address such as https://example.com',
  ),
)

/** A text that null or an empty text removes. */
export const clearable = <T extends v.GenericSchema<string, string> & { longest: number }>(schema: T) =>
  v.nullish(
    v.pipe(
      boundedText(schema.longest),
      v.trim(),
      v.rawTransform(({ dataset, addIssue, NEVER }): string | null => {
        if (dataset.value === '') return null
        const parsed = v.safeParse(schema, dataset.value)
        if (parsed.success) return parsed.output
        addIssue({ message: parsed.issues[0].message })
        return NEVER
      }),
    ),
  )

/** The secret in a mailed link. */
export const token = text(1, 500)

/** An instant in a reply: ISO 8601, UTC, milliseconds, Z. */
export const instant = v.pipe(v.string(), v.isoTimestamp())

export const LONGEST_LINE = 200
export const LONGEST_TEXT = 5000
export const name = textAs(withoutBreaks, 1, LONGEST_LINE)
export const line = textAs(withoutBreaks, 0, LONGEST_LINE)

/** More words would not improve the results, and would slow down everybody else's searches. */
export const MOST_SEARCH_WORDS = 8
const searchOf = (min: number) =>
  v.pipe(
    text(min, 100),
    v.check(
      text => new Set(wordsOf(text)).size <= MOST_SEARCH_WORDS,
      `must have at most ${MOST_SEARCH_WORDS} different words`,
    ),
  )
export const search = searchOf(1)
/** An empty search finds everything. */
export const searchOrAll = searchOf(0)
export const longText = text(0, LONGEST_TEXT)
export const rating = integer(1, 5)

/** The amounts of a brew, within bounds that no real brew exceeds. */
export const LEAST_DOSE_GRAMS = 0.1
export const MOST_DOSE_GRAMS = 1000
export const LEAST_RATIO = 0.5
export const MOST_RATIO = 50
export const BOILING_F = 212
export const LONGEST_BREW_SECONDS = 72 * 3600
export const doseGrams = number(LEAST_DOSE_GRAMS, MOST_DOSE_GRAMS)
export const waterGrams = number(1, 20_000)
export const ratio = number(LEAST_RATIO, MOST_RATIO)
export const waterTempF = number(32, BOILING_F)
/** The highest town on earth is at about 5,100 m. */
export const altitudeMeters = v.pipe(
  number(0, 5500),
  v.description('Metres above sea level: water boils 1 F lower for each 158 m, and no recipe asks for hotter water.'),
)
export const waterPpm = number(0, 1000)
export const grindIndex = number(0, 100)
export const brewTimeSeconds = integer(1, LONGEST_BREW_SECONDS)
export const secondsInBrew = integer(0, LONGEST_BREW_SECONDS)
export const beverageGrams = v.pipe(
  number(1, 20_000),
  v.description('What’s in the cup: less than the water, except for espresso.'),
)
/** Above this it is not a drink, and no coffee refractometer reads that high. */
export const tdsPercent = v.pipe(number(0.01, 30), v.description('Total dissolved solids, in percent of the drink.'))
export const daysOffRoast = v.pipe(number(0, 3650), v.description('Days in the freezer don’t count.'))

/** The `limit` of a list. A value above the maximum is an error and is not silently reduced. */
export const limit = (standard: number, max = 100) => v.optional(integer(1, max), standard)
export const page = v.optional(integer(1, 2 ** 31 - 1), 1)
export const cursor = v.optional(
  v.pipe(
    boundedText(1000, 'must be a cursor', 'is not a cursor of this list'),
    v.maxLength(1000, 'is not a cursor of this list'),
  ),
)

export const nothing = v.object({})
export const succeeded = v.object({ success: v.literal(true) })
