import * as v from 'valibot'
import { Fault } from '../../../core/errors.ts'
import type { Ports } from '../../../core/ports.ts'
import { getClaim, VerifyClaim, verifyClaim } from '../../../core/roasters/claims.ts'
import { faultStatus } from '../faults.ts'
import { postedField } from './form.ts'
import { html, htmlPage } from './html.ts'

/** What the link in a claim's mail opens: who asks for what. Looking at it confirms nothing. */
export const claimPage = (token: string, ports: Ports) =>
  orWhyNot(async () => {
    const { claim, claimant } = await getClaim(inputOf(token), ports)
    const { roaster, businessEmail } = claim
    return htmlPage(
      `Is ${roaster.name} yours?`,
      html`<h1>Is ${roaster.name} yours?</h1>
<p><strong>${claimant.name}</strong>, who signed up with ${claimant.email}, asks to manage ${roaster.name} on Dialin and gave
${businessEmail} as its address.</p>
${claimant.emailProven ? '' : html`<p>We do not know yet whether ${claimant.email} is theirs.</p>\n`}<p>Confirm this only if you know them and want them to manage the roaster. If not, close this page and nothing
happens.</p>
<form method="post" action="/claim">
  <input type="hidden" name="token" value="${token}">
  <button>Let them manage ${roaster.name}</button>
</form>`,
      { postsForm: true },
    )
  })

/** The button was pressed. */
export const confirmClaim = (request: Request, ports: Ports) =>
  orWhyNot(async () => {
    const { message, passwordRemoved } = await verifyClaim(inputOf(await postedField('token', request, ports)), ports)
    return htmlPage(
      'Claim confirmed',
      html`<h1>Thank you</h1>
<p>${message}</p>
${passwordRemoved ? html`<p>This also confirmed the address of the account for the first time, so its password is removed and its sessions have ended; sign in with a link by e-mail.</p>` : ''}`,
    )
  })

function inputOf(token: string) {
  const input = v.safeParse(VerifyClaim, { token })
  if (input.success) return input.output
  throw new Fault('link-expired', 'This link is not whole; open it from the mail again.')
}

async function orWhyNot(answer: () => Promise<Response>) {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return htmlPage('This link does not work', html`<h1>This link does not work</h1>\n<p>${error.message}</p>`, {
      status: faultStatus[error.code],
    })
  }
}
