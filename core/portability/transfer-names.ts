import * as v from 'valibot'
import { matchNameOf } from '../coffees/roaster-name.ts'
import type { Equipment, StoredGrinder } from '../equipment/equipment.ts'
import { mapWithPauses } from '../pauses.ts'
import { CoffeeName, ItemName, RecipeName } from './account-file.ts'
import { type Lists, notHere } from './transfer.ts'
import type { Transfers } from './transfers.ts'

type Item = v.InferOutput<typeof ItemName>
/** By the ids in the file: what is named, and its id here, if any. */
type Known<T> = ReadonlyMap<number, T & { here: number | undefined }>

export interface Names {
  coffees: Known<CoffeeName>
  grinders: Known<Item>
  machines: Known<Item>
  filters: Known<Item>
  roasters: ReadonlyMap<number, Item>
  /** The ids of recipes here. Recipes that the person publishes during the import are added. */
  recipes: Map<number, number>
  /**
   * Up to which version a recipe is the same here as there, by its id in the file. One that was
   * never edited there has one version everywhere.
   */
  versions: Map<number, number>
}

export async function readFileNames(
  lists: Lists,
  described: ReadonlyMap<number, StoredGrinder>,
  { grinders, machines, filters, transfers }: Equipment & { transfers: Transfers },
): Promise<Names> {
  const read = <T extends v.GenericSchema>(name: string, schema: T) => readNames(lists[name], schema)
  const coffees = await read('coffees', CoffeeName)
  const coffeesHere = await transfers.coffees(coffees.map(soughtAs))
  const names = {
    coffees: new Map(coffees.map((coffee, at) => [coffee.id, { ...coffee, here: coffeesHere[at] }])),
    grinders: new Map([
      ...bySlug(await read('grinders', ItemName), grinders.list()),
      ...[...described].map(([id, one]) => [id, { id, slug: one.slug, here: one.id }] as const),
    ]),
    machines: bySlug(await read('machines', ItemName), machines.list()),
    filters: bySlug(await read('filters', ItemName), filters.list()),
    roasters: new Map((await read('roasters', ItemName)).map(roaster => [roaster.id, roaster])),
  }
  const recipeNames = await read('recipes', RecipeName)
  const told = recipeNames.flatMap(recipe => {
    const coffeeProfileId = names.coffees.get(recipe.coffeeProfileId)?.here
    const grinderId = names.grinders.get(recipe.grinderId)?.here
    const machineId = names.machines.get(recipe.machineId)?.here
    if (coffeeProfileId === undefined || grinderId === undefined || machineId === undefined) return []
    return [{ ...recipe, coffeeProfileId, grinderId, machineId }]
  })
  const recipesHere = await transfers.recipes(told)
  const recipes = new Map<number, number>()
  const versions = new Map<number, number>()
  for (const [at, { id, version }] of told.entries()) {
    const here = recipesHere[at]
    if (here !== undefined) recipes.set(id, here.id)
    if (version !== null && (version === 1 || here?.isSameVersion)) versions.set(id, version)
  }
  return { ...names, recipes, versions }
}

/** The id here, or a Fault that names what this server does not have. */
export function itemHere(names: Names, kind: 'grinders' | 'machines' | 'filters', id: number): number {
  const named = names[kind].get(id)
  if (named?.here !== undefined) return named.here
  throw notHere(`This server does not have the ${nouns[kind]} ${named?.slug ?? 'it names'}.`)
}

export function recipeHere({ recipes }: Names, id: number): number {
  const here = recipes.get(id)
  if (here !== undefined) return here
  throw notHere('This server does not have the recipe.')
}

const nouns = { grinders: 'grinder', machines: 'brewer', filters: 'filter' }

const soughtAs = ({ name, slug, roasterName, roasterSlug }: CoffeeName) => ({
  name,
  slug,
  roasterSlug,
  roasterMatchName: matchNameOf(roasterName),
})

/** Rows that cannot be read are dropped. Rows that refer to them are reported later. */
const readNames = <T extends v.GenericSchema>(rows: readonly unknown[] = [], schema: T) =>
  mapWithPauses(rows, (row): v.InferOutput<T> | undefined => {
    const parsed = v.safeParse(schema, row)
    return parsed.success ? parsed.output : undefined
  })

function bySlug(named: readonly Item[], catalog: readonly Item[]): Known<Item> {
  const ids = new Map(catalog.map(({ slug, id }) => [slug, id]))
  return new Map(named.map(item => [item.id, { ...item, here: ids.get(item.slug) }]))
}
