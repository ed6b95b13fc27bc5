import * as v from 'valibot'
import type { Brewer } from '../../../core/adaptation/base.ts'
import { type KnownBrewer, misfitInWords } from '../../../core/adaptation/fit.ts'
import { batchesAsked, comesWhole, isLimitedByDose } from '../../../core/adaptation/portion.ts'
import * as field from '../../../core/fields.ts'
import { drinkWithArticle } from '../../../core/grind/methods.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import { type Scalable, scaledTo } from '../../../core/recipes/other-water.ts'
import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import { comesBefore, poursBy, type Steps, stepInWords } from '../../../core/recipes/steps.ts'
import { dialFrom } from '../../design/dial/ticks.ts'
import { type StandNow, turnFromHere } from '../../design/dial/turn.ts'
import { pourPicture } from '../../design/pour.ts'
import type { Visit } from './choices.ts'
import { MOST_TURNED, nudgedIn, waterAsked } from './chosen-brew.ts'
import { type Html, html } from './html.ts'
import { showOnMine } from './parts/controls.ts'
import { type OnDial, onWhich, ringBlock, rulerBlock, straightDial, withRange } from './parts/dials.ts'
import { numberBlock, waterLabel, withApart } from './parts/figures.ts'
import { icon, logo, pen, wholeNames } from './parts/pen.ts'
import { inLine, type Reading, type Words } from './words.ts'

/** A recipe to brew from, wherever it comes from: a person, a roaster, or our rules. */
interface BrewSheet extends Scalable {
  title: string
  /** The fields that refer to this recipe when a brew is logged. */
  log: Record<string, string>
  /** The brewer, if known. */
  machine?: Brewer | undefined
  /** The reader's own brewer, which may have another size than the recipe is written for. */
  own?: KnownBrewer | undefined
  /** The verb for the most water it takes: "holds" unless given. */
  mostInWords?: string
  /** The parts of the water that are not poured through the brewer. Only in recipes by rule. */
  iceGrams?: number | null
  bypassGrams?: number | null
  waterTempF: number | null
  steps: Steps | null
  /** How long the method takes, if the steps are the method's because the recipe has none. */
  usualSeconds?: number | undefined
  notes: string | null
  /** What the ring shows. */
  shown: OnDial | undefined
  mine?: OnDial | undefined
  /** Where the dial that the ring shows is now. */
  stand?: StandNow | undefined
  written?: OnDial | undefined
  /** How many steps the ring can be turned from where the recipe puts it. */
  mostNudges?: number
  /** Whether to link to the log, too, which the timer leads to. */
  canLog?: boolean
  /** Pairs of a figure and the reason for it. */
  reasons: [string, string][]
  /** What follows from a dose that was asked for instead of an amount of water. */
  volumeGrams?: number | undefined
  /** Links to a gram less and a gram more of coffee, where that can be chosen. */
  doses?: { less: number | undefined; more: number | undefined }
  /** A live form that changes the recipe, above its steps. */
  knobs?: Html
  /** What parts of the pours are for. */
  pourParts?: Parameters<typeof pourPicture>[1]['parts']
}

/** The ring and the figures, the reasons for them, and the steps. */
export function brewView(visit: Visit, recipe: BrewSheet): Html {
  const { words } = visit
  const volumeGrams = recipe.volumeGrams ?? waterAsked(visit)
  const { each, batches } = batchesAsked(recipe, recipe.machine, volumeGrams)
  const scaled = scaledTo(each, recipe)
  const wanted = volumeGrams ?? recipe.waterGrams
  const { shown, mostNudges = MOST_TURNED, knobs } = recipe
  const brewing = html`<div class="brewing"><section aria-label="The grind">${whichDial(visit, recipe)}${shown ? ringBlock({ ...shown, stand: recipe.stand }, { by: nudgedIn(visit, mostNudges), most: mostNudges, method: recipe.method, href: by => withQuery(visit, 'nudge', by) }) : ''}
${shown ? html`<div class="on-paper"><p><b>${withRange(shown)}</b> ${onWhich(shown)}</p>${straightDial(shown, 11)}</div>` : ''}${shown ? html`<div class="brew-ruler">${rulerBlock(shown, recipe.method, 5)}</div>` : ''}</section>
<section aria-label="The numbers">${numberBlock(numbersOf(scaled, words))}
<div class="make-for"><span>Make it for</span>${waterLink(visit, wanted - WATER_STEP, 'minus')}<b>${inLine(words.grams(wanted))}</b>${waterLink(visit, wanted + WATER_STEP, 'plus')}</div>${recipe.doses ? html`<div class="make-for"><span>Dose</span>${doseLink(visit, recipe.doses.less, 'minus')}<b>${inLine(words.grams(scaled.doseGrams))}</b>${doseLink(visit, recipe.doses.more, 'plus')}</div>` : ''}
${batchNote(scaled, { wanted, batches }, words)}${misfitNote(scaled)}
${
  recipe.reasons.length === 0
    ? ''
    : html`<h2 class="small">Why${shown ? ` ${numeralOf(shown.grinder, shown.grindSetting)}` : ''}?</h2>
<dl class="reasons">${recipe.reasons.map(([what, why]) => html`<div><dt>${what}</dt><dd>${why}</dd></div>`)}</dl>`
}</section></div>`
  const steps = html`${stepsPanel(scaled, words)}${notes(recipe.notes)}${recipe.canLog ? html`<p class="buttons logs-it"><a class="button soft" href="${logHref(scaled, words)}">${icon('plus')}Log it without the timer</a></p>` : ''}`
  return knobs
    ? html`<div data-live="brewing">${brewing}</div>
<section class="panel knobbed">${knobs}<div data-live="steps">${steps}</div></section>`
    : html`${brewing}
${steps}`
}

