import type { ViewOf } from '../views.ts'
import { Action, Address, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function roasterInvitation({
  url,
  roasterName,
  role,
  inviterName,
  days,
  note,
}: ViewOf<'roaster-invitation'>): RenderedMail {
  const roaster = oneLine(roasterName)
  const subject = `Help run ${oneLine(roasterName, 80)} on Dialin`
  const who = inviterName === null ? 'Somebody' : oneLine(inviterName, 60)
  const request = `${who} invites you to run ${roaster} with them on Dialin, ${role === 'OWNER' ? 'as an owner: its page, recipes and widget, and who else may' : 'as an editor: its profile, coffees, recipes and widget'}.`
  const once = `Open this page to accept or decline. It works once, within ${days} days.`
  const why = 'Not expecting this? Ignore this email, or decline on that page so that they can’t ask again.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={once} title={`Run ${roaster} together`} why={why}>
        <Paragraph>{request}</Paragraph>
        <Paragraph>{once}</Paragraph>
        {note && <Paragraph>{note}</Paragraph>}
        <Action href={url}>Look at the invitation</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, once, ...(note ? [note] : []), url, why]),
  }
}
