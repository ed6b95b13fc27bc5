import { eachWithPauses } from '../pauses.ts'
import type { BeanconquerorFile } from './beanconqueror.ts'
import type { ImportReport } from './import-report.ts'
import { roastOf } from './roast.ts'

type FiledRow = Record<string, unknown>
/** How many of a thing a row has. */
type Count = (row: FiledRow) => number

/**
 * Totals of what a file has and we do not store, so that people learn of it now and not by missing
 * it later.
 */
export async function notKeptIn(file: BeanconquerorFile): Promise<ImportReport['notKept']> {
  const counts = new Map(wholeLists(file))
  for (const [list, things] of Object.entries(unkeptThings) as [keyof typeof unkeptThings, Record<string, Count>][])
    await eachWithPauses(rowsIfList(file[list]), row => {
      if (typeof row !== 'object' || row === null) return
      for (const [what, count] of Object.entries(things))
        counts.set(what, (counts.get(what) ?? 0) + count(row as FiledRow))
    })
  return [...counts].filter(([, count]) => count > 0).map(([what, count]) => ({ what, count }))
}

const rowsIfList = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])

/** Photos come first, because people look for them. */
const wholeLists = (file: BeanconquerorFile): [what: string, count: number][] => [
  ['photos', 0],
  ['flow profiles', rowsIfList(file.GRAPH).length],
  ['green beans', rowsIfList(file.GREEN_BEANS).length],
  ['roasting machines', rowsIfList(file.ROASTING_MACHINES).length],
  ['waters', rowsIfList(file.WATER).length],
]

/** Deeper than anything the app writes in a row. */
const DEEPEST = 5

/** Whether anything was filled in: not '', 0, false, null, or one of the app's keys for "none". */
function isFilled(given: unknown, depth = 0): boolean {
  if (typeof given === 'string') return given.trim() !== '' && given !== 'UNKNOWN'
  if (typeof given !== 'object' || given === null) return Boolean(given)
  return depth < DEEPEST && Object.values(given).some(part => isFilled(part, depth + 1))
}

/** Counts one when any of these fields of a row is filled in. */
const filledIn =
  (...names: string[]): Count =>
  row =>
    names.some(name => isFilled(row[name])) ? 1 : 0

/** The same for the coffees in a blend. */
const filledInPart =
  (...names: string[]): Count =>
  ({ bean_information: parts }) =>
    rowsIfList(parts).some(part => names.some(name => isFilled((part as FiledRow | null)?.[name]))) ? 1 : 0

const photos: Count = ({ attachments }) => rowsIfList(attachments).filter(photo => isFilled(photo)).length
const cupping = { 'cupping scores': filledIn('cupping', 'cupped_flavor', 'cupping_points') }

const unkeptThings: Partial<Record<keyof BeanconquerorFile, Record<string, Count>>> = {
  BREWS: {
    photos,
    'flow profiles': filledIn('flow_profile'),
    'pressure profiles': filledIn('pressure_profile'),
    ...cupping,
    'brew waters': filledIn('water'),
    'preparation tools': filledIn('method_of_preparation_tools'),
    'grinder speeds': filledIn('mill_speed'),
    'grinding times': filledIn('mill_timer'),
    'heating times': filledIn('brew_temperature_time'),
    'coffee types': filledIn('coffee_type'),
    'coffee strengths': filledIn('coffee_concentration'),
    vessels: filledIn('vessel_name', 'vessel_weight'),
    places: filledIn('coordinates'),
  },
  BEANS: {
    photos,
    ...cupping,
    prices: filledIn('cost'),
    links: filledIn('url'),
    varieties: filledInPart('variety'),
    regions: ({ bean_information: parts }) =>
      rowsIfList(parts).some(
        part => isFilled((part as FiledRow | null)?.country) && isFilled((part as FiledRow | null)?.region),
      )
        ? 1
        : 0,
    farms: filledInPart('farm', 'farmer', 'elevation'),
    harvests: filledInPart('harvest_time'),
    certificates: filledInPart('certification'),
    'shares of a blend': filledInPart('percentage'),
    'prices of green beans': filledInPart('purchasing_price', 'fob_price'),
    'purchase dates': filledIn('buyDate'),
    'best-before days': filledIn('bestDate'),
    'custom roast names': ({ roast, roast_custom }) =>
      roast === 'CUSTOM_ROAST' && isFilled(roast_custom) && !roastOf({ roast, roast_custom: String(roast_custom) })
        ? 1
        : 0,
    'roast degrees': filledIn('roast_range'),
    'roast types (filter or espresso)': filledIn('bean_roasting_type'),
    'home roasting notes': filledIn('bean_roast_information'),
    'article numbers': filledIn('ean_article_number', 'qr_code'),
    footprints: filledIn('co2e_kg'),
  },
  MILL: { photos, 'notes on grinders': filledIn('note') },
  PREPARATION: { photos, 'notes on preparations': filledIn('note') },
  GREEN_BEANS: { photos },
  ROASTING_MACHINES: { photos },
  WATER: { photos },
}
