import { drinkName } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import type { Analytics } from '../../../../core/portal/analytics.ts'
import { shareBar } from '../../../design/plot.ts'
import { type Html, html } from '../html.ts'
import { grindOn, straightDial } from '../parts/dials.ts'
import { brewerIcon, pen } from '../parts/pen.ts'
import type { Words } from '../words.ts'
import type { PortalVisit } from './portal-page.ts'

const MOST_BARS = 8
const OTHERS = 'All others'

interface Bar {
  name: Html | string
  size: number
  /** How many of them opened the recipe. */
  opened?: number
  /** Whether the row sums up everything not listed. */
  isRest?: boolean
}

/** The largest rows, and the rest as one row. */
function largest<B extends Pick<Bar, 'size' | 'isRest'>>(rows: readonly B[], together: (rest: B[]) => B): B[] {
  const named = rows.filter(({ size, isRest }) => size > 0 && !isRest).sort((one, other) => other.size - one.size)
  const rest = rows.filter(({ size, isRest }) => size > 0 && isRest)
  // A single leftover row takes no more space than the sum, so show it.
  if (named.length > MOST_BARS + 1 || rest.length > 0) rest.push(...named.splice(MOST_BARS))
  return rest.length === 0 ? named : [...named, together(rest)]
}

const sumOf = (rows: readonly Pick<Bar, 'size' | 'opened'>[], figure: 'size' | 'opened') =>
  rows.reduce((sum, row) => sum + (row[figure] ?? 0), 0)

const panel = (id: string, title: string, about: string, body: Html): Html =>
  html`<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p class="quiet">${about}</p>${body}</section>`

interface BarWords {
  /** What the bar shows. */
  text: string
  /** Another figure, in small letters. */
  beside?: string
}

function bars(all: readonly Bar[], read: (row: Bar) => BarWords, none: string): Html {
  const rows = largest(all, rest => ({ name: OTHERS, size: sumOf(rest, 'size'), opened: sumOf(rest, 'opened') }))
  const most = Math.max(...rows.map(({ size }) => size))
  if (rows.length === 0) return html`<p class="none">${none}</p>`
  return html`<ul class="measured">${rows.map(row => {
    const { text, beside } = read(row)
    return html`<li><span class="name">${row.name}</span>${shareBar(pen, row.size, most)}<span class="number">${text}${beside ? html` <small>${beside}</small>` : ''}</span></li>`
  })}</ul>`
}

/** What can be plotted, and the matching figure of a coffee. */
const ofCoffees = {
  impressions: 'Widget views, and how many opened the recipe',
  clicks: 'How often visitors opened the recipe from your widget',
  pageViews: 'How often their pages were opened here',
  scans: 'How often the code on the bag was scanned',
  methodSwitches: 'How often visitors switched method',
  grinderChoices: 'How often visitors chose a grinder',
}
export type Measure = keyof typeof ofCoffees

/** What the plot above shows, per coffee. For views, also the share that opened the recipe. */
export function coffeesPart({ byCoffee }: Analytics, shown: Measure, words: Words): Html {
  const rates = shown === 'impressions'
  return panel(
    'by-coffee',
    'Coffees',
    ofCoffees[shown],
    bars(
      byCoffee.map(({ coffeeId, name, clicks, [shown]: size }) => ({
        name: name ?? (coffeeId === null ? 'Your page' : 'A deleted coffee'),
        size,
        opened: clicks,
        isRest: coffeeId === null && name !== null,
      })),
      ({ size, opened = 0 }) => ({
        text: words.number(size),
        ...(rates && { beside: `${words.percent(opened / size)} opened it` }),
      }),
      rates ? 'Nobody saw your widget in this period.' : 'Nothing in this period.',
    ),
  )
}

export const brewersPart = ({ byMethod }: Analytics, words: Words): Html =>
  panel(
    'by-method',
    'Brewers',
    'Methods that visitors viewed or switched to in your widget',
    bars(
      byMethod
        .filter(({ method }) => method !== null)
        .map(({ method, methodName, impressions, methodSwitches }) => ({
          name: html`${method ? brewerIcon(method) : ''}${methodName ?? ''}`,
          size: impressions + methodSwitches,
        })),
      ({ size }) => ({ text: words.number(size) }),
      'Nobody viewed a method in this period.',
    ),
  )

/** The visitors' grinders, and the setting of one of the roaster's recipes on each. */
export async function grindersPart({ byGrinder, byCoffee, byMethod }: Analytics, { ports, who, words }: PortalVisit) {
  const all = byGrinder.reduce((sum, { grinderChoices }) => sum + grinderChoices, 0)
  const chosen = largest(
    byGrinder.map(({ grinder, grinderChoices }) => ({ grinder, size: grinderChoices, isRest: grinder === null })),
    rest => ({ grinder: null, size: sumOf(rest, 'size'), isRest: true }),
  )
  const coffee = byCoffee.find(({ slug }) => slug !== null)?.slug ?? undefined
  const recipes = chosen.length > 0 ? await ports.embeds.recipes({ roasterId: who.roasterId, coffee, limit: 24 }) : []
  const [recipe = recipes[0]] = byMethod.flatMap(({ method }) => recipes.find(one => one.method === method) ?? [])
  const about = 'What visitors picked in your widget (anonymous counts)'
  const dial = (slug: string) => {
    const grinder = ports.grinders.bySlug(slug)
    return grinder && recipe ? straightDial(grindOn(grinder, recipe.grindIndex, 'a')) : ''
  }
  return panel(
    'by-grinder',
    'Grinders in your customers’ kitchens',
    recipe
      ? `${about}. The mark shows your ${drinkName(recipe.method)} recipe for ${recipe.coffee.name}.`
      : `${about}.`,
    chosen.length === 0
      ? html`<p class="none">Nobody chose a grinder in this period.</p>`
      : html`<ul class="kitchens">${chosen.map(
          ({ grinder, size }) =>
            html`<li><span class="name">${grinder ? fullName(grinder) : OTHERS}</span>${dial(grinder?.slug ?? '')}<span class="number"><span class="unseen">${words.number(size)}, </span>${words.percent(size / all)}</span></li>`,
        )}</ul>`,
  )
}

/** Sites that carry the widget, and our own pages. */
export function sitesPart({ byHost }: Analytics, { ports, words }: PortalVisit): Html {
  const ours = new URL(ports.site.baseUrl).hostname
  const shown = byHost.flatMap(({ host, impressions, pageViews }) => [
    { name: host ?? 'Unknown site', size: impressions, isRest: host === 'other' },
    { name: host === null ? ours : `${ours}, from ${host}`, size: pageViews, isRest: host === 'other' },
  ])
  return panel(
    'by-site',
    'Where it’s shown',
    'Sites that show your widget, and your pages here',
    bars(shown, ({ size }) => ({ text: words.number(size) }), 'Not shown anywhere in this period.'),
  )
}
