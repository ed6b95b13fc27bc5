import { html, nothing } from 'lit'
import type { CardView } from './card-view.ts'

/** The list of coffees or grinders, while it is open. */
export function picker(card: CardView, kind: 'coffee' | 'grinder') {
  const { speaker, choices, picking } = card
  if (picking !== kind) return nothing
  const isGrinder = kind === 'grinder'
  return html`<dialin-picker .choices=${choices} .words=${speaker} .label=${speaker.coffee} .isGrinder=${isGrinder} .chosen=${isGrinder ? card.grinder : card.shownCoffee} @pick=${({ detail }: CustomEvent<string>) => card.pick(detail)} @close=${() => card.closePicker()}></dialin-picker>`
}
