import * as v from 'valibot'
import { removeLogo, setLogo } from '../../../../core/portal/pictures.ts'
import { getRoasterProfile, ReviseRoasterProfile, reviseRoasterProfile } from '../../../../core/portal/profile.ts'
import type { RefusedForm } from '../answer-form.ts'
import { emailFaults, type FormFaults, webAddressFaults } from '../field-faults.ts'
import { type Html, html } from '../html.ts'
import { seeOther } from '../own-page.ts'
import { notice, textField } from '../parts/controls.ts'
import { roasterFace } from '../roasters.ts'
import { pictureForm, picturePosted, type RefusedPicture } from './picture.ts'
import { type PortalVisit, portalForm } from './portal-page.ts'
import { portalView } from './shell.ts'

/** The roaster's name, location and links. */
export const roasterProfilePage = (visit: PortalVisit): Promise<Response> => profileWith(visit)

async function profileWith(visit: PortalVisit, refused?: RefusedForm, picture?: RefusedPicture): Promise<Response> {
  const { ports, who, url } = visit
  const profile = await getRoasterProfile(undefined, ports, who)
  const wrong = refused ?? picture
  const said = refused?.complaints ?? {}
  const typed = (name: FieldName) => (refused ? (refused.typed[name] ?? '') : (profile[name] ?? ''))
  const text = (name: FieldName, more: Html = html`maxlength="200"`) =>
    textField(name, labels[name], { value: typed(name), complaint: said[name], more })
  return portalView(visit, {
    title: 'Profile',
    at: '/profile',
    ...(wrong && { status: wrong.status }),
    body: html`<h1>Profile</h1>
<p class="lead">What everyone sees on <a href="/roasters/${who.roasterSlug}">your page</a>.</p>
${refused ? notice('wrong', 'We couldn’t save this yet.', said[''] ?? 'Check the fields marked below.') : url.searchParams.has('saved') && !picture ? notice('right', 'Saved.', '') : ''}
<form class="panel fields" method="post" action="/portal/${who.roasterSlug}/profile">
<fieldset><legend>Who you are</legend>${text('name', html`maxlength="200" required`)}${text('tagline')}${text('style')}<div class="field whole"><label for="description">${labels.description}</label><textarea id="description" name="description" rows="5" maxlength="5000" dir="auto">${typed('description')}</textarea>${said.description ? html`<p class="complaint">${said.description}</p>` : ''}</div></fieldset>
<fieldset><legend>Where you are</legend>${text('city')}${text('state')}${text('country')}</fieldset>
<fieldset><legend>Where to find you</legend>${text('websiteUrl', html`type="url" placeholder="https://"${who.role === 'OWNER' ? '' : html` readonly`}`)}${text('instagramHandle', html`maxlength="31" placeholder="@"`)}${text('contactEmail', html`type="email"`)}</fieldset>
<p class="quiet">If you change the name, your page stays at /roasters/${who.roasterSlug} and your widgets keep working.</p>
<button class="button">Save</button></form>
<section class="panel own-logo" aria-labelledby="logo-title"><h2 id="logo-title">Logo</h2>${pictureForm(`/portal/${who.roasterSlug}/logo`, roasterFace(profile), profile.logo !== null, picture)}</section>`,
  })
}

const labels = {
  name: 'Name',
  tagline: 'Tagline',
  style: 'How you roast',
  description: 'In your own words',
  city: 'City',
  state: 'State or region',
  country: 'Country',
  websiteUrl: 'Website',
  instagramHandle: 'Instagram',
  contactEmail: 'Contact email (not shown publicly)',
} as const
type FieldName = keyof typeof labels

const faults: FormFaults = {
  name: { missing: 'Enter the name of your roastery.', wrong: 'Shorten the name to 200 characters.' },
  tagline: { wrong: 'Shorten the tagline to 200 characters.' },
  style: { wrong: 'Shorten this to 200 characters.' },
  description: { wrong: 'Shorten the description to 5,000 characters.' },
  city: { wrong: 'Shorten the city to 200 characters.' },
  state: { wrong: 'Shorten the state or region to 200 characters.' },
  country: { wrong: 'Shorten the country to 200 characters.' },
  websiteUrl: webAddressFaults,
  instagramHandle: { wrong: 'Enter only your handle, for example @hillroad.' },
  contactEmail: emailFaults,
}

/** The form sends every field, so an emptied one is cleared. */
const Filled = v.pipe(
  v.looseObject({}),
  v.transform(typed => ({ ...Object.fromEntries(Object.keys(labels).map(name => [name, ''])), ...typed })),
  ReviseRoasterProfile,
)

export const logoPosted = picturePosted('POST /portal/:slug/logo', 'The logo was set or taken away', {
  set: (picture, { ports, who }) => setLogo({ picture }, ports, who),
  remove: ({ ports, who }) => removeLogo(undefined, ports, who),
  back: slug => `/portal/${slug}/profile?saved`,
  page: (visit, _params, refused) => profileWith(visit, undefined, refused),
})

export const profilePosted = portalForm('POST /portal/:slug/profile', 'The profile was changed', {
  schema: Filled,
  faults,
  page: (visit, _params, refused) => profileWith(visit, refused),
  act: async (changes, { ports, who }) => {
    await reviseRoasterProfile(changes, ports, who)
    return seeOther(`/portal/${who.roasterSlug}/profile?saved`)
  },
})
