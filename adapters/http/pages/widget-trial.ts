import type { RoasterEmbed } from '../../../core/embeds/model.ts'
import { accentSwatches } from '../../../core/embeds/model.ts'
import { ListRoasters } from '../../../core/roasters/model.ts'
import { demoEmbed, embedByRule, findTrialRoasters, type TrialMatch } from '../../../core/roasters/widget-trial.ts'
import { dialFor, type Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { icon } from './parts/pen.ts'
import { widgetFrame } from './parts/widget-frame.ts'
import { complaintAbout, textsIn, validIn } from './query.ts'
import { inLine, type Words } from './words.ts'

export interface WidgetTrial {
  typed: string
  matches: TrialMatch[]
  /** The roaster that is shown; without one, it is the demo. */
  match: TrialMatch | undefined
  /** Recipes by rule, unless the roaster has its own. */
  embed: Awaited<ReturnType<typeof embedByRule>>
  leadsTo: string | undefined
}

export async function trialIn({ url, ports }: Visit): Promise<WidgetTrial> {
  const [typed = ''] = textsIn(url, 'q')
  const [chosen] = textsIn(url, 'roaster')
  const { search } = validIn(ListRoasters, { search: typed || undefined })
  const matches = await findTrialRoasters(search, ports)
  const match = matches.find(({ slug }) => slug === chosen) ?? matches[0]
  const embed = match ? await embedByRule(match, ports) : demoEmbed(ports)
  const leadsTo = match ? embed && `/roasters/${match.slug}` : '/brew?coffee=light'
  return { typed, matches, match, embed, leadsTo }
}

/** Roasters try the widget with their own coffees. Without a script, the form loads the page. */
export async function tryIt(trial: WidgetTrial, visit: Visit): Promise<Html> {
  const { typed } = trial
  const complaint = complaintAbout(ListRoasters.entries.search, typed || undefined)
  const frame = await trialFrame(trial, visit)
  return html`<section class="try-it" aria-label="Try it"><form id="try" method="get" action="/widget"><div class="field search"><label for="q-try">Try it with your coffees</label><input id="q-try" name="q" type="search" maxlength="100" value="${typed}" placeholder="Your roastery or web address" aria-describedby="try-found"><button aria-label="Try it">${icon('search')}</button></div></form>
<div id="try-found" role="status" data-live="found">${found(trial, complaint)}</div>
<div class="room"><div data-live="trial">${frame}</div></div>
<p class="quiet">This is the real widget. Try another grinder.</p></section>`
}

/** The real card, with a roaster's coffees or an example. */
export const trialFrame = (trial: Pick<WidgetTrial, 'match' | 'embed' | 'leadsTo'>, visit: Visit): Promise<Html> =>
  widgetFrame(
    {
      title: `The widget with a coffee by ${trial.match ? trial.match.name : 'Ottermill Coffee Roasters'}`,
      ...trialRecipes(trial, visit),
      looks: {
        layout: 'card',
        theme: visit.colours,
        'default-coffee': trial.match?.coffee,
        ...(trial.embed && { 'accent-color': accentSwatches[1], 'border-radius': '14' }),
      },
      grinder: dialFor(visit).grinder,
    },
    visit,
  )

function found({ typed, matches, match, embed }: WidgetTrial, complaint: string | undefined): Html {
  if (complaint) return html`<p class="complaint">${icon('fault')}${complaint}</p>`
  if (!typed) return html``
  if (!match)
    return html`<p class="quiet">We don’t know this roastery yet, so this is an example. <a href="/claim/new?name=${encodeURIComponent(typed)}">Add your roastery</a></p>`
  const others = matches.filter(one => one !== match)
  const href = ({ slug }: TrialMatch) => `/widget?${new URLSearchParams({ q: typed, roaster: slug })}`
  return html`${embed ? html`<p class="quiet">${match.name} has no recipes here yet, so these are ours.</p>` : ''}${others.length === 0 ? '' : html`<p class="quiet">Not ${match.name}?</p><p class="chips">${others.map(one => html`<a class="chip-box" href="${href(one)}">${one.name}</a>`)}</p>`}`
}

/** What all previews of the page have in common. */
export const trialRecipes = (
  { match, embed, leadsTo }: Pick<WidgetTrial, 'match' | 'embed' | 'leadsTo'>,
  { words }: Visit,
) => ({
  roaster: match?.slug ?? 'ottermill',
  embed,
  leadsTo,
  inside: html`${embed?.recipes[0] ? unscripted(embed.recipes[0], words) : ''}<p>The widget needs JavaScript. Without it, your shop shows your own link here.</p>`,
})

/** The recipe as text, where no script runs. */
function unscripted(recipe: RoasterEmbed['recipes'][number], words: Words): Html {
  const { coffee, methodName, doseGrams, waterGrams, waterTempF, brewTimeSeconds, grindSize } = recipe
  const figures = [
    `${inLine(words.grams(doseGrams))} coffee, ${inLine(words.grams(waterGrams))} water`,
    ...(waterTempF === null ? [] : [inLine(words.temperature(waterTempF))]),
    ...(brewTimeSeconds === null ? [] : [inLine(words.time(brewTimeSeconds))]),
    `Grind: ${grindSize}`,
  ]
  return html`<noscript><p><b>${coffee.name}, ${methodName}</b></p><ul>${figures.map(text => html`<li>${text}</li>`)}</ul></noscript>`
}
