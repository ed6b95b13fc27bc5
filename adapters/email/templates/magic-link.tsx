import { FIRST_PROOF } from '../../../core/accounts/model.ts'
import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

export function magicLink({ url, minutes, isFirstProof }: ViewOf<'magic-link'>): RenderedMail {
  const subject = 'Your sign-in link for Dialin'
  const once = `It works once, within ${minutes} minutes.`
  const why = 'Somebody asked for this link with your address. If it was not you, ignore this mail and nothing happens.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={`Open the link to sign in. ${once}`} title="Sign in to Dialin" why={why}>
        <Paragraph>Here is the link you asked for. {once}</Paragraph>
        {isFirstProof && <Paragraph>{FIRST_PROOF}</Paragraph>}
        <Action href={url}>Sign in</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([
      `Here is the link you asked for to sign in to Dialin. ${once}`,
      ...(isFirstProof ? [FIRST_PROOF] : []),
      url,
      why,
    ]),
  }
}
