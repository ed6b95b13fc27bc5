import type { AnyStoredGrinder } from '../../../../core/equipment/own-grinders.ts'
import { usualGrinder } from '../../../../core/equipment/usual.ts'
import { fullName } from '../../../../core/grind/name.ts'
import { ring } from '../../../design/dial/ring.ts'
import { dialFrom } from '../../../design/dial/ticks.ts'
import { type Html, html } from '../html.ts'
import type { OwnVisit } from '../own-page.ts'
import { grinderField } from '../parts/controls.ts'
import { icon, pen } from '../parts/pen.ts'

/**
 * Before the first brew, one screen with one thing to do: to say which grinder one has and, once
 * that is known, to find a recipe.
 */
export function newcomer(visit: OwnVisit): Html {
  const { grinder, ports } = visit
  const dial = dialFrom(grinder ?? usualGrinder(ports))
  const sentence = grinder
    ? `The dial of your ${fullName(grinder)}. Nothing is set yet.`
    : 'A dial with nothing set yet.'
  return html`<div class="next waiting"><div class="next-ring"><div class="dial">${ring(pen, { dial, sentence })}${grinder ? html`<p class="range-words">nothing set on your ${grinder.model} yet</p>` : ''}</div></div><div class="next-words">${grinder ? findRecipe(grinder) : whichGrinder(visit)}</div></div>`
}

const findRecipe = (grinder: AnyStoredGrinder): Html =>
  html`<h1>Find your first recipe.</h1><p class="lead">Every recipe shows its setting on your ${fullName(grinder)}.</p>
<p><a class="button" href="/recipes">Find a recipe</a></p>
<p class="quiet">Not your grinder? <a href="/me/gear">Change it</a></p>
<p class="quiet">Coming from another app? <a href="/me/import">Import your brews</a></p>`

/** Well-known grinders, to choose with one tap. */
const oftenOwned = ['comandante-c40-mk4', 'baratza-encore', '1zpresso-k-ultra', 'fellow-ode-gen-2', 'timemore-c3']

function whichGrinder({ ports, url }: OwnVisit): Html {
  const chips = oftenOwned.flatMap(slug => ports.grinders.bySlug(slug) ?? [])
  if (url.searchParams.has('unknown')) return handOrElectric
  const form = (body: Html, more: Html | string = '') =>
    html`<form method="post" action="/choices"${more}><input type="hidden" name="back" value="/me">${body}</form>`
  return html`<h1>What’s your grinder?</h1><p class="lead">Tell us once. Every recipe will show its setting on your dial.</p>
${form(html`<div class="pick-first">${grinderField('grinder', 'Your grinder', ports.grinders.list(), undefined, { none: 'Brand or model', isRequired: true })}${icon('search')}</div><button class="button">Use this grinder</button>`, html` data-when-chosen`)}
${form(html`<p class="chips">${chips.map(one => html`<button class="chip-box" name="grinder" value="${one.slug}" aria-label="${labelOfChip(one)}">${shortName(one)}</button>`)}</p>`)}
<p><a class="all" href="/me?unknown">I don’t know its name</a></p>`
}

/** On a chip, the version of a model says little. */
const shortName = (grinder: AnyStoredGrinder): string =>
  fullName(grinder).replace(/ (MK4|Gen 2)$| Chestnut(?= C3)| \/ C3 Pro$/g, '')

/** The whole name, with what is written on the chip in it. */
const labelOfChip = (grinder: AnyStoredGrinder): string => {
  const [short, full] = [shortName(grinder), fullName(grinder)]
  return full.includes(short) ? full : `${short}: ${full}`
}

/** The lists it leads to show the dial of every grinder. */
const handOrElectric = html`<h1>Hand or electric?</h1><p class="lead">Then pick the one whose dial looks like yours.</p>
<p class="chips"><a class="chip-box" href="/grinders?drive=hand">I turn a handle</a><a class="chip-box" href="/grinders?drive=electric">It has a motor</a></p>
<p><a class="all" href="/me">Back to brand or model</a></p>`
