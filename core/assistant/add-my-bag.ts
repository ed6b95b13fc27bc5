import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Coffees } from '../coffees/coffees.ts'
import { roastLevel, roastWord } from '../coffees/roast.ts'
import { matchNameOf } from '../coffees/roaster-name.ts'
import { searchWords } from '../coffees/search.ts'
import { type Calendar, day } from '../dates.ts'
import * as field from '../fields.ts'
import { AddBag, addBag, type Bags, bagGrams } from '../library/bags.ts'
import { ShelfBag } from '../library/shelf.ts'
import { folded } from '../names.ts'
import { gramsInWords } from '../ratio.ts'
import { acceptedBy } from './accepted.ts'
import { coffeeWithRoaster } from './own-coffees.ts'
import { oneMore } from './told-brew.ts'

export const AddMyBag = v.object({
  name: v.pipe(field.name, v.description('The name of the coffee on the bag, without the roaster.')),
  roaster: v.optional(v.pipe(field.name, v.description('Who roasted it, if the bag says so.'))),
  roastLevel: v.optional(v.pipe(roastLevel, v.description('Only if the bag or its owner says so.'))),
  roastedOn: v.optional(v.pipe(day, v.description('The roast date, such as 2026-11-12. Not the best-before date.'))),
  weightGrams: v.optional(v.pipe(bagGrams, v.description('What the full bag holds.'))),
  gramsLeft: v.optional(
    v.pipe(field.number(0, 100_000), v.description('Only if some of it is gone. Default: the full bag.')),
  ),
  notes: v.optional(
    v.pipe(field.longText, v.description('What else is on the bag: origin, variety, process, flavours.')),
  ),
  again: oneMore,
})

export const BagAdded = v.object({
  bag: v.pick(ShelfBag, [
    'id',
    'name',
    'roasterName',
    'roastLevel',
    'roastedOn',
    'weightGrams',
    'gramsLeft',
    'personalNotes',
    'coffeeProfileId',
  ]),
  isNew: v.pipe(v.boolean(), v.description('False if the same bag was added a moment ago.')),
  inCatalog: v.pipe(v.boolean(), v.description('Whether the coffee is in our catalog.')),
})

const MOST_COMPARED = 10

/** Puts a bag on the shelf. If the catalog has a coffee with exactly this name and roaster, it is a bag of that. */
export async function addMyBag(
  { roaster, notes, again: _, ...said }: v.InferOutput<typeof AddMyBag>,
  ports: { bags: Bags; coffees: Coffees; calendar: Calendar; clock: () => Date },
  person: Person,
): Promise<v.InferOutput<typeof BagAdded>> {
  const known = roaster === undefined ? undefined : await inCatalog(said.name, roaster, ports)
  const { bag } = await addBag(
    acceptedBy(AddBag, { ...said, coffeeProfileId: known?.id, roasterName: roaster, personalNotes: notes }),
    ports,
    person,
  )
  return { bag, isNew: true, inCatalog: known !== undefined }
}

async function inCatalog(name: string, roaster: string, { coffees }: { coffees: Coffees }) {
  const words = searchWords(`${name} ${roaster}`)
  const found = words.length === 0 ? [] : await coffees.suggest(words, MOST_COMPARED)
  return found.find(
    coffee => folded(coffee.name) === folded(name) && matchNameOf(coffee.roasterName) === matchNameOf(roaster),
  )
}

export function bagAddedInWords({ bag, inCatalog }: v.InferOutput<typeof BagAdded>): string {
  const { roastLevel, roastedOn, gramsLeft } = bag
  return [
    `Added to the shelf as bag ${bag.id}: ${coffeeWithRoaster(bag)}`,
    ...(roastLevel ? [`${roastWord(roastLevel)} roast`] : ['roast level unknown']),
    ...(roastedOn ? [`roasted ${roastedOn}`] : ['roast date unknown']),
    ...(gramsLeft === null ? [] : [`${gramsInWords(gramsLeft)} left`]),
    inCatalog ? 'in our catalog.' : 'not in our catalog, so only they can see it.',
  ].join(', ')
}
