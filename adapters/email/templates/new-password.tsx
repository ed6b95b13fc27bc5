import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

export function newPassword({ url, hours }: ViewOf<'new-password'>): RenderedMail {
  const subject = 'Set a new password for Dialin'
  const request = 'Whoever runs this site sends you a link to set a new password for your account.'
  const once = `The link works once, for ${hours} hours. Using it signs you out on every device.`
  const why = 'If you did not ask for it, ignore this mail: your password stays as it is.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={once} title="A new password" why={why}>
        <Paragraph>{request}</Paragraph>
        <Paragraph>{once}</Paragraph>
        <Action href={url}>Set a password</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, once, url, why]),
  }
}
