import * as v from 'valibot'
import { verifyMagicLink } from '../../../core/accounts/accounts.ts'
import { VerifyMagicLink } from '../../../core/accounts/model.ts'
import { Fault } from '../../../core/errors.ts'
import type { Ports } from '../../../core/ports.ts'
import { sessionCookie } from '../session.ts'
import { postedForm } from './form.ts'
import { html, htmlPage } from './html.ts'
import { linkExpiredPage } from './link-expired.ts'

/** What the link in a sign-in mail opens. Looking at it does nothing: mail programs look too. */
export const signInPage = (token: string, next: string | null) =>
  htmlPage(
    'Sign in to Dialin',
    html`<h1>Sign in to Dialin</h1>
<form method="post" action="/sign-in">
  <input type="hidden" name="token" value="${token}">
  ${next === null ? '' : html`<input type="hidden" name="next" value="${next}">`}
  <button>Sign in</button>
</form>`,
    { postsForm: true },
  )

/** The button was pressed: the link is used up, and the browser is signed in. */
export async function signIn(request: Request, ports: Ports) {
  try {
    const form = await postedForm(request, ports)
    const { next: target } = VerifyMagicLink.entries
    const asked = v.safeParse(target, form.get('next') ?? undefined)
    const next = (asked.success && asked.output) || '/'
    const input = v.safeParse(VerifyMagicLink, { token: form.get('token') ?? '' })
    if (!input.success) throw new Fault('link-expired', 'This sign-in link is not whole; open it from the mail again.')
    const { token, passwordRemoved, appleSignInRemoved, claimRemoved } = await verifyMagicLink(input.output, ports)
    const removed = [
      passwordRemoved && 'The password that was set before is removed; if it was yours, set a new one in the app.',
      appleSignInRemoved && 'The Apple sign-in from before is removed; if it was yours, sign in with Apple once more.',
      claimRemoved && 'The open claim to a roaster is ended; if it was yours, claim the roaster once more.',
    ].filter(sentence => sentence !== undefined)
    const response = removed.length > 0 ? keysRemovedPage(removed, next) : goTo(`${ports.site.baseUrl}${next}`)
    response.headers.set('set-cookie', sessionCookie(token, ports.site.baseUrl.startsWith('https:')))
    response.headers.set('cache-control', 'no-store')
    return response
  } catch (error) {
    if (error instanceof Fault) return linkExpiredPage(error)
    throw error
  }
}

const goTo = (location: string) => new Response(null, { status: 303, headers: { location } })

const keysRemovedPage = (removed: string[], next: string) =>
  htmlPage(
    'You are signed in',
    html`<h1>You are signed in</h1>
<p>Your e-mail address is now confirmed. Until now anybody could have made this account in your name, so every session has
ended.</p>
${removed.map(sentence => html`<p>${sentence}</p>\n`)}<p><a href="${next}">Go on</a></p>`,
  )
