import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

export function accountInvitation({ url, days }: ViewOf<'account-invitation'>): RenderedMail {
  const host = new URL(url).host
  const subject = 'You’re invited to Dialin'
  const request = `You’ve been invited to create an account on Dialin at ${host}. You’ll get coffee recipes for your own grinder, a brew log, and advice on what to change next.`
  const once = `The link works once, for ${days} days, and only for this address.`
  const why = 'Not expecting this? Ignore this email. There is no account until you create one.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={once} title="You’re invited" why={why}>
        <Paragraph>{request}</Paragraph>
        <Paragraph>{once}</Paragraph>
        <Action href={url}>Create an account</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, once, url, why]),
  }
}
