import type { Coffees } from '../coffees/coffees.ts'
import type { Coffee } from '../coffees/model.ts'
import { matchNameOf } from '../coffees/roaster-name.ts'
import { searchWords } from '../coffees/search.ts'
import { atMost } from '../cut.ts'
import { faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { folded } from '../names.ts'
import { mapWithPauses } from '../pauses.ts'
import type { BrewTableRow } from './brew-table.ts'
import { bagKeyOf } from './coffee-bag.ts'
import type { Transfers } from './transfers.ts'

/** A coffee that rows name, and the key of its bag. */
export interface TableCoffee {
  key: string
  name: string
  roasterName: string | null
}

/** A coffee that a table names, that none of ours certainly is, and that some could be. */
export interface CoffeeQuestion {
  /** As in choices: see `coffeeInWords`. */
  name: string
  rows: number
  /** The likeliest first. */
  candidates: Coffee[]
  /** As in choices; '' to keep the name. */
  chosen: string
}

const MOST_ASKED = 10
const MOST_CANDIDATES = 5

export function tableCoffee({ cell }: BrewTableRow): TableCoffee | undefined {
  const name = atMost(cell('coffee'), field.LONGEST_LINE)
  if (name === '') return undefined
  const roasterName = atMost(cell('roaster'), field.LONGEST_LINE) || null
  return { key: bagKeyOf({ name, roasterName }), name, roasterName }
}

/** The name of a coffee in a table as choices have it: "Kiamaina" or "Kiamaina, Nine Coffee". */
const coffeeInWords = ({ name, roasterName }: TableCoffee) => (roasterName === null ? name : `${name}, ${roasterName}`)

/** How choices name a coffee of ours: "nine-coffee/kiamaina". */
export const coffeePath = ({ roaster, slug }: Pick<Coffee, 'roaster' | 'slug'>) => `${roaster.slug}/${slug}`

type Chosen = Readonly<Record<string, string>>

/** The catalog's ids of these coffees, by key: as chosen, else the one with that name and roaster. */
export async function coffeesNamed(
  named: readonly TableCoffee[],
  chosen: Chosen = {},
  transfers: Transfers,
): Promise<Map<string, number>> {
  const sought = (await mapWithPauses(named, coffee => soughtFor(coffee, chosen))).filter(one => one !== undefined)
  const found = await transfers.coffees(sought)
  return new Map(
    sought.flatMap(({ key, path }, at) => {
      const id = found[at]
      if (path !== undefined && id === undefined)
        throw faultAt(['coffees'], `names "${atMost(path, 60)}", but there is no such coffee.`)
      return id === undefined ? [] : [[key, id]]
    }),
  )
}

/** The coffees that choices may name. */
export const coffeeNamesIn = (rows: readonly BrewTableRow[]) =>
  new Set(rows.flatMap(row => tableCoffee(row) ?? []).map(coffeeInWords))

export function refuseOtherCoffees(rows: readonly BrewTableRow[], chosen: Chosen = {}) {
  const names = coffeeNamesIn(rows)
  const other = Object.keys(chosen).find(name => !names.has(name))
  if (other !== undefined) throw faultAt(['coffees'], `names "${atMost(other, 60)}", but the file has no such coffee.`)
}

/** What to look a coffee up by, unless its name is kept. */
function soughtFor(coffee: TableCoffee, chosen: Chosen) {
  const { key, name, roasterName } = coffee
  const written = coffeeInWords(coffee)
  const path = Object.hasOwn(chosen, written) ? chosen[written] : undefined
  if (path) {
    const [roasterSlug = '', slug = ''] = path.split('/')
    return { key, path, name: '', slug, roasterSlug, roasterMatchName: '' }
  }
  if (path === '' || roasterName === null) return undefined
  return { key, path, name, slug: '-', roasterSlug: '-', roasterMatchName: matchNameOf(roasterName) }
}

/** The coffees of a table to ask about, the most frequent first. */
export async function coffeeQuestions(
  rows: readonly BrewTableRow[],
  given: Chosen,
  { coffees, transfers }: { coffees: Coffees; transfers: Transfers },
): Promise<CoffeeQuestion[]> {
  const named = rows.map(tableCoffee).filter(coffee => coffee !== undefined)
  const each = [...Map.groupBy(named, ({ key }) => key).values()]
  const known = await coffeesNamed(
    each.flatMap(([coffee]) => coffee ?? []),
    {},
    transfers,
  )
  const unknown = each
    .flatMap(([coffee, ...more]) => (coffee && !known.has(coffee.key) ? [{ coffee, rows: 1 + more.length }] : []))
    .sort((one, other) => other.rows - one.rows)
    .slice(0, MOST_ASKED)
  const asked = await Promise.all(
    unknown.map(async ({ coffee, rows }): Promise<CoffeeQuestion> => {
      const candidates = await coffeesMeant(coffee, coffees)
      const name = coffeeInWords(coffee)
      const alike = candidates.filter(one => coffee.roasterName === null && folded(one.name) === folded(coffee.name))
      const [first, ...others] = alike
      const likely = first && others.length === 0 ? coffeePath(first) : ''
      return { name, rows, candidates, chosen: given[name] ?? likely }
    }),
  )
  return asked.filter(({ candidates }) => candidates.length > 0)
}

/** Coffees with all of its words; else those with the words of its name alone. */
async function coffeesMeant({ name, roasterName }: TableCoffee, coffees: Coffees): Promise<Coffee[]> {
  for (const text of [`${name} ${roasterName ?? ''}`, name]) {
    const words = searchWords(text)
    const { data } =
      words.length > 0 ? await coffees.list({ words, sort: 'match', limit: MOST_CANDIDATES }) : { data: [] }
    if (data.length > 0) return data
  }
  return []
}
