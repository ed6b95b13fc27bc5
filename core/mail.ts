import type { RemovedKeys } from './accounts/accounts.ts'

/**
 * A mail as it is queued: a template and plain facts. A secret never waits in the queue: where a mail carries a link,
 * the queue holds the link's id and the token is derived from it when the mail is written.
 */
export type Mail = { recipient: string; userId?: number; replyTo?: string } & MailContent

export type MailContent =
  | { template: 'magic-link'; props: { linkId: string; next?: string } }
  | { template: 'sign-in-removed'; props: RemovedKeys }
  | {
      template: 'claim-verification'
      props: { linkId: string; roasterName: string; claimant: { name: string; email: string; emailProven: boolean } }
    }
  | { template: 'new-comment'; props: { recipeId: number; recipeName: string; commenterName: string; body: string } }
  | { template: 'new-favourite'; props: { recipeId: number; recipeName: string } }
  | {
      template: 'new-brew'
      props: { recipeId: number; recipeName: string; brewerName: string; rating: number; notes: string | null }
    }
  | { template: 'contact-copy'; props: { name: string; email: string; subject: string; message: string } }
