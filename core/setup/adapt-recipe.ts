import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { AdaptedRecipe, adapt } from '../adaptation/adapt.ts'
import { askedAmounts } from '../adaptation/asked-amounts.ts'
import { baseFor, waterParts } from '../adaptation/base.ts'
import { noteFor } from '../adaptation/base-steps.ts'
import { GivenStyle, styleFields, typicalFor } from '../adaptation/styles.ts'
import { Typical } from '../adaptation/typical.ts'
import { Variant } from '../adaptation/variants.ts'
import { type BagPorts, ownBag } from '../brews/own-bag.ts'
import { roastLevel } from '../coffees/roast.ts'
import { forDrinker } from '../drinkers/model.ts'
import { deviceFor } from '../equipment/drive.ts'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { methodIds } from '../grind/methods.ts'
import { ratioOf } from '../recipes/arithmetic.ts'
import { Steps } from '../recipes/steps.ts'
import { type EvidencePorts, evidenceFor } from './evidence.ts'
import { conditions, filterId, type SetupPorts, setupFor } from './setup.ts'

/** How many steps a recipe may be nudged, finer or coarser. */
export const MOST_NUDGES = 5

export const AdaptRecipe = v.object({
  machineId: field.id,
  grinderId: field.id,
  coffeeProfileId: v.nullish(v.pipe(field.id, v.description('Or send roastLevel or bagId.'))),
  bagId: v.nullish(v.pipe(field.id, v.description('One of your bags: its coffee or roast, and your brews from it.'))),
  roastLevel: v.nullish(
    v.pipe(roastLevel, v.description('For a coffee that is not in the catalog; catalog coffees have their own.')),
  ),
  filterId,
  style: v.nullish(GivenStyle),
  isDecaf: v.nullish(
    v.pipe(field.flag, v.description('For a coffee that is not in the catalog; catalog coffees have their own flag.')),
  ),
  ...conditions,
  ...forDrinker,
  userId: v.nullish(
    v.pipe(
      v.union(
        [v.pipe(field.boundedWord('must be your own id'), v.maxLength(20, 'must be your own id')), v.number()],
        'must be your own id',
      ),
      v.description('For old clients: your own ID, or nothing. The sign-in alone decides whose palate is used.'),
    ),
  ),
  volumeGrams: v.optional(
    v.pipe(
      field.waterGrams,
      v.description('The water to brew with, or the espresso you want. Default: the usual amount.'),
    ),
  ),
  ...askedAmounts,
  strength: v.optional(v.pipe(field.number(1, 5), v.description('1 (light) to 5 (strong).')), 3),
  taste: v.optional(v.pipe(field.number(-2, 2), v.description('-2 (brighter) to 2 (richer).')), 0),
  grindNudgeSteps: v.optional(
    v.pipe(field.integer(-MOST_NUDGES, MOST_NUDGES), v.description('Whole steps on your dial; above 0 is coarser.')),
    0,
  ),
})

export const Adaptation = v.object({
  baseRecipe: v.object({
    method: v.picklist(methodIds),
    doseGrams: v.number(),
    waterGrams: v.number(),
    ...styleFields,
    ratio: v.number(),
    waterTempF: v.number(),
    brewTimeSeconds: v.number(),
    grindIndex: v.number(),
    steps: Steps,
    note: v.nullable(v.string()),
    typical: Typical,
  }),
  adaptedRecipe: AdaptedRecipe,
  recommendedVariant: v.pipe(
    v.nullable(Variant),
    v.description('Null for any style but the usual one, because community recipes don’t state their style.'),
  ),
  otherVariants: v.array(Variant),
})

/** A recipe by rule for this coffee, brewer and grinder, along with what the community does. */
export async function adaptRecipe(
  { userId, bagId, grindNudgeSteps, ...wanted }: v.InferOutput<typeof AdaptRecipe>,
  ports: SetupPorts & EvidencePorts & BagPorts,
  person: Person | undefined,
): Promise<v.InferOutput<typeof Adaptation>> {
  if (userId != null && (!person || String(userId) !== String(person.id)))
    throw new Fault('not-allowed', 'userId must be your own id; sign in as that person, or leave it out.')
  const bag = bagId == null ? undefined : await ownBag(bagId, ports, person)
  const coffeeProfileId = wanted.coffeeProfileId ?? bag?.coffeeProfileId
  const roastLevel = wanted.roastLevel ?? bag?.roastLevel
  if (bag && coffeeProfileId == null && roastLevel == null)
    throw faultAt(['roastLevel'], 'is required: the bag doesn’t say how dark it is.')
  if (coffeeProfileId == null && roastLevel == null)
    throw new Fault('invalid', 'coffeeProfileId or roastLevel is required.')
  const { setup, adaptedRecipe } = await adaptedFor(
    { ...wanted, coffeeId: coffeeProfileId ?? undefined, bag, roastLevel },
    grindNudgeSteps,
    ports,
    person,
  )
  const { coffee, grinder, machine, taster, altitudeMeters } = setup
  const method = machine.brewMethod
  // What others do with another coffee says nothing about this one.
  const { style, ratio, grindIndex } = adaptedRecipe
  const asked = { style, ratio, grindIndex, taste: wanted.taste }
  const { recommended, others } = coffee
    ? await evidenceFor(
        {
          coffeeId: coffee.id,
          method,
          grinder,
          brewer: machine,
          volumeGrams: wanted.volumeGrams,
          asked,
          altitudeMeters,
        },
        ports,
        taster,
      )
    : { recommended: null, others: [] }
  const { flow, ...base } = baseFor(method, machine, style)
  const { iceGrams, bypassGrams } = waterParts({ flow }, base.waterGrams)
  return {
    baseRecipe: {
      ...base,
      iceGrams,
      bypassGrams,
      ratio: ratioOf(base.doseGrams, base.waterGrams),
      note: noteFor(method, style, deviceFor(method, machine)),
      typical: typicalFor(method, style),
    },
    adaptedRecipe,
    recommendedVariant: recommended,
    otherVariants: others,
  }
}

/** The same without what the community does. */
export async function adaptedFor(
  wanted: WantedRecipe,
  grindNudgeSteps: number,
  ports: SetupPorts,
  person: Person | undefined,
) {
  const setup = await setupFor(wanted, ports, person)
  const { coffee, grinder, machine, filter, taster, leftOff, altitudeMeters, daysOffRoast } = setup
  const adaptedRecipe = adapt(
    {
      method: machine.brewMethod,
      brewer: machine,
      style: wanted.style,
      roastLevel: coffee?.roastLevel ?? wanted.roastLevel,
      isDecaf: (coffee ? null : wanted.isDecaf) ?? (coffee ?? wanted.bag)?.coffeeType === 'DECAF',
      leftOff,
      strength: wanted.strength,
      taste: wanted.taste,
      palate: taster?.palate,
      filterType: filter?.type,
      daysOffRoast,
      altitudeMeters,
      volumeGrams: wanted.volumeGrams,
      doseGrams: wanted.doseGrams,
      ratio: wanted.ratio,
    },
    grinder,
    grindNudgeSteps,
  )
  return { setup, adaptedRecipe }
}

type WantedRecipe = Parameters<typeof setupFor>[0] &
  Pick<
    v.InferOutput<typeof AdaptRecipe>,
    'roastLevel' | 'isDecaf' | 'strength' | 'taste' | 'volumeGrams' | 'doseGrams' | 'ratio'
  > & { bag?: { coffeeType: string | null } | undefined }
