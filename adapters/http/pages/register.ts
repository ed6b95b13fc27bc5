import * as v from 'valibot'
import { Register } from '../../../core/accounts/model.ts'
import { addressInvitedBy, register, whyNoSignUp } from '../../../core/accounts/sign-up.ts'
import { Fault } from '../../../core/errors.ts'
import { faultStatus } from '../faults.ts'
import { answerForm, type RefusedForm } from './answer-form.ts'
import type { Visit } from './choices.ts'
import { claimedWith, emailInput, entrancePage, nextInput, notDone, passwordInput, withNext } from './entrance.ts'
import { emailFaults, type FormFaults, newPasswordFaults } from './field-faults.ts'
import { html } from './html.ts'
import { invitationCookie, keptInvitation } from './invitation-cookie.ts'
import { keptVoteNote } from './kept-vote.ts'
import { seeOther } from './own-page.ts'
import { textField } from './parts/controls.ts'
import { pathIn } from './site-path.ts'
import { startSession } from './start-session.ts'

const PATH = '/register'

/**
 * The sign-up form. If sign-up is not open, it needs the secret of an invitation mail, which
 * opening the page does not use up.
 */
export async function registerPage(arrived: Visit, refused?: RefusedForm): Promise<Response> {
  const { url, ports, who } = arrived
  const next = pathIn(refused?.typed.next ?? url.searchParams.get('next'))
  if (who) return withoutInvitation(seeOther(next), arrived)
  const kept = keptInvitation(arrived)
  const given = refused?.typed.invitation ?? url.searchParams.get('token') ?? kept
  const token = v.parse(v.fallback(Register.entries.invitation, undefined), given ?? undefined)
  const { signUp } = ports.site
  const invited = token === undefined || signUp === 'closed' ? undefined : await addressInvitedBy(token, ports)
  // Removes the token, so that no other URL contains the secret.
  const visit = { ...arrived, url: new URL(withNext(PATH, next), url) }
  if (signUp === 'closed' || (signUp === 'invite' && invited === undefined))
    return withoutInvitation(
      await notOpenPage(visit, next, given && signUp === 'invite' ? hasEnded(refused) : refused),
      arrived,
    )
  const page = await entrancePage(
    visit,
    'Create an account',
    refused,
    html`<h1 class="title">Make it yours.</h1>
<p class="lead">${invited === undefined ? '' : html`You’re invited as ${invited}. `}Your grinder, your brews and what to change next, on every device.</p>
${keptVoteNote(next, 'Create an account and we’ll count it.', arrived)}${notDone(refused)}<form method="post" action="${PATH}">${nextInput(next)}${invited === undefined ? '' : html`<input type="hidden" name="invitation" value="${token ?? ''}">`}${textField('name', 'Display name (optional)', { value: refused?.typed.name, complaint: refused?.complaints.name, more: html`autocomplete="nickname" maxlength="100"` })}${emailInput(refused, invited ?? claimedWith(arrived), signUp === 'invite')}${passwordInput('Password (8 characters or more)', 'new-password', refused)}<button class="button">Create an account</button></form>
<p class="quiet">Your brews are private until you share them. See what we store in our <a href="/privacy">privacy policy</a>.</p>
<p class="quiet">Already have an account? <a href="${withNext('/sign-in', next)}">Sign in</a></p>`,
  )
  return invited === undefined && given === kept ? withoutInvitation(page, arrived) : page
}

/** Creates the account and continues where the person came from, or on their own page. */
export const makeAccount = (visit: Visit) =>
  answerForm(
    visit,
    Register,
    registerPage,
    async (input, next) =>
      withoutInvitation(
        await startSession(await register(input, visit.ports), next === '/' ? '/me' : next, visit),
        visit,
      ),
    faults,
  )

const faults: FormFaults = {
  email: emailFaults,
  password: newPasswordFaults,
  name: { wrong: 'Shorten your name to 200 characters.' },
}

/** Removes the invitation cookie: it was used, or does not apply here. */
function withoutInvitation(response: Response, visit: Visit) {
  if (keptInvitation(visit)) response.headers.append('set-cookie', invitationCookie(PATH, '', visit))
  return response
}

const notOpenPage = (visit: Visit, next: string, refused: RefusedForm | undefined): Promise<Response> =>
  entrancePage(
    visit,
    'Create an account',
    refused,
    html`<h1 class="title">${visit.ports.site.signUp === 'invite' ? 'By invitation.' : 'Not at the moment.'}</h1>
${notDone(refused)}<p class="lead">${whyNoSignUp[visit.ports.site.signUp]}</p>
<p><a class="button" href="${withNext('/sign-in', next)}">Sign in</a></p>
<p class="quiet">You can browse without an account: <a href="/recipes">the recipes</a>, <a href="/grinders">your grinder</a>. <a href="/about#contact">Write to us</a></p>`,
  )

const hasEnded = (refused: RefusedForm | undefined): RefusedForm => {
  const { code, message } = new Fault(
    'link-expired',
    'This invitation has expired, was already used or was withdrawn. Ask for a new one.',
  )
  return refused ?? { status: faultStatus[code], typed: {}, complaints: { '': message } }
}
