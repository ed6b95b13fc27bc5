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

/** Shown before the first brew: what is left to set up, and a blank dial. */
export function firstSteps({ dials, machines }: FirstGear, { ports }: OwnVisit): Html {
  const grinder = dials[0]?.grinder
  const steps: WaitingStep[] = [
    {
      isDone: grinder !== undefined,
      title: 'Your grinder',
      text: grinder ? fullName(grinder) : `Which one, of ${ports.grinders.list().length}`,
      href: '/me/gear',
      verb: 'Choose',
    },
    {
      isDone: machines.length > 0,
      title: 'What you brew with',
      text: machines.map(fullName).join(', ') || 'V60, AeroPress, a machine',
      href: '/me/gear#brewers',
      verb: 'Choose',
    },
    { isDone: false, title: 'Your first brew', text: 'One tap on how it tasted', href: '/me/log', verb: 'Log it' },
  ]
  const next = steps.find(({ isDone }) => !isDone)
  return html`<div class="next waiting"><div class="next-ring"><div class="dial">${ring(pen, { dial: dialFrom(grinder ?? usualGrinder(ports)), sentence: 'Nothing set yet.' })}<p class="range-words">nothing set yet</p></div></div><div class="next-words"><h1>Your dial is waiting.</h1><p class="lead">Two minutes, and every recipe here reads in your ${grinder?.unit === 'clicks' || !grinder ? 'clicks' : 'numbers'}.</p>
<ol class="first-steps">${steps.map((step, at) => stepRow(step, at + 1, step === next))}</ol>
<p class="quiet">Coming from Beanconqueror? <a href="/me/import">Bring your brews</a></p></div></div>`
}

interface WaitingStep {
  isDone: boolean
  title: string
  text: string
  href: string
  verb: string
}

const stepRow = ({ isDone, title, text, href, verb }: WaitingStep, at: number, isNext: boolean): Html =>
  html`<li><span class="${isDone ? 'at done' : 'at'}">${isDone ? icon('check') : at}</span><p><b>${title}</b><span class="quiet">${text}</span></p>${isDone ? html`<a class="all" href="${href}">Change</a>` : html`<a class="button small${isNext ? '' : ' soft'}" href="${href}">${verb}</a>`}</li>`
