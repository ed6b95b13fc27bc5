import {
  addFilter,
  addGrinder,
  addMachine,
  listOwnedFilters,
  listOwnedMachines,
  removeGrinder,
} from '../../../../core/equipment/owned-equipment.ts'
import { methodById } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { type DialNow, dialsNow } from '../../../../core/stand/dials.ts'
import { notFoundPage } from '../error.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { type Choice, chip, choiceField, grinderField } from '../parts/controls.ts'
import { dotsMenu, panelRow, panelRows } from '../parts/panel-rows.ts'
import { brewerIcon, icon } from '../parts/pen.ts'
import { idIn } from '../query.ts'
import { inLine } from '../words.ts'
import { burrsForm, burrsWarning } from './dials.ts'
import { calibrateLink, calibrationSentence, gearDial, type OwnedDial, ownedDials } from './gear-cards.ts'
import { besideRail } from './rail.ts'
import { type WaterForm, waterForm, waterIn, waterSection } from './water.ts'

/** Grinders, brewers, filters and water: what the person has, and what to add. */
export const gearPage = (visit: OwnVisit): Promise<Response> => gearPageWith(visit)

async function gearPageWith(visit: OwnVisit, refused?: WaterForm): Promise<Response> {
  const { ports, who, words, url } = visit
  const [dials, stands, { machines }, { filters }] = await Promise.all([
    ownedDials(visit),
    dialsNow(ports, who),
    listOwnedMachines(undefined, ports, who),
    listOwnedFilters(undefined, ports, who),
  ])
  const adds = kinds.find(kind => kind === url.searchParams.get('add'))
  const all = ports.grinders.list()
  return sitePage(visit, {
    title: 'My gear',
    status: refused ? 400 : 200,
    style: 'me.css',
    script: 'me.js',
    body: besideRail(
      '/me/gear',
      html`<h1>Gear</h1><p class="lead">Recipes show settings for your default grinder.</p>
<section class="part" aria-labelledby="grinders"><h2 id="grinders">Grinders</h2><div class="gear-grinders">${dials.map(dial => ownGrinder(dial, standOfDial(dial, stands), visit))}</div>
<details class="add-grinder"${dials.length === 0 || adds === 'grinder' ? html` open` : ''}><summary>${icon('plus')}<span><b>Add a grinder</b> <span class="wide-only">Choose from ${words.number(all.length)}, or add your own</span></span></summary>${adding('grinder', grinderField('id', 'Grinder', all, undefined, { none: 'Choose a grinder', isRequired: true }))}<p><a class="all" href="/my-grinder?add&back=/me/gear">Add one that isn’t listed</a></p></details></section>
${itemsPart(
  'machine',
  machines.map(one => ({
    id: one.machineId,
    isDefault: one.isDefault,
    name: fullName(one),
    sign: brewerIcon(one.brewMethod),
    text:
      one.maxWaterGrams === null ? methodById[one.brewMethod].name : `Up to ${inLine(words.grams(one.maxWaterGrams))}`,
  })),
  adds === 'machine' &&
    choiceField(
      'machine',
      'Brewer',
      [nothingChosen('a brewer'), ...byBrand(ports.machines.list())],
      '',
      undefined,
      true,
    ),
)}
${itemsPart(
  'filter',
  filters.map(one => ({ id: one.filterId, isDefault: one.isDefault, name: one.name })),
  adds === 'filter' &&
    choiceField(
      'filter',
      'Filter',
      [
        nothingChosen('a filter'),
        ['', ports.filters.list().map(({ id, name }) => ({ value: String(id), label: name }))],
      ],
      '',
      undefined,
      true,
    ),
)}
${waterSection(who.water, refused ?? waterForm(who.water, words), url.searchParams.get('saved') === 'water', words)}`,
    ),
  })
}

const nothingChosen = (what: string): [string, Choice[]] => ['', [{ value: '', label: `Choose ${what}` }]]

interface OwnItem {
  id: number
  isDefault: boolean
  name: string
  sign?: Html
  text?: string
}

const called = {
  machine: { title: 'Brewers', place: 'brewers', one: 'a brewer' },
  filter: { title: 'Filters', place: 'filters', one: 'a filter' },
}

