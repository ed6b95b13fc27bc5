import * as v from 'valibot'
import { SetNewPassword } from '../../../core/accounts/model.ts'
import { newPasswordFor, setNewPassword } from '../../../core/accounts/new-passwords.ts'
import type { Fault } from '../../../core/errors.ts'
import { faultStatus } from '../faults.ts'
import { attempt } from './attempt.ts'
import type { Visit } from './choices.ts'
import { newPasswordFaults, wrongField } from './field-faults.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { notice, textField } from './parts/controls.ts'
import { startSession } from './start-session.ts'

const PATH = '/new-password'

/** The page that the link for a new password opens. Opening it does nothing. */
export const newPasswordPage = (visit: Visit): Promise<Response> =>
  pageFor(visit, visit.url.searchParams.get('token') ?? '')

/** Sets the password and signs this browser in. */
export async function newPasswordSet(visit: Visit): Promise<Response> {
  const { request, ports } = visit
  const form = await postedForm(request, ports)
  const token = form.get('token') ?? ''
  const { done, fault } = await attempt(async () => {
    const given = v.safeParse(SetNewPassword, { token, newPassword: form.get('newPassword') ?? '' })
    if (!given.success) throw wrongField(given.issues[0], { newPassword: newPasswordFaults })
    return setNewPassword(given.output, ports)
  })
  return fault ? pageFor(visit, token, fault) : startSession(done, '/me', visit)
}

async function pageFor(arrived: Visit, token: string, wrong?: Fault): Promise<Response> {
  // Removes the token, so that no other URL contains the secret.
  const visit = { ...arrived, url: new URL(PATH, arrived.url) }
  const { done: email, fault } = await attempt(() => newPasswordFor(token, visit.ports))
  if (fault)
    return sitePage(visit, {
      title: 'This link doesn’t work',
      status: faultStatus[fault.code],
      body: html`<div class="plain"><h1>This link doesn’t work</h1><p class="lead">${fault.message}</p><p><a class="button" href="/sign-in">Get a sign-in link instead</a></p></div>`,
    })
  return sitePage(visit, {
    title: 'Set a new password',
    status: wrong ? faultStatus[wrong.code] : 200,
    body: html`<div class="plain"><h1>Set a new password</h1>
<p class="lead">For ${email}. You’ll be signed in here and signed out on every other device.</p>
${wrong ? notice('wrong', 'Not saved yet.', wrong.message) : ''}<form method="post" action="${PATH}"><input type="hidden" name="token" value="${token}"><input type="hidden" name="username" autocomplete="username" value="${email}">${textField('newPassword', 'New password (8 characters or more)', { more: html`type="password" autocomplete="new-password" maxlength="1000" required` })}<button class="button">Update password</button></form></div>`,
  })
}
