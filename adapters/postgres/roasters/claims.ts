import { type Claim, type ClaimState, type Claims, claimMailFacts } from '../../../core/roasters/claims.ts'
import { roasterNamed } from '../catalog/naming.ts'
import { type Sql, type Transaction, transact } from '../engine/client.ts'
import { mayMail, queueBounded, queueMail } from '../events/outbox.ts'
import { nothingRemoved, proveAddress } from '../people/first-proof.ts'
import { tellOwners } from '../people/members.ts'
import { holdSession } from '../queries/locks.ts'
import { nested, nestedOne, part } from '../queries/nested.ts'

export function claimsIn(sql: Sql): Claims {
  return {
    submit: claim =>
      transact(sql, async sql => {
        const { userId, now } = claim
        // A person's claims take turns, so that a refused one leaves no new roaster behind. None is
        // accepted after the first proof of the address, which ends the session that sent it.
        if (!(await holdSession(sql, userId, claim.sessionVersion))) return 'not-signed-in'
        await expire(sql, now)
        // A membership from before the first proof of the address may be somebody else's doing, so
        // it blocks no claim. Neither does that of an editor whose roaster has no owners left.
        const [held] = await sql<{ member: boolean; open: boolean; ownAddress: boolean }[]>`
          select exists (
                   select
                   from roaster_members
                   join users on users.id = roaster_members.user_id
                   where users.id = ${userId}
                     and (users.email_verified_at is null or roaster_members.created_at >= users.email_verified_at)
                     and exists (
                       select
                       from roaster_members owners
                       where owners.roaster_id = roaster_members.roaster_id
                         and owners.role = 'OWNER'
                     )
                 ) as member,
                 exists (
                   select
                   from roaster_claims
                   where user_id = ${userId}
                     and state in ('PENDING', 'VERIFIED')
                 ) as open,
                 exists (
                   select
                   from users
                   where id = ${userId}
                     and email = ${claim.businessEmail}
                     and email_verified_at is not null
                 ) as own_address`
        if (held?.member) return 'already-a-member'
        if (held?.open) return 'claim-pending'
        const meant = 'name' in claim.roaster ? claim.roaster : await bySlug(sql, claim.roaster.slug)
        if (!meant) return 'roaster-not-found'
        // Mails that strangers caused must not count against the owner of the mailbox.
        const mail = { recipient: claim.businessEmail, template: 'claim-verification' } as const
        if (!held?.ownAddress && !(await mayMail(sql, mail, now))) return 'too-many-requests'
        const roaster = 'id' in meant ? meant : await roasterNamed(sql, meant, now)
        const [made] = await sql<{ id: number }[]>`
          insert into roaster_claims (
            user_id, roaster_id, business_email, proof_url, notes, state, link_id, token_hash, expires_at, created_at
          )
          values (
            ${userId}, ${roaster.id}, ${claim.businessEmail}, ${claim.proofUrl ?? null}, ${claim.notes || null},
            'PENDING', ${claim.linkId}, ${claim.tokenHash}, ${claim.expiresAt}, ${now}
          )
          on conflict do nothing
          returning id`
        if (!made) return 'claim-pending'
        const stored = (await oneClaim(sql, made.id, now)) as Claim
        const [roasterHas = { coffees: 0, recipes: 0 }] = await sql<{ coffees: number; recipes: number }[]>`
          select count(*)::int as coffees, coalesce(sum(recipe_count), 0)::int as recipes
          from coffees
          where roaster_id = ${roaster.id}`
        const props = { linkId: claim.linkId, ...claimMailFacts(stored), roasterHas }
        await queueMail(sql, { ...mail, userId, props }, now)
        return stored
      }),

    pending: (tokenHash, now) =>
      nestedOne<Claim>(sql`
        ${claimRows(sql, now)}
        where roaster_claims.token_hash = ${tokenHash}
          and roaster_claims.state = 'PENDING'
          and roaster_claims.expires_at > ${now}`),

    verify: (tokenHash, now, owner) =>
      transact(sql, async sql => {
        // The account first, as when an account is closed.
        const [held] = await sql<{ id: number; sameAddress: boolean }[]>`
          select users.id, users.email = roaster_claims.business_email as same_address
          from users
          join roaster_claims on roaster_claims.user_id = users.id
          where roaster_claims.token_hash = ${tokenHash}
          for no key update of users`
        // If two requests open the link at once, the second finds nothing pending.
        const [moved] = await sql<{ id: number; state: ClaimState }[]>`
          update roaster_claims
          set state = case when expires_at > ${now} then 'VERIFIED' else 'EXPIRED' end
          where token_hash = ${tokenHash}
            and state = 'PENDING'
          returning id, state`
        if (!held || !moved) return undefined
        const proves = held.sameAddress && moved.state === 'VERIFIED'
        const removed = proves ? await proveAddress(sql, held.id, { claimId: moved.id, owner }, now) : nothingRemoved
        return { ...((await oneClaim(sql, moved.id, now)) as Claim), ...removed }
      }),

    decide: (id, state, now) =>
      transact(sql, async sql => {
        const [decided] = await sql<{ roasterId: number; userId: number }[]>`
          update roaster_claims
          set state = ${state},
              decided_at = ${now}
          where id = ${id}
            and state = 'VERIFIED'
          returning roaster_id, user_id`
        if (!decided) return undefined
        if (state === 'APPROVED') {
          await sql`
            insert into roaster_members (roaster_id, user_id, role, created_at)
            values (${decided.roasterId}, ${decided.userId}, 'OWNER', ${now})
            on conflict (roaster_id, user_id) do update
            set role = 'OWNER'`
          // Before the roaster is locked, because closing an account locks the account first.
          await tellOwners(
            sql,
            { roasterId: decided.roasterId, about: decided.userId, news: 'joined', role: 'OWNER' },
            now,
          )
          await sql`update roasters set is_verified = true where id = ${decided.roasterId}`
        }
        const claim = (await oneClaim(sql, id, now)) as Claim
        const { roaster, claimant } = claim
        const props = { roasterName: roaster.name, roasterSlug: roaster.slug, isApproved: state === 'APPROVED' }
        const mail = { recipient: claimant.email, userId: claimant.id, template: 'claim-decided', props } as const
        await queueBounded(sql, mail, now)
        return claim
      }),

    byId: (id, now) => oneClaim(sql, id, now),

    by: (userId, limit, now) =>
      nested<Claim>(sql`
      ${claimRows(sql, now)}
      where roaster_claims.user_id = ${userId}
      order by roaster_claims.created_at desc, roaster_claims.id desc
      limit ${limit}`),

    list: (states, limit, now) =>
      nested<Claim>(sql`
      ${claimRows(sql, now)}
      where ${stateAt(sql, now)} in ${sql(states)}
      order by roaster_claims.created_at desc, roaster_claims.id desc
      limit ${limit}`),
  }
}

