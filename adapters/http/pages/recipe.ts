import { baseRecipes, boundsFor } from '../../../core/adaptation/base.ts'
import { inCoolerWater } from '../../../core/adaptation/conditions.ts'
import { DESCRIBED_BY_AUTHOR } from '../../../core/dial/on-grinder.ts'
import { hottestWaterF } from '../../../core/equipment/boiling.ts'
import { deviceFor } from '../../../core/equipment/drive.ts'
import { methodById } from '../../../core/grind/methods.ts'
import { fullName } from '../../../core/grind/name.ts'
import { rangeLabelOf } from '../../../core/grind/notation.ts'
import { rangeReason } from '../../../core/grind/range-reason.ts'
import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import { brewView } from './brew-view.ts'
import { brewerForRecipe, dialFor, dialForRecipe, type Visit } from './choices.ts'
import { nudgedIn } from './chosen-brew.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { nudgedBy, type OnDial, onWhich, reasonedOn, withRange } from './parts/dials.ts'
import { inAndOut, roast, roastInWords } from './parts/figures.ts'
import { basedOnLine, differencePanel, variationsLink } from './parts/lineage.ts'
import { brewerIcon, icon } from './parts/pen.ts'
import { asHotAsItGets, dialReasonsOf, movedFigures } from './parts/reasons.ts'
import { tastedInWords } from './parts/tasted.ts'
import { recipeActivity } from './recipe-activity.ts'
import { recipeAside } from './recipe-aside.ts'
import { recipeButtons } from './recipe-buttons.ts'
import { recipeData } from './recipe-data.ts'
import type { RecipeOnPage } from './recipe-on-page.ts'
import { pictureOf } from './recipe-picture.ts'
import { recipeTalk } from './recipe-talk.ts'
import { standNow } from './stand-now.ts'
import { inLine, type Words } from './words.ts'

/** A recipe's page, which shared links, bags and mails open. */
export async function recipePage(
  recipe: RecipeOnPage,
  visit: Visit,
  {
    readAt = recipe.href,
    canonical = recipe.href,
    tabs = html``,
  }: { readAt?: string; canonical?: string; tabs?: Html } = {},
): Promise<Response> {
  const { words, url, ports, who } = visit
  const { coffee, method, written, brewer, author, authorId } = recipe
  const [activity, mine, ownBrewer] = await Promise.all([
    recipeActivity(recipe, visit),
    onMine(recipe, visit),
    brewerForRecipe(recipe, visit),
  ])
  const isAsWritten = url.searchParams.get('as') === 'written'
  const asWritten = written && nudgedBy(nudgedIn(visit), written, method)
  const shown = (isAsWritten ? asWritten : mine) ?? mine ?? asWritten ?? onUsual(recipe, visit)
  const stand = await standNow(shown, visit)
  const own = isAsWritten ? undefined : ownBrewer
  const machine = own ?? recipe.brewedIn
  const hottestF = hottestWaterF(method, deviceFor(method, machine).heat, who?.water.altitudeMeters)
  const isTooHot = recipe.waterTempF !== null && recipe.waterTempF > hottestF && !isAsWritten
  const advice = inCoolerWater(recipe.waterTempF ?? 0, hottestF)
  const description = summaryOf(recipe, shown, words)
  const picture = pictureOf(recipe)
  // A shared link is passed on in the same form.
  const handedOn = { ...recipe, href: readAt }
  return sitePage(visit, {
    title: recipe.name,
    description,
    canonical,
    section: 'Recipes',
    script: 'recipe.js',
    picture,
    head: recipeData(recipe, description, ports),
    body: html`<nav class="crumbs" aria-label="Where this is"><a class="quiet" href="/recipes">Recipes</a>${icon('right')}<a class="quiet" href="/recipes?method=${method}">${methodById[method].name}</a></nav>
${basedOnLine(recipe.basedOn)}<h1 class="title">${coffee.name}</h1>
<div class="under-title"><p class="facts">${brewerIcon(method)}<span>${brewer}</span><b><a href="/roasters/${coffee.roaster.slug}">${coffee.roaster.name}</a></b>${roast(coffee.roastLevel)}${coffee.flavorProfile ? html`<span>${coffee.flavorProfile}</span>` : ''}<span>${recipe.byRoaster ? 'The roaster’s own recipe' : html`A recipe by ${activity.named(authorId, author)}`}</span><a class="all" href="/coffees/${coffee.id}">About this coffee</a>${variationsLink(recipe.variationCount, `/recipes/${recipe.id}`, words)}${recipe.version && recipe.version > 1 ? html`<a class="all" href="${recipe.actionPath}/versions">Version ${recipe.version}</a>` : ''}</p>
${recipeButtons(handedOn, activity, visit)}</div>${tabs}
${brewView(visit, {
  ...recipe,
  waterTempF: isTooHot ? hottestF : recipe.waterTempF,
  machine: boundsFor(baseRecipes[method], machine),
  own,
  title: coffee.name,
  log: { recipe: recipe.logged },
  canLog: who !== undefined,
  shown,
  mine,
  stand,
  written,
  reasons: [
    ...reasonsOf(recipe, shown, visit),
    ...(isTooHot
      ? [[inLine(words.temperature(hottestF)), asHotAsItGets(hottestF, words, advice)] as [string, string]]
      : []),
  ],
})}${recipe.compared ? await differencePanel(recipe.compared, recipe.basedOn, await dialForRecipe(recipe, visit), visit) : ''}${tastedInWords(recipe.tasteProfile)}
<div class="columns">${recipeTalk(recipe, activity, visit)}${await recipeAside(handedOn, activity, visit)}</div>`,
  })
}

