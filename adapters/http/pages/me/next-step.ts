import type { BrewLog, NextStep } from '../../../../core/brews/model.ts'
import { afterStep } from '../../../../core/brews/next-step.ts'
import { judgementOf } from '../../../../core/brews/said.ts'
import { moveInWords } from '../../../../core/grind/dial-words.ts'
import { grindEffect } from '../../../../core/grind/effect.ts'
import type { AnyGrinder } from '../../../../core/grind/model.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { capital, inARow } from '../../../../core/names.ts'
import { ring } from '../../../design/dial/ring.ts'
import { dialFrom } from '../../../design/dial/ticks.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { onWhich, onWhichGrinder, positionOf, setOn, unitOf } from '../parts/dials.ts'
import { icon, pen } from '../parts/pen.ts'
import { tastesIn, tasteTaps } from '../parts/taste.ts'
import { inLine, type Words } from '../words.ts'

/** A brew, what to change next time, and its grinder with the owner's calibration. */
export interface CoachedBrew {
  brew: BrewLog & { nextStep: NextStep | null }
  grinder: AnyGrinder | undefined
}

export const coachedOn = async (brew: CoachedBrew['brew'], { ports, who }: OwnVisit): Promise<CoachedBrew> => ({
  brew,
  grinder: brew.grinderId === null ? undefined : await ports.ownGrinders.of(who.id, brew.grinderId),
})

/** Whether there is no change to make because nobody said how the brew tasted. */
const lacksTaste = ({ nextStep, ...brew }: CoachedBrew['brew']) =>
  nextStep ? nextStep.change === 'none' && brew.extractionFeedback === null : judgementOf(brew) !== 'good'

/** The tastes to tap, if that is what the next step waits for. Saving leads to it. */
export const askedTaste = ({ brew }: CoachedBrew, look = ''): Html | undefined =>
  !lacksTaste(brew)
    ? undefined
    : brew.cups
      ? html`<p><a class="button${look}" href="/me/brews/${brew.id}">Say what each of you tasted</a></p>`
      : html`<form class="ask-taste" method="post" action="/me/brews/${brew.id}"><input type="hidden" name="part" value="taste">${tasteTaps([])}<button class="button${look}">Save what you tasted</button></form>`

/** The change in a few words, for example "One click coarser" or "Finer, from 2.7.5 to 2.5.0". */
export function stepTitle({ brew, grinder }: CoachedBrew, words: Words): string {
  const { nextStep: step } = brew
  if (!step) return judgementOf(brew) === 'good' ? 'Leave it there' : 'How did it taste?'
  if (step.change === 'preparation') return 'Keep the recipe, change the technique'
  if (step.change === 'repeat') return 'Brew it once more'
  if (step.change === 'doubt') return 'Look beyond the dial'
  if (step.change === 'none') return 'What was off?'
  if (step.waterTempF !== undefined)
    return brew.waterTempF === null
      ? `Brew at ${inLine(words.temperature(step.waterTempF))}`
      : words.hotter(step.waterTempF - brew.waterTempF)
  if (step.doseGrams !== undefined) return `${moreOrLess(step.doseGrams, brew.doseGrams, words)} coffee`
  if (step.waterGrams !== undefined)
    return `${moreOrLess(step.waterGrams, brew.waterGrams, words)} ${brew.method === 'espresso' ? 'in the cup' : 'water'}`
  if (!grinder || step.grindSetting === undefined || brew.grindSetting === null) return inAFewWords(step)
  return moveInWords(grinder, brew.grindSetting, step.grindSetting) ?? inAFewWords(step)
}

/** For a change without a figure. */
const inAFewWords = ({ change, direction }: NextStep) =>
  change === 'grind'
    ? `Grind a touch ${direction}`
    : `Use a little ${direction === 'stronger' ? 'more' : 'less'} coffee for the same water`

const moreOrLess = (to: number, from: number | null, words: Words) =>
  from === null ? inLine(words.grams(to)) : `${inLine(words.grams(Math.abs(to - from)))} ${to > from ? 'more' : 'less'}`

/** Why, and what the change does. */
export function stepReason(coached: CoachedBrew, words: Words): string {
  const { brew } = coached
  const { nextStep: step } = brew
  if (!step)
    return judgementOf(brew) === 'good'
      ? 'A good cup. Nothing to change.'
      : 'Tap what you tasted, and we’ll say what to change.'
  const reason = step.between ? betweenInWords(step, words) : inReadersDegrees(step.reason, words)
  const effect = effectOf(step, brew)
  const advice = inReadersDegrees(step.advice, words)
  // Some reasons already say what the change does, and some titles what to do.
  const isSaid = effect ? / extracts (more|less)/.test(reason) : advice === `${stepTitle(coached, words)}.`
  return isSaid ? `${reason}.` : `${reason}. ${effect ?? advice}`
}

/** Converts "no hotter than 204 F" to the reader's unit. */
const inReadersDegrees = (text: string, words: Words) =>
  text.replace(/\b(\d+) F\b/g, (_, degrees) => inLine(words.temperature(Number(degrees))))

/** For example "Sour at 93 °C, bitter at 95 °C: go between the two". */
function betweenInWords({ between = [] }: NextStep, words: Words) {
  const both = between.map(({ taste, waterTempF }) => `${taste} at ${inLine(words.temperature(waterTempF))}`).join(', ')
  return `${capital(both)}: go between the two`
}

