import { bagFields } from '../brews/bags.ts'
import { exportedBrewFields } from '../brews/brew-columns.ts'
import { personalRecipeFields, personalVersionFields } from '../recipes/personal-recipes.ts'
import { derivedFields, recipeFields } from '../recipes/recipe-columns.ts'
import { versionFields } from '../recipes/recipes.ts'

export interface PersonalTable {
  table: string
  /** The column that names the person. */
  by: string
  /** The fields that are exported. Secrets never are, not even to their owner. */
  fields: readonly string[]
  /**
   * The order in which its rows are read, `id` by default. It must never change for a row. If an
   * index starts with the person, it is the order of that index; otherwise `+ 0` keeps the planner
   * from reading everybody's rows in the order of ids.
   */
  order: readonly string[]
}

/** `fields` are names separated by spaces, or a list. */
const held = (table: string, by: string, fields: string | readonly string[], order = ['id']): PersonalTable => ({
  table,
  by,
  fields: typeof fields === 'string' ? namesIn(fields) : fields,
  order,
})

function namesIn(text: string) {
  return text.trim().split(/\s+/)
}

export const accountFields = namesIn(`
  id email emailVerifiedAt appleSubject name disabledAt notifyRecipeComments notifyRecipeFavorites notifyRecipeBrews notifyRecipeVariations notifyShelf shelfCheckedAt
  createdAt isProfilePublic areBrewsPublic altitudeMeters waterHardnessPpm waterAlkalinityPpm`)

const heldPersonalRecipes = held('personal_recipes', 'user_id', ['id', ...personalRecipeFields], ['created_at', 'id'])
const heldCollections = held('collections', 'user_id', 'id name description createdAt shareId', ['created_at', 'id'])
const heldCommunityRecipes = held(
  'recipes',
  'created_by',
  [
    'id',
    ...recipeFields,
    ...derivedFields,
    ...namesIn(`
      createdBy strengthLevel tasteLevel shareId upvotes downvotes wilsonScore ratingSum ratingCount avgRating brewCount
      saveCount commentCount hiddenAt createdAt roasterRecipeId version editedAt isNearCopy isListed`),
  ],
  ['id + 0'],
)

/**
 * Every table with something about a person. A test fails as long as a table that names people, or
 * a column of it, is neither listed here nor marked as not exported, so that a new one is neither
 * forgotten nor exported by accident.
 */
