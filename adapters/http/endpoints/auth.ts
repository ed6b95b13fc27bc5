import {
  ChangePassword,
  Entered,
  EnteredByLink,
  Login,
  MAGIC_LINK_MINUTES,
  MagicLinkSent,
  Register,
  RequestMagicLink,
  SESSION_DAYS,
  SignedIn,
  SignInWithApple,
  VerifyMagicLink,
} from '../../../core/accounts/model.ts'
import { changePassword } from '../../../core/accounts/passwords.ts'
import { signOut } from '../../../core/accounts/sessions.ts'
import { login, requestMagicLink, signInWithApple, verifyMagicLink } from '../../../core/accounts/sign-in.ts'
import { register } from '../../../core/accounts/sign-up.ts'
import * as field from '../../../core/fields.ts'
import { getMe, Me } from '../../../core/profiles/profiles.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute, perMinute } from '../limits.ts'
import { visitOf } from '../pages/choices.ts'
import { linkExpiredPage } from '../pages/link-expired.ts'

export const auth = [
  endpoint({
    route: 'POST /api/auth/register',
    summary: 'Create an account with a password',
    description:
      'Answers with a `token` and sets it as the session cookie, so a new account is signed in at once. Without a name a person is shown as "Brewer 123". Where accounts are by invitation it needs the `invitation`.',
    access: 'public',
    limit: actPerMinute('register'),
    input: Register,
    example: { email: 'ann@example.com', password: 'a long enough one', name: 'Ann' },
    reply: SignedIn,
    status: 201,
    session: 'starts',
    faults: ['email-taken', 'not-allowed', 'link-expired'],
    run: register,
  }),
  endpoint({
    route: 'POST /api/auth/login',
    summary: 'Sign in with a password',
    description: `Answers with a \`token\` for ${SESSION_DAYS} days, and sets it as the session cookie. A wrong address and a wrong password get the same error.`,
    access: 'public',
    limit: actPerMinute('sign in by password'),
    input: Login,
    example: { email: 'ann@example.com', password: 'a long enough one' },
    reply: SignedIn,
    session: 'starts',
    faults: ['wrong-credentials', 'not-allowed'],
    run: login,
  }),
  endpoint({
    route: 'POST /api/auth/magic-link',
    summary: 'Ask for a sign-in link by email; the answer is the same whether or not there is an account',
    description: `The email has a link that works once, for ${MAGIC_LINK_MINUTES} minutes. \`next\` is the page of this site to continue on.`,
    access: 'public',
    limit: actPerMinute('ask for a sign-in link'),
    input: RequestMagicLink,
    example: { email: 'ann@example.com' },
    reply: MagicLinkSent,
    run: requestMagicLink,
  }),
  endpoint({
    route: 'GET /api/auth/magic-link/verify',
    summary: `Open a sign-in link; it works once, for ${MAGIC_LINK_MINUTES} minutes`,
    description:
      'Signs in with the token from the email. A browser (Accept: text/html) is sent on to the site, or shown a page that offers a new link. The first confirms the address and, unless signed in to that account, ends its password and sessions.',
    access: 'anyone',
    limit: actPerMinute('open a sign-in link'),
    input: VerifyMagicLink,
    example: { token: 'the-token-from-the-email' },
    reply: EnteredByLink,
    session: 'starts',
    changesState: true,
    browser: {
      reply: ({ next = '/' }, { site }) =>
        new Response(null, { status: 302, headers: { location: `${site.baseUrl}${next}` } }),
      fault: async (fault, ports, request) => linkExpiredPage(fault, await visitOf(request, ports, undefined)),
    },
    faults: ['link-expired', 'not-allowed'],
    run: verifyMagicLink,
  }),
  endpoint({
    route: 'POST /api/auth/apple',
    summary: 'Sign in or register with an Apple identity token',
    description:
      'Takes the identity token that Sign in with Apple hands to an app. An account with the same address is joined. 404 where Sign in with Apple is not set up.',
    access: 'anyone',
    limit: perMinute(5),
    input: SignInWithApple,
    example: { identityToken: 'eyJraWQiOiJXNldjT0tC', email: 'ann@example.com' },
    reply: Entered,
    session: 'starts',
    faults: ['wrong-credentials', 'email-taken', 'not-allowed', 'not-found', 'service-down'],
    run: signInWithApple,
  }),
  endpoint({
    route: 'GET /api/auth/me',
    summary: 'Who is signed in',
    description: 'Whether a session is valid, whose it is, their palate, and the roasters that they manage.',
    access: 'member',
    input: field.nothing,
    reply: Me,
    run: getMe,
  }),
  endpoint({
    route: 'POST /api/auth/logout',
    summary: 'Sign out: ends this session, for cookie and token; other devices stay signed in',
    description: 'The token that is sent ends too, not only the cookie.',
    access: 'member',
    input: field.nothing,
    reply: field.succeeded,
    session: 'ends',
    run: signOut,
  }),
  endpoint({
    route: 'PUT /api/user/password',
    summary: 'Set or change the password; ends every session and starts a new one',
    description:
      'The current password is needed where there is one. Ends every other session; continue with the `token` from the reply.',
    access: 'member',
    limit: actPerMinute('set a password'),
    input: ChangePassword,
    example: { currentPassword: 'a long enough one', newPassword: 'a longer one than before' },
    reply: SignedIn,
    session: 'starts',
    faults: ['wrong-credentials', 'not-signed-in'],
    run: changePassword,
  }),
]
