import type { Fault } from '../../../core/errors.ts'
import { faultStatus } from '../faults.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { emailField } from './parts/controls.ts'

/** What a browser sees when a sign-in link no longer works: why, and a way to a new one. */
export const linkExpiredPage = ({ message, code }: Fault, visit: Visit) =>
  sitePage(visit, {
    title: 'This link does not work',
    status: faultStatus[code],
    script: 'new-link.js',
    body: html`<div class="plain"><h1>This link does not work</h1>
<p>${message}</p>
<form id="new-link" action="/api/auth/magic-link" method="post">
  ${emailField}
  <button class="button">Send me a new link</button>
  <p role="status"></p>
</form>
<noscript><p>Sending the form needs JavaScript; or open the app and ask for a link there.</p></noscript></div>`,
  })
