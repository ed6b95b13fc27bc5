import type { ViewOf } from '../views.ts'
import { Action, Layout, Paragraph, Quote, type RenderedMail, switchOff } from './layout.tsx'
import { oneLine, plainText, quoted } from './text.ts'

export function newBrew(view: ViewOf<'new-brew'>): RenderedMail {
  const brewer = view.brewerName === null ? 'Someone' : oneLine(view.brewerName, 60)
  const recipe = oneLine(view.recipeName)
  const subject = `${brewer} brewed ${oneLine(view.recipeName, 80)}`
  const verdict = view.rating === null ? '' : ` and gave it ${view.rating} out of 5`
  const event = `${brewer} brewed your recipe ${recipe}${verdict}${view.notes ? ':' : '.'}`
  const why = switchOff('You’re getting this email because it’s your recipe.', view)
  return {
    subject,
    html: (
      <Layout subject={subject} preview={event} title="Your recipe was brewed" why={why.html}>
        <Paragraph>{event}</Paragraph>
        {view.notes && <Quote>{view.notes}</Quote>}
        <Action href={view.recipeUrl}>See the recipe</Action>
      </Layout>
    ),
    text: plainText([
      event,
      ...(view.notes ? [quoted(view.notes)] : []),
      `See the recipe:\n${view.recipeUrl}`,
      why.text,
    ]),
  }
}
