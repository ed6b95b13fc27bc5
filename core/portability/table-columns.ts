import type { brewColumns } from '../brews/brews-csv.ts'
import { atMost } from '../cut.ts'
import { folded } from '../names.ts'
import type { DateOrder } from './table-dates.ts'
import { orderOfDates } from './table-dates.ts'
import { type FigureKind, numberInCell } from './table-figures.ts'

export type BrewColumn = keyof typeof brewColumns

/** What a column of a table can hold. */
interface Meaning {
  /** The fact that it is. Only one column of a file may hold it. */
  fact: BrewColumn | 'time_of_day'
  /** As people choose it from a list. */
  label: string
  kind?: FigureKind
  order?: DateOrder
  /** The highest rating of its scale. */
  best?: number
}

/** By name. Those that `brew-logs.csv` has are named as there. */
const columnMeanings = {
  date: { fact: 'date', label: 'Date' },
  date_day_first: { fact: 'date', label: 'Date, day first', order: 'day-first' },
  date_month_first: { fact: 'date', label: 'Date, month first', order: 'month-first' },
  time_of_day: { fact: 'time_of_day', label: 'Time of day' },
  method: { fact: 'method', label: 'Brewer or method' },
  style: { fact: 'style', label: 'Style' },
  technique: { fact: 'technique', label: 'Technique' },
  coffee: { fact: 'coffee', label: 'Coffee' },
  roaster: { fact: 'roaster', label: 'Roaster' },
  grinder: { fact: 'grinder', label: 'Grinder' },
  setting: { fact: 'setting', label: 'Setting' },
  grind_index: { fact: 'grind_index', label: 'Grind index', kind: 'count' },
  coffee_g: { fact: 'coffee_g', label: 'Dose', kind: 'grams' },
  coffee_oz: { fact: 'coffee_g', label: 'Dose, in ounces', kind: 'ounces' },
  water_g: { fact: 'water_g', label: 'Water', kind: 'grams' },
  water_oz: { fact: 'water_g', label: 'Water, in ounces', kind: 'ounces' },
  drink_g: { fact: 'drink_g', label: 'Yield', kind: 'grams' },
  drink_oz: { fact: 'drink_g', label: 'Yield, in ounces', kind: 'ounces' },
  tds_percent: { fact: 'tds_percent', label: 'TDS', kind: 'count' },
  water_temperature: { fact: 'water_temperature_f', label: 'Temperature', kind: 'degrees' },
  water_temperature_c: { fact: 'water_temperature_f', label: 'Temperature, °C', kind: 'celsius' },
  water_temperature_f: { fact: 'water_temperature_f', label: 'Temperature, °F', kind: 'fahrenheit' },
  time_s: { fact: 'time_s', label: 'Brew time', kind: 'seconds' },
  time_min: { fact: 'time_s', label: 'Brew time, in minutes', kind: 'minutes' },
  bloom_s: { fact: 'bloom_s', label: 'Bloom', kind: 'seconds' },
  first_drip_s: { fact: 'first_drip_s', label: 'First drip', kind: 'seconds' },
  days_off_roast: { fact: 'days_off_roast', label: 'Days off roast', kind: 'count' },
  rating: { fact: 'rating', label: 'Stars, out of 5', best: 5 },
  rating_10: { fact: 'rating', label: 'Score, out of 10', best: 10 },
  rating_100: { fact: 'rating', label: 'Score, out of 100', best: 100 },
  favourite: { fact: 'favourite', label: 'Favourite' },
  best: { fact: 'best', label: 'Best' },
  outcome: { fact: 'outcome', label: 'Outcome' },
  notes: { fact: 'notes', label: 'Notes' },
} as const satisfies Record<string, Meaning>
export type ColumnMeaning = keyof typeof columnMeanings
export const columnMeaningNames = Object.keys(columnMeanings) as ColumnMeaning[]

export const meaningOf = (name: ColumnMeaning): Meaning => columnMeanings[name]

