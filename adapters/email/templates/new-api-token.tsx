import { scopePurposes } from '../../../core/accounts/scopes.ts'
import type { ViewOf } from '../views.ts'
import { Action, Layout, Paragraph, type RenderedMail } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function newApiToken({ name, scopes, url }: ViewOf<'new-api-token'>): RenderedMail {
  const subject = 'You have a new API token'
  const news = `A token named “${oneLine(name, 60)}” was created in your Dialin account. A program that has it can do the following for you:`
  const purposes = scopes.map(scope => scopePurposes[scope])
  const next = 'Wasn’t this you? Revoke it, then choose “Sign out everywhere else” and change your password.'
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
