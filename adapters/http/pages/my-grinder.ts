import { addGrinder } from '../../../core/equipment/owned-equipment.ts'
import { choiceCookie, colourings, units, type Visit } from './choices.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { grinderField } from './parts/controls.ts'
import { pathIn } from './site-path.ts'

/** Chooses the grinder to show settings for. */
export function myGrinderPage(visit: Visit): Promise<Response> {
  const back = pathIn(visit.url.searchParams.get('back'))
  return sitePage(visit, {
    title: 'Your grinder',
    description: 'Choose your grinder once; every recipe then shows its setting on your dial.',
    canonical: '/my-grinder',
    script: 'pick-grinder.js',
    body: html`<div class="plain"><h1>What grinder do you have?</h1>
<p class="lead">Choose it once; every recipe then shows its setting on your dial.</p>
<form method="post" action="/choices"><input type="hidden" name="back" value="${back}">
${grinderField('grinder', 'Grinder', visit.ports.grinders.list(), visit.grinder?.slug, { none: 'Choose your grinder', isRequired: true })}
<p class="buttons"><button class="button">Use this grinder</button>${back === '/' ? '' : html`<a class="button outlined" href="${back}">Skip for now</a>`}</p></form>
<section class="part" id="not-listed" aria-labelledby="not-listed-title"><h2 id="not-listed-title">Not listed?</h2>
<p>Pick a grinder with the same dial and calibrate it with one setting you like. From then on, recipes fit yours.</p>
<p>Or <a href="/about#contact">tell us about your grinder</a>, and we’ll look into adding it. You can also <a href="/grinders">browse all ${visit.ports.grinders.list().length}</a>.</p></section></div>`,
  })
}

/** Stores a choice made in the footer or on this page in cookies. */
export async function choose({ request, ports, who }: Visit): Promise<Response> {
  const form = await postedForm(request, ports)
  const response = seeOther(pathIn(form.get('back')))
  const isKnown = {
    grinder: (value: string) => ports.grinders.bySlug(value) !== undefined,
    unit: (value: string) => units.some(one => one === value),
    colours: (value: string) => colourings.some(one => one === value),
  }
  for (const name of ['grinder', 'unit', 'colours'] as const) {
    const value = form.get(name)
    if (value !== null && isKnown[name](value)) response.headers.append('set-cookie', choiceCookie(name, value, ports))
  }
  // A signed-in person has their own grinders, so this becomes their default one.
  const grinder = ports.grinders.bySlug(form.get('grinder') ?? '')
  if (who && grinder) await addGrinder({ grinderId: grinder.id, isDefault: true }, ports, who)
  return response
}
