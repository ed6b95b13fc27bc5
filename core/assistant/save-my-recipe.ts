import * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import { saveBrewAsRecipe } from '../brews/save-as-recipe.ts'
import { Fault, faultAt } from '../errors.ts'
import * as field from '../fields.ts'
import { type ForkPorts, openVariation } from '../forks/forks.ts'
import { GivenSetting, settingIn } from '../grind/given.ts'
import { methodIds } from '../grind/methods.ts'
import { fullName } from '../grind/name.ts'
import { type PersonalRecipe, WriteRecipe } from '../personal-recipes/model.ts'
import {
  getPersonalRecipe,
  listPersonalRecipes,
  type PersonalRecipePorts,
  reviseRecipe,
  writeRecipe,
} from '../personal-recipes/personal-recipes.ts'
import { gramsInWords, ratioInWords } from '../ratio.ts'
import { amountsOf, wholeWaterOf } from '../recipes/arithmetic.ts'
import { authorOf } from '../recipes/model.ts'
import { brewTimeInWords } from '../recipes/ranges.ts'
import { saveRecipe } from '../recipes/saved-recipes.ts'
import type { Site } from '../site.ts'
import { fahrenheitOf } from '../temperature.ts'
import { acceptedBy } from './accepted.ts'
import { type BrewAheadPorts, brewAhead } from './brew-ahead.ts'
import { temperatureInWords } from './brew-in-short.ts'
import { OthersWords, othersWords, quotedAsUntrusted } from './others-words.ts'
import { asDrinkerCalled } from './own-drinkers.ts'
import { brewOrLast } from './told-brew.ts'

const called = (description: string) => v.optional(v.pipe(field.text(1, 200), v.description(description)))

export const SaveMyRecipe = v.object({
  brew: v.optional(
    v.pipe(brewOrLast, v.description('To save a brew of theirs as a recipe: its id, or "last" for the last one.')),
  ),
  recipe: v.optional(
    v.pipe(
      field.id,
      v.description(
        'The id of a community recipe. Alone, it is bookmarked; with any of the figures below, a copy of their own is made with these changes.',
      ),
    ),
  ),
  name: v.optional(v.pipe(field.name, v.description('What they call it.'))),
  coffee: called('The coffee as they call it. Default: that of the original.'),
  brewer: called('The brewer or method, such as "v60". Only for a new recipe.'),
  grinder: called('The grinder as they call it. Default: their own.'),
  setting: v.optional(v.pipe(GivenSetting, v.description('As the dial shows it.'))),
  doseGrams: v.optional(field.doseGrams),
  waterGrams: v.optional(v.pipe(field.waterGrams, v.description('For espresso, the yield.'))),
  waterTempC: v.optional(v.pipe(field.number(0, 100), v.description('In Celsius.'))),
  brewTimeSeconds: v.optional(field.brewTimeSeconds),
  notes: v.optional(v.pipe(field.longText, v.description('Their own words about it.'))),
})
type WantedToSave = v.InferOutput<typeof SaveMyRecipe>

const figure = v.nullable(v.number())
const words = v.nullable(v.string())

export const RecipeSaved = v.object({
  how: v.pipe(
    v.picklist(['from-brew', 'bookmarked', 'forked', 'written']),
    v.description('What became of it. Doing the same again changes nothing.'),
  ),
  recipe: v.object({
    id: v.nullable(field.id),
    url: v.string(),
    name: words,
    coffee: words,
    method: v.picklist(methodIds),
    setting: words,
    grinder: words,
    doseGrams: figure,
    waterGrams: figure,
    ratio: figure,
    waterTempF: figure,
    brewTimeSeconds: figure,
  }),
  original: v.pipe(
    v.nullable(
      v.object({ id: field.id, url: v.string(), coffee: v.nullable(OthersWords), notes: v.nullable(OthersWords) }),
    ),
    v.description('The community recipe that it is, or is based on.'),
  ),
})
type RecipeSaved = v.InferOutput<typeof RecipeSaved>

type SavePorts = BrewAheadPorts &
  ForkPorts &
  PersonalRecipePorts &
  Parameters<typeof listPersonalRecipes>[1] &
  Parameters<typeof saveRecipe>[1] & { site: Site }

