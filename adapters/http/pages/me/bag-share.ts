import * as v from 'valibot'
import { roastLevels } from '../../../../core/coffees/roast.ts'
import { type Bag, ShareBag, shareBag } from '../../../../core/library/bags.ts'
import { wrongField } from '../field-faults.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { choiceField, textField } from '../parts/controls.ts'
import { roastInWords } from '../parts/figures.ts'

/** Offers a bag's coffee to everybody. Asks for the facts that the bag lacks. */
export const shareForm = ({ id, name, roasterName, roastLevel }: Bag): Html =>
  html`<section class="part" aria-labelledby="share"><h2 id="share">Share this coffee</h2><p>Right now only you can see this coffee. Share it so that everyone can find it; your bags and brews stay private.</p><form class="asked" method="post" action="/me/shelf"><input type="hidden" name="share" value="${id}">${roasterName ? '' : textField(`roasterName-${id}`, 'Roaster', { more: html`required maxlength="200"` })}${roastLevel ? '' : choiceField(`roastLevel-${id}`, 'Roast', [['', [{ value: '', label: 'Choose' }, ...roastLevels.map(level => ({ value: level, label: roastInWords(level) }))]]], '')}<button class="button soft" aria-label="Share ${name}">Share</button></form></section>`

/** Shares a bag, adding the facts that it lacked. */
export async function shareTyped(form: URLSearchParams, { ports, who }: OwnVisit) {
  const id = Number(form.get('share'))
  const said = (name: string) => form.get(`${name}-${id}`) || undefined
  const given = v.safeParse(ShareBag, { id, roasterName: said('roasterName'), roastLevel: said('roastLevel') })
  if (!given.success) throw wrongField(given.issues[0], faults)
  await shareBag(given.output, ports, who)
}

const faults = {
  roasterName: { wrong: 'Shorten the roaster to 200 characters.' },
  roastLevel: { wrong: 'Choose a roast from the list.' },
}
