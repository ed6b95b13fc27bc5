import type { Technique } from '../../../../core/adaptation/technique.ts'
import type { CoffeeDetail } from '../../../../core/coffees/model.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { noOpinion, type OpinionOfTechnique } from '../../../../core/techniques/talk.ts'
import { techniqueOn } from '../../../../core/techniques/techniques.ts'
import { pourShape } from '../../../design/pour.ts'
import { dialFor, type Visit } from '../choices.ts'
import { type Html, html } from '../html.ts'
import { brewerFor, type TechniqueReader, techniqueReader } from '../technique-reader.ts'
import type { Words } from '../words.ts'
import { rangeInWords } from './dials.ts'
import { recipeFigures, stars } from './figures.ts'
import { brewerIcon, icon, pen } from './pen.ts'

/**
 * Techniques in a list, each by the shape of its pours, with the figures that its page opens with:
 * on the reader's grinder and brewer and for their palate; for a coffee, as that is roasted.
 */
export async function techniqueCards(
  techniques: readonly Technique[],
  opinions: ReadonlyMap<string, OpinionOfTechnique>,
  visit: Visit,
  coffee?: BrewedCoffee,
): Promise<Html[]> {
  const reader = await techniqueReader(visit)
  return techniques.map(technique => techniqueCard(technique, opinions.get(technique.slug), reader, visit, coffee))
}

function techniqueCard(
  technique: Technique,
  opinion: OpinionOfTechnique | undefined,
  reader: TechniqueReader,
  visit: Visit,
  coffee: BrewedCoffee | undefined,
): Html {
  const { ports, words, who } = visit
  const { slug, name, method, text } = technique
  const { grinder, whose } = dialFor(visit)
  const { machine: brewer } = brewerFor(technique, reader, visit)
  const { roastLevel, coffeeType } = coffee ?? {}
  const asked = { brewer, roastLevel, isDecaf: coffeeType === 'DECAF', palate: reader.palate }
  const recipe = techniqueOn(technique, asked, grinder, ports, who)
  const on = { ...recipe, grinder, whose }
  const pouredGrams = recipe.waterGrams - (recipe.iceGrams ?? 0) - (recipe.bypassGrams ?? 0)
  const shape = { steps: recipe.steps, seconds: recipe.brewTimeSeconds, waterGrams: pouredGrams }
  return html`<article class="card technique">${pourShape(pen, shape)}${brewerIcon(method)}<span class="unseen">${methodById[method].name}</span>
<h3><a href="${techniquePath(slug)}${coffee ? `?coffee=${coffee.id}` : ''}">${name}</a></h3>
<p>${whoMadeItKnown(technique)}</p>
<p>${text.slice(0, text.indexOf('. ') + 1 || text.length)}</p>${likedBy(opinion, words)}
<div class="technique-foot">${recipeFigures(recipe, words, 'tiny')}<p class="setting"><b>${words.onDial(grinder, numeralOf(grinder, on.grindSetting))}</b> <span>${words.onDial(grinder, rangeInWords(on))}</span></p></div></article>`
}

/** Nothing before somebody liked or rated it: most techniques ship with the service. */
function likedBy({ upvotes, avgRating, ratingCount } = noOpinion, words: Words): Html {
  if (upvotes === 0 && avgRating === null) return html``
  return html`<div class="card-top">${upvotes === 0 ? '' : html`<span class="votes">${icon('up')}<span class="unseen">Liked by </span>${words.number(upvotes)}</span>`}${avgRating === null ? '' : stars(avgRating, ratingCount, words)}</div>`
}

/** The coffee that a technique is to be brewed with. */
type BrewedCoffee = Pick<CoffeeDetail, 'id' | 'roastLevel' | 'coffeeType'>

export const techniquePath = (slug: string) => `/techniques/${slug}`

/** Who made it known; nobody is credited for what many found. */
export const whoMadeItKnown = ({ madeKnownBy }: Technique) =>
  madeKnownBy ? `${madeKnownBy.name}, ${madeKnownBy.title}` : 'A classic; nobody knows who came up with it'
