import { displayNameOf, type NamedUser } from '../../../core/accounts/model.ts'
import type { MemberRole, Members, StoredMember } from '../../../core/portal/members.ts'
import { pictureOwnedBy } from '../catalog/pictures.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { queueBounded, queueMail } from '../events/outbox.ts'
import { nested } from '../queries/nested.ts'

export const membersIn = (sql: Sql): Members => ({
  of: userId =>
    nested(sql`
      select
        roasters.id as roaster_id, roasters.name as roaster_name, roasters.slug as roaster_slug, roaster_members.role,
        ${pictureOwnedBy(sql, 'roasters', 'logo')}
      from roaster_members
      join roasters on roasters.id = roaster_members.roaster_id
      where roaster_members.user_id = ${userId}
      order by roaster_members.created_at, roaster_members.roaster_id`),

  list: roasterId => sql<StoredMember[]>`
    select users.id, users.name, users.email, roaster_members.role, roaster_members.created_at as joined_at
    from roaster_members
    join users on users.id = roaster_members.user_id
    where roaster_members.roaster_id = ${roasterId}
    order by roaster_members.created_at, users.id`,

  setRole: ({ roasterId, byUserId, userId, role, now }) =>
    transact(sql, async sql => {
      const members = await lockMembers(sql, roasterId)
      const member = members.get(userId)
      if (members.get(byUserId)?.role !== 'OWNER') return 'not-an-owner'
      if (!member) return 'not-found'
      if (member.role === role) return 'changed'
      if (role === 'EDITOR' && isLastOwner(members, userId)) return 'last-owner'
      await sql`
        update roaster_members
        set role = ${role}
        where roaster_id = ${roasterId}
          and user_id = ${userId}`
      if (role === 'EDITOR') await forgetInvitedBy(sql, roasterId, userId)
      await tellMember(sql, { roasterId, userId, news: 'role', role }, now)
      return 'changed'
    }),

  remove: ({ roasterId, byUserId, userId, now }) =>
    transact(sql, async sql => {
      const members = await lockMembers(sql, roasterId)
      if (byUserId !== userId && members.get(byUserId)?.role !== 'OWNER') return 'not-an-owner'
      if (!members.has(userId)) return 'not-found'
      if (isLastOwner(members, userId)) return 'last-owner'
      await sql`
        delete from roaster_members
        where roaster_id = ${roasterId}
          and user_id = ${userId}`
      if (byUserId === userId) await tellOwners(sql, { roasterId, about: userId, news: 'left' }, now)
      else {
        await forgetInvitedBy(sql, roasterId, userId)
        await tellMember(sql, { roasterId, userId, news: 'removed' }, now)
      }
      return 'changed'
    }),
})

type LockedMembers = Map<number, { role: MemberRole; email: string }>

/**
 * Locks the members of a roaster until the transaction ends: changes to them take turns, so that
 * there is always an owner. Their accounts are locked first, as when an account is closed and as
 * mails to them do.
 */
export async function lockMembers(sql: Transaction, roasterId: number): Promise<LockedMembers> {
  await sql`
    select
    from users
    where id in (select user_id from roaster_members where roaster_id = ${roasterId})
    order by id
    for key share`
  const rows = await sql<{ userId: number; role: MemberRole; email: string }[]>`
    select roaster_members.user_id, roaster_members.role, users.email
    from roaster_members
    join users on users.id = roaster_members.user_id
    where roaster_members.roaster_id = ${roasterId}
    order by roaster_members.user_id
    for update of roaster_members`
  return new Map(rows.map(({ userId, ...row }) => [userId, row]))
}

const isLastOwner = (members: LockedMembers, userId: number) =>
  members.get(userId)?.role === 'OWNER' && [...members.values()].filter(({ role }) => role === 'OWNER').length === 1

/** Deletes the open invitations of somebody who may no longer invite. */
async function forgetInvitedBy(sql: Transaction, roasterId: number, userId: number) {
  await sql`
    delete from roaster_invitations
    where roaster_id = ${roasterId}
      and invited_by = ${userId}
      and declined_at is null`
}

interface News {
  roasterId: number
  news: 'joined' | 'left' | 'removed' | 'role' | 'ownerless'
  role?: MemberRole
}

/** Limited per hour: an owner might change a role again and again. */
async function tellMember(sql: Transaction, { roasterId, userId, ...news }: News & { userId: number }, now: Date) {
  const [to] = await sql<{ recipient: string; roasterName: string; roasterSlug: string }[]>`
    select users.email as recipient, roasters.name as roaster_name, roasters.slug as roaster_slug
    from users, roasters
    where users.id = ${userId}
      and roasters.id = ${roasterId}`
  if (!to) return
  const { recipient, ...roaster } = to
  await queueBounded(sql, { recipient, userId, template: 'member-news', props: { ...roaster, ...news } }, now)
}

/** Mails every owner, except the person that the news is about. */
export async function tellOwners(sql: Transaction, { roasterId, about, ...news }: News & { about: number }, now: Date) {
  const owners = await sql<{ id: number; recipient: string; roasterName: string; roasterSlug: string }[]>`
    select users.id, users.email as recipient, roasters.name as roaster_name, roasters.slug as roaster_slug
    from roaster_members
    join users on users.id = roaster_members.user_id
    join roasters on roasters.id = roaster_members.roaster_id
    where roaster_members.roaster_id = ${roasterId}
      and roaster_members.role = 'OWNER'
      and users.id <> ${about}`
  const [person] = await sql<(NamedUser & { email: string })[]>`
    select id, name, email
    from users
    where id = ${about}`
  for (const { id, recipient, ...roaster } of owners) {
    const props = {
      ...roaster,
      ...news,
      ...(person && { person: { name: displayNameOf(person), email: person.email } }),
    }
    await queueMail(sql, { recipient, userId: id, template: 'member-news', props }, now)
  }
}

/**
 * For somebody whose account is being deleted. A roaster whose only owner they were has no owner
 * until it is claimed again. Its editors stay and are told. Its invitations are deleted, because
 * nobody could withdraw them.
 */
export async function leaveRoasters(sql: Transaction, userId: number, now: Date) {
  const unowned = await sql<{ id: number; roasterName: string; roasterSlug: string }[]>`
    update roasters
    set is_verified = false
    where id in (select roaster_id from roaster_members where user_id = ${userId} and role = 'OWNER')
      and not exists (
        select
        from roaster_members
        where roaster_id = roasters.id
          and role = 'OWNER'
          and user_id <> ${userId}
      )
    returning id, name as roaster_name, slug as roaster_slug`
  for (const { id, ...roaster } of unowned) {
    await sql`delete from roaster_invitations where roaster_id = ${id}`
    const editors = await sql<{ email: string }[]>`
      select users.email
      from roaster_members
      join users on users.id = roaster_members.user_id
      where roaster_members.roaster_id = ${id}
        and users.id <> ${userId}`
    // Without their ids, because a mail would lock those accounts after the roaster.
    for (const { email: recipient } of editors)
      await queueMail(sql, { recipient, template: 'member-news', props: { ...roaster, news: 'ownerless' } }, now)
  }
}
