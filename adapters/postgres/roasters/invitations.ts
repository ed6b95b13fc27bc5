import { displayNameOf } from '../../../core/accounts/model.ts'
import {
  ROASTER_MAILS_AN_HOUR,
  type RoasterInvitations,
  type StoredInvitation,
} from '../../../core/portal/invitations.ts'
import type { Membership } from '../../../core/portal/members.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { hitThisHour, isAllowed } from '../events/limits.ts'
import { mayMail, queueMail } from '../events/outbox.ts'
import { inviterMay } from '../people/account-invitations.ts'
import { lockMembers, tellOwners } from '../people/members.ts'
import { holdSession } from '../queries/locks.ts'
import { nested, nestedOne, part } from '../queries/nested.ts'
import { affectsAny } from '../queries/rows.ts'

export function invitationsIn(sql: Sql): RoasterInvitations {
  return {
    list: roasterId =>
      nested<StoredInvitation>(sql`
      ${invitationRows(sql)}
      where roaster_invitations.roaster_id = ${roasterId}
      order by roaster_invitations.sent_at desc, roaster_invitations.id desc`),

    invite: invitation =>
      transact(sql, async sql => {
        const { roasterId, byUserId, email, role, most, now } = invitation
        const members = await lockMembers(sql, roasterId)
        if (members.get(byUserId)?.role !== 'OWNER') return 'not-an-owner'
        if ([...members.values()].some(member => member.email.toLowerCase() === email.toLowerCase()))
          return 'already-a-member'
        if (await hasDeclined(sql, roasterId, email)) return 'declined'
        const invited = await sql<{ isSame: boolean; isOpen: boolean }[]>`
          select email = ${email} as is_same, expires_at > ${now} as is_open
          from roaster_invitations
          where roaster_id = ${roasterId}`
        const same = invited.find(({ isSame }) => isSame)
        if (same?.isOpen) return 'already-invited'
        if (!same && members.size + invited.length >= most) return 'roaster-full'
        if (!(await mayInvite(sql, roasterId, email, now))) return 'too-many-requests'
        const [row] = await sql<{ id: number }[]>`
          insert into roaster_invitations (roaster_id, email, role, invited_by, link_id, token_hash, sent_at, expires_at)
          values (
            ${roasterId}, ${email}, ${role}, ${byUserId},
            ${invitation.linkId}, ${invitation.tokenHash}, ${now}, ${invitation.expiresAt}
          )
          on conflict (roaster_id, email) do update
          set role = excluded.role,
              invited_by = excluded.invited_by,
              link_id = excluded.link_id,
              token_hash = excluded.token_hash,
              sent_at = excluded.sent_at,
              expires_at = excluded.expires_at
          returning id`
        return mailed(sql, row?.id as number, invitation.linkId, now)
      }),

    resend: ({ roasterId, byUserId, id, linkId, tokenHash, expiresAt, now }) =>
      transact(sql, async sql => {
        const members = await lockMembers(sql, roasterId)
        if (members.get(byUserId)?.role !== 'OWNER') return 'not-an-owner'
        const [known] = await sql<{ email: string }[]>`
          select email
          from roaster_invitations
          where id = ${id}
            and roaster_id = ${roasterId}
          for update`
        if (!known) return 'not-found'
        if (await hasDeclined(sql, roasterId, known.email)) return 'declined'
        if (!(await mayInvite(sql, roasterId, known.email, now))) return 'too-many-requests'
        await sql`
          update roaster_invitations
          set invited_by = ${byUserId},
              link_id = ${linkId},
              token_hash = ${tokenHash},
              sent_at = ${now},
              expires_at = ${expiresAt}
          where id = ${id}`
        return mailed(sql, id, linkId, now)
      }),

    withdraw: (roasterId, byUserId, id) =>
      transact(sql, async sql => {
        const members = await lockMembers(sql, roasterId)
        if (members.get(byUserId)?.role !== 'OWNER') return 'not-an-owner'
        const { count } = await sql`
          delete from roaster_invitations
          where id = ${id}
            and roaster_id = ${roasterId}
            and declined_at is null`
        return count > 0 ? 'changed' : 'not-found'
      }),

    byToken: (tokenHash, now) =>
      nestedOne<StoredInvitation>(sql`
      ${invitationRows(sql)}
      where roaster_invitations.token_hash = ${tokenHash}
        and roaster_invitations.expires_at > ${now}
        and ${inviterMay(sql)}`),

    to: (userId, now) =>
      nested<StoredInvitation>(sql`
      ${invitationRows(sql)}
      where ${isToProven(sql, userId)}
        and roaster_invitations.expires_at > ${now}
        and roaster_invitations.declined_at is null
        and ${inviterMay(sql)}
      order by roaster_invitations.sent_at desc, roaster_invitations.id desc`),

    accept: ({ which, userId, sessionVersion, now }) =>
      transact(sql, async sql => {
        const account = await holdSession(sql, userId, sessionVersion)
        if (!account) return 'not-signed-in'
        if (!account.isProven) return 'address-not-proven'
        // If two requests accept at once, the second finds nothing.
        const [used] = await sql<{ roasterId: number; role: string }[]>`
          delete from roaster_invitations
          where ${'id' in which ? sql`id = ${which.id} and ${isToProven(sql, userId)}` : sql`token_hash = ${which.tokenHash}`}
            and expires_at > ${now}
            and ${inviterMay(sql)}
          returning roaster_id, role`
        if (!used) return undefined
        const [joined] = await sql<Membership[]>`
          with joined as (
            insert into roaster_members (roaster_id, user_id, role, created_at)
            values (${used.roasterId}, ${userId}, ${used.role}, ${now})
            on conflict (roaster_id, user_id) do update
            set role = greatest(roaster_members.role, excluded.role)
            returning roaster_id, role
          )
          select roasters.id as roaster_id, roasters.name as roaster_name, roasters.slug as roaster_slug, joined.role
          from joined
          join roasters on roasters.id = joined.roaster_id`
        if (joined)
          await tellOwners(sql, { roasterId: joined.roasterId, about: userId, news: 'joined', role: joined.role }, now)
        return joined
      }),

    decline: (which, userId, now) =>
      affectsAny(sql`
        update roaster_invitations
        set declined_at = ${now}
        where ${'id' in which ? sql`id = ${which.id} and ${isToProven(sql, userId ?? 0)}` : sql`token_hash = ${which.tokenHash}`}
          and expires_at > ${now}
          and declined_at is null`),
  }
}

