import * as v from 'valibot'
import type { StoredGrinder } from '../../../core/equipment/equipment.ts'
import { calibrateGrinder, forgetCalibration, type TastedCalibration } from '../../../core/equipment/own-grinders.ts'
import type { CalibrationReference } from '../../../core/grind/calibrate.ts'
import { usualMethod } from '../../../core/grind/chart.ts'
import { dialOf } from '../../../core/grind/dial.ts'
import { chartMethods, GivenMethod, type MethodId, methodById } from '../../../core/grind/methods.ts'
import { type AnyGrinder, feedbacks } from '../../../core/grind/model.ts'
import { fullName } from '../../../core/grind/name.ts'
import { labelOf, numeralOf, settingOn } from '../../../core/grind/notation.ts'
import { positionOn } from '../../../core/grind/position.ts'
import { rangeAround } from '../../../core/grind/range.ts'
import { calibrationInWords } from '../../../core/grind/shift.ts'
import { brewedIn, withNewest } from '../../../core/grind/tastings.ts'
import { capital } from '../../../core/names.ts'
import { attempt } from './attempt.ts'
import { choiceCookie, type Visit } from './choices.ts'
import { notFoundPage } from './error.ts'
import { postedForm } from './form.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { type OwnVisit, seeOther } from './own-page.ts'
import { chipBox, methodTabs, notice, textField } from './parts/controls.ts'
import { grindOn, straightDial } from './parts/dials.ts'
import { icon } from './parts/pen.ts'

/** The section "Make it yours" on a grinder's page: the reader's calibration. */
export function calibratePanel(grinder: AnyGrinder, listed: StoredGrinder): Html {
  const { target } = methodById[usualMethod(grinder)].grindIndex
  return html`<section class="panel" id="yours" aria-labelledby="yours-title"><h2 class="small" id="yours-title">Make it yours</h2>
<p class="quiet">Tell us one setting that tasted right. From then on every recipe here knows your ${grinder.model}.</p>
${straightDial(grindOn(grinder, target, grinder.calibrated ? 'your' : 'a'), 9)}
<p class="asked"><a class="button" href="/grinders/${grinder.slug}/calibrate">Calibrate my ${grinder.model}</a>${grinder.calibrated ? html`<span class="quiet">${capital(calibrationInWords(grinder, listed))}</span>` : ''}</p></section>`
}

/** Three taps: what was brewed, the setting, and how it tasted. */
export async function calibratePage(
  slug: string,
  visit: OwnVisit,
  complaint?: string,
  typed?: string,
): Promise<Response> {
  const { ports, who, url } = visit
  const listed = ports.grinders.bySlug(slug)
  if (!listed) return notFoundPage(visit)
  const [grinder, known] = await Promise.all([
    ports.ownGrinders.of(who.id, listed.id),
    ports.ownGrinders.calibration(who.id, listed.id),
  ])
  const method = methodIn(visit, listed)
  const here = `/grinders/${slug}/calibrate`
  const left = Number(url.searchParams.get('left') ?? 0)
  return sitePage(visit, {
    title: `Calibrate my ${grinder.model}`,
    section: 'Grinders',
    script: 'lists.js',
    ...(complaint !== undefined && { status: 400 }),
    body: html`<nav class="crumbs" aria-label="Where you are"><a href="/grinders">Grinders</a>${icon('right')}<a href="/grinders/${slug}">${fullName(grinder)}</a></nav>
<h1 class="title">Make it yours</h1><p class="lead part-lead">Three taps: what you brewed, your setting, and how it tasted.</p>
${url.searchParams.has('saved') ? notice('right', 'Saved.', left > 0 ? 'We removed earlier settings that no longer fit.' : 'Recipes now use your calibration.') : ''}
<form method="post" action="${here}?method=${method}" class="calibrate"><h2 class="small">1. What did you brew?</h2>
${methodTabs(
  chartMethods.map(({ id }) => ({ method: id, href: `${here}?method=${id}` })),
  method,
)}
<fieldset><legend><h2 class="small">2. What was your setting?</h2></legend>${straightDial(grindOn(grinder, methodById[method].grindIndex.target, 'your'), 9)}
<div class="chips">${settingsNear(grinder, method).map(setting => tap(grinder, setting, method))}</div>
${textField('typed', 'Or another setting', { value: typed, complaint, more: html`inputmode="decimal" maxlength="60" autocomplete="off"` })}</fieldset>
<h2 class="small" id="tasted">3. How did it taste?</h2>
<div class="three"><button class="button outlined" name="tasted" value="TOO_COARSE">Sour or thin</button><button class="button" name="tasted" value="JUST_RIGHT">Just right</button><button class="button outlined" name="tasted" value="TOO_FINE">Bitter or harsh</button></div></form>
${known ? toldSoFar(listed, known, visit, here) : ''}`,
  })
}

