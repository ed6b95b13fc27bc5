import * as v from 'valibot'
import { deleteAccount } from '../../../../core/accounts/delete-account.ts'
import { ChangePassword } from '../../../../core/accounts/model.ts'
import { changePassword } from '../../../../core/accounts/passwords.ts'
import { Fault } from '../../../../core/errors.ts'
import { ownedAlone } from '../../../../core/portal/members.ts'
import { SetProfile, setProfile } from '../../../../core/profiles/profiles.ts'
import { isSecure } from '../../cookies.ts'
import { faultStatus } from '../../faults.ts'
import { leaveBrowser } from '../../leave-browser.ts'
import { sessionCookie } from '../../session.ts'
import { attempt } from '../attempt.ts'
import { type FormFaults, newPasswordFaults, wrongField } from '../field-faults.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { signOutForm, sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { notice, textField } from '../parts/controls.ts'
import { addressState } from './address-state.ts'

/** People type this to confirm. */
const CONFIRMATION = 'delete my account'

type AccountPart = 'name' | 'privacy' | 'password' | 'delete'

/** Name, what others see, password, and deleting the account. */
export const accountPage = (visit: OwnVisit): Promise<Response> => accountPageWith(visit, new URLSearchParams())

interface WrongPart {
  part: AccountPart
  fault: Fault
}

async function accountPageWith(visit: OwnVisit, typed: URLSearchParams, wrong?: WrongPart): Promise<Response> {
  const { ports, who, url } = visit
  const [privacy, account, alone, isProven] = await Promise.all([
    ports.profiles.privacyOf(who.id),
    ports.accounts.byId(who.id),
    ownedAlone(who.id, ports),
    ports.accounts.isProven(who.id),
  ])
  const saved = url.searchParams.get('saved')
  const section = (part: AccountPart, title: string, body: Html) =>
    html`<section aria-labelledby="${part}"><h2 id="${part}">${title}</h2>${wrong?.part === part ? notice('wrong', 'We couldn’t save this.', wrong.fault.message) : saved === part ? notice('right', 'Saved.', '') : ''}<form method="post" action="/me/account/${part}#${part}">${body}</form></section>`
  const hasPassword = account?.passwordHash != null
  const box = (name: string, isOn: boolean, text: string) =>
    html`<label><input type="checkbox" name="${name}"${isOn ? html` checked` : ''}> ${text}</label>`
  const secret = (name: string, label: string, complete: string) =>
    textField(name, label, { more: html`type="password" autocomplete="${complete}" required` })
  return sitePage(visit, {
    title: 'Your account',
    status: wrong ? faultStatus[wrong.fault.code] : 200,
    body: html`<div class="plain"><h1>Your account</h1><div class="lead signed-in"><span>Signed in as ${who.email}</span>${signOutForm}</div>${addressState(isProven, visit)}
${section('name', 'Name', html`${textField('displayName', 'Display name', { value: typed.get('displayName') ?? account?.name ?? '', more: html`maxlength="200" autocomplete="nickname"` })}<button class="button soft">Save</button>`)}
${section('privacy', 'What others see', html`${box('isProfilePublic', privacy.isProfilePublic, 'My profile: name, stats and comments')}${box('areBrewsPublic', privacy.areBrewsPublic, 'My latest brews on my profile')}<p><button class="button soft">Save</button></p>`)}
${section('password', hasPassword ? 'Change password' : 'Set a password', html`<p class="quiet">You’ll be signed out on your other devices.</p>${hasPassword ? secret('currentPassword', 'Current password', 'current-password') : ''}${secret('newPassword', 'New password, at least 8 characters', 'new-password')}<button class="button soft">Update password</button>`)}
<h2>Your data</h2><p><a class="all" href="/api/user/export" download="dialin.json">Download everything we hold about you</a></p><p><a class="all" href="/api/brew-logs.csv" download="brews.csv">Download your brews as a spreadsheet (CSV)</a></p><p><a class="all" href="/me/import">Import brews from Beanconqueror or a spreadsheet, or your account from another Dialin</a></p><p><a class="all" href="/settings">Email notifications</a></p>
${section('delete', 'Delete the account', html`<p>Your brews, shelf, gear, collections and personal recipes are deleted right away and can’t be restored. Recipes you published stay, without your name. ${alone.map(({ roasterSlug, roasterName }) => html`You’re the only owner of <b>${roasterName}</b>. <a href="/portal/${roasterSlug}/members">Make someone else an owner</a> first, or it will have no owner until someone claims it again. `)}<a href="/api/user/export" download="dialin.json">Download everything first</a>.</p>${textField('confirmation', `To confirm, type: ${CONFIRMATION}`, { value: typed.get('confirmation') ?? '', more: html`autocomplete="off" autocapitalize="off" required` })}<button class="button outlined">Delete my account</button>`)}</div>`,
  })
}

export async function nameSet(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports)
  const { fault } = await attempt(async () => {
    const given = v.safeParse(SetProfile, { displayName: form.get('displayName')?.trim() || null })
    if (!given.success) throw wrongField(given.issues[0], faults)
    await setProfile(given.output, ports, who)
  })
  return fault ? accountPageWith(visit, form, { part: 'name', fault }) : seeOther('/me/account?saved=name#name')
}

export async function privacySet({ request, ports, who }: OwnVisit): Promise<Response> {
  const form = await postedForm(request, ports)
  const [isProfilePublic, areBrewsPublic] = [form.has('isProfilePublic'), form.has('areBrewsPublic')]
  await ports.profiles.setPrivacy(who.id, { isProfilePublic, areBrewsPublic })
  return seeOther('/me/account?saved=privacy#privacy')
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
    return accountPageWith(visit, new URLSearchParams(), { part: 'password', fault })
  }
  const response = seeOther('/me/account?saved=password#password')
  response.headers.append('set-cookie', sessionCookie(result.done.token, isSecure(visit.ports.site)))
  return response
}

const WRONG_PASSWORD = 'That isn’t your current password. Try again.'

const faults: FormFaults = {
  displayName: { wrong: 'Shorten your name to 200 characters.' },
  newPassword: newPasswordFaults,
  currentPassword: { missing: 'Enter your current password.', wrong: WRONG_PASSWORD },
}

/** Requires the confirmation. */
export async function accountDeleted(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports)
  const said = (form.get('confirmation') ?? '').trim().toLowerCase().replace(/\s+/g, ' ')
  if (said !== CONFIRMATION) {
    const fault = new Fault('invalid', `Nothing has been deleted yet. To delete your account, type “${CONFIRMATION}”.`)
    return accountPageWith(visit, form, { part: 'delete', fault })
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
