import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { saveBrewAsRecipe } from '../brews/save-as-recipe.ts'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { type ForkPorts, openVariation } from '../forks/forks.ts'
import { GivenSetting, settingIn } from '../grind/given.ts'
import { fullName } from '../grind/name.ts'
import { WriteRecipe } from '../personal-recipes/model.ts'
import {
  getPersonalRecipe,
  listPersonalRecipes,
  type PersonalRecipePorts,
  reviseRecipe,
  writeRecipe,
} from '../personal-recipes/personal-recipes.ts'
import { amountsOf, wholeWaterOf } from '../recipes/arithmetic.ts'
import { saveRecipe } from '../recipes/saved-recipes.ts'
import type { Site } from '../site.ts'
import { fahrenheitOf } from '../temperature.ts'
import { acceptedBy } from './accepted.ts'
import { type BrewAheadPorts, brewAhead } from './brew-ahead.ts'
import { calledInput } from './called.ts'
import type { OwnCoffee } from './own-coffees.ts'
import { asDrinkerCalled } from './own-drinkers.ts'
import { originalInShort, type RecipeSaved, recipeInShort } from './recipe-saved.ts'
import { brewOrLast } from './told-brew.ts'

export const SaveMyRecipe = v.object({
  brew: v.optional(
    v.pipe(brewOrLast, v.description('To save a brew of theirs as a recipe: its id, or "last" for the last one.')),
  ),
  recipe: v.optional(
    v.pipe(
      field.id,
      v.description(
        'The id of a community recipe. On its own, it is bookmarked; with any of the fields below, they get a variation of their own with these changes.',
      ),
    ),
  ),
  name: v.optional(v.pipe(field.name, v.description('What they call it.'))),
  coffee: calledInput('The coffee as they call it. Default: the coffee of the original.'),
  brewer: calledInput('The brewer or method, such as "v60". Only for a new recipe.'),
  grinder: calledInput('The grinder as they call it. Default: their own.'),
  setting: v.optional(v.pipe(GivenSetting, v.description('As the dial shows it.'))),
  doseGrams: v.optional(field.doseGrams),
  waterGrams: v.optional(v.pipe(field.waterGrams, v.description('For espresso, the yield.'))),
  waterTempC: v.optional(v.pipe(field.number(0, 100), v.description('In Celsius.'))),
  brewTimeSeconds: v.optional(field.brewTimeSeconds),
  notes: v.optional(v.pipe(field.longText, v.description('What they say about it, in their words.'))),
})
type WantedToSave = v.InferOutput<typeof SaveMyRecipe>

type SavePorts = BrewAheadPorts &
  ForkPorts &
  PersonalRecipePorts &
  Parameters<typeof listPersonalRecipes>[1] &
  Parameters<typeof saveRecipe>[1] & { site: Site }

/** Saves a brew as a recipe, bookmarks or changes somebody else's recipe, or writes a new one. */
export async function saveMyRecipe(wanted: WantedToSave, ports: SavePorts, person: Person): Promise<RecipeSaved> {
  const { brew, recipe, name: _, notes: __, ...figures } = wanted
  const changes = Object.values(figures).some(one => one !== undefined)
  if (brew !== undefined) {
    if (recipe !== undefined) throw faultAt(['recipe'], 'and brew are two things to save; send only one.')
    if (changes) throw faultAt(['brew'], 'is saved with its own figures; send only a name with it.')
    return savedFromBrew(brew, wanted, ports, person)
  }
  if (recipe === undefined) return savedAsNew(wanted, ports, person)
  const isOwn = changes || wanted.name !== undefined || wanted.notes !== undefined
  return isOwn ? forked(recipe, wanted, ports, person) : bookmarked(recipe, ports, person)
}

async function savedFromBrew(asked: number | 'last', { name }: WantedToSave, ports: SavePorts, person: Person) {
  const id = asked === 'last' ? (await ports.brews.last(person.id))?.id : asked
  if (id === undefined) throw new Fault('brew-not-found', 'There is no brew to save yet.')
  await saveBrewAsRecipe({ id }, ports, person)
  const stored = await ports.personalRecipes.ofBrew(person.id, id)
  if (!stored) throw new Fault('recipe-not-found', `The recipe of brew ${id} was removed a moment ago.`)
  const isNamedSo = name === undefined || name === stored.name
  const { recipe } = isNamedSo
    ? await getPersonalRecipe({ id: stored.id }, ports, person)
    : await reviseRecipe({ id: stored.id, name }, ports, person)
  return { how: 'from-brew' as const, recipe: recipeInShort(recipe, ports.site), original: null }
}

async function bookmarked(id: number, ports: SavePorts, person: Person): Promise<RecipeSaved> {
  await saveRecipe({ communityRecipeId: id }, ports, person)
  const opened = await openVariation({ id }, ports, person)
  const { yours, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds } = opened
  const dial = yours && ports.grinders.byId(yours.grinderId)
  const shown = originalInShort(opened, ports.site)
  return {
    how: 'bookmarked',
    recipe: {
      id: null,
      url: shown.url,
      name: null,
      coffee: null,
      method: opened.machine.brewMethod,
      setting: yours?.grindLabel ?? null,
      grinder: dial ? fullName(dial) : null,
      doseGrams,
      waterGrams,
      ratio,
      waterTempF,
      brewTimeSeconds,
    },
    original: shown,
  }
}

