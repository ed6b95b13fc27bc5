import { boundsFor, waterParts } from '../../../core/adaptation/base.ts'
import { mostOf } from '../../../core/adaptation/reasons.ts'
import { unusualStyle } from '../../../core/adaptation/styles.ts'
import { baseOfTechnique } from '../../../core/adaptation/technique-base.ts'
import { roastWord } from '../../../core/coffees/roast.ts'
import { methodById } from '../../../core/grind/methods.ts'
import { fullName } from '../../../core/grind/name.ts'
import { numeralOf } from '../../../core/grind/notation.ts'
import { capital } from '../../../core/names.ts'
import { MOST_NUDGES } from '../../../core/setup/adapt-recipe.ts'
import { grindNote, sourcesOf, techniqueOn } from '../../../core/techniques/techniques.ts'
import { brewView } from './brew-view.ts'
import { dialFor, onGrinderAsked, type Visit } from './choices.ts'
import { nudgedIn, waterAsked } from './chosen-brew.ts'
import { notFoundPage } from './error.ts'
import { html } from './html.ts'
import { sitePage } from './layout.ts'
import { notice } from './parts/controls.ts'
import { rangeInWords } from './parts/dials.ts'
import { makeItMine, variationsLink } from './parts/lineage.ts'
import { brewerIcon, icon } from './parts/pen.ts'
import { personNames } from './parts/person.ts'
import { rangeReasonInWords, reasonInWords } from './parts/reasons.ts'
import { techniquePath, whoMadeItKnown } from './parts/technique-card.ts'
import { idIn } from './query.ts'
import { techniqueData } from './recipe-data.ts'
import { recipeTalk } from './recipe-talk.ts'
import { standNow } from './stand-now.ts'
import { chosenOf, dosesBeside, knobsForm, knobsIn, partsPoured } from './technique-knobs.ts'
import { brewerFor, techniqueReader } from './technique-reader.ts'

