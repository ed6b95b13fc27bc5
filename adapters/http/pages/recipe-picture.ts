import * as v from 'valibot'
import { getRoasterRecipe, RoasterRecipeId } from '../../../core/embeds/publish.ts'
import { usualGrinder } from '../../../core/equipment/usual.ts'
import { Fault } from '../../../core/errors.ts'
import type { Ports } from '../../../core/ports.ts'
import { celsiusOf } from '../../../core/temperature.ts'
import { type Html, html } from './html.ts'
import { grindOn } from './parts/dials.ts'
import { roastInWords, waterLabel } from './parts/figures.ts'
import { framed, pictureReply, pictureSize, ringIn, twoByTwo } from './picture.ts'
import { idIn } from './query.ts'
import { fromPerson, fromRoaster, type RecipeOnPage } from './recipe-on-page.ts'
import { type Reading, wordsIn } from './words.ts'

export const pictureOf = ({ actionPath, coffee }: RecipeOnPage) => ({
  path: `${actionPath}/picture.png`,
  ...pictureSize,
  words: `${coffee.name}: its figures, and its grind on a dial.`,
})

/**
 * The preview image of a recipe's link. It is the same for everybody, so it shows the grinder it
 * was written for.
 */
export async function recipePicture(request: Request, { id = '' }: Record<string, string>, ports: Ports) {
  const recipe = await ports.recipes.byId(idIn(id) ?? 0)
  if (!recipe) throw new Fault('recipe-not-found', 'We couldn’t find this recipe. It may have been removed.')
  return pictureReply(request, drawn(fromPerson(recipe, ports), ports))
}

/** The same for a roaster's recipe, on a well-known grinder. */
export async function roasterRecipePicture(request: Request, params: Record<string, string>, ports: Ports) {
  const asked = v.safeParse(RoasterRecipeId, params)
  if (!asked.success) throw new Fault('recipe-not-found', 'We couldn’t find this recipe. It may have been removed.')
  const { recipe, coffee } = await getRoasterRecipe(asked.output, ports)
  return pictureReply(request, drawn(await fromRoaster(recipe, coffee, ports), ports))
}

function drawn(recipe: RecipeOnPage, ports: Ports): Html {
  const { coffee, brewer, written, grindIndex } = recipe
  return framed(
    [coffee.name, coffee.roaster.name, brewer],
    [`${roastInWords(coffee.roastLevel)} roast`],
    html`${figuresInPicture(recipe)}${ringIn(written ?? grindOn(usualGrinder(ports), grindIndex, 'a'))}`,
  )
}

function figuresInPicture({ method, doseGrams, waterGrams, waterTempF, brewTimeSeconds }: RecipeOnPage): Html {
  const words = wordsIn('en', 'C')
  const temperature = (f: number): [string, Reading] => [
    `${Math.round(f)}\u00a0°F`,
    { number: String(celsiusOf(f)), unit: '°C' },
  ]
  return twoByTwo([
    ['Coffee', words.grams(doseGrams)],
    [waterLabel(method), words.grams(waterGrams)],
    ...(waterTempF === null ? [] : [temperature(waterTempF)]),
    ...(brewTimeSeconds === null ? [] : [['Time', words.time(brewTimeSeconds)] as [string, Reading]]),
  ])
}
