import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function claimVerification({ url, roasterName, hours }: ViewOf<'claim-verification'>): RenderedMail {
  const roaster = oneLine(roasterName)
  const subject = `Confirm that you speak for ${oneLine(roasterName, 80)}`
  const request = `Somebody asked to manage ${roaster} on Dialin and gave this address as the roaster's own.`
  const once = `If it was you, confirm it with this link. It works once, within ${hours} hours.`
  const why = 'If you know nothing of this, ignore this mail: without the link nobody gets the page.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={once} title={`Is ${roaster} yours?`} why={why}>
        <Paragraph>{request}</Paragraph>
        <Paragraph>{once}</Paragraph>
        <Action href={url}>Confirm the claim</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, once, url, why]),
  }
}
