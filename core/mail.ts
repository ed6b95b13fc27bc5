import type { RemovedKeys } from './accounts/accounts.ts'
import type { MemberRole } from './portal/members.ts'
import type { Addressed, RecipeMailContent } from './recipes/recipe-mail.ts'
import type { ReportedKind, ReportReason } from './reports/model.ts'

/** What happened among a roaster's members, for one of them. */
export type MemberNews = {
  roasterName: string
  roasterSlug: string
  news: 'joined' | 'left' | 'removed' | 'role' | 'ownerless'
  role?: MemberRole
  /** Who joined or left. */
  person?: { name: string; email: string }
}

/** The first report of something, for whoever runs the service. */
export type ReportNews = {
  kind: ReportedKind
  id: number
  path: string
  recipeName: string
  /** Who wrote what is reported, and what. */
  author: string
  text: string | null
  reason: ReportReason
  sentence: string | null
  /** Their name is not in a mail, which would outlive their account. */
  isSignedIn: boolean
}

/**
 * A mail as it is queued: a template and plain facts. A secret never waits in the queue: where a mail carries a link,
 * the queue holds the link's id and the token is derived from it when the mail is written.
 */
export type Mail = Addressed & MailContent

type MailContent =
  | { template: 'magic-link'; props: { linkId: string; next?: string; isFirstProof?: boolean } }
  | { template: 'new-password' | 'account-invitation'; props: { linkId: string } }
  | { template: 'sign-in-removed'; props: RemovedKeys }
  | {
      template: 'claim-verification'
      props: { linkId: string; roasterName: string; claimant: { name: string; email: string; emailProven: boolean } }
    }
  | { template: 'claim-decided'; props: { roasterName: string; roasterSlug: string; isApproved: boolean } }
  | {
      template: 'roaster-invitation'
      props: { linkId: string; roasterName: string; role: MemberRole; inviterName: string | null }
    }
  | { template: 'member-news'; props: MemberNews }
  | RecipeMailContent
  | { template: 'new-report'; props: ReportNews }
  | { template: 'report-digest'; props: { reports: number; since: string; things: Record<string, number> } }
  | { template: 'contact-message'; props: { name: string; email: string; subject: string; message: string } }
