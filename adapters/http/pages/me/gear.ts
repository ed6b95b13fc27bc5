import {
  addFilter,
  addGrinder,
  addMachine,
  listOwnedFilters,
  listOwnedMachines,
  removeGrinder,
} from '../../../../core/equipment/owned-equipment.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { choiceField, grinderField } from '../parts/controls.ts'
import { brewerIcon } from '../parts/pen.ts'
import { idIn } from '../query.ts'
import { grinderCard, ownedDials } from './gear-cards.ts'
import { type WaterForm, waterForm, waterIn, waterSection } from './water.ts'

/** Grinders, brewers, filters and water: what the person has, and what to add. */
export const gearPage = (visit: OwnVisit): Promise<Response> => gearPageWith(visit)

async function gearPageWith(visit: OwnVisit, refused?: WaterForm): Promise<Response> {
  const { ports, who, words, url } = visit
  const [dials, { machines }, { filters }] = await Promise.all([
    ownedDials(visit),
    listOwnedMachines(undefined, ports, who),
    listOwnedFilters(undefined, ports, who),
  ])
  const first = (kind: Kind, id: number, isDefault: boolean, name: string) =>
    html`<form class="buttons" method="post" action="/me/gear"><input type="hidden" name="kind" value="${kind}"><input type="hidden" name="id" value="${id}">${isDefault ? html`<span class="chip sure">Default</span>` : html`<button class="button small soft" name="act" value="first" aria-label="Make default: ${name}">Make default</button>`}<button class="button small outlined" name="act" value="remove" aria-label="Remove ${name}">Remove</button></form>`
  return sitePage(visit, {
    title: 'My gear',
    status: refused ? 400 : 200,
    script: 'me.js',
    body: html`<h1 class="title">My gear</h1><p class="lead below">Recipes show settings for your default grinder.</p>
<h2 class="unseen">Grinders</h2><div class="my-gear">${dials.map(dial => html`<div>${grinderCard(dial, visit)}${first('grinder', dial.grinder.id, dial.isDefault, fullName(dial.grinder))}</div>`)}${adding('grinder', grinderField('id', 'Add a grinder', ports.grinders.list(), undefined, { none: 'Choose a grinder', isRequired: true }))}<p><a class="button small soft" href="/my-grinder?back=/me/gear#not-listed">Add one that isn’t listed</a></p></div>
<section class="part" aria-labelledby="brewers"><h2 id="brewers">Brewers</h2><ul class="lines">${machines.map(one => html`<li>${brewerIcon(one.brewMethod)}<span>${fullName(one)}</span>${first('machine', one.machineId, one.isDefault, fullName(one))}</li>`)}</ul>
${adding('machine', choiceField('machine', 'Add a brewer', byBrand(ports.machines.list()), undefined))}</section>
<section class="part" aria-labelledby="filters"><h2 id="filters">Filters</h2><ul class="lines">${filters.map(one => html`<li><span>${one.name}</span>${first('filter', one.filterId, one.isDefault, one.name)}</li>`)}</ul>
${adding('filter', choiceField('filter', 'Add a filter', [['', ports.filters.list().map(({ id, name }) => ({ value: String(id), label: name }))]], undefined))}</section>
${waterSection(who.water, refused ?? waterForm(who.water, words), url.searchParams.get('saved') === 'water', words)}`,
  })
}

export async function waterPosted(visit: OwnVisit): Promise<Response> {
  const { request, ports, who, words } = visit
  const given = waterIn(await postedForm(request, ports), words)
  if ('complaints' in given) return gearPageWith(visit, given)
  await ports.profiles.setWater(who.id, given)
  return seeOther('/me/gear?saved=water#water')
}

const adding = (kind: Kind, field: Html): Html =>
  html`<form class="adding" method="post" action="/me/gear"><input type="hidden" name="kind" value="${kind}">${field}<button class="button soft" name="act" value="add">Add</button></form>`

const byBrand = (machines: readonly { id: number; brand: string; model: string }[]) =>
  Object.entries(Object.groupBy(machines, ({ brand }) => brand)).map(
    ([brand, some = []]): [string, { value: string; label: string }[]] => [
      brand,
      some.map(one => ({ value: String(one.id), label: fullName(one) })),
    ],
  )

const kinds = ['grinder', 'machine', 'filter'] as const
type Kind = (typeof kinds)[number]

/** Adds or removes something, or makes it the default. */
export async function gearPosted({ request, ports, who }: OwnVisit): Promise<Response> {
  const form = await postedForm(request, ports)
  const kind = kinds.find(one => one === form.get('kind')) ?? 'grinder'
  const given = form.get('id') ?? form.get(kind) ?? ''
  const id = ports.grinders.bySlug(given)?.id ?? idIn(given) ?? 0
  const act = form.get('act')
  const isDefault = act === 'first' ? { isDefault: true } : {}
  if (act === 'remove' && kind === 'grinder') await removeGrinder({ grinderId: id }, ports, who)
  else if (act === 'remove') await ports.ownedEquipment[`${kind}s`].remove(who.id, id)
  else if (kind === 'grinder') await addGrinder({ grinderId: id, ...isDefault }, ports, who)
  else if (kind === 'machine') await addMachine({ machineId: id, ...isDefault }, ports, who)
  else await addFilter({ filterId: id, ...isDefault }, ports, who)
  return seeOther(kind === 'grinder' ? '/me/gear' : `/me/gear#${kind === 'machine' ? 'brewers' : 'filters'}`)
}
