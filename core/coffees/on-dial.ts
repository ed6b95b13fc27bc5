import * as v from 'valibot'
import { OnGrinder } from '../dial/on-grinder.ts'
import { onDialOf } from '../dial/reader.ts'
import { reasonFields } from '../dial/reason.ts'
import { GivenMethod, methodIds } from '../grind/methods.ts'

/** Where to start with a coffee on the grinder that was asked for. */
export const CoffeeOnGrinder = v.object({
  method: v.pipe(v.picklist(methodIds), v.description('What the setting is for.')),
  ...OnGrinder.entries,
  ...reasonFields(
    'One line for where it comes from, or for each thing that moves it away from where the method starts.',
  ),
})
export type CoffeeOnGrinder = v.InferOutput<typeof CoffeeOnGrinder>

/** Query fields: the grinder to show settings for, and the kind of brew. */
export const coffeesOnDial = {
  ...onDialOf(
    'Each coffee then has onGrinder, where to start on that dial: from its roaster’s recipe, or the best-liked recipe, or computed by rule',
  ),
  method: v.optional(
    v.pipe(
      GivenMethod,
      v.description(
        'With grinder: the brew method to start with; by default the roaster’s method, else V60 or the finest that the dial reaches, or, where people like none of its recipes, a method whose recipes they like.',
      ),
    ),
  ),
}