/** Keeps a brew as a recipe, somebody else's recipe as it is or with changes, or a new one. */
export async function saveMyRecipe(wanted: WantedToSave, ports: SavePorts, person: Person): Promise<RecipeSaved> {
  const { brew, recipe, name: _, notes: __, ...figures } = wanted
  const changes = Object.values(figures).some(one => one !== undefined)
  if (brew !== undefined) {
    if (recipe !== undefined) throw faultAt(['recipe'], 'and brew are two things to save; send one of them.')
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
  const isNamed = name === undefined || name === stored.name
  const { recipe } = isNamed
    ? await mine(stored.id, ports, person)
    : await reviseRecipe({ id: stored.id, name }, ports, person)
  return { how: 'from-brew' as const, recipe: inShort(recipe, ports.site), original: null }
}

async function bookmarked(id: number, ports: SavePorts, person: Person): Promise<RecipeSaved> {
  await saveRecipe({ communityRecipeId: id }, ports, person)
  const opened = await openVariation({ id }, ports, person)
  const { yours, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds } = opened
  const dial = yours && ports.grinders.byId(yours.grinderId)
  return {
    how: 'bookmarked',
    recipe: {
      id: null,
      url: urlOf(id, ports.site),
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
    original: savedOriginal(opened, ports.site),
  }
}

/** On their own dial, with the figures of the original where they change none. */
async function forked(id: number, wanted: WantedToSave, ports: SavePorts, person: Person): Promise<RecipeSaved> {
  const who = await asDrinkerCalled(undefined, ports, person)
  const { grinder: named, coffee } = await brewAhead({ grinder: wanted.grinder, coffee: wanted.coffee }, ports, who)
  const original = await openVariation({ id, grinder: named?.slug }, ports, person)
  const onGrinder = named ? original.onGrinder : undefined
  const { doseGrams, waterGrams } = wanted
  const { steps, brewTimeSeconds } = original
  // Another dose alone keeps the ratio.
  const water = waterGrams ?? (doseGrams === undefined ? undefined : wholeWaterOf(doseGrams, original.ratio))
  const isAsWritten = doseGrams === undefined && waterGrams === undefined && wanted.brewTimeSeconds === undefined
  const recipe = {
    name: wanted.name ?? null,
    method: original.machine.brewMethod,
    coffeeProfileId: wanted.coffee === undefined ? original.coffee.id : (coffee?.coffeeProfileId ?? null),
    grinderId: named?.id ?? original.grinderId,
    grindSetting: wanted.setting ?? onGrinder?.setting ?? original.grindSetting,
    ...amountsOf({ doseGrams, waterGrams: water }, original),
    waterTempF: heatOf(wanted) ?? original.waterTempF,
    brewTimeSeconds: wanted.brewTimeSeconds ?? brewTimeSeconds,
    steps: isAsWritten ? steps : null,
    notes: wanted.notes ?? null,
    basedOn: id,
  }
  return {
    how: 'forked',
    recipe: { ...(await writeOnce(recipe, ports, person)), ...(wanted.coffee === undefined && { coffee: null }) },
    original: savedOriginal(original, ports.site),
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
    name: wanted.name ?? null,
    method: brewer.method,
    coffeeProfileId: (wanted.coffee !== undefined && coffee?.coffeeProfileId) || null,
    grinderId: grinder?.id ?? null,
    grindSetting: setting,
    ...amountsOf({ doseGrams, waterGrams }),
    waterTempF: heatOf(wanted) ?? null,
    brewTimeSeconds: wanted.brewTimeSeconds ?? null,
    steps: null,
    notes: wanted.notes ?? null,
    basedOn: null,
  }
  return { how: 'written', recipe: await writeOnce(recipe, ports, person), original: null }
}

const heatOf = ({ waterTempC }: WantedToSave) =>
  waterTempC === undefined ? undefined : Math.round(fahrenheitOf(waterTempC))

/** Their newest recipes, among which the same one may already be. */
const MOST_COMPARED = 50

/** Writes a recipe unless they have the same already: an assistant that got no answer sends it again. */
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
  return inShort(same ?? (await writeRecipe(recipe, ports, person)).recipe, ports.site)
}

const mine = (id: number, ports: SavePorts, person: Person) => getPersonalRecipe({ id }, ports, person)

const urlOf = (id: number, { baseUrl, paths }: Site) => `${baseUrl}${paths.recipe(id)}`

const savedOriginal = (opened: Awaited<ReturnType<typeof openVariation>>, site: Site) => ({
  id: opened.id,
  url: urlOf(opened.id, site),
  coffee: othersWords(opened.coffee.name, opened.coffee.roaster.name),
  notes: othersWords(opened.notes, authorOf(opened)),
})

const inShort = (recipe: PersonalRecipe, { baseUrl, paths }: Site): RecipeSaved['recipe'] => {
  const { id, name, coffee, method, grindLabel, grinder, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds } =
    recipe
  return {
    id,
    url: `${baseUrl}${paths.personalRecipe(id)}`,
    name,
    coffee: coffee?.name ?? null,
    method,
    setting: grindLabel ?? recipe.grindSettingText,
    grinder: grinder && fullName(grinder),
    doseGrams,
    waterGrams,
    ratio,
    waterTempF,
    brewTimeSeconds,
  }
}

const done = {
  'from-brew': 'Saved the brew as a recipe of their own',
  bookmarked: 'Bookmarked the community recipe',
  forked: 'Saved a variation of their own',
  written: 'Saved as a recipe of their own',
} as const

export function recipeSavedInWords({ how, recipe, original }: RecipeSaved): string {
  const { name, coffee, setting, grinder, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds, url } = recipe
  const figures = [
    ...(name ? [`"${name}"`] : []),
    ...(coffee ? [coffee] : []),
    ...(doseGrams === null ? [] : [`${gramsInWords(doseGrams)} of coffee`]),
    ...(waterGrams === null
      ? []
      : [`${gramsInWords(waterGrams)} ${recipe.method === 'espresso' ? 'out' : 'of water'}`]),
    ...(ratio === null ? [] : [ratioInWords(ratio)]),
    ...(setting ? [`${setting}${grinder ? ` on the ${grinder}` : ''}`] : []),
    ...(waterTempF === null ? [] : [temperatureInWords(waterTempF)]),
    ...(brewTimeSeconds === null ? [] : [brewTimeInWords(brewTimeSeconds)]),
  ]
  return [
    `${done[how]}: ${figures.join(', ')}. ${url}`,
    ...(original && how === 'forked' ? [`It is based on ${original.url}.`] : []),
    ...[original?.coffee, original?.notes].flatMap(one => (one ? [quotedAsUntrusted(one)] : [])),
  ].join('\n')
}
