import * as v from 'valibot'
import { styledName } from '../../../../core/adaptation/styles.ts'
import { brewedCoffee } from '../../../../core/brews/present.ts'
import { type Fault, faultOf } from '../../../../core/errors.ts'
import * as field from '../../../../core/fields.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { numeralOf } from '../../../../core/grind/notation.ts'
import { capital, inARow } from '../../../../core/names.ts'
import type { DialNow } from '../../../../core/stand/dials.ts'
import type { NeededSetting } from '../../../../core/stand/needed.ts'
import { SetDial, setDial } from '../../../../core/stand/read-dials.ts'
import { standRing } from '../../../design/dial/stand-ring.ts'
import { positionAcross, straight } from '../../../design/dial/straight.ts'
import { dialFrom } from '../../../design/dial/ticks.ts'
import { attempt } from '../attempt.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { textField } from '../parts/controls.ts'
import { AS_NEAR, enterSetting, unitOf } from '../parts/dials.ts'
import { brewerIcon, icon, pen } from '../parts/pen.ts'
import { tastesIn } from '../parts/taste.ts'
import { idIn } from '../query.ts'
import { readerClock } from '../reader-clock.ts'
import { valueOfBag } from './draft.ts'
import { drinkerIn } from './household-brews.ts'
import { hasTimer, stepTitle } from './next-step.ts'

/** A setting that was typed and that its dial does not have. */
export interface WrongSetting {
  grinderId: number
  typed: string
  complaint: string
}

type ShownDial = DialNow & { needed: readonly NeededSetting[] }

/** Where the dial of the last brew is, and how far to turn it for each open bag. */
export function mainDialPanel(
  dial: ShownDial,
  next: NeededSetting | undefined,
  visit: OwnVisit,
  wrong?: WrongSetting,
): Html {
  const { grinder, stand, needed } = dial
  const view = {
    dial: dialFrom(grinder),
    setting: stand?.setting,
    needed: needed.map(one => ({ setting: one.setting, method: one.method, isNext: one === next })),
    sentence: standSentence(dial),
  }
  return html`<section class="panel stand" aria-label="Where your ${fullName(grinder)} is"><div><div class="dial">${standRing(pen, view)}<p class="range-words"><b>${fullName(grinder)}</b>${stand ? `, ${leftHere(dial, visit)}` : ', not set yet'}</p></div>${burrsWarning(dial, visit)}${notThere(dial, visit, wrong)}</div>${
    needed.length === 0 ? firstStep : html`<div>${turnRows(dial, next, visit)}${logLink(needed[0], visit)}</div>`
  }</section>`
}

/** Another dial, drawn straight. */
export function otherDialCard(
  dial: ShownDial,
  next: NeededSetting | undefined,
  visit: OwnVisit,
  wrong?: WrongSetting,
): Html {
  const { grinder, stand, needed } = dial
  return html`<section class="panel stand-card" aria-label="Where your ${fullName(grinder)} is"><div class="gear-top"><h2 class="small">${fullName(grinder)}</h2><span class="quiet">${stand ? `at ${numeralOf(grinder, stand.setting)} since ${sinceWhen(dial, visit)}` : 'not set yet'}</span></div>
${scaleOf(dial)}${burrsWarning(dial, visit)}${needed.length === 0 ? '' : turnRows(dial, next, visit)}${notThere(dial, visit, wrong)}</section>`
}

/** With a hollow mark where the first bag wants it. */
function scaleOf(one: ShownDial): Html {
  const dial = dialFrom(one.grinder)
  const [setting, wanted] = [one.stand?.setting, one.needed[0]]
  const at = wanted && wanted.setting !== setting ? positionAcross(dial, wanted.setting) : undefined
  return html`<div class="scale">${straight(pen, { dial, numerals: 9, setting, range: wanted?.range, sentence: standSentence(one) })}${
    at === undefined
      ? ''
      : html`<svg class="straight" height="38" aria-hidden="true"><line x1="${at}%" x2="${at}%" y1="4" y2="27"/><circle cx="${at}%" cy="4" r="4"/></svg>`
  }</div>`
}

const firstStep = html`<div class="first-turn"><h2 class="small">No open bags</h2><p class="quiet">Add the coffee you’re drinking, and we’ll say how far to turn.</p><p class="buttons"><a class="button" href="/me/shelf">${icon('plus')}Add a bag</a><a class="button outlined" href="/recipes">Find a recipe</a></p></div>`

/** For screen readers: where the dial is, and what each bag needs. */
function standSentence({ grinder, stand, needed }: ShownDial): string {
  const here = stand ? `${numeralOf(grinder, stand.setting)} ${unitOf(grinder)}`.trim() : undefined
  const each = needed.map(one => `${neededName(one)} needs ${numeralOf(grinder, one.setting)}.`)
  return [
    here ? `Your ${grinder.model} is at ${here}.` : `We don’t know where your ${grinder.model} is set.`,
    ...each,
  ].join(' ')
}

