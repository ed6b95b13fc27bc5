import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

export function accountInvitation({ url, days }: ViewOf<'account-invitation'>): RenderedMail {
  const host = new URL(url).host
  const subject = 'You are invited to Dialin'
  const request = `Whoever runs Dialin at ${host} invites you to make an account there: coffee recipes on your own grinder, your brews, and what to change next.`
  const once = `The link works once, within ${days} days, for this address.`
  const why = 'Not expecting this? Ignore this email. There is no account until you create one.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={once} title="You are invited" why={why}>
        <Paragraph>{request}</Paragraph>
        <Paragraph>{once}</Paragraph>
        <Action href={url}>Create an account</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, once, url, why]),
  }
}
