import { fullName } from '../../../../core/grind/name.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { GivenRecipe } from '../../../../core/recipes/compose.ts'
import { listCommunityRecipes } from '../../../../core/recipes/lists.ts'
import type { RecipeDetail } from '../../../../core/recipes/model.ts'
import { createRecipe } from '../../../../core/recipes/recipes.ts'
import {
  deleteCommunityRecipe,
  getOwnPublishedRecipe,
  ReviseCommunityRecipe,
  reviseCommunityRecipe,
} from '../../../../core/recipes/revise.ts'
import { postedForm } from '../form.ts'
import { html } from '../html.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { paged, pager } from '../parts/pager.ts'
import { recipeCard } from '../parts/recipe-card.ts'
import { tastedDraft } from '../parts/tasted.ts'
import { idOf, type Params } from './path.ts'
import { railView } from './rail.ts'
import { changesTyped, emptyRecipe, type RecipeDraft, recipeTyped, stepsTyped } from './recipe-draft.ts'
import { asInOriginal, basisTyped, recipeStart } from './recipe-start.ts'
import { openWriting, type RecipeWriting, sendWriting } from './recipe-writing.ts'
import { figuresIn } from './start.ts'

const PUBLISHED_A_PAGE = 24

/** The person's published recipes, best liked first. */
export async function publishedPage(visit: OwnVisit): Promise<Response> {
  const { ports, who, url, words } = visit
  const found = await paged(url, async position => ({
    page: await listCommunityRecipes(
      { createdByMe: true, limit: PUBLISHED_A_PAGE, cursor: position.cursor },
      ports,
      who,
    ),
    position,
  }))
  if (found instanceof Response) return found
  const { page, position } = found
  return railView(visit, '/me/recipes', {
    title: 'My published recipes',
    body: html`<h1>Published recipes</h1><p class="lead below">${page.total === 0 ? 'Nothing yet.' : `${words.number(page.total)} ${page.total === 1 ? 'recipe' : 'recipes'}. Everyone can see them.`} <a href="/recipes/new">Share a recipe</a></p>
${page.data.length === 0 ? '' : html`<h2 class="unseen">Recipes</h2><div class="cards">${page.data.map(recipe => recipeCard(recipe, visit))}</div>`}${pager(position.previous, position.next(page.nextCursor))}`,
  })
}

/**
 * The form to publish a recipe: empty, or from a personal recipe or a brew (`?from=recipe-7`,
 * `?from=brew-7`).
 */
export const publishPage = async (visit: OwnVisit): Promise<Response> =>
  openWriting(visit, publishing(visit), await recipeStart(visit.url.searchParams, visit))

/** Publishes it and continues to its page. */
export const published = (visit: OwnVisit): Promise<Response> => sendWriting(visit, publishing(visit), emptyRecipe)

const publishing = (visit: OwnVisit): RecipeWriting<typeof GivenRecipe> => {
  const { ports, who, words } = visit
  return {
    form: {
      title: 'Share a recipe',
      lead: 'Everyone will see it, converted to their own grinder.',
      action: '/recipes/new',
      chooses: ['coffee', 'gear', 'filter'],
      isPersonal: false,
      button: 'Publish',
      back: '/me#published',
    },
    schema: GivenRecipe,
    typed: (draft, gear) => recipeTyped(draft, gear, words),
    save: async (given, draft) => {
      const basedOn = await basisTyped(draft, visit)
      const { recipe } = await createRecipe({ ...(await asInOriginal(given, draft, visit)), basedOn }, ports, who)
      return `/recipes/${recipe.id}`
    },
  }
}

/** The form to change or delete a published recipe. */
export async function recipeEditPage(visit: OwnVisit, params: Params): Promise<Response> {
  const recipe = await getOwnPublishedRecipe({ id: idOf(params) }, visit.ports, visit.who)
  return openWriting(visit, changing(recipe, visit), draftOf(recipe, visit))
}

export async function recipeEdited(visit: OwnVisit, params: Params): Promise<Response> {
  const recipe = await getOwnPublishedRecipe({ id: idOf(params) }, visit.ports, visit.who)
  return sendWriting(visit, changing(recipe, visit), draftOf(recipe, visit))
}

export async function recipeTakenBack(visit: OwnVisit, params: Params): Promise<Response> {
  await postedForm(visit.request, visit.ports)
  await deleteCommunityRecipe({ id: idOf(params) }, visit.ports, visit.who)
  return seeOther('/me#published')
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
    tasteProfile: tastedDraft(recipe.tasteProfile),
  }
}

const changing = (recipe: RecipeDetail, visit: OwnVisit): RecipeWriting<typeof ReviseCommunityRecipe> => ({
  form: {
    title: 'Edit your recipe',
    lead: `${recipe.coffee.name} on the ${fullName(recipe.machine)}`,
    action: `/recipes/${recipe.id}/edit`,
    chooses: ['gear', 'filter'],
    isPersonal: false,
    button: 'Save',
    back: `/recipes/${recipe.id}`,
    more: html`<details class="more"><summary>Delete it</summary><form method="post" action="/recipes/${recipe.id}/delete"><p>Its votes and comments are deleted too. Brews people logged with it stay in their logs.</p><button class="button soft">Delete this recipe</button></form></details>`,
  },
  schema: ReviseCommunityRecipe,
  typed: (draft, gear) => ({ id: recipe.id, ...changesTyped(draft, draftOf(recipe, visit), gear, visit.words) }),
  save: async given => {
    await reviseCommunityRecipe(given, visit.ports, visit.who)
    return `/recipes/${recipe.id}`
  },
})
