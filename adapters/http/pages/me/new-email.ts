import * as v from 'valibot'
import { ChangeEmail, CONFIRM_LINK_HOURS, ConfirmEmail } from '../../../../core/accounts/model.ts'
import { changeEmail, confirmEmail, newEmailOf } from '../../../../core/accounts/new-email.ts'
import { Fault } from '../../../../core/errors.ts'
import { isSecure } from '../../cookies.ts'
import { faultStatus } from '../../faults.ts'
import { sessionCookie } from '../../session.ts'
import { attempt } from '../attempt.ts'
import { emailFaults, type FormFaults, wrongField } from '../field-faults.ts'
import { postedForm } from '../form.ts'
import { html } from '../html.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { notice, textField } from '../parts/controls.ts'
import { ownView, WRONG_PASSWORD } from './account.ts'

const PATH = '/me/account/email'
const CONFIRM = `${PATH}/confirm`

/** A new email address. Nothing changes until its owner confirms it. */
export const emailPage = (visit: OwnVisit): Promise<Response> => emailPageWith(visit)

async function emailPageWith(visit: OwnVisit, wrong?: { typed: string; fault: Fault }): Promise<Response> {
  const { ports, who, url } = visit
  const account = await ports.accounts.byId(who.id)
  const sent = url.searchParams.get('sent')
  if (sent && !wrong)
    return ownView(visit, {
      title: 'Check your inbox',
      body: html`<h1>Check your inbox</h1><div class="panel asked"><p>We sent a link to <b>${sent}</b>. Open it within ${CONFIRM_LINK_HOURS} hours, in a browser where you’re signed in.</p><p>Until then, keep signing in with ${who.email}. We’ve sent a note to that address, too.</p><p class="quiet">Nothing yet? Check your spam folder or <a href="${PATH}">try again</a>.</p></div>`,
    })
  return ownView(visit, {
    title: 'Change email address',
    status: wrong ? faultStatus[wrong.fault.code] : 200,
    body: html`<h1>Change email address</h1><p class="lead">It’s currently ${who.email}. We’ll email a link to the new address to confirm it.</p>${wrong ? notice('wrong', 'Not changed.', wrong.fault.message) : ''}
<form class="panel asked" method="post" action="${PATH}">${textField('email', 'New email address', { value: wrong?.typed, more: html`type="email" autocomplete="email" required` })}${account?.passwordHash == null ? '' : textField('currentPassword', 'Current password', { more: html`type="password" autocomplete="current-password" required` })}<p class="buttons"><button class="button">Email me a link</button><a class="button outlined" href="/me/account#signing-in">Cancel</a></p></form>`,
  })
}

export async function emailAsked(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports)
  const typed = form.get('email') ?? ''
  const { fault } = await attempt(async () => {
    if (visit.refused) throw visit.refused
    const given = v.safeParse(ChangeEmail, { email: typed, currentPassword: form.get('currentPassword') ?? undefined })
    if (!given.success) throw wrongField(given.issues[0], faults)
    await changeEmail(given.output, ports, who)
  })
  if (!fault) return seeOther(`${PATH}?sent=${encodeURIComponent(typed)}`)
  const isPassword = fault.code === 'wrong-credentials'
  return emailPageWith(visit, { typed, fault: isPassword ? new Fault(fault.code, WRONG_PASSWORD) : fault })
}

/** The page that the link in the mail opens. Opening it changes nothing. */
export const emailConfirmPage = (visit: OwnVisit): Promise<Response> =>
  confirmPageFor(visit, visit.url.searchParams.get('token') ?? '')

async function confirmPageFor(arrived: OwnVisit, token: string, wrong?: Fault): Promise<Response> {
  // Removes the token, so that no other URL contains the secret.
  const visit = { ...arrived, url: new URL(CONFIRM, arrived.url) }
  const { done: email, fault } = wrong
    ? { fault: wrong }
    : await attempt(async () => newEmailOf(tokenOf(token), visit.ports, visit.who))
  if (fault)
    return ownView(visit, {
      title: 'This link doesn’t work',
      status: faultStatus[fault.code],
      body: html`<h1>This link doesn’t work</h1><p class="lead">${fault.message}</p><p>You’re signed in as ${visit.who.email}. If you asked with another account, sign in to that one and open the link again.</p><p><a class="button" href="${PATH}">Change email address</a></p>`,
    })
  return ownView(visit, {
    title: 'Confirm your new address',
    body: html`<h1>Confirm your new address</h1><p class="lead">You’ll sign in with <b>${email}</b> instead of ${visit.who.email}. You’ll be signed out on your other devices.</p>
<form method="post" action="${CONFIRM}"><input type="hidden" name="token" value="${token}"><p class="buttons"><button class="button">Use this address</button><a class="button outlined" href="/me/account#signing-in">Cancel</a></p></form>`,
  })
}

/** This browser continues with a new session. */
export async function emailConfirmed(visit: OwnVisit): Promise<Response> {
  const { request, ports, who } = visit
  const token = (await postedForm(request, ports)).get('token') ?? ''
  const { done, fault } = await attempt(async () => confirmEmail(tokenOf(token), ports, who))
  if (fault) return confirmPageFor(visit, token, fault)
  const response = seeOther('/me/account?saved=signing-in#signing-in')
  response.headers.append('set-cookie', sessionCookie(done.token, isSecure(ports.site)))
  return response
}

function tokenOf(token: string) {
  const given = v.safeParse(ConfirmEmail, { token })
  if (given.success) return given.output
  throw new Fault('link-expired', 'This link is incomplete. Open it again from the email.')
}

const faults: FormFaults = {
  email: { ...emailFaults, missing: 'Enter your new email address.' },
  currentPassword: { missing: 'Enter your current password.', wrong: WRONG_PASSWORD },
}
