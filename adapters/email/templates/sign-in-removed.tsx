import type { ViewOf } from '../views.ts'
import { Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

export function signInRemoved(removed: ViewOf<'sign-in-removed'>): RenderedMail {
  const { passwordRemoved, appleSignInRemoved, claimRemoved } = removed
  const subject = 'We secured your Dialin account'
  const reason =
    'Your email address was just confirmed for the first time. Before that, someone else could have created the account with your address. For your security we signed out every device.'
  const next = [
    passwordRemoved && 'We removed the old password. If it was yours, set a new one in your account settings.',
    appleSignInRemoved && 'We removed the old Apple sign-in.',
    !passwordRemoved && appleSignInRemoved && 'If you sign in with Apple, do so again to connect it.',
    claimRemoved && 'We removed the open claim to a roaster. If it was yours, claim the roaster again.',
  ]
    .filter(Boolean)
    .join(' ')
  const why = 'You’re getting this email because a Dialin account uses this address.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={reason} title={subject} why={why}>
        <Paragraph>{reason}</Paragraph>
        <Paragraph>{next}</Paragraph>
      </Layout>
    ),
    text: plainText([reason, next, why]),
  }
}
