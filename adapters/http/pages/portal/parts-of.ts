import { methodById } from '../../../../core/grind/methods.ts'
import { fullName } from '../../../../core/grind/name.ts'
import type { Analytics } from '../../../../core/portal/analytics.ts'
import { shareBar } from '../../../design/plot.ts'
import { type Html, html } from '../html.ts'
import { grindOn, straightDial } from '../parts/dials.ts'
import { brewerIcon, pen } from '../parts/pen.ts'
import { inLine, type Words } from '../words.ts'
import type { PortalVisit } from './portal-page.ts'

const MOST_BARS = 8

interface Bar {
  name: Html | string
  size: number
  /** As it is read. */
  text: string
  /** What the number is of, for who does not see the bar. */
  heard?: string
}

const panel = (id: string, title: string, about: string, body: Html): Html =>
  html`<section class="panel" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><p class="quiet">${about}</p>${body}</section>`

function bars(rows: readonly Bar[], none: string): Html {
  const most = Math.max(...rows.map(({ size }) => size))
  if (rows.length === 0) return html`<p class="none">${none}</p>`
  return html`<ul class="measured">${rows
    .slice(0, MOST_BARS)
    .map(
      ({ name, size, text, heard }) =>
        html`<li><span class="name">${name}</span>${shareBar(pen, size, most)}<span class="number">${heard ? html`<span class="unseen">${heard}, </span>` : ''}${text}</span></li>`,
    )}</ul>`
}

export const coffeesPart = ({ byCoffee }: Analytics, words: Words): Html =>
  panel(
    'by-coffee',
    'Coffees',
    'Widget views, and how many opened the recipe',
    bars(
      byCoffee
        .filter(({ impressions }) => impressions > 0)
        .sort((one, other) => other.impressions - one.impressions)
        .map(({ name, impressions, clickRate }) => ({
          name: name ?? 'A coffee that is gone',
          size: impressions,
          text: inLine(words.percent(clickRate ?? 0)),
          heard: `${words.number(impressions)} ${impressions === 1 ? 'view' : 'views'}`,
        })),
      'No card of yours was seen in these days.',
    ),
  )

export const brewersPart = ({ byMethod }: Analytics, words: Words): Html =>
  panel(
    'by-method',
    'Brewers',
    'What they looked at in the widget, and switched to',
    bars(
      byMethod
        .map(one => ({ ...one, looked: one.impressions + one.methodSwitches }))
        .filter(({ method, looked }) => method !== null && looked > 0)
        .sort((one, other) => other.looked - one.looked)
        .map(({ method, methodName, looked }) => ({
          name: html`${method ? brewerIcon(method) : ''}${methodName ?? ''}`,
          size: looked,
          text: words.number(looked),
        })),
      'Nobody has looked at a method in these days.',
    ),
  )

/** Which grinders people have, and where one recipe of the roaster's is on each. */
export async function grindersPart({ byGrinder, byCoffee, byMethod }: Analytics, { ports, who, words }: PortalVisit) {
  const chosen = byGrinder
    .filter(({ grinder, grinderChoices }) => grinder && grinderChoices > 0)
    .sort((one, other) => other.grinderChoices - one.grinderChoices)
  const all = chosen.reduce((sum, { grinderChoices }) => sum + grinderChoices, 0)
  const coffee = byCoffee.find(({ slug }) => slug !== null)?.slug ?? undefined
  const recipes = chosen.length > 0 ? await ports.embeds.recipes({ roasterId: who.roasterId, coffee, limit: 24 }) : []
  const [recipe = recipes[0]] = byMethod.flatMap(({ method }) => recipes.find(one => one.method === method) ?? [])
  const about = 'What visitors chose in the widget, counted only'
  const dial = (slug: string) => {
    const grinder = ports.grinders.bySlug(slug)
    return grinder && recipe ? straightDial(grindOn(grinder, recipe.grindIndex, 'a')) : ''
  }
  return panel(
    'by-grinder',
    "Grinders in your customers' kitchens",
    recipe ? `${about}. The mark is your ${methodById[recipe.method].name} for ${recipe.coffee.name}.` : `${about}.`,
    chosen.length === 0
      ? html`<p class="none">Nobody has chosen a grinder in these days.</p>`
      : html`<ul class="kitchens">${chosen
          .slice(0, MOST_BARS)
          .map(
            ({ grinder, grinderChoices }) =>
              html`<li><span class="name">${grinder ? fullName(grinder) : ''}</span>${dial(grinder?.slug ?? '')}<span class="number"><span class="unseen">${words.number(grinderChoices)}, </span>${inLine(words.percent(grinderChoices / all))}</span></li>`,
          )}</ul>`,
  )
}

/** Sites that carry the widget, and our own pages. */
export function sitesPart({ byHost }: Analytics, { ports, words }: PortalVisit): Html {
  const ours = new URL(ports.site.baseUrl).hostname
  const shown = byHost.flatMap(({ host, impressions, pageViews }) => [
    { name: host ?? 'A site that does not say', size: impressions },
    { name: host === null ? ours : `${ours}, from ${host}`, size: pageViews },
  ])
  return panel(
    'by-site',
    'Where it is shown',
    'Sites that carry your widget, and your pages here',
    bars(
      shown
        .filter(({ size }) => size > 0)
        .sort((one, other) => other.size - one.size)
        .map(row => ({ ...row, text: words.number(row.size) })),
      'Nowhere yet in these days.',
    ),
  )
}
