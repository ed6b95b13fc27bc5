import type * as v from 'valibot'
import type { Techniques } from '../adaptation/technique.ts'
import { baseOfTechnique } from '../adaptation/technique-base.ts'
import type { Caller } from '../caller.ts'
import { flavorNotesIn } from '../coffees/notes.ts'
import { atMost } from '../cut.ts'
import type { Grinders } from '../equipment/equipment.ts'
import { Fault } from '../errors.ts'
import { type EventKind, type EventPorts, isOurPage, MOST_READS_COUNTED, recordEvent } from '../events/events.ts'
import { grinderOf } from '../grind/find.ts'
import { type MethodId, methodById } from '../grind/methods.ts'
import { grindInWords } from '../grind/words.ts'
import type { Optional } from '../optional.ts'
import { recipeName } from '../recipes/model.ts'
import { withDial } from '../recipes/present.ts'
import type { Site } from '../site.ts'
import { bestForRoast } from '../techniques/for-roast.ts'
import {
  type CoffeeEmbed,
  type EmbedCoffee,
  type EmbedConfig,
  type EmbedRecipe,
  type GetEmbedCoffee,
  type GetSharedRecipe,
  type ListEmbedRecipes,
  MOST_RECIPES_OF_A_COFFEE,
  MOST_TECHNIQUES_OF_A_COFFEE,
  type RoasterEmbed,
  type SharedRecipe,
  type TrackClick,
  type TrackGrinderChoice,
  type TrackImpression,
  type TrackMethodSwitch,
} from './model.ts'
import { hostIn, type Sighting, type Sightings } from './sightings.ts'

export interface StoredEmbedSettings extends EmbedConfig {
  allowedDomains: string[]
}

/** The facts about a roaster that its embeds need. */
export interface EmbeddingRoaster extends StoredEmbedSettings {
  id: number
  name: string
  slug: string
  isPremium: boolean
}

export type StoredEmbedCoffee = Omit<EmbedCoffee, 'flavorNotes'> & { flavorProfile: string | null }
export type StoredEmbedRecipe = Omit<EmbedRecipe, 'methodName' | 'grindSize'> & {
  id: number
  grindSize: string | null
  coffee: StoredEmbedCoffee
}
/** A roaster's recipe, with the id of its coffee. */
export type RecipeOfCoffee = Omit<StoredEmbedRecipe, 'coffee'> & { coffeeId: number }
export type StoredShare = Omit<SharedRecipe, 'name' | 'roaster' | 'coffeeName'> &
  EmbedTarget & { coffeeName: string; roaster: { name: string; slug: string }; brewer: string }

/** What an event is about. */
export interface EmbedTarget {
  roasterId: number
  coffeeId: number
  recipeId: number | null
  /** The method of a shared recipe. */
  method: MethodId | null
}

export interface Embeds {
  roaster: (slug: string) => Promise<EmbeddingRoaster | undefined>
  /** Undefined fields stay as they were. */
  configure: (roasterId: number, settings: Optional<StoredEmbedSettings>, now: Date) => Promise<void>
  /**
   * Adds a domain to the end of the list, unless the list is empty (every site is allowed), full,
   * or already has it.
   */
  allow: (roasterId: number, domain: string, now: Date) => Promise<void>
  /** One of the roaster's coffees, with or without a recipe. */
  coffee: (roasterId: number, slug: string) => Promise<StoredEmbedCoffee | undefined>
  /**
   * The roaster's recipes: the default coffee first, then coffees in the roaster's order. Within a
   * coffee they are sorted by the order of methods, and within a method the default comes first.
   */
  recipes: (
    query: Optional<{ coffee: string; method: MethodId }> &
      Partial<Pick<EmbedConfig, 'defaultCoffee' | 'methodOrder'>> & { roasterId: number; limit: number },
  ) => Promise<StoredEmbedRecipe[]>
  /** The roasters' recipes for these coffees, sorted in the same way within each coffee. */
  ofCoffees: (coffeeIds: readonly number[]) => Promise<RecipeOfCoffee[]>
  /** Every coffee for which the roaster has a recipe. */
  coffees: (roasterId: number) => Promise<Pick<StoredEmbedCoffee, 'name' | 'slug' | 'flavorProfile'>[]>
  shared: (shareId: string) => Promise<StoredShare | undefined>
  /** The thing that `roaster-slug/coffee-slug` or the id of a shared recipe names. */
  target: (shareId: string) => Promise<EmbedTarget | undefined>
}

interface EmbedPorts {
  embeds: Embeds
  grinders: Grinders
}

