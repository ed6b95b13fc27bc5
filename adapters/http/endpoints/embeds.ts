import {
  domainsAllowedBy,
  getEmbedCoffee,
  getSharedRecipe,
  listEmbedRecipes,
  trackClick,
  trackImpression,
  trackMethodSwitch,
} from '../../../core/embeds/embeds.ts'
import {
  CoffeeEmbed,
  GetEmbedCoffee,
  GetSharedRecipe,
  ListEmbedRecipes,
  RoasterEmbed,
  SharedRecipe,
  TrackMethodSwitch,
  TrackSeen,
} from '../../../core/embeds/model.ts'
import * as field from '../../../core/fields.ts'
import { endpoint } from '../endpoint.ts'

/** Five minutes at the edge, and ten more while it asks again. */
const cache = { control: 'public, max-age=300, s-maxage=300, stale-while-revalidate=600' }

export const embeds = [
  endpoint({
    route: 'GET /api/embed/:shareId',
    summary: 'A shared community recipe, for a card on another site; counts as an impression',
    access: 'public',
    open: true,
    // Every load counts, so none may be answered from a cache.
    cache: { control: 'no-store' },
    input: GetSharedRecipe,
    reply: SharedRecipe,
    faults: ['recipe-not-found'],
    run: getSharedRecipe,
  }),
  endpoint({
    route: 'GET /api/embed/:roasterSlug/:coffeeSlug',
    summary: "A roaster's own recipes for one coffee",
    access: 'public',
    open: true,
    cache,
    input: GetEmbedCoffee,
    reply: CoffeeEmbed,
    faults: ['roaster-not-found', 'coffee-not-found'],
    run: getEmbedCoffee,
  }),
  endpoint({
    route: 'GET /api/embed/recipes/:roasterSlug',
    summary: "A roaster's own recipes and how its widget looks; for pages on the roaster's allowed domains",
    access: 'public',
    open: true,
    onlyFor: domainsAllowedBy,
    cache,
    input: ListEmbedRecipes,
    reply: RoasterEmbed,
    faults: ['roaster-not-found', 'coffee-not-found', 'not-allowed'],
    run: listEmbedRecipes,
  }),
  endpoint({
    route: 'POST /api/embed/track-impression',
    summary: 'Tell that a recipe card was shown; the widget does',
    access: 'public',
    open: true,
    input: TrackSeen,
    reply: field.succeeded,
    faults: ['recipe-not-found'],
    run: trackImpression,
  }),
  endpoint({
    route: 'POST /api/embed/track-click',
    summary: 'Tell that somebody followed the link to the full recipe',
    access: 'public',
    open: true,
    input: TrackSeen,
    reply: field.succeeded,
    faults: ['recipe-not-found'],
    run: trackClick,
  }),
  endpoint({
    route: 'POST /api/embed/track-method-switch',
    summary: 'Tell that somebody looked at another brew method',
    access: 'public',
    open: true,
    input: TrackMethodSwitch,
    reply: field.succeeded,
    faults: ['recipe-not-found'],
    run: trackMethodSwitch,
  }),
]
