import { baseOf, boundsFor, stepsFor, waterParts } from '../../../../core/adaptation/base.ts'
import { afterStep } from '../../../../core/brews/next-step.ts'
import { brewedCoffee } from '../../../../core/brews/present.ts'
import { baseOfBrew } from '../../../../core/brews/technique-of-brew.ts'
import { capital } from '../../../../core/names.ts'
import { ratioOf } from '../../../../core/recipes/arithmetic.ts'
import type { RecipeDetail } from '../../../../core/recipes/model.ts'
import { scaleSteps } from '../../../../core/recipes/steps.ts'
import { brewView } from '../brew-view.ts'
import { nudgedIn, waterAsked } from '../chosen-brew.ts'
import { html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { nudgedBy, setOn } from '../parts/dials.ts'
import { brewerIcon, icon } from '../parts/pen.ts'
import { standNow } from '../stand-now.ts'
import { brewedWith } from './brew-name.ts'
import { brewAsDrunk, drinkerIn } from './household-brews.ts'
import { askedTaste, type CoachedBrew, coachedOn, stepReason, stepTitle } from './next-step.ts'
import { idOf, type Params } from './path.ts'

/**
 * The next cup of a brew, to brew from: its figures with the coach's change, the ring at the new
 * setting, and the timer, which leads to the log with all of it filled in.
 */
export async function brewAgainPage(visit: OwnVisit, params: Params): Promise<Response> {
  const { ports, words, url } = visit
  const brewLog = await brewAsDrunk(idOf(params), visit)
  const asked = drinkerIn(url.searchParams)
  const again = { again: String(brewLog.id), ...(asked !== undefined && { drinker: String(asked) }) }
  const { id, method } = brewLog
  const next = afterStep(brewLog, brewLog.nextStep)
  const { doseGrams, waterGrams } = next
  // Without amounts there is nothing to scale the steps to.
  if (doseGrams === null || waterGrams === null) return seeOther(`/me/log?${new URLSearchParams(again)}`)
  const coached = await coachedOn(brewLog, visit)
  const title = brewedCoffee(brewLog) ?? capital(brewedWith(brewLog))
  const shown = nextOnDial(coached, next.grindSetting, visit)
  const technique = baseOfBrew(brewLog, ports)
  const base = technique ?? baseOf(method, brewLog.style)
  const machine = brewLog.machineId === null ? undefined : ports.machines.byId(brewLog.machineId)
  const recipe = brewLog.recipeId === null ? undefined : await ports.recipes.byId(brewLog.recipeId)
  const brewTimeSeconds = recipe?.brewTimeSeconds ?? technique?.brewTimeSeconds ?? brewLog.brewTimeSeconds
  const amounts = { doseGrams, waterGrams, brewTimeSeconds }
  return sitePage(visit, {
    title: `Brew ${title} again`,
    script: 'recipe.js',
    body: html`<nav class="crumbs" aria-label="Where this is"><a class="quiet" href="/me">My coffee</a>${icon('right')}<a class="quiet" href="/me/brews/${id}">Your last brew</a></nav>
<h1 class="title">${title}</h1>
<div class="under-title"><p class="facts">${brewerIcon(method)}<span>${capital(brewedWith(brewLog))}</span></p></div>
<p class="lead">${stepTitle(coached, words).replace(/[^?]$/, '$&.')} ${stepReason(coached, words)}</p>
${askedTaste(coached, ' soft') ?? ''}${brewView(visit, {
  ...amounts,
  ...waterParts(base, waterAsked(visit) ?? waterGrams),
  method,
  ratio: ratioOf(doseGrams, waterGrams),
  waterTempF: next.waterTempF,
  title,
  log: again,
  machine: boundsFor(base, machine),
  steps: stepsOfRecipe(recipe, amounts) ?? stepsFor(base, amounts, machine),
  usualSeconds: recipe?.steps || technique ? undefined : base.brewTimeSeconds,
  notes: null,
  shown,
  mine: shown,
  stand: await standNow(shown, visit),
  reasons: [],
})}
<p class="buttons logs-it"><a class="button soft" href="/me/log?${String(new URLSearchParams(again))}">${icon('plus')}Log it without the timer</a></p>`,
  })
}

/** On the grinder of the brew, with the owner's calibration. */
const nextOnDial = ({ grinder, brew }: CoachedBrew, grindSetting: number | null, visit: OwnVisit) =>
  grinder && grindSetting !== null ? nudgedBy(nudgedIn(visit), setOn(grinder, grindSetting), brew.method) : undefined

/** The steps of the recipe that was brewed, for the amounts of the next cup. */
const stepsOfRecipe = (
  recipe: Pick<RecipeDetail, 'steps' | 'waterGrams' | 'brewTimeSeconds'> | undefined,
  amounts: { waterGrams: number; brewTimeSeconds: number | null },
) => recipe?.steps && scaleSteps(recipe.steps, recipe, amounts)
