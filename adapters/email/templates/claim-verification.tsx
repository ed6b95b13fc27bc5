import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function claimVerification({ url, roasterName, claimant, hours }: ViewOf<'claim-verification'>): RenderedMail {
  const roaster = oneLine(roasterName)
  const subject = `Confirm that you speak for ${oneLine(roasterName, 80)}`
  const who = `${oneLine(claimant.name, 60)}, who signed up with ${oneLine(claimant.email, 254)},`
  const doubt = claimant.emailProven ? '' : ' We do not know yet whether that address is theirs.'
  const request = `${who} asks to manage ${roaster} on Dialin and gave this address as the roaster's own.${doubt}`
  const once = `If you know them and want that, open this page and confirm it there. It works once, within ${hours} hours.`
  const why = 'If you know nothing of this, ignore this mail: unless you confirm it nobody gets the roaster.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={once} title={`Is ${roaster} yours?`} why={why}>
        <Paragraph>{request}</Paragraph>
        <Paragraph>{once}</Paragraph>
        <Action href={url}>Look at the claim</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, once, url, why]),
  }
}
