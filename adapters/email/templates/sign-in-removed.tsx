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
    'Your e-mail address has just been confirmed for the first time. Until then anybody could have made the account in your name, so we ended every session and took away what was set before.'
  const next = [
    passwordRemoved && 'If the password was yours, set a new one in the app.',
    !passwordRemoved && appleSignInRemoved && 'If you sign in with Apple, do so once more in the app.',
    claimRemoved && 'If the claim was yours, claim the roaster once more.',
  ]
    .filter(Boolean)
    .join(' ')
  const why = 'You get this mail because the account is in the name of this address.'
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
