import { atMost } from '../../../core/cut.ts'
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
  languages,
  RoasterEmbed,
  SharedRecipe,
  TrackClick,
  TrackGrinderChoice,
  TrackImpression,
  TrackMethodSwitch,
} from '../../../core/embeds/model.ts'
import { Fault } from '../../../core/errors.ts'
import * as field from '../../../core/fields.ts'
import { dialScript, pickerScript, widgetScript } from '../../../widget/build.ts'
import { cardWords } from '../../../widget/languages.ts'
import type { Route } from '../endpoint.ts'
import { endpoint } from '../endpoint.ts'
import { perMinute } from '../limits.ts'
import { framePage } from '../pages/frame.ts'

/** Five minutes in caches, and ten more while they revalidate. */
const cache = { control: 'public, max-age=300, s-maxage=300, stale-while-revalidate=600' }

/**
 * High enough for a busy office that shares one address, and still a limit for a script that makes
 * up events.
 */
const generous = perMinute(300)

/** A module that the widget loads when it needs it. */
const widgetPart = (part: 'picker' | 'dial', script: () => Promise<string>, summary: string): Route => ({
  route: `GET /embed/${part}.js`,
  name: part === 'picker' ? 'readPickerScript' : 'readDialScript',
  summary,
  description: 'A module, cached for an hour. It works only inside the widget.',
  media: 'text/javascript',
  open: true,
  cache: { control: 'public, max-age=3600, stale-while-revalidate=86400', source: () => script },
  respond: async () =>
    new Response(await script(), {
      headers: {
        'content-type': 'text/javascript; charset=utf-8',
        'cross-origin-resource-policy': 'cross-origin',
      },
    }),
})

