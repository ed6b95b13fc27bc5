import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { AdaptedRecipe, adapt } from '../adaptation/adapt.ts'
import { askedAmounts } from '../adaptation/asked-amounts.ts'
import { GivenStyle } from '../adaptation/styles.ts'
import { Variant } from '../adaptation/variants.ts'
import { CoffeeDetail } from '../coffees/model.ts'
import { forDrinker } from '../drinkers/model.ts'
import { FilterDetails, GrinderDetails, MachineDetails, presentGrinder } from '../equipment/details.ts'
import * as field from '../fields.ts'
import { type EvidencePorts, evidenceFor } from './evidence.ts'
import { conditions, filterId, type SetupPorts, setupFor } from './setup.ts'

export const RecipeFor = v.object({
  coffeeId: field.id,
  grinderId: field.id,
  machineId: field.id,
  filterId,
  style: v.nullish(GivenStyle),
  ...conditions,
  ...forDrinker,
  volumeGrams: v.pipe(field.waterGrams, v.description('The water to brew with.')),
  ...askedAmounts,
})

export const FoundRecipe = v.object({
  startingPoint: v.pipe(v.nullable(AdaptedRecipe), v.description('Computed by rule.')),
  recommendation: v.pipe(
    v.nullable(Variant),
    v.description(
      'The best community recipe this grinder and machine can handle, provided it has at least three votes, most of them up. Null for any style but the usual one, because community recipes don’t state their style.',
    ),
  ),
  variants: v.pipe(v.array(Variant), v.description('The other community recipes, best first.')),
  coffee: CoffeeDetail,
  equipment: v.object({
    grinder: v.object({ ...GrinderDetails.entries, calibrated: v.boolean() }),
    machine: MachineDetails,
    filter: v.nullable(FilterDetails),
  }),
})

/** What to brew with this coffee, this equipment and this much water. */
export async function recipeFor(
  { volumeGrams, doseGrams, ratio, style, ...asked }: v.InferOutput<typeof RecipeFor>,
  ports: SetupPorts & EvidencePorts,
  person: Person | undefined,
): Promise<v.InferOutput<typeof FoundRecipe>> {
  const { coffee, grinder, machine, filter, taster, leftOff, altitudeMeters, daysOffRoast } = await setupFor(
    { ...asked, style },
    ports,
    person,
  )
  const method = machine.brewMethod
  const startingPoint = adapt(
    {
      method,
      brewer: machine,
      style,
      roastLevel: coffee.roastLevel,
      isDecaf: coffee.coffeeType === 'DECAF',
      leftOff,
      palate: taster?.palate,
      filterType: filter?.type,
      daysOffRoast,
      altitudeMeters,
      volumeGrams,
      doseGrams,
      ratio,
    },
    grinder,
  )
  const { recommended, others } = await evidenceFor(
    {
      coffeeId: coffee.id,
      method,
      grinder,
      brewer: machine,
      volumeGrams,
      altitudeMeters,
      asked: { ...startingPoint, taste: 0 },
    },
    ports,
    taster,
  )
  return {
    startingPoint,
    recommendation: recommended,
    variants: others,
    coffee,
    equipment: {
      grinder: { ...presentGrinder(grinder), calibrated: grinder.calibrated === true },
      machine,
      filter,
    },
  }
}
