import { reasonsInWords } from '../../../core/reports/model.ts'
import type { ViewOf } from '../views.ts'
import { Action, Layout, Paragraph, Quote, type RenderedMail } from './layout.tsx'
import { oneLine, plainText, quoted } from './text.ts'

/**
 * Sent to whoever runs the service. Quotes the reported text, which may be what the report is
 * about.
 */
export function newReport(view: ViewOf<'new-report'>): RenderedMail {
  const { kind, id, url, text, sentence } = view
  const reason = reasonsInWords[view.reason]
  const subject = `Report of ${kind} ${id}: ${reason}`
  const reporter = view.isSignedIn ? 'A signed-in user' : 'A visitor'
  const on =
    kind === 'comment' ? `a comment by ${oneLine(view.author, 60)} on` : `the recipe by ${oneLine(view.author, 60)},`
  const event = `${reporter} reported ${on} ${oneLine(view.recipeName)}: ${reason}.`
  const commands = `dialin reports show ${kind} ${id}\ndialin reports close ${kind} ${id} [--hide] [--note "…"]`
  const why = 'Further reports will come in a digest, at most once an hour.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={event} title="New report" why={why}>
        <Paragraph>{event}</Paragraph>
        {sentence !== null && <Quote>{sentence}</Quote>}
        {text !== null && <Paragraph>{kind === 'comment' ? 'The comment:' : 'The recipe’s notes:'}</Paragraph>}
        {text !== null && <Quote>{text}</Quote>}
        <Action href={url}>See it</Action>
        <Paragraph>
          <span style={{ whiteSpace: 'pre-wrap' }}>{commands}</span>
        </Paragraph>
      </Layout>
    ),
    text: plainText([
      event,
      ...(sentence === null ? [] : [quoted(sentence)]),
      ...(text === null ? [] : [kind === 'comment' ? 'The comment:' : 'The recipe’s notes:', quoted(text)]),
      `See it:\n${url}`,
      commands,
      why,
    ]),
  }
}
