import type { ExtractionFeedback } from '../../../../core/brews/model.ts'
import { capital } from '../../../../core/names.ts'
import { type Html, html } from '../html.ts'
import { icon } from './pen.ts'

type Tap = keyof ExtractionFeedback

/** The tastes to choose from, each with a description. */
const tastes: [Tap, string, string][] = [
  ['sour', 'Sour', 'sharp, like lemon'],
  ['bitter', 'Bitter', 'like burnt toast'],
  ['watery', 'Weak', 'thin, lacking flavour'],
  ['strong', 'Too strong', 'heavy, intense'],
  ['harsh', 'Harsh', 'dry on the tongue'],
  ['balanced', 'Just right', 'nothing to change'],
]

/** Whose cup it is, in a household: each drinker has fields of their own. */
export interface CupOf {
  id: number
  /** For example "What did Ann taste?" */
  question: string
  /** For example "Overall, Ann". */
  overall: string
  /** A class of assets/site/drinkers.css. */
  colour: string
}

const ofWhom = (cup: CupOf | undefined): Html => (cup ? html` data-drinker="${cup.id}"` : html``)
const fieldOf = (name: string, cup: CupOf | undefined) => (cup ? `${name}-${cup.id}` : name)

export const tasteTaps = (chosen: readonly string[], cup?: CupOf): Html =>
  html`<fieldset class="tastes${cup ? ` ${cup.colour}` : ''}"${ofWhom(cup)}><legend>${cup?.question ?? 'Tap what you tasted'}</legend>${tastes.map(
    ([value, name, like]) =>
      html`<label class="taste ${value}"><input type="checkbox" name="${fieldOf('taste', cup)}" value="${value}"${chosen.includes(value) ? html` checked` : ''}>${value === 'balanced' ? icon('check') : ''}<b>${name}</b><span>${like}</span></label>`,
  )}</fieldset>`

/** What was tapped; null for nothing. */
export function feedbackIn(taps: readonly string[]): ExtractionFeedback | null {
  const said = tastes.filter(([taste]) => taps.includes(taste)).map(([taste]) => [taste, true])
  return said.length === 0 ? null : Object.fromEntries(said)
}

export const tapsOf = (feedback: ExtractionFeedback | null): string[] =>
  tastes.flatMap(([taste]) => (feedback?.[taste] ? [taste] : []))

/** For example "Bitter" or "Sour, weak"; empty if nothing was said. */
export const tasteInWords = (feedback: ExtractionFeedback | null) => capital(tastesIn(feedback).join(', '))

export const tastesIn = (feedback: ExtractionFeedback | null): string[] =>
  tastes.flatMap(([taste, name]) => (feedback?.[taste] ? [name.toLowerCase()] : []))

/** One to five stars, or none. */
export const starsField = (chosen: string, legend = 'Overall', cup?: CupOf): Html =>
  html`<fieldset class="rate"${ofWhom(cup)}><legend>${cup?.overall ?? legend}</legend><span class="rate-stars">${[
    1, 2, 3, 4, 5,
  ].map(
    stars =>
      html`<label><input type="radio" name="${fieldOf('rating', cup)}" value="${stars}"${chosen === String(stars) ? html` checked` : ''}><span class="unseen">${stars === 1 ? '1 star' : `${stars} stars`}</span><svg viewBox="0 0 18 18" aria-hidden="true"><path d="M9 1.5l2.1 4.8 5.2.5-3.9 3.5 1.1 5.1L9 12.8l-4.5 2.6 1.1-5.1-3.9-3.5 5.2-.5z"/></svg></label>`,
  )}</span></fieldset>`
