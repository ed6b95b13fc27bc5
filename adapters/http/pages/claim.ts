import type { Fault } from '../../../core/errors.ts'
import { faultStatus } from '../faults.ts'
import { html, page } from './html.ts'

/** What a browser sees once a claim's link has done its work. */
export const claimVerifiedPage = ({ message }: { message: string }) =>
  page('Claim confirmed', html`<h1>Thank you</h1>\n<p>${message}</p>`)

export const claimLinkExpiredPage = ({ message, code }: Fault) =>
  page('This link does not work', html`<h1>This link does not work</h1>\n<p>${message}</p>`, {
    status: faultStatus[code],
  })
