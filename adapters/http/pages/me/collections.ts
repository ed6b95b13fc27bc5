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
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { notice, textField } from '../parts/controls.ts'
import { brewerIcon } from '../parts/pen.ts'
import { idIn } from '../query.ts'
import { recipePath } from '../recipe-path.ts'
import { idOf, type Params } from './path.ts'

export async function collectionsPage(visit: OwnVisit): Promise<Response> {
  return all(visit, new URLSearchParams())
}

async function all(visit: OwnVisit, typed: URLSearchParams, fault?: Fault): Promise<Response> {
  const collections = await visit.ports.collections.list(visit.who.id, COLLECTION_LIMIT)
  return sitePage(visit, {
    title: 'My collections',
    status: fault ? faultStatus[fault.code] : 200,
    body: html`<div class="plain"><h1>My collections</h1><p class="lead">Group recipes your way. Share a collection by its link, or keep it private.</p>
${collectionLines(collections)}<h2>New collection</h2>${fault ? notice('wrong', 'We couldn’t create it yet.', fault.message) : ''}<form method="post" action="/me/collections">${nameFields(typed.get('name') ?? '', typed.get('description') ?? '')}<button class="button">Create</button></form></div>`,
  })
}

export const collectionLines = (
  collections: readonly { id: number; name: string; shareId: string | null; _count: { items: number } }[],
): Html =>
  html`<ul class="lines">${collections.map(one => html`<li><a href="/me/collections/${one.id}">${one.name}</a><span class="quiet">${one._count.items} ${one._count.items === 1 ? 'recipe' : 'recipes'}${one.shareId ? ', shared' : ''}</span></li>`)}</ul>`

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
  return sitePage(visit, {
    title: name,
    status: fault ? faultStatus[fault.code] : 200,
    body: html`<div class="plain"><h1>${name}</h1>${description ? html`<p class="lead said" dir="auto">${description}</p>` : ''}
${items.length === 0 ? notice('plain', 'This collection is empty.', html`Open a recipe and tap Collect. <a href="/recipes">Find a recipe</a>`) : ''}<ul class="lines">${items.map(({ recipe }) => html`<li>${brewerIcon(recipe.machine.brewMethod)}<span><a href="${recipePath(recipe)}">${recipe.coffee.name}</a> <span class="quiet">${fullName(recipe.machine)}</span></span><form method="post" action="${here}"><input type="hidden" name="recipe" value="${recipe.id}"><button class="button small outlined" name="act" value="take" aria-label="Remove ${recipe.coffee.name}">Remove</button></form></li>`)}</ul>
<h2>Who can see it</h2><form method="post" action="${here}">${
      shareId
        ? html`<p>Anyone with this link: <a href="/c/${shareId}">${visit.ports.site.baseUrl}/c/${shareId}</a></p><button class="button small outlined" name="act" value="unshare">Stop sharing</button>`
        : html`<p>Only you.</p><button class="button small outlined" name="act" value="share">Share with a link</button>`
    }</form>
<details class="more"${fault ? html` open` : ''}><summary>Rename or delete</summary>${fault ? notice('wrong', 'We couldn’t save this yet.', fault.message) : ''}<form method="post" action="${here}">${nameFields(typed.get('name') ?? name, typed.get('description') ?? description ?? '')}<button class="button soft" name="act" value="name">Save</button></form><form method="post" action="${here}"><button class="button outlined" name="act" value="delete">Delete collection (its recipes stay)</button></form></details></div>`,
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