function effectOf({ direction }: NextStep, { method, extractionFeedback, extractionPercent }: BrewLog) {
  if (!direction) return
  // For a sour cup that ran too slowly, "extracts less" would sound wrong.
  if (direction === 'coarser' && extractionFeedback?.sour && extractionPercent === null)
    return 'Coarser lets the water through faster.'
  if (direction === 'finer' || direction === 'coarser') return grindEffect(direction, method)
  return heatEffects[direction]
}

const heatEffects: Record<string, string> = {
  hotter: 'Hotter water extracts more.',
  cooler: 'Cooler water extracts less.',
}

/** What the step leaves unchanged: "15.8 g", "250 g", "95 °C". */
export function whatStays({ brew, grinder }: CoachedBrew, words: Words): string[] {
  const { nextStep, doseGrams, waterGrams, waterTempF, grindSetting } = brew
  const moved = (name: 'doseGrams' | 'waterGrams' | 'waterTempF' | 'grindSetting') => nextStep?.[name] !== undefined
  return [
    ...(doseGrams === null || moved('doseGrams') ? [] : [inLine(words.grams(doseGrams))]),
    ...(waterGrams === null || moved('waterGrams') ? [] : [inLine(words.grams(waterGrams))]),
    ...(waterTempF === null || moved('waterTempF') ? [] : [inLine(words.temperature(waterTempF))]),
    ...(grindSetting === null || moved('grindSetting') || !grinder
      ? []
      : [`${numeralOf(grinder, grindSetting)} ${unitOf(grinder)}`.trim()]),
  ]
}

/** The ring at the new setting, showing the old one. */
export function stepRing({ brew, grinder }: CoachedBrew): Html {
  const { grindSetting: from, nextStep } = brew
  if (!grinder || from === null) return html``
  const to = nextStep?.grindSetting ?? from
  const on = setOn(grinder, to)
  const isMoved = to !== from
  return html`<div class="dial">${ring(pen, {
    dial: dialFrom(grinder),
    setting: to,
    range: on.grindRange,
    ...(isMoved && { from }),
    sentence: isMoved
      ? `Next: ${on.grindLabel} ${onWhich(on)}, where it was ${numeralOf(grinder, from)}.`
      : `${on.grindLabel} ${onWhich(on)}.`,
  })}<p class="range-words">${positionOf(on)}${unitOf(grinder)} ${onWhichGrinder(on)}${isMoved ? `, was ${numeralOf(grinder, from)}` : ''}</p></div>`
}

/**
 * The figure to keep, if it has one: "21" if the step is about the dial, "95 °C" if it is about
 * temperature.
 */
export function keptFigure({ brew, grinder }: CoachedBrew, words: Words): string | undefined {
  const { nextStep: step, grindSetting } = brew
  if (step?.waterTempF !== undefined) return inLine(words.temperature(step.waterTempF))
  if (step?.doseGrams !== undefined) return inLine(words.grams(step.doseGrams))
  if (step?.waterGrams !== undefined) return inLine(words.grams(step.waterGrams))
  const setting = step?.grindSetting ?? grindSetting
  return grinder && setting !== null ? numeralOf(grinder, setting) : undefined
}

/** For example "at 21" or "with 14.2 g"; empty if there is no figure, or the step changes none. */
function atFigure(coached: CoachedBrew, words: Words): string {
  const { nextStep: step } = coached.brew
  const figure = keptFigure(coached, words)
  if (figure === undefined || (step && ['preparation', 'doubt', 'none'].includes(step.change))) return ''
  return `${step?.doseGrams === undefined ? 'at' : 'with'} ${figure}`
}

/** Whether the next cup has the amounts that a timer leads to. */
export function hasTimer(brew: CoachedBrew['brew']): boolean {
  const { doseGrams, waterGrams } = afterStep(brew, brew.nextStep)
  return doseGrams !== null && waterGrams !== null
}

/** Starts the timer of the next cup. A brew without amounts has none, so the next one is only logged. */
export function brewAgainButton(
  coached: CoachedBrew,
  words: Words,
  verb: 'Brew' | 'Start timer',
  look = '',
  /** If several drank it: whose next cup. */
  drinkerId?: number,
): Html {
  const { brew } = coached
  if (!hasTimer(brew))
    return html`<a class="button${look}" href="/me/log?again=${brew.id}${drinkerId === undefined ? '' : `&drinker=${drinkerId}`}">${icon('plus')}Log the next one</a>`
  const label = `${verb} ${atFigure(coached, words) || (verb === 'Brew' ? 'again' : '')}`.trim()
  return html`<a class="button${look}" href="/me/brews/${brew.id}/again${drinkerId === undefined ? '' : `?drinker=${drinkerId}`}#brew">${icon('timer')}${label}</a>`
}

/** For example "Still bitter at 21?" */
export const stillSo = (coached: CoachedBrew, words: Words): string => {
  const complaints = { ...coached.brew.extractionFeedback, balanced: false }
  const taste = inARow(tastesIn(complaints))
  return coached.brew.nextStep && taste
    ? `${['Still', taste, atFigure(coached, words)].filter(Boolean).join(' ')}? Log it and we’ll take it from there.`
    : ''
}