export const embeds: Route[] = [
  endpoint({
    route: 'GET /api/embed/:shareId',
    summary: 'A shared community recipe, for a card on another site; counts as an impression',
    description: 'Every load counts, so it is never cached. Open to all origins.',
    access: 'public',
    open: true,
    // Every load counts, so none may be answered from a cache.
    cache: { control: 'no-store' },
    changesState: true,
    input: GetSharedRecipe,
    example: { shareId: 'k7Qm2xW9' },
    reply: SharedRecipe,
    faults: ['recipe-not-found', 'grinder-not-found'],
    run: getSharedRecipe,
  }),
  endpoint({
    route: 'GET /api/embed/:roasterSlug/:coffeeSlug',
    summary: "A roaster's own recipes for one coffee",
    description:
      'One for each method, the default first, and techniques to brew it by. Open to all origins and cached for five minutes.',
    access: 'public',
    open: true,
    cache,
    input: GetEmbedCoffee,
    example: { roasterSlug: 'ottermill', coffeeSlug: 'huila-el-mirador' },
    reply: CoffeeEmbed,
    faults: ['roaster-not-found', 'coffee-not-found', 'grinder-not-found'],
    run: getEmbedCoffee,
  }),
  endpoint({
    route: 'GET /api/embed/recipes/:roasterSlug',
    summary: "A roaster's own recipes and how its widget looks; for pages on the roaster's allowed domains",
    description:
      'What the widget script reads. Pages on other domains get a 403; requests without an Origin are answered.',
    access: 'public',
    open: true,
    allowedSites: sitesAllowedBy,
    cache,
    input: ListEmbedRecipes,
    example: { roasterSlug: 'ottermill', limit: 1 },
    reply: RoasterEmbed,
    faults: ['roaster-not-found', 'coffee-not-found', 'grinder-not-found', 'not-allowed'],
    run: listEmbedRecipes,
  }),
  endpoint({
    route: 'POST /api/embed/track-impression',
    name: 'trackImpression',
    summary: 'Report that a recipe card was shown (sent by the widget)',
    description: '`shareId` is that of a shared recipe, or roaster-slug/coffee-slug.',
    access: 'public',
    open: true,
    limit: generous,
    input: TrackImpression,
    example: { shareId: 'ottermill/huila-el-mirador', method: 'v60' },
    reply: field.succeeded,
    faults: ['recipe-not-found', 'grinder-not-found'],
    run: trackImpression,
  }),
  endpoint({
    route: 'POST /api/embed/track-click',
    name: 'trackClick',
    summary: 'Report that a visitor opened the full recipe',
    description: '`shareId` is that of a shared recipe, or roaster-slug/coffee-slug.',
    access: 'public',
    open: true,
    limit: generous,
    input: TrackClick,
    example: { shareId: 'ottermill/huila-el-mirador', method: 'v60' },
    reply: field.succeeded,
    faults: ['recipe-not-found', 'grinder-not-found'],
    run: trackClick,
  }),
  endpoint({
    route: 'POST /api/embed/track-method-switch',
    name: 'trackMethodSwitch',
    summary: 'Report that a visitor switched to another brew method',
    description: '`method` is the one the visitor switched to.',
    access: 'public',
    open: true,
    limit: generous,
    input: TrackMethodSwitch,
    example: { shareId: 'ottermill/huila-el-mirador', method: 'aeropress' },
    reply: field.succeeded,
    faults: ['recipe-not-found', 'grinder-not-found'],
    run: trackMethodSwitch,
  }),
  endpoint({
    route: 'POST /api/embed/track-grinder-choice',
    name: 'trackGrinderChoice',
    summary: 'Report which grinder a visitor chose',
    description: 'So that roasters know which grinders their customers have. `grinder` is a slug or a name.',
    access: 'public',
    open: true,
    limit: generous,
    input: TrackGrinderChoice,
    example: { shareId: 'ottermill/huila-el-mirador', grinder: 'comandante-c40-mk4' },
    reply: field.succeeded,
    faults: ['recipe-not-found', 'grinder-not-found'],
    run: trackGrinderChoice,
  }),
  {
    route: 'GET /embed/widget.js',
    name: 'readWidgetScript',
    summary: 'The script that turns elements with data-service-widget into recipe cards',
    description: 'Cached for an hour. The widget’s README lists the attributes.',
    media: 'text/javascript',
    open: true,
    cache: { control: 'public, max-age=3600, stale-while-revalidate=86400', source: () => widgetScript },
    respond: async (_request, _params, { site }) =>
      new Response(await widgetScript(site.baseUrl), {
        headers: {
          'content-type': 'text/javascript; charset=utf-8',
          'cross-origin-resource-policy': 'cross-origin',
        },
      }),
  },
  widgetPart('picker', pickerScript, 'The list of grinders or coffees that the widget loads when a visitor opens it'),
  widgetPart('dial', dialScript, "The dial that the widget loads for a visitor's own grinder"),
  {
    route: 'GET /embed/words/:language',
    name: 'readWidgetWords',
    description: 'Cached for a day. English comes with the script.',
    summary: 'The words of the widget in a language other than English (de, fr, es, it, ja, ko, zh, zh-Hant)',
    media: 'application/json',
    open: true,
    cache: { control: 'public, max-age=86400, stale-while-revalidate=604800', source: () => cardWords },
    faults: ['not-found'],
    example: { language: 'de' },
    respond: (_request, { language = '' }) => {
      const words = Object.hasOwn(cardWords, language) ? cardWords[language] : undefined
      if (!words) throw new Fault('not-found', `The widget does not speak ${atMost(language, 20)}.`)
      return Response.json(words)
    },
  },
  {
    route: 'GET /embed/:roasterSlug',
    name: 'openWidgetFrame',
    summary:
      "A roaster's widget as a page, for a frame on the roaster's allowed domains (?theme, layout, coffee, language)",
    description: 'Only the recipes, for sites that don’t allow scripts. Invalid parameter values are ignored.',
    media: 'text/html',
    cache,
    example: { roasterSlug: 'ottermill' },
    operation: {
      parameters: [
        { name: 'theme', in: 'query', required: false, schema: { type: 'string', enum: ['light', 'dark', 'auto'] } },
        {
          name: 'layout',
          in: 'query',
          required: false,
          schema: { type: 'string', enum: ['card', 'compact', 'badge', 'inline', 'wide'] },
        },
        {
          name: 'coffee',
          in: 'query',
          required: false,
          description: 'The slug of the one coffee to show.',
          schema: { type: 'string' },
        },
        { name: 'language', in: 'query', required: false, schema: { type: 'string', enum: [...languages] } },
      ],
      responses: {
        404: { description: 'Roaster not found.', content: { 'text/html': { schema: { type: 'string' } } } },
      },
    },
    respond: (request, { roasterSlug = '' }, ports) => framePage(roasterSlug, request, ports),
  },
]
