import {
  ClaimReply,
  ClaimToken,
  getClaim,
  PendingClaim,
  SubmitClaim,
  submitClaim,
  VerifiedClaim,
  verifyClaim,
} from '../../../core/roasters/claims.ts'
import { endpoint } from '../endpoint.ts'

export const claims = [
  endpoint({
    route: 'POST /api/roaster-claims',
    summary: 'Claim a roaster; we email the confirmation link to the business address',
    description:
      'Name a listed roaster by its slug, or a new one by its name. If your address is at the roaster’s website, opening the emailed link is enough; other claims are reviewed by hand.',
    access: 'member',
    input: SubmitClaim,
    example: { businessEmail: 'hello@ottermill.example', roasterSlug: 'ottermill' },
    reply: ClaimReply,
    faults: ['roaster-not-found', 'claim-pending', 'already-a-member', 'too-many-requests'],
    run: submitClaim,
  }),
  endpoint({
    route: 'GET /api/roaster-claims/verify',
    summary: 'What a claim token is for, and who asked; changes nothing',
    description: 'For the page that the emailed link opens, so that people see what they’re confirming.',
    access: 'public',
    input: ClaimToken,
    example: { token: 'the-token-from-the-email' },
    reply: PendingClaim,
    cache: { control: 'no-store' },
    faults: ['link-expired'],
    run: getClaim,
  }),
  endpoint({
    route: 'POST /api/roaster-claims/verify',
    summary: 'Confirm a claim with the token from the email; it works once, for 48 hours',
    description:
      'Confirms the business address, no matter who is signed in. Approved right away if the address is at the roaster’s website.',
    access: 'anyone',
    input: ClaimToken,
    example: { token: 'the-token-from-the-email' },
    reply: VerifiedClaim,
    cache: { control: 'no-store' },
    faults: ['link-expired'],
    run: verifyClaim,
  }),
]
