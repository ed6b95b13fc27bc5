import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

export function confirmAddress({ url, hours }: ViewOf<'confirm-address'>): RenderedMail {
  const subject = 'Confirm your email address'
  const request = 'Welcome to Dialin. Confirm that this address is yours to keep your account secure.'
  const once = `The link works once, for the next ${hours} hours.`
  const why = 'Didn’t create an account? Ignore this email. Someone probably mistyped their address.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={`${request} ${once}`} title={subject} why={why}>
        <Paragraph>{request}</Paragraph>
        <Action href={url}>Confirm my address</Action>
        <Paragraph>{once}</Paragraph>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, url, once, why]),
  }
}
