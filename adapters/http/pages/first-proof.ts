import type { Account } from '../../../core/accounts/accounts.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { textField } from './parts/controls.ts'

interface ProofForms {
  action: '/sign-in' | '/claim'
  /** The hidden fields: the token, and where to continue. */
  hidden: Html
  /** What the main button says. */
  button: string
  account: Pick<Account, 'id' | 'email' | 'passwordHash' | 'createdAt'>
  /** Why the password that was typed is refused. */
  complaint?: string | undefined
}

/**
 * The forms of a page that proves an address for the first time. People who are signed in to the
 * account, or know its password, keep everything. For a stranger to it, we remove what somebody
 * else may have set up in their name, and say so before they press the button.
 */
export function proofForms(forms: ProofForms, { who, words }: Visit): Html {
  const { action, hidden, button, account } = forms
  const form = (body: Html) => html`<form method="post" action="${action}">${hidden}${body}</form>`
  const plain = form(html`<button class="button">${button}</button>`)
  if (who?.id === account.id)
    return html`<p>You’re signed in as <b>${account.email}</b>. Your password, brews and settings stay as they are.</p>
${plain}
<details class="more"><summary>I didn’t create this account</summary><p>Someone created it with your address on ${words.day(account.createdAt)}. We can sign out every device, remove the password and keep you signed in here.</p>
${form(html`<input type="hidden" name="isStranger" value="yes"><button class="button outlined">Make this account mine</button>`)}</details>`
  if (account.passwordHash === null) return plain
  return html`<p>This confirms <b>${account.email}</b> for the first time. Did you set a password for this account? Type it once, and everything stays as it is.</p>
${form(html`${textField('password', 'Password', { complaint: forms.complaint, more: html`type="password" autocomplete="current-password" maxlength="1000" required` })}<button class="button">${button}</button>`)}
<h2 class="small">Don’t know the password?</h2>
<p>Someone may have created this account with your address by mistake. For your security, we’ll remove the old password and sign out every device. You can set a new password afterwards.</p>
${form(html`<input type="hidden" name="isStranger" value="yes"><button class="button outlined">Continue without the password</button>`)}`
}

/** Whom a proof form was sent by: the signed-in person unless they say that it is not their account. */
export const proverIn = (form: URLSearchParams, { who }: Visit) => ({
  person: form.get('isStranger') === null ? who : undefined,
  password: form.get('password') || undefined,
})
