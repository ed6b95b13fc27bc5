import type { BeanconquerorFile } from './beanconqueror.ts'
import type { ImportReport } from './report.ts'
import { roastOf } from './roast.ts'
import { inTurns } from './turns.ts'

type Row = Record<string, unknown>
/** How many of a thing a row has. */
type Count = (row: Row) => number

/** What a file has that we keep no such thing for, summed: nobody learns of it by missing it later. */
export async function notKeptIn(file: BeanconquerorFile): Promise<ImportReport['notKept']> {
  const counts = new Map(wholeLists(file))
  for (const [list, things] of Object.entries(unkept) as [keyof typeof unkept, Record<string, Count>][])
    await inTurns(listOf(file[list]), row => {
      if (typeof row !== 'object' || row === null) return
      for (const [what, count] of Object.entries(things)) counts.set(what, (counts.get(what) ?? 0) + count(row as Row))
    })
  return [...counts].filter(([, count]) => count > 0).map(([what, count]) => ({ what, count }))
}

const listOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])

/** Photos go first: they are what people look for. */
const wholeLists = (file: BeanconquerorFile): [what: string, count: number][] => [
  ['photos', 0],
  ['flow profiles', listOf(file.GRAPH).length],
  ['green beans', listOf(file.GREEN_BEANS).length],
  ['roasting machines', listOf(file.ROASTING_MACHINES).length],
  ['waters', listOf(file.WATER).length],
]

/** Deeper than anything that the app writes in a row. */
const DEEPEST = 5

/** Whether anything was filled in: not '', 0, false or null, nor a key of a list of the app's that says so. */
function isFilled(given: unknown, depth = 0): boolean {
  if (typeof given === 'string') return given.trim() !== '' && given !== 'UNKNOWN'
  if (typeof given !== 'object' || given === null) return Boolean(given)
  return depth < DEEPEST && Object.values(given).some(part => isFilled(part, depth + 1))
}

/** One, where any of these fields of a row is filled in. */
const anyOf =
  (...names: string[]): Count =>
  row =>
    names.some(name => isFilled(row[name])) ? 1 : 0

/** Of the coffees in a blend, likewise. */
const anyOfPart =
  (...names: string[]): Count =>
  ({ bean_information: parts }) =>
    listOf(parts).some(part => names.some(name => isFilled((part as Row | null)?.[name]))) ? 1 : 0

const photos: Count = ({ attachments }) => listOf(attachments).filter(photo => isFilled(photo)).length
const cupping = { 'cupping scores': anyOf('cupping', 'cupped_flavor', 'cupping_points') }

const unkept: Partial<Record<keyof BeanconquerorFile, Record<string, Count>>> = {
  BREWS: {
    photos,
    'flow profiles': anyOf('flow_profile'),
    'pressure profiles': anyOf('pressure_profile'),
    ...cupping,
    'waters of brews': anyOf('water'),
    'preparation tools': anyOf('method_of_preparation_tools'),
    'grinder speeds': anyOf('mill_speed'),
    'grinding times': anyOf('mill_timer'),
    'heating times': anyOf('brew_temperature_time'),
    'coffee types': anyOf('coffee_type'),
    'coffee strengths': anyOf('coffee_concentration'),
    vessels: anyOf('vessel_name', 'vessel_weight'),
    places: anyOf('coordinates'),
  },
  BEANS: {
    photos,
    ...cupping,
    prices: anyOf('cost'),
    links: anyOf('url'),
    varieties: anyOfPart('variety'),
    'regions beside a country': ({ bean_information: parts }) =>
      listOf(parts).some(part => isFilled((part as Row | null)?.country) && isFilled((part as Row | null)?.region))
        ? 1
        : 0,
    farms: anyOfPart('farm', 'farmer', 'elevation'),
    harvests: anyOfPart('harvest_time'),
    certificates: anyOfPart('certification'),
    'shares of a blend': anyOfPart('percentage'),
    'prices of green beans': anyOfPart('purchasing_price', 'fob_price'),
    'days of buying': anyOf('buyDate'),
    'days of opening': anyOf('openDate'),
    'best-before days': anyOf('bestDate'),
    'roasts in one’s own words': ({ roast, roast_custom }) =>
      roast === 'CUSTOM_ROAST' && isFilled(roast_custom) && !roastOf({ roast, roast_custom: String(roast_custom) })
        ? 1
        : 0,
    'roast degrees': anyOf('roast_range'),
    'roasts for filter or espresso': anyOf('bean_roasting_type'),
    'notes on own roasts': anyOf('bean_roast_information'),
    'notes on freezing': anyOf('frozenNote', 'frozenStorageType'),
    'article numbers': anyOf('ean_article_number', 'qr_code'),
    footprints: anyOf('co2e_kg'),
  },
  MILL: { photos, 'notes on grinders': anyOf('note') },
  PREPARATION: { photos, 'notes on preparations': anyOf('note') },
  GREEN_BEANS: { photos },
  ROASTING_MACHINES: { photos },
  WATER: { photos },
}
