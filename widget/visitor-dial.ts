import type { CardView, CoffeeRecipe } from './card-view.ts'
import { chosenBadge, chosenPanel } from './chosen-panel.ts'
import type { LentParts } from './lent.ts'
import { isVisitorGrinder, type VisitorGrinder, visitorSetting } from './setting.ts'
import { chosenStyles } from './styles/chosen.ts'

/**
 * The script /embed/dial.js: what a card needs once a visitor has a grinder. It is loaded then, so
 * that the first script stays small.
 */
export const visitorDial = (lit: LentParts) => {
  const { styleSheet } = chosenStyles(lit.css)
  const dress = ({ renderRoot }: CardView) => {
    const { adoptedStyleSheets } = renderRoot as ShadowRoot
    if (styleSheet && !adoptedStyleSheets.includes(styleSheet)) adoptedStyleSheets.push(styleSheet)
  }
  return {
    isVisitorGrinder,
    visitorSetting,
    chosenPanel: (card: CardView, grinder: VisitorGrinder, recipe: CoffeeRecipe) => {
      dress(card)
      return chosenPanel(lit, card, grinder, recipe)
    },
    chosenBadge: (card: CardView, grinder: VisitorGrinder, recipe: CoffeeRecipe, method: string) => {
      dress(card)
      return chosenBadge(lit, card, grinder, recipe, method)
    },
  }
}
