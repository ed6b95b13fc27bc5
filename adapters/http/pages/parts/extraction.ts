import { noTargetSentence } from '../../../../core/brews/doubt.ts'
import { EXTRACTION_TARGET, extractionAgainstTarget, isWithoutTarget } from '../../../../core/brews/extraction.ts'
import type { BrewLog } from '../../../../core/brews/model.ts'
import { clamp } from '../../../../core/numbers.ts'
import { hundredths } from '../../../../core/rounding.ts'
import { drawStraight } from '../../../design/dial/straight.ts'
import { type Html, html } from '../html.ts'
import type { Words } from '../words.ts'
import { pen } from './pen.ts'

/**
 * In percent. The scale ends here even if a reading is beyond it. Its numbers include the ends of
 * the target band.
 */
const SCALE = { from: 10, to: 30, numeralEvery: 4 }

/**
 * The extraction of a measured brew on a scale, with the target as a band. Empty if the brew was
 * not measured.
 */
export function extractionScale(brew: BrewLog, words: Words): Html {
  if (isWithoutTarget(brew)) return html`<p class="quiet">${noTargetSentence(brew)}.</p>`
  const against = extractionAgainstTarget(brew)
  if (against === null || brew.extractionPercent === null) return html``
  const { low, high } = EXTRACTION_TARGET
  const sentence = `Extraction is ${words.measuredPercent(brew.extractionPercent)}, ${against} the ${low} to ${high}% target.`
  const percents = Array.from({ length: SCALE.to - SCALE.from + 1 }, (_, n) => SCALE.from + n)
  const scale = drawStraight(pen, {
    ticks: percents.map(percent => ({
      at: across(percent),
      ...((percent - low) % SCALE.numeralEvery === 0 && { numeral: String(percent) }),
    })),
    at: across(brew.extractionPercent),
    band: { from: across(low), width: across(high) - across(low) },
    sentence,
  })
  return html`${scale}<p class="quiet">${sentence}</p>`
}

const across = (percent: number) =>
  hundredths((100 * (clamp(percent, SCALE.from, SCALE.to) - SCALE.from)) / (SCALE.to - SCALE.from))
