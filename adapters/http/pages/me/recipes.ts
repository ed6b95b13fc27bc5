import * as v from 'valibot'
import { faultOf } from '../../../../core/errors.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { numberOrText } from '../../../../core/numbers.ts'
import { type PersonalRecipe, ReviseRecipe } from '../../../../core/personal-recipes/model.ts'
import {
  deletePersonalRecipe,
  getPersonalRecipe,
  listPersonalRecipes,
  reviseRecipe,
} from '../../../../core/personal-recipes/personal-recipes.ts'
import { straight } from '../../../design/dial/straight.ts'
import { dialFrom, numeralOf } from '../../../design/dial/ticks.ts'
import { faultStatus } from '../../faults.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { notice, textField } from '../parts/controls.ts'
import { brewerIcon, pen } from '../parts/pen.ts'
import { starsField } from '../parts/taste.ts'
import { taken } from '../taken.ts'
import { inLine } from '../words.ts'
import { idOf, type Params } from './path.ts'

export const ownRecipeRows = (recipes: readonly PersonalRecipe[], visit: OwnVisit): Html =>
  html`<ul class="brews">${recipes.map(recipe => html`<li>${brewerIcon(recipe.method)}<p class="brew-name"><a href="/me/recipes/${recipe.id}">${nameOf(recipe)}</a><span class="quiet">${methodById[recipe.method].name}</span></p><span class="quiet brew-amounts">${figuresInWords(recipe, visit)}</span><b>${recipe.grindLabel ?? ''}</b><span class="brew-dial">${dialOfRecipe(recipe, visit)}</span><span class="brew-taste"></span><a class="button small soft" href="/me/log?mine=${recipe.id}">Brew it</a></li>`)}</ul>`

const nameOf = ({ name, coffee, method }: PersonalRecipe) => name ?? coffee?.name ?? methodById[method].name

const figuresInWords = ({ doseGrams, waterGrams }: PersonalRecipe, { words }: OwnVisit) =>
  [doseGrams, waterGrams].flatMap(grams => (grams === null ? [] : [inLine(words.grams(grams))])).join(' to ')

function dialOfRecipe({ grinderId, grindSetting, grindLabel }: PersonalRecipe, { ports }: OwnVisit): Html {
  const grinder = grinderId === null ? undefined : ports.grinders.byId(grinderId)
  if (!grinder || grindSetting === null || grindLabel === null) return html``
  return straight(pen, {
    dial: dialFrom(grinder),
    setting: grindSetting,
    numerals: 5,
    sentence: `${grindLabel} on the ${grinder.model}.`,
  })
}

const PER_PAGE = 50

export async function ownRecipesPage(visit: OwnVisit): Promise<Response> {
  const { ports, who, url } = visit
  const asked = Number(url.searchParams.get('page'))
  const page = Number.isInteger(asked) && asked > 1 && asked < 1e6 ? asked : 1
  const { recipes } = await listPersonalRecipes({ page, limit: PER_PAGE }, ports, who)
  return sitePage(visit, {
    title: 'My recipes',
    body: html`<h1 class="title">My recipes</h1><p class="lead below">For your eyes only. Keep one from a brew, or <a href="/me/log?nothing&amp;as=recipe">write one down</a>.</p>
${recipes.length === 0 ? notice('plain', 'No recipe of your own yet.', html`<a href="/me/brews">Keep one from a brew</a>`) : ownRecipeRows(recipes, visit)}
<p class="buttons">${page > 1 ? html`<a class="button small outlined" href="/me/recipes?page=${page - 1}">Newer</a>` : ''}${recipes.length === PER_PAGE ? html`<a class="button small outlined" href="/me/recipes?page=${page + 1}">Older</a>` : ''}</p>`,
  })
}

/** One of them: its figures, to be changed or deleted. */
export async function ownRecipePage(visit: OwnVisit, params: Params): Promise<Response> {
  const { recipe } = await getPersonalRecipe({ id: idOf(params) }, visit.ports, visit.who)
  return editor(recipe, new URLSearchParams(), visit)
}

async function editor(recipe: PersonalRecipe, typed: URLSearchParams, visit: OwnVisit, fault?: { message: string }) {
  const { words, ports } = visit
  const grinder = recipe.grinderId === null ? undefined : ports.grinders.byId(recipe.grinderId)
  const setting =
    recipe.grindSetting === null ? '' : grinder ? numeralOf(grinder, recipe.grindSetting) : String(recipe.grindSetting)
  const value = (name: string, usual: string) => typed.get(name) ?? usual
  return sitePage(visit, {
    title: nameOf(recipe),
    status: fault ? faultStatus.invalid : 200,
    body: html`<div class="plain"><h1>${nameOf(recipe)}</h1><p class="lead">${[methodById[recipe.method].name, figuresInWords(recipe, visit), ...(recipe.waterTempF === null ? [] : [inLine(words.temperature(recipe.waterTempF))]), ...(recipe.brewTimeSeconds === null ? [] : [inLine(words.time(recipe.brewTimeSeconds))])].join(', ')}</p>
<p><a class="button" href="/me/log?mine=${recipe.id}">Brew it</a></p>
${fault ? notice('wrong', 'Not saved yet.', fault.message) : ''}<form method="post" action="/me/recipes/${recipe.id}">
${textField('name', 'Name', { value: value('name', recipe.name ?? '') })}${textField('grindSetting', grinder ? `Setting of the ${grinder.model}` : 'Grind setting', { value: value('grindSetting', setting) })}${textField('ratio', 'Water to one part of coffee; the water follows', { value: value('ratio', recipe.ratio === null ? '' : words.typed(recipe.ratio)), more: html`inputmode="decimal"` })}
<div class="field"><label for="notes">Notes</label><textarea id="notes" name="notes" rows="4" maxlength="5000">${value('notes', recipe.notes ?? '')}</textarea></div>${starsField(value('rating', String(recipe.rating ?? '')))}
<button class="button soft">Save</button></form>
<details class="more"><summary>Delete this recipe</summary><form method="post" action="/me/recipes/${recipe.id}/delete"><p class="quiet">It is gone then; your brews stay.</p><button class="button outlined">Delete it</button></form></details></div>`,
  })
}

export async function ownRecipePosted(visit: OwnVisit, params: Params): Promise<Response> {
  const { request, ports, who, words } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const { recipe } = await getPersonalRecipe({ id: idOf(params) }, ports, who)
  const text = (name: string) => form.get(name)?.trim() || null
  const [setting, ratio, rating] = [text('grindSetting'), text('ratio'), text('rating')]
  const grinder = recipe.grinderId === null ? undefined : ports.grinders.byId(recipe.grinderId)
  const { fault } = await taken(async () => {
    const given = v.safeParse(ReviseRecipe, {
      id: recipe.id,
      name: text('name'),
      notes: text('notes'),
      rating: rating === null ? null : numberOrText(rating),
      // What was not touched stays as exact as it is.
      ...(setting !== null && { grindSetting: grinder?.notation ? setting : numberOrText(setting) }),
      ...(ratio !== null &&
        ratio !== (recipe.ratio === null ? '' : words.typed(recipe.ratio)) && { ratio: numberOrText(ratio) }),
    })
    if (!given.success) throw faultOf(given.issues[0])
    await reviseRecipe(given.output, ports, who)
  })
  return fault ? editor(recipe, form, visit, fault) : seeOther('/me/recipes')
}

export async function ownRecipeDeleted({ request, ports, who }: OwnVisit, params: Params): Promise<Response> {
  await postedForm(request, ports)
  await deletePersonalRecipe({ id: idOf(params) }, ports, who)
  return seeOther('/me/recipes')
}
