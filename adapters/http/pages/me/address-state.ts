import { sitePaths } from '../../../site/addresses.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { icon } from '../parts/pen.ts'

/** Says that the address was just confirmed, or how to confirm it. */
export function addressState(isProven: boolean, { who, url }: OwnVisit): Html {
  if (isProven)
    return url.searchParams.has('confirmed') ? notice('right', 'Email confirmed.', 'You’re all set.') : html``
  return html`<form class="notice" method="post" action="/sign-in/link"><input type="hidden" name="email" value="${who.email}"><input type="hidden" name="next" value="${sitePaths.confirmed()}">${icon('mail')}<div><strong>Confirm your email address.</strong> Open the link we sent to ${who.email}. <button class="all">Send it again</button></div></form>`
}