/** "where you left it", or who used it last. */
function leftHere({ stand, lastFor }: DialNow, visit: OwnVisit): string {
  if (!stand) return ''
  if (!stand.brew) return `as you said ${readerClock(visit).when(stand.at)}`
  return lastFor === undefined
    ? 'where you left it'
    : `last set for ${lastFor ?? 'a guest'} ${readerClock(visit).when(stand.at)}`
}

const sinceWhen = ({ stand }: DialNow, visit: OwnVisit) =>
  readerClock(visit)
    .when(stand?.at ?? '')
    .replace(/^on /, '')

/** For example "Your C40 MK4 is at 18, from your AeroPress this morning." */
export function standInWords(dial: DialNow, visit: OwnVisit): string {
  const { grinder, stand, lastFor } = dial
  if (!stand) return 'Here’s the next cup.'
  const [at, when] = [
    `Your ${grinder.model} is at ${numeralOf(grinder, stand.setting)}`,
    readerClock(visit).when(stand.at),
  ]
  if (!stand.brew) return `${at}, as you said ${when}.`
  if (lastFor !== undefined) return `${at}. Last set for ${lastFor ?? 'a guest'} ${when}.`
  return `${at}, from your ${methodById[stand.brew.method].name} ${when}.`
}

export const burrsWarning = ({ grinder, burrsChangedOn, isCalibrationOld }: DialNow, visit: OwnVisit): Html =>
  burrsChangedOn && isCalibrationOld
    ? html`<p class="notice burrs">${icon('fault')}<span>You changed or cleaned the burrs on ${visit.words.date(burrsChangedOn)}, after your last calibration. <a href="/grinders/${grinder.slug}/calibrate">Calibrate again</a></span></p>`
    : html``

/** When its burrs were changed or cleaned. */
export function burrsForm({ grinder, burrsChangedOn }: DialNow, visit: OwnVisit): Html {
  const name = `burrs-${grinder.id}`
  return html`<details class="more not-there"><summary>${burrsChangedOn ? `Burrs changed or cleaned on ${visit.words.date(burrsChangedOn)}` : 'Changed or cleaned the burrs?'}</summary><form class="saying" method="post" action="/me/dials"><input type="hidden" name="grinder" value="${grinder.id}"><input type="hidden" name="back" value="/me/gear">${textField(name, 'When you changed or cleaned them', { value: burrsChangedOn ?? '', more: html`type="date" min="2000-01-01" max="${readerClock(visit).today}"` })}<button class="button soft">Save</button></form></details>`
}

/** Sets by hand where the dial is. */
function notThere({ grinder, stand }: DialNow, { words }: OwnVisit, wrong: WrongSetting | undefined): Html {
  const own = wrong?.grinderId === grinder.id ? wrong : undefined
  return html`<details class="more not-there"${own ? html` open` : ''}><summary>${stand ? 'Not there?' : 'Where is it set?'}</summary><form class="saying" method="post" action="/me/dials"><input type="hidden" name="grinder" value="${grinder.id}">${textField(`setting-${grinder.id}`, `Your ${grinder.model} is at`, { value: own?.typed ?? '', unit: unitOf(grinder), complaint: own?.complaint, more: html`autocomplete="off" required maxlength="60" placeholder="${words.onDial(grinder, numeralOf(grinder, stand?.setting ?? grinder.references[2].setting))}"` })}<button class="button soft">Set</button></form></details>`
}

const turnRows = (dial: ShownDial, next: NeededSetting | undefined, visit: OwnVisit): Html =>
  html`<ul class="turns">${dial.needed.map(one => turnRow(one, dial, one === next, visit))}</ul>`

/** For a cup that is brewed already. */
const logLink = (one: NeededSetting | undefined, visit: OwnVisit): Html =>
  one?.brew && hasTimer(one.brew)
    ? html`<p><a class="all" href="${logAgain(one.brew.id, visit)}">Log it without the timer</a></p>`
    : html``

function logAgain(id: number, { url }: OwnVisit) {
  const drinker = drinkerIn(url.searchParams)
  return `/me/log?again=${id}${drinker === undefined ? '' : `&drinker=${drinker}`}`
}

function turnRow(one: NeededSetting, dial: DialNow, isNext: boolean, visit: OwnVisit): Html {
  const { grinder, stand } = dial
  const to = numeralOf(grinder, one.setting)
  const from = stand && one.turn?.steps ? numeralOf(grinder, stand.setting) : undefined
  return html`<li${isNext ? html` class="next-turn"` : ''}><span class="badge">${brewerIcon(one.method)}</span><div class="row-words"><b>${neededName(one)}</b><span class="quiet">${whatItNeeds(one, dial, isNext, visit)}</span></div><p class="turn-by">${from === undefined ? '' : html`<span>${from}</span> <span class="unseen">to</span><span aria-hidden="true">→</span> `}<b>${to}</b><small>${one.turn ? one.turn.words : ''}</small></p>${startForm(one, dial, isNext, visit)}</li>`
}