/** A variation for their own dial, with the original's figures where they change none. */
async function forked(id: number, wanted: WantedToSave, ports: SavePorts, person: Person): Promise<RecipeSaved> {
  const who = await asDrinkerCalled(undefined, ports, person)
  const { grinder: named, coffee } = await brewAhead({ grinder: wanted.grinder, coffee: wanted.coffee }, ports, who)
  const original = await openVariation({ id, grinder: named?.slug }, ports, person)
  const onGrinder = named ? original.onGrinder : undefined
  const { doseGrams, waterGrams } = wanted
  const { steps, brewTimeSeconds } = original
  // A new dose without new water keeps the ratio.
  const water = waterGrams ?? (doseGrams === undefined ? undefined : wholeWaterOf(doseGrams, original.ratio))
  const isAsWritten = doseGrams === undefined && waterGrams === undefined && wanted.brewTimeSeconds === undefined
  const recipe = {
    name: recipeNameFor(wanted, coffee),
    method: original.machine.brewMethod,
    coffeeProfileId: wanted.coffee === undefined ? original.coffee.id : (coffee?.coffeeProfileId ?? null),
    grinderId: named?.id ?? original.grinderId,
    grindSetting: wanted.setting ?? onGrinder?.setting ?? original.grindSetting,
    ...amountsOf({ doseGrams, waterGrams: water }, original),
    waterTempF: tempFSaid(wanted) ?? original.waterTempF,
    brewTimeSeconds: wanted.brewTimeSeconds ?? brewTimeSeconds,
    steps: isAsWritten ? steps : null,
    notes: wanted.notes ?? null,
    basedOn: id,
  }
  const written = await writeOnce(recipe, ports, person)
  return {
    how: 'forked',
    // The coffee of the original is named there, as other people's words.
    recipe: wanted.coffee === undefined ? { ...written, coffee: null } : written,
    original: originalInShort(original, ports.site),
  }
}

async function savedAsNew(wanted: WantedToSave, ports: SavePorts, person: Person): Promise<RecipeSaved> {
  const { setting, doseGrams, waterGrams } = wanted
  if (setting === undefined || doseGrams === undefined || waterGrams === undefined)
    throw new Fault(
      'invalid',
      'Say what to save: a brew (or "last"), the id of a community recipe, or setting, doseGrams and waterGrams of a new recipe.',
    )
  const who = await asDrinkerCalled(undefined, ports, person)
  const { brewer, grinder, coffee } = await brewAhead(wanted, ports, who)
  if (!brewer) throw faultAt(['brewer'], 'is required, such as "v60".')
  const recipe = {
    name: recipeNameFor(wanted, coffee),
    method: brewer.method,
    coffeeProfileId: (wanted.coffee !== undefined && coffee?.coffeeProfileId) || null,
    grinderId: grinder?.id ?? null,
    grindSetting: setting,
    ...amountsOf({ doseGrams, waterGrams }),
    waterTempF: tempFSaid(wanted) ?? null,
    brewTimeSeconds: wanted.brewTimeSeconds ?? null,
    steps: null,
    notes: wanted.notes ?? null,
    basedOn: null,
  }
  return { how: 'written', recipe: await writeOnce(recipe, ports, person), original: null }
}

/** A coffee that is not in the catalog, and so cannot be the recipe's, names it. */
const recipeNameFor = ({ name, coffee: said }: WantedToSave, coffee: OwnCoffee | undefined) =>
  name ?? (said !== undefined && coffee?.coffeeProfileId === null ? coffee.name : null)

const tempFSaid = ({ waterTempC }: WantedToSave) =>
  waterTempC === undefined ? undefined : Math.round(fahrenheitOf(waterTempC))

/** How many of their newest recipes are compared with the new one. */
const MOST_COMPARED = 50

/** Writes a recipe unless they already have the same one: an assistant that got no answer sends it again. */
async function writeOnce(given: v.InferInput<typeof WriteRecipe>, ports: SavePorts, person: Person) {
  const recipe = acceptedBy(WriteRecipe, given)
  const { recipes } = await listPersonalRecipes({ page: 1, limit: MOST_COMPARED }, ports, person)
  const grinder = recipe.grinderId == null ? undefined : await ports.ownGrinders.of(person.id, recipe.grinderId)
  const { grindSetting } = settingIn(recipe.grindSetting, grinder)
  const same = recipes.find(
    one =>
      one.grindSetting === grindSetting &&
      (one.basedOn?.id ?? null) === (recipe.basedOn ?? null) &&
      (
        [
          'name',
          'method',
          'coffeeProfileId',
          'grinderId',
          'doseGrams',
          'waterGrams',
          'waterTempF',
          'brewTimeSeconds',
          'notes',
        ] as const
      ).every(name => (one[name] ?? null) === (recipe[name] ?? null)),
  )
  return recipeInShort(same ?? (await writeRecipe(recipe, ports, person)).recipe, ports.site)
}
