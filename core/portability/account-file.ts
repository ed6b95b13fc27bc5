import * as v from 'valibot'
import { LogBrew, type StoredBrew } from '../brews/model.ts'
import { coffeeTypes } from '../coffees/model.ts'
import { roastLevels } from '../coffees/roast.ts'
import { day, FIRST_INSTANT } from '../dates.ts'
import { AddDrinker, type StoredDrinker } from '../drinkers/model.ts'
import * as field from '../fields.ts'
import { CalibrationReferences } from '../grind/calibrate.ts'
import { GrinderDescription } from '../grind/described.ts'
import { methodIds } from '../grind/methods.ts'
import { MOST_SETTING } from '../grind/model.ts'
import type { StoredBag } from '../library/bags.ts'
import { type PersonalVersion, personalFigures } from '../personal-recipes/model.ts'
import type { NewPersonalRecipe } from '../personal-recipes/personal-recipes.ts'
import type { AuthoredRecipe } from '../recipes/compose.ts'
import type { Basis } from '../recipes/lineage.ts'
import { Steps } from '../recipes/steps.ts'
import type { StoredVersion } from '../recipes/versions.ts'
import { directions } from '../recipes/vote.ts'
import { TasteProfile } from '../taste/profile.ts'

/**
 * The rows of an export of this service, as another server reads them. An id only refers to another
 * row of the same file; the matching thing here is found by its name. Counters, owners and
 * everything else are ignored.
 */
const { orNull } = field

/**
 * Makes the compiler ask for every stored field: one that is missing here would be lost when an
 * account moves.
 */
type RowOf<Stored> = Record<keyof Stored, v.GenericSchema>

const timeInFile = v.pipe(
  field.boundedWord('must be a time'),
  v.maxLength(40, 'must be a time'),
  v.check(text => Date.parse(text) >= FIRST_INSTANT, 'must be a time since 1990'),
  v.transform(text => new Date(text).toISOString()),
)
const share = field.number(0, 1)
export const LONGEST_KEY = 300
const key = field.text(1, LONGEST_KEY)
const grindSetting = field.number(-MOST_SETTING, MOST_SETTING)
const MOST_STAYS = 20
const flagOr = (otherwise: boolean) => v.nullish(field.flag, otherwise)

export const AccountRow = v.object({
  name: orNull(field.name),
  notifyRecipeComments: flagOr(true),
  notifyRecipeFavorites: flagOr(false),
  notifyRecipeBrews: flagOr(true),
  notifyRecipeVariations: flagOr(true),
  notifyShelf: flagOr(false),
  isProfilePublic: flagOr(true),
  altitudeMeters: orNull(field.altitudeMeters),
  waterHardnessPpm: orNull(field.waterPpm),
  waterAlkalinityPpm: orNull(field.waterPpm),
})

export const PalateRow = v.object({
  acidity: share,
  body: share,
  sweetness: share,
  bitterness: share,
  complexity: share,
  aftertaste: share,
  strength: share,
  roast: share,
  explorer: share,
})

export const DrinkerRow = v.object({
  id: field.id,
  name: AddDrinker.entries.name,
  colour: AddDrinker.entries.colour,
  palate: orNull(PalateRow),
  createdAt: timeInFile,
} satisfies RowOf<StoredDrinker & { createdAt: unknown }>)

const owned = { isDefault: flagOr(false), nickname: orNull(field.name), createdAt: timeInFile }
export const GrinderRow = v.object({
  grinderId: field.id,
  ...owned,
  tasted: orNull(CalibrationReferences),
  saidSetting: orNull(grindSetting),
  saidAt: orNull(timeInFile),
  burrsChangedOn: orNull(day),
})
export type GrinderRow = v.InferOutput<typeof GrinderRow>
/** As its owner described it; the curve is drawn anew from that. */
export const DescribedRow = v.object({ id: field.id, description: GrinderDescription })
export const MachineRow = v.object({ machineId: field.id, ...owned })
export const FilterRow = v.object({ filterId: field.id, ...owned })

export const LibraryRow = v.object({
  coffeeProfileId: field.id,
  personalNotes: orNull(field.longText),
  rating: orNull(field.rating),
  roastedOn: orNull(day),
  createdAt: timeInFile,
})
export type LibraryRow = v.InferOutput<typeof LibraryRow>

const onBag = {
  name: field.name,
  roasterName: orNull(field.name),
  roastLevel: orNull(v.picklist(roastLevels)),
  coffeeType: orNull(v.picklist(coffeeTypes)),
  origin: orNull(field.line),
  flavorProfile: orNull(field.longText),
  processingMethod: orNull(field.line),
}
export const BagRow = v.object({
  id: field.id,
  importKey: key,
  coffeeProfileId: orNull(field.id),
  ...onBag,
  personalNotes: orNull(field.longText),
  rating: orNull(field.rating),
  weightGrams: orNull(field.number(1, 100_000)),
  roastedOn: orNull(day),
  setGrams: orNull(field.number(-100_000, 100_000)),
  setAt: orNull(timeInFile),
  openedOn: orNull(day),
  frozenOn: orNull(day),
  thawedOn: orNull(day),
  frozenBefore: orNull(v.pipe(v.array(v.object({ frozenOn: day, thawedOn: day })), v.maxLength(MOST_STAYS))),
  freezerNote: orNull(field.longText),
  parentKey: orNull(key),
  isArchived: flagOr(false),
  isFavourite: flagOr(false),
  createdAt: timeInFile,
} satisfies RowOf<StoredBag & { id: unknown; importKey: unknown; parentKey: unknown }>)

