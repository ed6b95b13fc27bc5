import { FIRST_PROOF } from '../../../core/accounts/model.ts'
import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

export function magicLink({ url, minutes, isFirstProof }: ViewOf<'magic-link'>): RenderedMail {
  const subject = 'Your sign-in link for Dialin'
  const request = `Tap the button to sign in to Dialin. The link works once, for the next ${minutes} minutes.`
  const why = 'Didn’t ask for this? Ignore this email and nothing will change.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={request} title="Your sign-in link" why={why}>
        <Paragraph>{request}</Paragraph>
        {isFirstProof && <Paragraph>{FIRST_PROOF}</Paragraph>}
        <Action href={url}>Sign in</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([
      `Open this link to sign in to Dialin. The link works once, for the next ${minutes} minutes.`,
      ...(isFirstProof ? [FIRST_PROOF] : []),
      url,
      why,
    ]),
  }
}
