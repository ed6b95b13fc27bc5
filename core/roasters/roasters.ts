import type * as v from 'valibot'
import type { Person } from '../accounts/model.ts'
import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { Roaster } from '../coffees/roaster.ts'
import { readerOf } from '../dial/reader.ts'
import { type CoffeeReaderPorts, coffeesOn } from '../discovery/read-coffees.ts'
import { Fault } from '../errors.ts'
import { type EventPorts, recordEvent } from '../events/events.ts'
import type { Page } from '../page.ts'
import type { Recipe } from '../recipes/model.ts'
import { presentTo, type ReaderPorts } from '../recipes/present.ts'
import type { Recipes } from '../recipes/recipes.ts'
import type {
  Following,
  ListRoasterCoffees,
  ListRoasterRecipes,
  ListRoasters,
  ReadFeed,
  RoasterDetail,
  RoasterList,
  TrackView,
} from './model.ts'

export interface Roasters {
  /** By name. A cursor continues where its page ended and takes precedence over `page`. */
  list: (query: v.InferOutput<typeof ListRoasters>) => Promise<v.InferOutput<typeof RoasterList>>
  bySlug: (slug: string) => Promise<RoasterDetail | undefined>
  /** Those whose website is at one of these hosts, the most exact match first. */
  byWebsite: (hosts: readonly string[], limit: number) => Promise<Roaster[]>
  /** The newest recipes of the roasters that a person follows. */
  feed: (query: { userId: number; limit: number; cursor?: string | undefined }) => Promise<Page<Recipe>>
  /** Each returns undefined when there is no such roaster. Repeating one changes nothing. */
  follow: (slug: string, userId: number, now: Date) => Promise<Following | undefined>
  unfollow: (slug: string, userId: number) => Promise<Following | undefined>
  following: (slug: string, userId: number | undefined) => Promise<Following | undefined>
  /** Whether the roaster exists, and whether the coffee, if one is named, is the roaster's. */
  knows: (view: v.InferOutput<typeof TrackView>) => Promise<{ roaster: boolean; coffee: boolean }>
  setVerified: (slug: string, isVerified: boolean) => Promise<RoasterDetail | undefined>
  setPremium: (slug: string, isPremium: boolean) => Promise<RoasterDetail | undefined>
}

type Slug = { slug: string }

export const getRoaster = async ({ slug }: Slug, { roasters }: { roasters: Roasters }) =>
  known(slug, await roasters.bySlug(slug))

export async function listRoasterCoffees(
  { slug, grinder, method, ...query }: v.InferOutput<typeof ListRoasterCoffees>,
  ports: CoffeeReaderPorts & { roasters: Roasters },
  person: Person | undefined,
) {
  const { id } = known(slug, await ports.roasters.bySlug(slug))
  const [{ dial }, page] = await Promise.all([
    readerOf(grinder, ports, person),
    ports.coffees.list({ ...query, roasterId: id, sort: 'name' }),
  ])
  return { ...page, data: await coffeesOn({ dial, method }, page.data, ports, person) }
}

/** Best first. */
export async function listRoasterRecipes(
  { slug, grinder, limit, cursor }: v.InferOutput<typeof ListRoasterRecipes>,
  ports: ReaderPorts & { roasters: Roasters; recipes: Recipes },
  person: Person | undefined,
) {
  const { id } = known(slug, await ports.roasters.bySlug(slug))
  const [reader, { total: _, ...page }] = await Promise.all([
    readerOf(grinder, ports, person),
    ports.recipes.list({ filter: { roasterId: id }, sort: 'highest_rated', limit, cursor }),
  ])
  return { ...page, data: await presentTo(reader, page.data, ports) }
}

/** The newest recipes of the roasters that a person follows. */
export async function readFeed(
  { grinder, ...query }: v.InferOutput<typeof ReadFeed>,
  ports: ReaderPorts & { roasters: Roasters },
  person: Person,
) {
  const [reader, page] = await Promise.all([
    readerOf(grinder, ports, person),
    ports.roasters.feed({ ...query, userId: person.id }),
  ])
  return { ...page, data: await presentTo(reader, page.data, ports) }
}

export const followRoaster = async (
  { slug }: Slug,
  { roasters, clock }: { roasters: Roasters; clock: Clock },
  person: Person,
) => known(slug, await roasters.follow(slug, person.id, clock()))

export const unfollowRoaster = async ({ slug }: Slug, { roasters }: { roasters: Roasters }, person: Person) =>
  known(slug, await roasters.unfollow(slug, person.id))

export const followingRoaster = async (
  { slug }: Slug,
  { roasters }: { roasters: Roasters },
  person: Person | undefined,
) => known(slug, await roasters.following(slug, person?.id))

export async function trackView(
  view: v.InferOutput<typeof TrackView>,
  ports: EventPorts & { roasters: Roasters },
  _who: undefined,
  caller: Caller,
) {
  const found = await ports.roasters.knows(view)
  if (!found.roaster) throw new Fault('roaster-not-found', `There is no roaster with roasterId ${view.roasterId}.`)
  if (!found.coffee) throw new Fault('coffee-not-found', `This roaster has no coffee with coffeeId ${view.coffeeId}.`)
  const { roasterId, coffeeId = null } = view
  const what = { roasterId, coffeeId, recipeId: null, method: null, grinderId: null }
  await recordEvent({ kind: 'PAGE_VIEW', place: 'page', ...what }, ports, caller)
  return { success: true as const }
}

export const verifyRoaster = async (slug: string, isVerified: boolean, { roasters }: { roasters: Roasters }) =>
  known(slug, await roasters.setVerified(slug, isVerified))

export const makePremium = async (slug: string, isPremium: boolean, { roasters }: { roasters: Roasters }) =>
  known(slug, await roasters.setPremium(slug, isPremium))

function known<T>(slug: string, found: T | undefined): T {
  if (found === undefined) throw new Fault('roaster-not-found', `There is no roaster ${slug}.`)
  return found
}
