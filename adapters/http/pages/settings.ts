import type { Visit } from './choices.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { emailField } from './parts/controls.ts'

/** Where the link at the foot of a notification leads: which mails to get. The script asks who is there. */
export const settingsPage = (visit: Visit) =>
  sitePage(visit, {
    title: 'What we write to you about',
    script: 'settings.js',
    body: html`<div class="plain"><h1>What we write to you about</h1>
<form id="notifications" hidden>
  <label><input type="checkbox" name="notifyRecipeComments"> Somebody comments on a recipe of yours</label>
  <label><input type="checkbox" name="notifyRecipeFavorites"> Somebody saves a recipe of yours</label>
  <label><input type="checkbox" name="notifyRecipeBrews"> Somebody brews a recipe of yours</label>
  <p role="status"></p>
</form>
<form id="new-link" action="/api/auth/magic-link" method="post" hidden>
  <p>Sign in first: we send you a link. Then open this page again.</p>
  ${emailField}
  <button class="button">Send me a sign-in link</button>
  <p role="status"></p>
</form>
<noscript><p>This page needs JavaScript; the same settings are in the app.</p></noscript></div>`,
  })
