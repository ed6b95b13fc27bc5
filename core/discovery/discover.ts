import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { AdaptedRecipe, adapt } from '../adaptation/adapt.ts'
import { Variant, variantOn } from '../adaptation/variants.ts'
import { type Coffees, getCoffee } from '../coffees/coffees.ts'
import { roastFilter } from '../coffees/roast.ts'
import type { DialedGrind } from '../dial/dial-in.ts'
import { presentOnGrinder } from '../dial/on-grinder.ts'
import { onDial, readerOf } from '../dial/reader.ts'
import type { Reason } from '../dial/reason.ts'
import { type Machines, unknownItem } from '../equipment/equipment.ts'
import { grinderFor } from '../equipment/own-grinders.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { usualMethod } from '../grind/chart.ts'
import type { MethodId } from '../grind/methods.ts'
import { Recipe } from '../recipes/model.ts'
import type { ReaderPorts } from '../recipes/present.ts'
import type { Recipes } from '../recipes/recipes.ts'

export const Discover = v.object({
  grinderId: v.optional(v.pipe(field.id, v.description('Or send grinder.'))),
  ...onDial,
  machineId: v.optional(field.id),
  coffeeId: v.optional(field.id),
  roast: v.optional(roastFilter),
  brewStrength: v.optional(field.wordOf(['LIGHT', 'MEDIUM', 'STRONG'])),
})

const BySystem = v.object({
  id: v.literal(0),
  type: v.literal('recommended'),
  isAdapted: v.literal(true),
  coffeeProfileId: v.nullable(field.id),
  machineId: v.nullable(field.id),
  grinderId: field.id,
  ...AdaptedRecipe.entries,
  onGrinder: Recipe.entries.onGrinder,
  upvotes: v.literal(0),
  avgRating: v.null(),
})

const ByCommunity = v.object({
  ...Variant.entries,
  onGrinder: Recipe.entries.onGrinder,
  type: v.literal('community'),
  isAdapted: v.pipe(v.boolean(), v.description('False if it was made with this grinder and needs no conversion.')),
})

export const Discovered = v.object({
  recipes: v.pipe(
    v.array(v.variant('type', [BySystem, ByCommunity])),
    v.description('One computed by rule, then up to 20 from the community, best first; all on this grinder’s dial.'),
  ),
  total: v.pipe(v.number(), v.description('How many recipes are in this reply.')),
  grinder: v.object({ id: field.id, brand: v.string(), name: v.string(), calibrated: v.boolean() }),
})

interface DiscoverPorts extends ReaderPorts {
  recipes: Recipes
  machines: Machines
  coffees: Coffees
}

/** What to brew with a grinder. A machine implies its method, a coffee its roast level. */
export async function discover(
  { grinderId: asked, grinder: named, machineId, coffeeId, roast, brewStrength }: v.InferOutput<typeof Discover>,
  ports: DiscoverPorts,
  person: Person | undefined,
): Promise<v.InferOutput<typeof Discovered>> {
  const { recipes, grinders, machines } = ports
  const reader = await readerOf(named, ports, person)
  const grinder = reader.dial ?? (asked && (await grinderFor(person, asked, ports)))
  if (!grinder) throw new Fault('invalid', 'grinderId or grinder is required.')
  const grinderId = grinder.id
  const onReadersDial = (dialed: DialedGrind & { method: MethodId; why: Reason[] }) =>
    reader.dial ? { onGrinder: presentOnGrinder(grinder, dialed.method, dialed, dialed.why) } : {}
  const machine = machineId === undefined ? undefined : machines.byId(machineId)
  if (machineId !== undefined && !machine) throw unknownItem('machine')
  const strength = brewStrength && strengths[brewStrength]
  const [coffee, best] = await Promise.all([
    coffeeId === undefined ? undefined : getCoffee({ id: coffeeId }, ports),
    recipes.best(
      {
        coffeeId,
        brewMethod: machine?.brewMethod,
        roastLevels: roast,
        strengthLevels: strength?.levels,
      },
      MOST_RECIPES,
    ),
  ])
  const altitudeMeters = person?.water.altitudeMeters
  const byRule = adapt(
    {
      method: machine?.brewMethod ?? usualMethod(grinder),
      brewer: machine,
      // A recipe by rule has one roast level: the first that was asked for.
      roastLevel: coffee?.roastLevel ?? roast?.[0],
      isDecaf: coffee?.coffeeType === 'DECAF',
      strength: strength?.byRule,
      altitudeMeters,
    },
    grinder,
  )
  const found: v.InferOutput<typeof Discovered>['recipes'] = [
    {
      id: 0,
      type: 'recommended',
      isAdapted: true,
      coffeeProfileId: coffeeId ?? null,
      machineId: machineId ?? null,
      grinderId,
      ...byRule,
      ...onReadersDial(byRule),
      upvotes: 0,
      avgRating: null,
    },
    ...best.map(recipe => {
      const theirs = grinders.byId(recipe.grinderId)
      const variant = variantOn(grinder, recipe, { theirs, brewer: machine, altitudeMeters })
      const isAdapted = recipe.grinderId !== grinderId || variant.grindSetting !== recipe.grindSetting
      return { ...variant, ...onReadersDial(variant), type: 'community' as const, isAdapted }
    }),
  ]
  const { brand, model: name, calibrated = false } = grinder
  return { recipes: found, total: found.length, grinder: { id: grinderId, brand, name, calibrated } }
}

const MOST_RECIPES = 20

/** Each word covers the levels closest to it. */
const strengths = {
  LIGHT: { byRule: 2, levels: [1, 2] },
  MEDIUM: { byRule: 3, levels: [3] },
  STRONG: { byRule: 4, levels: [4, 5] },
} as const
