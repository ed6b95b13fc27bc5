import {
  ClaimReply,
  SubmitClaim,
  submitClaim,
  VerifiedClaim,
  VerifyClaim,
  verifyClaim,
} from '../../../core/roasters/claims.ts'
import { endpoint } from '../endpoint.ts'
import { claimLinkExpiredPage, claimVerifiedPage } from '../pages/claim.ts'

export const claims = [
  endpoint({
    route: 'POST /api/roaster-claims',
    summary: "Claim a roaster as yours; the link that proves it goes to the business's address",
    access: 'member',
    input: SubmitClaim,
    reply: ClaimReply,
    faults: ['roaster-not-found', 'claim-pending', 'already-a-member'],
    run: submitClaim,
  }),
  endpoint({
    route: 'GET /api/roaster-claims/verify',
    summary: 'Open the link of a claim; it works once, for 48 hours',
    access: 'public',
    input: VerifyClaim,
    reply: VerifiedClaim,
    cache: { control: 'no-store' },
    changesState: true,
    browser: { reply: claimVerifiedPage, fault: claimLinkExpiredPage },
    faults: ['link-expired'],
    run: verifyClaim,
  }),
]
