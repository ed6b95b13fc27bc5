import { html, page } from './html.ts'

/** What a browser sees once a claim's link has done its work. */
export const claimVerifiedPage = ({ message }: { message: string }) =>
  page('Claim confirmed', html`<h1>Thank you</h1>\n<p>${message}</p>`)

export const claimLinkExpiredPage = (message: string) =>
  page('This link no longer works', html`<h1>This link no longer works</h1>\n<p>${message}</p>`, { status: 400 })
