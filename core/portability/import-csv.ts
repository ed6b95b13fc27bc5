import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Techniques } from '../adaptation/technique.ts'
import type { Clock } from '../clock.ts'
import { atMost } from '../cut.ts'
import { DAY_MS, FIRST_INSTANT } from '../dates.ts'
import type { Machines, StoredGrinder, StoredMachine } from '../equipment/equipment.ts'
import * as field from '../fields.ts'
import { type MethodId, methodById } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { eachWithPauses, mapWithPauses } from '../pauses.ts'
import { isOddRatio } from '../recipes/arithmetic.ts'
import { type BrewTable, type BrewTableRow, isYes, readTable } from './brew-table.ts'
import { bagOfCoffee } from './coffee-bag.ts'
import { type DialPorts, dialsOf } from './dials.ts'
import {
  cut,
  groundAt,
  leftOut,
  outOfFive,
  type Remark,
  remarkLeftOut,
  remarkNoNumber,
  remarkOddRatio,
  styleInFile,
  techniqueInFile,
  withPlausibleDrink,
} from './figures.ts'
import { type ImportPorts, importPlanned } from './import-planned.ts'
import { type Findings, type ImportReport, reportOf } from './import-report.ts'
import type { PlannedBrew } from './plan.ts'
import { grinderNameIn, grindersNamed, type TableChoices } from './table-choices.ts'
import { coffeesNamed, refuseOtherCoffees, type TableCoffee, tableCoffee } from './table-coffees.ts'
import type { BrewColumn, MatchedColumn } from './table-columns.ts'
import { methodInCell } from './table-method.ts'
import { grindersMeant } from './table-preview.ts'
import { describedInFile } from './transfer-grinders.ts'
import type { Transfers, WrittenTime } from './transfers.ts'

export interface CsvPorts extends DialPorts, ImportPorts {
  transfers: Transfers
  clock: Clock
  machines: Machines
  techniques: Techniques
}

/** A row that says when, how and from what coffee it was brewed. */
interface ReadRow extends BrewTableRow {
  written: WrittenTime
  brewedAt: string
  method: MethodId
  coffee: TableCoffee | undefined
  remark: Remark
}

/**
 * Imports brews from a table. A row is skipped when there is already a brew at its time, to the
 * precision that the row gives.
 */
export async function importCsv(
  table: BrewTable,
  isDryRun: boolean,
  ports: CsvPorts,
  person: Person,
  choices: TableChoices = {},
): Promise<ImportReport> {
  const { transfers, clock, machines, techniques } = ports
  const now = clock()
  const findings: Findings = { notTaken: [], remarks: [] }
  const { rows, columns } = readTable(table, choices.columns)
  const methods = methodsNamed(rows, machines.list())
  const read = await mapWithPauses(rows, row => readRow(row, methods, choices.method, now, findings))
  const coming = await neededAmong(read, transfers, person)
  const named = new Map(coming.flatMap(({ coffee }) => (coffee ? [[coffee.key, coffee]] : [])))
  refuseOtherCoffees(rows, choices.coffees)
  const coffees = await coffeesNamed([...named.values()], choices.coffees, transfers)
  const names = new Set(rows.map(grinderNameIn))
  const described = await describedInFile(choices.ownGrinders, names, isDryRun, ports, person)
  const { grinders, owns, ownCurve } = await dialsOf(person, ports)
  const dials = await grindersNamed(rows, choices.grinders, grinders, owns, described)
  const unsure = await mapWithPauses([...dials], ([name, grinder]) =>
    grinder || name === '' || Object.hasOwn(choices.grinders ?? {}, name)
      ? undefined
      : { name, couldBe: grindersMeant(name, grinders, owns) ?? [] },
  )
  const couldBe = new Map(unsure.map(({ name, couldBe }) => [name, couldBe]))
  const brews = await mapWithPauses(coming, (row): PlannedBrew => {
    const { brewedAt, method, cell, coffee, remark } = row
    const figure = (bounds: v.GenericSchema<number>, name: BrewColumn) => figureIn(row, name, bounds)
    const [doseGrams, beverageGrams] = [figure(field.doseGrams, 'coffee_g'), figure(field.beverageGrams, 'drink_g')]
    const isShot = method === 'espresso' && cell('water_g') === ''
    const waterGrams = isShot ? beverageGrams : figure(field.waterGrams, 'water_g')
    const isOdd = isOddRatio(doseGrams, waterGrams)
    if (isOdd) remarkOddRatio(doseGrams, waterGrams, remark)
    const ground = groundAt({ grind_size: cell('setting') }, dials.get(grinderNameIn(row)), ownCurve, remark)
    const planned: PlannedBrew = {
      importKey: row.importKey,
      brewedAt,
      createdAt: brewedAt,
      method,
      style: styleInFile(cell('style'), method, undefined, remark),
      technique: techniqueInFile(cell('technique'), method, techniques, remark),
      coffeeProfileId: (coffee && coffees.get(coffee.key)) ?? null,
      bagKey: coffee?.key ?? null,
      ...ground,
      grindIndex: ground.grinderId === null ? figure(field.grindIndex, 'grind_index') : ground.grindIndex,
      doseGrams,
      waterGrams: isOdd ? null : waterGrams,
      waterTempF: figure(field.waterTempF, 'water_temperature_f'),
      brewTimeSeconds: figure(field.brewTimeSeconds, 'time_s'),
      daysOffRoast: figure(field.daysOffRoast, 'days_off_roast'),
      tdsPercent: figure(field.tdsPercent, 'tds_percent'),
      beverageGrams,
      bloomSeconds: figure(field.secondsInBrew, 'bloom_s'),
      firstDripSeconds: figure(field.secondsInBrew, 'first_drip_s'),
      isFavourite: isYes(cell('favourite')) || null,
      isBest: isYes(cell('best')) || null,
      outcome: cut(cell('outcome'), field.LONGEST_LINE, 'outcome', remark),
      notes: cut(cell('notes'), field.LONGEST_TEXT, 'notes', remark),
      rating: ratingIn(row),
      savedAsRecipe: false,
    }
    return withPlausibleDrink(planned, remark)
  })
  // Whoever removed a bag does not get it back.
  const fresh = new Set(coming.flatMap(({ coffee, isHere }) => (coffee && !isHere ? [coffee.key] : [])))
  const strangers = await mapWithPauses([...named.values()], coffee =>
    !fresh.has(coffee.key) || coffees.has(coffee.key) ? undefined : bagOfCoffee(coffee, undefined, now),
  )
  const counted = await importPlanned({ bags: strangers, brews, isDryRun }, findings, ports, person)
  const here = read.length - coming.length
  return reportOf(findings, {
    isDryRun,
    ...counted,
    brews: { ...counted.brews, alreadyHere: here + counted.brews.alreadyHere },
    others: [],
    missing: [...aboutTable(table, columns), ...unsure.flatMap(whichGrinder)],
    columns: columns.map(({ name, meaning }) => ({ name, importedAs: meaning })),
    notKept: [],
    grinders: [...dials].flatMap(([name, grinder]) =>
      name === '' ? [] : [{ name, grinder, couldBe: couldBe.get(name) ?? [] }],
    ),
  })
}

