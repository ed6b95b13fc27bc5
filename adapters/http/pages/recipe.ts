import { baseRecipes } from '../../../core/adaptation/base.ts'
import { fullName } from '../../../core/grind/name.ts'
import { labelOf } from '../../../core/grind/notation.ts'
import { authorOf, type RecipeDetail, recipeName } from '../../../core/recipes/model.ts'
import { onOwnDial } from '../../../core/recipes/open.ts'
import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import { scaleSteps } from '../../../core/recipes/steps.ts'
import { numeralOf } from '../../design/dial/ticks.ts'
import { brewView, nudgedIn } from './brew-view.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { grindOn, type OnDial, onWhich, recipeOn } from './parts/dials.ts'
import { roast, roastInWords } from './parts/figures.ts'
import { brewerIcon, icon } from './parts/pen.ts'
import { recipeAside } from './recipe-aside.ts'
import { recipeButtons } from './recipe-buttons.ts'
import { recipeData } from './recipe-data.ts'
import { pictureOf } from './recipe-picture.ts'
import { recipeTalk } from './recipe-talk.ts'
import { inLine, type Words } from './words.ts'

/** A recipe for people: what a shared link and the links in mails open. */
export async function recipePage(recipe: RecipeDetail, visit: Visit): Promise<Response> {
  const { words, url, who } = visit
  const { coffee, machine } = recipe
  const name = recipeName(coffee.name, fullName(machine))
  const written = asWritten(recipe, visit)
  const mine = await onMine(recipe, visit)
  const shown = (url.searchParams.get('as') === 'written' ? written : mine) ?? mine ?? written
  const steps = recipe.steps ?? usualSteps(recipe)
  const summary = summaryOf(recipe, shown, words)
  return sitePage(visit, {
    title: name,
    description: summary,
    canonical: `/recipes/${recipe.id}`,
    section: 'Recipes',
    script: 'recipe.js',
    picture: pictureOf(recipe),
    head: recipeData(recipe, recipe.steps),
    body: html`<nav class="crumbs" aria-label="Where this is"><a class="quiet" href="/recipes">Recipes</a>${icon('right')}<a class="quiet" href="/recipes?method=${machine.brewMethod}">${fullName(machine)}</a></nav>
<h1 class="title">${coffee.name}</h1>
<div class="under-title"><p class="facts">${brewerIcon(machine.brewMethod)}<span>${fullName(machine)}</span><b><a href="/roasters/${coffee.roaster.slug}">${coffee.roaster.name}</a></b>${roast(coffee.roastLevel)}${coffee.flavorProfile ? html`<span>${coffee.flavorProfile}</span>` : ''}<span>A recipe by ${authorOf(recipe)}</span><a class="all" href="/coffees/${coffee.id}">About this coffee</a></p>
${await recipeButtons(recipe, visit)}</div>
${brewView(visit, {
  ...recipe,
  title: coffee.name,
  logHref: `/me/log?recipe=${recipe.id}`,
  method: machine.brewMethod,
  steps,
  areUsual: recipe.steps === null,
  shown,
  mine,
  written,
  reasons: reasonsOf(recipe, shown, written, who),
})}
<div class="columns">${await recipeTalk(recipe, visit)}${await recipeAside(recipe, visit)}</div>`,
  })
}

/** The grind on the reader's dial, if we know it. Of theirs the same grinder comes first. */
async function onMine(recipe: RecipeDetail, visit: Visit): Promise<OnDial | undefined> {
  const { ports, who } = visit
  const own = await onOwnDial(recipe, ports, who)
  const grinder = own && who ? await ports.ownGrinders.of(who.id, own.grinderId) : visit.grinder
  return grinder && recipeOn(grinder, recipe, 'your', visit, nudgedIn(visit))
}

/** As its author set it: a place, not a range. */
function asWritten(recipe: RecipeDetail, { ports }: Visit): OnDial | undefined {
  const grinder = ports.grinders.byId(recipe.grinderId)
  if (!grinder) return
  const { grindSetting } = recipe
  return {
    ...grindOn(grinder, recipe.grindIndex, 'a'),
    grindSetting,
    grindLabel: labelOf(grinder, grindSetting),
    grindRange: { min: grindSetting, max: grindSetting },
    reachable: true,
  }
}

function reasonsOf(
  recipe: RecipeDetail,
  shown: OnDial | undefined,
  written: OnDial | undefined,
  who: Visit['who'],
): [string, string][] {
  if (!shown || !written) return []
  const by = recipe.authorCalibrated ? ', by the calibration of its author' : ''
  if (shown === written)
    return [
      [
        numeralOf(written.grinder, written.grindSetting),
        `As ${authorOf(recipe)} wrote it on the ${fullName(written.grinder)}${by}.`,
      ],
    ]
  const numeral = numeralOf(shown.grinder, shown.grindSetting)
  const isSame = shown.grinder.slug === written.grinder.slug
  if (isSame && who && recipe.createdBy?.id === who.id && shown.grindSetting === written.grindSetting)
    return [[numeral, 'As you wrote it, on this grinder.']]
  return [
    [
      `${numeralOf(written.grinder, written.grindSetting)} → ${numeral}`,
      isSame
        ? `${authorOf(recipe)} wrote it on the same grinder${by}.`
        : `Moved from ${written.grindLabel} on the ${fullName(written.grinder)}${by}.`,
    ],
    shown.reachable
      ? [
          `${numeralOf(shown.grinder, shown.grindRange.min)} to ${numeralOf(shown.grinder, shown.grindRange.max)}`,
          isSame
            ? 'Published charts differ by this much. Start in the middle, then taste.'
            : 'Published charts for the two grinders differ by this much. Start in the middle, then taste.',
        ]
      : [
          numeral,
          `The ${fullName(shown.grinder)} does not reach its grind: ${shown.grindLabel} is the nearest it has.`,
        ],
    ...(shown.calibrated ? [['Yours', 'By your calibration.'] as [string, string]] : []),
  ]
}

/** Those of the method, for a recipe whose author wrote none. */
function usualSteps({ machine, waterGrams, brewTimeSeconds }: RecipeDetail) {
  const base = baseRecipes[machine.brewMethod]
  return scaleSteps(base.steps, base, { waterGrams, brewTimeSeconds: brewTimeSeconds ?? base.brewTimeSeconds })
}

function summaryOf(recipe: RecipeDetail, shown: OnDial | undefined, words: Words) {
  const { coffee, machine, waterTempF, brewTimeSeconds } = recipe
  return [
    `${roastInWords(coffee.roastLevel)} roast by ${coffee.roaster.name} on the ${fullName(machine)}: ${inLine(words.grams(recipe.doseGrams))} coffee`,
    `${inLine(words.grams(recipe.waterGrams))} water`,
    ...(waterTempF === null ? [] : [inLine(words.temperature(waterTempF))]),
    ...(brewTimeSeconds === null ? [] : [brewTimeInWords(brewTimeSeconds)]),
    ...(shown
      ? [`${shown.grindLabel} ${shown.whose === 'your' ? onWhich(shown) : `on the ${fullName(shown.grinder)}`}`]
      : []),
    `by ${authorOf(recipe)}.`,
  ].join(', ')
}
