import * as v from 'valibot'
import { coffeeTypes } from '../../../../core/coffees/model.ts'
import { capital } from '../../../../core/names.ts'
import { deleteCoffee, getPortalCoffee, ReviseCoffee, reviseCoffee } from '../../../../core/portal/coffees.ts'
import { removeCoffeePicture, setCoffeePicture } from '../../../../core/portal/pictures.ts'
import type { RefusedForm } from '../answer-form.ts'
import { attempt } from '../attempt.ts'
import { type FormFaults, webAddressFaults } from '../field-faults.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { idOf, type Params } from '../me/path.ts'
import { seeOther } from '../own-page.ts'
import { choiceField, notice, textField } from '../parts/controls.ts'
import { coffeeFront } from '../parts/photo.ts'
import { roastField } from './coffees.ts'
import { pictureForm, picturePosted, type RefusedPicture } from './picture.ts'
import { type PortalVisit, portalForm } from './portal-page.ts'
import { portalView } from './shell.ts'

type EditedCoffee = Awaited<ReturnType<typeof getPortalCoffee>>['coffee']

interface CoffeePageState {
  refused?: RefusedForm | undefined
  picture?: RefusedPicture | undefined
  /** Why it cannot be deleted. */
  kept?: string | undefined
}

export const portalCoffeePage = (visit: PortalVisit, params: Params): Promise<Response> => coffeeWith(visit, params)

async function coffeeWith(visit: PortalVisit, params: Params, shown: CoffeePageState = {}): Promise<Response> {
  const { ports, who, url } = visit
  const { coffee } = await getPortalCoffee({ id: idOf(params) }, ports, who)
  const home = `/portal/${who.roasterSlug}/coffees`
  const here = `${home}/${coffee.id}`
  const { refused, picture, kept } = shown
  const said = url.searchParams.has('added') ? 'Added.' : url.searchParams.has('saved') ? 'Saved.' : undefined
  const status = refused?.status ?? picture?.status ?? (kept ? 409 : undefined)
  return portalView(visit, {
    title: coffee.name,
    at: '/coffees',
    ...(status && { status }),
    body: html`<nav class="crumbs" aria-label="Where this is"><a class="quiet" href="${home}">Coffees</a></nav>
<h1>${coffee.name}</h1>
${refused ? notice('wrong', 'We couldn’t save this yet.', refused.complaints[''] ?? 'Check the fields marked below.') : said && !status ? notice('right', said, html`<a href="/coffees/${coffee.id}">See its page</a>`) : ''}
<div class="coffee-edit"><div>${fieldsForm(coffee, here, refused)}</div>
<div class="beside"><section class="panel" aria-labelledby="picture-title"><h2 id="picture-title">Picture</h2>${pictureForm(`${here}/picture`, coffeeFront(coffee), coffee.picture !== null, picture)}</section></div></div>
<details class="more"${kept ? html` open` : ''}><summary>Delete this coffee</summary>${kept ? notice('wrong', 'Not deleted.', kept) : ''}<form method="post" action="${here}/delete"><p class="quiet">This also deletes your own recipes for the coffee. You can’t delete a coffee that people have recipes, bags or brews of.</p><button class="button outlined">Delete coffee</button></form></details>`,
  })
}

const labels = {
  name: 'Name',
  roastLevel: 'Roast',
  coffeeType: 'Kind',
  origin: 'Origin',
  processingMethod: 'Process',
  flavorNotes: 'Flavour notes',
  description: 'In your own words',
  acidityLevel: 'Acidity',
  bodyLevel: 'Body',
  buyUrl: 'Where to buy it',
} as const
type CoffeeField = keyof typeof labels

const faults: FormFaults = {
  name: { missing: 'Enter the name of the coffee.', wrong: 'Shorten the name to 200 characters.' },
  roastLevel: { wrong: 'Choose a roast from the list.' },
  coffeeType: { wrong: 'Choose a kind from the list.' },
  origin: { wrong: 'Shorten the origin to 200 characters.' },
  processingMethod: { wrong: 'Shorten the process to 200 characters.' },
  flavorNotes: { wrong: 'Shorten the flavour notes to 1,000 characters.' },
  description: { wrong: 'Shorten the description to 5,000 characters.' },
  acidityLevel: { wrong: 'Choose an acidity from 1 to 5.' },
  bodyLevel: { wrong: 'Choose a body from 1 to 5.' },
  buyUrl: webAddressFaults,
}