const methodIn = ({ url }: Visit, grinder: AnyGrinder): MethodId => {
  const method = v.safeParse(GivenMethod, url.searchParams.get('method'))
  return method.success && method.output !== 'turkish' ? method.output : usualMethod(grinder)
}

const tap = (grinder: AnyGrinder, setting: number, method: MethodId): Html => {
  const isHere = setting === positionOn(grinder, methodById[method].grindIndex.target).setting
  return chipBox('radio', 'setting', String(setting), numeralOf(grinder, setting), isHere)
}

/**
 * Plausible settings: every step around where we would start, or every second, fifth or tenth if
 * there are many.
 */
function settingsNear(grinder: AnyGrinder, method: MethodId) {
  const { target } = methodById[method].grindIndex
  const { step, move } = dialOf(grinder)
  const { min, max } = rangeAround(grinder, target, 2 * grinder.uncertainty)
  const steps = Math.round((max - min) / step)
  const apart = [1, 2, 5, 10, 20, 50].find(apart => steps / apart < MOST_TAPS) ?? 100
  const here = positionOn(grinder, target).setting
  const around = Array.from({ length: 2 * MOST_TAPS + 1 }, (_, at) => move(here, (at - MOST_TAPS) * apart))
  const settings = [...new Set(around)].filter(setting => setting >= min && setting <= max)
  return grinder.finerIsHigher ? settings.reverse() : settings
}

const MOST_TAPS = 12

function toldSoFar(grinder: StoredGrinder, { tasted }: TastedCalibration, { words }: Visit, here: string): Html {
  return html`<section class="part" aria-labelledby="told"><h2 class="small" id="told">What you’ve told us so far</h2>
<form method="post" action="${here}"><ul class="tastings">${tasted.map(
    one =>
      html`<li><span><b>${labelOf(grinder, one.setting)}</b> for ${brewedIn(one)}: ${feedbackInWords[one.feedback]}</span><span class="quiet">${one.tastedAt ? words.day(one.tastedAt) : ''}</span><button class="button small soft" name="remove" value="${keyOf(one)}">Remove</button></li>`,
  )}</ul>
<p><button class="button small outlined" name="remove" value="all">Go back to the published settings</button></p></form></section>`
}

const feedbackInWords: Record<CalibrationReference['feedback'], string> = {
  TOO_FINE: 'bitter or harsh',
  JUST_RIGHT: 'just right',
  TOO_COARSE: 'sour or thin',
}

type Told = TastedCalibration['tasted'][number]
const keyOf = ({ grindIndex, setting, feedback, tastedAt }: Told) => [grindIndex, setting, feedback, tastedAt].join(' ')

/** Handles the third tap, or the removal of a tasting. */
export async function calibrateByTaps(slug: string, visit: OwnVisit): Promise<Response> {
  const { request, ports, who, url } = visit
  const form = await postedForm(request, ports)
  const grinder = ports.grinders.bySlug(slug)
  if (!grinder) return notFoundPage(visit)
  const tasted = (await ports.ownGrinders.calibration(who.id, grinder.id))?.tasted ?? []
  const removed = form.get('remove')
  if (removed !== null) {
    const rest = removed === 'all' ? [] : tasted.filter(one => keyOf(one) !== removed)
    if (tasted.length > 0) await keep(grinder, rest, visit)
    return seeOther(url.pathname)
  }
  const typed = form.get('typed')?.trim() ?? ''
  const answer = await attempt(async () => {
    const method = methodIn(visit, grinder)
    const references = withNewest(grinder, tasted, {
      method,
      grindIndex: methodById[method].grindIndex.target,
      setting: settingOn(grinder, typed || (form.get('setting') ?? '')),
      feedback: feedbacks.find(one => one === form.get('tasted')) ?? 'JUST_RIGHT',
    })
    await keep(grinder, references, visit)
    return tasted.length + 1 - references.length
  })
  if (answer.fault) return calibratePage(slug, visit, answer.fault.message, typed)
  const response = seeOther(`${url.pathname}?saved=1${answer.done > 0 ? `&left=${answer.done}` : ''}`)
  response.headers.set('set-cookie', choiceCookie('grinder', slug, ports))
  return response
}

async function keep(grinder: StoredGrinder, references: Told[], { ports, who }: OwnVisit) {
  const grinderId = grinder.id
  if (references.length === 0) await forgetCalibration({ grinderId }, ports, who)
  else await calibrateGrinder({ grinderId, references }, ports, who)
}
