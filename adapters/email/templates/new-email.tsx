import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

export function newEmail({ url, hours }: ViewOf<'new-email'>): RenderedMail {
  const subject = 'Confirm your new email address'
  const request = 'Open this link where you’re signed in to Dialin. From then on, your account uses this address.'
  const once = `The link works once, for the next ${hours} hours.`
  const why =
    'Didn’t ask for this? Ignore this email and nothing will change. The link only works for the person who asked.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={`${request} ${once}`} title={subject} why={why}>
        <Paragraph>{request}</Paragraph>
        <Action href={url}>Confirm my new address</Action>
        <Paragraph>{once}</Paragraph>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, url, once, why]),
  }
}
