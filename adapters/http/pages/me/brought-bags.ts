import * as v from 'valibot'
import { roastLevels } from '../../../../core/coffees/roast.ts'
import { type BagsReply, listBags, ShareBag, shareBag } from '../../../../core/library/bags.ts'
import { wrongField } from '../field-faults.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { choiceField, textField } from '../parts/controls.ts'
import { roastInWords } from '../parts/figures.ts'
import { valueOfBag } from './draft.ts'

type BroughtCoffee = v.InferOutput<typeof BagsReply>['coffees'][number]

/** Nobody looks through more on one page. */
const BAGS_SHOWN = 200

/**
 * Imported bags whose coffee is not in the catalog, with a way to share them. Open ones come first.
 */
export async function broughtBags(visit: OwnVisit): Promise<Html | ''> {
  const { coffees } = await listBags({}, visit.ports, visit.who)
  const own = coffees.filter(({ coffeeProfileId }) => coffeeProfileId === null)
  if (own.length === 0) return ''
  const isDone = ({ bags }: BroughtCoffee) => Number(bags.every(({ isArchived }) => isArchived))
  const shown = own.toSorted((one, other) => isDone(one) - isDone(other)).slice(0, BAGS_SHOWN)
  return html`<section class="part plain on-shelf" aria-labelledby="brought"><h2 id="brought">Imported bags</h2><p>Only you can see these. Share one to make it available to everyone.</p>${shown.map(coffee => broughtCoffee(coffee, visit))}${own.length > shown.length ? html`<p class="quiet">${visit.words.number(own.length - shown.length)} more.</p>` : ''}</section>`
}

function broughtCoffee({ name, roasterName, bags }: BroughtCoffee, visit: OwnVisit): Html {
  const [newest] = bags
  if (!newest) return html``
  const brews = bags.reduce((sum, { totalBrews }) => sum + totalBrews, 0)
  const many = (count: number, one: string) => `${visit.words.number(count)} ${one}${count === 1 ? '' : 's'}`
  const states = bags.map(({ roastedOn, frozenOn, thawedOn, isArchived }) =>
    [
      roastedOn ? `Roasted ${roastedOn}` : 'No roast date',
      ...(frozenOn && !thawedOn ? ['in the freezer'] : []),
      ...(isArchived ? ['finished'] : []),
    ].join(', '),
  )
  return html`<details class="more"><summary>${[name, roasterName].filter(Boolean).join(', ')}</summary><p>${many(bags.length, 'bag')}, ${many(brews, 'brew')}</p><ul>${states.map(state => html`<li>${state}</li>`)}</ul><p><a class="all" href="/me/log?coffee=${valueOfBag(newest.id)}">Log a brew</a></p><form method="post" action="/me/shelf"><input type="hidden" name="share" value="${newest.id}">${roasterName ? '' : textField(`roasterName-${newest.id}`, 'Roaster', { more: html`required maxlength="200"` })}${newest.roastLevel ? '' : choiceField(`roastLevel-${newest.id}`, 'Roast', [['', [{ value: '', label: 'Choose' }, ...roastLevels.map(level => ({ value: level, label: roastInWords(level) }))]]], '')}<button class="button soft" aria-label="Share ${name}">Share</button></form></details>`
}

/** Shares a bag, adding the facts that it lacked. */
export async function shareBrought(form: URLSearchParams, { ports, who }: OwnVisit) {
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
