import type { BaseRecipe } from '../../../../core/adaptation/base.ts'
import { byRoast } from '../../../../core/adaptation/rules.ts'
import type { Technique } from '../../../../core/adaptation/technique.ts'
import { baseOfTechnique } from '../../../../core/adaptation/technique-base.ts'
import type { CoffeeDetail } from '../../../../core/coffees/model.ts'
import { BOILING_F } from '../../../../core/fields.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { onScale } from '../../../../core/grind/model.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { noOpinion, type OpinionOfTechnique } from '../../../../core/techniques/talk.ts'
import { pourShape } from '../../../design/pour.ts'
import { dialFor, type Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'
import type { Words } from '../words.ts'
import { grindOn, rangeInWords } from './dials.ts'
import { recipeFigures, stars } from './figures.ts'
import { brewerIcon, icon, pen } from './pen.ts'

/**
 * A technique in a list, by the shape of its pours, with its setting on the reader's grinder; for a
 * coffee, as that is roasted.
 */
export function techniqueCard(
  technique: Technique,
  opinions: ReadonlyMap<string, OpinionOfTechnique>,
  visit: Visit,
  coffee?: BrewedCoffee,
): Html {
  const { ports, words } = visit
  const { slug, name, method, text, iceGrams, bypassGrams } = technique
  const base = ofRoast(baseOfTechnique(technique, ports.grinders), coffee)
  const { doseGrams, waterGrams, waterTempF, brewTimeSeconds: seconds, grindIndex, grindDoubt } = base
  const { grinder, whose } = dialFor(visit)
  const on = grindOn(grinder, grindIndex, whose, { sourceUncertainty: grindDoubt ?? 0 })
  const pouredGrams = waterGrams - (iceGrams ?? 0) - (bypassGrams ?? 0)
  const figures = { method, doseGrams, waterGrams: pouredGrams, waterTempF, brewTimeSeconds: seconds }
  return html`<article class="card technique">${pourShape(pen, { steps: technique.steps, seconds, waterGrams: pouredGrams })}${brewerIcon(method)}<span class="unseen">${methodById[method].name}</span>
<h3><a href="${techniquePath(slug)}${coffee ? `?coffee=${coffee.id}` : ''}">${name}</a></h3>
<p>${whoMadeItKnown(technique)}</p>
<p>${text.slice(0, text.indexOf('. ') + 1 || text.length)}</p>${likedBy(opinions.get(slug), words)}
<div class="technique-foot">${recipeFigures(figures, words, 'tiny')}<p class="setting"><b>${words.onDial(grinder, numeralOf(grinder, on.grindSetting))}</b> <span>${words.onDial(grinder, rangeInWords(on))}</span></p></div></article>`
}

/** Nothing before somebody liked or rated it: most techniques ship with the service. */
function likedBy({ upvotes, avgRating, ratingCount } = noOpinion, words: Words): Html {
  if (upvotes === 0 && avgRating === null) return html``
  return html`<div class="card-top">${upvotes === 0 ? '' : html`<span class="votes">${icon('up')}<span class="unseen">Liked by </span>${words.number(upvotes)}</span>`}${avgRating === null ? '' : stars(avgRating, ratingCount, words)}</div>`
}

/** The coffee that a technique is to be brewed with. */
type BrewedCoffee = Pick<CoffeeDetail, 'id' | 'roastLevel'>

/** As its page adapts it, but for a machine. */
function ofRoast(base: BaseRecipe, coffee: BrewedCoffee | undefined): BaseRecipe {
  const { tempShiftF = 0, indexShift = 0 } =
    byRoast({ method: base.method, roastLevel: coffee?.roastLevel, technique: base }) ?? {}
  const waterTempF = Math.min(BOILING_F, base.waterTempF + tempShiftF)
  return { ...base, waterTempF, grindIndex: onScale(base.grindIndex + indexShift) }
}

export const techniquePath = (slug: string) => `/techniques/${slug}`

/** Who made it known; nobody is credited for what many found. */
export const whoMadeItKnown = ({ madeKnownBy }: Technique) =>
  madeKnownBy ? `${madeKnownBy.name}, ${madeKnownBy.title}` : 'A classic; nobody knows who came up with it'
