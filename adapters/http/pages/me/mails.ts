import { postedForm } from '../form.ts'
import { html } from '../html.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { notice } from '../parts/controls.ts'
import { ownView, toggleRow } from './account.ts'
import { mails } from './mail-kinds.ts'

/** The page that the link at the foot of a mail opens: which mails to get. */
export async function mailsPage(visit: OwnVisit): Promise<Response> {
  const preferences = await visit.ports.profiles.preferencesOf(visit.who.id)
  return ownView(visit, {
    title: 'Email notifications',
    body: html`<h1>Email notifications</h1><p class="lead">We email ${visit.who.email} when:</p>
${visit.url.searchParams.has('saved') ? notice('right', 'Saved.', '') : ''}<form class="panel asked" method="post" action="/settings"><ul class="rows">${mails.map(([name, text]) => toggleRow(name, text, '', preferences[name]))}</ul><p class="panel-end"><button class="button">Save</button></p></form>`,
  })
}

export async function mailsPosted({ request, ports, who }: OwnVisit): Promise<Response> {
  const form = await postedForm(request, ports)
  await ports.profiles.setPreferences(who.id, Object.fromEntries(mails.map(([name]) => [name, form.has(name)])))
  return seeOther(form.get('at') === 'account' ? '/me/account?saved=mails#mails' : '/settings?saved')
}
