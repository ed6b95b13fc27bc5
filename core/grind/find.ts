import * as v from 'valibot'
import { atMost } from '../cut.ts'
import { Fault } from '../errors.ts'
import * as field from '../fields.ts'
import { inARow } from '../names.ts'
import type { Grinder, GrinderCatalog } from './model.ts'
import { fullName } from './name.ts'
import { type GivenName, givenName, likenessTo, meantBy, type Nameable, namesMatching } from './naming.ts'

/** A grinder's name as an input field. */
export const grinderName = (description: string) =>
  v.pipe(
    field.boundedText(200, 'must be the slug or name of a grinder'),
    v.trim(),
    v.nonEmpty('must be the slug or name of a grinder, such as comandante-c40-mk4; it is empty'),
    field.noLongerThan(200),
    v.description(description),
  )

/**
 * The grinder with a slug, or with a name that fits only one ("k ultra"). Otherwise a fault that
 * lists the grinders that fit, or the three closest.
 */
export const grinderOf = <G extends Grinder>(grinders: GrinderCatalog<G>, name: string): G =>
  grinders.bySlug(name) ?? theOneCalled(name, grinders.list(), 'grinder')

/**
 * The brewer or espresso machine with a slug or an unambiguous name, or a fault as in `grinderOf`.
 */
export const machineCalled = <M extends Nameable>({ list }: { list: () => readonly M[] }, name: string): M =>
  list().find(({ slug }) => slug === name) ?? theOneCalled(name, list(), 'machine')

function theOneCalled<N extends Nameable>(name: string, list: readonly N[], kind: 'grinder' | 'machine'): N {
  const given = givenName(name)
  const { found, isTelling } = meantBy(given, list)
  const one = only(found) ?? publishedAs(given, found)
  if (one && isTelling) return one
  const slugs = found.slice(0, MOST_NAMED).map(({ slug }) => slug)
  const rest = found.length - slugs.length
  const asked = `"${atMost(name, 60)}"`
  throw new Fault(
    kind === 'grinder' ? 'grinder-not-found' : 'not-found',
    found.length > 1
      ? `${asked} matches several ${kind}s: ${inARow(rest > 0 ? [...slugs, `${rest} more`] : slugs)}. Be more specific.`
      : `We don’t know a ${kind} called ${asked}. Closest: ${nearest(list, given, found, 3).join(', ')}.`,
  )
}

const MOST_NAMED = 12

/**
 * The one grinder that a name can mean, read as in `grinderOf`. Among several, the `preferred` one.
 */
export function grinderMeant<T extends Grinder>(
  grinders: readonly T[],
  name: string,
  preferred: (grinder: T) => boolean = () => false,
): T | undefined {
  const given = givenName(name)
  const { found, isTelling } = meantBy(given, grinders)
  return (isTelling ? (only(found) ?? publishedAs(given, found)) : undefined) ?? only(found.filter(preferred))
}

/** The one of the catalog with exactly this name, whatever people call those that they describe. */
const publishedAs = <N extends Nameable & { known?: unknown }>({ joined }: GivenName, found: readonly N[]) =>
  only(found.filter(one => one.known === undefined && givenName(fullName(one)).joined === joined))

const only = <T>(items: readonly T[]) => (items.length === 1 ? items[0] : undefined)

/**
 * Grinders whose brand, model or slug contains every word of the search; all of them without a
 * search.
 */
export const grindersMatching = (grinders: readonly Grinder[], search = ''): Grinder[] =>
  namesMatching(grinders, search)

export function nearestSlugs(grinders: GrinderCatalog, name: string, count = 3) {
  const [given, list] = [givenName(name), grinders.list()]
  return nearest(list, given, meantBy(given, list).found, count)
}

/** Things that the name fits come first, then those with the most similar spelling. */
function nearest(list: readonly Nameable[], given: GivenName, meant: readonly Nameable[], count: number): string[] {
  const likeness = likenessTo(given, list)
  return list
    .map((thing, at) => ({ slug: thing.slug, likeness: Number(meant.includes(thing)) + (likeness[at] ?? 0) }))
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, count)
    .map(({ slug }) => slug)
}
