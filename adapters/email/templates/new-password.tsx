import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

export function newPassword({ url, hours }: ViewOf<'new-password'>): RenderedMail {
  const subject = 'Set a new password for Dialin'
  const request = 'An administrator of this site sent you a link to set a new password for your account.'
  const once = `The link works once, for ${hours} hours. Using it signs you out on every device.`
  const why = 'Not expecting this? Ignore this email and your password won’t change.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={once} title="Set a new password" why={why}>
        <Paragraph>{request}</Paragraph>
        <Paragraph>{once}</Paragraph>
        <Action href={url}>Set a password</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, once, url, why]),
  }
}
