import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function claimVerification({ url, roasterName, claimant, hours }: ViewOf<'claim-verification'>): RenderedMail {
  const roaster = oneLine(roasterName)
  const subject = `Is ${oneLine(roasterName, 80)} yours?`
  const who = `${oneLine(claimant.name, 60)}, who signed up with ${oneLine(claimant.email, 254)},`
  const doubt = claimant.emailProven ? '' : ' We don’t know yet whether that address is theirs.'
  const request = `${who} asked to manage ${roaster} on Dialin and gave this address as the roaster’s.${doubt}`
  const once = `If you want that, open the claim and confirm it there. The link works once, for ${hours} hours.`
  const why = 'Not expecting this? Ignore this email and nothing will change.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={once} title={`Is ${roaster} yours?`} why={why}>
        <Paragraph>{request}</Paragraph>
        <Paragraph>{once}</Paragraph>
        <Action href={url}>Open the claim</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, once, url, why]),
  }
}
