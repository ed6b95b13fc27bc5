import { Login, MAGIC_LINK_MINUTES, RequestMagicLink } from '../../../core/accounts/model.ts'
import { login, requestMagicLink } from '../../../core/accounts/sign-in.ts'
import { whyNoSignUp } from '../../../core/accounts/sign-up.ts'
import { answerForm, type RefusedForm } from './answer-form.ts'
import type { Visit } from './choices.ts'
import { claimedWith, emailInput, entrancePage, nextInput, notDone, passwordInput, withNext } from './entrance.ts'
import { emailFaults, type FormFaults } from './field-faults.ts'
import { type Html, html } from './html.ts'
import { keptVoteNote } from './kept-vote.ts'
import { seeOther } from './own-page.ts'
import { icon } from './parts/pen.ts'
import { pathIn } from './site-path.ts'
import { startSession } from './start-session.ts'

/** By a mailed link first, or with a password. */
export function signInPage(visit: Visit, refused?: RefusedForm): Promise<Response> {
  const { url, who } = visit
  const next = pathIn(refused?.typed.next ?? url.searchParams.get('next'))
  if (who) return Promise.resolve(seeOther(next))
  const isByPassword = url.pathname === '/sign-in/password'
  return entrancePage(
    visit,
    'Sign in',
    refused,
    isByPassword ? byPassword(next, refused, visit) : byMail(next, refused, visit),
  )
}

const byMail = (next: string, refused: RefusedForm | undefined, visit: Visit): Html =>
  html`<h1 class="title">Welcome back.</h1>
<p class="lead">No password needed. We’ll email you a link that works for an hour.</p>
${keptVoteNote(next, VOTE_COUNTS, visit)}${notDone(refused)}<form method="post" action="/sign-in/link">${nextInput(next)}${emailInput(refused, claimedWith(visit))}<button class="button">${icon('mail')}Email me a link</button></form>
<p class="or"><span>or</span></p>
${visit.ports.site.appleServicesId ? html`<p><a class="button outlined" href="${withNext('/sign-in/apple', next)}">${icon('apple')}Continue with Apple</a></p>` : ''}
<p><a class="button outlined" href="${withNext('/sign-in/password', next)}">Use a password</a></p>
${newHere(next, visit)}`

const byPassword = (next: string, refused: RefusedForm | undefined, visit: Visit): Html =>
  html`<h1 class="title">Welcome back.</h1>
<p class="lead">Use your email and password.</p>
${keptVoteNote(next, VOTE_COUNTS, visit)}${notDone(refused)}<form method="post" action="/sign-in/password">${nextInput(next)}${emailInput(refused, claimedWith(visit))}${passwordInput('Password', 'current-password', refused)}<button class="button">Sign in</button></form>
<p class="quiet">Forgot your password? <a href="${withNext('/sign-in', next)}">Get a sign-in link instead</a></p>
${newHere(next, visit)}`

const VOTE_COUNTS = 'Sign in and we’ll count it.'

/** Does not offer a sign-up that is closed. */
const newHere = (next: string, { ports: { site } }: Visit): Html =>
  site.signUp === 'open'
    ? html`<p class="quiet">New here? <a href="${withNext('/register', next)}">Create an account</a></p>`
    : html`<p class="quiet">New here? ${whyNoSignUp[site.signUp]}</p>`

/** The same reply whether or not there is an account, so that it does not reveal who has one. */
export const linkSentPage = (visit: Visit): Promise<Response> =>
  entrancePage(
    visit,
    'Check your inbox',
    undefined,
    html`<h1 class="title">Check your&nbsp;inbox.</h1>
<p class="lead">If there is an account for this address, a sign-in link is on its way. It works once, for ${MAGIC_LINK_MINUTES} minutes.</p>
<p class="quiet">Nothing yet? Check your spam folder or <a href="${withNext('/sign-in', pathIn(visit.url.searchParams.get('next')))}">resend the link</a>.</p>
${newHere(pathIn(visit.url.searchParams.get('next')), visit)}`,
  )

export const askForLink = (visit: Visit) =>
  answerForm(
    visit,
    RequestMagicLink,
    signInPage,
    async (input, next) => {
      await requestMagicLink({ ...input, ...(next !== '/' && { next }) }, visit.ports)
      return seeOther(withNext('/sign-in/sent', next))
    },
    faults,
  )

export const signInByPassword = (visit: Visit) =>
  answerForm(
    visit,
    Login,
    signInPage,
    async (input, next) => startSession(await login(input, visit.ports), next, visit),
    faults,
  )

const faults: FormFaults = { email: emailFaults, password: { wrong: 'Use at most 1,000 characters.' } }
