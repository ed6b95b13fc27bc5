import type { RemovedKeys } from '../../core/accounts/accounts.ts'

/** What each mail is about. `template` picks the file in templates/; the rest is what a person reads. */
export type MailView =
  | { template: 'magic-link'; url: string; minutes: number }
  | ({ template: 'sign-in-removed' } & RemovedKeys)
  | {
      template: 'claim-verification'
      url: string
      roasterName: string
      claimant: { name: string; email: string; emailProven: boolean }
      hours: number
    }
  | {
      template: 'new-comment'
      recipeName: string
      recipeUrl: string
      commenterName: string
      body: string
      settingsUrl: string
    }
  | { template: 'new-favourite'; recipeName: string; recipeUrl: string; settingsUrl: string }
  | {
      template: 'new-brew'
      recipeName: string
      recipeUrl: string
      brewerName: string
      rating: number | null
      notes: string | null
      settingsUrl: string
    }
  | { template: 'contact-copy'; name: string; email: string; subject: string; message: string }

export type ViewOf<Template extends MailView['template']> = Extract<MailView, { template: Template }>