/** What people call a column, without its unit, folded and in words. */
const called: Partial<Record<ColumnMeaning, string>> = {
  date: 'date|day|when|brewed|brewed at|brew date|brewed on|date brewed|date and time|date time|datetime|timestamp|created|created at|datum|fecha',
  time_of_day: 'time of day|clock|clock time|uhrzeit',
  method:
    'method|brewer|brew method|brewing method|brew type|brew device|brewing device|device|dripper|maker|coffee maker|machine|preparation|prep|brewed with|equipment|zubereitung|methode|metodo',
  style: 'style|brew style',
  technique: 'technique|brew technique',
  coffee:
    'coffee|coffees|coffee name|bean|beans|bean name|coffee bean|coffee beans|bag|blend|kaffee|bohne|bohnen|cafe|grano|granos',
  roaster: 'roaster|roasters|roaster name|roastery|roasted by|brand|rosterei|torrefacteur|tostador',
  grinder: 'grinder|grinder name|mill|burr grinder|muhle|kaffeemuhle|moulin|molino|molinillo',
  setting:
    'setting|settings|grind|grind setting|grind size|grinder setting|grinder settings|grinding|grinding setting|grind level|grind number|grind clicks|clicks|click|dial|dial setting|mahlgrad|mouture|molienda',
  grind_index: 'grind index',
  coffee_g:
    'dose|dosage|dose in|coffee dose|coffee in|coffee amount|amount of coffee|coffee weight|weight of coffee|coffee grams|grams of coffee|grams coffee|ground coffee|in|input|dry dose|basket dose|bean weight|menge|dosis',
  water_g:
    'water|water amount|amount of water|water weight|water in|brew water|total water|water used|water volume|water grams|wasser|wassermenge|eau|agua',
  drink_g:
    'yield|out|output|drink|drink weight|beverage|beverage weight|beverage yield|brew weight|coffee out|dose out|shot weight|final weight|in cup|cup weight|liquid out|ertrag',
  tds_percent: 'tds|strength|refractometer',
  water_temperature:
    'temp|temperature|water temp|water temperature|brew temp|brew temperature|brewing temperature|kettle|kettle temp|temperatur|wassertemperatur|temperatura|t',
  time_s:
    'time|brew time|brewing time|total time|total brew time|contact time|extraction time|shot time|duration|brew duration|draw down|drawdown|drawdown time|seconds|zeit|bruhzeit|temps|tiempo',
  bloom_s: 'bloom|bloom time|blooming|blooming time|bloom duration|pre infusion|preinfusion|preinfusion time',
  first_drip_s: 'first drip|first drip time|time to first drip|first drop|first drops',
  days_off_roast:
    'days off roast|days since roast|days after roast|days from roast|days post roast|rest|rest days|age|bean age|coffee age',
  rating:
    'rating|ratings|score|stars|star|overall|overall rating|overall score|grade|bewertung|note overall|nota|points',
  favourite: 'favourite|favorite|fav|liked',
  best: 'best|best brew',
  outcome: 'outcome|result|verdict',
  notes:
    'notes|note|comment|comments|tasting notes|taste notes|taste|remarks|remark|flavour|flavor|flavours|flavors|flavor notes|flavour notes|description|impressions|thoughts|memo|notizen|notiz|notas',
}

const meaningByName = new Map(
  (Object.entries(called) as [ColumnMeaning, string][]).flatMap(([meaning, names]) =>
    names.split('|').map(name => [name, meaning] as const),
  ),
)

/** Units as headers name them. */
const unitSaid: Record<string, 'oz' | 'c' | 'f' | 's' | 'min' | '' | undefined> = Object.assign(Object.create(null), {
  ...Object.fromEntries(
    ['g', 'gr', 'gram', 'grams', 'gm', 'ml', 'cc', 'clicks', 'click', 'percent', 'date', 'days'].map(unit => [
      unit,
      '',
    ]),
  ),
  ...Object.fromEntries(['oz', 'ounce', 'ounces', 'floz', 'fl oz'].map(unit => [unit, 'oz'])),
  ...Object.fromEntries(['c', 'celsius', 'deg c', 'degrees c', 'degc'].map(unit => [unit, 'c'])),
  ...Object.fromEntries(['f', 'fahrenheit', 'deg f', 'degrees f', 'degf'].map(unit => [unit, 'f'])),
  ...Object.fromEntries(
    ['s', 'sec', 'secs', 'second', 'seconds', 'min sec', 'm ss', 'mm ss', 'm s', 'h mm ss'].map(unit => [unit, 's']),
  ),
  ...Object.fromEntries(['m', 'min', 'mins', 'minute', 'minutes'].map(unit => [unit, 'min'])),
})

const inUnit: Partial<Record<string, ColumnMeaning>> = {
  'coffee_g oz': 'coffee_oz',
  'water_g oz': 'water_oz',
  'drink_g oz': 'drink_oz',
  'water_temperature c': 'water_temperature_c',
  'water_temperature f': 'water_temperature_f',
  'time_s min': 'time_min',
}

/** No header that we understand is longer. */
const LONGEST_HEADER = 60

/**
 * Our column that a header means: "Dose (g)", "Temp °C", "Score /10", "brew_time_s". Undefined if
 * we don't know.
 */
