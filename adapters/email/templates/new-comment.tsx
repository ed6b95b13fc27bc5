import type { ViewOf } from '../views.ts'
import { Action, Layout, Paragraph, Quote, type RenderedMail, switchOff } from './layout.tsx'
import { oneLine, plainText, quoted } from './text.ts'

export function newComment(view: ViewOf<'new-comment'>): RenderedMail {
  const commenter = oneLine(view.commenterName, 60)
  const recipe = oneLine(view.recipeName)
  const { isAnswer = false } = view
  const short = oneLine(view.recipeName, 80)
  const subject = isAnswer ? `${commenter} replied to you on ${short}` : `${commenter} commented on ${short}`
  const event = isAnswer
    ? `${commenter} replied to your comment on ${recipe}:`
    : `${commenter} commented on your recipe ${recipe}:`
  const why = switchOff(
    isAnswer
      ? 'You’re getting this email because it’s a reply to your comment.'
      : 'You’re getting this email because it’s your recipe.',
    view,
  )
  return {
    subject,
    html: (
      <Layout
        subject={subject}
        preview={oneLine(view.body, 140)}
        title={isAnswer ? 'New reply' : 'New comment'}
        why={why.html}
      >
        <Paragraph>{event}</Paragraph>
        <Quote>{view.body}</Quote>
        <Action href={view.recipeUrl}>Read and reply</Action>
      </Layout>
    ),
    text: plainText([event, quoted(view.body), `Read and reply:\n${view.recipeUrl}`, why.text]),
  }
}
