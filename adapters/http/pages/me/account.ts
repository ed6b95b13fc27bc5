import * as v from 'valibot'
import { deleteAccount } from '../../../../core/accounts/delete-account.ts'
import { ChangePassword, type SignedInOn } from '../../../../core/accounts/model.ts'
import { changePassword } from '../../../../core/accounts/passwords.ts'
import { listSessions } from '../../../../core/accounts/sessions.ts'
import { Fault } from '../../../../core/errors.ts'
import { capital, inARow } from '../../../../core/names.ts'
import { ownedAlone } from '../../../../core/portal/members.ts'
import { SetProfile, setProfile } from '../../../../core/profiles/profiles.ts'
import { isSecure } from '../../cookies.ts'
import { faultStatus } from '../../faults.ts'
import { leaveBrowser } from '../../leave-browser.ts'
import { sessionCookie } from '../../session.ts'
import { attempt } from '../attempt.ts'
import { colourings, units } from '../choices.ts'
import { type FormFaults, newPasswordFaults, wrongField } from '../field-faults.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { signOutForm, sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { chip, notice, textField } from '../parts/controls.ts'
import { panelRow, panelRows } from '../parts/panel-rows.ts'
import { icon } from '../parts/pen.ts'
import { addressState } from './address-state.ts'
import { mails } from './mail-kinds.ts'
import { railView } from './rail.ts'

/** People type this to confirm. */
const CONFIRMATION = 'delete my account'

/** Name, what others see, signing in, units, mails, and the way to everything else. */
export const accountPage = (visit: OwnVisit): Promise<Response> => accountPageWith(visit)

interface WrongForm {
  typed: URLSearchParams
  fault: Fault
}

async function accountPageWith(visit: OwnVisit, wrong?: WrongForm): Promise<Response> {
  const { ports, who, url } = visit
  const [privacy, account, mailed, isProven, { sessions }, others] = await Promise.all([
    ports.profiles.privacyOf(who.id),
    ports.accounts.byId(who.id),
    ports.profiles.preferencesOf(who.id),
    ports.accounts.isProven(who.id),
    listSessions(undefined, ports, who),
    ports.drinkers.list(who.id),
  ])
  const saved = url.searchParams.get('saved')
  const part = (id: string, title: string, body: Html, end: Html = html``) =>
    html`<section class="part" aria-labelledby="${id}"><div class="part-top"><h2 id="${id}">${title}</h2>${end}</div>${saved === id ? notice('right', 'Saved.', '') : ''}${body}</section>`
  const isOn = (name: 'isProfilePublic' | 'areBrewsPublic') => (wrong ? wrong.typed.has(name) : privacy[name])
  const hasPassword = account?.passwordHash != null
  return ownView(visit, {
    title: 'Your account',
    status: wrong ? faultStatus[wrong.fault.code] : 200,
    body: html`<h1>Account</h1>${addressState(isProven, visit)}
${part('profile', 'Profile', html`<form class="panel" method="post" action="/me/account/profile#profile">${textField('displayName', 'Display name', { value: wrong?.typed.get('displayName') ?? account?.name ?? '', complaint: wrong?.fault.message, more: html`maxlength="200" autocomplete="nickname"` })}<p class="quiet">Shown with your recipes and comments.</p><ul class="rows">${toggleRow('isProfilePublic', 'Public profile', 'Your name, stats and comments', isOn('isProfilePublic'))}${toggleRow('areBrewsPublic', 'Latest brews on my profile', 'If your profile is public', isOn('areBrewsPublic'))}</ul><p class="panel-end"><button class="button small">Save profile</button></p></form>`)}
${part(
  'signing-in',
  'Signing in',
  panelRows([
    panelRow({
      sign: icon('mail'),
      title: who.email,
      text: 'Sign-in links go here',
      end: html`<span class="at-wide-only">${isProven ? chip('Confirmed', 'sure') : chip('Not confirmed', 'warm')}</span>${link('/me/account/email', 'Change', 'Change email address')}`,
    }),
    panelRow({
      sign: icon('lock'),
      title: 'Password',
      text: hasPassword ? 'Set' : 'Not set',
      end: link(
        '/me/account/password',
        hasPassword ? 'Change' : 'Set',
        hasPassword ? 'Change password' : 'Set a password',
      ),
    }),
  ]),
)}
${part(
  'people',
  'People you brew for',
  panelRows([
    panelRow({
      title: others.length === 0 ? 'Only you' : inARow(['you', ...others.map(({ name }) => name)]),
      text: 'Each with their own taste and next step',
      end:
        others.length === 0
          ? link('/me/drinkers', 'Add', 'Add people you brew for')
          : link('/me/drinkers', 'Change', 'Change the people you brew for'),
    }),
  ]),
)}
${part('display', 'Units and display', displayRows(visit))}
${part('mails', 'Email notifications', html`<form class="panel" method="post" action="/settings"><input type="hidden" name="at" value="account"><ul class="rows">${mails.map(([name, text]) => toggleRow(name, text, '', mailed[name]))}</ul><p class="panel-end"><button class="button small soft">Save notifications</button></p></form>`)}
${part('devices', 'Signed in on', sessionRows(sessions, visit), sessions.length > 1 ? signOutElsewhereForm : html``)}
${part(
  'data',
  'Your data',
  panelRows([
    panelRow({
      title: 'Export everything',
      text: 'Brews, bags, recipes and gear as one JSON file',
      end: html`<a class="button small outlined" href="/api/user/export" download="dialin.json" aria-label="Export everything">Export</a>`,
    }),
    panelRow({
      title: 'Export brews',
      text: 'As a spreadsheet (CSV)',
      end: html`<a class="button small outlined" href="/api/brew-logs.csv" download="brews.csv" aria-label="Export brews">Export</a>`,
    }),
    panelRow({
      title: 'Import',
      text: 'From Beanconqueror, a spreadsheet or another Dialin',
      end: link('/me/import', 'Import', 'Import brews'),
    }),
    panelRow({
      title: 'Delete account',
      text: 'Published recipes stay, without your name',
      end: html`<a class="button small outlined grave" href="/me/account/delete" aria-label="Delete account">Delete</a>`,
    }),
  ]),
)}`,
  })
}

