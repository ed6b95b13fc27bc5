import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Clock } from '../clock.ts'
import { type Filters, type Machines, unknownItem } from '../equipment/equipment.ts'
import type { OwnGrinders } from '../equipment/own-grinders.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { groundOn } from '../grind/given.ts'
import { withChanges } from '../optional.ts'
import { type TasterPorts, tasterOf, withMatch } from '../taste/taster.ts'
import { amountsOf } from './arithmetic.ts'
import { composeRecipe, GivenRecipe } from './compose.ts'
import { stepPoints } from './lineage.ts'
import type { RecipeDetail } from './model.ts'
import { presentTo, type ReaderPorts } from './present.ts'
import { getRecipe, type RecipeId, type Recipes } from './recipes.ts'
import { revisedSteps } from './steps.ts'

const { coffeeProfileId: _, ...entries } = GivenRecipe.entries
const clearedByNull = <T extends v.GenericSchema>(schema: T) => v.optional(v.nullable(schema))

/** The coffee cannot change: a recipe for another coffee is another recipe. */
export const ReviseCommunityRecipe = v.object({
  id: field.id,
  ...v.partial(
    v.object({
      grinderId: entries.grinderId,
      machineId: entries.machineId,
      grindSetting: entries.grindSetting,
      ratio: entries.ratio,
      doseGrams: entries.doseGrams,
      waterGrams: entries.waterGrams,
    }),
  ).entries,
  filterId: clearedByNull(entries.filterId.wrapped),
  brewTimeSeconds: clearedByNull(entries.brewTimeSeconds.wrapped),
  waterTempF: clearedByNull(entries.waterTempF.wrapped),
  notes: clearedByNull(entries.notes.wrapped),
  tasteProfile: clearedByNull(entries.tasteProfile.wrapped),
  steps: clearedByNull(entries.steps.wrapped),
})

interface RevisePorts extends TasterPorts, ReaderPorts {
  recipes: Recipes
  machines: Machines
  filters: Filters
  ownGrinders: OwnGrinders
  clock: Clock
}

export async function getOwnPublishedRecipe(
  { id }: v.InferOutput<typeof RecipeId>,
  ports: { recipes: Recipes },
  person: Person,
): Promise<RecipeDetail> {
  const recipe = await getRecipe({ id }, ports)
  if (recipe.createdBy?.id !== person.id) throw notYours(id)
  return recipe
}

/**
 * Missing fields stay as they were, including the grind index at the time of posting. Computed
 * fields are updated.
 */
export async function reviseCommunityRecipe(
  { id, grindSetting, steps, ...changes }: v.InferOutput<typeof ReviseCommunityRecipe>,
  ports: RevisePorts,
  person: Person,
) {
  const before = await getOwnPublishedRecipe({ id }, ports, person)
  const { coffee, grinder: _grinder, machine: _machine, ...figures } = before
  const merged = { ...withChanges(figures, changes), ...amountsOf(changes, before) }
  const isMoved = merged.grinderId !== before.grinderId
  if (isMoved && grindSetting === undefined)
    throw new Fault('invalid', 'grindSetting is required when you change the grinder.')
  const machine = ports.machines.byId(merged.machineId)
  if (!machine) throw unknownItem('machine')
  if (merged.filterId && !ports.filters.byId(merged.filterId)) throw unknownItem('filter')
  const grinder = await ports.ownGrinders.of(person.id, merged.grinderId)
  const ground = grindSetting === undefined ? before : groundOn(grinder, grindSetting)
  const { grindIndex, grindSettingText } = ground
  const composed = composeRecipe(
    {
      ...merged,
      coffeeProfileId: before.coffeeProfileId,
      grindSetting: ground.grindSetting,
      steps: revisedSteps(steps, before, merged),
    },
    { grinder, machine, coffee },
    { grindSetting: ground.grindSetting, grindSettingText, grindIndex },
  )
  const authorCalibrated = grindSetting === undefined ? before.authorCalibrated : composed.authorCalibrated
  const revised = { ...composed, authorCalibrated }
  const points = stepPoints(grinder, composed.grindSetting)
  if (!(await ports.recipes.revise(id, person.id, revised, points, ports.clock()))) throw notYours(id)
  const shown = await presentTo({ person, dial: undefined }, await ports.recipes.byIds([id]), ports)
  const [recipe] = withMatch(shown, await tasterOf(person, ports))
  if (!recipe) throw notYours(id)
  return { recipe }
}

/**
 * Deletes a recipe with its votes, ratings and comments. Brews made by it stay in people's logs.
 */
export async function deleteCommunityRecipe(
  { id }: v.InferOutput<typeof RecipeId>,
  { recipes }: { recipes: Recipes },
  person: Person,
) {
  if (!(await recipes.remove(id, person.id))) throw notYours(id)
  return { success: true as const }
}

const notYours = (id: number) => new Fault('recipe-not-found', `You haven’t published a recipe ${id}.`)
