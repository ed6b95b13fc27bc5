import {
  getEmbedCoffee,
  getSharedRecipe,
  listEmbedRecipes,
  sitesAllowedBy,
  trackClick,
  trackGrinderChoice,
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
  TrackGrinderChoice,
  TrackMethodSwitch,
  TrackSeen,
} from '../../../core/embeds/model.ts'
import * as field from '../../../core/fields.ts'
import { widgetScript } from '../../../widget/build.ts'
import type { Route } from '../endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { perMinute } from '../limits.ts'
import { framePage } from '../pages/frame.ts'

/** Five minutes at the edge, and ten more while it asks again. */
const cache = { control: 'public, max-age=300, s-maxage=300, stale-while-revalidate=600' }

/** A busy office has one address; what makes up events has one too. */
const generous = perMinute(300)

export const embeds: Route[] = [
  endpoint({
    route: 'GET /api/embed/:shareId',
    summary: 'A shared community recipe, for a card on another site; counts as an impression',
    access: 'public',
    open: true,
    // Every load counts, so none may be answered from a cache.
    cache: { control: 'no-store' },
    changesState: true,
    input: GetSharedRecipe,
    reply: SharedRecipe,
    faults: ['recipe-not-found', 'grinder-not-found'],
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
    faults: ['roaster-not-found', 'coffee-not-found', 'grinder-not-found'],
    run: getEmbedCoffee,
  }),
  endpoint({
    route: 'GET /api/embed/recipes/:roasterSlug',
    summary: "A roaster's own recipes and how its widget looks; for pages on the roaster's allowed domains",
    access: 'public',
    open: true,
    allowedSites: sitesAllowedBy,
    cache,
    input: ListEmbedRecipes,
    reply: RoasterEmbed,
    faults: ['roaster-not-found', 'coffee-not-found', 'grinder-not-found', 'not-allowed'],
    run: listEmbedRecipes,
  }),
  endpoint({
    route: 'POST /api/embed/track-impression',
    summary: 'Tell that a recipe card was shown; the widget does',
    access: 'public',
    open: true,
    limit: generous,
    input: TrackSeen,
    reply: field.succeeded,
    faults: ['recipe-not-found', 'grinder-not-found'],
    run: trackImpression,
  }),
  endpoint({
    route: 'POST /api/embed/track-click',
    summary: 'Tell that somebody followed the link to the full recipe',
    access: 'public',
    open: true,
    limit: generous,
    input: TrackSeen,
    reply: field.succeeded,
    faults: ['recipe-not-found', 'grinder-not-found'],
    run: trackClick,
  }),
  endpoint({
    route: 'POST /api/embed/track-method-switch',
    summary: 'Tell that somebody looked at another brew method',
    access: 'public',
    open: true,
    limit: generous,
    input: TrackMethodSwitch,
    reply: field.succeeded,
    faults: ['recipe-not-found', 'grinder-not-found'],
    run: trackMethodSwitch,
  }),
  endpoint({
    route: 'POST /api/embed/track-grinder-choice',
    summary: 'Tell that somebody said which grinder they have',
    access: 'public',
    open: true,
    limit: generous,
    input: TrackGrinderChoice,
    reply: field.succeeded,
    faults: ['recipe-not-found', 'grinder-not-found'],
    run: trackGrinderChoice,
  }),
  {
    route: 'GET /embed/widget.js',
    summary: 'The script that turns elements with data-service-widget into recipe cards',
    media: 'text/javascript',
    open: true,
    cache: { control: 'public, max-age=3600, stale-while-revalidate=86400', source: () => widgetScript },
    respond: async () =>
      new Response(await widgetScript(), {
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cross-origin-resource-policy': 'cross-origin',
        },
      }),
  },
  {
    route: 'GET /embed/:roasterSlug',
    summary: "A roaster's widget as a page, for a frame on the roaster's allowed domains (?theme, layout, coffee)",
    media: 'text/html',
    cache,
    respond: (request, { roasterSlug = '' }, ports) => framePage(roasterSlug, request, ports),
  },
]