/** This device first. */
function sessionRows(sessions: v.InferOutput<typeof SignedInOn>['sessions'], { words, ports }: OwnVisit): Html {
  const now = ports.clock()
  const rows = sessions.map(({ id, device, isPhone, lastUsedAt, isCurrent }) =>
    panelRow({
      sign: icon(isPhone ? 'phone' : 'laptop'),
      title: device,
      text: isCurrent ? 'This device' : `Last used ${words.ago(lastUsedAt, now)}`,
      end: isCurrent
        ? signOutForm
        : html`<form method="post" action="/me/account/sessions/end"><input type="hidden" name="id" value="${id}"><button class="button small outlined" aria-label="Sign out ${device}">Sign out</button></form>`,
    }),
  )
  return panelRows(rows)
}

const signOutElsewhereForm = html`<form method="post" action="/me/account/sessions/end-others"><button class="all">Sign out everywhere else</button></form>`

export const ownView = (visit: OwnVisit, page: Parameters<typeof railView>[2]) => railView(visit, '/me/account', page)

const link = (href: string, text: string, label: string): Html =>
  html`<a class="button small outlined" href="${href}" aria-label="${label}">${text}</a>`

export function toggleRow(name: string, title: string, text: string, isOn: boolean): Html {
  return html`<li><label class="row-words" for="${name}"><b>${title}</b>${text ? html`<span class="quiet">${text}</span>` : ''}</label><div class="row-end toggle"><input type="checkbox" role="switch" id="${name}" name="${name}"${isOn ? html` checked` : ''}></div></li>`
}

/** They apply at once, on this device. */
function displayRows({ unit, colours }: OwnVisit): Html {
  const choice = (name: string, value: string, text: string, isOn: boolean) =>
    html`<button name="${name}" value="${value}" aria-pressed="${String(isOn)}">${text}</button>`
  const group = (name: string, choices: Html[]) =>
    html`<span class="switch" role="group" aria-label="${name}">${choices}</span>`
  return html`<form method="post" action="/choices"><input type="hidden" name="back" value="/me/account#display">${panelRows(
    [
      panelRow({
        title: 'Temperature',
        text: 'On this device',
        end: group(
          'Temperature',
          units.map(one => choice('unit', one, `°${one}`, one === unit)),
        ),
      }),
      panelRow({
        title: 'Colours',
        text: 'Auto follows your device',
        end: group(
          'Colours',
          colourings.map(one => choice('colours', one, capital(one), one === colours)),
        ),
      }),
    ],
  )}</form>`
}

/** The name and what others see, which are saved together. */
export async function profileSet(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const typed = await postedForm(request, ports)
  const { fault } = await attempt(async () => {
    const given = v.safeParse(SetProfile, { displayName: typed.get('displayName')?.trim() || null })
    if (!given.success) throw wrongField(given.issues[0], faults)
    await setProfile(given.output, ports, who)
    const [isProfilePublic, areBrewsPublic] = [typed.has('isProfilePublic'), typed.has('areBrewsPublic')]
    await ports.profiles.setPrivacy(who.id, { isProfilePublic, areBrewsPublic })
  })
  return fault ? accountPageWith(visit, { typed, fault }) : seeOther('/me/account?saved=profile#profile')
}

