import { readConfig } from '../../adapters/config/config.ts'
import { NEW_PASSWORD_HOURS, offerNewPassword } from '../../core/accounts/new-passwords.ts'
import { inviteToSignUp, listAccountInvitations, withdrawInvitationTo } from '../../core/accounts/sign-up.ts'
import { INVITATION_DAYS } from '../../core/invitation-days.ts'
import { print, printJson, table } from '../print.ts'
import { terminal } from '../terminal.ts'
import { adminAct, readPorts } from '../world.ts'

/** Whether links are mailed. If not, they are printed for an admin to pass on. */
const hasMail = () => readConfig(terminal().env).smtpUrl !== undefined

export async function resetPassword(who: string, { json }: { json?: boolean }) {
  const offered = await adminAct('users reset-password', async ports => {
    const done = await offerNewPassword(who, hasMail(), ports)
    return { done, on: { kind: 'user', id: done.id }, details: { mailed: done.isMailed } }
  })
  if (json) return printJson(offered)
  tell('A link to set a new password', offered, `${NEW_PASSWORD_HOURS} hours`)
}

export async function inviteUser(address: string, { json }: { json?: boolean }) {
  const invited = await adminAct('users invite', async ports => {
    const done = await inviteToSignUp(address, hasMail(), ports)
    return { done, on: { kind: 'invitation', id: done.id }, details: { mailed: done.isMailed } }
  })
  if (json) return printJson(invited)
  tell('An invitation', invited, `${INVITATION_DAYS} days`)
}

export async function uninviteUser(address: string, { json }: { json?: boolean }) {
  const invitation = await adminAct('users uninvite', async ports => {
    const done = await withdrawInvitationTo(address, ports)
    return { done, on: { kind: 'invitation', id: done.id } }
  })
  if (json) return printJson({ ...invitation, withdrawn: true })
  print(`The invitation for ${invitation.email} is withdrawn; its link no longer works.`)
}

export async function listInvited({ json }: { json?: boolean }) {
  const invitations = await readPorts(listAccountInvitations)
  if (json) return printJson(invitations)
  if (invitations.length === 0) return print('There are no open invitations.')
  const minute = (instant: string) => instant.slice(0, 16).replace('T', ' ')
  print(
    table<(typeof invitations)[number]>(
      [
        { heading: 'email', of: ({ email }) => email },
        { heading: 'invited (UTC)', of: ({ invitedAt }) => minute(invitedAt) },
        { heading: 'by', of: ({ invitedBy }) => invitedBy ?? '', spare: true },
        { heading: 'link', of: ({ isMailed }) => (isMailed ? 'mailed' : 'handed over') },
        { heading: 'until (UTC)', of: ({ expiresAt, isOpen }) => (isOpen ? minute(expiresAt) : 'expired') },
      ],
      invitations,
    ),
  )
}

const tell = (what: string, { email, url }: { email: string; url?: string }, within: string) =>
  print(
    url === undefined
      ? `${what} is on its way to ${email}. It works once, within ${within}.`
      : `SMTP_URL is not set, so send this link to ${email} yourself. It works once, within ${within}:\n${url}`,
  )
