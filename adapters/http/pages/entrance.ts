import * as v from 'valibot'
import { GivenSetting, groundOn } from '../../../core/grind/given.ts'
import type { AnyGrinder } from '../../../core/grind/model.ts'
import { ring } from '../../design/dial/ring.ts'
import { dialFrom } from '../../design/dial/ticks.ts'
import type { RefusedForm } from './answer-form.ts'
import { attempt } from './attempt.ts'
import { dialFor, type Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { notice, textField } from './parts/controls.ts'
import { onWhich, setOn } from './parts/dials.ts'
import { pen } from './parts/pen.ts'
import { sentIn } from './sent-form.ts'
import { pathIn } from './site-path.ts'

export const notDone = (refused: RefusedForm | undefined): Html | string =>
  refused?.complaints[''] ? notice('wrong', '', refused.complaints['']) : ''

/** A hidden field with the page to continue on. */
export const nextInput = (next: string): Html =>
  next === '/' ? html`` : html`<input type="hidden" name="next" value="${next}">`

export const emailInput = (refused: RefusedForm | undefined, known?: string, isFixed = false): Html =>
  textField('email', 'Email', {
    value: isFixed ? known : (refused?.typed.email ?? known),
    complaint: refused?.complaints.email,
    more: html`type="email" autocomplete="email" required${isFixed ? html` readonly` : ''}`,
  })

/** The address with which a visitor has just claimed a roaster, so that they need not type it again. */
export const claimedWith = ({ request }: Visit) =>
  sentIn(request)?.fields.find(([name]) => name === 'businessEmail')?.[1]

export const passwordInput = (label: string, autocomplete: string, refused: RefusedForm | undefined): Html =>
  textField('password', label, {
    complaint: refused?.complaints.password,
    more: html`type="password" autocomplete="${autocomplete}" maxlength="1000" required`,
  })

/** A URL with the page to continue on afterwards. */
export const withNext = (path: string, next: string) =>
  next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`

/** A form next to the dial that the account will keep. */
export const entrancePage = async (visit: Visit, title: string, refused: RefusedForm | undefined, body: Html) =>
  sitePage(visit, {
    title,
    ...(refused && { status: refused.status }),
    body: html`<div class="entrance"><div class="entrance-in">${body}</div>${await keptDial(visit, refused)}</div>`,
  })

/**
 * The visitor's dial, at the setting of the brew they want to log, if any. Never shows a setting
 * that nobody chose.
 */
async function keptDial(visit: Visit, refused: RefusedForm | undefined): Promise<Html> {
  const { grinder, url } = visit
  const dial = dialFrom(dialFor(visit).grinder)
  if (!grinder)
    return html`<aside class="kept-dial">${ring(pen, { dial, sentence: 'A dial with nothing set yet.' })}
<h2 class="small">Your dial, on every recipe</h2><p>Tell us your grinder once. We’ll remember it.</p></aside>`
  const on = await brewedOn(grinder, pathIn(refused?.typed.next ?? url.searchParams.get('next')))
  const view = on
    ? { setting: on.grindSetting, range: on.grindRange, sentence: `${on.grindLabel} ${onWhich(on)}.` }
    : { text: grinder.model, sentence: `The dial of your ${grinder.model}.` }
  return html`<aside class="kept-dial">${ring(pen, { dial, ...view })}
${on ? html`<p class="quiet">${onWhich(on)}</p><h2 class="small">You’ve already set your dial</h2>` : html`<h2 class="small">You already have your dial</h2>`}<p>Sign in to keep it, along with every brew you log.</p></aside>`
}

/** The setting in the URL of the log. */
async function brewedOn(grinder: AnyGrinder, next: string) {
  const { searchParams } = new URL(next, 'http://here')
  const given = v.safeParse(GivenSetting, searchParams.get('grindSetting'))
  if (!given.success || searchParams.get('grinder') !== grinder.slug) return undefined
  const { done } = await attempt(async () => setOn(grinder, groundOn(grinder, given.output).grindSetting))
  return done
}
