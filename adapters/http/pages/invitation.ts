import * as v from 'valibot'
import { whyNoSignUp } from '../../../core/accounts/sign-up.ts'
import { Fault } from '../../../core/errors.ts'
import {
  AnswerInvitation,
  acceptInvitation,
  declineInvitation,
  getInvitation,
  InvitationToken,
  listReceivedInvitations,
  type ReceivedInvitation,
} from '../../../core/portal/received-invitations.ts'
import { faultStatus } from '../faults.ts'
import { attempt } from './attempt.ts'
import type { Visit } from './choices.ts'
import { postedForm } from './form.ts'
import { type Html, html } from './html.ts'
import { invitationCookie, keptInvitation } from './invitation-cookie.ts'
import { sitePage } from './layout.ts'
import { seeOther } from './own-page.ts'
import { idIn } from './query.ts'

const PATH = '/invitation'

/**
 * The page that the link in the mail opens: who invites whom to what. Opening it answers nothing.
 */
export async function invitationPage(arrived: Visit): Promise<Response> {
  const { url, ports, who } = arrived
  const visit = { ...arrived, url: new URL(PATH, url) }
  const token = url.searchParams.get('token') ?? keptInvitation(arrived)
  const asked = v.safeParse(InvitationToken, { token })
  // The person signed in on another device than the one with the mail, so show the invitations to
  // their address.
  if (!asked.success && who) return seeOther('/portal')
  const { done, fault } = await attempt(async () => {
    if (!asked.success) throw new Fault('link-expired', 'This link is incomplete. Open it again from the email.')
    return getInvitation(asked.output, ports)
  })
  if (fault) return notAnswered(visit, fault)
  const isProven = who ? await ports.accounts.isProven(who.id) : false
  return sitePage(visit, {
    title: `Run ${done.roaster.name} together`,
    // Also for people who have no account yet.
    cookies: [PATH, '/register'].map(path => invitationCookie(path, token ?? '', visit)),
    body: html`<div class="plain"><h1>Run ${done.roaster.name} together?</h1>
<p class="lead">${asks(done)}</p>
${
  who && isProven
    ? html`<p>You’re signed in as ${who.email}. The owners will see this address. <a href="/roasters/${done.roaster.slug}">See the roaster’s page</a></p>${answerButtons(html`<input type="hidden" name="token" value="${token ?? ''}">`)}`
    : who
      ? html`<p>You’re signed in as ${who.email}, but that address isn’t confirmed yet. Open the link we email you, and you’ll come straight back here.</p><form method="post" action="/sign-in/link"><input type="hidden" name="email" value="${who.email}"><input type="hidden" name="next" value="${PATH}"><button class="button">Email me a link</button></form>`
      : html`<p>Sign in to accept, and you’ll come straight back here. You don’t need an account to decline.</p><p class="buttons"><a class="button" href="/sign-in?next=${encodeURIComponent(PATH)}">Sign in</a>${ports.site.signUp === 'closed' ? '' : html`<a class="button outlined" href="/register?next=${encodeURIComponent(PATH)}">Create an account</a>`}</p>${ports.site.signUp === 'closed' ? html`<p class="quiet">${whyNoSignUp.closed}</p>` : ''}<form method="post" action="${PATH}"><input type="hidden" name="token" value="${token ?? ''}"><button class="button small soft" name="answer" value="decline">Decline</button></form>`
}</div>`,
  })
}

/** Handles the button. */
export async function invitationAnswered(visit: Visit): Promise<Response> {
  const { request, ports, who } = visit
  const form = await postedForm(request, ports)
  const { done, fault } = await attempt(async () => {
    const answer = v.safeParse(AnswerInvitation, {
      token: form.get('token') ?? undefined,
      id: idIn(form.get('id') ?? undefined),
    })
    if (!answer.success) throw new Fault('link-expired', 'This link is incomplete. Open it again from the email.')
    if (form.get('answer') === 'decline') {
      await declineInvitation(answer.output, ports, who)
      return undefined
    }
    return who ? acceptInvitation(answer.output, ports, who) : 'sign-in'
  })
  if (fault) return notAnswered(visit, fault)
  if (done === 'sign-in') return seeOther(`/sign-in?next=${encodeURIComponent(PATH)}`)
  const forgotten = invitationCookie(PATH, '', visit)
  if (done) {
    const response = seeOther(`/portal/${done.roaster.slug}`)
    response.headers.append('set-cookie', forgotten)
    return response
  }
  return sitePage(visit, {
    title: 'Declined',
    cookies: [forgotten],
    body: html`<div class="plain"><h1>Declined</h1><p class="lead">They can’t invite you again for a month. If you change your mind, the link in the email still works.</p></div>`,
  })
}

/** Invitations to the person's own address, which can be answered here. */
export async function receivedInvitations({ ports, who }: Visit): Promise<Html> {
  const { invitations } = who ? await listReceivedInvitations(undefined, ports, who) : { invitations: [] }
  return invitations.length === 0
    ? html``
    : html`<h2>You’re invited</h2><ul class="lines">${invitations.map(one => html`<li><span>${asks(one)}</span>${answerButtons(html`<input type="hidden" name="id" value="${one.id}">`, one.roaster.name)}</li>`)}</ul>`
}

const asks = ({ invitedBy, roaster, role }: v.InferOutput<typeof ReceivedInvitation>): Html =>
  role === 'OWNER'
    ? html`<b>${invitedBy ?? 'Someone'}</b> has invited you to run <b>${roaster.name}</b> as an owner. You’ll manage its page, coffees, recipes, widget and members.`
    : html`<b>${invitedBy ?? 'Someone'}</b> has invited you to run <b>${roaster.name}</b> as an editor. You’ll manage its profile, coffees, recipes and widget.`

const answerButtons = (which: Html, of = ''): Html => {
  const about = of && html`<span class="unseen">: ${of}</span>`
  return html`<form class="buttons" method="post" action="${PATH}">${which}<button class="button" name="answer" value="accept">Accept${about}</button><button class="button outlined" name="answer" value="decline">Decline${about}</button></form>`
}

const notAnswered = (visit: Visit, { code, message }: Fault): Promise<Response> =>
  sitePage(
    { ...visit, url: new URL(PATH, visit.url) },
    {
      title: 'This invitation doesn’t work',
      status: faultStatus[code],
      body: html`<div class="plain"><h1>This invitation doesn’t work</h1><p class="lead">${message}</p><p><a class="button" href="/portal">Your portal</a></p></div>`,
    },
  )
