import type { Techniques } from '../adaptation/technique.ts'
import type { Ratings } from '../brews/ratings.ts'
import type { Coffees } from '../coffees/coffees.ts'
import type { Collections } from '../collections/collections.ts'
import { type Equipment, unknownItem } from '../equipment/equipment.ts'
import { FARTHEST_POINTS } from '../grind/calibrate.ts'
import { groundOn } from '../grind/given.ts'
import { type ComposedRecipe, composeRecipe, type Ingredients } from '../recipes/compose.ts'
import { type Basis, stepPoints } from '../recipes/lineage.ts'
import { PUBLISHING } from '../recipes/publishing.ts'
import type { NewBasis } from '../recipes/recipes.ts'
import type { SavedRecipes } from '../recipes/saved-recipes.ts'
import type { Votes } from '../recipes/votes.ts'
import type { TechniqueTalk } from '../techniques/talk.ts'
import {
  CollectionRow,
  ForkRow,
  ItemRow,
  PersonalRecipeRow,
  PersonalVersionRow,
  PublishedRow,
  RatingRow,
  SavedRow,
  TechniqueRatingRow,
  TechniqueVoteRow,
  VersionRow,
  VoteRow,
} from './account-file.ts'
import { type AccountTransfer, bring, type Lists, notHere, rowsRead } from './transfer.ts'
import { itemHere, type Names, recipeHere } from './transfer-names.ts'
import { historyOf, versionsRead } from './transfer-versions.ts'
import { atTimesOf, type BrewHere, type Transfers } from './transfers.ts'

export interface TransferRecipePorts extends Equipment {
  coffees: Coffees
  collections: Collections
  savedRecipes: SavedRecipes
  votes: Votes
  ratings: Ratings
  techniques: Techniques
  techniqueTalk: TechniqueTalk
  transfers: Transfers
}

/**
 * Publishes the person's recipes again with their original dates and their earlier versions. Votes
 * and comments by others are not imported.
 */
export async function publishRecipes(
  transfer: AccountTransfer,
  lists: Lists,
  names: Names,
  ports: TransferRecipePorts,
) {
  const rows = await rowsRead(transfer, 'published recipe', PublishedRow, lists.communityRecipes)
  const before = new Map(transfer.here.published.map(recipe => [recipe.createdAt, recipe]))
  const versions = await versionsRead(lists.recipeVersions, VersionRow, ({ recipeId }) => recipeId)
  const forks = new Map(
    (await rowsRead(transfer, 'published recipe', ForkRow, lists.recipeForks)).map(fork => [fork.recipeId, fork]),
  )
  const nameOf = ({ coffeeProfileId, createdAt }: PublishedRow) =>
    `${names.coffees.get(coffeeProfileId)?.name ?? 'a coffee'}, ${createdAt.slice(0, 10)}`
  let published = 0
  await bring(transfer, 'published recipe', rows, nameOf, async row => {
    const here = before.get(row.createdAt)
    if (here !== undefined) {
      names.recipes.set(row.id, here.id)
      nameVersion(names, row, here.version === row.version && here.editedAt === row.editedAt)
      return 'here'
    }
    if (row.hiddenAt !== null) throw notHere('It was hidden on the other server.')
    const coffee = await coffeeOf(row, names, ports)
    const composed = composedHere(row, coffee, names, ports)
    if (++published > PUBLISHING.perMinute) throw morePublished()
    const history = historyOf(
      transfer,
      { kind: 'published recipe', name: nameOf(row), edited: row },
      versions.get(row.id),
      ({ recipeId: _, version, writtenAt, ...was }) => ({
        ...composedHere({ ...row, ...was }, coffee, names, ports),
        version,
        writtenAt,
      }),
    )
    nameVersion(names, row, history.version === row.version)
    // In a dry run, note the id too, because other rows of the file may refer to it.
    if (transfer.isDryRun) names.recipes.set(row.id, names.recipes.get(row.id) ?? 0)
    return async () => {
      if (!(await ports.transfers.mayPublish(transfer.person.id, transfer.now))) throw morePublished()
      // Now, because the original may have come from the same file.
      const basis = basisHere(forks.get(row.id), composed, names, ports)
      const kept = await ports.transfers.publish(transfer.person.id, { ...composed, basis, history }, row.createdAt)
      names.recipes.set(row.id, kept.id)
      return kept.isNew || 'here'
    }
  })
}

/** Where its versions did not come along, only one that was never edited has the version of a brew. */
function nameVersion({ versions }: Names, { id, version }: PublishedRow, isSame: boolean) {
  if (version !== null && (isSame || version === 1)) versions.set(id, version)
  else versions.delete(id)
}

