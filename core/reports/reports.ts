import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import { Fault } from '../errors.ts'
import type { Members } from '../portal/members.ts'
import { type Comments, commentNotFound, deleteAnyComment } from '../recipes/comments.ts'
import { hideRecipe, type Recipes, recipeNotFound } from '../recipes/recipes.ts'
import type { Site } from '../site.ts'
import type {
  GivenReport,
  ReportComment,
  ReportedKind,
  ReportedOften,
  ReportedThing,
  ReportRead,
  ReportRecipe,
  ReportTechniqueComment,
} from './model.ts'

interface ThingId {
  kind: ReportedKind
  id: number
}

export interface Reports {
  /** The thing as an admin sees it; its `state` is `gone` when it does not exist. */
  thing: (thing: ThingId) => Promise<ReportedThing>
  /**
   * Stores one report per reporter and thing; a second one is ignored. The first open report of a
   * thing is mailed at once, the others in an hourly digest. `too-many`: the visitor has reached
   * their hourly limit.
   */
  add: (report: NewReport) => Promise<'added' | 'known' | 'too-many'>
  /** Whether a visitor may send another report within this hour. */
  mayAdd: (address: string, now: Date) => Promise<boolean>
  /** Things with open reports first, the latest report first. */
  list: (query: { all: boolean; limit: number; offset: number }) => Promise<ReportedOften[]>
  /** Newest first. */
  of: (thing: ThingId, limit: number) => Promise<ReportRead[]>
  /** Returns how many were closed. */
  close: (thing: ThingId, note: string | null, now: Date) => Promise<number>
}

export interface NewReport extends v.InferOutput<typeof GivenReport> {
  thing: ReportedThing
  by: Person | { address: string }
  now: Date
}

interface ReportPorts {
  reports: Reports
  recipes: Recipes
  clock: Clock
}

export function reportRecipe(
  { id, ...given }: v.InferOutput<typeof ReportRecipe>,
  ports: ReportPorts,
  person: Person | undefined,
  { address }: Pick<Caller, 'address'>,
) {
  return report({ kind: 'recipe', id }, id, given, ports, person ?? { address })
}

export function reportComment(
  { id, commentId, ...given }: v.InferOutput<typeof ReportComment>,
  ports: ReportPorts,
  person: Person | undefined,
  { address }: Pick<Caller, 'address'>,
) {
  return report({ kind: 'comment', id: commentId }, id, given, ports, person ?? { address })
}

export function reportTechniqueComment(
  { slug, commentId, ...given }: v.InferOutput<typeof ReportTechniqueComment>,
  ports: ReportPorts,
  person: Person | undefined,
  { address }: Pick<Caller, 'address'>,
) {
  return report({ kind: 'comment', id: commentId }, slug, given, ports, person ?? { address })
}

async function report(
  which: ThingId,
  about: number | string,
  given: v.InferOutput<typeof GivenReport>,
  ports: ReportPorts,
  by: NewReport['by'],
) {
  const thing = await reportable(which, about, ports, 'address' in by ? undefined : by)
  const outcome = await ports.reports.add({ ...given, thing, by, now: ports.clock() })
  if (outcome === 'too-many') throw manyReports()
  return { success: true as const, message: 'Thank you. The people who run this site will look at it.' }
}

/** A public thing written by somebody else; there is nothing else to report. */
export async function reportable(
  which: ThingId,
  /** The id of its recipe, or the slug of its technique. */
  about: number | string,
  { reports, recipes }: Pick<ReportPorts, 'reports' | 'recipes'>,
  person: Person | undefined,
): Promise<ReportedThing> {
  const thing = await reports.thing(which)
  if (thing.state !== 'public' || (thing.technique ?? thing.recipeId) !== about)
    throw which.kind === 'recipe' ? recipeNotFound(which.id) : commentNotFound(which.id)
  if (person && (await isTheirs(thing, recipes, person))) throw isYours(thing.kind)
  return thing
}

/** A roaster's recipe that is not yet among the community recipes. */
interface UnpublishedRecipe {
  id: number
  roasterSlug: string
  /** Publishes it among the community recipes and returns its id there. */
  publish: () => Promise<number>
}

type UnpublishedPorts = ReportPorts & { members: Members }

/**
 * Reports a roaster's recipe that is not published yet. It is published first, but not if the
 * report would be refused.
 */
export async function reportUnpublished(
  recipe: UnpublishedRecipe,
  given: v.InferOutput<typeof GivenReport>,
  ports: UnpublishedPorts,
  person: Person | undefined,
  { address }: Pick<Caller, 'address'>,
) {
  await refuseUnpublished(recipe, ports, person)
  if (!person && !(await ports.reports.mayAdd(address, ports.clock()))) throw manyReports()
  return reportRecipe({ id: await recipe.publish(), ...given }, ports, person, { address })
}

/** Throws a Fault if it was hidden from the community, or is the person's own. */
export async function refuseUnpublished(
  recipe: Pick<UnpublishedRecipe, 'id' | 'roasterSlug'>,
  { recipes, members }: Pick<UnpublishedPorts, 'recipes' | 'members'>,
  person: Person | undefined,
) {
  if (await recipes.isRoasterRecipeHidden(recipe.id))
    throw new Fault('recipe-not-found', 'We couldn’t find this recipe. It may have been removed.')
  if (person && (await members.of(person.id)).some(({ roasterSlug }) => roasterSlug === recipe.roasterSlug))
    throw isYours('recipe')
}

const isYours = (kind: ReportedKind) => new Fault('invalid', `This is your own ${kind}. Edit or delete it yourself.`)

const manyReports = () =>
  new Fault('too-many-requests', 'That’s a lot of reports for one hour. Sign in to send more, or try again later.')

async function isTheirs({ kind, id, author }: ReportedThing, recipes: Recipes, person: Person) {
  if (author?.id === person.id) return true
  return kind === 'recipe' && (await recipes.roasterTeamOf(id)).some(member => member.id === person.id)
}

/** Its page on this site. */
export const reportedPath = (
  { kind, id, recipeId, technique }: Pick<ReportedThing, 'kind' | 'id' | 'recipeId' | 'technique'>,
  { paths }: Pick<Site, 'paths'>,
) => {
  if (technique !== null) return paths.techniqueComment(technique, id)
  if (recipeId === null) return null
  return kind === 'comment' ? paths.comment(recipeId, id) : paths.recipe(recipeId)
}

/**
 * Moderation: an admin has looked at the reports and, with `hide`, hides the thing as they could
 * without a report. All of it in one transaction.
 */
export async function closeReports(
  { note, hide, ...which }: ThingId & { note: string | null; hide: boolean },
  ports: ReportPorts & { comments: Comments },
) {
  const { kind, id } = which
  const closed = await ports.reports.close(which, note, ports.clock())
  if (closed === 0) throw new Fault('not-found', `There is no open report of ${kind} ${id}.`)
  if (!hide) return { closed }
  if (kind === 'comment') return { closed, removed: await deleteAnyComment({ commentId: id }, ports) }
  await hideRecipe({ id }, ports)
  return { closed }
}
