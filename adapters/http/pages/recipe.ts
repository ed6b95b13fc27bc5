import { fullName } from '../../../core/grind/name.ts'
import { labelOf } from '../../../core/grind/notation.ts'
import { authorOf, type RecipeDetail, recipeName } from '../../../core/recipes/model.ts'
import { onOwnDial } from '../../../core/recipes/open.ts'
import { brewTimeInWords } from '../../../core/recipes/ranges.ts'
import { straight } from '../../design/dial/straight.ts'
import { dialFrom, numeralOf } from '../../design/dial/ticks.ts'
import { brewView, nudgedIn } from './brew-view.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { chip } from './parts/controls.ts'
import { grindOn, type OnDial, onWhich } from './parts/dials.ts'
import { roast, roastInWords, stars } from './parts/figures.ts'
import { brewerIcon, icon, pen } from './parts/pen.ts'
import { inLine, type Words } from './words.ts'

/** A recipe for people: what a shared link and the links in mails open. */
export async function recipePage(recipe: RecipeDetail, visit: Visit): Promise<Response> {
  const { words, url } = visit
  const { coffee, machine } = recipe
  const name = recipeName(coffee.name, fullName(machine))
  const written = asWritten(recipe, visit)
  const mine = await onMine(recipe, visit)
  const shown = (url.searchParams.get('as') === 'written' ? written : mine) ?? mine ?? written
  const summary = summaryOf(recipe, shown, words)
  return sitePage(visit, {
    title: name,
    description: summary,
    canonical: `/recipes/${recipe.id}`,
    section: 'Recipes',
    script: 'recipe.js',
    body: html`<nav class="crumbs" aria-label="Where this is"><a class="quiet" href="/recipes">Recipes</a>${icon('right')}<a class="quiet" href="/recipes?method=${machine.brewMethod}">${fullName(machine)}</a></nav>
<h1 class="title">${coffee.name}</h1>
<p class="facts">${brewerIcon(machine.brewMethod)}<span>${fullName(machine)}</span><b>${coffee.roaster.name}</b>${roast(coffee.roastLevel)}${coffee.flavorProfile ? html`<span>${coffee.flavorProfile}</span>` : ''}<span>A recipe by ${authorOf(recipe)}</span></p>
${brewView(visit, {
  ...recipe,
  title: coffee.name,
  logHref: `/me/log?recipe=${recipe.id}`,
  method: machine.brewMethod,
  shown,
  mine,
  written,
  reasons: reasonsOf(recipe, shown, written),
})}
<div class="columns"><section aria-labelledby="votes"><h2 id="votes">${votesInWords(recipe, words)}</h2>
${recipe.avgRating === null ? '' : html`<p>${stars(recipe.avgRating, recipe.ratingCount, words)}</p>`}${recipe.brewCount > 0 ? html`<p class="quiet">Brewed ${recipe.brewCount === 1 ? 'once' : `${words.number(recipe.brewCount)} times`}</p>` : ''}</section>
<aside>${writtenOn(recipe, visit)}<div class="panel"><h3>Take it with you</h3><p><a href="/api/recipes/${recipe.id}">The same as data</a></p></div></aside></div>`,
  })
}

/** The grind on the reader's dial, if we know it. Of theirs the same grinder comes first. */
async function onMine(recipe: RecipeDetail, visit: Visit): Promise<OnDial | undefined> {
  const { ports, who } = visit
  const nudgeSteps = nudgedIn(visit)
  const own = await onOwnDial(recipe, ports, who)
  const grinder = own && who ? await ports.ownGrinders.of(who.id, own.grinderId) : visit.grinder
  if (!grinder) return
  const source = ports.grinders.byId(recipe.grinderId)
  const sourceUncertainty = source?.slug === grinder.slug ? 0 : source?.uncertainty
  return grindOn(grinder, recipe.grindIndex, 'your', { sourceUncertainty, nudgeSteps })
}

