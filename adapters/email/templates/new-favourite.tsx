import type { ViewOf } from '../views.ts'
import { Action, Layout, Paragraph, type RenderedMail, switchOff } from './layout.tsx'
import { oneLine, plainText } from './text.ts'

export function newFavourite(view: ViewOf<'new-favourite'>): RenderedMail {
  const recipe = oneLine(view.recipeName)
  const subject = `Someone saved ${oneLine(view.recipeName, 80)}`
  const event = `Someone saved your recipe ${recipe} for later.`
  const why = switchOff('You’re getting this email because it’s your recipe.', view)
  return {
    subject,
    html: (
      <Layout subject={subject} preview={event} title="Your recipe was saved" why={why.html}>
        <Paragraph>{event}</Paragraph>
        <Action href={view.recipeUrl}>See the recipe</Action>
      </Layout>
    ),
    text: plainText([event, `See the recipe:\n${view.recipeUrl}`, why.text]),
  }
}
