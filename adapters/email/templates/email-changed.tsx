import type { ViewOf } from '../views.ts'
import { Action, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

/** Tells the old address, before and after the change. */
export function emailChanged({ newEmail, isDone, url }: ViewOf<'email-changed'>): RenderedMail {
  const subject = isDone
    ? 'Your Dialin account has a new email address'
    : 'Someone asked to change your Dialin email address'
  const news = isDone
    ? `Your account now uses ${newEmail}. You can no longer sign in with this address.`
    : `Someone who is signed in to your account asked to change its email address to ${newEmail}. Nothing changes until that address is confirmed.`
  const next = isDone
    ? 'Wasn’t this you? Tell us right away.'
    : 'Wasn’t this you? In your account, choose “Sign out everywhere else” and change your password. That also stops the change.'
  const why = 'You’re getting this email because a Dialin account uses this address, or did until now.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={news} title={subject} why={why}>
        <Paragraph>{news}</Paragraph>
        <Paragraph>{next}</Paragraph>
        <Action href={url}>{isDone ? 'Contact us' : 'Open my account'}</Action>
      </Layout>
    ),
    text: plainText([news, next, url, why]),
  }
}
