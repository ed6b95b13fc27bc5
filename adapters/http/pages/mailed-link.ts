import * as v from 'valibot'
import { FIRST_PROOF, VerifyMagicLink } from '../../../core/accounts/model.ts'
import { provesAddress, verifyMagicLink } from '../../../core/accounts/sign-in.ts'
import { Fault } from '../../../core/errors.ts'
import type { Visit } from './choices.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { linkExpiredPage } from './link-expired.ts'
import { pathIn } from './site-path.ts'
import { startSession } from './start-session.ts'

/**
 * The page that the link in a sign-in mail opens. Opening it does nothing, because mail programs
 * open links, too.
 */
export async function mailedLinkPage(token: string, next: string | null, visit: Visit) {
  const isFirst = await provesAddress(token, visit.ports)
  return sitePage(visit, {
    title: 'Sign in',
    body: html`<div class="plain"><h1>Sign in to Dialin</h1>
<p class="lead">One press, and you are in.</p>
${isFirst ? html`<p>${FIRST_PROOF}</p>` : ''}
<form method="post" action="/sign-in">
  <input type="hidden" name="token" value="${token}">
  ${next === null ? '' : html`<input type="hidden" name="next" value="${next}">`}
  <button class="button">Sign in</button>
</form></div>`,
  })
}

/** The button uses up the link and signs the browser in. */
export async function signInByLink(visit: Visit) {
  const { request, ports } = visit
  let next = '/'
  try {
    const form = await postedForm(request, ports)
    next = pathIn(form.get('next'))
    const input = v.safeParse(VerifyMagicLink, { token: form.get('token') ?? '' })
    if (!input.success) throw new Fault('link-expired', 'This sign-in link is not whole; open it from the mail again.')
    return await startSession(await verifyMagicLink(input.output, ports), next, visit)
  } catch (error) {
    if (error instanceof Fault) return linkExpiredPage(error, visit, next)
    throw error
  }
}
