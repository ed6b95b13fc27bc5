import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { type BrewPorts, brewsWithoutTotal } from '../brews/brews.ts'
import * as field from '../fields.ts'
import { BrewInShort, brewInShort, brewInWords } from './brew-in-short.ts'
import { calledInput } from './called.ts'
import { isBrewOf, type OwnCoffeePorts, ownCoffeeCalled } from './own-coffees.ts'
import { asDrinkerCalled, drinkerNames } from './own-drinkers.ts'

export const GetMyBrews = v.object({
  coffee: calledInput('Only brews of this coffee, as they call it.'),
  drinker: calledInput('Only what this person drank; "me" is themselves.', 100),
  limit: v.optional(v.pipe(field.integer(1, 20), v.description('At most this many.')), 5),
})

export const MyBrews = v.object({ brews: v.array(BrewInShort) })

/** How many brews we search for those of a coffee that is not in the catalog. */
const MOST_LOOKED_AT = 100

/** The newest first. */
export async function getMyBrews(
  { coffee, drinker, limit }: v.InferOutput<typeof GetMyBrews>,
  ports: BrewPorts & OwnCoffeePorts,
  person: Person,
): Promise<v.InferOutput<typeof MyBrews>> {
  const drinkerId = drinker === undefined ? undefined : (await asDrinkerCalled(drinker, ports, person)).drinkerId
  const named = coffee === undefined ? undefined : await ownCoffeeCalled(coffee, ports, person)
  const inCatalog = named?.coffeeProfileId ?? undefined
  const isOfBag = named !== undefined && inCatalog === undefined
  const { data } = await brewsWithoutTotal(
    { drinkerId, coffeeProfileId: inCatalog, limit: isOfBag ? MOST_LOOKED_AT : limit },
    ports,
    person,
  )
  const namesOf = await drinkerNames(ports, person)
  const brews = isOfBag ? data.filter(brew => isBrewOf(brew, named)).slice(0, limit) : data
  return { brews: brews.map(brew => brewInShort(brew, namesOf)) }
}

export const myBrewsInWords = ({ brews }: v.InferOutput<typeof MyBrews>) =>
  brews.length === 0
    ? 'No brews yet. Log the first one with what was brewed and how it tasted.'
    : brews
        .map(brew => `${brew.brewedAt.slice(0, 10)} (brew ${brew.id}): ${brewInWords(brew)}.${notesOf(brew)}`)
        .join('\n')

const notesOf = ({ notes }: BrewInShort) => (notes ? ` Their notes: ${notes.replace(/\s+/g, ' ')}` : '')