/** As its author set it: a place, not a range. */
function asWritten(recipe: RecipeDetail, { ports }: Visit): OnDial | undefined {
  const grinder = ports.grinders.byId(recipe.grinderId)
  if (!grinder) return
  const { grindSetting } = recipe
  return {
    ...grindOn(grinder, recipe.grindIndex, 'a'),
    grindSetting,
    grindLabel: labelOf(grinder, grindSetting),
    grindRange: { min: grindSetting, max: grindSetting },
    reachable: true,
  }
}

function reasonsOf(recipe: RecipeDetail, shown: OnDial | undefined, written: OnDial | undefined): [string, string][] {
  if (!shown || !written) return []
  const by = recipe.authorCalibrated ? ', by the calibration of its author' : ''
  if (shown === written)
    return [
      [
        numeralOf(written.grinder, written.grindSetting),
        `As ${authorOf(recipe)} wrote it on the ${fullName(written.grinder)}${by}.`,
      ],
    ]
  const numeral = numeralOf(shown.grinder, shown.grindSetting)
  const isSame = shown.grinder.slug === written.grinder.slug
  return [
    [
      `${numeralOf(written.grinder, written.grindSetting)} → ${numeral}`,
      isSame
        ? `${authorOf(recipe)} wrote it on the same grinder${by}.`
        : `Moved from ${written.grindLabel} on the ${fullName(written.grinder)}${by}.`,
    ],
    shown.reachable
      ? [
          `${numeralOf(shown.grinder, shown.grindRange.min)} to ${numeralOf(shown.grinder, shown.grindRange.max)}`,
          isSame
            ? 'Published charts differ by this much. Start in the middle, then taste.'
            : 'Published charts for the two grinders differ by this much. Start in the middle, then taste.',
        ]
      : [
          numeral,
          `The ${fullName(shown.grinder)} does not reach its grind: ${shown.grindLabel} is the nearest it has.`,
        ],
    ...(shown.calibrated ? [['Yours', 'By your calibration.'] as [string, string]] : []),
  ]
}

function writtenOn({ grinderId, grindSetting, grindSettingText, grinder }: RecipeDetail, { ports }: Visit): Html {
  const known = ports.grinders.byId(grinderId)
  if (!known) return html``
  const label = labelOf(known, grindSetting)
  return html`<div class="panel"><p class="label">Written on</p><h3>${fullName(grinder)}</h3>
<p class="written">${label}${grindSettingText && grindSettingText !== label ? html` <small>“${grindSettingText}”</small>` : ''}</p>
${straight(pen, { dial: dialFrom(known), setting: grindSetting, sentence: `${label} on the ${fullName(known)}.` })}
<p class="label">${chip(`${known.confidence[0]?.toUpperCase()}${known.confidence.slice(1)} confidence`, known.confidence === 'high' ? 'sure' : known.confidence === 'medium' ? 'warm' : '')} <a href="/grinders/${known.slug}">See the grinder</a></p></div>`
}

function summaryOf(recipe: RecipeDetail, shown: OnDial | undefined, words: Words) {
  const { coffee, machine, waterTempF, brewTimeSeconds } = recipe
  return [
    `${roastInWords(coffee.roastLevel)} roast by ${coffee.roaster.name} on the ${fullName(machine)}: ${inLine(words.grams(recipe.doseGrams))} coffee`,
    `${inLine(words.grams(recipe.waterGrams))} water`,
    ...(waterTempF === null ? [] : [inLine(words.temperature(waterTempF))]),
    ...(brewTimeSeconds === null ? [] : [brewTimeInWords(brewTimeSeconds)]),
    ...(shown
      ? [`${shown.grindLabel} ${shown.whose === 'your' ? onWhich(shown) : `on the ${fullName(shown.grinder)}`}`]
      : []),
    `by ${authorOf(recipe)}.`,
  ].join(', ')
}

function votesInWords({ upvotes, downvotes }: RecipeDetail, words: Words) {
  const votes = upvotes + downvotes
  return votes === 0 ? 'Nobody has voted yet' : `${words.number(upvotes)} of ${words.number(votes)} people liked it`
}
