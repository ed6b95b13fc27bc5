import * as v from 'valibot'
import type { AccountOwner, RemovedKeys } from '../accounts/accounts.ts'
import { displayNameOf, type Person, removedKeys } from '../accounts/model.ts'
import { type NewLink, newLink, type Secrets } from '../accounts/secrets.ts'
import { removedIn } from '../accounts/sessions.ts'
import type { Clock } from '../clock.ts'
import { RoasterRef } from '../coffees/roaster.ts'
import { matchNameOf } from '../coffees/roaster-name.ts'
import { HOUR_MS } from '../dates.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { tooManyMailsTo } from '../mailbox.ts'
import { slugOf } from '../names.ts'
import { isAtDomain, websiteDomain } from './website.ts'

/**
 * PENDING -> VERIFIED by the link in the mail -> APPROVED or REJECTED; PENDING -> EXPIRED if nobody
 * opens the link.
 */
export const claimStates = ['PENDING', 'VERIFIED', 'APPROVED', 'REJECTED', 'EXPIRED'] as const
export type ClaimState = (typeof claimStates)[number]

export const CLAIM_LINK_HOURS = 48

export const SubmitClaim = v.pipe(
  v.object({
    businessEmail: field.email,
    roasterSlug: v.optional(field.slug),
    roasterName: v.optional(field.name),
    proofUrl: v.optional(field.webAddress),
    notes: v.optional(field.longText),
  }),
  v.check(
    ({ roasterSlug, roasterName }) => (roasterSlug === undefined) !== (roasterName === undefined),
    'Give either roasterSlug, to claim a roaster that is here, or roasterName, for one that is not',
  ),
)

export const ClaimToken = v.object({ token: field.token })

export const ClaimReply = v.object({
  success: v.literal(true),
  message: v.string(),
  claim: v.object({
    id: field.id,
    state: v.picklist(claimStates),
    businessEmail: v.string(),
    roaster: RoasterRef,
    expiresAt: field.instant,
    createdAt: field.instant,
  }),
})

const Claimant = v.object({
  name: v.string(),
  email: v.string(),
  emailProven: v.pipe(v.boolean(), v.description('Whether the address is confirmed.')),
})

export const PendingClaim = v.object({ ...ClaimReply.entries, claimant: Claimant })
export const VerifiedClaim = v.object({ ...ClaimReply.entries, ...removedKeys })

export interface Claim {
  id: number
  state: ClaimState
  businessEmail: string
  proofUrl: string | null
  notes: string | null
  roaster: RoasterRef & { websiteUrl: string | null }
  claimant: { id: number; email: string; name: string | null; emailProven: boolean }
  expiresAt: string
  createdAt: string
}

export interface Claims {
  /**
   * Stores the claim and queues its mail. Creates the roaster if the name is new. Otherwise the
   * reason why that is not possible.
   */
  submit: (
    claim: NewClaim,
  ) => Promise<
    Claim | 'not-signed-in' | 'claim-pending' | 'already-a-member' | 'roaster-not-found' | 'too-many-requests'
  >
  /**
   * The claim that this link confirms; undefined when there is none, or it is no longer pending.
   */
  pending: (tokenHash: string, now: Date) => Promise<Claim | undefined>
  /**
   * Changes a pending claim to VERIFIED, or to EXPIRED when it is too late; undefined without a
   * pending claim. If the business address is the claimant's own, this may be its first proof, by
   * the owner of the account or by a stranger.
   */
  verify: (tokenHash: string, now: Date, owner: AccountOwner | undefined) => Promise<(Claim & RemovedKeys) | undefined>
  /**
   * Decides a verified claim. Approval makes the claimant an owner and the roaster verified.
   * Undefined if the claim is not verified.
   */
  decide: (id: number, state: 'APPROVED' | 'REJECTED', now: Date) => Promise<Claim | undefined>
  byId: (id: number, now: Date) => Promise<Claim | undefined>
  /** A person's claims, newest first. */
  by: (userId: number, limit: number, now: Date) => Promise<Claim[]>
  /** Newest first. */
  list: (states: readonly ClaimState[], limit: number, now: Date) => Promise<Claim[]>
}

interface NewClaim extends NewLink {
  userId: number
  /** The version of the session that asks, which may have ended since it was checked. */
  sessionVersion: number
  businessEmail: string
  roaster: { slug: string } | { name: string; matchName: string; slug: string }
  proofUrl: string | undefined
  notes: string | undefined
}

interface ClaimPorts {
  claims: Claims
  secrets: Secrets
  clock: Clock
}

