import type { Person } from '../accounts/model.ts'
import type { Coffees } from '../coffees/coffees.ts'
import type { Machines, StoredGrinder } from '../equipment/equipment.ts'
import type { MethodId } from '../grind/methods.ts'
import { givenName, meantBy } from '../grind/naming.ts'
import { popularGrinders } from '../grind/picker.ts'
import { mapWithPauses } from '../pauses.ts'
import { type BrewTable, type BrewTableRow, readTable } from './brew-table.ts'
import { type DialPorts, dialsOf } from './dials.ts'
import { grinderNameIn, type TableChoices } from './table-choices.ts'
import { type CoffeeQuestion, coffeeNamesIn, coffeeQuestions } from './table-coffees.ts'
import type { MatchedColumn } from './table-columns.ts'
import { methodInCell } from './table-method.ts'
import type { Transfers } from './transfers.ts'

/** A grinder that a table names, and that could be none or several of ours. */
export interface GrinderQuestion {
  /** As the table has it; '' for rows with a setting but no grinder. */
  name: string
  rows: number
  /** What its rows show most often. */
  setting: string
  method: MethodId | undefined
  /** Those it could be, the likeliest first; empty if it could be any. */
  candidates: StoredGrinder[]
  /** A slug, '' for none of ours, or undefined if it is open. */
  chosen: string | undefined
}

/** What to ask about a table before it is imported. */
export interface TablePreview {
  columns: MatchedColumn[]
  /** As the choices were, without those about another file. */
  choices: TableChoices
  rows: number
  first: BrewTableRow[]
  grinders: GrinderQuestion[]
  coffees: CoffeeQuestion[]
  /** How many more could be asked about; their settings stay as text. */
  moreGrinders: number
  /** How many rows do not say how they were brewed, or in a way that we don't know. */
  withoutMethod: number
}

/** Each question may list all grinders. */
const MOST_ASKED = 10
const MOST_CANDIDATES = 6
const SHOWN_ROWS = 3

export async function previewTable(
  table: BrewTable,
  given: TableChoices,
  ports: DialPorts & { machines: Machines; coffees: Coffees; transfers: Transfers },
  person: Person,
): Promise<TablePreview> {
  const names = new Set(readTable(table).columns.map(({ name }) => name))
  const columnsChosen = only(given.columns, name => names.has(name))
  const { rows, columns } = readTable(table, columnsChosen)
  const named = Map.groupBy(rows, grinderNameIn)
  const grindersChosen = only(given.grinders, name => named.has(name))
  const coffeeNames = coffeeNamesIn(rows)
  const coffeesChosen = only(given.coffees, name => coffeeNames.has(name))
  const { grinders, owns } = await dialsOf(person, ports)
  const machines = ports.machines.list()
  const methods = new Map(
    [...new Set(rows.map(({ cell }) => cell('method')))].map(name => [name, methodInCell(name, machines)]),
  )
  const methodOf = ({ cell }: BrewTableRow) => methods.get(cell('method')) ?? given.method
  const questions = await mapWithPauses([...named], ([name, of]): GrinderQuestion | undefined => {
    const candidates = name === '' ? [] : grindersMeant(name, grinders, owns)
    const setting = mostFrequent(of.map(({ cell }) => cell('setting')).filter(text => text !== ''))
    if (candidates === undefined || (name === '' && setting === undefined)) return undefined
    const usual = of.filter(({ cell }) => setting === undefined || cell('setting') === setting)
    const method = mostFrequent(usual.flatMap(row => methodOf(row) ?? []))
    const chosen = grindersChosen[name] ?? candidates[0]?.slug
    return { name, rows: of.length, setting: setting ?? '', method, candidates, chosen }
  })
  return {
    columns,
    choices: {
      columns: columnsChosen,
      grinders: grindersChosen,
      coffees: coffeesChosen,
      method: given.method,
      ownGrinders: only(given.ownGrinders, name => named.has(name)),
    },
    rows: rows.length,
    first: rows.slice(0, SHOWN_ROWS),
    grinders: questions.sort((one, other) => other.rows - one.rows).slice(0, MOST_ASKED),
    coffees: await coffeeQuestions(rows, coffeesChosen, ports),
    moreGrinders: Math.max(0, questions.length - MOST_ASKED),
    withoutMethod: rows.filter(({ cell }) => !methods.get(cell('method'))).length,
  }
}

const only = <T>(choices: Readonly<Record<string, T>> | undefined, isKnown: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(choices ?? {}).filter(([name]) => isKnown(name)))

/** Undefined if only one grinder can be meant. Those that the person owns come first, then popular ones. */
export function grindersMeant(
  name: string,
  grinders: readonly StoredGrinder[],
  owns: (grinder: StoredGrinder) => boolean,
) {
  const { found, isTelling } = meantBy(givenName(name), grinders)
  if (found.length === 1 && isTelling) return undefined
  if (found.length > MOST_CANDIDATES) return found.filter(owns).length === 1 ? found.filter(owns) : []
  const rank = (grinder: StoredGrinder) => (owns(grinder) ? 2 : popularGrinders.includes(grinder.slug) ? 1 : 0)
  return [...found].sort((one, other) => rank(other) - rank(one))
}

function mostFrequent<T>(items: readonly T[]): T | undefined {
  const groups = [...Map.groupBy(items, item => item)].sort(([, one], [, other]) => other.length - one.length)
  return groups[0]?.[0]
}
