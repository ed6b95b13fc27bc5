import { addGrinder } from '../../../core/equipment/owned-equipment.ts'
import type { Fault } from '../../../core/errors.ts'
import { choiceCookie, colourings, units, type Visit } from './choices.ts'
import { describeForm, grinderDescribed, typedBefore } from './describe-grinder.ts'
import type { TypedFields } from './described-fields.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { grinderField } from './parts/controls.ts'
import { pathIn } from './site-path.ts'

/** Chooses the grinder to show settings for, or describes one that we do not know. */
export async function myGrinderPage(visit: Visit): Promise<Response> {
  const { searchParams: asked } = visit.url
  return ['add', 'change', 'model'].some(name => asked.has(name))
    ? describePage(visit, await typedBefore(visit))
    : choosePage(visit)
}

/** Saves a grinder that we do not know. */
export const grinderAdded = (visit: Visit): Promise<Response> =>
  grinderDescribed(visit, (typed, refused) => describePage(visit, typed, refused))

const describePage = (visit: Visit, typed: TypedFields, refused?: Fault): Promise<Response> =>
  sitePage(visit, {
    title: typed.get('change') ? 'Change your grinder' : 'Add your grinder',
    description: 'Add a grinder we don’t list: its dial and one setting are enough.',
    canonical: '/my-grinder',
    script: 'lists.js',
    ...(refused && { status: 400 }),
    body: describeForm(visit, typed, refused),
  })

function choosePage(visit: Visit): Promise<Response> {
  const back = pathIn(visit.url.searchParams.get('back'))
  return sitePage(visit, {
    title: 'Your grinder',
    description: 'Choose your grinder once, and every recipe will show its setting on your dial.',
    canonical: '/my-grinder',
    script: 'lists.js',
    body: html`<div class="plain"><h1>What grinder do you have?</h1>
<p class="lead">Choose it once, and every recipe will show its setting on your dial.</p>
<form method="post" action="/choices"><input type="hidden" name="back" value="${back}">
${grinderField('grinder', 'Grinder', visit.ports.grinders.list(), visit.grinder?.slug, { none: 'Choose your grinder', isRequired: true })}
<p class="buttons"><button class="button">Use this grinder</button>${back === '/' ? '' : html`<a class="button outlined" href="${back}">Skip for now</a>`}</p></form>
<h2>Not listed?</h2><p>Its dial and one setting you know are enough.</p><p><a class="button outlined" href="/my-grinder?add&back=${encodeURIComponent(back)}">Add your grinder</a></p></div>`,
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