/** The published grinder, never a calibrated one: these replies are cached for everybody. */
const publishedDial = (grinder: string | undefined, grinders: Grinders) =>
  grinder === undefined ? undefined : grinderOf(grinders, grinder)

export async function getEmbedCoffee(
  { roasterSlug, coffeeSlug, grinder }: v.InferOutput<typeof GetEmbedCoffee>,
  { embeds, grinders, techniques, site }: EmbedPorts & { techniques: Techniques; site: Pick<Site, 'paths'> },
): Promise<CoffeeEmbed> {
  const dial = publishedDial(grinder, grinders)
  const { id, name, slug, methodOrder } = await embeddingRoaster(roasterSlug, embeds)
  const [coffee, recipes, target] = await Promise.all([
    embeds.coffee(id, coffeeSlug),
    embeds.recipes({ roasterId: id, coffee: coffeeSlug, methodOrder, limit: MOST_RECIPES_OF_A_COFFEE }),
    embeds.target(`${roasterSlug}/${coffeeSlug}`),
  ])
  if (!coffee || !target) throw noCoffee(roasterSlug, coffeeSlug)
  const { roastLevel } = coffee
  const methods = [...new Set([...recipes, ...techniques.list()].map(({ method }) => method))]
  return {
    roaster: { name, slug },
    coffee: presentEmbedCoffee(coffee),
    recipes: withDial(dial, recipes.map(presentEmbedRecipe), { grinders }),
    techniques: bestForRoast({ roastLevel, methods, most: MOST_TECHNIQUES_OF_A_COFFEE }, { techniques, grinders }).map(
      technique => ({
        slug: technique.slug,
        name: technique.name,
        method: technique.method,
        methodName: methodById[technique.method].name,
        madeKnownBy: technique.madeKnownBy?.name ?? null,
        grindIndex: baseOfTechnique(technique, grinders).grindIndex,
        path: site.paths.techniqueForCoffee(technique.slug, target.coffeeId),
      }),
    ),
  }
}

export async function listEmbedRecipes(
  { roasterSlug, grinder, ...query }: v.InferOutput<typeof ListEmbedRecipes>,
  { embeds, grinders }: EmbedPorts,
): Promise<RoasterEmbed> {
  const dial = publishedDial(grinder, grinders)
  const roaster = await embeddingRoaster(roasterSlug, embeds)
  const { defaultCoffee, methodOrder } = roaster
  const [recipes, coffees] = await Promise.all([
    embeds.recipes({ ...query, defaultCoffee, methodOrder, roasterId: roaster.id }),
    embeds.coffees(roaster.id),
  ])
  if (query.coffee !== undefined && recipes.length === 0 && !(await embeds.coffee(roaster.id, query.coffee)))
    throw noCoffee(roasterSlug, query.coffee)
  return {
    roaster: { name: roaster.name, slug: roaster.slug },
    recipes: withDial(
      dial,
      recipes.map(recipe => ({
        ...presentEmbedRecipe(recipe),
        coffee: asShown(presentEmbedCoffee(recipe.coffee), roaster),
      })),
      { grinders },
    ),
    embedConfig: {
      ...configOf(roaster),
      // A coffee without a recipe cannot be the one that the widget opens with.
      defaultCoffee: coffees.find(({ slug }) => slug === defaultCoffee)?.slug ?? null,
    },
    mayHidePoweredBy: roaster.isPremium,
    coffees: coffees.map(({ name, slug, flavorProfile }) => ({
      name,
      slug,
      flavorNotes: flavorNotesIn(flavorProfile),
    })),
  }
}

/**
 * The sites that may show a roaster's recipes; an empty list means all. Records which sites ask,
 * for the roaster to see.
 */
export async function sitesAllowedBy(
  { roasterSlug }: { roasterSlug: string },
  { embeds, sightings }: { embeds: Embeds; sightings: Sightings },
) {
  const { id, allowedDomains } = await embeddingRoaster(roasterSlug, embeds)
  const note = (host: string, outcome: Sighting['outcome']) => sightings.note({ roasterId: id, host, outcome })
  return { domains: allowedDomains, note }
}

/**
 * Only premium roasters can hide our name. The setting stays stored when they stop being premium.
 */
export function configOf(roaster: EmbeddingRoaster): EmbedConfig {
  const { id: _i, name: _n, slug: _s, allowedDomains: _d, isPremium, showPoweredBy, ...looks } = roaster
  return { ...looks, showPoweredBy: showPoweredBy || !isPremium }
}