const neededName = ({ bag, brew, method }: NeededSetting): string =>
  bag?.name ?? (brew && brewedCoffee(brew)) ?? capital(styledName(brew?.style, methodById[method].name))

/** For example "V60, 21 to 27. Your next cup: 2 °C hotter". */
function whatItNeeds(one: NeededSetting, { grinder }: DialNow, isNext: boolean, visit: OwnVisit): string {
  const { method, style, range, reachable, brew } = one
  const between = !reachable
    ? AS_NEAR
    : range.min === range.max
      ? ''
      : `${numeralOf(grinder, range.min)} to ${numeralOf(grinder, range.max)}`
  const how = [capital(styledName(style, methodById[method].name)), between].filter(Boolean).join(', ')
  const change =
    brew?.nextStep && brew.nextStep.change !== 'grind' && brew.nextStep.change !== 'none'
      ? stepTitle({ brew, grinder }, visit.words)
      : ''
  const tastes = brew?.nextStep && !isNext ? tastesIn({ ...brew.extractionFeedback, balanced: false }) : []
  const said = tastes.length > 0 && brew ? `${capital(inARow(tastes))} ${readerClock(visit).when(brew.brewedAt)}` : ''
  const cup = isNext
    ? change
      ? `Your next cup: ${change}`
      : 'Your next cup'
    : [said, change].filter(Boolean).join('. ')
  return [how, cup].filter(Boolean).join('. ')
}

/** Starting moves the dial, so it is a form; it leads to the running timer. */
function startForm(one: NeededSetting, { grinder }: DialNow, isNext: boolean, visit: OwnVisit): Html {
  const numeral = numeralOf(grinder, one.setting)
  const back = startPath(one, grinder.slug, visit)
  const isTimed = back.endsWith('#brew')
  const label = isTimed ? 'Start' : 'Log'
  return html`<form method="post" action="/me/dials"><input type="hidden" name="grinder" value="${grinder.id}"><input type="hidden" name="setting" value="${numeral}"><input type="hidden" name="back" value="${back}"><button class="button${isNext ? '' : ' outlined'}"${isNext ? '' : html` aria-label="${label}: ${neededName(one)}"`}>${isNext ? `${label} at ${numeral}` : label}</button></form>`
}

function startPath({ brew, bag, machine }: NeededSetting, grinder: string, visit: OwnVisit): string {
  const drinker = drinkerIn(visit.url.searchParams)
  if (brew && hasTimer(brew))
    return `/me/brews/${brew.id}/again${drinker === undefined ? '' : `?drinker=${drinker}`}#brew`
  if (brew) return logAgain(brew.id, visit)
  const gear = { grinder, ...(machine && { brewer: machine.slug }) }
  if (bag?.bagId != null) return `/me/log?${new URLSearchParams({ ...gear, coffee: valueOfBag(bag.bagId) })}`
  return `/brew?${new URLSearchParams({ ...gear, coffee: String(bag?.coffeeProfileId ?? '') })}#brew`
}

/** Says where a dial is, or when its burrs were changed, and goes on to where the form leads. */
export async function dialSet(visit: OwnVisit, page: (wrong: WrongSetting) => Promise<Response>): Promise<Response> {
  const { request, ports, who, words } = visit
  const form = await postedForm(request, ports)
  const grinderId = idIn(form.get('grinder')) ?? 0
  const typed = (form.get('setting') ?? form.get(`setting-${grinderId}`))?.trim()
  const burrs = form.get(`burrs-${grinderId}`)
  const back = v.safeParse(field.sitePath, form.get('back') ?? '')
  const parsed = v.safeParse(SetDial, {
    grinderId,
    ...(typed !== undefined && { grindSetting: typed }),
    ...(burrs !== null && { burrsChangedOn: burrs || null }),
  })
  const { fault } = parsed.success
    ? await attempt(() => setDial(parsed.output, ports, who))
    : { fault: faultOf(parsed.issues[0]) }
  if (!fault) return seeOther(back.success ? back.output : '/me')
  const grinder = ports.grinders.byId(grinderId)
  if (!grinder || typed === undefined || !isAboutSetting(fault)) throw fault
  return page({ grinderId, typed, complaint: enterSetting(grinder, words) })
}

const isAboutSetting = ({ code, field }: Fault) =>
  code === 'setting-off-dial' || field?.path[0] === 'grindSetting' || field?.path[0] === 'setting'
