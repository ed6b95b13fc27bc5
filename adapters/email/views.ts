import type { RemovedKeys } from '../../core/accounts/accounts.ts'
import type { Scope } from '../../core/accounts/scopes.ts'
import type { MemberNews, ReportNews } from '../../core/mail.ts'
import type { MemberRole } from '../../core/portal/members.ts'
import type { ClaimMailFacts } from '../../core/roasters/claims.ts'

/** How to stop mails about one's own recipes. */
export interface WaysOut {
  settingsUrl: string
  /** Stops this kind of mail at once; missing if the mail belongs to no account. */
  unsubscribeUrl?: string
}

/**
 * The content of each mail. `template` picks the file in templates/; the rest is what a person
 * reads.
 */
export type MailView =
  | { template: 'magic-link'; url: string; minutes: number; isFirstProof?: boolean }
  | { template: 'confirm-address'; url: string; hours: number }
  | { template: 'new-password'; url: string; hours: number }
  | { template: 'account-invitation'; url: string; days: number }
  | { template: 'new-email'; url: string; hours: number }
  | { template: 'email-changed'; newEmail: string; isDone: boolean; url: string }
  | ({ template: 'sign-in-removed' } & RemovedKeys)
  | { template: 'new-api-token' | 'app-connected'; name: string; scopes: readonly Scope[]; url: string }
  | ({ template: 'claim-verification'; url: string; hours: number } & ClaimMailFacts)
  | { template: 'claim-decided'; roasterName: string; isApproved: boolean; url: string }
  | {
      template: 'roaster-invitation'
      url: string
      roasterName: string
      role: MemberRole
      inviterName: string | null
      days: number
      /** Who can accept, where not everybody may make an account. */
      note: string | null
    }
  | ({ template: 'member-news'; url: string } & Omit<MemberNews, 'roasterSlug'>)
  | (WaysOut & {
      template: 'new-comment'
      recipeName: string
      recipeUrl: string
      commenterName: string
      body: string
      isAnswer?: boolean
    })
  | (WaysOut & { template: 'new-favourite'; recipeName: string; recipeUrl: string })
  | (WaysOut & {
      template: 'new-variation'
      recipeName: string
      /** The variation. */
      recipeUrl: string
      byName: string
      difference: string
    })
  | (WaysOut & {
      template: 'new-brew'
      recipeName: string
      recipeUrl: string
      brewerName: string | null
      rating: number | null
      notes: string | null
    })
  | (WaysOut & { template: 'shelf-news'; low: string[]; past: string[]; shelfUrl: string })
  | ({ template: 'new-report'; url: string } & Omit<ReportNews, 'path'>)
  | { template: 'report-digest'; reports: number; since: string; things: { url: string; reports: number }[] }
  | { template: 'contact-message'; name: string; email: string; subject: string; message: string }

export type ViewOf<Template extends MailView['template']> = Extract<MailView, { template: Template }>
