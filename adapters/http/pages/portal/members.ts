import type * as v from 'valibot'
import { Fault } from '../../../../core/errors.ts'
import { INVITATION_DAYS } from '../../../../core/invitation-days.ts'
import {
  InviteMember,
  inviteMember,
  listInvitations,
  type PortalInvitation,
  resendInvitation,
  whoCanAccept,
  withdrawInvitation,
} from '../../../../core/portal/invitations.ts'
import {
  listMembers,
  type MemberRole,
  type PortalMember,
  removeMember,
  setMemberRole,
} from '../../../../core/portal/members.ts'
import { faultStatus } from '../../faults.ts'
import { actPerMinute, formsPerMinute } from '../../limits.ts'
import type { RefusedForm } from '../answer-form.ts'
import { attempt } from '../attempt.ts'
import { emailFaults } from '../field-faults.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { idOf, type Params } from '../me/path.ts'
import { seeOther } from '../own-page.ts'
import { choiceField, notice, textField } from '../parts/controls.ts'
import { type PortalVisit, portalForm, portalPage } from './portal-page.ts'
import { portalView } from './shell.ts'

const roleInWords: Record<MemberRole, string> = { OWNER: 'Owner', EDITOR: 'Editor' }

/** The members and, for owners, the open invitations. */
const membersPage = (visit: PortalVisit): Promise<Response> => membersWith(visit)

interface NotDone {
  /** Why a button on the page did not work. */
  fault?: Fault
  /** Why the invitation was not sent. */
  refused?: RefusedForm
}

async function membersWith(visit: PortalVisit, { fault, refused }: NotDone = {}): Promise<Response> {
  const { ports, who, url } = visit
  const isOwner = who.role === 'OWNER'
  const [{ members }, { invitations }] = await Promise.all([
    listMembers(undefined, ports, who),
    isOwner ? listInvitations(undefined, ports, who) : { invitations: [] },
  ])
  const done = doneInWords.get(url.searchParams.get('done') ?? '')
  const status = fault ? faultStatus[fault.code] : refused?.status
  return portalView(visit, {
    title: 'Members',
    at: '/members',
    ...(status && { status }),
    body: html`<h1>Members</h1>
<p class="lead">Who runs ${who.roasterName}. Editors can change the profile, coffees, recipes and widget. Owners can also delete content and manage members.</p>
${fault ? notice('wrong', 'Nothing was changed.', fault.message) : done ? notice('right', done, '') : ''}
<ul class="panel people">${members.map(member => memberLine(member, visit))}</ul>
${isOwner ? html`${invitations.length === 0 ? '' : html`<h2>Invited</h2><ul class="panel people">${invitations.map(one => invitationLine(one, visit))}</ul>`}${inviteForm(visit, refused)}` : ''}`,
  })
}

const doneInWords = new Map([
  ['invited', 'Invitation sent.'],
  ['withdrawn', 'Invitation withdrawn.'],
  ['role', 'Role changed.'],
  ['removed', 'Member removed.'],
])

function memberLine(
  { id, name, email, role, joinedAt, isYou }: v.InferOutput<typeof PortalMember>,
  { who, words }: PortalVisit,
): Html {
  const act = (value: string, text: string) =>
    html`<button class="button small outlined" name="act" value="${value}">${text}</button>`
  const mayChange = who.role === 'OWNER' || isYou
  const other = role === 'OWNER' ? act('editor', 'Make an editor') : act('owner', 'Make an owner')
  return html`<li><div><b>${name}</b>${isYou ? html` <span class="quiet">(you)</span>` : ''}${email === null ? '' : html`<span class="quiet address">${email}</span>`}</div>
<span class="chip">${roleInWords[role]}</span><span class="quiet">since ${words.day(joinedAt)}</span>
${mayChange ? html`<details><summary aria-label="Change ${name}">Change</summary><form method="post" action="/portal/${who.roasterSlug}/members/${id}">${who.role === 'OWNER' ? other : ''}${act('remove', isYou ? `Leave ${who.roasterName}` : 'Remove')}</form></details>` : ''}</li>`
}

