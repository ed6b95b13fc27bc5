import { scopePurposes } from '../../../core/accounts/scopes.ts'
import type { ViewOf } from '../views.ts'
import { Action, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

/** Somebody who has signed in lets a program act for them: with an API token, or as a connected app. */
export function newKey({ template, name, scopes, url }: ViewOf<'new-api-token' | 'app-connected'>): RenderedMail {
  const called = `“${oneLine(name, 60)}”`
  const { subject, news, end } =
    template === 'app-connected'
      ? {
          subject: 'You connected an app',
          news: `The app ${called} is connected to your Dialin account. It can do the following for you:`,
          end: 'Disconnect it',
        }
      : {
          subject: 'You have a new API token',
          news: `A token named ${called} was created in your Dialin account. A program that has it can do the following for you:`,
          end: 'Revoke it',
        }
  const purposes = scopes.map(scope => scopePurposes[scope])
  const next = `Wasn’t this you? ${end}, then choose “Sign out everywhere else” and change your password.`
  const why = 'You’re getting this email because a Dialin account uses this address.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={news} title={subject} why={why}>
        <Paragraph>{news}</Paragraph>
        {purposes.map(purpose => (
          <Paragraph key={purpose}>• {purpose}</Paragraph>
        ))}
        <Paragraph>{next}</Paragraph>
        <Action href={url}>Keys and apps</Action>
      </Layout>
    ),
    text: plainText([news, purposes.map(purpose => `- ${purpose}`).join('\n'), next, url, why]),
  }
}
