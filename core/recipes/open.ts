import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { DialedGrind } from '../dial/dial-in.ts'
import { dialRecipe, type RecipeGrind } from '../dial/on-grinder.ts'
import { type AskedDialPorts, onDial, readerOf } from '../dial/reader.ts'
import { usedFirst } from '../equipment/owned-equipment.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { RecipeDetail } from './model.ts'
import { presentTo, type ReaderPorts } from './present.ts'
import { getRecipe, type Recipes } from './recipes.ts'

/** A recipe as one person opens it. */
export const OpenedRecipe = v.object({
  ...RecipeDetail.entries,
  yours: v.optional(
    v.pipe(
      v.object({ grinderId: field.id, ...DialedGrind.entries }),
      v.description(
        'Its grind on your own dial: on the same grinder if you own it, or your default, or the first you added.',
      ),
    ),
  ),
})
type OwnDial = NonNullable<v.InferOutput<typeof OpenedRecipe>['yours']>

export const OpenRecipe = v.object({ id: field.id, ...onDial })
export const OpenSharedRecipe = v.object({ shareId: field.text(1, 100), ...onDial })

export async function openRecipe(
  { id, grinder }: v.InferOutput<typeof OpenRecipe>,
  ports: ReaderPorts & { recipes: Recipes },
  person: Person | undefined,
) {
  return opened(await getRecipe({ id }, ports), grinder, ports, person)
}

/** By the id under which it is shared. */
export async function openSharedRecipe(
  { shareId, grinder }: v.InferOutput<typeof OpenSharedRecipe>,
  ports: ReaderPorts & { recipes: Recipes },
  person: Person | undefined,
) {
  const recipe = await ports.recipes.byShareId(shareId)
  if (!recipe) throw new Fault('recipe-not-found', `Nothing is shared as ${shareId}.`)
  return opened(recipe, grinder, ports, person)
}

async function opened(
  recipe: RecipeDetail,
  grinder: string | undefined,
  ports: ReaderPorts,
  person: Person | undefined,
): Promise<v.InferOutput<typeof OpenedRecipe>> {
  const [yours, reader] = await Promise.all([onOwnDial(recipe, ports, person), readerOf(grinder, ports, person)])
  const [shown = recipe] = await presentTo(reader, [recipe], ports)
  return yours ? { ...shown, yours } : shown
}

/**
 * The grind on the reader's own grinder; undefined for a visitor, and for a person without a
 * grinder.
 */
async function onOwnDial(
  recipe: RecipeGrind,
  { grinders, ownedEquipment, ownGrinders }: AskedDialPorts,
  person: Person | undefined,
): Promise<OwnDial | undefined> {
  const owned = person ? await ownedEquipment.grinders.list(person.id) : []
  const own = usedFirst(owned, recipe.grinderId)
  if (!person || !own) return
  const grinder = await ownGrinders.of(person.id, own.itemId)
  const theirs = recipe.grinderId == null ? undefined : grinders.byId(recipe.grinderId)
  return { grinderId: own.itemId, ...dialRecipe(grinder, recipe, theirs) }
}