const ground = {
  method: v.picklist(methodIds, 'must be a brew method'),
  grindSetting: orNull(grindSetting),
  grindSettingText: orNull(field.line),
  grindIndex: orNull(field.grindIndex),
}
const { coffeeGrams: _, drinkerId: _drinkerId, ...logged } = LogBrew.entries
/** The fields that may be logged, and what was computed from them. */
export const FileBrewRow = v.object({
  ...logged,
  ...ground,
  id: field.id,
  importKey: orNull(key),
  savedAsRecipe: flagOr(false),
  recipeVersion: orNull(field.integer(1, 2 ** 31 - 1)),
  createdAt: timeInFile,
} satisfies RowOf<Omit<StoredBrew, 'coffee' | 'bag'> & { bagId: unknown; importKey: unknown }>)
export type FileBrewRow = v.InferOutput<typeof FileBrewRow>

/** What a recipe is based on. 0 is a recipe that was never on the other server. */
const basis = {
  parentId: orNull(field.integer(0, 2 ** 31 - 1)),
  parentVersion: orNull(field.integer(1, 2 ** 31 - 1)),
  technique: orNull(field.text(1, 100)),
} satisfies RowOf<Basis>

export const ForkRow = v.object({ recipeId: field.id, ...basis })
export type ForkRow = v.InferOutput<typeof ForkRow>

const versionNumber = field.integer(1, 2 ** 31 - 1)
const edited = { version: orNull(versionNumber), editedAt: orNull(timeInFile) }
const versionInFile = { version: versionNumber, writtenAt: timeInFile }

export const PersonalRecipeRow = v.object({
  id: orNull(field.id),
  ...edited,
  ...ground,
  name: orNull(field.name),
  coffeeProfileId: orNull(field.id),
  grinderId: orNull(field.id),
  ratio: orNull(field.ratio),
  doseGrams: orNull(field.doseGrams),
  waterGrams: orNull(field.waterGrams),
  waterTempF: orNull(field.waterTempF),
  brewTimeSeconds: orNull(field.brewTimeSeconds),
  steps: orNull(Steps),
  notes: orNull(field.longText),
  rating: orNull(field.rating),
  brewLogId: orNull(field.id),
  ...basis,
  createdAt: timeInFile,
} satisfies RowOf<NewPersonalRecipe & EditedInFile & { id: unknown; brewLogId: unknown; createdAt: unknown }>)

type EditedInFile = Record<keyof typeof edited, unknown>

export const PersonalVersionRow = v.object({
  personalRecipeId: field.id,
  ...versionInFile,
  ...v.pick(PersonalRecipeRow, personalFigures).entries,
} satisfies RowOf<PersonalVersion & { personalRecipeId: unknown }>)

const publicInFile = {
  grinderId: field.id,
  machineId: field.id,
  filterId: orNull(field.id),
  grindSetting,
  grindSettingText: orNull(field.text(1, 60)),
  grindIndex: field.grindIndex,
  ratio: field.ratio,
  doseGrams: field.doseGrams,
  waterGrams: field.waterGrams,
  brewTimeSeconds: orNull(field.brewTimeSeconds),
  waterTempF: orNull(field.waterTempF),
  notes: orNull(field.longText),
  tasteProfile: orNull(TasteProfile),
  steps: orNull(Steps),
}
export const PublishedRow = v.object({
  id: field.id,
  coffeeProfileId: field.id,
  ...publicInFile,
  ...edited,
  authorCalibrated: flagOr(false),
  hiddenAt: orNull(field.boundedWord('must be a time')),
  createdAt: timeInFile,
} satisfies RowOf<AuthoredRecipe & EditedInFile & { id: unknown; hiddenAt: unknown; createdAt: unknown }>)
export type PublishedRow = v.InferOutput<typeof PublishedRow>

export const VersionRow = v.object({
  recipeId: field.id,
  ...versionInFile,
  ...publicInFile,
} satisfies RowOf<StoredVersion & { recipeId: unknown }>)
export type VersionRow = v.InferOutput<typeof VersionRow>

export const SavedRow = v.object({ communityRecipeId: field.id, createdAt: timeInFile })
export const CollectionRow = v.object({
  id: field.id,
  name: field.name,
  description: orNull(field.longText),
  createdAt: timeInFile,
})
export const ItemRow = v.object({ collectionId: field.id, recipeId: field.id, createdAt: timeInFile })
export const VoteRow = v.object({ recipeId: field.id, vote: v.picklist(directions), createdAt: timeInFile })
const ofTechnique = { technique: field.text(1, 100), createdAt: timeInFile }
export const TechniqueVoteRow = v.object({ ...ofTechnique, vote: v.picklist(directions) })
export const TechniqueRatingRow = v.object({ ...ofTechnique, rating: field.rating })
export const RatingRow = v.object({
  recipeId: field.id,
  rating: field.rating,
  notes: orNull(field.longText),
  createdAt: timeInFile,
})
export const FollowRow = v.object({ roasterId: field.id, createdAt: timeInFile })

export const CoffeeName = v.object({
  id: field.id,
  ...onBag,
  roasterName: field.name,
  slug: v.fallback(field.slug, '-'),
  roasterSlug: v.fallback(field.slug, '-'),
})
export type CoffeeName = v.InferOutput<typeof CoffeeName>

export const ItemName = v.object({ id: field.id, slug: field.slug })
export const RecipeName = v.object({
  id: field.id,
  coffeeProfileId: field.id,
  grinderId: field.id,
  machineId: field.id,
  grindSetting,
  doseGrams: field.doseGrams,
  waterGrams: field.waterGrams,
  byRoaster: flagOr(false),
  ...edited,
  createdAt: timeInFile,
})
