import type { RemovedKeys } from './accounts/accounts.ts'
import type { Scope } from './accounts/scopes.ts'
import type { ShelfMail } from './library/shelf-news.ts'
import type { MemberRole } from './portal/members.ts'
import type { Addressed, RecipeMailContent } from './recipes/recipe-mail.ts'
import type { ReportedKind, ReportReason } from './reports/model.ts'
import type { ClaimMailFacts } from './roasters/claims.ts'

/** A change among a roaster's members, reported to one of them. */
export type MemberNews = {
  roasterName: string
  roasterSlug: string
  news: 'joined' | 'left' | 'removed' | 'role' | 'ownerless'
  role?: MemberRole
  /** The person who joined or left. */
  person?: { name: string; email: string }
}

/** The first report about something, for those who run the service. */
export type ReportNews = {
  kind: ReportedKind
  id: number
  path: string
  recipeName: string
  /** Who wrote the reported text, and the text. */
  author: string
  text: string | null
  reason: ReportReason
  sentence: string | null
  /** The reporter's name is left out: a mail outlives a deleted account. */
  isSignedIn: boolean
}

/**
 * A mail in the queue: a template and plain facts. The queue never holds a secret. For a mail with
 * a link it holds the link's id, and the token is derived from that when the mail is written.
 */
export type Mail = Addressed & MailContent

type MailContent =
  | { template: 'magic-link'; props: { linkId: string; next?: string; isFirstProof?: boolean } }
  | { template: 'confirm-address' | 'new-password' | 'account-invitation'; props: { linkId: string } }
  | { template: 'new-email'; props: { linkId: string } }
  | { template: 'email-changed'; props: { newEmail: string; isDone: boolean } }
  | { template: 'sign-in-removed'; props: RemovedKeys }
  | { template: 'new-api-token' | 'app-connected'; props: { name: string; scopes: readonly Scope[] } }
  | {
      template: 'claim-verification'
      props: { linkId: string } & ClaimMailFacts
    }
  | { template: 'claim-decided'; props: { roasterName: string; roasterSlug: string; isApproved: boolean } }
  | {
      template: 'roaster-invitation'
      props: { linkId: string; roasterName: string; role: MemberRole; inviterName: string | null }
    }
  | { template: 'member-news'; props: MemberNews }
  | RecipeMailContent
  | ShelfMail
  | { template: 'new-report'; props: ReportNews }
  | { template: 'report-digest'; props: { reports: number; since: string; things: Record<string, number> } }
  | { template: 'contact-message'; props: { name: string; email: string; subject: string; message: string } }
