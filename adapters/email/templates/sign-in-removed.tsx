import type { ViewOf } from '../views.ts'
import { Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

export function signInRemoved(removed: ViewOf<'sign-in-removed'>): RenderedMail {
  const { passwordRemoved, appleSignInRemoved, claimRemoved } = removed
  const gone = [
    passwordRemoved && 'password',
    appleSignInRemoved && 'Apple sign-in',
    claimRemoved && 'open claim to a roaster',
  ]
    .filter(Boolean)
    .join(' and the ')
  const subject = `The ${gone} of your Dialin account ${gone.includes(' and ') ? 'were' : 'was'} removed`
  const reason =
    'Your email address was just confirmed for the first time. Until then, somebody else could have created the account with your address. For your security we signed out every device and removed what was set up before.'
  const next = [
    passwordRemoved && 'If the password was yours, set a new one in your account settings.',
    !passwordRemoved && appleSignInRemoved && 'If you sign in with Apple, do so again to connect it.',
    claimRemoved && 'If the claim was yours, claim the roaster again.',
  ]
    .filter(Boolean)
    .join(' ')
  const why = 'You’re getting this email because a Dialin account uses this address.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={reason} title={`Removed: the ${gone}`} why={why}>
        <Paragraph>{reason}</Paragraph>
        <Paragraph>{next}</Paragraph>
      </Layout>
    ),
    text: plainText([reason, next, why]),
  }
}