/** The grind on the reader's grinder, if known. */
async function onMine(recipe: RecipeOnPage, visit: Visit): Promise<OnDial | undefined> {
  const grinder = await dialForRecipe(recipe, visit)
  return grinder && reasonedOn(grinder, recipe, 'your', visit, nudgedIn(visit))
}

/** On a well-known grinder. */
function onUsual(recipe: RecipeOnPage, visit: Visit): OnDial {
  const { grinder, whose } = dialFor(visit)
  return reasonedOn(grinder, recipe, whose, visit, nudgedIn(visit))
}

function reasonsOf(recipe: RecipeOnPage, shown: OnDial, { who }: Visit): [string, string][] {
  const { written } = recipe
  const isMoved = shown.why?.some(({ rule }) => rule !== 'dial') ?? false
  const isSame = !written || shown.grinder.slug === written.grinder.slug
  const isTheirs = who !== undefined && recipe.authorId === who.id && shown !== written
  if (isSame && isTheirs && shown.grindSetting === written?.grindSetting)
    return [[movedFigures(shown, written), 'As you wrote it, on this grinder.']]
  return [
    ...(isMoved ? [] : [[movedFigures(shown, written), asWritten(recipe, shown)] as [string, string]]),
    ...dialReasonsOf(shown, written),
    ...(shown.reachable
      ? [[rangeLabelOf(shown.grinder, shown.grindRange), widthInWords(shown, recipe)] as [string, string]]
      : []),
  ]
}

/** Why the range is as wide as it is. */
function widthInWords({ grinder }: OnDial, { written, byRoaster }: RecipeOnPage) {
  const described = [grinder, written?.grinder].find(one => one?.known)
  if (described) return rangeReason(described, false)
  if (!written && !byRoaster) return `${DESCRIBED_BY_AUTHOR}. Start in the middle, then taste.`
  const isSame = !written || grinder.slug === written.grinder.slug
  const grinders = isSame ? [grinder] : [grinder, written.grinder]
  if (!written || grinders.some(({ sources }) => sources.length === 0))
    return 'There are no published charts to go by, so the range is wide. Start in the middle, then taste.'
  return `Published charts${isSame ? '' : ' for the two grinders'} differ by this much. Start in the middle, then taste.`
}

/** Whose setting it is, if it was not converted. */
function asWritten({ written, byRoaster, author, authorCalibrated, grindSize = '' }: RecipeOnPage, shown: OnDial) {
  if (!written && !byRoaster) return 'Its author described their own grinder.'
  if (!written) return `${author} grinds it ${grindSize.toLowerCase()}.`
  if (shown !== written) return `${author} wrote it on the same grinder.`
  return authorCalibrated
    ? `As ${author} wrote it on the ${fullName(written.grinder)}, using their own calibration.`
    : `As ${author} wrote it on the ${fullName(written.grinder)}.`
}

function summaryOf(recipe: RecipeOnPage, shown: OnDial, words: Words) {
  const { coffee, brewer, method, doseGrams, waterGrams, waterTempF, brewTimeSeconds } = recipe
  const figures = [
    inAndOut(method, doseGrams, waterGrams, words),
    ...(waterTempF === null ? [] : [inLine(words.temperature(waterTempF))]),
    ...(brewTimeSeconds === null ? [] : [brewTimeInWords(brewTimeSeconds)]),
    `${withRange(shown)} ${shown.whose === 'your' ? onWhich(shown) : `on the ${fullName(shown.grinder)}`}`,
    ...(recipe.byRoaster ? [] : [`by ${recipe.author}`]),
  ]
  return `${roastInWords(coffee.roastLevel)} roast by ${coffee.roaster.name} ${recipe.byRoaster ? 'for' : 'on the'} ${brewer}: ${figures.join(', ')}.`
}
