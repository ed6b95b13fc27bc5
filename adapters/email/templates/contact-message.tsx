import type { ViewOf } from '../views.ts'
import { Layout, Paragraph, QuietLink, Quote, type RenderedMail } from './layout.tsx'
import { oneLine, plainText, quoted } from './text.ts'

export function contactMessage({ name, email, subject: about, message }: ViewOf<'contact-message'>): RenderedMail {
  const sender = `${oneLine(name)} <${oneLine(email, 254)}>`
  const subject = `Contact form: ${oneLine(about)}`
  const why = 'Sent from the contact form. We haven’t checked the name and address.'
  return {
    subject,
    html: (
      <Layout subject={subject} preview={`${oneLine(name)}: ${oneLine(message)}`} title={oneLine(about)} why={why}>
        <Paragraph>
          {oneLine(name)}
          <br />
          <QuietLink href={`mailto:${encodeURIComponent(oneLine(email, 254)).replaceAll('%40', '@')}`}>
            {oneLine(email, 254)}
          </QuietLink>
        </Paragraph>
        <Quote>{message}</Quote>
      </Layout>
    ),
    text: plainText([`From: ${sender}\nSubject: ${oneLine(about)}`, quoted(message), why]),
  }
}
