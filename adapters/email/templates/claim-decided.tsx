import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function claimDecided({ url, roasterName, isApproved }: ViewOf<'claim-decided'>): RenderedMail {
  const roaster = oneLine(roasterName)
  const subject = isApproved ? `${oneLine(roasterName, 80)} is yours` : `Your claim to ${oneLine(roasterName, 80)}`
  const said = isApproved
    ? `You now manage ${roaster} on Dialin: its profile, coffees, recipes, shop widget and members.`
    : `We reviewed your claim to ${roaster} but couldn’t confirm that it’s yours. If it is, write to us with more details.`
  const why = 'You’re getting this email because you claimed this roaster.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={said} title={subject} why={why}>
        <Paragraph>{said}</Paragraph>
        <Action href={url}>{isApproved ? 'Open the portal' : 'Write to us'}</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([said, url, why]),
  }
}
