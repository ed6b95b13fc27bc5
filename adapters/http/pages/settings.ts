import { html, htmlPage } from './html.ts'

/** Where the link at the foot of a notification leads: which mails to get. The script asks who is there. */
export const settingsPage = () =>
  htmlPage(
    'What we write to you about',
    html`<h1>What we write to you about</h1>
<form id="notifications" hidden>
  <label><input type="checkbox" name="notifyRecipeComments"> Somebody comments on a recipe of yours</label>
  <label><input type="checkbox" name="notifyRecipeFavorites"> Somebody saves a recipe of yours</label>
  <label><input type="checkbox" name="notifyRecipeBrews"> Somebody brews a recipe of yours</label>
  <p role="status"></p>
</form>
<form id="new-link" action="/api/auth/magic-link" method="post" hidden>
  <p>Sign in first: we send you a link. Then open this page again.</p>
  <label for="email">Your e-mail address</label>
  <input id="email" name="email" type="email" autocomplete="email" required>
  <button>Send me a sign-in link</button>
  <p role="status"></p>
</form>
<noscript><p>This page needs JavaScript; the same settings are in the app.</p></noscript>`,
    { script: '/assets/settings.js' },
  )