export const passwordPage = (visit: OwnVisit): Promise<Response> => passwordPageWith(visit)

async function passwordPageWith(visit: OwnVisit, fault?: Fault): Promise<Response> {
  const account = await visit.ports.accounts.byId(visit.who.id)
  const hasPassword = account?.passwordHash != null
  const secret = (name: string, label: string, complete: string) =>
    textField(name, label, { more: html`type="password" autocomplete="${complete}" required` })
  const title = hasPassword ? 'Change password' : 'Set a password'
  return ownView(visit, {
    title,
    status: fault ? faultStatus[fault.code] : 200,
    body: html`<h1>${title}</h1><p class="lead">You’ll be signed out on your other devices.</p>${fault ? notice('wrong', 'We couldn’t save this.', fault.message) : ''}
<form class="panel asked" method="post" action="/me/account/password">${hasPassword ? secret('currentPassword', 'Current password', 'current-password') : ''}${secret('newPassword', 'New password, at least 8 characters', 'new-password')}<p class="buttons"><button class="button">Update password</button><a class="button outlined" href="/me/account#signing-in">Cancel</a></p></form>`,
  })
}

/** This browser continues with a new session. */
export async function passwordSet(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports)
  const result = await attempt(async () => {
    if (visit.refused) throw visit.refused
    const given = v.safeParse(ChangePassword, {
      newPassword: form.get('newPassword') ?? '',
      currentPassword: form.get('currentPassword') ?? '',
    })
    if (!given.success) throw wrongField(given.issues[0], faults)
    return changePassword(given.output, ports, who)
  })
  if (result.fault) {
    const { code } = result.fault
    const fault = code === 'wrong-credentials' ? new Fault(code, WRONG_PASSWORD) : result.fault
    return passwordPageWith(visit, fault)
  }
  const response = seeOther('/me/account?saved=signing-in#signing-in')
  response.headers.append('set-cookie', sessionCookie(result.done.token, isSecure(visit.ports.site)))
  return response
}

export const WRONG_PASSWORD = 'That isn’t your current password. Try again.'

const faults: FormFaults = {
  displayName: { wrong: 'Shorten your name to 200 characters.' },
  newPassword: newPasswordFaults,
  currentPassword: { missing: 'Enter your current password.', wrong: WRONG_PASSWORD },
}

/** Asks before the account is deleted, and says what stays. */
export const accountDeletePage = (visit: OwnVisit): Promise<Response> => deletePageWith(visit)

async function deletePageWith(visit: OwnVisit, wrong?: WrongForm): Promise<Response> {
  const alone = await ownedAlone(visit.who.id, visit.ports)
  return ownView(visit, {
    title: 'Delete your account',
    status: wrong ? faultStatus[wrong.fault.code] : 200,
    body: html`<h1>Delete your account?</h1>${wrong ? notice('wrong', 'Nothing has been deleted yet.', wrong.fault.message) : ''}<div class="panel asked"><p><b>Deleted right away, and can’t be restored:</b> your brews, shelf, gear, collections and personal recipes.</p><p><b>Kept:</b> the recipes you published, without your name.</p>${alone.map(({ roasterSlug, roasterName }) => html`<p>You’re the only owner of <b>${roasterName}</b>. <a href="/portal/${roasterSlug}/members">Make someone else an owner</a> first, or the roaster will have no owner until someone claims it again.</p>`)}<p><a class="all" href="/api/user/export" download="dialin.json">Download everything first</a></p>
<form class="asked" method="post" action="/me/account/delete">${textField('confirmation', `To confirm, type: ${CONFIRMATION}`, { value: wrong?.typed.get('confirmation') ?? '', more: html`autocomplete="off" autocapitalize="off" required` })}<p class="buttons"><button class="button outlined grave">Delete my account</button><a class="button soft" href="/me/account#data">Keep my account</a></p></form></div>`,
  })
}

/** Requires the confirmation. */
export async function accountDeleted(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports)
  const said = (form.get('confirmation') ?? '').trim().toLowerCase().replace(/\s+/g, ' ')
  if (said !== CONFIRMATION) {
    const fault = new Fault('invalid', `To delete your account, type “${CONFIRMATION}”.`)
    return deletePageWith(visit, { typed: form, fault })
  }
  await deleteAccount(undefined, ports, who)
  const response = await sitePage(
    { ...visit, who: undefined },
    {
      title: 'Your account is deleted',
      body: html`<div class="plain"><h1>Your account is deleted</h1><p class="lead">Your data has been deleted. Recipes you published stay, without your name. Thanks for brewing with us.</p><p><a class="button" href="/">Home</a></p></div>`,
    },
  )
  leaveBrowser(response.headers, ports)
  return response
}