function itemsPart(kind: 'machine' | 'filter', items: readonly OwnItem[], field: Html | false): Html {
  const { title, place, one } = called[kind]
  const rows = items.map(item =>
    panelRow({
      ...(item.sign && { sign: item.sign }),
      title: item.name,
      ...(item.text && { text: item.text }),
      end: html`${item.isDefault ? chip('Default', 'warm') : ''}${dotsMenu(`More options for ${item.name}`, html`${item.isDefault ? '' : makeDefault(kind, item.id, item.name, 'soft')}${removeLink(kind, item.id, item.name)}`)}`,
    }),
  )
  return html`<section class="part" aria-labelledby="${place}"><div class="part-top"><h2 id="${place}">${title}</h2>${field ? '' : html`<a class="all" href="/me/gear?add=${kind}#${place}">Add ${one}</a>`}</div>${field ? html`<div class="panel">${adding(kind, field)}</div>` : ''}${rows.length > 0 ? panelRows(rows) : field ? '' : html`<p class="quiet">None yet.</p>`}</section>`
}

const standOfDial = ({ grinder }: OwnedDial, stands: readonly DialNow[]) =>
  stands.find(one => one.grinder.id === grinder.id)

function ownGrinder(dial: OwnedDial, now: DialNow | undefined, visit: OwnVisit): Html {
  const { grinder, isDefault } = dial
  const name = fullName(grinder)
  return html`<section class="panel gear" aria-label="${name}"><div class="gear-top"><h3>${name}</h3><div>${isDefault ? chip('Default', 'warm') : ''}${dotsMenu(`More options for ${name}`, html`${grinder.known ? html`<a class="button small soft" href="/my-grinder?change=${grinder.id}">Change it</a>` : ''}${removeLink('grinder', grinder.id, name)}`)}</div></div>
${gearDial(dial)}<p class="quiet">${calibrationSentence(dial, visit)}</p>${now ? html`${burrsWarning(now, visit)}${burrsForm(now, visit)}` : ''}
<div class="buttons">${calibrateLink(dial)}${isDefault ? '' : makeDefault('grinder', grinder.id, name, 'outlined')}</div></section>`
}

const makeDefault = (kind: Kind, id: number, name: string, look: 'soft' | 'outlined'): Html =>
  html`<form method="post" action="/me/gear"><input type="hidden" name="kind" value="${kind}"><input type="hidden" name="id" value="${id}"><button class="button small ${look}" name="act" value="first" aria-label="Make default: ${name}">Make default</button></form>`

const removeLink = (kind: Kind, id: number, name: string): Html =>
  html`<a class="button small outlined grave" href="/me/gear/remove?kind=${kind}&id=${id}" aria-label="Remove ${name}">Remove</a>`

/** Asks before something is removed, and says what stays. */
export async function gearRemovePage(visit: OwnVisit): Promise<Response> {
  const { ports, who, url } = visit
  const kind = kindIn(url.searchParams)
  const id = idIn(url.searchParams.get('id') ?? '') ?? 0
  const item = (await ports.ownedEquipment[`${kind}s`].list(who.id)).find(({ itemId }) => itemId === id)
  const name = item && (await gearName(kind, id, visit))
  if (!name) return notFoundPage(visit)
  const lost = kind === 'grinder' ? 'This deletes what you told us about its dial. ' : ''
  return sitePage(visit, {
    title: `Remove ${name}`,
    style: 'me.css',
    script: 'me.js',
    body: besideRail(
      '/me/gear',
      html`<h1>Remove ${name}?</h1><div class="panel asked"><p>${lost}Your brews and recipes keep the settings you wrote. You can add it again at any time.</p>
<form class="buttons" method="post" action="/me/gear"><input type="hidden" name="kind" value="${kind}"><input type="hidden" name="id" value="${id}"><button class="button outlined grave" name="act" value="remove">Remove</button><a class="button soft" href="/me/gear">Keep it</a></form></div>`,
    ),
  })
}

async function gearName(kind: Kind, id: number, visit: OwnVisit): Promise<string | undefined> {
  const { machines, filters } = visit.ports
  if (kind === 'filter') return filters.byId(id)?.name
  const one =
    kind === 'machine' ? machines.byId(id) : (await ownedDials(visit)).find(({ grinder }) => grinder.id === id)?.grinder
  return one && fullName(one)
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

const kindIn = (given: URLSearchParams): Kind => kinds.find(one => one === given.get('kind')) ?? 'grinder'

/** Adds or removes something, or makes it the default. */
export async function gearPosted({ request, ports, who }: OwnVisit): Promise<Response> {
  const form = await postedForm(request, ports)
  const kind = kindIn(form)
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
