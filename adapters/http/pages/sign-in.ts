import * as v from 'valibot'
import { login, register, requestMagicLink } from '../../../core/accounts/accounts.ts'
import { Login, MAGIC_LINK_MINUTES, Register, RequestMagicLink } from '../../../core/accounts/model.ts'
import { GivenSetting, groundOn } from '../../../core/grind/given.ts'
import type { OwnGrinder } from '../../../core/grind/model.ts'
import { ring } from '../../design/dial/ring.ts'
import { dialFrom } from '../../design/dial/ticks.ts'
import { answerForm, type Refused } from './answer-form.ts'
import { attempt } from './attempt.ts'
import { dialFor, type Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { notice, textField } from './parts/controls.ts'
import { onWhich, setOn } from './parts/dials.ts'
import { icon, pen } from './parts/pen.ts'
import { pathIn } from './site-path.ts'
import { startSession } from './start-session.ts'

/** By a mailed link first, or with a password. */
export function signInPage(visit: Visit, refused?: Refused): Promise<Response> {
  const { url, who } = visit
  const next = pathIn(refused?.typed.next ?? url.searchParams.get('next'))
  if (who) return Promise.resolve(seeOther(next))
  const isByPassword = url.pathname === '/sign-in/password'
  return entrancePage(
    visit,
    'Sign in',
    refused,
    isByPassword ? byPassword(next, refused) : byMail(next, refused, visit),
  )
}

const byMail = (next: string, refused: Refused | undefined, { ports }: Visit): Html =>
  html`<h1 class="title">Welcome back.</h1>
<p class="lead">No password needed. We mail you a link, it works for an hour.</p>
${notDone(refused)}<form method="post" action="/sign-in/link">${hidden(next)}${emailInput(refused)}<button class="button">${icon('mail')}Send me the link</button></form>
<p class="or"><span>or</span></p>
${ports.site.appleServicesId ? html`<p><a class="button outlined" href="${address('/sign-in/apple', next)}">${icon('apple')}Continue with Apple</a></p>` : ''}
<p><a class="button outlined" href="${address('/sign-in/password', next)}">With a password</a></p>
<p class="quiet">New here? <a href="${address('/register', next)}">Make an account</a></p>`

const byPassword = (next: string, refused: Refused | undefined): Html =>
  html`<h1 class="title">Welcome back.</h1>
<p class="lead">With your e-mail and password.</p>
${notDone(refused)}<form method="post" action="/sign-in/password">${hidden(next)}${emailInput(refused)}${passwordInput('Password', 'current-password', refused)}<button class="button">Sign in</button></form>
<p class="quiet">Forgotten? <a href="${address('/sign-in', next)}">Get a link by mail</a></p>
<p class="quiet">New here? <a href="${address('/register', next)}">Make an account</a></p>`

export function registerPage(visit: Visit, refused?: Refused): Promise<Response> {
  const next = pathIn(refused?.typed.next ?? visit.url.searchParams.get('next'))
  if (visit.who) return Promise.resolve(seeOther(next))
  return entrancePage(
    visit,
    'Make an account',
    refused,
    html`<h1 class="title">Make it yours.</h1>
<p class="lead">Your grinder, your brews and what to change next, on every device.</p>
${notDone(refused)}<form method="post" action="/register">${hidden(next)}${textField('name', 'What others call you, if you like', { value: refused?.typed.name, complaint: refused?.complaints.name, more: html`autocomplete="nickname" maxlength="100"` })}${emailInput(refused)}${passwordInput('A password, 8 characters or more', 'new-password', refused)}<button class="button">Make an account</button></form>
<p class="quiet">Your brews are private until you show them. What we keep stands in <a href="/privacy">Privacy</a>.</p>
<p class="quiet">You have one? <a href="${address('/sign-in', next)}">Sign in</a></p>`,
  )
}

/** The answer is the same whether or not there is an account, so that nobody learns who has one. */
export const linkSentPage = (visit: Visit): Promise<Response> =>
  entrancePage(
    visit,
    'Look in your mail',
    undefined,
    html`<h1 class="title">Look in your&nbsp;mail.</h1>
<p class="lead">If there is an account for this address, a sign-in link is on its way. It works once, for ${MAGIC_LINK_MINUTES} minutes.</p>
<p class="quiet">Nothing after a few minutes? Look among the spam, or <a href="${address('/sign-in', pathIn(visit.url.searchParams.get('next')))}">send it again</a>. No account yet? <a href="${address('/register', pathIn(visit.url.searchParams.get('next')))}">Make one</a>.</p>`,
  )

export const askForLink = (visit: Visit) =>
  answerForm(visit, RequestMagicLink, signInPage, async (input, next) => {
    await requestMagicLink({ ...input, ...(next !== '/' && { next }) }, visit.ports)
    return seeOther(address('/sign-in/sent', next))
  })

export const signInByPassword = (visit: Visit) =>
  answerForm(visit, Login, signInPage, async (input, next) =>
    startSession(await login(input, visit.ports), next, visit),
  )

/** Then the first steps, and on from there. */
export const makeAccount = (visit: Visit) =>
  answerForm(visit, Register, registerPage, async (input, next) =>
    startSession(await register(input, visit.ports), address('/welcome', next), visit),
  )

const notDone = (refused: Refused | undefined): Html | string =>
  refused?.complaints[''] ? notice('wrong', 'That did not work.', refused.complaints['']) : ''

const hidden = (next: string): Html => (next === '/' ? html`` : html`<input type="hidden" name="next" value="${next}">`)

const emailInput = (refused: Refused | undefined): Html =>
  textField('email', 'Your e-mail', {
    value: refused?.typed.email,
    complaint: refused?.complaints.email,
    more: html`type="email" autocomplete="email" required`,
  })

const passwordInput = (label: string, autocomplete: string, refused: Refused | undefined): Html =>
  textField('password', label, {
    complaint: refused?.complaints.password,
    more: html`type="password" autocomplete="${autocomplete}" maxlength="1000" required`,
  })

/** An address with where to go on afterwards. */
const address = (path: string, next: string) => (next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`)

/** What is typed beside the dial that it keeps. */
const entrancePage = async (visit: Visit, title: string, refused: Refused | undefined, body: Html) =>
  sitePage(visit, {
    title,
    ...(refused && { status: refused.status }),
    body: html`<div class="entrance"><div class="entrance-in">${body}</div>${await keptDial(visit, refused)}</div>`,
  })

/** Their dial, where the brew that they want to log had it; no number that nobody has set. */
async function keptDial(visit: Visit, refused: Refused | undefined): Promise<Html> {
  const { grinder, url } = visit
  const dial = dialFrom(dialFor(visit).grinder)
  if (!grinder)
    return html`<aside class="kept-dial">${ring(pen, { dial, sentence: 'A dial that nobody has set yet.' })}
<h2 class="small">Your dial, on every recipe</h2><p>Say once which grinder you have, and it stays.</p></aside>`
  const on = await brewedOn(grinder, pathIn(refused?.typed.next ?? url.searchParams.get('next')))
  const view = on
    ? { setting: on.grindSetting, range: on.grindRange, sentence: `${on.grindLabel} ${onWhich(on)}.` }
    : { text: grinder.model, sentence: `The dial of your ${grinder.model}.` }
  return html`<aside class="kept-dial">${ring(pen, { dial, ...view })}
${on ? html`<p class="quiet">${onWhich(on)}</p><h2 class="small">You already set your dial</h2>` : html`<h2 class="small">You already have your dial</h2>`}<p>Sign in and it stays, with every brew after it.</p></aside>`
}

/** As the address of the log has it. */
async function brewedOn(grinder: OwnGrinder, next: string) {
  const { searchParams } = new URL(next, 'http://here')
  const given = v.safeParse(GivenSetting, searchParams.get('grindSetting'))
  if (!given.success || searchParams.get('grinder') !== grinder.slug) return undefined
  const { done } = await attempt(async () => setOn(grinder, groundOn(grinder, given.output).grindSetting))
  return done
}
