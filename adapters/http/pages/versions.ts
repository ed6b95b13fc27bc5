import { listVersions } from '../../../core/forks/versions.ts'
import type { MethodId } from '../../../core/grind/methods.ts'
import { labelOf } from '../../../core/grind/notation.ts'
import { getPersonalRecipe, listPersonalVersions } from '../../../core/personal-recipes/personal-recipes.ts'
import type { Difference } from '../../../core/recipes/difference.ts'
import { getRecipe } from '../../../core/recipes/recipes.ts'
import type { Visit } from './choices.ts'
import { type Html, html } from './html.ts'
import { sitePage } from './layout.ts'
import { personalRecipeName } from './me/personal-recipes.ts'
import type { OwnVisit } from './own-page.ts'
import { recipeFigures } from './parts/figures.ts'
import { differenceInLine } from './parts/lineage.ts'
import { icon } from './parts/pen.ts'
import { idIn } from './query.ts'

/** More versions than this have no page; the API lists them all. */
const MOST_VERSIONS = 50

interface VersionShown {
  version: number
  writtenAt: string
  grindSetting: number | null
  doseGrams: number | null
  waterGrams: number | null
  waterTempF: number | null
  brewTimeSeconds: number | null
  notes: string | null
  difference: Difference | null
}

/** A recipe as it was before each edit. */
export async function versionsPage(visit: Visit, { id = '' }: Record<string, string>): Promise<Response> {
  const { ports, who } = visit
  const recipe = await getRecipe({ id: idIn(id) ?? 0 }, ports)
  const { versions } = await listVersions({ id: recipe.id, page: 1, limit: MOST_VERSIONS }, ports, who)
  const path = `/recipes/${recipe.id}`
  const shown = versions.map(version => ({ ...version, grind: grindLabel(version, visit) }))
  return versionsView(visit, recipe.coffee.name, path, recipe.machine.brewMethod, shown)
}

/** The same of a personal recipe. */
export async function personalVersionsPage(visit: OwnVisit, { id = '' }: Record<string, string>): Promise<Response> {
  const { ports, who } = visit
  const { recipe } = await getPersonalRecipe({ id: idIn(id) ?? 0 }, ports, who)
  const { versions } = await listPersonalVersions({ id: recipe.id, page: 1, limit: MOST_VERSIONS }, ports, who)
  const shown = versions.map(version => ({ ...version, grind: grindLabel({ ...recipe, ...version }, visit) }))
  return versionsView(visit, personalRecipeName(recipe), `/me/recipes/${recipe.id}`, recipe.method, shown)
}

function grindLabel(
  { grinderId, grindSetting }: { grinderId: number | null; grindSetting: number | null },
  { ports }: Visit,
) {
  const grinder = grinderId === null ? undefined : ports.grinders.byId(grinderId)
  if (grindSetting === null) return ''
  return grinder ? labelOf(grinder, grindSetting) : String(grindSetting)
}

function versionsView(
  visit: Visit,
  name: string,
  path: string,
  method: MethodId,
  versions: readonly (VersionShown & { grind: string })[],
) {
  const { words } = visit
  const figures = ({ doseGrams, waterGrams, waterTempF, brewTimeSeconds }: VersionShown): Html =>
    doseGrams === null || waterGrams === null
      ? html``
      : recipeFigures({ method, doseGrams, waterGrams, waterTempF, brewTimeSeconds }, words, 'tiny')
  return sitePage(visit, {
    title: `Versions of ${name}`,
    body: html`<nav class="crumbs" aria-label="Where this is"><a class="quiet" href="${path}">${name}</a>${icon('right')}<span class="quiet">Versions</span></nav>
<h1>Versions of ${name}</h1><p class="lead below">${versions.length === 1 ? 'This recipe hasn’t been edited.' : 'Each edit keeps the version before it.'}</p>
<ol class="cards">${versions.map(
      (version, at) =>
        html`<li class="panel"><h2 class="small">Version ${version.version}${at === 0 ? ' (current)' : ''}</h2><p class="quiet">${words.day(version.writtenAt)}</p>${version.difference ? html`<p>${version.difference.changes.length === 0 ? `${version.difference.text}.` : differenceInLine(version.difference, words)}</p>` : ''}<p><b>${version.grind}</b></p>${figures(version)}${version.notes ? html`<p class="said" dir="auto">${version.notes}</p>` : ''}</li>`,
    )}</ol>`,
  })
}
