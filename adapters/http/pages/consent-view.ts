import { type Scope, scopes } from '../../../core/accounts/scopes.ts'
import type { Fault } from '../../../core/errors.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import type { OwnVisit } from './own-page.ts'
import { notice } from './parts/controls.ts'
import { icon, logo } from './parts/pen.ts'
import { initialsOf } from './words.ts'

/** What an app may do with a scope, and what it can't without. */
const inWords: Record<Scope, { sign: Parameters<typeof icon>[0]; may: string; more: string; mayNot: string }> = {
  read: {
    sign: 'sheet',
    may: 'See your brews, recipes and shelf',
    more: 'Also what you haven’t published, who you brew for, your gear, taste and email address',
    mayNot: 'List your brews, recipes, shelf and gear',
  },
  log: {
    sign: 'plus',
    may: 'Log brews and bags for you',
    more: 'It can change and delete those you have, and sees your notes on them',
    mayNot: 'Log, change or delete brews and bags',
  },
  write: {
    sign: 'share',
    may: 'Publish, change and delete recipes',
    more: 'It can also change your gear and taste; and vote, comment and follow for you',
    mayNot: 'Publish, change or delete your own recipes',
  },
  roaster: {
    sign: 'house',
    may: 'Work in your roaster portal',
    more: 'On coffees, recipes and the widget, not on members',
    mayNot: 'Work in a roaster portal',
  },
}

/** What no app may ever do. */
const NEVER = 'Change your password or email address, or delete your account'

interface AskedConsent {
  appName: string
  /** Who vouches for it. */
  owner: string | undefined
  scopes: readonly Scope[]
  /** Sent along with the answer. */
  fields: URLSearchParams
  /** What nobody has checked. */
  caution: Html | string
  /** What happens next. */
  end: Html
  /** Whether the form leads to another site. */
  formLeavesSite: boolean
  fault?: Fault | undefined
}

/** Asks a person whether an app may use what is theirs. */
export function askConsent(
  visit: OwnVisit,
  { appName, owner, fields, caution, end, formLeavesSite, fault, ...asked }: AskedConsent,
) {
  const { who, url } = visit
  const given = scopes.filter(scope => asked.scopes.includes(scope))
  const withheld = (['read', 'log', 'write'] as const).filter(scope => !given.includes(scope))
  return consentFrame(visit, {
    title: `Connect ${appName}`,
    status: fault ? 403 : 200,
    formLeavesSite,
    body: html`<p class="consent-pair" aria-hidden="true"><b class="face">${[...appName][0]?.toUpperCase() ?? ''}</b><i></i><i></i><i></i><span>${logo()}</span></p>
<h1>${appName} wants to use your coffee data</h1>
${owner ? html`<p class="consent-owner">From <b>${owner}</b></p>` : ''}
<div class="consent-who"><b class="face" aria-hidden="true">${initialsOf(who.displayName)}</b><span>${who.email}</span><form class="not-you" method="post" action="/sign-out"><input type="hidden" name="next" value="${url.pathname}?${String(fields)}"><button>Not you?</button></form></div>
${fault ? notice('wrong', 'Nothing was shared.', fault.message) : ''}
${caution}
<h2 class="small">It will be able to</h2>
<ul class="may">${given.map(scope => html`<li>${icon(inWords[scope].sign)}<span>${inWords[scope].may}<span class="quiet">${inWords[scope].more}</span></span></li>`)}</ul>
<h2 class="small">It won’t be able to</h2>
<ul class="may not">${[...withheld.map(scope => inWords[scope].mayNot), NEVER].map(words => html`<li>${icon('cross')}<span>${words}</span></li>`)}</ul>
<form class="consent-answer" method="post" action="${url.pathname}"><input type="hidden" name="person" value="${who.id}">${[...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button class="button outlined" name="answer" value="deny">Deny</button><button class="button" name="answer" value="allow">Allow</button></form>
<p class="quiet consent-end">${end} Disconnect it at any time under <a href="/me/keys">Keys and apps</a>.</p>`,
  })
}

export const warmNotice = (title: string, text: Html): Html =>
  html`<div class="notice warm" role="status">${icon('fault')}<div><strong>${title}</strong>${text}</div></div>`

/** A page with nothing on it but one decision. */
export const consentFrame = (
  visit: OwnVisit,
  page: { title: string; status: number; formLeavesSite?: boolean; body: Html },
): Promise<Response> =>
  sitePage(visit, {
    ...page,
    body: html`<div class="panel">${page.body}</div>`,
    around: {
      kind: 'consent',
      style: 'consent.css',
      top: html`<header><a class="home" href="/">${logo()}<span>Dialin</span></a></header>`,
      foot: html`<footer>${icon('lock')}Dialin never shares your password with apps.</footer>`,
    },
  })
