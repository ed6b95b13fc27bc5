import type { AnyStoredGrinder } from '../../../../core/equipment/own-grinders.ts'
import { originalOf } from '../../../../core/forks/forks.ts'
import type { MethodId } from '../../../../core/grind/methods.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { capital } from '../../../../core/names.ts'
import {
  type Compared,
  type Difference,
  differenceBetween,
  differenceInWords,
  type FigureChange,
} from '../../../../core/recipes/difference.ts'
import type { BasedOn } from '../../../../core/recipes/lineage.ts'
import { brewTimeInWords } from '../../../../core/recipes/ranges.ts'
import { moved } from '../../../design/dial/moved.ts'
import { dialFrom } from '../../../design/dial/ticks.ts'
import type { Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'
import { inLine, type Words } from '../words.ts'
import { recipeOn } from './dials.ts'
import { inAndOut } from './figures.ts'
import { icon, pen } from './pen.ts'
import { techniquePath } from './technique-card.ts'

/** What a recipe is based on, above its title. */
export function basedOnLine(basedOn: BasedOn | undefined): Html {
  if (!basedOn) return html``
  const { id, title, author, hasChanged } = basedOn
  if (title === null)
    return html`<p class="based-on">${icon('fork')}<span>Based on a recipe that no longer exists</span></p>`
  const by = author === null ? '' : ` by ${author}`
  const changed = hasChanged
    ? html` The original has been edited. <a href="/recipes/${id ?? 0}/versions">See what changed</a>`
    : ''
  return html`<p class="based-on">${icon('fork')}<span>Based on <a href="${originalPath(basedOn)}">${title}</a>${by}.${changed}</span></p>`
}

const originalPath = ({ id, technique }: BasedOn) => (technique === null ? `/recipes/${id}` : techniquePath(technique))

/** For example "7 variations", as a link; nothing while there are none. */
export const variationsLink = (count: number | undefined, path: string, words: Words): Html =>
  count ? html`<a class="all" href="${path}/variations">${variationsInWords(count, words)}</a>` : html``

export const variationsInWords = (count: number, words: Words) =>
  `${words.number(count)} ${count === 1 ? 'variation' : 'variations'}`

/** What a variation changes, on the reader's dial if they have one: only what differs, each with its reason. */
export async function differencePanel(
  variation: Compared,
  basedOn: BasedOn | undefined,
  dial: AnyStoredGrinder | undefined,
  visit: Visit,
): Promise<Html> {
  const { ports } = visit
  const original = basedOn && (await originalOf(basedOn, ports))
  if (!original) return html``
  const on = (recipe: Compared) => (dial ? placedOn(dial, recipe, visit) : recipe)
  const grinder = dial ?? (variation.grinderId == null ? undefined : ports.grinders.byId(variation.grinderId))
  const difference = differenceBetween(on(original), on(variation), { ...ports, grinders: { byId: () => grinder } })
  return panel(difference, { original, variation, grinder }, visit)
}

/** Its grind on a dial, so that two grinders are compared on the reader's, by what they show. */
function placedOn(dial: AnyStoredGrinder, recipe: Compared, visit: Visit): Compared {
  if (recipe.grindIndex === null) return { ...recipe, grinderId: dial.id }
  const grind = { grinderId: recipe.grinderId ?? null, grindSetting: recipe.grindSetting ?? null }
  const { grindSetting } = recipeOn(dial, { ...grind, grindIndex: recipe.grindIndex }, 'your', visit)
  return { ...recipe, grinderId: dial.id, grindSetting, grindIndex: null }
}

interface Both {
  original: Compared
  variation: Compared
  grinder: AnyStoredGrinder | undefined
}

function panel({ changes }: Difference, both: Both, { words }: Visit): Html {
  const same = sameInWords(both, words)
  const count = changes.length === 1 ? 'One change' : `${words.number(changes.length)} changes`
  return html`<section class="part differs" aria-labelledby="differs"><h2 id="differs">What’s different</h2>
<p class="quiet below">${changes.length === 0 ? 'Same as the original.' : `${count}. Everything else follows the original.`}</p>
${
  changes.length === 0
    ? ''
    : html`<div class="panel"><dl class="changes">${changes.map(change => row(change, both, words))}</dl>${same ? html`<p class="based-on">${icon('check')}<span>Same as the original: <b>${same}</b></span></p>` : ''}</div>`
}${changes.some(({ figure }) => figure === 'grindSetting') && both.grinder ? html`<p class="key quiet" aria-hidden="true"><span class="hollow"></span>The original<span class="full"></span>This recipe</p>` : ''}</section>`
}

function row(change: FigureChange, { variation, grinder }: Both, words: Words): Html {
  const { figure, from, to } = change
  const say = figuresSaid[figure]
  const isMoved = say && from !== null && to !== null
  const figures = isMoved
    ? html`<span class="was">${say(from, words, grinder)}</span>${icon('right')}<span class="unseen">became</span><b>${say(to, words, grinder)}</b>`
    : ''
  const drawn =
    figure === 'grindSetting' && grinder && from !== null && to !== null && from !== to
      ? moved(pen, { dial: dialFrom(grinder), from, to, sentence: `From ${from} to ${to}.` })
      : ''
  return html`<div><dt>${figureLabel(figure, variation.method)}</dt><dd class="moved">${figures}</dd><dd class="because">${becauseOf(change, Boolean(isMoved), words)}${drawn}</dd></div>`
}

/** For a card or row, in the reader's units. */
export const differenceInLine = ({ changes }: Difference, words: Words) =>
  `${capital(differenceInWords(changes.map(change => ({ ...change, text: textOf(change, words) }))))}.`

const textOf = ({ figure, from, to, text }: FigureChange, words: Words) =>
  figure === 'waterTempF' && from !== null && to !== null ? words.hotter(to - from) : text

/** In the reader's units. What the figures beside it say is not repeated. */
function becauseOf(change: FigureChange, isMoved: boolean, words: Words) {
  const { figure, effect } = change
  const isTold = isMoved && figure !== 'grindSetting' && figure !== 'waterTempF'
  const parts = [...(isTold ? [] : [textOf(change, words)]), ...(effect ? [effect] : [])]
  return parts.length === 0 ? '' : `${capital(parts.join(': '))}.`
}

type FigureInWords = (value: number, words: Words, grinder: AnyStoredGrinder | undefined) => string

const figuresSaid: Partial<Record<FigureChange['figure'], FigureInWords>> = {
  grindSetting: (setting, words, grinder) =>
    grinder ? words.onDial(grinder, numeralOf(grinder, setting)) : words.number(setting),
  ratio: (ratio, words) => words.ratio(ratio),
  doseGrams: (grams, words) => inLine(words.grams(grams)),
  waterGrams: (grams, words) => inLine(words.grams(grams)),
  waterTempF: (temperature, words) => inLine(words.temperature(temperature)),
  brewTimeSeconds: seconds => brewTimeInWords(seconds),
}

function figureLabel(figure: FigureChange['figure'], method: MethodId | undefined) {
  if (figure === 'waterGrams' && method === 'espresso') return 'Yield'
  return labels[figure]
}

const labels: Record<FigureChange['figure'], string> = {
  grindSetting: 'Grind',
  ratio: 'Ratio',
  doseGrams: 'Coffee',
  waterGrams: 'Water',
  waterTempF: 'Temperature',
  brewTimeSeconds: 'Time',
  steps: 'Steps',
  machineId: 'Brewer',
  filterId: 'Filter',
  grinderId: 'Grinder',
  coffeeProfileId: 'Coffee',
  tasteProfile: 'Taste',
}

/** What both have, for example "15 g in, 250 g water, 94 °C, 3:00". */
function sameInWords({ original, variation }: Both, words: Words) {
  const { method, doseGrams, waterGrams, waterTempF, brewTimeSeconds } = variation
  const isSame = (figure: 'doseGrams' | 'waterGrams' | 'waterTempF' | 'brewTimeSeconds') =>
    variation[figure] != null && original[figure] === variation[figure]
  return [
    ...(isSame('doseGrams') && isSame('waterGrams')
      ? [inAndOut(method ?? 'v60', doseGrams ?? 0, waterGrams ?? 0, words)]
      : []),
    ...(isSame('waterTempF') ? [inLine(words.temperature(waterTempF ?? 0))] : []),
    ...(isSame('brewTimeSeconds') ? [brewTimeInWords(brewTimeSeconds ?? 0)] : []),
  ].join(', ')
}

/** For a button of a recipe or technique, with what was chosen of it. */
export const makeItMine = (basedOn: string, chosen: Record<string, string> = {}): Html =>
  html`<a class="bare-text" href="/me/recipes/new?${String(new URLSearchParams({ basedOn, ...chosen }))}">${icon('fork')}Make it mine</a>`
