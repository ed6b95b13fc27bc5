import * as v from 'valibot'
import { roastLevels } from '../../../../core/coffees/roast.ts'
import { Fault } from '../../../../core/errors.ts'
import { AddCoffee, addCoffee, listPortalCoffees, PlaceCoffee, placeCoffee } from '../../../../core/portal/coffees.ts'
import type { RefusedForm } from '../answer-form.ts'
import { postedField } from '../form.ts'
import { type Html, html } from '../html.ts'
import { seeOther } from '../own-page.ts'
import { choiceField, notice, textField } from '../parts/controls.ts'
import { roastInWords } from '../parts/figures.ts'
import { icon } from '../parts/pen.ts'
import { coffeeFront } from '../parts/photo.ts'
import { type PortalVisit, portalForm } from './portal-page.ts'
import { portalView } from './shell.ts'

/** All on one page, so that each can be moved anywhere. */
export const MOST_ORDERED = 500

export const portalCoffeesPage = (visit: PortalVisit): Promise<Response> => orderedWith(visit)

async function orderedWith(visit: PortalVisit, refused?: RefusedForm): Promise<Response> {
  const { ports, who, url, words } = visit
  const { data, total } = await listPortalCoffees({ limit: MOST_ORDERED }, ports, who)
  return portalView(visit, {
    title: 'Coffees',
    at: '/coffees',
    script: 'coffee-order.js',
    ...(refused && { status: refused.status }),
    body: html`<h1>Coffees</h1>
<p class="lead">${total === 0 ? 'No coffees yet. A name and a roast are enough to add your first.' : 'This is the order shown on your page and in your widget.'}</p>
${url.searchParams.has('deleted') ? notice('right', 'Deleted.', '') : ''}
${data.length === 0 ? '' : html`<form method="post" action="/portal/${who.roasterSlug}/coffees/order"><ol class="ordered" data-reorder>${data.map((coffee, at) => row(coffee, at, data.length, visit))}</ol></form>`}
${total > data.length ? html`<p class="quiet">The first ${words.number(data.length)} of ${words.number(total)}.</p>` : ''}
${addForm(visit, refused)}`,
  })
}

type OrderedCoffee = Awaited<ReturnType<typeof listPortalCoffees>>['data'][number]

function row(coffee: OrderedCoffee, at: number, count: number, { who }: PortalVisit): Html {
  const { id, name, roastLevel, flavorNotes, roasterRecipeCount } = coffee
  const about = [roastInWords(roastLevel), flavorNotes.join(', ')].filter(Boolean).join(' · ')
  const move = (to: number, sign: 'higher' | 'lower', words: string) =>
    html`<button class="bare" id="${sign}-${id}" name="move" value="${id} ${to} ${sign}" aria-label="Move ${name} ${words}"${to < 1 || to > count ? html` disabled` : ''}>${icon(sign)}</button>`
  return html`<li data-value="${id}"><span class="grip" aria-hidden="true">${icon('grip')}</span>${coffeeFront(coffee)}<p><b><a href="/portal/${who.roasterSlug}/coffees/${id}">${name}</a></b><span class="quiet">${about}</span><span class="quiet">${recipesInWords(roasterRecipeCount)}</span></p>
<span class="moves">${move(at, 'higher', 'up')}${move(at + 2, 'lower', 'down')}</span></li>`
}

const recipesInWords = (count: number) =>
  count === 0 ? 'No recipes yet' : count === 1 ? '1 recipe by you' : `${count} recipes by you`

function addForm({ who }: PortalVisit, refused: RefusedForm | undefined): Html {
  const { typed = {}, complaints = {} } = refused ?? {}
  return html`<section class="part" aria-labelledby="add"><h2 id="add">Add a coffee</h2>
${refused ? notice('wrong', 'Not added yet.', complaints[''] ?? '') : ''}<form class="adding" method="post" action="/portal/${who.roasterSlug}/coffees">${textField('name', 'Name', { value: typed.name, complaint: complaints.name, more: html`maxlength="200" autocomplete="off" required` })}${roastField(typed.roastLevel ?? 'MEDIUM_LIGHT', complaints.roastLevel)}<button class="button">${icon('plus')}Add it</button></form></section>`
}

export const roastField = (chosen: string, complaint?: string): Html =>
  choiceField(
    'roastLevel',
    'Roast',
    [['', roastLevels.map(level => ({ value: level, label: roastInWords(level) }))]],
    chosen,
    complaint,
  )

/** Continues on the coffee's page, for the other fields. */
export const coffeeAdded = portalForm('POST /portal/:slug/coffees', 'A coffee was added', {
  schema: v.pick(AddCoffee, ['name', 'roastLevel']),
  faults: {
    name: { missing: 'Enter the name of the coffee.', wrong: 'Shorten the name to 200 characters.' },
    roastLevel: { wrong: 'Choose a roast from the list.' },
  },
  page: (visit, _params, refused) => orderedWith(visit, refused),
  act: async (given, { ports, who }) => {
    const { coffee } = await addCoffee(given, ports, who)
    return seeOther(`/portal/${who.roasterSlug}/coffees/${coffee.id}?added`)
  },
})

/** Back to the button that was pressed, so that it can be pressed again. */
export async function coffeeMoved({ request, ports, who }: PortalVisit): Promise<Response> {
  const [id, place, sign] = (await postedField('move', request, ports)).split(' ')
  const given = v.safeParse(PlaceCoffee, { id: Number(id), place: Number(place) })
  if (!given.success) throw new Fault('invalid', 'Choose a coffee and where to move it.')
  await placeCoffee(given.output, ports, who)
  return seeOther(`/portal/${who.roasterSlug}/coffees#${sign === 'lower' ? sign : 'higher'}-${given.output.id}`)
}