export function guessedMeaning(header: string): ColumnMeaning | undefined {
  const plain = folded(atMost(header, LONGEST_HEADER + 1)).trim()
  if (plain.length > LONGEST_HEADER) return undefined
  const own = plain.replace(/[\s-]+/g, '_')
  if (isMeaning(own)) return own
  const scale = /(?:\b[01]\s?[-–]|\/|out of|of)\s{0,3}(5|10|100)\b/.exec(plain)
  const said = scale ? plain.replace(scale[0], ' ') : plain
  const [, inside] = /[([]([^()[\]]{1,20})[)\]]/.exec(said) ?? []
  const words = headerWords(said.replace(/[([][^()[\]]{0,40}[)\]]?/g, ' '))
  const found = named(words, inside === undefined ? undefined : unitSaid[headerWords(inside).join(' ')])
  return found === 'rating' && scale ? ratingOutOf[scale[1] ?? ''] : found
}

const ratingOutOf: Partial<Record<string, ColumnMeaning>> = { 5: 'rating', 10: 'rating_10', 100: 'rating_100' }

/** By all words, or by all but the unit at the end: "temp c", "brew time sec". */
function named(words: readonly string[], unit: string | undefined): ColumnMeaning | undefined {
  const whole = meaningByName.get(words.join(' '))
  if (whole) return inUnit[`${whole} ${unit}`] ?? whole
  const last = words.length > 1 ? unitSaid[words.at(-1) ?? ''] : undefined
  const rest = last === undefined ? undefined : meaningByName.get(words.slice(0, -1).join(' '))
  return rest && (inUnit[`${rest} ${last}`] ?? rest)
}

const headerWords = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(word => word !== '')

export const isMeaning = (name: string): name is ColumnMeaning => Object.hasOwn(columnMeanings, name)

/** A column of a file: its name, unique in the file, and what it holds, if it is imported. */
export interface MatchedColumn {
  name: string
  meaning: ColumnMeaning | null
}

/** What people decided about columns, by name. An empty text leaves the column out. */
export type ColumnChoices = Readonly<Record<string, ColumnMeaning | ''>>

/** The names of the columns, as people see them: one that has none, or one of another, is numbered. */
function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((written, at) => {
    const name = atMost(written.replace(/[\p{Cc}\s]+/gu, ' ').trim(), LONGEST_HEADER) || `Column ${at + 1}`
    let unique = name
    for (let number = 2; taken.has(unique); number++) unique = `${name} (${number})`
    taken.add(unique)
    return unique
  })
}

/**
 * What the columns of a table hold: as chosen, else as `brew-logs.csv` names them, else as their
 * headers say. No two hold the same fact; the first one does.
 */
export function matchedColumns(
  header: readonly string[],
  chosen: ColumnChoices,
  cellsOf: (column: number) => Iterable<string>,
  separator: string,
): MatchedColumn[] {
  const names = columnNames(header)
  const matched: (ColumnMeaning | null)[] = names.map(() => null)
  const taken = new Set<string>()
  const take = (at: number, meaning: ColumnMeaning | '' | undefined) => {
    if (!meaning || matched[at] || taken.has(meaningOf(meaning).fact)) return
    matched[at] = meaning
    taken.add(meaningOf(meaning).fact)
  }
  const isOpen = (name: string) => !Object.hasOwn(chosen, name)
  for (const [at, name] of names.entries()) if (!isOpen(name)) take(at, chosen[name])
  const guesses = header.map((written, at) => (isOpen(names[at] ?? '') ? guessedMeaning(written) : undefined))
  const isExact = (at: number) => guesses[at] === header[at]?.trim().toLowerCase().replaceAll(' ', '_')
  for (const at of guesses.keys()) if (isExact(at)) take(at, guesses[at])
  for (const [at, guess] of guesses.entries()) take(at, guess)
  return names.map((name, at) => ({
    name,
    meaning: isOpen(name) ? byValues(matched[at] ?? null, () => cellsOf(at), separator) : (matched[at] ?? null),
  }))
}

/** A guess, made precise by what the column holds: the order of its dates, or the scale of its scores. */
function byValues(meaning: ColumnMeaning | null, cells: () => Iterable<string>, separator: string) {
  if (meaning === 'date') {
    const order = orderOfDates(cells())
    return order === undefined ? meaning : order === 'day-first' ? 'date_day_first' : 'date_month_first'
  }
  if (meaning !== 'rating') return meaning
  let most = 0
  for (const cell of cells()) most = Math.max(most, numberInCell(cell, separator) ?? 0)
  return most > 10 ? 'rating_100' : most > 5 ? 'rating_10' : meaning
}
