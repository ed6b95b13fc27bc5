import type { ViewOf } from '../views.ts'
import { Action, Layout, Paragraph, type RenderedMail, switchOff } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

const MOST_NAMED = 5

export function shelfNews(view: ViewOf<'shelf-news'>): RenderedMail {
  const sentences = [
    ...(view.low.length === 0 ? [] : [`Running low: ${named(view.low)}.`]),
    ...(view.past.length === 0 ? [] : [`Past its best: ${named(view.past)}.`]),
  ]
  const subject = subjectOf(view)
  const why = switchOff('You’re getting this email because you asked us to tell you about your shelf.', view)
  return {
    subject,
    html: (
      <Layout subject={subject} preview={sentences.join(' ')} title="Your shelf" why={why.html}>
        {sentences.map(sentence => (
          <Paragraph key={sentence}>{sentence}</Paragraph>
        ))}
        <Action href={view.shelfUrl}>Open your shelf</Action>
      </Layout>
    ),
    text: plainText([...sentences, `Open your shelf:\n${view.shelfUrl}`, why.text]),
  }
}

function subjectOf({ low, past }: ViewOf<'shelf-news'>) {
  const [bag = ''] = [...low, ...past]
  if (low.length + past.length > 1) return 'News from your shelf'
  return low.length === 1 ? `${oneLine(bag, 80)} is running low` : `${oneLine(bag, 80)} is past its best`
}

/** The first few bags by name, and how many more there are. */
function named(bags: readonly string[]) {
  const names = bags.slice(0, MOST_NAMED).map(name => oneLine(name, 80))
  return bags.length > MOST_NAMED ? `${names.join(', ')} and ${bags.length - MOST_NAMED} more` : names.join(', ')
}
