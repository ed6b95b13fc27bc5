import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { atMost } from '../cut.ts'
import * as field from '../fields.ts'
import { grinderMeant } from '../grind/find.ts'
import { GivenMethod, type MethodId } from '../grind/methods.ts'
import { isOddRatio } from '../recipes/arithmetic.ts'
import { matchNameOf } from '../roasters/name.ts'
import { FIRST_INSTANT } from './account-file.ts'
import { type BrewTable, type BrewTableRow, isYes, numberInCell, rowsOfTable, timeInCell } from './brew-table.ts'
import { bagKeyOf, bagOfCoffee } from './coffee-bag.ts'
import { cut, groundAt, outOfFive, type Remark } from './figures.ts'
import { type BeanconquerorPorts, dialsOf, pause, reportedGrinder } from './import-beanconqueror.ts'
import type { Moves, WrittenTime } from './moves.ts'
import type { PlannedBrew } from './plan.ts'
import { type Findings, type ImportReport, reportOf } from './report.ts'

type CsvPorts = BeanconquerorPorts & { moves: Moves }

/** A row that says when and how it was brewed. */
interface DatedRow extends BrewTableRow {
  time: WrittenTime
  method: MethodId
  remark: Remark
}

const ROWS_A_TURN = 50

/** Brews from a table. One is here already where somebody brewed so at the time that the row tells, as closely as it does. */
export async function importCsv(
  table: BrewTable,
  isDryRun: boolean,
  ports: CsvPorts,
  person: Person,
): Promise<ImportReport> {
  const { portability, moves, clock } = ports
  const now = clock()
  const findings: Findings = { notTaken: [], remarks: [] }
  const { rows, unknown } = rowsOfTable(table)
  const dated = await eachInTurn(rows, row => datedRow(row, now, findings))
  const coming = await newAmong(dated, moves, person)
  const coffees = await coffeesOf(coming, moves)
  const { grinders, owns, ownCurve } = await dialsOf(person, ports)
  // Each is looked up among all there are: thousands of them in one go would stop everybody for seconds.
  const named = [...new Set(coming.map(row => row.cell('grinder')))].filter(name => name !== '')
  const dials = new Map(
    await eachInTurn(named, name => [name, grinderMeant(grinders, atMost(name, field.LONGEST_LINE), owns)] as const),
  )
  const brews = await eachInTurn(coming, (row): PlannedBrew => {
    const { time, method, cell, remark } = row
    const coffee = coffeeIn(row)
    const figure = (bounds: v.GenericSchema<number>, name: Parameters<typeof cell>[0]) =>
      figureIn(row, name, table.separator, bounds)
    const [doseGrams, waterGrams] = [figure(field.doseGrams, 'coffee_g'), figure(field.waterGrams, 'water_g')]
    const isOdd = isOddRatio(doseGrams, waterGrams)
    if (isOdd) remark(`${waterGrams} g of water to ${doseGrams} g of coffee is no brew; the water was left out.`)
    const ground = groundAt({ grind_size: cell('setting') }, dials.get(cell('grinder')), ownCurve, remark)
    return {
      importKey: row.importKey,
      createdAt: time.at,
      method,
      coffeeProfileId: (coffee && coffees.get(bagKeyOf(coffee))) ?? null,
      bagKey: coffee ? bagKeyOf(coffee) : null,
      machineId: null,
      ...ground,
      grindIndex: ground.grinderId === null ? figure(field.number(0, 100), 'grind_index') : ground.grindIndex,
      doseGrams,
      waterGrams: isOdd ? null : waterGrams,
      waterTempF: figure(field.waterTempF, 'water_temperature_f'),
      brewTimeSeconds: figure(field.brewTimeSeconds, 'time_s'),
      daysOffRoast: figure(field.daysOffRoast, 'days_off_roast'),
      tdsPercent: figure(field.tdsPercent, 'tds_percent'),
      beverageGrams: figure(field.beverageGrams, 'drink_g'),
      bloomSeconds: figure(field.secondsInBrew, 'bloom_s'),
      firstDripSeconds: figure(field.secondsInBrew, 'first_drip_s'),
      isFavourite: isYes(cell('favourite')) || null,
      isBest: isYes(cell('best')) || null,
      outcome: cut(cell('outcome'), field.LONGEST_LINE, 'outcome', remark),
      notes: cut(cell('notes'), field.LONGEST_TEXT, 'notes', remark),
      rating: outOfFive(figure(field.number(0, 5), 'rating') ?? 0, 5, remark),
      tasteProfile: null,
      extractionFeedback: null,
      savedAsRecipe: false,
    }
  })
  const strangers = new Map(
    coming
      .flatMap(row => coffeeIn(row) ?? [])
      .filter(coffee => coffees.get(bagKeyOf(coffee)) === undefined)
      .map(coffee => [bagKeyOf(coffee), bagOfCoffee(coffee, undefined, now)]),
  )
  const bring = isDryRun ? portability.wouldImport : portability.import
  const added = await bring(person.id, [...strangers.values()], brews)
  return reportOf(findings, {
    isDryRun,
    beans: { taken: added.bags.size, alreadyHere: strangers.size - added.bags.size },
    brews: { taken: added.brews.size, alreadyHere: dated.length - added.brews.size },
    others: [],
    completed: added.completed.size,
    missing: aboutTable(table, unknown),
    grinders: [...dials].map(([name, grinder]) => reportedGrinder({ name, grinder })),
  })
}

