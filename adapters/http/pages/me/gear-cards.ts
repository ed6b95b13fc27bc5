import type { Insight } from '../../../../core/brews/insights.ts'
import type { AnyStoredGrinder, TastedCalibration } from '../../../../core/equipment/own-grinders.ts'
import { usualMethod } from '../../../../core/grind/chart.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { calibrationInWords } from '../../../../core/grind/shift.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { chip } from '../parts/controls.ts'
import { grindOn, straightDial } from '../parts/dials.ts'
import { readerClock } from '../reader-clock.ts'

/** One of the person's grinders, with what its calibration is based on. */
export interface OwnedDial {
  grinder: AnyStoredGrinder
  isDefault: boolean
  /** Undefined if it is not calibrated. */
  tasted: TastedCalibration['tasted'] | undefined
}

export async function ownedDials({ ports, who }: OwnVisit): Promise<OwnedDial[]> {
  const [owned, calibrated] = await Promise.all([
    ports.ownedEquipment.grinders.list(who.id),
    ports.ownGrinders.calibratedBy(who.id),
  ])
  return owned.flatMap(({ itemId, isDefault }) => {
    const own = calibrated.get(itemId)
    const grinder = own ?? ports.grinders.byId(itemId)
    return grinder ? [{ isDefault, grinder: { ...grinder, ownerId: who.id }, tasted: own?.tasted }] : []
  })
}

export function grinderCard(dial: OwnedDial, visit: OwnVisit, insights: readonly Insight[] = []): Html {
  const { grinder, tasted } = dial
  const sweetSpot = insights.find(one => one.type === 'grind_sweet_spot' && one.setting.grinderId === grinder.id)
  return html`<section class="panel gear" aria-label="${fullName(grinder)}"><div class="gear-top"><h3>${fullName(grinder)}</h3>${tasted ? chip('Yours', 'sure') : chip(grinder.known ? 'Described by you' : 'As published')}</div>
<p class="quiet">${calibrationSentence(dial, visit)}${sweetSpot ? ` ${sweetSpot.message}` : ''}</p>
${gearDial(dial)}
<p>${calibrateLink(dial)}${grinder.known ? html` <a class="button small soft" href="/my-grinder?change=${grinder.id}">Change it</a>` : ''}</p></section>`
}

/** The whole dial with the setting for its usual method. */
export const gearDial = ({ grinder }: OwnedDial): Html =>
  html`${straightDial(grindOn(grinder, methodById[usualMethod(grinder)].grindIndex.target, 'your'), 9)}`

export const calibrateLink = ({ grinder, tasted }: OwnedDial): Html =>
  html`<a class="button small soft" href="/grinders/${grinder.slug}/calibrate">${tasted ? 'Calibrate again' : 'Calibrate'}</a>`

export const calibrationSentence = (dial: OwnedDial, visit: OwnVisit): string =>
  dial.tasted
    ? calibratedInWords(dial, visit)
    : `${dial.grinder.known ? 'Described by you' : 'As published'}. Tell us one setting that tasted right, and we’ll adjust every recipe to it.`

/** For example "Calibrated on 3 November: 1 click coarser than most." */
function calibratedInWords({ grinder, tasted }: OwnedDial, visit: OwnVisit): string {
  const dates = tasted?.flatMap(({ tastedAt }) => tastedAt ?? []).sort() ?? []
  const last = dates.at(-1)
  const published = visit.ports.grinders.byId(grinder.id)
  return `Calibrated${last ? ` on ${readerClock(visit).day(last)}` : ''}: ${calibrationInWords(grinder, published ?? grinder)}.`
}