/** An original that is not here has gone, as far as this server knows: 0. */
function basisHere(
  fork: ForkRow | undefined,
  { grinderId, grindSetting }: ComposedRecipe,
  names: Names,
  { grinders }: TransferRecipePorts,
): NewBasis | undefined {
  const grinder = grinders.byId(grinderId)
  if (!fork || !grinder || (fork.parentId === null && fork.technique === null)) return undefined
  return { ...movedBasis(fork, names), stepPoints: stepPoints(grinder, grindSetting) }
}

const movedBasis = ({ parentId, parentVersion, technique }: Basis, { recipes }: Names): Basis =>
  technique !== null
    ? { parentId: null, parentVersion: null, technique }
    : { parentId: parentId === null ? null : recipes.get(parentId) || 0, parentVersion, technique: null }

const morePublished = () =>
  notHere(`You can publish ${PUBLISHING.perMinute} recipes a minute; import the file again for the rest.`)

function composedHere(
  row: PublishedRow,
  coffee: Ingredients['coffee'] & { id: number },
  names: Names,
  { grinders, machines }: TransferRecipePorts,
) {
  const grinder = grinders.byId(itemHere(names, 'grinders', row.grinderId))
  const machine = machines.byId(itemHere(names, 'machines', row.machineId))
  if (!grinder) throw unknownItem('grinder')
  if (!machine) throw unknownItem('machine')
  const { id: _, hiddenAt: _hiddenAt, createdAt: _createdAt, version: _version, editedAt: _editedAt, ...said } = row
  const { authorCalibrated, grindIndex, ...recipe } = said
  const ground = groundOn(grinder, row.grindSettingText ?? row.grindSetting)
  // Keep the index that the author's grinder gave at the time, if a calibration can explain it.
  const isOwnIndex = authorCalibrated && Math.abs(grindIndex - ground.grindIndex) <= FARTHEST_POINTS
  const composed = composeRecipe(
    {
      ...recipe,
      coffeeProfileId: coffee.id,
      grinderId: grinder.id,
      machineId: machine.id,
      filterId: row.filterId === null ? null : itemHere(names, 'filters', row.filterId),
    },
    { grinder, machine, coffee },
    isOwnIndex ? { ...ground, grindIndex } : ground,
  )
  return { ...composed, authorCalibrated: isOwnIndex }
}

async function coffeeOf({ coffeeProfileId }: PublishedRow, names: Names, { coffees }: TransferRecipePorts) {
  const here = names.coffees.get(coffeeProfileId)?.here
  const coffee = here === undefined ? undefined : await coffees.byId(here)
  if (!coffee) throw notHere('The coffee is not in the catalog here: share its bag, then import the file again.')
  return coffee
}

/** `brews` maps the file's brew ids to how they can be found here. */
export async function bringRecipes(
  transfer: AccountTransfer,
  lists: Lists,
  names: Names,
  brews: ReadonlyMap<number, { brewedAt: string; importKey: string | undefined }>,
  { transfers }: TransferRecipePorts,
) {
  const rows = await rowsRead(transfer, 'recipe', PersonalRecipeRow, lists.personalRecipes)
  const before = new Set(transfer.here.personalRecipes.map(({ createdAt }) => createdAt))
  const versions = await versionsRead(
    lists.personalRecipeVersions,
    PersonalVersionRow,
    ({ personalRecipeId }) => personalRecipeId,
  )
  const nameOf = ({ name, createdAt }: { name: string | null; createdAt: string }) => name ?? createdAt
  const sources = rows.flatMap(({ brewLogId }) => (brewLogId === null ? [] : (brews.get(brewLogId) ?? [])))
  const logs = await transfers.brewsAt(transfer.person.id, atTimesOf(sources))
  const brewHere = (id: number | null) => (id === null ? null : brewAmong(logs, brews.get(id)))
  await bring(
    transfer,
    'recipe',
    rows,
    nameOf,
    ({ id, version, editedAt, createdAt, brewLogId, coffeeProfileId, grinderId, ...recipe }) => {
      if (before.has(createdAt)) return 'here'
      const coffee = coffeeProfileId === null ? undefined : names.coffees.get(coffeeProfileId)
      const moved = {
        ...recipe,
        ...movedBasis(recipe, names),
        name: recipe.name ?? (coffee?.here === undefined ? (coffee?.name ?? null) : null),
        coffeeProfileId: coffee?.here ?? null,
        grinderId: grinderId === null ? null : (names.grinders.get(grinderId)?.here ?? null),
        brewLogId: brewHere(brewLogId),
        history: historyOf(
          transfer,
          { kind: 'recipe', name: nameOf({ ...recipe, createdAt }), edited: { version, editedAt } },
          id === null ? [] : versions.get(id),
          ({ personalRecipeId: _, ...was }) => was,
        ),
      }
      return async () => (await transfers.keepRecipe(transfer.person.id, moved, createdAt)).isNew || 'here'
    },
  )
}

