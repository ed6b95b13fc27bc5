import { TasteProfile } from '../../../../core/taste/profile.ts'
import { type Html, html } from '../html.ts'
import { choiceField } from './controls.ts'

type TasteName = keyof TasteProfile

/** The name of each dimension, and its five levels from lowest to highest. */
export const levelWords = {
  acidity: ['Acidity', ['None', 'Soft', 'Some', 'Bright', 'Very bright']],
  body: ['Body', ['Tea-like', 'Light', 'Medium', 'Full', 'Heavy']],
  sweetness: ['Sweetness', ['None', 'A little', 'Some', 'Sweet', 'Very sweet']],
  bitterness: ['Bitterness', ['None', 'A little', 'Some', 'Strong', 'Very strong']],
} as const satisfies Record<TasteName, [string, string[]]>

export const tasteNames = Object.keys(TasteProfile.entries) as TasteName[]

/** The taste of a cup as entered in its form: a level for each, or nothing. */
export type TastedDraft = Record<TasteName, string>

export const tastedDraft = (profile: TasteProfile | null): TastedDraft =>
  Object.fromEntries(tasteNames.map(taste => [taste, String(Math.round(profile?.[taste] ?? 0) || '')])) as TastedDraft

/** What was entered; null for nothing. */
export function profileIn(draft: TastedDraft): TasteProfile | null {
  const said = tasteNames.filter(taste => draft[taste] !== '').map(taste => [taste, Number(draft[taste])])
  return said.length === 0 ? null : Object.fromEntries(said)
}

export const tastedFields = (draft: TastedDraft): Html =>
  html`<fieldset class="tasted"><legend>How it tastes</legend><p class="quiet">Optional. Helps people find this recipe by taste.</p>${tasteNames.map(
    taste => {
      const [label, words] = levelWords[taste]
      const levels = words.map((label, at) => ({ value: String(at + 1), label }))
      return choiceField(taste, label, [['', [{ value: '', label: 'Not specified' }, ...levels]]], draft[taste])
    },
  )}</fieldset>`

/** For example "Acidity: bright", from the author's levels. */
export function tastedInWords(profile: TasteProfile | null | undefined): Html {
  const said = tasteNames.flatMap(taste => {
    const [label, words] = levelWords[taste]
    const word = words[Math.round(profile?.[taste] ?? 0) - 1]
    return word ? [html`<div><dt>${label}</dt><dd>${word}</dd></div>`] : []
  })
  return said.length === 0
    ? html``
    : html`<section class="notes" aria-labelledby="tastes"><h2 class="small" id="tastes">How it tastes</h2><dl class="tasted">${said}</dl></section>`
}