/** Deletes invitations a month after they expired or were declined. */
export async function forgetInvitations(sql: Transaction, now: Date) {
  await sql`
    delete from roaster_invitations
    where greatest(expires_at, declined_at) < ${now}::timestamptz - interval '30 days'`
}

/** By mailbox, so that `ann+tag@…` counts as `ann@…`. */
async function hasDeclined(sql: Transaction, roasterId: number, email: string) {
  const [declined] = await sql`
    select
    from roaster_invitations
    where roaster_id = ${roasterId}
      and declined_at is not null
      and mailbox_of(email::text) = mailbox_of(${email})
    limit 1`
  return declined !== undefined
}

/** Limits mails per hour, both to one mailbox, whoever sends them, and from one roaster. */
async function mayInvite(sql: Transaction, roasterId: number, email: string, now: Date) {
  const hit = hitThisHour(sql, 'mail of a roaster', String(roasterId), ROASTER_MAILS_AN_HOUR, now)
  return (await isAllowed(sql, hit)) && mayMail(sql, { recipient: email, template: 'roaster-invitation' }, now)
}

async function mailed(sql: Transaction, id: number, linkId: string, now: Date): Promise<StoredInvitation> {
  const invitation = (await nestedOne<StoredInvitation>(sql`
    ${invitationRows(sql)}
    where roaster_invitations.id = ${id}`)) as StoredInvitation
  const { email: recipient, role, roaster, inviter } = invitation
  const props = { linkId, role, roasterName: roaster.name, inviterName: inviter && displayNameOf(inviter) }
  await queueMail(sql, { recipient, template: 'roaster-invitation', props }, now)
  return invitation
}

const isToProven = (sql: Sql | Transaction, userId: number) => sql`
  roaster_invitations.email = (select email from users where id = ${userId} and email_verified_at is not null)`

const invitationRows = (sql: Sql | Transaction) => sql`
  select roaster_invitations.id,
         ${part(sql, 'roasters', 'roaster', ['id', 'name', 'slug'])},
         roaster_invitations.email,
         roaster_invitations.role,
         ${part(sql, 'users', 'inviter', ['id', 'name'])},
         roaster_invitations.sent_at,
         roaster_invitations.expires_at,
         roaster_invitations.declined_at
  from roaster_invitations
  join roasters on roasters.id = roaster_invitations.roaster_id
  left join users on users.id = roaster_invitations.invited_by`