/** "On my K-Ultra" or "As written". Offers to choose a grinder if none is known. */
function whichDial({ url }: Visit, { mine, written, shown }: BrewSheet): Html {
  if (!mine) return shown ? showOnMine(url) : html``
  if (!written) return html``
  const here = html` aria-current="true"`
  return html`<nav class="which switch" aria-label="Whose dial"><a href="${url.pathname}"${shown === mine ? here : ''}>${logo()}<span>On my ${wholeNames(mine.grinder.model)}</span></a><a href="${url.pathname}?as=written"${shown === written ? here : ''}>As written</a></nav>`
}

const numbersOf = (sheet: BrewSheet, words: Words) => {
  const { method, doseGrams, waterGrams, ratio, waterTempF, brewTimeSeconds } = sheet
  return [
    ['Coffee', words.grams(doseGrams)],
    [withApart(`${waterLabel(method)}, ${words.ratio(ratio)}`, sheet, words), words.grams(waterGrams)],
    ...(waterTempF === null ? [] : [['Temp', words.temperature(waterTempF)]]),
    ...(brewTimeSeconds === null ? [] : [['Time', words.time(brewTimeSeconds)]]),
  ] as [string, Reading][]
}

const WATER_STEP = 50

function withQuery({ url }: Visit, name: string, value: number, without?: string) {
  const query = new URLSearchParams(url.searchParams)
  if (without) query.delete(without)
  query.set(name, String(value))
  return `${url.pathname}?${String(query)}`
}

function waterLink(visit: Visit, grams: number, sign: 'plus' | 'minus'): Html {
  if (!v.is(field.waterGrams, grams)) return html`<span class="round off">${icon(sign)}</span>`
  return html`<a class="round" href="${withQuery(visit, 'water', grams, 'dose')}" aria-label="${sign === 'plus' ? 'Make more' : 'Make less'}">${icon(sign)}</a>`
}

function doseLink(visit: Visit, grams: number | undefined, sign: 'plus' | 'minus'): Html {
  if (grams === undefined) return html`<span class="round off">${icon(sign)}</span>`
  return html`<a class="round" href="${withQuery(visit, 'dose', grams, 'water')}" aria-label="${sign === 'plus' ? 'Use more coffee' : 'Use less coffee'}">${icon(sign)}</a>`
}

/** Why the figures are not for the water that was asked for, and how many times to brew. */
function batchNote(
  { method, machine, mostInWords = 'holds', waterGrams }: BrewSheet,
  { wanted, batches }: { wanted: number; batches: number },
  words: Words,
): Html {
  if (batches === 1 && waterGrams === wanted) return html``
  const grams = (amount: number) => inLine(words.grams(amount))
  const often = batches === 1 ? '' : batches === 2 ? ' Brew it twice.' : ` Brew it ${words.number(batches)} times.`
  const because = (why: string) => html`<p class="quiet">${why}${often}</p>`
  if (comesWhole(method, machine) && machine && batches > 1)
    return because(
      method === 'espresso'
        ? `The ${machine.model} makes ${grams(waterGrams)} at a time.`
        : `The ${machine.model} takes ${grams(waterGrams)} at a time.`,
    )
  if (comesWhole(method, machine))
    return because(
      method === 'espresso' ? `One shot makes ${grams(waterGrams)}.` : `One pot takes ${grams(waterGrams)}.`,
    )
  const { model, minWaterGrams, maxWaterGrams } = machine ?? {}
  const least = grams(minWaterGrams ?? 0)
  const most = grams(maxWaterGrams ?? Infinity)
  if (batches === 1) return because(`The ${model} needs at least ${least}.`)
  if (machine?.maxDoseGrams && isLimitedByDose(machine, wanted, batches))
    return because(`The ${model} takes up to ${grams(machine.maxDoseGrams)} of coffee.`)
  const isLeast = waterGrams === minWaterGrams && waterGrams * batches > wanted
  if (isLeast) return because(`The ${model} takes ${least} to ${most}.`)
  return because(`The ${model} ${mostInWords} ${most}.`)
}

