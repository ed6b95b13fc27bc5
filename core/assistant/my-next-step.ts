import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { DrinkerPorts } from '../drinkers/drinkers.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { type BrewAheadPorts, brewsLike } from './brew-ahead.ts'
import { coachedCup } from './next-cup.ts'
import { coffeeInput, coffeeWithRoaster, ownCoffeeCalled } from './own-coffees.ts'
import { asDrinkerCalled, drinkerInput } from './own-drinkers.ts'
import { brewerInput, ownBrewerCalled, styleInput } from './own-gear.ts'

export const GetMyNextStep = v.object({
  coffee: coffeeInput,
  brewer: brewerInput,
  style: styleInput,
  drinker: drinkerInput,
  brew: v.optional(v.pipe(field.id, v.description('The id of a brew, to ask about that one instead of the last.'))),
})

/** What to change for the next cup, after a brew or the last one like it. */
export async function getMyNextStep(
  { coffee, brewer, style, drinker, brew }: v.InferOutput<typeof GetMyNextStep>,
  ports: BrewAheadPorts & DrinkerPorts,
  person: Person,
) {
  const who = await asDrinkerCalled(drinker, ports, person)
  if (brew !== undefined)
    return coachedCup({ id: brew, drinkerId: drinker === undefined ? undefined : who.drinkerId }, ports, person)
  const named = coffee === undefined ? undefined : await ownCoffeeCalled(coffee, ports, person)
  const [last] = await brewsLike(
    {
      coffee: named,
      brewer: brewer === undefined ? undefined : await ownBrewerCalled(brewer, ports, person),
      style,
    },
    ports,
    who,
  )
  if (last) return coachedCup({ id: last.id, drinkerId: who.drinkerId }, ports, person)
  const isFor = drinker === undefined ? '' : ` for ${drinker}`
  throw new Fault(
    'brew-not-found',
    named
      ? `There is no brew of ${coffeeWithRoaster(named)}${isFor} like this yet. Get a recipe for the first cup, then log it.`
      : `There is no brew${isFor} like this yet. Get a recipe for the first cup, then log it.`,
  )
}
