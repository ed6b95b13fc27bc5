import type { Fault } from '../../../core/errors.ts'
import { faultStatus } from '../faults.ts'
import { html, htmlPage } from './html.ts'

/** What a browser sees when a sign-in link no longer works: why, and a way to a new one. */
export const linkExpiredPage = ({ message, code }: Fault) =>
  htmlPage(
    'This link does not work',
    html`<h1>This link does not work</h1>
<p>${message}</p>
<form id="new-link" action="/api/auth/magic-link" method="post">
  <label for="email">Your e-mail address</label>
  <input id="email" name="email" type="email" autocomplete="email" required>
  <button>Send me a new link</button>
  <p role="status"></p>
</form>
<noscript><p>Sending the form needs JavaScript; or open the app and ask for a link there.</p></noscript>`,
    { status: faultStatus[code], script: '/assets/new-link.js' },
  )