/** The method of each brewer that rows name. */
function methodsNamed(rows: readonly BrewTableRow[], machines: readonly StoredMachine[]) {
  const names = new Set(rows.map(({ cell }) => cell('method')))
  return new Map([...names].map(name => [name, methodInCell(name, machines)]))
}

function readRow(
  row: BrewTableRow,
  methods: ReadonlyMap<string, MethodId | undefined>,
  usual: MethodId | undefined,
  now: Date,
  { notTaken, remarks }: Findings,
): ReadRow | undefined {
  const name = `line ${row.line}`
  const leaveOut = (reason: string) => {
    notTaken.push({ kind: 'brew', uuid: null, name, reason })
    return undefined
  }
  if (row.problem !== undefined) return leaveOut(`The row ${row.problem}.`)
  const time = row.time()
  if (!time) return leaveOut(undated(row))
  if (Date.parse(time.at) > now.getTime()) return leaveOut('The date is in the future.')
  if (Date.parse(time.at) < FIRST_INSTANT) return leaveOut('The date is before 1990.')
  const brewer = row.cell('method')
  const method = methods.get(brewer) ?? usual
  if (!method) return leaveOut(brewer === '' ? 'The method is missing.' : 'We don’t know the method.')
  const remark: Remark = (text, sort) => remarks.push({ kind: 'brew', uuid: name, name, remark: text, ...sort })
  if (brewer !== '' && !methods.get(brewer))
    remark(`We don’t know the brewer "${atMost(brewer, 60)}", so it was logged as ${methodById[method].name}.`, {
      sum: `We don’t know the brewer, so it was logged as ${methodById[method].name}.`,
      isMinor: true,
    })
  return { ...row, written: time, brewedAt: brewedWithin(time, now), method, coffee: tableCoffee(row), remark }
}

function undated(row: BrewTableRow) {
  if (row.cell('date') === '') return 'The date is missing.'
  return row.isOfTwoDates()
    ? 'The date is ambiguous; choose whether the day or the month comes first.'
    : 'We can’t read the date; write it as 2026-03-31 08:15.'
}

/**
 * The instant to store for a brew. A date without a time is stored as noon, or as the start of the
 * day if noon is still to come.
 */
function brewedWithin({ at, spanMs }: WrittenTime, now: Date) {
  const noon = new Date(Date.parse(at) + DAY_MS / 2)
  return spanMs === DAY_MS && noon <= now ? noon.toISOString() : at
}

/**
 * The rows that are not here yet, each with a stable key, and those that were imported before, which
 * may complete their brew. A brew here matches at most one row with
 * the same method and time. Rows with the most precise time are matched first, so that the brew of
 * 08:15:30 matches that row and not also one that says 08:15.
 */
