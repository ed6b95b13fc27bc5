import type { Insight } from '../../../../core/brews/insights.ts'
import { listOwnedGrinders } from '../../../../core/equipment/owned-equipment.ts'
import { usualMethod } from '../../../../core/grind/chart.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import type { StoredOwnGrinder, TastedCalibration } from '../../../../core/grind/own-grinders.ts'
import { calibrationInWords } from '../../../../core/grind/shift.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { chip } from '../parts/controls.ts'
import { grindOn, straightDial } from '../parts/dials.ts'
import { whenFor } from './when.ts'

/** A grinder of one's own, with what its curve rests on. */
interface OwnedDial {
  grinder: StoredOwnGrinder
  isDefault: boolean
  calibration: TastedCalibration | undefined
}

export async function ownedDials({ ports, who }: OwnVisit): Promise<OwnedDial[]> {
  const { grinders } = await listOwnedGrinders(undefined, ports, who)
  return Promise.all(
    grinders.map(async ({ grinderId, isDefault }) => ({
      isDefault,
      grinder: await ports.ownGrinders.of(who.id, grinderId),
      calibration: await ports.ownGrinders.calibration(who.id, grinderId),
    })),
  )
}

export function grinderCard(dial: OwnedDial, visit: OwnVisit, insights: readonly Insight[] = []): Html {
  const { grinder, calibration } = dial
  const sweetSpot = insights.find(one => one.type === 'grind_sweet_spot' && one.setting.grinderId === grinder.id)
  return html`<section class="panel gear" aria-label="${fullName(grinder)}"><div class="gear-top"><h3>${fullName(grinder)}</h3>${calibration ? chip('Yours', 'sure') : chip('As published')}</div>
<p class="quiet">${calibration ? calibratedInWords(dial, visit) : 'Tell us one setting that tasted right, and every recipe will know it.'}${sweetSpot ? ` ${sweetSpot.message}` : ''}</p>
${straightDial(grindOn(grinder, methodById[usualMethod(grinder)].grindIndex.target, 'your'), 9)}
<p><a class="button small soft" href="/grinders/${grinder.slug}/calibrate">${calibration ? 'Calibrate again' : 'Calibrate, one minute'}</a></p></section>`
}

/** "Calibrated on 3 November: 1 click coarser than most." */
function calibratedInWords({ grinder, calibration }: OwnedDial, visit: OwnVisit): string {
  const dates = calibration?.tasted.flatMap(({ tastedAt }) => tastedAt ?? []).sort() ?? []
  const last = dates.at(-1)
  const published = visit.ports.grinders.byId(grinder.id)
  return `Calibrated${last ? ` on ${whenFor(visit).day(last)}` : ''}: ${calibrationInWords(grinder, published ?? grinder)}.`
}