const brewAmong = (
  logs: readonly BrewHere[],
  sought: { brewedAt: string; importKey: string | undefined } | undefined,
) =>
  logs.find(
    ({ brewedAt, importKey }) =>
      brewedAt === sought?.brewedAt && (importKey === null || importKey === sought.importKey),
  )?.id ?? null

/** What the person did with recipes that are here. No mail is sent for it. */
export async function bringLikings(transfer: AccountTransfer, lists: Lists, names: Names, ports: TransferRecipePorts) {
  const { id: userId } = transfer.person
  const { here } = transfer
  await bring(
    transfer,
    'saved recipe',
    await rowsRead(transfer, 'saved recipe', SavedRow, lists.savedRecipes),
    ofItsDay,
    row => {
      const communityRecipeId = recipeHere(names, row.communityRecipeId)
      if (here.savedRecipes.includes(communityRecipeId)) return 'here'
      return () => ports.savedRecipes.add({ userId, communityRecipeId, now: new Date(row.createdAt) }, undefined)
    },
  )
  await bring(
    transfer,
    'vote',
    await rowsRead(transfer, 'vote', VoteRow, lists.votes),
    ofItsDay,
    ({ vote, ...row }) => {
      const recipeId = recipeHere(names, row.recipeId)
      if (here.votes.includes(recipeId)) return 'here'
      return () => ports.votes.cast({ recipeId, userId, vote, now: new Date(row.createdAt) })
    },
  )
  await bring(
    transfer,
    'rating',
    await rowsRead(transfer, 'rating', RatingRow, lists.ratings),
    ofItsDay,
    ({ rating, notes, ...row }) => {
      const recipeId = recipeHere(names, row.recipeId)
      if (here.ratings.includes(recipeId)) return 'here'
      return () => ports.ratings.rate({ recipeId, userId, rating, notes, now: new Date(row.createdAt) })
    },
  )
}

/** Votes on techniques that this server has, and stars for them. */
export async function bringTechniqueTalk(transfer: AccountTransfer, lists: Lists, ports: TransferRecipePorts) {
  const { id: userId } = transfer.person
  const said = (slug: string) => {
    if (!ports.techniques.bySlug(slug)) throw notHere(`This server does not have the technique ${slug}.`)
    return ports.techniqueTalk.of(slug, userId)
  }
  await bring(
    transfer,
    'vote',
    await rowsRead(transfer, 'vote', TechniqueVoteRow, lists.techniqueVotes),
    ({ technique }) => technique,
    async ({ technique, vote, createdAt }) =>
      (await said(technique)).vote !== null
        ? 'here'
        : () => ports.techniqueTalk.vote({ technique, userId, vote, now: new Date(createdAt) }),
  )
  await bring(
    transfer,
    'rating',
    await rowsRead(transfer, 'rating', TechniqueRatingRow, lists.techniqueRatings),
    ({ technique }) => technique,
    async ({ technique, rating, createdAt }) =>
      (await said(technique)).rating.userRating !== null
        ? 'here'
        : () => ports.techniqueTalk.rate({ technique, userId, rating, now: new Date(createdAt) }),
  )
}

const ofItsDay = ({ createdAt }: { createdAt: string }) => `of ${createdAt.slice(0, 10)}`

/** Collections are imported unshared: the old link does not work on another server. */
export async function bringCollections(
  transfer: AccountTransfer,
  lists: Lists,
  names: Names,
  { transfers, collections }: TransferRecipePorts,
) {
  const rows = await rowsRead(transfer, 'collection', CollectionRow, lists.collections)
  const before = new Map(transfer.here.collections.map(({ createdAt, id }) => [createdAt, id]))
  const kept = new Map<number, number>()
  await bring(
    transfer,
    'collection',
    rows,
    ({ name }) => name,
    ({ id, createdAt, ...collection }) => {
      const here = before.get(createdAt)
      kept.set(id, here ?? 0)
      if (here !== undefined) return 'here'
      return async () => {
        const made = await transfers.keepCollection(transfer.person.id, collection, createdAt)
        kept.set(id, made.id)
        return made.isNew || 'here'
      }
    },
  )
  await bring(
    transfer,
    'recipe in a collection',
    await rowsRead(transfer, 'recipe in a collection', ItemRow, lists.collectionItems),
    ofItsDay,
    row => {
      const recipeId = recipeHere(names, row.recipeId)
      const id = kept.get(row.collectionId)
      if (id === undefined) throw notHere('The collection is not in the file.')
      if (transfer.here.items.some(([collection, recipe]) => collection === id && recipe === recipeId)) return 'here'
      return async () => {
        const added = await collections.addItem(transfer.person.id, { id, recipeId }, new Date(row.createdAt))
        if (added === 'there-already') return 'here'
        if (typeof added === 'string') throw notHere('This server does not have the recipe.')
        return added
      }
    },
  )
}
