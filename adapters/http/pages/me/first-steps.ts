import type { listOwnedMachines } from '../../../../core/equipment/owned-equipment.ts'
import { usualGrinder } from '../../../../core/equipment/usual.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { ring } from '../../../design/dial/ring.ts'
import { dialFrom } from '../../../design/dial/ticks.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { icon, pen } from '../parts/pen.ts'
import type { ownedDials } from './gear-cards.ts'

interface FirstGear {
  dials: Awaited<ReturnType<typeof ownedDials>>
  machines: Awaited<ReturnType<typeof listOwnedMachines>>['machines']
}

/** Before the first brew: what is left to say, and a dial with nothing set. */
export function firstSteps({ dials, machines }: FirstGear, { ports }: OwnVisit): Html {
  const grinder = dials[0]?.grinder
  const step = (done: boolean, at: number, title: string, text: string, href: string, verb: string, isNext: boolean) =>
    html`<li><span class="${done ? 'at done' : 'at'}">${done ? icon('check') : at}</span><p><b>${title}</b><span class="quiet">${text}</span></p>${done ? html`<a class="all" href="${href}">Change</a>` : html`<a class="button small${isNext ? '' : ' soft'}" href="${href}">${verb}</a>`}</li>`
  const [hasGrinder, hasBrewer] = [grinder !== undefined, machines.length > 0]
  return html`<div class="next waiting"><div class="next-ring"><div class="dial">${ring(pen, { dial: dialFrom(grinder ?? usualGrinder(ports)), sentence: 'Nothing set yet.' })}<p class="range-words">nothing set yet</p></div></div><div class="next-words"><h1>Your dial is waiting.</h1><p class="lead">Two minutes, and every recipe here reads in your ${grinder?.unit === 'clicks' || !grinder ? 'clicks' : 'numbers'}.</p>
<ol class="first-steps">${step(hasGrinder, 1, 'Your grinder', grinder ? fullName(grinder) : `Which one, of ${ports.grinders.list().length}`, '/me/gear', 'Choose', !hasGrinder)}${step(hasBrewer, 2, 'What you brew with', machines[0] ? machines.map(fullName).join(', ') : 'V60, AeroPress, a machine', '/me/gear#brewers', 'Choose', hasGrinder && !hasBrewer)}${step(false, 3, 'Your first brew', 'One tap on how it tasted', '/me/log', 'Log it', hasGrinder && hasBrewer)}</ol>
<p class="quiet">Coming from Beanconqueror? <a href="/me/import">Bring your brews</a></p></div></div>`
}