export async function submitClaim(
  { roasterSlug, roasterName = '', businessEmail, proofUrl, notes }: v.InferOutput<typeof SubmitClaim>,
  { claims, secrets, clock }: ClaimPorts,
  person: Person,
) {
  const claim = await claims.submit({
    ...newLink(secrets, clock(), CLAIM_LINK_HOURS * HOUR_MS),
    userId: person.id,
    sessionVersion: person.sessionVersion,
    businessEmail,
    roaster:
      roasterSlug === undefined
        ? { name: roasterName, matchName: matchNameOf(roasterName), slug: slugOf(roasterName, 'roaster') }
        : { slug: roasterSlug },
    proofUrl,
    notes,
  })
  if (claim === 'not-signed-in') throw new Fault(claim, 'The session has ended; sign in again.')
  if (claim === 'roaster-not-found') throw new Fault(claim, `There is no roaster ${roasterSlug}.`)
  if (claim === 'already-a-member') throw new Fault(claim, 'You already manage a roaster.')
  if (claim === 'too-many-requests') throw tooManyMailsTo(businessEmail)
  if (claim === 'claim-pending')
    throw new Fault(claim, 'You already have an open claim. Wait until it’s decided or its link expires.')
  return presentClaim(
    claim,
    `We emailed ${claim.businessEmail}. Open the link in that email within ${CLAIM_LINK_HOURS} hours to confirm the claim.`,
  )
}

/** The claim that a link would confirm. */
export async function getClaim(
  { token }: v.InferOutput<typeof ClaimToken>,
  { claims, secrets, clock }: ClaimPorts,
): Promise<v.InferOutput<typeof PendingClaim>> {
  const claim = await claims.pending(secrets.hash(token), clock())
  if (!claim) throw linkExpired()
  return { ...presentClaim(claim, 'The claim waits to be confirmed with this token.'), claimant: claimantOf(claim) }
}

const claimantOf = ({ claimant: { id, name, email, emailProven } }: Claim) => ({
  name: displayNameOf({ id, name }),
  email,
  emailProven,
})

export const verifyClaim = async (input: v.InferOutput<typeof ClaimToken>, ports: ClaimPorts, person?: Person) =>
  (await confirmClaim(input, ports, person)).reply

/** Confirms a claim by its link. Returns the reply, and the claimant. */
export async function confirmClaim(
  { token }: v.InferOutput<typeof ClaimToken>,
  { claims, secrets, clock }: ClaimPorts,
  owner?: AccountOwner,
): Promise<{ reply: v.InferOutput<typeof VerifiedClaim>; claimant: Claim['claimant'] }> {
  const now = clock()
  const claim = await claims.verify(secrets.hash(token), now, owner)
  if (claim?.state !== 'VERIFIED') throw linkExpired()
  const approved = isApprovedAtOnce(claim.roaster.websiteUrl, claim.businessEmail)
    ? await claims.decide(claim.id, 'APPROVED', now)
    : undefined
  const reply = approved
    ? presentClaim(approved, `You now manage ${approved.roaster.name}. You can use the roaster portal.`)
    : presentClaim(claim, `The address is confirmed. We’ll review your claim to ${claim.roaster.name} by hand.`)
  return { reply: { ...reply, ...removedIn(claim) }, claimant: claim.claimant }
}

/**
 * Whether the business address is the claimant's own. Then its link proves as much as a sign-in
 * link.
 */
export const isOwnAddress = (businessEmail: string, claimant: { email: string }) =>
  businessEmail.toLowerCase() === claimant.email.toLowerCase()

/** What the mail about a claim says. Those queued by an earlier version lack the optional facts. */
export type ClaimMailFacts = {
  roasterName: string
  claimant: { name: string; email: string; emailProven: boolean }
  /** Whether the mail goes to the claimant's own address. */
  isOwn?: boolean
  /** The roaster's domain, if an address there is approved at once and this is one. */
  domain?: string | undefined
  roasterHas?: { coffees: number; recipes: number }
}

/** What its mail says. */
export const claimMailFacts = (claim: Claim): ClaimMailFacts => ({
  roasterName: claim.roaster.name,
  claimant: claimantOf(claim),
  isOwn: isOwnAddress(claim.businessEmail, claim.claimant),
  ...(isApprovedAtOnce(claim.roaster.websiteUrl, claim.businessEmail) && {
    domain: websiteDomain(claim.roaster.websiteUrl),
  }),
})

/** An admin's decision on a claim with a confirmed address. */
export async function decideClaim(id: number, state: 'APPROVED' | 'REJECTED', { claims, clock }: ClaimPorts) {
  const decided = await claims.decide(id, state, clock())
  if (decided) return decided
  const claim = await claims.byId(id, clock())
  if (!claim) throw new Fault('not-found', `There is no claim ${id}.`)
  throw new Fault('invalid', `Claim ${id} is ${claim.state}; only a VERIFIED claim can be decided.`)
}

/** Whether a claim with this address approves itself once the address is confirmed. */
export function isApprovedAtOnce(websiteUrl: string | null, email: string) {
  const domain = websiteDomain(websiteUrl)
  return domain !== undefined && isAtDomain(domain, email)
}

const linkExpired = () =>
  new Fault('link-expired', 'This link has expired or was already used. Claim the roaster again to get a new one.')

const presentClaim = ({ id, state, businessEmail, roaster, expiresAt, createdAt }: Claim, message: string) => ({
  success: true as const,
  message,
  claim: {
    id,
    state,
    businessEmail,
    roaster: { id: roaster.id, name: roaster.name, slug: roaster.slug },
    expiresAt,
    createdAt,
  },
})
