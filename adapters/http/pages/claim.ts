import * as v from 'valibot'
import { enterProven } from '../../../core/accounts/sign-in.ts'
import { Fault } from '../../../core/errors.ts'
import { ClaimToken, confirmClaim, getClaim, isOwnAddress } from '../../../core/roasters/claims.ts'
import { faultStatus } from '../faults.ts'
import type { Visit } from './choices.ts'
import { postedField } from './form.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { startSession } from './start-session.ts'

/**
 * The page that the link in a claim's mail opens: who claims which roaster. Opening it confirms
 * nothing.
 */
export const claimPage = (token: string, visit: Visit) =>
  orWhyNot(visit, async ({ ports }) => {
    const { claim, claimant } = await getClaim(inputOf(token), ports)
    const { roaster, businessEmail } = claim
    return sitePage(visit, {
      title: `Is ${roaster.name} yours?`,
      body: html`<div class="plain"><h1>Is ${roaster.name} yours?</h1>
<p><strong>${claimant.name}</strong>, who signed up with ${claimant.email}, asks to manage ${roaster.name} on Dialin and gave
${businessEmail} as its address.</p>
${claimant.emailProven ? '' : html`<p>We do not know yet whether ${claimant.email} is theirs.</p>\n`}<p>Confirm this only if you know them and want them to manage the roaster. If not, close this page and nothing
happens.</p>
<form method="post" action="/claim">
  <input type="hidden" name="token" value="${token}">
  <button class="button">${isOwnAddress(businessEmail, claimant) ? 'Confirm it, and sign in' : `Let them manage ${roaster.name}`}</button>
</form></div>`,
    })
  })

/**
 * Confirms the claim and continues to the portal. Signs the claimant in if the mail went to their
 * own address.
 */
export const claimConfirmed = (visit: Visit) =>
  orWhyNot(visit, async ({ request, ports, who }) => {
    const { reply, claimant } = await confirmClaim(inputOf(await postedField('token', request, ports)), ports)
    const { claim, message, success: _, ...removed } = reply
    const next = claim.state === 'APPROVED' ? `/portal/${claim.roaster.slug}` : '/portal'
    if (isOwnAddress(claim.businessEmail, claimant))
      return startSession({ ...(await enterProven(claimant.id, ports)), ...removed }, next, visit)
    if (who?.id === claimant.id) return seeOther(next)
    return sitePage(visit, {
      title: 'Claim confirmed',
      body: html`<div class="plain"><h1>Thank you</h1>
<p>${message}</p>
<p>Whoever claimed it goes on in <a href="/portal">their portal</a>.</p></div>`,
    })
  })

function inputOf(token: string) {
  const input = v.safeParse(ClaimToken, { token })
  if (input.success) return input.output
  throw new Fault('link-expired', 'This link is not whole; open it from the mail again.')
}

async function orWhyNot(visit: Visit, answer: (visit: Visit) => Promise<Response>) {
  try {
    return await answer(visit)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return sitePage(visit, {
      title: 'This link does not work',
      status: faultStatus[error.code],
      body: html`<div class="plain"><h1>This link does not work</h1>\n<p>${error.message}</p></div>`,
    })
  }
}
