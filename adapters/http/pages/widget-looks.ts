import { accentSwatches } from '../../../core/embeds/model.ts'
import { usualBeside, usualGrinder } from '../../../core/equipment/usual.ts'
import type { AnyGrinder } from '../../../core/grind/model.ts'
import { withArticle } from '../../../core/grind/name.ts'
import { colourIn } from '../../design/tokens.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { widgetFrame } from './parts/widget-frame.ts'
import { trialRecipes, type WidgetTrial } from './widget-trial.ts'

interface Look {
  name: string
  layout: 'card' | 'inline' | 'badge'
  where: string
  /** One widget for each: the visitor's grinder, or none yet. */
  grinders: (AnyGrinder | undefined)[]
  looks: Record<string, string>
}

/** The same coffee in each layout, before and after a grinder is chosen. */
export async function threeLooks(trial: WidgetTrial, visit: Visit): Promise<Html> {
  const usual = usualGrinder(visit.ports)
  const all: Look[] = [
    {
      name: 'Card',
      layout: 'card',
      where: 'beside the product, 180 to 640 px',
      grinders: [undefined],
      looks: { 'accent-color': colourIn('light', 'ink'), 'border-radius': '14' },
    },
    {
      name: 'Wide',
      layout: 'inline',
      where: 'under the description, from 600 px; in narrower columns it’s a card',
      grinders: [usualBeside(usual, visit.ports)],
      looks: { 'accent-color': accentSwatches[2], 'border-radius': '4' },
    },
    {
      name: 'Badge',
      layout: 'badge',
      where: 'by the price, 76 px high',
      grinders: [usual, undefined],
      looks: { 'accent-color': colourIn('light', 'ink'), 'border-radius': '14' },
    },
  ]
  const stages = await Promise.all(all.map(look => stage(look, trial, visit)))
  return html`<section class="part" aria-labelledby="looks"><h2 id="looks">Three looks</h2><p class="lead">Each takes your colour and corners, and the page’s own typeface.</p>
<div class="three-looks">${stages}</div></section>`
}

async function stage({ name, layout, where, grinders, looks }: Look, trial: WidgetTrial, visit: Visit): Promise<Html> {
  const frames = await Promise.all(
    grinders.map(grinder =>
      widgetFrame(
        {
          title: `${name}, ${grinder ? `on ${withArticle(grinder.model)}` : 'before a grinder is chosen'}`,
          ...trialRecipes(trial, visit),
          looks: { layout, theme: visit.colours, 'default-coffee': trial.match?.coffee, ...looks },
          grinder,
          isLater: true,
        },
        visit,
      ),
    ),
  )
  return html`<figure class="look as-${layout}"><figcaption><b>${name}</b> <span class="quiet">${where}</span></figcaption><div class="look-stage">${frames.map((frame, at) => html`<div class="room as-${layout}"><div data-live="look-${layout}-${at}">${frame}</div></div>`)}</div></figure>`
}
