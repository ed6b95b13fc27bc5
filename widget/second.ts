import type { CardView, CoffeeRecipe } from './card-view.ts'
import { chosenPanel } from './chosen-panel.ts'
import { chosenStyles } from './chosen-styles.ts'
import { type LentLit, pickerOf } from './picker.ts'
import { isVisitorGrinder, type VisitorGrinder, visitorSetting } from './setting.ts'

/**
 * The second script, /embed/picker.js: what a card needs once a visitor opens a list or has a grinder.
 * It is loaded then, so that the first one stays small.
 */
export const secondScript = (lit: LentLit) => {
  const { styleSheet } = chosenStyles(lit.css)
  return {
    ListPicker: pickerOf(lit),
    isVisitorGrinder,
    visitorSetting,
    chosenPanel: (card: CardView, grinder: VisitorGrinder, recipe: CoffeeRecipe) => {
      const { adoptedStyleSheets } = card.renderRoot as ShadowRoot
      if (styleSheet && !adoptedStyleSheets.includes(styleSheet)) adoptedStyleSheets.push(styleSheet)
      return chosenPanel(lit, card, grinder, recipe)
    },
  }
}