/** Claims whose link was not opened in time no longer block others. */
async function expire(sql: Sql | Transaction, now: Date) {
  await sql`
    update roaster_claims
    set state = 'EXPIRED'
    where state = 'PENDING'
      and expires_at <= ${now}`
}

async function bySlug(sql: Transaction, slug: string) {
  const [roaster] = await sql<{ id: number; name: string }[]>`select id, name from roasters where slug = ${slug}`
  return roaster
}

const oneClaim = (sql: Sql | Transaction, id: number, now: Date) =>
  nestedOne<Claim>(sql`
  ${claimRows(sql, now)}
  where roaster_claims.id = ${id}`)

/** A claim expires by itself, but its row is updated only when another claim is made. */
const stateAt = (sql: Sql | Transaction, now: Date) => sql`
  case when roaster_claims.state = 'PENDING' and roaster_claims.expires_at <= ${now} then 'EXPIRED' else roaster_claims.state end`

const claimRows = (sql: Sql | Transaction, now: Date) => sql`
  select roaster_claims.id,
         ${stateAt(sql, now)} as state,
         roaster_claims.business_email,
         roaster_claims.proof_url,
         roaster_claims.notes,
         ${part(sql, 'roasters', 'roaster', ['id', 'name', 'slug', 'website_url'])},
         ${part(sql, 'users', 'claimant', ['id', 'email', 'name'])},
         users.email_verified_at is not null as "claimant.email_proven",
         roaster_claims.expires_at,
         roaster_claims.created_at
  from roaster_claims
  join roasters on roasters.id = roaster_claims.roaster_id
  join users on users.id = roaster_claims.user_id`
