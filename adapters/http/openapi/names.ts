import { SignedIn, User } from '../../../core/accounts/model.ts'
import { AdaptedRecipe } from '../../../core/adaptation/adapt.ts'
import { BrewStyle } from '../../../core/adaptation/styles.ts'
import { PublishedAt } from '../../../core/adaptation/technique.ts'
import { Typical } from '../../../core/adaptation/typical.ts'
import { Variant } from '../../../core/adaptation/variants.ts'
import { BrewLog, BrewReply, ExtractionFeedback, LogBrew } from '../../../core/brews/model.ts'
import { Coffee, CoffeeDetail } from '../../../core/coffees/model.ts'
import { CoffeeOnGrinder } from '../../../core/coffees/on-dial.ts'
import { Roaster, RoasterRef } from '../../../core/coffees/roaster.ts'
import { Collection, CollectionItem } from '../../../core/collections/collections.ts'
import { OnGrinder } from '../../../core/dial/on-grinder.ts'
import { Reason } from '../../../core/dial/reason.ts'
import { Drinker } from '../../../core/drinkers/model.ts'
import { EmbedCoffee } from '../../../core/embeds/model.ts'
import { FilterDetails, GrinderDetails, MachineDetails } from '../../../core/equipment/details.ts'
import { Calibrated } from '../../../core/equipment/own-grinders.ts'
import { OwnedFilter, OwnedGrinder, OwnedMachine } from '../../../core/equipment/owned-equipment.ts'
import * as field from '../../../core/fields.ts'
import { OpenedVariation, VariationList } from '../../../core/forks/forks.ts'
import { Received } from '../../../core/forms/model.ts'
import { Conversion } from '../../../core/grind/convert.ts'
import { GrinderDescription } from '../../../core/grind/described.ts'
import { FiveReferences, Notation } from '../../../core/grind/model.ts'
import { SettingRange } from '../../../core/grind/range.ts'
import { Bag } from '../../../core/library/bags.ts'
import { Lessons } from '../../../core/library/learned.ts'
import { LibraryEntry } from '../../../core/library/library.ts'
import { ShelfBag } from '../../../core/library/shelf.ts'
import { pageOf } from '../../../core/page.ts'
import { PersonalRecipe } from '../../../core/personal-recipes/model.ts'
import { Picture } from '../../../core/pictures/model.ts'
import { Analytics, EventTotals } from '../../../core/portal/analytics.ts'
import { PortalCoffee } from '../../../core/portal/coffees.ts'
import { EmbedSettings } from '../../../core/portal/embed.ts'
import { PortalInvitation, SentInvitation } from '../../../core/portal/invitations.ts'
import { PortalMember } from '../../../core/portal/members.ts'
import { RoasterProfile } from '../../../core/portal/profile.ts'
import { ReceivedInvitation } from '../../../core/portal/received-invitations.ts'
import { PortalRecipe } from '../../../core/portal/recipes.ts'
import { NotificationPreferences, Profile } from '../../../core/profiles/profiles.ts'
import { Privacy } from '../../../core/profiles/public-profile.ts'
import { Comment } from '../../../core/recipes/comments.ts'
import { Difference } from '../../../core/recipes/difference.ts'
import { BasedOn } from '../../../core/recipes/lineage.ts'
import { RecipePage } from '../../../core/recipes/lists.ts'
import { Recipe, RecipeDetail } from '../../../core/recipes/model.ts'
import { RatingReply, RatingTotals } from '../../../core/recipes/rating.ts'
import { CreatedRecipe } from '../../../core/recipes/recipes.ts'
import { Steps } from '../../../core/recipes/steps.ts'
import { Viewer } from '../../../core/recipes/viewer.ts'
import { OwnVote } from '../../../core/recipes/votes.ts'
import { ClaimReply } from '../../../core/roasters/claims.ts'
import { Following } from '../../../core/roasters/model.ts'
import { DialReply } from '../../../core/stand/read-dials.ts'
import { TasteVector } from '../../../core/taste/palate.ts'
import { TasteProfile } from '../../../core/taste/profile.ts'
import { ListedTechnique, TechniqueInShort } from '../../../core/techniques/techniques.ts'

/** Schemas that more than one operation takes or returns, by their name in the OpenAPI document. */
export const namedShapes = {
  AdaptedRecipe,
  BasedOn,
  BrewLog,
  Bag,
  Lessons,
  ShelfBag,
  GrinderOfBrew: BrewLog.entries.grinder,
  BrewReply,
  BrewStyle,
  BrewedCoffee: BrewLog.entries.coffee,
  BrewedFrom: BrewLog.entries.bag,
  BrewedOn: BrewLog.entries.machine,
  Calibrated,
  Claim: ClaimReply.entries.claim,
  Coffee,
  CoffeeDetail,
  CoffeeOnGrinder,
  CoffeeList: pageOf(Coffee),
  Collection,
  CollectionItem,
  Conversion,
  Comment,
  DialStand: DialReply.entries.dial,
  Difference,
  CreatedRecipe,
  Cup: BrewLog.entries.cups.pipe[0].wrapped.item,
  CupSaid: LogBrew.entries.cups.wrapped.pipe[0].item,
  Drinker,
  EmbedCoffee,
  EmbedSettings,
  EventDay: Analytics.entries.byDay.item,
  EventTotals,
  ExtractionFeedback,
  Filter: FilterDetails,
  Following,
  Grinder: GrinderDetails,
  GrinderDescription,
  KnownSetting: GrinderDescription.entries.known.pipe[0].item,
  Notation,
  References: FiveReferences,
  LibraryEntry,
  Machine: MachineDetails,
  NotificationPreferences,
  OnGrinder,
  OpenedRecipe: OpenedVariation,
  OwnVote,
  OwnedFilter,
  OwnedGrinder,
  OwnedMachine,
  PersonalRecipe,
  Picture,
  PersonRef: Recipe.entries.createdBy,
  PortalCoffee,
  PortalInvitation,
  PortalMember,
  PortalRecipe,
  ReceivedInvitation,
  Privacy,
  Profile,
  RatingTotals,
  RecipeRating: RatingReply,
  Reason,
  Received,
  Recipe,
  RecipeCoffee: Recipe.entries.coffee,
  RecipeCoffeeDetail: RecipeDetail.entries.coffee,
  RecipeFilter: RecipeDetail.entries.filter,
  RecipeGrinder: Recipe.entries.grinder,
  RecipeGrinderDetail: RecipeDetail.entries.grinder,
  RecipeMachine: Recipe.entries.machine,
  RecipeMachineDetail: RecipeDetail.entries.machine,
  RecipeList: pageOf(Recipe),
  RecipePage,
  Roaster,
  RoasterProfile,
  RoasterRef,
  SentInvitation,
  SettingRange,
  SignedIn,
  Steps,
  Succeeded: field.succeeded,
  TasteProfile,
  TasteVector,
  Technique: ListedTechnique,
  TechniqueSource: PublishedAt,
  MadeKnownBy: TechniqueInShort.entries.madeKnownBy,
  Typical,
  TypicalRange: Typical.entries.ratio,
  User,
  Variant,
  VariationList,
  VariantSource: Variant.entries.original,
  Viewer,
}
