import { presentStyle, unusualStyle } from '../../../../core/adaptation/styles.ts'
import type { BrewLog } from '../../../../core/brews/model.ts'
import { brewedCoffee } from '../../../../core/brews/present.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { straight } from '../../../design/dial/straight.ts'
import { dialFrom } from '../../../design/dial/ticks.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { fiveStars } from '../parts/figures.ts'
import { brewerIcon, pen } from '../parts/pen.ts'
import { tasteInWords } from '../parts/taste.ts'
import { readerClock } from '../reader-clock.ts'
import { inLine } from '../words.ts'

/** A list of brews, each a link to its own page. */
export function brewRows(brews: readonly BrewLog[], visit: OwnVisit): Html {
  const clock = readerClock(visit)
  return html`<ul class="brews">${brews.map(brew => html`<li>${brewerIcon(brew.method)}<p class="brew-name"><a href="/me/brews/${brew.id}">${brewedCoffee(brew) ?? methodById[brew.method].name}</a><span class="quiet">${styleName(brew)}${clock.short(brew.brewedAt)}</span></p><span class="quiet brew-amounts">${amountsInRow(brew, visit)}</span><b>${brew.grindLabel ?? ''}</b><span class="brew-dial">${dialInRow(brew, visit)}</span><span class="brew-taste">${taste(brew)}</span><span class="brew-stars">${brew.rating === null ? '' : fiveStars(brew.rating)}</span></li>`)}</ul>`
}

/** For example "Iced, ", put before the day if the style is not the usual one. */
const styleName = ({ style }: BrewLog) => (unusualStyle(style) && style ? `${presentStyle(style).name}, ` : '')

type RowFigures = Pick<BrewLog, 'method' | 'doseGrams' | 'waterGrams' | 'grinderId' | 'grindSetting' | 'grindLabel'>

/** "15 g in, 250 g water", or of a shot "18 g in, 36 g out". */
export function amountsInRow({ method, doseGrams, waterGrams }: RowFigures, { words }: OwnVisit) {
  const amounts = [
    ...(doseGrams === null ? [] : [`${inLine(words.grams(doseGrams))} in`]),
    ...(waterGrams === null ? [] : [`${inLine(words.grams(waterGrams))} ${method === 'espresso' ? 'out' : 'water'}`]),
  ]
  return amounts.join(', ')
}

export function dialInRow({ grinderId, grindSetting, grindLabel }: RowFigures, { ports }: OwnVisit): Html {
  const grinder = grinderId === null ? undefined : ports.grinders.byId(grinderId)
  if (!grinder || grindSetting === null || grindLabel === null) return html``
  return straight(pen, {
    dial: dialFrom(grinder),
    setting: grindSetting,
    numerals: 5,
    sentence: `${grindLabel} on the ${grinder.model}.`,
  })
}

function taste({ extractionFeedback }: BrewLog): Html {
  const words = tasteInWords(extractionFeedback)
  return words === '' ? html`` : html`<i class="${extractionFeedback?.balanced ? 'right' : ''}"></i>${words}`
}