/** The amount that would fit the reader's own brewer, if the recipe does not. */
function misfitNote({ own, doseGrams, waterGrams }: BrewSheet): Html {
  const misfit = own ? misfitInWords(own, { doseGrams, waterGrams }) : null
  return misfit === null ? html`` : html`<p class="quiet">${misfit}.</p>`
}

/** Nobody watches a cold brew, so its screen may go dark. */
const LONGEST_WATCHED_SECONDS = 3600

function stepsPanel(sheet: BrewSheet, words: Words): Html {
  const { steps, brewTimeSeconds, method } = sheet
  const waterGrams = sheet.waterGrams - (sheet.iceGrams ?? 0) - (sheet.bypassGrams ?? 0)
  if (!steps || steps.length === 0) return html``
  const seconds = brewTimeSeconds ?? sheet.usualSeconds ?? steps.at(-1)?.atSeconds ?? 0
  const staysOn = seconds <= LONGEST_WATCHED_SECONDS
  const timed = { ...timerFacts(sheet, words), method, seconds, waterGrams, staysOn, language: words.language }
  const grams = (amount: number) => inLine(words.grams(amount))
  const named = steps.map(step => ({ ...step, name: stepInWords(step, grams) }))
  // The timer starts with the first water.
  const clocked = named.filter(step => !comesBefore(step))
  return html`<brew-timer class="panel steps" id="timer" data-brew="${JSON.stringify({ ...timed, steps: clocked })}"><div class="steps-top" id="brew"><span class="clock" aria-hidden="true">0:00</span><div><h2 class="small">${named[0]?.name ?? ''}</h2><p class="quiet">${steps.length === 1 ? 'One step' : `${words.number(steps.length)} steps`}, ${brewTimeInWords(seconds)}. ${sheet.usualSeconds !== undefined ? `The author didn’t add steps, so these are our defaults for ${drinkWithArticle(method)}.` : staysOn ? 'The screen stays on.' : ''}</p></div>${seconds > 0 ? html`<button class="button" data-start hidden>${icon('play')}<span>Start brewing</span></button>` : ''}</div>
${poursBy(method, steps).length > 0 && seconds > 0 ? pourPicture(pen, { method, steps, seconds, waterGrams, grams, parts: sheet.pourParts ?? [] }) : ''}
<ol>${named.map(step => html`<li><span class="at">${comesBefore(step) ? 'Before' : brewTimeInWords(step.atSeconds)}</span><b>${step.name}</b>${step.note ? html`<span class="quiet">${step.note}</span>` : ''}</li>`)}</ol>${seconds > 0 ? html`<div class="start-bar"><button class="button" data-start hidden>${icon('play')}<span>Start brewing, ${brewTimeInWords(seconds)}</span></button></div>` : ''}</brew-timer>`
}

/** What is brewed, with the figures above the timer for a person with the grinder in hand. */
function timerFacts(sheet: BrewSheet, words: Words) {
  const { title, log, doseGrams, waterTempF, shown, stand } = sheet
  return {
    key: String(new URLSearchParams(log)),
    title,
    dose: inLine(words.grams(doseGrams)),
    grind: shown ? `${withRange(shown)} ${onWhich(shown)}` : '',
    ...(shown && stand && { fromHere: turnFromHere(dialFrom(shown.grinder), stand, shown.grindSetting) }),
    temperature: waterTempF === null ? '' : inLine(words.temperature(waterTempF)),
    logHref: logHref(sheet, words),
  }
}

/** The log form, filled in with what the reader sees. Works through a sign-in, too. */
function logHref({ log, doseGrams, waterGrams, waterTempF, brewTimeSeconds, shown }: BrewSheet, words: Words) {
  const query = new URLSearchParams({
    ...log,
    doseGrams: words.typed(doseGrams),
    waterGrams: words.typed(waterGrams),
    ...(waterTempF !== null && { waterTemp: words.typedTemperature(waterTempF) }),
    ...(brewTimeSeconds !== null && { brewTime: brewTimeInWords(brewTimeSeconds) }),
    ...(shown?.whose === 'your' && {
      grinder: shown.grinder.slug,
      grindSetting: numeralOf(shown.grinder, shown.grindSetting),
    }),
  })
  return `/me/log?${String(query)}`
}

const notes = (text: string | null): Html =>
  text === null
    ? html``
    : html`<section class="notes" aria-label="Notes"><h2 class="small">Notes</h2>${text.split(/\n+/).map(line => html`<p dir="auto">${line}</p>`)}</section>`