/** A coffee without what its roaster leaves out of the widget. */
export const asShown = <Coffee extends Pick<EmbedCoffee, 'picture' | 'buyUrl'>>(
  coffee: Coffee,
  { showPicture, showBuyButton }: EmbedConfig,
): Coffee => ({
  ...coffee,
  picture: showPicture ? coffee.picture : null,
  buyUrl: showBuyButton ? coffee.buyUrl : null,
})

/** The id of no grinder, for one that its owner described: its range is as wide as we know. */
const UNSEEN = 0

/** Viewing a shared recipe counts as an impression. */
export async function getSharedRecipe(
  { shareId, grinder }: v.InferOutput<typeof GetSharedRecipe>,
  ports: EventPorts & EmbedPorts,
  _who: undefined,
  caller: Caller,
): Promise<SharedRecipe> {
  const dial = publishedDial(grinder, ports.grinders)
  const found = await ports.embeds.shared(shareId)
  if (!found) throw noShare(shareId)
  const { roasterId, coffeeId, recipeId, brewer, ...recipe } = found
  // Not awaited: the reader should not wait for the count.
  const seen = { roasterId, coffeeId, recipeId, method: recipe.method, grinderId: dial?.id ?? null }
  recordEvent({ kind: 'IMPRESSION', place: 'widget', ...seen }, ports, caller, { most: MOST_READS_COUNTED }).catch(
    () => {},
  )
  const [shown] = withDial(
    dial,
    [{ ...recipe, grinderId: ports.grinders.bySlug(recipe.grinder.slug)?.id ?? UNSEEN }],
    ports,
  )
  const { grinderId: _, ...presented } = shown as NonNullable<typeof shown>
  return { ...presented, name: recipeName(recipe.coffeeName, brewer) }
}

/**
 * Replies about a roaster or coffee are cached on the way, so clients report what visitors see and
 * do in requests of their own.
 */
export const trackImpression = tracker<v.InferOutput<typeof TrackImpression>>('IMPRESSION')
export const trackClick = tracker<v.InferOutput<typeof TrackClick>>('CLICK')
export const trackMethodSwitch = tracker<v.InferOutput<typeof TrackMethodSwitch>>('METHOD_SWITCH')
export const trackGrinderChoice = tracker<v.InferOutput<typeof TrackGrinderChoice>>('GRINDER_CHOICE')

function tracker<I extends { shareId: string } & Optional<{ method: MethodId; grinder: string; source: string }>>(
  kind: EventKind,
) {
  return async (
    { shareId, method, grinder, source }: I,
    ports: EventPorts & EmbedPorts & { sightings: Sightings },
    _who: undefined,
    caller: Caller,
  ) => {
    const target = await ports.embeds.target(shareId)
    if (!target) throw noShare(shareId)
    const grinderId = publishedDial(grinder, ports.grinders)?.id ?? null
    const { baseUrl } = ports.site
    // A roaster's preview: our own page with our own frame inside.
    if (isOurPage(caller.referer, baseUrl) && isOurPage(source, baseUrl)) return { success: true as const }
    const host = isOurPage(caller.origin, baseUrl) ? undefined : hostIn(caller.origin)
    if (kind === 'IMPRESSION' && host) ports.sightings.note({ roasterId: target.roasterId, host, outcome: 'loaded' })
    const what = { ...target, method: method ?? target.method, grinderId }
    await recordEvent({ kind, place: 'widget', ...what }, ports, caller, { framedBy: source })
    return { success: true as const }
  }
}

async function embeddingRoaster(slug: string, embeds: Embeds) {
  const roaster = await embeds.roaster(slug)
  if (!roaster) throw new Fault('roaster-not-found', `There is no roaster ${slug}.`)
  return roaster
}

export const noCoffee = (roasterSlug: string, slug: string) =>
  new Fault('coffee-not-found', `The roaster ${roasterSlug} has no coffee ${slug}. Use the slug of one of its coffees.`)

const noShare = (shareId: string) =>
  new Fault(
    'recipe-not-found',
    `Nothing is shared as ${atMost(shareId, 100)}. Use a share ID or roaster-slug/coffee-slug.`,
  )

const presentEmbedCoffee = ({ flavorProfile, ...coffee }: StoredEmbedCoffee): EmbedCoffee => ({
  ...coffee,
  flavorNotes: flavorNotesIn(flavorProfile),
})

export const presentEmbedRecipe = ({
  id: _i,
  coffee: _c,
  ...recipe
}: Optional<Pick<StoredEmbedRecipe, 'id' | 'coffee'>> & Omit<StoredEmbedRecipe, 'id' | 'coffee'>): EmbedRecipe => ({
  ...recipe,
  methodName: methodById[recipe.method].name,
  grindSize: recipe.grindSize ?? grindInWords(recipe.grindIndex),
})
