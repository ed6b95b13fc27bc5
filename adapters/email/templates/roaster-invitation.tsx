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
  const who = inviterName === null ? 'Someone' : oneLine(inviterName, 60)
  const request =
    role === 'OWNER'
      ? `${who} has invited you to run ${roaster} with them on Dialin as an owner. You’ll manage its page, coffees, recipes, widget and members.`
      : `${who} has invited you to run ${roaster} with them on Dialin as an editor. You’ll manage its profile, coffees, recipes and widget.`
  const once = `Open the invitation to accept or decline. The link works once, for ${days} days.`
  const why = 'Not expecting this? Ignore this email, or decline on that page so that they can’t ask again.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={once} title={`Run ${roaster} together`} why={why}>
        <Paragraph>{request}</Paragraph>
        <Paragraph>{once}</Paragraph>
        {note && <Paragraph>{note}</Paragraph>}
        <Action href={url}>View the invitation</Action>
        <Address href={url} />
      </Layout>
    ),
    text: plainText([request, once, ...(note ? [note] : []), url, why]),
  }
}
