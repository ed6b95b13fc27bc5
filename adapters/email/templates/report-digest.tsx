import type { ViewOf } from '../views.ts'
import { Layout, Paragraph, QuietLink, type RenderedMail } from './layout.tsx'
import { plainText } from './text.ts'

/**
 * Sent to whoever runs the service: an hour's reports, without the first of each thing, which had
 * its own mail.
 */
export function reportDigest({ reports, since, things }: ViewOf<'report-digest'>): RenderedMail {
  const subject = reports === 1 ? 'One more report' : `${reports} more reports`
  const event = `${subject} since ${since.slice(0, 16).replace('T', ' ')} UTC.`
  const listed = things.reduce((sum, thing) => sum + thing.reports, 0)
  const more = listed < reports ? `And ${reports - listed} more about other things.` : ''
  const command = 'dialin reports list'
  const why = 'We send this digest at most once an hour.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={event} title={subject} why={why}>
        <Paragraph>{event}</Paragraph>
        <Paragraph>
          {things.map(({ url, reports }) => (
            <span key={url}>
              {reports} × <QuietLink href={url}>{url}</QuietLink>
              <br />
            </span>
          ))}
          {more}
        </Paragraph>
        <Paragraph>{command}</Paragraph>
      </Layout>
    ),
    text: plainText([
      event,
      things.map(({ url, reports }) => `${reports} × ${url}`).join('\n'),
      ...(more ? [more] : []),
      command,
      why,
    ]),
  }
}