async function eachInTurn<T, R>(rows: readonly T[], make: (row: T) => R | undefined): Promise<R[]> {
  const made: R[] = []
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await pause()
    const one = make(row)
    if (one !== undefined) made.push(one)
  }
  return made
}

function datedRow(row: BrewTableRow, now: Date, { notTaken, remarks }: Findings): DatedRow | undefined {
  const name = `line ${row.line}`
  const leaveOut = (reason: string) => {
    notTaken.push({ kind: 'brew', uuid: null, name, reason })
    return undefined
  }
  if (row.problem !== undefined) return leaveOut(`It ${row.problem}.`)
  const time = timeInCell(row.cell('date'))
  if (!time) return leaveOut('Its date cannot be read; write it as 2026-03-31 08:15.')
  if (Date.parse(time.at) > now.getTime()) return leaveOut('Its date is in the future.')
  if (Date.parse(time.at) < FIRST_INSTANT) return leaveOut('Its date is before 1990.')
  const method = v.safeParse(GivenMethod, row.cell('method'))
  if (!method.success) return leaveOut('Its method is none that we know.')
  const remark = (text: string) => remarks.push({ kind: 'brew', uuid: name, name, remark: text })
  return { ...row, time, method: method.output, remark }
}

/** Of those at one time, by one method, as many are here as are; the others come, each under a key that it keeps. */
async function newAmong(rows: readonly DatedRow[], moves: Moves, { id }: Person) {
  const times = new Map(rows.map(({ time }) => [time.at, time]))
  const left = new Map<string, number>()
  for (const { asked, method } of await moves.brewsAt(id, [...times.values()]))
    left.set(`${asked} ${method}`, (left.get(`${asked} ${method}`) ?? 0) + 1)
  const met = new Map<string, number>()
  return rows.flatMap(row => {
    const key = `${row.time.at} ${row.method}`
    const number = (met.get(key) ?? 0) + 1
    met.set(key, number)
    return number <= (left.get(key) ?? 0) ? [] : [{ ...row, importKey: `csv ${key} ${number}` }]
  })
}

function coffeeIn({ cell }: BrewTableRow) {
  const name = atMost(cell('coffee'), field.LONGEST_LINE)
  return name === '' ? undefined : { name, roasterName: atMost(cell('roaster'), field.LONGEST_LINE) || null }
}

/** Those that the catalog has, by the key that a bag of them would have. */
async function coffeesOf(rows: readonly BrewTableRow[], moves: Moves) {
  const named = new Map(rows.flatMap(row => coffeeIn(row) ?? []).map(coffee => [bagKeyOf(coffee), coffee]))
  const sought = [...named].flatMap(([key, { name, roasterName }]) =>
    roasterName === null
      ? []
      : [{ key, name, slug: '-', roasterSlug: '-', roasterMatchName: matchNameOf(roasterName) }],
  )
  const found = await moves.coffees(sought)
  return new Map(sought.map(({ key }, at) => [key, found[at]]))
}

function figureIn(
  { cell, remark }: DatedRow,
  name: Parameters<BrewTableRow['cell']>[0],
  separator: string,
  bounds: v.GenericSchema<number>,
) {
  const written = cell(name)
  if (written === '') return null
  const number = numberInCell(written, separator)
  if (number === undefined) {
    remark(`Its ${name} ("${atMost(written, 60)}") is no number and was left out.`)
    return null
  }
  if (v.is(bounds, number)) return number
  remark(`Its ${name} (${number}) is out of bounds and was left out.`)
  return null
}

const aboutTable = ({ letters }: BrewTable, unknown: readonly string[]) => [
  ...(letters === 'windows-1252'
    ? [
        'The file is not in UTF-8: its letters were read as those of western Windows. Save it as "CSV UTF-8" if some are wrong.',
      ]
    : []),
  ...(unknown.length > 0
    ? [`These columns are none of ours, and were not read: ${unknown.slice(0, 20).join(', ')}.`]
    : []),
]
