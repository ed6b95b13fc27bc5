import type { Fault } from '../../../core/errors.ts'
import { faultStatus } from '../faults.ts'
import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { emailField } from './parts/controls.ts'

/** The page for a sign-in link that no longer works: why, and how to get a new one. */
export const linkExpiredPage = ({ message, code }: Fault, visit: Visit, next = '/') =>
  sitePage(visit, {
    title: 'This link doesn’t work',
    status: faultStatus[code],
    body: html`<div class="plain"><h1>This link doesn’t work</h1>
<p>${message}</p>
<form method="post" action="/sign-in/link"><input type="hidden" name="next" value="${next}">
  ${emailField}
  <button class="button">Email me a new link</button>
</form></div>`,
  })