function fieldsForm(coffee: EditedCoffee, action: string, refused: RefusedForm | undefined): Html {
  const said = refused?.complaints ?? {}
  const typed = (name: CoffeeField) => {
    if (refused) return refused.typed[name] ?? ''
    return name === 'flavorNotes' ? coffee.flavorNotes.join(', ') : String(coffee[name] ?? '')
  }
  const text = (name: CoffeeField, more: Html = html`maxlength="200"`) =>
    textField(name, labels[name], { value: typed(name), complaint: said[name], more: html`${more} autocomplete="off"` })
  const choice = (name: CoffeeField, choices: { value: string; label: string }[]) =>
    choiceField(
      name,
      labels[name],
      [['', [{ value: '', label: 'Not specified' }, ...choices]]],
      typed(name),
      said[name],
    )
  const levels = ['1 (low)', '2', '3', '4', '5 (high)'].map((label, at) => ({ value: String(at + 1), label }))
  return html`<form class="panel fields" method="post" action="${action}">
<fieldset><legend>What it is</legend>${text('name', html`maxlength="200" required`)}${roastField(typed('roastLevel'), said.roastLevel)}${choice(
    'coffeeType',
    coffeeTypes.map(type => ({ value: type, label: capital(type.toLowerCase().replace('_', ' ')) })),
  )}${text('origin')}${text('processingMethod')}</fieldset>
<fieldset><legend>How it tastes</legend><div class="whole">${text('flavorNotes', html`maxlength="1000" placeholder="jasmine, lemon zest, peach"`)}</div>${choice('acidityLevel', levels)}${choice('bodyLevel', levels)}<div class="field whole"><label for="description">${labels.description}</label><textarea id="description" name="description" rows="4" maxlength="5000" dir="auto">${typed('description')}</textarea>${said.description ? html`<p class="complaint">${said.description}</p>` : ''}</div></fieldset>
<fieldset><legend>Your shop</legend><div class="whole">${text('buyUrl', html`type="url" maxlength="2000" placeholder="https://"`)}</div></fieldset>
<button class="button">Save</button></form>`
}

/** The form sends every field, so an emptied one is cleared. */
const FilledCoffee = v.pipe(
  v.looseObject({}),
  v.transform((typed: Record<string, unknown>) => {
    const level = (text: unknown) => (text ? Number(text) : null)
    const { coffeeType = null, acidityLevel, bodyLevel } = typed
    return {
      ...Object.fromEntries(Object.keys(labels).map(name => [name, ''])),
      ...typed,
      coffeeType,
      acidityLevel: level(acidityLevel),
      bodyLevel: level(bodyLevel),
    }
  }),
  v.omit(ReviseCoffee, ['id']),
)

export const coffeeRevised = portalForm('POST /portal/:slug/coffees/:id', 'A coffee was changed', {
  schema: FilledCoffee,
  faults,
  page: (visit, params, refused) => coffeeWith(visit, params, { refused }),
  act: async (changes, { ports, who }, params) => {
    const { coffee } = await reviseCoffee({ id: idOf(params), ...changes }, ports, who)
    return seeOther(`/portal/${who.roasterSlug}/coffees/${coffee.id}?saved`)
  },
})

export const coffeePictured = picturePosted(
  'POST /portal/:slug/coffees/:id/picture',
  'The picture of a coffee was set or taken away',
  {
    set: (picture, { ports, who }, params) => setCoffeePicture({ id: idOf(params), picture }, ports, who),
    remove: ({ ports, who }, params) => removeCoffeePicture({ id: idOf(params) }, ports, who),
    back: (slug, params) => `/portal/${slug}/coffees/${idOf(params)}?saved`,
    page: (visit, params, picture) => coffeeWith(visit, params, { picture }),
  },
)

/** If it cannot be deleted, its page says why. */
export async function coffeeDeleted(visit: PortalVisit, params: Params): Promise<Response> {
  const { request, ports, who } = visit
  await postedForm(request, ports)
  const { fault } = await attempt(() => deleteCoffee({ id: idOf(params) }, ports, who))
  if (fault?.code === 'coffee-in-use') return coffeeWith(visit, params, { kept: fault.message })
  if (fault) throw fault
  return seeOther(`/portal/${who.roasterSlug}/coffees?deleted`)
}
