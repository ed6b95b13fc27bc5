import type * as v from 'valibot'
import type { Entered } from '../../../core/accounts/model.ts'
import { signOut } from '../../../core/accounts/sessions.ts'
import { cookieIn, isSecure } from '../cookies.ts'
import { leaveBrowser } from '../leave-browser.ts'
import { sessionCookie } from '../session.ts'
import type { Visit } from './choices.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { pathIn } from './site-path.ts'

type Admitted = v.InferOutput<typeof Entered>

/**
 * Signs the browser in and redirects. The grinder chosen before stays; everything else of the
 * previous session is dropped.
 */
export async function startSession(entered: Admitted, next: string, visit: Visit): Promise<Response> {
  const { ports, who } = visit
  await keepGrinder(entered.user.id, visit)
  const removed = whatWasRemoved(entered)
  const response =
    removed.length > 0 ? await keysRemovedPage(removed, next, visit) : seeOther(`${ports.site.baseUrl}${next}`)
  response.headers.set('set-cookie', sessionCookie(entered.token, isSecure(ports.site)))
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
    passwordRemoved && 'The password that was set before is removed; if it was yours, set a new one in your settings.',
    appleSignInRemoved && 'The Apple sign-in from before is removed; if it was yours, sign in with Apple once more.',
    claimRemoved && 'The open claim to a roaster is ended; if it was yours, claim the roaster once more.',
  ].filter(sentence => sentence !== undefined)

const keysRemovedPage = (removed: string[], next: string, visit: Visit) =>
  sitePage(visit, {
    title: 'You are signed in',
    body: html`<div class="plain"><h1>You are signed in</h1>
<p>Your e-mail address is now confirmed. Until now anybody could have made this account in your name, so every session has
ended.</p>
${removed.map(sentence => html`<p>${sentence}</p>\n`)}<p><a href="${next}">Go on</a></p></div>`,
  })
