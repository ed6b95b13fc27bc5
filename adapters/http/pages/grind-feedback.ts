import type { Fault } from '../../../core/errors.ts'
import { usualMethod } from '../../../core/grind/chart.ts'
import { chartMethods, drinkName, methodById } from '../../../core/grind/methods.ts'
import type { AnyGrinder } from '../../../core/grind/model.ts'
import { labelOf, numeralOf } from '../../../core/grind/notation.ts'
import { positionOn } from '../../../core/grind/position.ts'
import type { RightBrew } from '../../../core/learning/learning.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { choiceField, notice, textField } from './parts/controls.ts'
import { unitLabelOf } from './parts/dials.ts'

/** Feedback about a setting, and what is wrong with the form. */
export interface GivenFeedback {
  method: string
  setting: string
  fault?: Fault
}

/** The section "Is this right?". Anybody may answer. */
export function feedbackPanel(grinder: AnyGrinder, given: GivenFeedback | undefined, { url, who }: Visit): Html {
  const method = usualMethod(grinder)
  const usual = numeralOf(grinder, positionOn(grinder, methodById[method].grindIndex.target).setting)
  const methods = chartMethods.map(({ id, name }) => ({ value: id, label: name }))
  return html`<section class="panel" id="right" aria-labelledby="right-title"><h2 class="small" id="right-title">Is this right?</h2>
${url.searchParams.has('told') ? notice('right', 'Thank you.', 'This helps us improve the curve.') : html`<p class="quiet">Brewed with this grinder? Tell us how the grind was.</p>`}
<form method="post" action="/grinders/${grinder.slug}/feedback#right" class="asked"><div class="pair">${choiceField('method', 'Brewed', [['', methods]], given?.method ?? method)}${textField('at', `${unitLabelOf(grinder)}`, { value: given?.setting ?? usual, complaint: given?.fault?.message, more: html`inputmode="decimal" maxlength="60" autocomplete="off"` })}</div>
<div class="three"><button class="button outlined" name="feedback" value="TOO_FINE">Too fine</button><button class="button" name="feedback" value="JUST_RIGHT">Just right</button><button class="button outlined" name="feedback" value="TOO_COARSE">Too coarse</button></div></form>
<p class="label">${who ? 'Your answer counts once, and nobody sees your name.' : 'Anonymous.'} When enough people agree, we move the curve.</p></section>`
}

/** The same section, with one question, after an owner's brew that tasted just right. */
export function rightPanel(grinder: AnyGrinder, { method, grindSetting }: RightBrew): Html {
  const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">`
  return html`<section class="panel" id="right" aria-labelledby="right-title"><h2 class="small" id="right-title">Right for you?</h2>
<p>You logged a ${drinkName(method)} at ${labelOf(grinder, grindSetting)} that tasted just right. Was the grind right, too? That helps every ${grinder.model} owner.</p>
<form method="post" action="/grinders/${grinder.slug}/feedback#right" class="asked">${hidden('method', method)}${hidden('at', numeralOf(grinder, grindSetting))}
<div class="three"><button class="button outlined" name="feedback" value="TOO_FINE">Too fine</button><button class="button" name="feedback" value="JUST_RIGHT">Just right</button><button class="button outlined" name="feedback" value="TOO_COARSE">Too coarse</button></div></form>
<p class="label">Your answer counts once, and nobody sees your name.</p></section>`
}
