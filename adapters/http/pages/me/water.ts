import * as v from 'valibot'
import { boilsAtF } from '../../../../core/equipment/boiling.ts'
import { numberOrText, withoutUnit } from '../../../../core/numbers.ts'
import { HomeWater, WATER_MATTERS, waterNote } from '../../../../core/water/home-water.ts'
import { type Html, html } from '../html.ts'
import { notice, textField } from '../parts/controls.ts'
import { inLine, type Words } from '../words.ts'

type WaterField = keyof HomeWater

/** The form as shown: what was typed, and what is wrong with it. */
export interface WaterForm {
  typed: Record<WaterField, string>
  complaints: Partial<Record<WaterField, string>>
}

export function waterForm(
  { altitudeMeters, waterHardnessPpm, waterAlkalinityPpm }: HomeWater,
  words: Words,
): WaterForm {
  const typed = (figure: number | null, say: (figure: number) => string) => (figure === null ? '' : say(figure))
  return {
    typed: {
      altitudeMeters: typed(altitudeMeters, words.typedAltitude),
      waterHardnessPpm: typed(waterHardnessPpm, words.typed),
      waterAlkalinityPpm: typed(waterAlkalinityPpm, words.typed),
    },
    complaints: {},
  }
}

/**
 * The figures that were typed, or the form again with what is wrong. An empty field means unknown.
 */
export function waterIn(form: URLSearchParams, words: Words): HomeWater | WaterForm {
  const text = (name: WaterField) => form.get(name)?.trim() ?? ''
  const read = (name: WaterField, figureIn: (text: string) => number | string) =>
    text(name) === '' ? null : figureIn(text(name))
  const ppm = (typed: string) => numberOrText(withoutUnit(typed, ['ppm', 'mg/l']))
  const given = v.safeParse(HomeWater, {
    altitudeMeters: read('altitudeMeters', words.metersIn),
    waterHardnessPpm: read('waterHardnessPpm', ppm),
    waterAlkalinityPpm: read('waterAlkalinityPpm', ppm),
  })
  if (given.success) return given.output
  const wrong = new Set(given.issues.map(({ path }) => path?.[0]?.key as WaterField))
  return {
    typed: {
      altitudeMeters: text('altitudeMeters'),
      waterHardnessPpm: text('waterHardnessPpm'),
      waterAlkalinityPpm: text('waterAlkalinityPpm'),
    },
    complaints: Object.fromEntries([...wrong].map(name => [name, sentences[name](words)])),
  }
}

const sentences: Record<WaterField, (words: Words) => string> = {
  altitudeMeters: words =>
    `Enter an altitude between ${inLine(words.altitude(0))} and ${inLine(words.altitude(5500))}, for example ${words.typedAltitude(1400)}.`,
  waterHardnessPpm: () => 'Enter a hardness between 0 and 1000 ppm, for example 90.',
  waterAlkalinityPpm: () => 'Enter an alkalinity between 0 and 1000 ppm, for example 50.',
}

/** Altitude and water, as part of the person's gear. */
export function waterSection(water: HomeWater, { typed, complaints }: WaterForm, isSaved: boolean, words: Words): Html {
  const { altitudeMeters } = water
  const figure = (name: WaterField, label: string, unit: string) =>
    textField(name, label, {
      value: typed[name],
      unit,
      complaint: complaints[name],
      more: html`inputmode="decimal" autocomplete="off" maxlength="20"`,
    })
  return html`<section class="part" aria-labelledby="water"><h2 id="water">Water</h2>${isSaved ? notice('right', 'Saved.', '') : ''}
<form class="panel water" method="post" action="/me/gear/water#water"><div class="water-fields">${figure('altitudeMeters', 'Altitude', words.heightUnit)}${figure('waterHardnessPpm', 'Hardness', 'ppm')}${figure('waterAlkalinityPpm', 'Alkalinity', 'ppm')}</div>
<p class="quiet">${altitudeMeters === null ? 'The higher you live, the lower the boiling point. Tell us your altitude so recipes never ask for hotter water than you can get.' : `Water boils at ${inLine(words.temperature(boilsAtF(altitudeMeters)))} where you are, so no recipe asks for hotter.`}</p>
<p class="quiet">${waterNote(water) ?? `${WATER_MATTERS} Your water supplier or a test kit gives both in ppm (mg/l) as calcium carbonate.`}</p>
<p class="panel-end"><button class="button small">Save</button><span class="quiet">Leave anything you don’t know blank.</span></p></form></section>`
}
