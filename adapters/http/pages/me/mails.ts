import type { NotificationPreferences } from '../../../../core/profiles/profiles.ts'
import { postedForm } from '../form.ts'
import { html } from '../html.ts'
import { sitePage } from '../layout.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { notice } from '../parts/controls.ts'

export const mails: [keyof NotificationPreferences, string][] = [
  ['notifyRecipeComments', 'Someone comments on one of your recipes or replies to you'],
  ['notifyRecipeFavorites', 'Someone saves one of your recipes'],
  ['notifyRecipeBrews', 'Someone brews one of your recipes'],
]

/** The page that the link at the foot of a mail opens: which mails to get. */
export async function mailsPage(visit: OwnVisit): Promise<Response> {
  const preferences = await visit.ports.profiles.preferencesOf(visit.who.id)
  return sitePage(visit, {
    title: 'Email notifications',
    body: html`<div class="plain"><h1>Email notifications</h1><p class="lead">Email ${visit.who.email} when:</p>
${visit.url.searchParams.has('saved') ? notice('right', 'Saved.', '') : ''}<form method="post" action="/settings">${mails.map(([name, text]) => html`<label><input type="checkbox" name="${name}"${preferences[name] ? html` checked` : ''}> ${text}</label>`)}<p><button class="button">Save</button></p></form></div>`,
  })
}

export async function mailsPosted({ request, ports, who }: OwnVisit): Promise<Response> {
  const form = await postedForm(request, ports)
  await ports.profiles.setPreferences(who.id, Object.fromEntries(mails.map(([name]) => [name, form.has(name)])))
  return seeOther(form.get('at') === 'account' ? '/me/account?saved=mails#mails' : '/settings?saved')
}
