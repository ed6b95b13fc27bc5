import { methodInWords } from '../../../../core/brews/brewed-cup.ts'
import { brewsWithoutTotal } from '../../../../core/brews/brews.ts'
import { brewedCoffee } from '../../../../core/brews/present.ts'
import { listOwnedMachines } from '../../../../core/equipment/owned-equipment.ts'
import { methodById, methodIds } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { listBags } from '../../../../core/library/bags.ts'
import { LIBRARY_LIMIT } from '../../../../core/library/library.ts'
import { capital } from '../../../../core/names.ts'
import { recipeName } from '../../../../core/recipes/model.ts'
import type { OwnVisit } from '../own-page.ts'
import type { Choice } from '../parts/controls.ts'
import { idIn } from '../query.ts'
import { readerClock } from '../reader-clock.ts'
import { brewedWith } from './brew-name.ts'
import { anyOf, type BrewDraft, valueOfBag } from './draft.ts'

/** The choices in the form of a brew. */
export interface BrewChoices {
  /** The name of the chosen coffee. */
  coffee: string | undefined
  coffees: [string, Choice[]][]
  brewers: [string, Choice[]][]
  /** Brewers that are not listed, by method only. A private brew need not name its brewer. */
  otherBrewers: [string, Choice[]]
  /** The person's own grinders, by slug. */
  ownGrinders: string[]
  /** URL, name and description. */
  starts: [string, string, string][]
}

/** The person's own things first, then the whole catalog. */
export async function choicesFor(draft: BrewDraft, visit: OwnVisit, withBags = false): Promise<BrewChoices> {
  const { ports, who } = visit
  const bags = withBags ? await bagChoices(visit) : []
  const [library, brewed, popular, owned, machines, saved] = await Promise.all([
    ports.library.list(who.id, LIBRARY_LIMIT),
    brewsWithoutTotal({ limit: 30 }, ports, who),
    ports.coffees.list({ sort: 'popular', limit: 30 }),
    ports.ownedEquipment.grinders.list(who.id),
    listOwnedMachines(undefined, ports, who),
    ports.savedRecipes.list(who.id, { limit: 4, offset: 0 }),
  ])
  const coffeeId = idIn(draft.coffee)
  const known = [...library, ...brewed.data].flatMap(({ coffee }) => coffee ?? [])
  const named =
    coffeeId === undefined
      ? undefined
      : (known.find(({ id }) => id === coffeeId) ?? (await ports.coffees.byId(coffeeId)))
  const shelf = unique([
    ...(named ? [coffeeChoice(named)] : []),
    ...library.map(({ coffee }) => coffeeChoice(coffee)),
    ...brewed.data.flatMap(({ coffee }) => (coffee ? [coffeeChoice(coffee)] : [])),
    ...bags,
  ])
  const clock = readerClock(visit)
  const recent = unique(brewed.data.map(one => ({ ...one, value: `${one.coffeeProfileId}-${methodInWords(one)}` })))
  return {
    coffee: named?.name ?? bags.find(({ value }) => value === draft.coffee)?.label,
    coffees: withOthers('Your shelf', shelf, 'Popular', popular.data.map(coffeeChoice), 'No coffee'),
    brewers: withOthers(
      'Yours',
      machines.machines.map(({ slug, ...one }) => ({ value: slug, label: fullName(one) })),
      'All',
      ports.machines.list().map(one => ({ value: one.slug, label: fullName(one) })),
    ),
    otherBrewers: ['Any other', methodIds.map(method => ({ value: anyOf(method), label: methodById[method].name }))],
    ownGrinders: owned.map(({ itemId }) => ports.grinders.byId(itemId)?.slug ?? ''),
    starts: [
      ...recent
        .slice(0, 4)
        .map((one): [string, string, string] => [
          `/me/log?again=${one.id}`,
          brewedCoffee(one) ?? capital(brewedWith(one)),
          `${brewedWith(one)}, ${clock.like(one.brewedAt)}`,
        ]),
      ...saved.map(({ recipe }): [string, string, string] => [
        `/me/log?recipe=${recipe.id}`,
        recipeName(recipe.coffee.name, fullName(recipe.machine)),
        'saved',
      ]),
    ],
  }
}

/** For each coffee, that of a bag; one that only its owner has is named by its open bag. */
async function bagChoices({ ports, who }: OwnVisit): Promise<Choice[]> {
  const { coffees } = await listBags(undefined, ports, who)
  return coffees
    .flatMap(({ bags }) => bags.find(({ isArchived }) => !isArchived) ?? bags[0] ?? [])
    .map(({ id, coffeeProfileId, name, roasterName }) =>
      coffeeProfileId === null
        ? { ...coffeeChoice({ id, name, roasterName }), value: valueOfBag(id) }
        : coffeeChoice({ id: coffeeProfileId, name, roasterName }),
    )
}

const coffeeChoice = ({
  id,
  name,
  roasterName,
}: {
  id: number
  name: string
  roasterName?: string | null
}): Choice => ({
  value: String(id),
  label: roasterName ? `${name}, ${roasterName}` : name,
})

function withOthers(own: string, mine: Choice[], rest: string, all: Choice[], none?: string): [string, Choice[]][] {
  const others = all.filter(({ value }) => !mine.some(one => one.value === value))
  return [
    ...(none === undefined ? [] : [['', [{ value: '', label: none }]] as [string, Choice[]]]),
    ...(mine.length === 0 ? [] : [[own, mine] as [string, Choice[]]]),
    [rest, others],
  ]
}

const unique = <T extends { value: string }>(some: T[]): T[] => [...new Map(some.map(one => [one.value, one])).values()]
