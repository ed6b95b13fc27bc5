import * as v from 'valibot'
import { Login, VerifyMagicLink } from '../../../core/accounts/model.ts'
import { linkedAccount, verifyMagicLink } from '../../../core/accounts/sign-in.ts'
import { Fault } from '../../../core/errors.ts'
import { faultStatus } from '../faults.ts'
import type { Visit } from './choices.ts'
import { proofForms, proverIn } from './first-proof.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { linkExpiredPage } from './link-expired.ts'
import { pathIn } from './site-path.ts'
import { startSession } from './start-session.ts'

/**
 * The page that the link in a sign-in or confirmation mail opens. Opening it does nothing, because
 * mail programs open links, too.
 */
export async function mailedLinkPage(token: string, next: string | null, visit: Visit, wrong?: Fault) {
  const account = await linkedAccount(token, visit.ports)
  const hidden = html`<input type="hidden" name="token" value="${token}">${next === null ? '' : html`<input type="hidden" name="next" value="${next}">`}`
  const { who } = visit
  const isOther = who && account && who.id !== account.id
  return sitePage(visit, {
    title: account?.isProven === false ? 'Confirm your email address' : 'Sign in',
    ...(wrong && { status: faultStatus[wrong.code] }),
    body: html`<div class="plain"><h1>${account?.isProven === false ? 'Confirm your email address' : 'Sign in to Dialin'}</h1>
${isOther ? html`<p>You’re signed in as ${who.email}. This link signs you in as <b>${account.email}</b> instead.</p>` : ''}${
  account?.isProven === false
    ? proofForms(
        {
          action: '/sign-in',
          hidden,
          account,
          button: who?.id === account.id ? 'Confirm my address' : 'Confirm and sign in',
          complaint: wrong?.message,
        },
        visit,
      )
    : html`<p class="lead">${account && !isOther ? html`One tap signs you in as ${account.email}.` : 'One tap and you’re in.'}</p><form method="post" action="/sign-in">${hidden}<button class="button">Sign in</button></form>`
}</div>`,
  })
}

const OpenedLink = v.object({ ...VerifyMagicLink.entries, password: v.optional(Login.entries.password) })

/** The button uses up the link and signs the browser in. */
export async function signInByLink(visit: Visit) {
  const { request, ports } = visit
  const form = await postedForm(request, ports)
  const next = pathIn(form.get('next'))
  const { person, password } = proverIn(form, visit)
  const input = v.safeParse(OpenedLink, { token: form.get('token') ?? '', password })
  try {
    if (!input.success) throw new Fault('link-expired', 'This link is incomplete. Open it again from the email.')
    return await startSession(await verifyMagicLink(input.output, ports, person), next, visit)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (error.code === 'wrong-credentials')
      return mailedLinkPage(form.get('token') ?? '', form.get('next'), visit, error)
    return linkExpiredPage(error, visit, next)
  }
}