async function neededAmong(rows: readonly ReadRow[], transfers: Transfers, { id }: Person) {
  const times = new Map(rows.map(({ written }) => [`${written.at} ${written.spanMs}`, written]))
  const found = await mapWithPauses(await transfers.brewsAt(id, [...times.values()]), brew => ({
    ...brew,
    instant: Date.parse(brew.brewedAt),
  }))
  const brews = new Map(found.map(brew => [brew.id, brew]))
  const byMinute = Map.groupBy(brews.values(), ({ brewedAt, method }) => inMinute(brewedAt, method))
  /** The rows that are here, and the key that their brew was imported with. */
  const here = new Map<ReadRow, string | null | undefined>()
  const closest = rows
    .filter(({ written }) => written.spanMs < DAY_MS)
    .sort((one, other) => one.written.spanMs - other.written.spanMs)
  await eachWithPauses(closest, row => {
    const near = byMinute.get(inMinute(row.written.at, row.method)) ?? []
    const from = Date.parse(row.written.at)
    const at = near.findIndex(({ instant }) => instant >= from && instant < from + row.written.spanMs)
    if (at === -1) return
    here.set(row, near.splice(at, 1)[0]?.importKey)
  })
  const byDay = Map.groupBy([...byMinute.values()].flat(), ({ brewedAt, method }) => onDay(brewedAt, method))
  const gramsIn = ({ figure }: ReadRow) => [figure('coffee_g'), figure('water_g')]
  // Many brews can fall on one day, so the amounts must match as well.
  const days = rows.filter(({ written }) => written.spanMs === DAY_MS)
  await eachWithPauses(days, row => {
    const near = byDay.get(onDay(row.written.at, row.method)) ?? []
    const [dose, water] = gramsIn(row)
    const isSo = (told: number | undefined, here: number | null) => told === undefined || here === null || told === here
    const at = near.findIndex(brew => isSo(dose, brew.doseGrams) && isSo(water, brew.waterGrams))
    if (at === -1) return
    here.set(row, near.splice(at, 1)[0]?.importKey)
  })
  const met = new Map<string, number>()
  return mapWithPauses(rows, row => {
    const rest = row.written.spanMs === DAY_MS ? ` ${gramsIn(row).join(' ')}` : ''
    const key = `${row.brewedAt} ${row.method}${rest}`
    const number = (met.get(key) ?? 0) + 1
    met.set(key, number)
    const importKey = `csv ${key} ${number}`
    if (!here.has(row)) return { ...row, importKey, isHere: false }
    return here.get(row) === importKey ? { ...row, importKey, isHere: true, remark: () => {} } : undefined
  })
}

/** A time of day is precise to the minute or better, so candidates are in the same minute. */
const inMinute = (at: string, method: MethodId) => `${at.slice(0, '2026-03-31T08:15'.length)} ${method}`
const onDay = (at: string, method: MethodId) => `${at.slice(0, '2026-03-31'.length)} ${method}`

function figureIn({ cell, figure, remark }: ReadRow, name: BrewColumn, bounds: v.GenericSchema<number>) {
  const written = cell(name)
  if (written === '') return null
  const number = figure(name)
  if (number === undefined) {
    remarkNoNumber(name, written, remark)
    return null
  }
  if (v.is(bounds, number)) return number
  remarkLeftOut(name, `(${number})`, leftOut.outOfRange, remark)
  return null
}

function ratingIn({ cell, rating: read, remark }: ReadRow) {
  const written = cell('rating')
  if (written === '') return null
  const rated = read()
  if (!rated) {
    remarkNoNumber('rating', written, remark)
    return null
  }
  if (rated.rating >= 0 && rated.rating <= rated.best) return outOfFive(rated.rating, rated.best, remark)
  remarkLeftOut('rating', `(${rated.rating})`, leftOut.outOfRange, remark)
  return null
}

function aboutTable({ letters }: BrewTable, columns: readonly MatchedColumn[]) {
  const unmatched = columns.flatMap(({ name, meaning }) => (meaning === null ? [name] : []))
  const [shown, more] = [unmatched.slice(0, MOST_COLUMNS_NAMED), unmatched.length - MOST_COLUMNS_NAMED]
  return [
    ...(letters === 'windows-1252'
      ? ['The file is not in UTF-8, so we read it as Windows-1252. If some letters are wrong, save it as "CSV UTF-8".']
      : []),
    ...(shown.length > 0
      ? [`These columns won’t be imported: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`]
      : []),
  ]
}

const MOST_COLUMNS_NAMED = 20

const whichGrinder = ({ name, couldBe }: { name: string; couldBe: readonly StoredGrinder[] }) =>
  couldBe.length < 2
    ? []
    : [
        `We don’t know which grinder "${name}" is, so its settings stay as text. It could be one of these: ${couldBe.map(fullName).join(', ')}. Say which one, and import the file again.`,
      ]
