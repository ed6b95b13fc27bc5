import * as v from 'valibot'
import { basketFor } from '../../../core/adaptation/asked-amounts.ts'
import { type BaseRecipe, type Brewer, boundsFor, isFixed } from '../../../core/adaptation/base.ts'
import { tastesByPours } from '../../../core/adaptation/pour-parts.ts'
import type { Coffee } from '../../../core/coffees/model.ts'
import { type RoastLevel, roastLevels, roastWord } from '../../../core/coffees/roast.ts'
import * as field from '../../../core/fields.ts'
import { countInWords } from '../../../core/grind/dial-words.ts'
import { capital } from '../../../core/names.ts'
import { poursBy, type Steps } from '../../../core/recipes/steps.ts'
import type { Visit } from './choices.ts'
import { nudgedIn, waterAsked, wholeIn } from './chosen-brew.ts'
import { type Html, html } from './html.ts'
import { choiceField } from './parts/controls.ts'
import { roastInWords } from './parts/figures.ts'

/** What a reader may change about a technique. What is not asked for is as published. */
interface Knobs {
  doseGrams: number | undefined
  strength: number
  taste: number
  roastLevel: RoastLevel | undefined
}

/** The roast is that of the coffee, until another one is chosen. */
export function knobsIn(
  { url }: Visit,
  coffee: Pick<Coffee, 'roastLevel'> | undefined,
  base: BaseRecipe,
  brewer: Brewer | undefined,
): Knobs {
  const asked = url.searchParams
  const dose = Number(asked.get('dose'))
  const roast = asked.get('roast')
  return {
    doseGrams: takes(dose, base, brewer) ? dose : undefined,
    strength: wholeIn(asked, 'strength', 1, 5, 3),
    taste: wholeIn(asked, 'taste', -2, 2, 0),
    roastLevel: roast === null ? coffee?.roastLevel : roastLevels.find(level => roastWord(level) === roast),
  }
}

const chosenBy = ['dose', 'water', 'strength', 'taste', 'roast', 'nudge']

/** What the URL chooses of a technique; empty if it is as published. */
export const chosenOf = ({ url }: Pick<Visit, 'url'>): Record<string, string> =>
  Object.fromEntries([...url.searchParams].filter(([name, value]) => chosenBy.includes(name) && value !== ''))

/** A gram less and a gram more of coffee, as far as the basket takes them. */
export function dosesBeside(doseGrams: number, base: BaseRecipe, brewer: Brewer | undefined) {
  const [less, more] = [Math.ceil(doseGrams) - 1, Math.floor(doseGrams) + 1].map(dose =>
    takes(dose, base, brewer) ? dose : undefined,
  )
  return { less, more }
}

function takes(doseGrams: number, base: BaseRecipe, machine: Brewer | undefined) {
  if (isFixed(base, 'dose')) return doseGrams === base.doseGrams
  const { min, max } = basketFor(base.method, boundsFor(base, machine)) ?? { min: 1, max: Infinity }
  return v.is(field.doseGrams, doseGrams) && min <= doseGrams && doseGrams <= max
}

interface KnobChoice {
  value: number
  label: string
}

/** A live form; without a script, its button shows the result. */
export function knobsForm(base: BaseRecipe, { strength, taste, roastLevel, doseGrams }: Knobs, visit: Visit): Html {
  const { url } = visit
  const asked = {
    coffee: url.searchParams.get('coffee'),
    water: waterAsked(visit),
    dose: doseGrams,
    nudge: nudgedIn(visit),
  }
  const kept = Object.entries(asked).filter(([, value]) => value != null)
  const pours = poursBy(base.method, base.steps).length
  // A stronger setting than ours, which a link may have, stays.
  const tastes: KnobChoice[] = [
    { value: Math.max(1, taste), label: tastesByPours(base) ? 'Sweeter' : 'Richer' },
    { value: 0, label: 'Balanced' },
    { value: Math.min(-1, taste), label: 'Brighter' },
  ]
  const strengths: KnobChoice[] = [
    { value: Math.min(2, strength), label: 'Lighter' },
    { value: 3, label: 'Medium' },
    { value: Math.max(4, strength), label: 'Stronger' },
  ]
  const roasts = roastLevels.map(level => ({ value: roastWord(level), label: roastInWords(level) }))
  return html`<form class="knobs" id="knobs" method="get" action="${url.pathname}"><h2>${pours > 0 ? `${capital(countInWords(pours))} pours` : 'How to brew it'}</h2>
${knob('taste', 'Taste', tastes, taste)}${knob('strength', 'Strength', strengths, strength)}${choiceField('roast', 'Roast', [['', [{ value: '', label: 'Any' }, ...roasts]]], roastLevel && roastWord(roastLevel))}
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value ?? ''}">`)}<p class="unscripted"><button class="button soft">Show it</button></p></form>`
}

const knob = (name: string, label: string, settings: KnobChoice[], chosen: number): Html =>
  html`<fieldset class="knob"><legend>${label}</legend><span class="switch sorts">${settings.map(({ value, label }) => html`<label><input class="unseen" type="radio" name="${name}" value="${value}"${value === chosen ? html` checked` : ''}>${label}</label>`)}</span></fieldset>`

/** When each part is poured, and what its author says it is for: "40%: taste". */
export function partsPoured({ method, pourParts = [] }: BaseRecipe, steps: Steps, waterGrams: number, seconds: number) {
  const pours = poursBy(method, steps)
  let share = 0
  const from = pourParts.map(part => {
    const start = share
    share += part.share
    return pours.find(({ toGrams }) => (toGrams ?? 0) > start * waterGrams + 1)?.atSeconds ?? 0
  })
  return pourParts.map(({ share, decides }, at) => ({
    from: from[at] ?? 0,
    to: from[at + 1] ?? seconds,
    text: `${Math.round(100 * share)}%: ${decides}`,
  }))
}
