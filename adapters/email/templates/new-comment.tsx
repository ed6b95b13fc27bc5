import type { ViewOf } from '../views.ts'
import { Action, Layout, Paragraph, Quote, type RenderedMail, switchOff } from './layout.tsx'
import { oneLine, plainText, quoted } from './text.ts'

export function newComment(view: ViewOf<'new-comment'>): RenderedMail {
  const commenter = oneLine(view.commenterName, 60)
  const recipe = oneLine(view.recipeName)
  const { isAnswer = false } = view
  const subject = `${commenter} ${isAnswer ? 'answered you' : 'commented'} on ${oneLine(view.recipeName, 80)}`
  const event = `${commenter} ${isAnswer ? 'answered what you wrote about' : 'wrote about your recipe'} ${recipe}:`
  const why = switchOff(
    `You get this mail because ${isAnswer ? 'it answers a comment of yours' : 'the recipe is yours'}.`,
    view,
  )
  return {
    subject,
    html: (
      <Layout
        subject={subject}
        preview={oneLine(view.body, 140)}
        title={isAnswer ? 'An answer' : 'A new comment'}
        why={why.html}
      >
        <Paragraph>{event}</Paragraph>
        <Quote>{view.body}</Quote>
        <Action href={view.recipeUrl}>Read and answer</Action>
      </Layout>
    ),
    text: plainText([event, quoted(view.body), `Read and answer:\n${view.recipeUrl}`, why.text]),
  }
}
