import * as v from 'valibot'
import { verifyMagicLink } from '../../../core/accounts/accounts.ts'
import { VerifyMagicLink } from '../../../core/accounts/model.ts'
import { Fault } from '../../../core/errors.ts'
import { sessionCookie } from '../session.ts'
import type { Visit } from './choices.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { linkExpiredPage } from './link-expired.ts'
import { pathIn, seeOther } from './own-page.ts'

/** What the link in a sign-in mail opens. Looking at it does nothing: mail programs look too. */
export const signInPage = (token: string, next: string | null, visit: Visit) =>
  sitePage(visit, {
    title: 'Sign in',
    body: html`<div class="plain"><h1>Sign in to Dialin</h1>
<form method="post" action="/sign-in">
  <input type="hidden" name="token" value="${token}">
  ${next === null ? '' : html`<input type="hidden" name="next" value="${next}">`}
  <button class="button">Sign in</button>
</form></div>`,
  })

/** The button was pressed: the link is used up, and the browser is signed in. */
export async function signIn(visit: Visit) {
  const { request, ports } = visit
  try {
    const form = await postedForm(request, ports)
    const next = pathIn(form.get('next'))
    const input = v.safeParse(VerifyMagicLink, { token: form.get('token') ?? '' })
    if (!input.success) throw new Fault('link-expired', 'This sign-in link is not whole; open it from the mail again.')
    const { token, passwordRemoved, appleSignInRemoved, claimRemoved } = await verifyMagicLink(input.output, ports)
    const removed = [
      passwordRemoved && 'The password that was set before is removed; if it was yours, set a new one in the app.',
      appleSignInRemoved && 'The Apple sign-in from before is removed; if it was yours, sign in with Apple once more.',
      claimRemoved && 'The open claim to a roaster is ended; if it was yours, claim the roaster once more.',
    ].filter(sentence => sentence !== undefined)
    const response =
      removed.length > 0 ? await keysRemovedPage(removed, next, visit) : seeOther(`${ports.site.baseUrl}${next}`)
    response.headers.set('set-cookie', sessionCookie(token, ports.site.baseUrl.startsWith('https:')))
    response.headers.set('cache-control', 'no-store')
    return response
  } catch (error) {
    if (error instanceof Fault) return linkExpiredPage(error, visit)
    throw error
  }
}

const keysRemovedPage = (removed: string[], next: string, visit: Visit) =>
  sitePage(visit, {
    title: 'You are signed in',
    body: html`<div class="plain"><h1>You are signed in</h1>
<p>Your e-mail address is now confirmed. Until now anybody could have made this account in your name, so every session has
ended.</p>
${removed.map(sentence => html`<p>${sentence}</p>\n`)}<p><a href="${next}">Go on</a></p></div>`,
  })
