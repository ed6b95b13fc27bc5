import type * as v from 'valibot'
import type { Entered } from '../../../core/accounts/model.ts'
import { signOut } from '../../../core/accounts/sessions.ts'
import { cookieIn, isSecure } from '../cookies.ts'
import { leaveBrowser } from '../leave-browser.ts'
import { sessionCookie } from '../session.ts'
import type { Visit } from './choices.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import { castKeptVote } from './kept-vote.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { forgetSent } from './sent-form.ts'
import { pathIn } from './site-path.ts'

type Admitted = v.InferOutput<typeof Entered>

/**
 * Signs the browser in and redirects. The grinder chosen before stays, and a vote that waited for
 * the sign-in is cast; everything else of the previous session is dropped.
 */
export async function startSession(entered: Admitted, next: string, visit: Visit): Promise<Response> {
  const { ports, who } = visit
  await keepGrinder(entered.user.id, visit)
  const hasVoted = await castKeptVote(entered.user.id, visit)
  const removed = whatWasRemoved(entered)
  const response =
    removed.length > 0 ? await keysRemovedPage(removed, next, visit) : seeOther(`${ports.site.baseUrl}${next}`)
  response.headers.set('set-cookie', sessionCookie(entered.token, isSecure(ports.site)))
  if (hasVoted) forgetSent(response.headers, ports)
  if (who && who.id !== entered.user.id) leaveBrowser(response.headers, ports)
  response.headers.set('cache-control', 'no-store')
  return response
}

export async function signedOut({ request, ports, who }: Visit): Promise<Response> {
  const form = await postedForm(request, ports)
  if (who) await signOut({}, ports, who)
  const response = seeOther(pathIn(form.get('next')))
  leaveBrowser(response.headers, ports)
  return response
}

/** The grinder that a person chose as a visitor becomes their first one. */
async function keepGrinder(userId: number, { request, ports }: Visit) {
  const chosen = ports.grinders.bySlug(cookieIn(request, 'grinder') ?? '')
  if (!chosen || (await ports.ownedEquipment.grinders.list(userId)).length > 0) return
  await ports.ownedEquipment.grinders.put(userId, chosen.id, { isDefault: true }, ports.clock())
}

const whatWasRemoved = ({ passwordRemoved, appleSignInRemoved, claimRemoved }: Admitted) =>
  [
    passwordRemoved && 'The old password no longer works. You can set a new one in your account settings.',
    appleSignInRemoved && 'Apple sign-in is disconnected. If it was yours, sign in with Apple again to connect it.',
    claimRemoved && 'An open claim to a roaster was withdrawn. If it was yours, claim the roaster again.',
  ].filter(sentence => sentence !== undefined)

const keysRemovedPage = (removed: string[], next: string, visit: Visit) =>
  sitePage(visit, {
    title: 'Email confirmed',
    body: html`<div class="plain"><h1>Email confirmed. You’re signed in.</h1>
<p class="lead">Someone else could have created this account with your address. To make sure that it’s yours alone, we signed out every other device.</p>
${removed.map(sentence => html`<p>${sentence}</p>\n`)}<p><a class="button" href="${next}">Continue</a></p></div>`,
  })
