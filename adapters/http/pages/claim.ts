import * as v from 'valibot'
import { enterProven, ownerOf } from '../../../core/accounts/sign-in.ts'
import { Fault } from '../../../core/errors.ts'
import { ClaimToken, confirmClaim, getClaim, isOwnAddress } from '../../../core/roasters/claims.ts'
import { faultStatus } from '../faults.ts'
import { attempt } from './attempt.ts'
import type { Visit } from './choices.ts'
import { proofForms, proverIn } from './first-proof.ts'
import { postedForm } from './form.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { startSession } from './start-session.ts'

/**
 * The page that the link in a claim's mail opens: who claims which roaster. Opening it confirms
 * nothing.
 */
export const claimPage = (token: string, visit: Visit, wrong?: Fault) =>
  orWhyNot(visit, async ({ ports }) => {
    const { claim, claimant } = await getClaim(inputOf(token), ports)
    const { roaster, businessEmail } = claim
    const account = isOwnAddress(businessEmail, claimant) ? await ports.accounts.byEmail(claimant.email) : undefined
    const isTheirs = visit.who?.email === claimant.email
    const hidden = html`<input type="hidden" name="token" value="${token}">`
    const button = isTheirs
      ? 'Confirm and open my portal'
      : account
        ? 'Confirm and sign in'
        : `Let them manage ${roaster.name}`
    return sitePage(visit, {
      title: `Is ${roaster.name} yours?`,
      ...(wrong && { status: faultStatus[wrong.code] }),
      body: html`<div class="plain"><h1>Is ${roaster.name} yours?</h1>
${
  isTheirs
    ? html`<p class="lead">You asked to manage <b>${roaster.name}</b> on Dialin with ${businessEmail}.</p>`
    : html`<p><strong>${claimant.name}</strong>, who signed up with ${claimant.email}, asked to manage ${roaster.name} on Dialin and gave
${businessEmail} as its address.</p>
${claimant.emailProven ? '' : html`<p>We don’t know yet whether ${claimant.email} is theirs.</p>\n`}<p>Confirm this only if you know them and want them to manage the roaster. If not, close this page and nothing will change.</p>`
}
${
  account && !claimant.emailProven
    ? proofForms({ action: '/claim', hidden, button, account, complaint: wrong?.message }, visit)
    : html`<form method="post" action="/claim">${hidden}<button class="button">${button}</button></form>`
}</div>`,
    })
  })

/**
 * Confirms the claim and continues to the portal. Signs the claimant in if the mail went to their
 * own address.
 */
export const claimConfirmed = (visit: Visit) =>
  orWhyNot(visit, async ({ request, ports, who }) => {
    const form = await postedForm(request, ports)
    const token = form.get('token') ?? ''
    const input = inputOf(token)
    const { person, password } = proverIn(form, visit)
    const asked = password === undefined ? undefined : await getClaim(input, ports)
    const account = asked && (await ports.accounts.byEmail(asked.claimant.email))
    const { done: owner, fault } = await attempt(async () => (account ? ownerOf(account, password, ports) : person))
    if (fault) return claimPage(token, visit, fault)
    const { reply, claimant } = await confirmClaim(input, ports, owner)
    const { claim, message, success: _, ...removed } = reply
    const next = claim.state === 'APPROVED' ? `/portal/${claim.roaster.slug}` : '/portal'
    if (isOwnAddress(claim.businessEmail, claimant))
      return startSession({ ...(await enterProven(claimant.id, ports)), ...removed }, next, visit)
    if (who?.id === claimant.id) return seeOther(next)
    return sitePage(visit, {
      title: 'Claim confirmed',
      body: html`<div class="plain"><h1>Thank you</h1>
<p>${message}</p>
<p>${claimant.name ?? 'The person who asked'} can continue in <a href="/portal">their portal</a>.</p></div>`,
    })
  })

function inputOf(token: string) {
  const input = v.safeParse(ClaimToken, { token })
  if (input.success) return input.output
  throw new Fault('link-expired', 'This link is incomplete. Open it again from the email.')
}

async function orWhyNot(visit: Visit, answer: (visit: Visit) => Promise<Response>) {
  try {
    return await answer(visit)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return sitePage(visit, {
      title: 'This link doesn’t work',
      status: faultStatus[error.code],
      body: html`<div class="plain"><h1>This link doesn’t work</h1>\n<p>${error.message}</p></div>`,
    })
  }
}