export const personalTables: Record<string, PersonalTable> = {
  palate: held(
    'palates',
    'user_id',
    'acidity body sweetness bitterness complexity aftertaste strength roast explorer',
    ['user_id'],
  ),
  drinkers: held('drinkers', 'user_id', 'id name colour palate createdAt'),
  grinders: held(
    'user_grinders',
    'user_id',
    'grinderId isDefault nickname calibration tasted description createdAt saidSetting saidAt burrsChangedOn',
    ['grinder_id'],
  ),
  describedGrinders: held('grinders', 'owner_id', 'id description', ['id + 0']),
  machines: held('user_machines', 'user_id', 'machineId isDefault nickname createdAt', ['machine_id']),
  filters: held('user_filters', 'user_id', 'filterId isDefault nickname createdAt', ['filter_id']),
  grindFeedback: held('grind_feedback', 'user_id', 'id grinderId setting grindIndex method feedback createdAt', [
    'id + 0',
  ]),
  coffeeLibrary: held('coffee_library', 'user_id', 'coffeeProfileId personalNotes rating createdAt roastedOn', [
    'coffee_profile_id',
  ]),
  brewLogs: held('brew_logs', 'user_id', exportedBrewFields, ['brewed_at', 'id']),
  personalRecipes: heldPersonalRecipes,
  savedRecipes: held('saved_recipes', 'user_id', 'communityRecipeId createdAt', ['community_recipe_id']),
  collections: heldCollections,
  communityRecipes: heldCommunityRecipes,
  submittedCoffees: held(
    'coffees',
    'submitted_by',
    `
    id roasterId slug name roastLevel coffeeType origin flavorProfile description acidityLevel bodyLevel
    processingMethod submittedBy recipeCount createdAt place buyUrl`,
    ['id + 0'],
  ),
  votes: held('votes', 'user_id', 'recipeId vote createdAt counts', ['recipe_id + 0']),
  ratings: held('ratings', 'user_id', 'recipeId rating notes createdAt counts', ['recipe_id + 0']),
  techniqueVotes: held('technique_votes', 'user_id', 'technique vote createdAt', ['technique']),
  techniqueRatings: held('technique_ratings', 'user_id', 'technique rating createdAt', ['technique']),
  comments: held('comments', 'user_id', 'id recipeId technique body createdAt', ['created_at', 'id']),
  reports: held('reports', 'user_id', 'id kind thingId reason sentence createdAt', ['id + 0']),
  followedRoasters: held('roaster_follows', 'user_id', 'roasterId createdAt', ['roaster_id']),
  roasterMemberships: held('roaster_members', 'user_id', 'roasterId role createdAt', ['roaster_id']),
  roasterClaims: held(
    'roaster_claims',
    'user_id',
    'id roasterId businessEmail proofUrl notes state linkId expiresAt createdAt decidedAt',
    ['id + 0'],
  ),
  roasterInvitationsSent: held(
    'roaster_invitations',
    'invited_by',
    'id roasterId email role linkId sentAt expiresAt declinedAt',
    ['id + 0'],
  ),
  bags: held(
    'bags',
    'user_id',
    ['id', 'importKey', 'parentKey', ...bagFields, ...namesIn('editedAt lowToldAt pastToldAt')],
    ['created_at', 'id'],
  ),
  favouriteNotices: held('favourite_notices', 'user_id', 'communityRecipeId', ['community_recipe_id']),
  signInLinks: held('magic_links', 'user_id', 'id expiresAt usedAt purpose isMailed newEmail', ['expires_at', 'id']),
  apiTokens: held('api_tokens', 'user_id', 'id name startsWith scopes createdAt expiresAt lastUsedAt'),
  connectedApps: held(
    'app_connections',
    'user_id',
    'id appId appName scopes resource createdAt redeemedAt expiresAt lastUsedAt',
  ),
  sessions: held('sessions', 'user_id', 'id browser system lastUsedAt'),
  mails: held(
    'outbox',
    'user_id',
    'id recipient replyTo template props attempts nextAttemptAt failedAt lastError createdAt',
  ),
  /** Without who did it, because that is another person. */
  adminActs: held('audit', 'user_id', 'id at act details'),
}

/** Rows that belong to one of a person's rows, and name the person only through it. */
export const partTables: Record<string, PersonalTable & { of: PersonalTable }> = {
  collectionItems: {
    ...held('collection_items', 'collection_id', 'collectionId recipeId createdAt', ['collection_id + 0', 'recipe_id']),
    of: heldCollections,
  },
  recipeForks: {
    ...held('recipe_forks', 'recipe_id', 'recipeId parentId parentVersion technique stepPoints', ['recipe_id + 0']),
    of: heldCommunityRecipes,
  },
  recipeVersions: {
    ...held(
      'recipe_versions',
      'recipe_id',
      ['recipeId', 'version', 'writtenAt', ...versionFields],
      ['recipe_id + 0', 'version'],
    ),
    of: heldCommunityRecipes,
  },
  personalRecipeVersions: {
    ...held(
      'personal_recipe_versions',
      'personal_recipe_id',
      ['personalRecipeId', 'version', 'writtenAt', ...personalVersionFields],
      ['personal_recipe_id + 0', 'version'],
    ),
    of: heldPersonalRecipes,
  },
}

/** Stored under an address: theirs only if they have proven that it is theirs. */
export const tablesByAddress: Record<string, PersonalTable> = {
  contactMessages: held('contact_messages', 'email', 'id name email subject message createdAt'),
  demoRequests: held('demo_requests', 'email', 'id name email company message createdAt'),
  roasterInvitations: held(
    'roaster_invitations',
    'email',
    'id roasterId email role linkId sentAt expiresAt declinedAt',
  ),
  accountInvitations: held('account_invitations', 'email', 'id email isMailed sentAt expiresAt'),
  roastersThatGiveTheAddress: held(
    'roasters',
    'contact_email',
    `
    id slug name description tagline city state country logoUrl coverImageUrl websiteUrl style
    instagramHandle contactEmail isVerified isPremium coffeeCount recipeCount followerCount createdAt`,
  ),
  subscriptions: held('subscribers', 'email', 'email source createdAt', ['email']),
}
