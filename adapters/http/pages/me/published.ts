import * as v from 'valibot'
import { Fault } from '../../../../core/errors.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { CreateRecipe } from '../../../../core/recipes/compose.ts'
import type { RecipeDetail } from '../../../../core/recipes/model.ts'
import { createRecipe } from '../../../../core/recipes/recipes.ts'
import { deleteCommunityRecipe, ReviseCommunityRecipe, reviseCommunityRecipe } from '../../../../core/recipes/revise.ts'
import { numeralOf } from '../../../design/dial/ticks.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { html } from '../html.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { sentTo } from '../sent-form.ts'
import { taken } from '../taken.ts'
import { draftGear, turned } from './draft.ts'
import { idOf, type Params } from './path.ts'
import {
  changesTyped,
  emptyRecipe,
  type RecipeDraft,
  recipeDraftIn,
  recipeTyped,
  stepsTyped,
  type WrongRecipe,
  wrongBy,
  wrongIn,
} from './recipe-draft.ts'
import { recipeForm } from './recipe-form.ts'
import { figuresIn, recipeStart } from './start.ts'

const NEW = '/recipes/new'

/** A recipe to publish: from nothing, or from one of one's own recipes or brews (`?from=recipe-7`, `?from=brew-7`). */
export async function publishPage(visit: OwnVisit): Promise<Response> {
  const asked = sentTo(NEW, visit) ?? visit.url.searchParams
  const start = await recipeStart(visit.url.searchParams, visit)
  return publishing(visit, await turned(recipeDraftIn(asked, start), asked, visit))
}

/** It was sent: all see it on its page. What cannot be published comes back as it was typed. */
export async function published(visit: OwnVisit): Promise<Response> {
  const { request, ports, who, words } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const draft = recipeDraftIn(form, emptyRecipe)
  if (isOnlyMoved(form)) return publishing(visit, draft, form)
  const given = v.safeParse(CreateRecipe, recipeTyped(draft, await draftGear(draft, visit), words))
  if (!given.success) return publishing(visit, draft, form, wrongIn(given.issues, draft, words))
  const { done, fault } = await taken(() => createRecipe(given.output, ports, who))
  return fault ? publishing(visit, draft, form, wrongBy(fault, draft)) : seeOther(`/recipes/${done.recipe.id}`)
}

/** A row of steps was added or dropped. */
export const isOnlyMoved = (form: URLSearchParams) => form.get('act') === 'step' || form.has('drop')

const publishing = (visit: OwnVisit, draft: RecipeDraft, form?: URLSearchParams, wrong?: WrongRecipe) =>
  recipeForm(visit, {
    title: 'Share a recipe',
    lead: 'All see it, on the dial of their own grinder.',
    action: NEW,
    draft,
    chooses: ['coffee', 'gear', 'filter'],
    isOwn: false,
    button: 'Publish it',
    back: '/me#published',
    addsStep: form?.get('act') === 'step',
    wrong,
  })

/** A published recipe of one's own, to change or to take back. */
export async function recipeEditPage(visit: OwnVisit, params: Params): Promise<Response> {
  const recipe = await ownPublished(params, visit)
  const asked = sentTo(`/recipes/${recipe.id}/edit`, visit) ?? visit.url.searchParams
  return changing(visit, recipe, await turned(recipeDraftIn(asked, draftOf(recipe, visit)), asked, visit))
}

/** The form was sent. What cannot be saved comes back as it was typed. */
export async function recipeEdited(visit: OwnVisit, params: Params): Promise<Response> {
  const { request, ports, who, words } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const recipe = await ownPublished(params, visit)
  if (form.get('act') === 'delete') {
    await deleteCommunityRecipe({ id: recipe.id }, ports, who)
    return seeOther('/me#published')
  }
  const before = draftOf(recipe, visit)
  const draft = recipeDraftIn(form, before)
  if (isOnlyMoved(form)) return changing(visit, recipe, draft, form)
  const changes = changesTyped(draft, before, await draftGear(draft, visit), words)
  const given = v.safeParse(ReviseCommunityRecipe, { id: recipe.id, ...changes })
  if (!given.success) return changing(visit, recipe, draft, form, wrongIn(given.issues, draft, words))
  const { fault } = await taken(() => reviseCommunityRecipe(given.output, ports, who))
  return fault ? changing(visit, recipe, draft, form, wrongBy(fault, draft)) : seeOther(`/recipes/${recipe.id}`)
}

async function ownPublished(params: Params, { ports, who }: OwnVisit) {
  const recipe = await ports.recipes.byId(idOf(params))
  if (recipe?.createdBy?.id !== who.id) throw new Fault('recipe-not-found', 'You have published no such recipe.')
  return recipe
}

function draftOf(recipe: RecipeDetail, { words, ports }: OwnVisit): RecipeDraft {
  const grinder = ports.grinders.byId(recipe.grinderId)
  return {
    ...emptyRecipe,
    ...figuresIn(recipe, words),
    coffee: String(recipe.coffeeProfileId),
    brewer: ports.machines.byId(recipe.machineId)?.slug ?? '',
    grinder: grinder?.slug ?? '',
    grindSetting: grinder ? numeralOf(grinder, recipe.grindSetting) : '',
    filter: String(recipe.filterId ?? ''),
    notes: recipe.notes ?? '',
    steps: stepsTyped(recipe.steps, words),
  }
}

const changing = (
  visit: OwnVisit,
  { id, coffee, machine }: RecipeDetail,
  draft: RecipeDraft,
  form?: URLSearchParams,
  wrong?: WrongRecipe,
) =>
  recipeForm(visit, {
    title: 'Change your recipe',
    lead: `${coffee.name} on the ${fullName(machine)}`,
    action: `/recipes/${id}/edit`,
    draft,
    chooses: ['gear', 'filter'],
    isOwn: false,
    button: 'Save',
    back: `/recipes/${id}`,
    addsStep: form?.get('act') === 'step',
    wrong,
    more: html`<details class="more"><summary>Take it back</summary><form method="post" action="/recipes/${id}/edit"><p>It is gone with its votes and comments; what people brewed by it stays theirs.</p><button class="button soft" name="act" value="delete">Delete this recipe</button></form></details>`,
  })
