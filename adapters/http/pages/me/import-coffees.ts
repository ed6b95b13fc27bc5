import { type CoffeeQuestion, coffeePath } from '../../../../core/portability/table-coffees.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { choiceField } from '../parts/controls.ts'

/** Which of ours the coffees are that a table names. */
export function whichCoffees(questions: readonly CoffeeQuestion[], { words }: OwnVisit): Html {
  if (questions.length === 0) return html``
  return html`<section class="panel which-coffees" aria-labelledby="coffees"><h2 id="coffees">Which coffee is this?</h2><p class="quiet">Choose a coffee to link your brews to it, or keep the name as it is.</p>${questions.map(
    ({ name, rows, candidates, chosen }, at) =>
      html`<input type="hidden" name="coffee-${at}-name" value="${name}">${choiceField(
        `coffee-${at}`,
        rows === 1 ? `“${name}”, in one row` : `“${name}”, in ${words.number(rows)} rows`,
        [
          ['', [{ value: '', label: `Keep “${name}” as it is` }]],
          [
            'Coffees on Dialin',
            candidates.map(coffee => ({ value: coffeePath(coffee), label: `${coffee.name}, ${coffee.roasterName}` })),
          ],
        ],
        chosen,
      )}`,
  )}</section>`
}