/** One technique, to brew from: on the reader's grinder and, where it can do it, on their brewer. */
export async function techniquePage(slug: string, arrived: Visit): Promise<Response> {
  const { visit, cookies } = await onGrinderAsked(arrived)
  const { ports, who, words } = visit
  const technique = ports.techniques.bySlug(slug)
  if (!technique) return notFoundPage(visit)
  const { name, method, madeKnownBy, text, keeps } = technique
  const { grinder, whose } = dialFor(visit)
  const reader = await techniqueReader(visit)
  const { machine, trouble } = brewerFor(technique, reader, visit)
  const filter = ports.filters.list().find(one => one.slug === technique.filter)
  const nudge = nudgedIn(visit, MOST_NUDGES)
  const coffee = await coffeeAsked(visit)
  const base = baseOfTechnique(technique, ports.grinders)
  const knobs = knobsIn(visit, coffee, base, machine)
  const asked = {
    ...knobs,
    brewer: machine,
    volumeGrams: knobs.doseGrams === undefined ? waterAsked(visit) : undefined,
    isDecaf: coffee?.coffeeType === 'DECAF',
    palate: reader.palate,
  }
  const recipe = techniqueOn(technique, asked, grinder, ports, who, nudge)
  const on = { ...recipe, grinder, whose }
  const { pouredGrams } = waterParts(base, recipe.waterGrams)
  const variations = await ports.recipes.variations({ technique: slug }, { limit: 1, offset: 0 })
  const talk = await talkOf(slug, visit)
  return sitePage(visit, {
    title: `${name}${madeKnownBy ? ` by ${madeKnownBy.name}` : ''}`,
    description: text,
    canonical: techniquePath(slug),
    section: 'Techniques',
    script: 'recipe.js',
    cookies,
    head: techniqueData(
      {
        ...recipe,
        name,
        href: techniquePath(slug),
        author: madeKnownBy ? { '@type': 'Person', name: madeKnownBy.name } : undefined,
      },
      text,
      ports,
    ),
    body: html`<nav class="crumbs" aria-label="Where this is"><a class="quiet" href="/techniques">Techniques</a>${icon('right')}<a class="quiet" href="/techniques?method=${method}">${methodById[method].name}</a></nav>
<h1 class="title">${name}</h1>
<p class="facts">${brewerIcon(method)}<span>${machine ? fullName(machine) : methodById[method].name}</span>${filter ? html`<span>${filter.name}</span>` : ''}<span>${whoMadeItKnown(technique)}</span>${coffee ? html`<span>For <a href="/coffees/${coffee.id}">${coffee.name}</a>, ${roastWord(coffee.roastLevel)} roast</span>` : ''}${variationsLink(variations.total, techniquePath(slug), words)}${makeItMine(slug, chosenOf(visit))}</p>
<p class="lead technique-text">${text}</p>
${trouble ? notice('plain', trouble, 'The figures below are for a different brewer.') : ''}${knobs.doseGrams !== undefined && waterAsked(visit) !== undefined ? notice('plain', 'The amount of coffee sets the water here.', 'Choose one or the other.') : ''}<div class="by-rule">${brewView(
      visit,
      {
        ...recipe,
        waterTempF: recipe.heat === 'fixed' ? null : recipe.waterTempF,
        machine: boundsFor(base, machine),
        mostInWords: mostOf(base),
        title: name,
        log: {
          technique: slug,
          ...(coffee && { coffee: String(coffee.id) }),
          ...(machine && { brewer: machine.slug }),
          ...(unusualStyle(recipe.style) && { style: recipe.style }),
        },
        canLog: who !== undefined,
        notes: null,
        ...(knobs.doseGrams !== undefined && { volumeGrams: recipe.waterGrams * recipe.batches }),
        doses: dosesBeside(recipe.doseGrams, base, machine),
        knobs: knobsForm(base, knobs, visit),
        pourParts: partsPoured(base, recipe.steps, pouredGrams, recipe.brewTimeSeconds),
        shown: on,
        mine: on,
        stand: await standNow(on, visit),
        mostNudges: MOST_NUDGES,
        reasons: [
          [`${numeralOf(grinder, on.grindSetting)}:`, grindNote(technique, ports.grinders)],
          ...recipe.why.map((reason): [string, string] => {
            const [cause, effect] = reasonInWords(reason, words)
            return [cause === '' ? '' : `${cause}:`, effect]
          }),
          ...(on.reachable ? [[`${rangeInWords(on)}:`, rangeReasonInWords(on)] as [string, string]] : []),
        ],
      },
    )}</div>
<div class="columns technique-about">${recipeTalk(talk, talk, visit)}<aside aria-label="About this technique"><section aria-labelledby="keeps"><h2 id="keeps">What makes it what it is</h2><ul class="ticked">${keeps.map(one => html`<li>${icon('check')}${capital(one)}</li>`)}</ul></section>
<section aria-labelledby="from"><h2 id="from">Where it’s from</h2><ul>${sourcesOf(technique).map(({ title, url }) => html`<li><a href="${url}" rel="noopener nofollow">${title}</a></li>`)}</ul><p class="quiet">The figures are published; the words are ours.</p></section></aside></div>`,
  })
}

/** What people, and the reader, have done with it. A technique is nobody's here. */
async function talkOf(slug: string, visit: Visit) {
  const { ports, who } = visit
  const [{ vote, rating, ...tally }, comments] = await Promise.all([
    ports.techniqueTalk.of(slug, who?.id),
    ports.comments.ofTechnique(slug),
  ])
  const named = await personNames(
    comments.map(({ author }) => author.id),
    visit,
  )
  const { avg: avgRating, count: ratingCount } = rating
  const about = { actionPath: techniquePath(slug), authorId: undefined, avgRating, ratingCount, ...tally }
  return { ...about, rating, comments, named, viewer: { vote }, isTheirs: false }
}

/** The coffee to brew it with, which the page of a coffee names. */
async function coffeeAsked({ url, ports }: Visit) {
  const id = idIn(url.searchParams.get('coffee'))
  return id === undefined ? undefined : ports.coffees.byId(id)
}
