import type { PageDeclaration } from '../endpoint.ts'
import { actPerMinute, formsPerMinute, perMinute } from '../limits.ts'
import { fromApple, toApple } from './apple.ts'
import type { Visit } from './choices.ts'
import { visitOf } from './choices.ts'
import { claimConfirmed, claimPage } from './claim.ts'
import { claimFormPage, claimSent, howToClaimPage } from './claim-roaster.ts'
import { invitationAnswered, invitationPage } from './invitation.ts'
import { mailedLinkPage, signInByLink } from './mailed-link.ts'
import { newPasswordPage, newPasswordSet } from './new-password.ts'
import { openPage, unkept } from './open-page.ts'
import { ownPage } from './own-page.ts'
import { makeAccount, registerPage } from './register.ts'
import { askForLink, linkSentPage, signInByPassword, signInPage } from './sign-in.ts'
import { signedOut } from './start-session.ts'
import { unsubscribed, unsubscribePage } from './unsubscribe.ts'
import { takeStep, welcomePage } from './welcome.ts'

/** Signing in and out, the first steps, and the pages that links in mails open. */
export const entrancePages: PageDeclaration[] = [
  {
    route: 'GET /unsubscribe',
    summary: 'What the link at the foot of a mail opens: a button that ends such mails',
    media: 'text/html',
    cache: { control: 'no-store' },
    respond: async (request, _params, ports) => unsubscribePage(await visitOf(request, ports, undefined)),
  },
  {
    route: 'POST /unsubscribe',
    summary: 'Ends a kind of mail, by that button or by a mail program (RFC 8058), without a sign-in',
    media: 'text/html',
    cache: { control: 'no-store' },
    respond: async (request, _params, ports) => unsubscribed(await visitOf(request, ports, undefined)),
  },
  openPage(
    'GET /sign-in',
    'Sign in, or what the link in a sign-in mail opens: a button that signs in',
    visit =>
      tokenIn(visit) === ''
        ? signInPage(visit)
        : mailedLinkPage(tokenIn(visit), visit.url.searchParams.get('next'), visit),
    unkept,
  ),
  openPage('POST /sign-in', 'The button of a sign-in mail was pressed', signInByLink, {
    limit: actPerMinute('open a sign-in link'),
  }),
  openPage('GET /sign-in/apple', 'To Apple, and back', toApple, { ...unkept, limit: perMinute(10) }),
  openPage('POST /sign-in/apple', 'What Apple says who it is', fromApple, { limit: perMinute(10) }),
  openPage(
    'POST /sign-in/link',
    'Somebody asked for a sign-in mail',
    askForLink,
    formsPerMinute(actPerMinute('ask for a sign-in link')),
  ),
  openPage('GET /sign-in/sent', 'Check your inbox', linkSentPage, unkept),
  openPage('GET /sign-in/password', 'Sign in with a password', visit => signInPage(visit), unkept),
  openPage(
    'POST /sign-in/password',
    'A password was typed',
    signInByPassword,
    formsPerMinute(actPerMinute('sign in by password')),
  ),
  openPage(
    'GET /register',
    'Create an account, also by an invitation: what the link in its mail opens',
    visit => registerPage(visit),
    unkept,
  ),
  openPage('POST /register', 'An account was asked for', makeAccount, formsPerMinute(actPerMinute('register'))),
  openPage('GET /new-password', 'What the link for a new password opens: a form to set it', newPasswordPage, unkept),
  openPage('POST /new-password', 'A new password was set by such a link', newPasswordSet, {
    limit: actPerMinute('set a password'),
  }),
  openPage('POST /sign-out', 'End the session of this browser', signedOut),
  ownPage('GET /welcome', 'First steps: a grinder, a brewer, a palate', welcomePage),
  ownPage('POST /welcome', 'One of the first steps was answered', takeStep),
  openPage(
    'GET /claim',
    "How a roaster claims their page, or what the link in a claim's mail opens: who asks, and a button that confirms it",
    visit => (tokenIn(visit) === '' ? howToClaimPage(visit) : claimPage(tokenIn(visit), visit)),
    unkept,
  ),
  openPage('GET /claim/new', 'A claim to a roaster that is not here yet', visit => claimFormPage(visit)),
  ownPage(
    'POST /claim/new',
    'A roaster was added and claimed',
    visit => claimSent(visit),
    formsPerMinute(actPerMinute('claim a roaster')),
  ),
  openPage('GET /roasters/:slug/claim', 'A claim to the page of a roaster', (visit, { slug = '' }) =>
    claimFormPage(visit, slug),
  ),
  ownPage(
    'POST /roasters/:slug/claim',
    'The page of a roaster was claimed',
    (visit, { slug = '' }) => claimSent(visit, slug),
    formsPerMinute(actPerMinute('claim a roaster')),
  ),
  openPage(
    'GET /invitation',
    'What the link in an invitation opens: who asks, and buttons to answer',
    invitationPage,
    unkept,
  ),
  openPage('POST /invitation', 'An invitation was answered', invitationAnswered, unkept),
  openPage('POST /claim', "The button of a claim's mail was pressed", claimConfirmed, {
    ...unkept,
    limit: actPerMinute('open a sign-in link'),
  }),
]

const tokenIn = ({ url }: Visit) => url.searchParams.get('token') ?? ''
