import * as v from 'valibot'
import {
  ChangeCollection,
  COLLECTION_LIMIT,
  type CollectionWithItems,
  CreateCollection,
  changeCollection,
  deleteCollection,
  getCollection,
  removeFromCollection,
  shareCollection,
  unshareCollection,
} from '../../../../core/collections/collections.ts'
import type { Fault } from '../../../../core/errors.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { faultStatus } from '../../faults.ts'
import { attempt } from '../attempt.ts'
import { type FormFaults, wrongField } from '../field-faults.ts'
import { LONG_FORM_BYTES, postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { chip, notice, textField } from '../parts/controls.ts'
import { panelRow, panelRows } from '../parts/panel-rows.ts'
import { brewerIcon, icon } from '../parts/pen.ts'
import { idIn } from '../query.ts'
import { recipePath } from '../recipe-path.ts'
import { idOf, type Params } from './path.ts'
import { railView } from './rail.ts'

export async function collectionsPage(visit: OwnVisit): Promise<Response> {
  return all(visit, new URLSearchParams())
}

async function all(visit: OwnVisit, typed: URLSearchParams, fault?: Fault): Promise<Response> {
  const collections = await visit.ports.collections.list(visit.who.id, COLLECTION_LIMIT)
  return railView(visit, '/me/recipes', {
    title: 'My collections',
    status: fault ? faultStatus[fault.code] : 200,
    body: html`<h1>Collections</h1><p class="lead">Group recipes your way. Share a collection with a link, or keep it private.</p>
${
  collections.length === 0
    ? ''
    : html`<div class="part">${panelRows(
        collections.map(collection =>
          panelRow({
            sign: icon('save'),
            title: html`<a href="/me/collections/${collection.id}">${collection.name}</a>`,
            text: countIn(collection),
            end: collection.shareId ? chip('Shared') : html``,
          }),
        ),
      )}</div>`
}<section class="part" aria-labelledby="new"><h2 id="new">New collection</h2>${fault ? notice('wrong', 'We couldn’t create it yet.', fault.message) : ''}<form class="panel asked" method="post" action="/me/collections">${nameFields(typed.get('name') ?? '', typed.get('description') ?? '')}<button class="button">Create</button></form></section>`,
  })
}

interface CollectionSummary {
  id: number
  name: string
  shareId: string | null
  _count: { items: number }
}

export const collectionLines = (collections: readonly CollectionSummary[]): Html =>
  html`<ul class="lines">${collections.map(one => html`<li><a href="/me/collections/${one.id}">${one.name}</a><span class="quiet">${one.shareId ? `${countIn(one)}, shared` : countIn(one)}</span></li>`)}</ul>`

const countIn = ({ _count: { items } }: CollectionSummary) => (items === 1 ? 'One recipe' : `${items} recipes`)

const nameFields = (name: string, description: string): Html =>
  html`${textField('name', 'Name', { value: name, more: html`required maxlength="200"` })}<div class="field"><label for="description">Description (optional)</label><textarea id="description" name="description" rows="3" maxlength="5000">${description}</textarea></div>`

export async function collectionMade(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const { fault } = await attempt(async () => {
    const given = v.safeParse(CreateCollection, namesIn(form))
    if (!given.success) throw wrongField(given.issues[0], faults)
    await ports.collections.create(who.id, given.output, ports.clock())
  })
  return fault ? all(visit, form, fault) : seeOther('/me/collections')
}

const faults: FormFaults = {
  name: { missing: 'Give the collection a name.', wrong: 'Shorten the name to 200 characters.' },
  description: { wrong: 'Shorten the description to 5,000 characters.' },
}

const namesIn = (form: URLSearchParams) => ({
  name: form.get('name') ?? '',
  description: form.get('description')?.trim() || null,
})

/** One collection with its recipes. */
export async function collectionPage(visit: OwnVisit, params: Params): Promise<Response> {
  const { collection } = await getCollection({ id: idOf(params) }, visit.ports, visit.who)
  return one(collection, visit, new URLSearchParams())
}

function one(collection: CollectionWithItems, visit: OwnVisit, typed: URLSearchParams, fault?: Fault) {
  const { id, name, description, shareId, items } = collection
  const here = `/me/collections/${id}`
  const act = (act: string, words: string, label = words) =>
    html`<button class="button small outlined" name="act" value="${act}" aria-label="${label}">${words}</button>`
  return railView(visit, '/me/recipes', {
    title: name,
    status: fault ? faultStatus[fault.code] : 200,
    body: html`<nav class="crumbs" aria-label="Breadcrumb"><a href="/me/collections">Collections</a></nav><h1>${name}</h1>${description ? html`<p class="lead said" dir="auto">${description}</p>` : ''}
<div class="part">${
      items.length === 0
        ? notice(
            'plain',
            'This collection is empty.',
            html`Open a recipe and tap Collect. <a href="/recipes">Find a recipe</a>`,
          )
        : panelRows(
            items.map(({ recipe }) =>
              panelRow({
                sign: brewerIcon(recipe.machine.brewMethod),
                title: html`<a href="${recipePath(recipe)}">${recipe.coffee.name}</a>`,
                text: fullName(recipe.machine),
                end: html`<form method="post" action="${here}"><input type="hidden" name="recipe" value="${recipe.id}">${act('take', 'Remove', `Remove ${recipe.coffee.name}`)}</form>`,
              }),
            ),
          )
    }</div>
<section class="part" aria-labelledby="seen"><h2 id="seen">Who can see it</h2><form method="post" action="${here}">${panelRows(
      [
        shareId
          ? panelRow({
              sign: icon('share'),
              title: 'Anyone with this link',
              text: html`<a href="/c/${shareId}">${visit.ports.site.baseUrl}/c/${shareId}</a>`,
              end: act('unshare', 'Stop sharing'),
            })
          : panelRow({ sign: icon('lock'), title: 'Only you', end: act('share', 'Share with a link') }),
      ],
    )}</form></section>
<section class="part"><details class="more"${fault ? html` open` : ''}><summary>Rename or delete</summary>${fault ? notice('wrong', 'We couldn’t save this yet.', fault.message) : ''}<form class="panel asked" method="post" action="${here}">${nameFields(typed.get('name') ?? name, typed.get('description') ?? description ?? '')}<p class="buttons"><button class="button soft" name="act" value="name">Save</button><button class="button outlined grave" name="act" value="delete" formnovalidate>Delete collection (its recipes stay)</button></p></form></details></section>`,
  })
}

/** Name, link and content are separate forms, told apart by their button. */
export async function collectionPosted(visit: OwnVisit, params: Params): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports, LONG_FORM_BYTES)
  const id = idOf(params)
  const here = `/me/collections/${id}`
  switch (form.get('act')) {
    case 'take':
      await removeFromCollection({ id, recipeId: idIn(form.get('recipe')) ?? 0 }, ports, who)
      return seeOther(here)
    case 'share':
      await shareCollection({ id }, ports, who)
      return seeOther(here)
    case 'unshare':
      await unshareCollection({ id }, ports, who)
      return seeOther(here)
    case 'delete':
      await deleteCollection({ id }, ports, who)
      return seeOther('/me/collections')
  }
  const { collection } = await getCollection({ id }, ports, who)
  const { fault } = await attempt(async () => {
    const given = v.safeParse(ChangeCollection, { id, ...namesIn(form) })
    if (!given.success) throw wrongField(given.issues[0], faults)
    await changeCollection(given.output, ports, who)
  })
  return fault ? one(collection, visit, form, fault) : seeOther(here)
}
