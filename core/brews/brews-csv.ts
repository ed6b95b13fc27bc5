import type { Person } from '../accounts/model.ts'
import { BYTE_ORDER_MARK, csvLine, inertCell } from '../csv.ts'
import { methodById } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import type { Pieces } from '../pieces.ts'
import type { BrewPorts } from './brews.ts'
import type { BrewLog } from './model.ts'
import { brewedCoffee, calibratedEquipmentOf, presentBrew } from './present.ts'

/** The columns of a brew in a spreadsheet, named with their units; no fact is in two columns. */
export const brewColumns = {
  date: brew => brew.brewedAt,
  method: brew => methodById[brew.method].name,
  style: brew => brew.style,
  technique: brew => brew.technique,
  coffee: brewedCoffee,
  roaster: brew => brew.coffee?.roasterName ?? brew.bag?.roasterName,
  grinder: brew => brew.grinder && fullName(brew.grinder),
  setting: brew => brew.grindSettingText ?? brew.grindLabel ?? brew.grindSetting,
  grind_index: brew => brew.grindIndex,
  coffee_g: brew => brew.doseGrams,
  water_g: brew => brew.waterGrams,
  drink_g: brew => brew.beverageGrams,
  tds_percent: brew => brew.tdsPercent,
  water_temperature_f: brew => brew.waterTempF,
  time_s: brew => brew.brewTimeSeconds,
  bloom_s: brew => brew.bloomSeconds,
  first_drip_s: brew => brew.firstDripSeconds,
  days_off_roast: brew => brew.daysOffRoast,
  rating: brew => brew.rating,
  favourite: brew => brew.isFavourite || null,
  best: brew => brew.isBest || null,
  outcome: brew => brew.outcome,
  notes: brew => brew.notes,
} satisfies Record<string, (brew: BrewLog) => string | number | boolean | null | undefined>

/** Read this many at a time, so that other requests get their turn. */
const BREWS_A_PIECE = 100

/**
 * All brews of a person as the lines of one table, newest first. No cell runs as a formula in a
 * spreadsheet.
 */
export async function getBrewsCsv(_: unknown, ports: BrewPorts, person: Person): Promise<Pieces<string>> {
  return linesOf(ports, person)
}

async function* linesOf(ports: BrewPorts, person: Person) {
  yield [BYTE_ORDER_MARK, csvLine(Object.keys(brewColumns))]
  const equipment = await calibratedEquipmentOf(person, ports)
  let cursor: string | undefined
  do {
    const page = await ports.brews.list(person.id, { limit: BREWS_A_PIECE, cursor })
    const brews = page.data.map(brew => presentBrew(brew, equipment))
    yield brews.map(brew => csvLine(Object.values(brewColumns).map(of => spreadCell(of(brew)))))
    cursor = page.cursor ?? undefined
  } while (cursor)
}

const spreadCell = (value: string | number | boolean | null | undefined) =>
  typeof value === 'string' ? inertCell(value) : value === null || value === undefined ? '' : String(value)
