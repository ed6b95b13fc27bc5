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
    summary: "Claim a roaster as yours; the link that proves it goes to the business's address",
    description:
      'Name a roaster that is here by its slug, or one that is not by its name. At the host of its website the mail is proof enough; others are looked at.',
    access: 'member',
    input: SubmitClaim,
    example: { businessEmail: 'hello@ottermill.example', roasterSlug: 'ottermill' },
    reply: ClaimReply,
    faults: ['roaster-not-found', 'claim-pending', 'already-a-member', 'too-many-requests'],
    run: submitClaim,
  }),
  endpoint({
    route: 'GET /api/roaster-claims/verify',
    summary: 'Who asks for what with the token of a claim; changes nothing',
    description: 'For the page behind the link of the mail, so that who opens it sees what they confirm.',
    access: 'public',
    input: ClaimToken,
    example: { token: 'the-token-of-the-mail' },
    reply: PendingClaim,
    cache: { control: 'no-store' },
    faults: ['link-expired'],
    run: getClaim,
  }),
  endpoint({
    route: 'POST /api/roaster-claims/verify',
    summary: 'Confirm a claim with the token of its mail; it works once, for 48 hours',
    description:
      "Proves the business's address, whoever is signed in. Approved at once where it is at the roaster's website.",
    access: 'anyone',
    input: ClaimToken,
    example: { token: 'the-token-of-the-mail' },
    reply: VerifiedClaim,
    cache: { control: 'no-store' },
    faults: ['link-expired'],
    run: verifyClaim,
  }),
]
