import type { RecipeDetail } from '../../../core/recipes/model.ts'
import type { PageDeclaration } from '../endpoint.ts'
import { actPerMinute, formsPerMinute } from '../limits.ts'
import { brewByRulePage, brewPage } from './brew.ts'
import type { Visit } from './choices.ts'
import { countOpened } from './count-visit.ts'
import { notFoundPage } from './error.ts'
import { published, publishPage, recipeEdited, recipeEditPage, recipeTakenBack } from './me/published.ts'
import { openPage } from './open-page.ts'
import { ownPage, seeOther } from './own-page.ts'
import { linkPicture } from './picture.ts'
import { idIn } from './query.ts'
import { recipePage } from './recipe.ts'
import { recipeActs } from './recipe-acts.ts'
import { fromPerson } from './recipe-on-page.ts'
import { recipePath } from './recipe-path.ts'
import { recipePicture, roasterRecipePicture } from './recipe-picture.ts'
import { recipesPage } from './recipes.ts'
import { reported, reportPage } from './report.ts'
import { variationsPage } from './variations.ts'
import { versionsPage } from './versions.ts'

/** Community recipes: finding, brewing, discussing and editing them. */
export const recipePages: PageDeclaration[] = [
  openPage('GET /recipes', 'Recipes to choose from, on your dial', recipesPage),
  openPage('GET /r/:shareId', 'A shared recipe', async (visit, { shareId = '' }) =>
    recipeOrNone(await visit.ports.recipes.byShareId(shareId), visit),
  ),
  openPage('GET /recipes/:id', 'A recipe, as mails link to it', async (visit, { id = '' }) =>
    recipeOrNone(await visit.ports.recipes.byId(idIn(id) ?? 0), visit),
  ),
  linkPicture('GET /recipes/:id/picture.png', 'What a link to a recipe shows where it is shared', recipePicture),
  ...recipeActs.map(({ name, summary, run, limit }) =>
    openPage(`POST /recipes/:id/${name}`, `${summary}, from its page`, run, formsPerMinute(limit)),
  ),
  ownPage('GET /recipes/new', 'A recipe to publish', publishPage),
  ownPage('POST /recipes/new', 'A recipe was published', published, formsPerMinute(actPerMinute('publish a recipe'))),
  ownPage('GET /recipes/:id/edit', "A recipe of one's own, to change or take back", recipeEditPage),
  ownPage(
    'POST /recipes/:id/edit',
    "A recipe of one's own was changed",
    recipeEdited,
    formsPerMinute(actPerMinute('change a recipe')),
  ),
  openPage('GET /recipes/:id/variations', 'The recipes that are based on a recipe', variationsPage),
  openPage('GET /recipes/:id/versions', 'A recipe as it was before each edit', versionsPage),
  openPage('GET /recipes/:id/report', 'Something is wrong with a recipe or a comment: a form to say so', reportPage),
  openPage(
    'POST /recipes/:id/report',
    'A recipe or a comment was reported',
    reported,
    formsPerMinute(actPerMinute('report something')),
  ),
  ownPage('POST /recipes/:id/delete', "A recipe of one's own was taken back", recipeTakenBack),
]

/** A roaster's recipes for their own coffee, and the recipe by rule from the home page. */
export const brewPages: PageDeclaration[] = [
  openPage('GET /brew', 'The recipe that home makes by rule, to brew from', brewByRulePage),
  openPage(
    'GET /brew/:roasterSlug/:coffeeSlug',
    "A roaster's recipes for a coffee, as its widget links to it",
    brewPage,
  ),
  linkPicture(
    'GET /brew/:roasterSlug/:coffeeSlug/:method/picture.png',
    "What a link to a roaster's recipe shows where it is shared",
    roasterRecipePicture,
  ),
  openPage('GET /brew/:roasterSlug/:coffeeSlug/:method/report', "The same for a roaster's recipe", reportPage),
  openPage(
    'POST /brew/:roasterSlug/:coffeeSlug/:method/report',
    "A roaster's recipe, or a comment on it, was reported",
    reported,
    formsPerMinute(actPerMinute('report something')),
  ),
  ...recipeActs.map(({ name, summary, run, limit }) =>
    openPage(
      `POST /brew/:roasterSlug/:coffeeSlug/:method/${name}`,
      `${summary}, from the page of a roaster's`,
      run,
      formsPerMinute(limit),
    ),
  ),
]

async function recipeOrNone(recipe: RecipeDetail | undefined, visit: Visit) {
  if (!recipe) return notFoundPage(visit, 'The link may be incomplete, or the recipe is no longer public.')
  if (recipe.byRoaster) return seeOther(recipePath(recipe))
  const { id, coffee, machine } = recipe
  countOpened(visit, { roasterId: coffee.roaster.id, coffeeId: coffee.id, recipeId: id, method: machine.brewMethod })
  return recipePage(fromPerson(recipe, visit.ports), visit, { readAt: visit.url.pathname })
}
