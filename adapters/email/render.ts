import { render } from '@react-email/render'
import { accountInvitation } from './templates/account-invitation.tsx'
import { claimDecided } from './templates/claim-decided.tsx'
import { claimVerification } from './templates/claim-verification.tsx'
import { confirmAddress } from './templates/confirm-address.tsx'
import { contactMessage } from './templates/contact-message.tsx'
import { emailChanged } from './templates/email-changed.tsx'
import type { RenderedMail } from './templates/layout.tsx'
import { magicLink } from './templates/magic-link.tsx'
import { memberNews } from './templates/member-news.tsx'
import { newBrew } from './templates/new-brew.tsx'
import { newComment } from './templates/new-comment.tsx'
import { newEmail } from './templates/new-email.tsx'
import { newFavourite } from './templates/new-favourite.tsx'
import { newKey } from './templates/new-key.tsx'
import { newPassword } from './templates/new-password.tsx'
import { newReport } from './templates/new-report.tsx'
import { newVariation } from './templates/new-variation.tsx'
import { reportDigest } from './templates/report-digest.tsx'
import { roasterInvitation } from './templates/roaster-invitation.tsx'
import { shelfNews } from './templates/shelf-news.tsx'
import { signInRemoved } from './templates/sign-in-removed.tsx'
import type { MailView } from './views.ts'

/** Loads React, so import this module only where mail is rendered, with `await import()`. */
export async function renderMail(mail: MailView): Promise<{ subject: string; html: string; text: string }> {
  const rendered = renderTemplate(mail)
  return { subject: rendered.subject, html: await render(rendered.html), text: rendered.text }
}

function renderTemplate(mail: MailView): RenderedMail {
  switch (mail.template) {
    case 'magic-link':
      return magicLink(mail)
    case 'confirm-address':
      return confirmAddress(mail)
    case 'new-password':
      return newPassword(mail)
    case 'account-invitation':
      return accountInvitation(mail)
    case 'new-email':
      return newEmail(mail)
    case 'email-changed':
      return emailChanged(mail)
    case 'sign-in-removed':
      return signInRemoved(mail)
    case 'new-api-token':
    case 'app-connected':
      return newKey(mail)
    case 'claim-verification':
      return claimVerification(mail)
    case 'claim-decided':
      return claimDecided(mail)
    case 'roaster-invitation':
      return roasterInvitation(mail)
    case 'member-news':
      return memberNews(mail)
    case 'new-comment':
      return newComment(mail)
    case 'new-favourite':
      return newFavourite(mail)
    case 'new-variation':
      return newVariation(mail)
    case 'new-brew':
      return newBrew(mail)
    case 'shelf-news':
      return shelfNews(mail)
    case 'new-report':
      return newReport(mail)
    case 'report-digest':
      return reportDigest(mail)
    case 'contact-message':
      return contactMessage(mail)
  }
}
