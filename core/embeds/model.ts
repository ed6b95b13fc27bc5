import * as v from 'valibot'
import { roastLevels } from '../coffees/roast.ts'
import { onPublishedDial } from '../dial/reader.ts'
import * as field from '../fields.ts'
import { grinderName } from '../grind/find.ts'
import { GivenMethod, methodIds } from '../grind/methods.ts'
import { EquipmentName } from '../grind/ref.ts'
import { Picture } from '../pictures/model.ts'
import { Recipe } from '../recipes/model.ts'
import { Steps } from '../recipes/steps.ts'

export const themes = ['light', 'dark', 'auto'] as const
export const layouts = ['card', 'inline', 'badge'] as const
export const languages = ['en', 'de', 'fr', 'es', 'it', 'ja', 'ko', 'zh', 'zh-Hant'] as const
export const MOST_BORDER_RADIUS = 24
/** Suggestions. Any other colour is accepted, too. */
export const accentSwatches = ['#7A3E1D', '#2F5D50', '#1D3557', '#8A2B3A'] as const
/** Counts the roaster's own recipes only. */
export const MOST_RECIPES_OF_A_COFFEE = 100
/** Of techniques beside a coffee's own recipes. */
export const MOST_TECHNIQUES_OF_A_COFFEE = 4
/** Over all its coffees. They are sorted while a visitor waits for a page with the widget. */
export const MOST_RECIPES_OF_A_ROASTER = 1000
const LONGEST_SHARE_ID = 420

const method = v.picklist(methodIds)

export const GetSharedRecipe = v.object({ shareId: field.text(1, 100), ...onPublishedDial })
export const GetEmbedCoffee = v.object({ roasterSlug: field.slug, coffeeSlug: field.slug, ...onPublishedDial })
export const ListEmbedRecipes = v.object({
  roasterSlug: field.slug,
  method: v.optional(GivenMethod),
  coffee: v.optional(v.pipe(field.slug, v.description('Only the recipes of this coffee (its slug).'))),
  ...onPublishedDial,
  limit: field.limit(12, 24),
})

const shareId = v.pipe(
  field.text(1, LONGEST_SHARE_ID),
  v.description('roaster-slug/coffee-slug, or the id of a shared recipe.'),
)
const source = v.optional(
  v.pipe(field.text(0, 2000), v.description('The page around our frame; only used if the Referer is our own page.')),
)
const grinder = grinderName('Slug or name of the visitor’s grinder.')
const tracked = { shareId, method: v.optional(GivenMethod), grinder: v.optional(grinder), source }
export const TrackImpression = v.object(tracked)
export const TrackClick = v.object(tracked)
export const TrackMethodSwitch = v.object({ ...tracked, method: GivenMethod })
export const TrackGrinderChoice = v.object({ ...tracked, grinder })

/** A roaster's recipe as its widget shows it. */
export const EmbedRecipe = v.object({
  method,
  methodName: v.string(),
  doseGrams: v.number(),
  waterGrams: v.number(),
  ratio: v.number(),
  waterTempF: v.nullable(v.number()),
  grindSize: v.pipe(v.string(), v.description('In words: the roaster’s own, or our name for the grind index.')),
  grindIndex: v.number(),
  brewTimeSeconds: v.nullable(v.number()),
  steps: v.nullable(Steps),
  notes: v.nullable(v.string()),
  isDefault: v.pipe(v.boolean(), v.description('The one shown for its method.')),
  onGrinder: Recipe.entries.onGrinder,
})
export type EmbedRecipe = v.InferOutput<typeof EmbedRecipe>

const Named = v.object({ name: v.string(), slug: v.string() })
export const EmbedCoffee = v.object({
  ...Named.entries,
  roastLevel: v.picklist(roastLevels),
  flavorNotes: v.array(v.string()),
  picture: v.nullable(Picture),
  buyUrl: v.pipe(v.nullable(v.string()), v.description('Where its roaster sells it.')),
})
export type EmbedCoffee = v.InferOutput<typeof EmbedCoffee>

export const EmbedConfig = v.object({
  accentColor: v.string(),
  theme: v.pipe(v.picklist(themes), v.description('auto: matches the page around it.')),
  showPoweredBy: v.boolean(),
  layout: v.picklist(layouts),
  borderRadius: v.pipe(v.number(), v.description('In pixels.')),
  defaultCoffee: v.pipe(v.nullable(v.string()), v.description('The slug of the coffee to open with. Null: the first.')),
  methodOrder: v.pipe(v.array(method), v.description('Recipes come in this order of methods, any others after them.')),
  language: v.pipe(v.nullable(v.picklist(languages)), v.description('Null: same as the page around it.')),
  showPicture: v.pipe(v.boolean(), v.description('Whether to show the picture of the bag.')),
  showBuyButton: v.pipe(v.boolean(), v.description('Whether to link to where the coffee is sold.')),
})
export type EmbedConfig = v.InferOutput<typeof EmbedConfig>

/** The settings of a widget until its roaster changes them. */
export const DEFAULT_EMBED_CONFIG: EmbedConfig = {
  accentColor: '#1D3557',
  theme: 'light',
  showPoweredBy: true,
  layout: 'card',
  borderRadius: 4,
  defaultCoffee: null,
  methodOrder: [],
  language: null,
  showPicture: true,
  showBuyButton: true,
}

const EmbedTechnique = v.object({
  ...Named.entries,
  method,
  methodName: v.string(),
  madeKnownBy: v.nullable(v.string()),
  grindIndex: v.number(),
  path: v.pipe(v.string(), v.description('Web page about this coffee. Also accepts `grinder`.')),
})
export const CoffeeEmbed = v.object({
  roaster: Named,
  coffee: EmbedCoffee,
  recipes: v.array(EmbedRecipe),
  techniques: v.pipe(
    v.array(EmbedTechnique),
    v.description(
      'Techniques for its roast: the best one for each of several methods, starting with the methods its recipes use.',
    ),
  ),
})
export type CoffeeEmbed = v.InferOutput<typeof CoffeeEmbed>

export const RoasterEmbed = v.object({
  roaster: Named,
  recipes: v.pipe(
    v.array(v.object({ ...EmbedRecipe.entries, coffee: EmbedCoffee })),
    v.description('By coffee; for each method, the default first.'),
  ),
  embedConfig: EmbedConfig,
  mayHidePoweredBy: v.pipe(
    v.boolean(),
    v.description('Whether data-show-powered-by="false" counts: premium roasters.'),
  ),
  coffees: v.pipe(
    v.array(v.object({ ...Named.entries, flavorNotes: EmbedCoffee.entries.flavorNotes })),
    v.description('Every coffee with a recipe, including those beyond the limit.'),
  ),
})
export type RoasterEmbed = v.InferOutput<typeof RoasterEmbed>

/** A community recipe that its author has shared. */
export const SharedRecipe = v.object({
  name: v.string(),
  method,
  doseGrams: v.number(),
  waterGrams: v.number(),
  ratio: v.number(),
  brewTimeSeconds: v.nullable(v.number()),
  waterTempF: v.nullable(v.number()),
  grindSetting: v.number(),
  grindSettingText: v.nullable(v.string()),
  grindIndex: v.number(),
  steps: v.nullable(Steps),
  grinder: EquipmentName,
  coffeeName: v.nullable(v.string()),
  roaster: v.nullable(Named),
  brewMethods: v.pipe(
    v.nullable(v.array(method)),
    v.description('Every method this coffee has community recipes for.'),
  ),
  onGrinder: Recipe.entries.onGrinder,
})
export type SharedRecipe = v.InferOutput<typeof SharedRecipe>
