import * as v from 'valibot'
import { faultOf } from '../../../../core/errors.ts'
import { getProfile, type Profile, setProfile } from '../../../../core/profiles/profiles.ts'
import { TasteLevels } from '../../../../core/taste/palate.ts'
import { postedForm } from '../form.ts'
import { type Html, html } from '../html.ts'
import { type OwnVisit, seeOther } from '../own-page.ts'
import { slider } from '../parts/controls.ts'
import { levelWords } from '../parts/tasted.ts'
import { railView } from './rail.ts'

type Level = keyof TasteLevels

/** Each from its lowest to its highest level. */
const levels: [Level, string, readonly string[]][] = [
  ['acidityLevel', ...levelWords.acidity],
  ['bodyLevel', ...levelWords.body],
  ['bitternessLevel', ...levelWords.bitterness],
  ['sweetnessLevel', ...levelWords.sweetness],
  ['flavorComplexityLevel', 'Flavour', ['Simple', 'Clear', 'Balanced', 'Layered', 'Complex']],
  ['aftertasteLevel', 'Aftertaste', ['Short', 'Clean', 'Some', 'Long', 'Lingering']],
]

/** A slider for each level, for the person or somebody they brew for. */
export const levelFields = (taste: TasteLevels): Html[] =>
  levels.map(([name, label, words]) => slider(name, label, taste[name], words, 1))

export const levelsTyped = (form: URLSearchParams) =>
  Object.fromEntries(levels.map(([name]) => [name, Number(form.get(name))]))

/** The three levels that change a recipe most, or a way to set them. */
export const tasteView = (profile: v.InferOutput<typeof Profile>): Html =>
  profile.isDefault
    ? html`<p class="quiet">Bright or rich, light or heavy? Tell us once, and we’ll adjust recipes to your taste.</p><p><a class="button small soft" href="/me/palate">Set your taste</a></p>`
    : html`<ul class="levels">${levels.slice(0, 3).map(([name, label, words]) => {
        const word = words[profile[name] - 1] ?? ''
        return html`<li><span>${label}</span><b>${word}</b><svg role="img" aria-label="${label}: ${word}" height="24">${[0, 25, 50, 75, 100].map(at => html`<line x1="${at}%" x2="${at}%" y1="7" y2="17"/>`)}<line x1="0" x2="100%" y1="12" y2="12"/><circle cx="${25 * (profile[name] - 1)}%" cy="12" r="10"/></svg></li>`
      })}</ul><p><a class="button small soft" href="/me/palate">Edit your taste</a></p>`

export async function palatePage(visit: OwnVisit): Promise<Response> {
  const { profile } = await getProfile(undefined, visit.ports, visit.who)
  return railView(visit, '/me/palate', {
    title: 'My taste',
    body: html`<h1>Taste</h1><p class="lead">We adjust recipes to your taste. Sort recipes by “For you” to see the best matches first.</p>
<form class="panel asked" method="post" action="/me/palate">${levelFields(profile)}<p><button class="button">Save</button></p></form>`,
  })
}

export async function palatePosted({ request, ports, who }: OwnVisit): Promise<Response> {
  const form = await postedForm(request, ports)
  const given = v.safeParse(TasteLevels, levelsTyped(form))
  if (!given.success) throw faultOf(given.issues[0])
  await setProfile(given.output, ports, who)
  return seeOther('/me#taste')
}