function invitationLine(
  { id, email, role, state, invitedBy, expiresAt }: v.InferOutput<typeof PortalInvitation>,
  { who, words }: PortalVisit,
): Html {
  const how: Record<typeof state, string> = {
    OPEN: `by ${invitedBy ?? 'someone'}, until ${words.day(expiresAt)}`,
    EXPIRED: `expired on ${words.day(expiresAt)}`,
    DECLINED: 'declined',
  }
  const act = (value: string, text: string) =>
    html`<button class="button small outlined" name="act" value="${value}">${text}<span class="unseen"> ${email}</span></button>`
  return html`<li><div><b>${email}</b><span class="quiet address">${how[state]}</span></div><span class="chip">${roleInWords[role]}</span>
${state === 'DECLINED' ? '' : html`<form method="post" action="/portal/${who.roasterSlug}/invitations/${id}">${act('resend', 'Send again')}${act('withdraw', 'Withdraw')}</form>`}</li>`
}

function inviteForm({ who, ports }: PortalVisit, refused?: RefusedForm): Html {
  const note = whoCanAccept(ports.site)
  const said = refused?.complaints ?? {}
  const roles = [
    { value: 'EDITOR', label: 'Editor: manages coffees, recipes and the widget' },
    { value: 'OWNER', label: 'Owner: full access' },
  ]
  return html`<form class="panel fields" method="post" action="/portal/${who.roasterSlug}/members#invite"><h2 id="invite">Invite someone</h2>
${said[''] ? notice('wrong', 'Not sent.', said['']) : ''}<fieldset><legend class="unseen">Email address and role</legend>${textField('email', labels.email, { value: refused?.typed.email ?? '', complaint: said.email, more: html`type="email" required` })}${choiceField('role', labels.role, [['', roles]], refused?.typed.role, said.role)}</fieldset>
<p class="quiet">We’ll email them a link that works once, for ${INVITATION_DAYS} days, and let you know who accepts.${note ? ` ${note}` : ''}</p><button class="button">Invite</button></form>`
}

const labels = { email: 'Email address', role: 'Role' } as const

/** Handles a button: redirects back, or shows the page with the reason why it did not work. */
async function acted(visit: PortalVisit, run: (act: string) => Promise<string>): Promise<Response> {
  const form = await postedForm(visit.request, visit.ports)
  const { done, fault } = await attempt(async () => {
    if (visit.refused) throw visit.refused
    return run(form.get('act') ?? '')
  })
  return fault ? membersWith(visit, { fault }) : seeOther(done)
}

const memberChanged = (visit: PortalVisit, params: Params) =>
  acted(visit, async act => {
    const { ports, who } = visit
    const id = idOf(params)
    const back = `/portal/${who.roasterSlug}/members?done=`
    if (act === 'owner' || act === 'editor') {
      await setMemberRole({ id, role: act === 'owner' ? 'OWNER' : 'EDITOR' }, ports, who)
      return `${back}role`
    }
    if (act !== 'remove') throw unknownAct()
    await removeMember({ id }, ports, who)
    return id === who.id ? '/portal' : `${back}removed`
  })

const invitationChanged = (visit: PortalVisit, params: Params) =>
  acted(visit, async act => {
    const { ports, who } = visit
    const id = idOf(params)
    const back = `/portal/${who.roasterSlug}/members?done=`
    if (act === 'resend') {
      await resendInvitation({ id }, ports, who)
      return `${back}invited`
    }
    if (act !== 'withdraw') throw unknownAct()
    await withdrawInvitation({ id }, ports, who)
    return `${back}withdrawn`
  })

const unknownAct = () => new Fault('invalid', 'Nothing was changed. Use one of the buttons.')

const invite = formsPerMinute(actPerMinute('invite a member'))

export const memberPages = [
  portalPage('GET /portal/:slug/members', 'Who runs the roaster, and who is asked to', membersPage),
  portalForm(
    'POST /portal/:slug/members',
    'Somebody was invited',
    {
      schema: InviteMember,
      faults: {
        email: { ...emailFaults, missing: 'Enter their email address.' },
        role: { wrong: 'Choose a role from the list.' },
      },
      page: (visit, _params, refused) => membersWith(visit, { refused }),
      act: async (input, { ports, who }) => {
        await inviteMember(input, ports, who)
        return seeOther(`/portal/${who.roasterSlug}/members?done=invited`)
      },
    },
    invite,
  ),
  portalPage('POST /portal/:slug/members/:id', 'A member was removed, left, or has another role', memberChanged),
  portalPage(
    'POST /portal/:slug/invitations/:id',
    'An invitation was sent again or withdrawn',
    invitationChanged,
    invite,
  ),
]
