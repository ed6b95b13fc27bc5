import {
  ClaimReply,
  getClaim,
  PendingClaim,
  SubmitClaim,
  submitClaim,
  VerifiedClaim,
  VerifyClaim,
  verifyClaim,
} from '../../../core/roasters/claims.ts'
import { endpoint } from '../endpoint.ts'

export const claims = [
  endpoint({
    route: 'POST /api/roaster-claims',
    summary: "Claim a roaster as yours; the link that proves it goes to the business's address",
    access: 'member',
    input: SubmitClaim,
    reply: ClaimReply,
    faults: ['roaster-not-found', 'claim-pending', 'already-a-member', 'too-many-requests'],
    run: submitClaim,
  }),
  endpoint({
    route: 'GET /api/roaster-claims/verify',
    summary: 'Who asks for what with the token of a claim; changes nothing',
    access: 'public',
    input: VerifyClaim,
    reply: PendingClaim,
    cache: { control: 'no-store' },
    faults: ['link-expired'],
    run: getClaim,
  }),
  endpoint({
    route: 'POST /api/roaster-claims/verify',
    summary: 'Confirm a claim with the token of its mail; it works once, for 48 hours',
    access: 'public',
    input: VerifyClaim,
    reply: VerifiedClaim,
    cache: { control: 'no-store' },
    faults: ['link-expired'],
    run: verifyClaim,
  }),
]
