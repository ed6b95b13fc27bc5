import type { ViewOf } from '../views.ts'
import { Action, Layout, Paragraph, type RenderedMail, switchOff } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function newVariation(view: ViewOf<'new-variation'>): RenderedMail {
  const author = oneLine(view.byName, 60)
  const subject = `${author} made a variation of ${oneLine(view.recipeName, 80)}`
  const event = `${author} published a variation of your recipe ${oneLine(view.recipeName)}.`
  const different = `What’s different: ${view.difference}.`
  const why = switchOff('You’re getting this email because the original is your recipe.', view)
  return {
    subject,
    html: (
      <Layout subject={subject} preview={event} title="A variation of your recipe" why={why.html}>
        <Paragraph>{event}</Paragraph>
        <Paragraph>{different}</Paragraph>
        <Action href={view.recipeUrl}>See the variation</Action>
      </Layout>
    ),
    text: plainText([event, different, `See the variation:\n${view.recipeUrl}`, why.text]),
  }
}
