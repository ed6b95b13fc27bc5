import * as v from 'valibot'
import { Fault, faultOf } from '../../../core/errors.ts'
import * as field from '../../../core/fields.ts'
import { fullName } from '../../../core/grind/name.ts'
import { labelOf } from '../../../core/grind/notation.ts'
import { numberOrText } from '../../../core/numbers.ts'
import type { RecipeDetail } from '../../../core/recipes/model.ts'
import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import { deleteCommunityRecipe, ReviseCommunityRecipe, reviseCommunityRecipe } from '../../../core/recipes/revise.ts'
import { faultStatus } from '../faults.ts'
import { notFoundPage } from './error.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { type OwnVisit, seeOther } from './own-page.ts'
import { notice, textField } from './parts/controls.ts'
import { secondsIn } from './words.ts'

/** A recipe of one's own, to change or to take back. */
export async function recipeEditPage(visit: OwnVisit, { id = '' }: Record<string, string>): Promise<Response> {
  const recipe = await ownRecipe(id, visit)
  return recipe ? shown(visit, recipe, typedFrom(recipe, visit)) : notFoundPage(visit)
}

/** The form was sent. What cannot be saved comes back as it was typed. */
export async function recipeEdited(visit: OwnVisit, { id = '' }: Record<string, string>): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports)
  const recipe = await ownRecipe(id, visit)
  if (!recipe) return notFoundPage(visit)
  try {
    if (form.get('act') === 'delete') {
      await deleteCommunityRecipe({ id: recipe.id }, ports, who)
      return seeOther('/recipes')
    }
    await reviseCommunityRecipe(changesIn(form, recipe, visit), ports, who)
    return seeOther(`/recipes/${recipe.id}`)
  } catch (error) {
    if (error instanceof Fault) return shown(visit, recipe, Object.fromEntries(form), error)
    throw error
  }
}

async function ownRecipe(id: string, { ports, who }: OwnVisit) {
  const recipe = v.is(field.id, Number(id)) ? await ports.recipes.byId(Number(id)) : undefined
  return recipe?.createdBy?.id === who.id ? recipe : undefined
}

type Typed = Record<string, FormDataEntryValue | string>

const typedFrom = (recipe: RecipeDetail, { words, ports }: OwnVisit): Typed => {
  const { grinderId, grindSetting, doseGrams, waterGrams, waterTempF, brewTimeSeconds, notes } = recipe
  const grinder = ports.grinders.byId(grinderId)
  return {
    grindSetting: grinder ? labelOf(grinder, grindSetting) : String(grindSetting),
    doseGrams: words.typed(doseGrams),
    waterGrams: words.typed(waterGrams),
    waterTempF: waterTempF === null ? '' : words.typedTemperature(waterTempF),
    brewTimeSeconds: brewTimeSeconds === null ? '' : brewTimeInWords(brewTimeSeconds),
    notes: notes ?? '',
  }
}

/** Only what was typed anew: a temperature that is read back in whole degrees must not drift. */
function changesIn(form: URLSearchParams, recipe: RecipeDetail, visit: OwnVisit) {
  const before = typedFrom(recipe, visit)
  const { words } = visit
  const read: Record<string, (text: string) => unknown> = {
    grindSetting: text => text,
    doseGrams: numberOrText,
    waterGrams: numberOrText,
    waterTempF: text => (text === '' ? null : words.fahrenheitIn(text)),
    brewTimeSeconds: text => (text === '' ? null : secondsIn(text)),
    notes: text => (text === '' ? null : text),
  }
  const changes = Object.entries(read).flatMap(([name, reading]) => {
    const text = (form.get(name) ?? '').replaceAll('\r\n', '\n').trim()
    return text === before[name] ? [] : [[name, reading(text)]]
  })
  const input = v.safeParse(ReviseCommunityRecipe, { id: recipe.id, ...Object.fromEntries(changes) })
  if (!input.success) throw faultOf(input.issues[0])
  return input.output
}

function shown(visit: OwnVisit, recipe: RecipeDetail, typed: Typed, fault?: Fault) {
  const value = (name: string) => String(typed[name] ?? '')
  const number = html`inputmode="decimal" maxlength="20" autocomplete="off"`
  return sitePage(visit, {
    title: `Change ${recipe.coffee.name}`,
    ...(fault && { status: faultStatus[fault.code] }),
    body: html`<div class="plain"><h1>Change your recipe</h1>
<p class="lead">${recipe.coffee.name} on the ${fullName(recipe.machine)}</p>
${fault ? notice('wrong', 'That was not saved.', fault.message) : ''}
<form method="post" action="/recipes/${recipe.id}/edit">
${textField('grindSetting', `Setting on your ${fullName(recipe.grinder)}`, { value: value('grindSetting'), more: html`maxlength="60" required autocomplete="off"` })}
${textField('doseGrams', 'Coffee', { value: value('doseGrams'), unit: 'g', more: number })}
${textField('waterGrams', 'Water', { value: value('waterGrams'), unit: 'g', more: number })}
${textField('waterTempF', 'Temperature', { value: value('waterTempF'), unit: visit.words.unit, more: number })}
${textField('brewTimeSeconds', 'Time', { value: value('brewTimeSeconds'), more: html`maxlength="20" autocomplete="off" placeholder="3:10"` })}
<div class="field"><label for="notes">Notes</label><textarea id="notes" name="notes" rows="4" maxlength="5000">${value('notes')}</textarea></div>
<p class="buttons"><button class="button">Save</button><a class="button outlined" href="/recipes/${recipe.id}">Leave it as it is</a></p>
</form>
<details><summary>Take it back</summary><form method="post" action="/recipes/${recipe.id}/edit"><p>It is gone with its votes and comments; what people brewed by it stays theirs.</p><button class="button soft" name="act" value="delete">Delete this recipe</button></form></details></div>`,
  })
}
