import {
  changePassword,
  login,
  register,
  requestMagicLink,
  signInWithApple,
  signOut,
  verifyMagicLink,
} from '../../../core/accounts/accounts.ts'
import {
  ChangePassword,
  Entered,
  EnteredByLink,
  Login,
  MagicLinkSent,
  Register,
  RequestMagicLink,
  SignedIn,
  SignInWithApple,
  VerifyMagicLink,
} from '../../../core/accounts/model.ts'
import { getMe, Me } from '../../../core/accounts/profiles.ts'
import * as field from '../../../core/fields.ts'
import { endpoint } from '../endpoint.ts'
import { actPerMinute, perMinute } from '../limits.ts'
import { visitOf } from '../pages/choices.ts'
import { linkExpiredPage } from '../pages/link-expired.ts'

export const auth = [
  endpoint({
    route: 'POST /api/auth/register',
    summary: 'Make an account with a password',
    access: 'public',
    limit: actPerMinute('register'),
    input: Register,
    reply: SignedIn,
    status: 201,
    session: 'starts',
    faults: ['email-taken'],
    run: register,
  }),
  endpoint({
    route: 'POST /api/auth/login',
    summary: 'Sign in with a password',
    access: 'public',
    limit: actPerMinute('sign in by password'),
    input: Login,
    reply: SignedIn,
    session: 'starts',
    faults: ['wrong-credentials', 'not-allowed'],
    run: login,
  }),
  endpoint({
    route: 'POST /api/auth/magic-link',
    summary: 'Ask for a sign-in link by e-mail; the answer is the same whether or not there is an account',
    access: 'public',
    limit: actPerMinute('ask for a sign-in link'),
    input: RequestMagicLink,
    reply: MagicLinkSent,
    run: requestMagicLink,
  }),
  endpoint({
    route: 'GET /api/auth/magic-link/verify',
    summary: 'Open a sign-in link; it works once, for 60 minutes',
    access: 'public',
    limit: actPerMinute('open a sign-in link'),
    input: VerifyMagicLink,
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
    access: 'public',
    limit: perMinute(5),
    input: SignInWithApple,
    reply: Entered,
    session: 'starts',
    faults: ['wrong-credentials', 'email-taken', 'not-allowed', 'service-down'],
    run: signInWithApple,
  }),
  endpoint({
    route: 'GET /api/auth/me',
    summary: 'Who is signed in',
    access: 'member',
    input: field.nothing,
    reply: Me,
    run: getMe,
  }),
  endpoint({
    route: 'POST /api/auth/logout',
    summary: 'Sign out: the session ends, by cookie and by token; those on other devices go on',
    access: 'member',
    input: field.nothing,
    reply: field.succeeded,
    session: 'ends',
    run: signOut,
  }),
  endpoint({
    route: 'PUT /api/user/password',
    summary: 'Set or change the password; ends every session and starts a new one',
    access: 'member',
    limit: actPerMinute('set a password'),
    input: ChangePassword,
    reply: SignedIn,
    session: 'starts',
    faults: ['wrong-credentials', 'not-signed-in'],
    run: changePassword,
  }),
]
