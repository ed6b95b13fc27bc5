import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { adapt } from '../adaptation/adapt.ts'
import { OnGrinder, presentOnGrinder } from '../adaptation/on-grinder.ts'
import { reasonFields } from '../adaptation/reason.ts'
import { usualMethod } from '../grind/chart.ts'
import { GivenMethod, methodIds } from '../grind/methods.ts'
import { onDialOf, type ReaderPorts, readerOf } from '../recipes/reader.ts'
import type { RoastLevel } from './roast.ts'

/** Where to start with a coffee on the dial that its reader asked for. */
export const CoffeeOnGrinder = v.object({
  method: v.pipe(v.picklist(methodIds), v.description('What the setting is for.')),
  ...OnGrinder.entries,
  ...reasonFields('One line for each thing that moves it away from where the method starts.'),
})
export type CoffeeOnGrinder = v.InferOutput<typeof CoffeeOnGrinder>

/** On which dial to read coffees, and for which brew. */
export const coffeesOnDial = {
  ...onDialOf('Each coffee then has onGrinder, where to start with it on that dial by its roast'),
  method: v.optional(
    v.pipe(
      GivenMethod,
      v.description('With grinder: the brew method to start with; else v60, or the finest that the dial reaches.'),
    ),
  ),
}

type AskedDial = v.InferOutput<v.ObjectSchema<typeof coffeesOnDial, undefined>>

/** Puts coffees on the dial that was asked for, by the same rule as discovery; as they are where none was. */
export async function coffeeReader(
  { grinder, method }: AskedDial,
  ports: Omit<ReaderPorts, 'viewers'>,
  person: Person | undefined,
): Promise<<C extends { roastLevel: RoastLevel }>(coffee: C) => C & { onGrinder?: CoffeeOnGrinder }> {
  const { dial } = await readerOf(grinder, ports, person)
  if (!dial) return coffee => coffee
  const brewed = method ?? usualMethod(dial)
  return coffee => {
    const start = adapt({ method: brewed, roastLevel: coffee.roastLevel }, dial)
    return { ...coffee, onGrinder: { method: brewed, ...presentOnGrinder(dial, start, start.why) } }
  }
}
